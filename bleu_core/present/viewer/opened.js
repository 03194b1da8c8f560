// The open segment, or why its texts are not here.

import { formatDelta, formatInt, formatSmallDelta } from "./numbers.js";
import { searchesOf } from "./filter.js";
import { segmentData, segmentNumbers } from "./segment_data.js";
import { numberOfRow } from "./segment_rows.js";
import { pointsOfRow } from "./statistics.js";
import { button, element } from "browser/dom.js";
import { numbersTable } from "browser/segment/tables.js";
import { segmentKey, takeSegment } from "browser/segment/texts.js";
import { STEPS } from "browser/segment/view.js";

/** @typedef {import("./page.js").Page} Page */
/**
 * @typedef {object} Opened
 * @property {HTMLElement} root
 * @property {HTMLElement} told what a key did not do
 * @property {HTMLElement} without what stands in the place of texts that are not here
 * @property {HTMLElement} head
 * @property {import("browser/segment/texts.js").SegmentRoot} segment
 * @property {HTMLButtonElement} back to the list, where one of both has room
 * @property {string} drawn what is drawn
 */

/** @returns {Opened} */
export function buildOpened() {
  const root = element("div", "opened"), told = element("p", "told"), back = button("‹ All segments", "back", null);
  told.setAttribute("role", "status");
  const head = element("div", "head marked"), segment = element("div", "segment marked"), without = element("div", "without segment marked");
  root.append(back, head, told, without, segment);
  return { root, told, without, head, segment, back, drawn: "" };
}

/** @param {Opened} opened @param {Page} page @param {number} row */
function drawWithout({ without, head }, { doc, set, pair }, row) {
  const points = pointsOfRow(set, pair, row), bar = element("div", "bar");
  bar.append(element("b", "", `Segment ${formatInt(numberOfRow(set, row))}`));
  if (!Number.isNaN(points)) bar.append(element("span", "muted carries", `· ${formatSmallDelta(points)} of Δ ${formatDelta(pair.delta)}`));
  head.replaceChildren(bar);
  const why = `The texts of this segment are not in this page, which includes only the ${formatInt(set.shown.length)} of ${formatInt(set.size)} segments with the largest contributions.`;
  without.replaceChildren(element("p", "note", why), numbersTable(segmentNumbers(set, pair, row), doc.glossary));
}

/**
 * Draw a segment, unless it is drawn.
 * @param {Opened} opened
 * @param {Page} page
 * @param {number} row -1 for none
 * @param {(by: number) => void} step
 * @param {() => void} search
 */
export function showOpened(opened, page, row, step, search) {
  const { segment, head, without, back } = opened, { doc, set, pair, state, go } = page;
  back.onclick = () => go({ seg: -1 });
  const drawn = JSON.stringify([state.set, set.pairs.indexOf(pair), row, state.text, state.in, state.has]);
  if (opened.drawn === drawn) return;
  opened.drawn = drawn;
  const data = row < 0 ? null : segmentData(doc, set, pair, row, searchesOf(state), state.has);
  segment.hidden = !data;
  without.hidden = Boolean(data);
  head.replaceChildren();
  if (row < 0) without.replaceChildren(element("p", "note", "No segments match the filter."));
  else if (!data) drawWithout(opened, page, row);
  else takeSegment(segment, { ...data, segment: numberOfRow(set, row) - 1 }, { go: step, search, keys: page.keys, edit: null });
}

/**
 * Whether a key is of use here.
 * @param {Opened} opened
 * @param {string} key
 * @param {Element} target
 * @param {(by: number) => void} step
 */
export function openedKey({ segment }, key, target, step) {
  if (segment.view && !segment.hidden) return segmentKey(segment, key, target);
  if (key in STEPS) step(STEPS[key]);
  return key in STEPS;
}
