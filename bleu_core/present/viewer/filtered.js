// The segments that the filter of the page selects, and a line above a screen that says so.

import { button, element } from "browser/dom.js";
import { filterConditions, selectedRows } from "./filter.js";
import { formatCount, formatInt, oneLine } from "./numbers.js";

/** @typedef {import("./page.js").Page} Page */
/** @typedef {import("./document.js").Pair} Pair */
/** @typedef {{of: string, conditions: import("./filter.js").Condition[], rows: number[] | null}} Filtered rows is null for all */

/** @type {WeakMap<Pair, Filtered>} */
const filteredBefore = new WeakMap();

/** The filter as one text. @param {Page} page */
export function filterKey({ state: { text, in: place, delta, parts, slice, has } }) {
  return JSON.stringify([text, place, delta, parts, slice, has]);
}

/** The segments that the filter selects; the last selection of a pair is kept. @param {Page} page @returns {Filtered} */
export function filteredRows(page) {
  const { set, pair, state } = page, of = filterKey(page), known = filteredBefore.get(pair);
  if (known?.of === of) return known;
  const conditions = filterConditions(set, pair, state), filtered = { of, conditions, rows: selectedRows(set, conditions) };
  filteredBefore.set(pair, filtered);
  return filtered;
}

/** What the page is filtered by, with a button for each condition that removes it. @param {HTMLElement} node @param {Page} page */
export function drawFilterLine(node, page) {
  const { rows, conditions } = filteredRows(page);
  node.className = "marked filter-line";
  node.hidden = !conditions.length;
  const number = rows ? `${formatInt(rows.length)} of ${formatCount(page.set.size, "segment")}:` : "All segments:";
  node.replaceChildren(element("span", "", number), ...conditionChips(page));
}

/** A button for each condition of the filter, which removes it. @param {Page} page */
export function conditionChips(page) {
  return filteredRows(page).conditions.map(({ text, rest, holds }) => {
    const name = oneLine(text, 48), chip = button(`${name}${holds ? "" : " (not in this comparison)"} ✕`, "chip", () => page.go({ ...rest, seg: -1 }));
    chip.title = text;
    chip.setAttribute("aria-label", "Remove the condition " + name);
    return chip;
  });
}
