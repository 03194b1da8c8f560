// More systems under A and B: their lines, the one of them that is in focus, and the way to the next.

import { button, element } from "../../widgets/dom.js";
import { labelled } from "../../widgets/marked_lines.js";
import { signTone } from "./numbers.js";

/** @typedef {import("./view.js").View} View */
/** @typedef {import("./view.js").Other} Other */

/** The keys that step through the systems that A can be looked at beside. @type {Record<string, number>} */
export const OTHER_STEPS = { ">": 1, "<": -1 };

/** The system in focus, if it is not B. @param {View} view */
export function inFocus({ data, ui }) {
  return data.others?.find((other) => other.system === ui.other);
}

/** B, and each of those under it, is in focus in turn. @param {View} view @param {number} by */
export function stepOther({ data, ui, parts, redraw }, by) {
  const all = ["", ...data.others.map((other) => other.system)];
  const now = Math.max(0, all.indexOf(ui.other));
  redraw({ other: all[(now + by + all.length) % all.length] });
  parts.lines.querySelector("[aria-current]").scrollIntoView({ block: "nearest" });
}

/** A score, and what lies between it and A's. @param {string} score @param {string} [delta] */
export function scoreOf(score, delta) {
  const node = element("span", "scored", score);
  node.title = "Sentence BLEU" + (delta ? ", and Δ to A" : "");
  if (delta) node.append(" ", element("span", signTone(delta), delta));
  return node;
}

/** @param {HTMLElement} row @param {boolean} on */
export function focusRow(row, on) {
  if (on) row.setAttribute("aria-current", "true");
}

/** @param {View} view */
function heading(view) {
  const { ui } = view;
  const box = element("div", "more-systems");
  box.append(element("b", "", "More systems"), " ", element("span", "muted",
    "Sentence BLEU, and Δ to A; marked is what is credited and what is clipped. What was won, the lines under references, word diff, tables and edits are of A and B."));
  const other = inFocus(view);
  if (ui.diff) box.append(" ", element("span", "", "Differences: A’s line to " + (other ? other.name : "B") + ", every other line to A."));
  return box;
}

/**
 * @param {View} view
 * @param {(other: Other) => HTMLElement} draw the line of one
 */
export function otherRows(view, draw) {
  const { data, makeB } = view;
  if (!data.others) return [];
  const rows = data.others.map((other, i) => {
    const line = draw(other);
    const choose = line.appendChild(button("make it B", "pencil", () => makeB(other)));
    choose.title = "Compare A with " + other.name + " (key m, of the system in focus)";
    const name = element("span", "name", other.name);
    name.title = other.name;
    const row = labelled([name, scoreOf(other.score, other.delta)], "system other", line);
    row.dataset.other = String(i);
    focusRow(row, inFocus(view) === other);
    return row;
  });
  return [heading(view), ...rows];
}
