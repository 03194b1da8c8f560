// The filter: conditions of the state, each of which finds segments by what the document has of them.

import { findConcordance } from "./concordance.js";
import { formatDelta, roundedScore } from "./numbers.js";
import { anyCase } from "./searching.js";
import { shownPlace } from "./segment_data.js";
import { computedOnce, sentenceDeltas } from "./segment_numbers.js";

/** @typedef {import("./document.js").Column} Column */
/** @typedef {import("./document.js").Pair} Pair */
/** @typedef {import("./document.js").TestSet} TestSet */
/** @typedef {import("./state.js").State} State */
/** @typedef {Exclude<Column, {kind: "number"}>} PartColumn a column of flags or texts, whose values are parts of the test set */
/** @typedef {(row: number) => boolean} RowTest */
/** @typedef {{text: string, rest: Partial<State>, holds: RowTest | null}} Condition with the state without it; null where this comparison lacks the column or the slice */

/** Where a text is searched for: the columns of texts that contain it, and that do not. @type {Record<string, {label: string, has: string, lacks: string}>} */
export const SEARCH_PLACES = {
  "": { label: "all texts", has: "text", lacks: "" },
  source: { label: "the source", has: "source", lacks: "" },
  reference: { label: "a reference", has: "reference", lacks: "" },
  a: { label: "A", has: "a", lacks: "" },
  b: { label: "B", has: "b", lacks: "" },
  "a-b": { label: "A, not B", has: "a", lacks: "b" },
  "b-a": { label: "B, not A", has: "b", lacks: "a" },
};

/** @param {string} name in the address */
export function searchPlace(name) {
  return SEARCH_PLACES[Object.hasOwn(SEARCH_PLACES, name) ? name : ""];
}

/** The text that is marked in a segment, with its column. @param {State} state @returns {[column: string, text: string][]} */
export function searchesOf({ text, in: place }) {
  return text ? [[searchPlace(place).has, text]] : [];
}

/** The conditions of the filter. @param {TestSet} set @param {Pair} pair @param {State} state @returns {Condition[]} */
export function filterConditions(set, pair, state) {
  /** @type {Condition[]} */
  const found = [];
  const { text, in: place, delta, parts, slice, has } = state, range = readRange(delta);
  if (text) found.push({ text: `“${text}” in ${searchPlace(place).label}`, rest: { text: "" }, holds: textTest(set, pair, text, place) });
  if (range) found.push({ text: rangeText(range), rest: { delta: "" }, holds: rangeTest(set, pair, range) });
  for (const part of parts) {
    const column = partColumns(set, pair).find(({ name }) => name === part[0]), rest = parts.filter((one) => one !== part);
    found.push({ text: `${part[0]}: ${partLabel(part[1], column)}`, rest: { parts: rest }, holds: column ? partTest(column, part[1]) : null });
  }
  if (slice) found.push({ text: slice, rest: { slice: "" }, holds: sliceTest(pair, slice) });
  if (has) found.push({ text: `n-gram “${has}”`, rest: { has: "" }, holds: ngramTest(set, pair, has) });
  return found;
}

/** The segments that match all conditions, in file order; null for all. @param {TestSet} set @param {Condition[]} conditions */
export function selectedRows({ size }, conditions) {
  const tests = conditions.map(({ holds }) => holds).filter(Boolean);
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

// ---- A range of Δ, of which unchanged segments are no part.

/** @typedef {[low: number, high: number]} DeltaRange */

/** @param {string} text @returns {DeltaRange | null} */
export function readRange(text) {
  const ends = text.split("..");
  if (ends.length !== 2) return null;
  const low = ends[0] ? Number(ends[0]) : -Infinity, high = ends[1] ? Number(ends[1]) : Infinity;
  return Number.isNaN(low) || Number.isNaN(high) ? null : [low, high];
}

/** @param {number[]} ends none for all segments */
export function writtenRange(ends) {
  return ends.length ? ends.map((end) => (Number.isFinite(end) ? String(end) : "")).join("..") : "";
}

/** @param {DeltaRange} range */
function rangeText([low, high]) {
  if (low === 0 && high === Infinity) return "B gained";
  if (high === 0 && low === -Infinity) return "B lost";
  const ends = [...(low > -Infinity ? [`from ${formatDelta(low, 1)}`] : []), ...(high < Infinity ? [`to ${formatDelta(high, 1)}`] : [])];
  return ends.length ? `Δ ${ends.join(" ")}` : "Δ ≠ 0";
}

/** @param {TestSet} set @param {Pair} pair @param {DeltaRange} range @returns {RowTest} */
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

const WITHOUT_VALUE = "(none)";

/** How a value is shown. @param {string} value @param {PartColumn} [column] */
export function partLabel(value, column) {
  let label = value || WITHOUT_VALUE;
  while (!value && column?.kind === "text" && column.words.includes(label)) label = `(${label})`;
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
