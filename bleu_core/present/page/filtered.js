// The segments that the filter of the page selects, and a line above a screen that says so.

import { button, element } from "browser/dom.js";
import { columnsOf, filterConditions, selectedRows } from "./filter.js";
import { formatCount, formatInt, oneLine } from "./numbers.js";

/** @typedef {import("./page.js").Page} Page */
/** @typedef {import("./document.js").Pair} Pair */
/** @typedef {ReturnType<typeof selectedRows> & {where: string}} Filtered */

/** @type {WeakMap<Pair, Filtered>} */
const filteredBefore = new WeakMap();

/** The segments that the filter selects; the last selection of a pair is kept. @param {Page} page @returns {Filtered} */
export function filteredRows({ set, pair, state: { where } }) {
  const known = filteredBefore.get(pair);
  if (known?.where === where) return known;
  const filtered = { where, ...selectedRows(where, columnsOf(set, pair), set.size) };
  filteredBefore.set(pair, filtered);
  return filtered;
}

/** Places of the selected segments, of those with texts. @param {Page} page */
export function filteredPlaces(page) {
  const { rows } = filteredRows(page), { shown, size } = page.set;
  const all = shown ?? Array.from({ length: size }, (_, row) => row);
  if (!rows) return [...all.keys()];
  const selected = new Set(rows);
  return [...all.keys()].filter((place) => selected.has(all[place]));
}

/** What the page is filtered by, with a button for each condition that removes it. @param {HTMLElement} node @param {Page} page */
export function drawFilterLine(node, page) {
  const { rows, problem } = filteredRows(page);
  node.className = "marked filter-line";
  node.hidden = !rows && !problem;
  const number = rows ? `${formatInt(rows.length)} of ${formatCount(page.set.size, "segment")}:` : "";
  const told = !problem ? number : number ? `${problem.message} The other conditions still apply: ${number}` : `This filter is not applied. ${problem.message}`;
  const line = element("span", problem ? "problem" : "", told);
  if (problem) line.setAttribute("role", "alert");
  node.replaceChildren(line, ...conditionChips(page));
}

/** A button for each condition of the filter, which removes it. @param {Page} page */
export function conditionChips({ go, state: { where } }) {
  const known = filterConditions(where), all = known.length || !where.trim() ? known : [{ text: where, rest: "" }];
  return all.map(({ text, rest }) => {
    const name = oneLine(text, 48), chip = button(name + " ✕", "chip", () => go({ where: rest, seg: -1 }));
    chip.title = text;
    chip.setAttribute("aria-label", "Remove the condition " + name);
    return chip;
  });
}
