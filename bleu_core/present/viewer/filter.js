// The filter: each condition of the state finds segments by what the document has of them.

import { findConcordance } from "./ngrams/occurrences.js";
import { anyCase, readRange, searchPlace } from "./conditions.js";
import { roundedScore } from "./numbers.js";
import { computedOnce, sentenceDeltas, shownPlace } from "./segment_numbers.js";

/** @import { Column, Pair, TestSet } from "./document.js" */
/** @import { Filter } from "./source.js" */
/** @typedef {Exclude<Column, {kind: "number"}>} PartColumn a column of flags or texts, whose values are parts of the test set */
/** @typedef {(row: number) => boolean} RowTest */
/** @typedef {{name: string, holds: RowTest | null}} FilterTest of a condition; null where this comparison lacks the column or the slice */

/** The tests of the conditions, named as in `conditionsOf`. @param {TestSet} set @param {Pair} pair @param {Filter} state @returns {FilterTest[]} */
export function filterConditions(set, pair, { text, in: place, delta, parts, slice, has }) {
  const range = readRange(delta), columns = partColumns(set, pair);
  return [
    ...(text ? [{ name: "text", holds: textTest(set, pair, text, place) }] : []),
    ...(range ? [{ name: "delta", holds: rangeTest(set, pair, range) }] : []),
    ...parts.map(([name, value]) => {
      const column = columns.find((one) => one.name === name);
      return { name: "part." + name, holds: column ? partTest(column, value) : null };
    }),
    ...(slice ? [{ name: "slice", holds: sliceTest(pair, slice) }] : []),
    ...(has ? [{ name: "has", holds: ngramTest(set, pair, has) }] : []),
  ];
}

/** The segments that match all conditions, in file order; null for all. @param {TestSet} set @param {FilterTest[]} all */
export function selectedRows({ size }, all) {
  const tests = all.map(({ holds }) => holds).filter(Boolean);
  if (!tests.length) return null;
  const rows = [];
  for (let row = 0; row < size; row++) if (tests.every((holds) => holds(row))) rows.push(row);
  return rows;
}

// ---- Texts: only shown segments have them.

/** @param {TestSet} set @param {Pair} pair @param {string} text @param {string} place @returns {RowTest} */
function textTest(set, pair, text, place) {
  const { has, lacks } = searchPlace(place), pattern = anyCase(text);
  const { source, references, systems } = set;
  const columns = {
    source: source ? [source] : [], reference: references.map(({ texts }) => texts),
    a: [systems[pair.a].lines.texts], b: [systems[pair.b].lines.texts],
  };
  const searched = (/** @type {string} */ name) => (name === "text" ? Object.values(columns).flat() : columns[/** @type {keyof columns} */ (name)] ?? []);
  const there = searched(has), elsewhere = searched(lacks);
  return (row) => {
    const at = shownPlace(set, row), contains = (/** @type {(string | null)[]} */ texts) => pattern.test(texts[at] ?? "");
    return at >= 0 && there.some(contains) && !elsewhere.some(contains);
  };
}

/** @param {TestSet} set @param {Pair} pair @param {string} ngram @returns {RowTest} */
function ngramTest(set, pair, ngram) {
  const places = new Set(findConcordance(set, pair, ngram).map(({ place }) => place));
  return (row) => places.has(shownPlace(set, row));
}

/** @param {TestSet} set @param {Pair} pair @param {import("./conditions.js").DeltaRange} range Unchanged segments are in none. @returns {RowTest} */
function rangeTest(set, pair, [low, high]) {
  const deltas = computedOnce(pair, "rounded deltas", () => sentenceDeltas(set, pair).map(roundedScore));
  return (row) => deltas[row] >= low && deltas[row] <= high && deltas[row] !== 0;
}

// ---- Parts and slices, by what the document has of each segment.

/** The columns by whose values segments can be chosen. @param {TestSet} set @param {Pair} pair @returns {PartColumn[]} */
export function partColumns(set, pair) {
  const all = [...set.columns, ...pair.columns, ...pair.bands];
  return /** @type {PartColumn[]} */ (all.filter(({ kind }) => kind !== "number"));
}

/** The values of a column, in order; "" where a segment has none. @param {PartColumn} column */
export function partValues(column) {
  return column.kind === "flag" ? ["yes", "no"] : [...column.words.filter(Boolean), ""];
}

/** How a value is shown. @param {string} value @param {PartColumn} column */
export function partLabel(value, column) {
  let label = value || "(none)";
  while (!value && column.kind === "text" && column.words.includes(label)) label = `(${label})`;
  return label;
}

/** Whether a segment has a value. @param {PartColumn} column @param {string} value @returns {RowTest} */
export function partTest(column, value) {
  if (column.kind === "flag") return (row) => (column.values[row] ? "yes" : "no") === value;
  const { words, values } = column, isValue = (/** @type {number} */ word) => (words[word] ?? "") === value;
  return (row) => {
    const own = values[row];
    return Array.isArray(own) ? own.some(isValue) : isValue(own);
  };
}

/** @param {Pair} pair @param {string} name @returns {RowTest | null} */
function sliceTest({ slices }, name) {
  const slice = slices.find((one) => one.name === name);
  return slice ? (/** @type {number} */ row) => slice.values[row] === 1 : null;
}
