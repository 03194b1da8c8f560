// The segments that the filter of the state selects, from the document of a page.

import { filterConditions, selectedRows } from "./filter.js";

/** @typedef {import("./document.js").Pair} Pair */
/** @typedef {{of: string, missing: string[], rows: number[] | null}} Filtered conditions on what the pair lacks; rows is null for all */
/** @typedef {Pick<import("./state.js").State, "text" | "in" | "delta" | "parts" | "slice" | "has">} Filter */

/** @type {WeakMap<Pair, Filtered>} */
const filteredBefore = new WeakMap();

/** The filter as one text. @param {{state: Filter}} page */
export function filterKey({ state: { text, in: place, delta, parts, slice, has } }) {
  return JSON.stringify([text, place, delta, parts, slice, has]);
}

/** The segments that the filter selects; the last selection of a pair is kept. @param {{set: import("./document.js").TestSet, pair: Pair, state: Filter}} page @returns {Filtered} */
export function filteredRows({ set, pair, state }) {
  const of = filterKey({ state }), known = filteredBefore.get(pair);
  if (known?.of === of) return known;
  const tests = filterConditions(set, pair, state), missing = tests.flatMap(({ name, holds }) => (holds ? [] : [name]));
  const filtered = { of, missing, rows: selectedRows(set, tests) };
  filteredBefore.set(pair, filtered);
  return filtered;
}
