// The end: what was judged, skipped and left out, and the way back to each.

import { button, element } from "../../widgets/dom.js";
import { stateAt } from "./sitting.js";

/** @typedef {import("./sitting.js").Sitting} Sitting */

const MOST = 200; // buttons of items that are gone back to

/** @param {Sitting} sitting */
function placesOf(sitting) {
  /** @type {Record<ReturnType<typeof stateAt>, number[]>} */
  const places = { judged: [], skipped: [], begun: [], open: [] };
  for (let at = 0; at < sitting.task.size; at++) places[stateAt(sitting, at)].push(at);
  return places;
}

/** @param {string} label @param {number[]} places @param {(at: number) => void} goBack */
function listOf(label, places, goBack) {
  if (!places.length) return [];
  const row = element("div", "places");
  row.append(element("span", "", label), ...places.slice(0, MOST).map((at) => button(String(at + 1), "", () => goBack(at))));
  if (places.length > MOST) row.append(element("span", "", `and ${places.length - MOST} more`));
  return [row];
}

/** @param {HTMLElement} node @param {Sitting} sitting @param {(at: number) => void} goBack */
export function drawEnding(node, sitting, goBack) {
  const { task } = sitting;
  const { judged, skipped, begun, open } = placesOf(sitting);
  const counts = element("p", "counts", `Judged ${judged.length} · skipped ${skipped.length} · left out ${begun.length + open.length}`);
  const title = task.closed || (begun.length + open.length ? "That was the last one." : "All done. Thank you.");
  const lists = task.closed ? [] : [...listOf("Begun:", begun, goBack), ...listOf("Left out:", open, goBack), ...listOf("Skipped:", skipped, goBack)];
  node.replaceChildren(element("h2", "", title), counts, ...lists);
}
