// The open segment, or why its texts are not here.

import { formatInt } from "./numbers.js";
import { segmentData } from "./segment_data.js";
import { numberOfRow, placeOfRow } from "./segment_rows.js";
import { button, element } from "browser/dom.js";
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

const KEYS_OF_SCREENS = "g then o s n l: Overview, Segments, N-grams, Slices";

/** @returns {Opened} */
export function buildOpened() {
  const root = element("div", "opened"), told = element("p", "told"), back = button("‹ All segments", "back", () => {});
  told.setAttribute("role", "status");
  const head = element("div", "head marked"), segment = element("div", "segment marked"), without = element("div", "without marked");
  root.append(back, head, told, without, segment);
  return { root, told, without, head, segment, back, drawn: "" };
}

/** @param {Opened} opened @param {Page} page @param {number} row */
function drawWithout({ without, head }, { set }, row) {
  head.replaceChildren(element("b", "title", `Segment ${formatInt(numberOfRow(set, row))}`));
  without.replaceChildren(element("p", "note",
    `The texts of this segment are not in this page: of ${formatInt(set.size)} segments, it has those of the ${formatInt(set.shown.length)} with the largest contributions.`));
}

/**
 * Draw a segment, unless it is drawn.
 * @param {Opened} opened
 * @param {Page} page
 * @param {number} row -1 for none
 * @param {[string, string][]} searches whose hits are marked
 * @param {(by: number) => void} step
 * @param {() => void} search
 */
export function showOpened(opened, page, row, searches, step, search) {
  const { root, segment, head, without, back } = opened, { doc, set, pair, state, go } = page;
  back.onclick = () => go({ seg: -1 });
  const drawn = JSON.stringify([state.set, set.pairs.indexOf(pair), row, searches]);
  if (opened.drawn === drawn) return;
  opened.drawn = drawn;
  const hasTexts = row >= 0 && placeOfRow(set, row) >= 0;
  root.classList.toggle("empty", row < 0);
  segment.hidden = !hasTexts;
  without.hidden = hasTexts;
  head.replaceChildren();
  if (row < 0) without.replaceChildren(element("p", "note", "No segments match the filter."));
  else if (!hasTexts) drawWithout(opened, page, row);
  else takeSegment(segment, segmentData(doc, set, pair, row, searches), { go: step, search, keys: [KEYS_OF_SCREENS], edit: null });
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
