// The parts of the test set by a partition: those of the core, and those by a column, with BLEU of each.

import { writtenTree } from "./expressions.js";
import { columnsOf, rowsOf } from "./filter.js";
import { computedOnce, segmentPoints } from "./segment_numbers.js";
import { bleuOf, sumRows } from "./statistics.js";

/** @typedef {import("./document.js").TestSet} TestSet */
/** @typedef {import("./document.js").Pair} Pair */
/** @typedef {import("./document.js").Column} Column */
/** @typedef {import("./expressions.js").Tree} Tree */
/**
 * @typedef {object} SlicePart
 * @property {string} label
 * @property {string} expression
 * @property {number} segments
 * @property {number} a BLEU
 * @property {number} b BLEU
 * @property {number} points contribution to the whole Δ; NaN if it is undefined
 */
/** @typedef {{name: string, about: string}} SliceCriterion */

/** Most parts of a column, and the fewest segments for each on average. */
const MOST_SLICES = 100, SEGMENTS_PER_SLICE = 2;

/** The label of segments without a value. */
const WITHOUT_VALUE = "(none)";

/** Whether a column makes two parts or more, but not one for each segment. @param {Column} column @param {number} size */
function isForSlices({ kind, values }, size) {
  if (kind === "number" || values.some(Array.isArray)) return false;
  const parts = new Set(values).size;
  return parts > 1 && parts <= MOST_SLICES && parts * SEGMENTS_PER_SLICE <= size;
}

/** Partitions of the core, and columns of flags or of few texts. @param {TestSet} set @param {Pair} pair */
export function sliceCriteria(set, pair) {
  return computedOnce(pair, "slice criteria", () => {
    /** @type {Map<string, SliceCriterion>} */
    const found = new Map(pair.slices.map(({ name, about }) => [name, { name, about }]));
    for (const column of [...set.columns, ...pair.columns]) {
      const { name, about } = column;
      // A column of the data has a prefix if another column has its name.
      const hidden = found.has(name) || found.has(name.replace(/^data\./, ""));
      if (!hidden && isForSlices(column, set.size)) found.set(name, { name, about });
    }
    return [...found.values()];
  });
}

/** The parts, none of them empty, of all segments or of some rows. @param {TestSet} set @param {Pair} pair @param {string} name @param {number[] | null} rows */
export function slicePartsOf(set, pair, name, rows) {
  const partition = pair.slices.find((one) => one.name === name);
  if (partition && !rows) return partition.parts.map(asSlicePart);
  const points = segmentPoints(set, pair);
  const groups = partition ? groupsOfPartition(set, pair, partition, rows) : groupsByColumn(set, pair, name, rows);
  return groups.filter((group) => group.rows.length).map((group) => scoredPart(set, pair, group, points));
}

/** All segments, or some, as one part. @param {TestSet} set @param {Pair} pair @param {number[] | null} rows */
export function wholeSlice(set, pair, rows) {
  const all = rows ?? [...Array(set.size).keys()];
  return scoredPart(set, pair, { label: rows ? "All filtered" : "All", expression: "", rows: all }, segmentPoints(set, pair));
}

/** @param {[string, string, number, number | null, number | null, number | null]} part @returns {SlicePart} */
function asSlicePart([label, expression, segments, a, b, points]) {
  return { label, expression, segments, a: a ?? NaN, b: b ?? NaN, points: points ?? NaN };
}

/** @typedef {{label: string, expression: string, rows: number[]}} SliceGroup */

/** @param {TestSet} set @param {Pair} pair @param {SliceGroup} group @param {Float64Array} points @returns {SlicePart} */
function scoredPart(set, pair, { label, expression, rows }, points) {
  const [a, b] = [pair.a, pair.b].map((system) => bleuOf(sumRows(set.systems[system], rows), set.config));
  return { label, expression, segments: rows.length, a, b, points: rows.reduce((sum, row) => sum + points[row], 0) };
}

/**
 * @param {TestSet} set
 * @param {Pair} pair
 * @param {import("./document.js").Partition} partition
 * @param {number[]} rows
 * @returns {SliceGroup[]}
 */
function groupsOfPartition(set, pair, { parts }, rows) {
  const columns = columnsOf(set, pair), selected = new Set(rows);
  return parts.map(([label, expression]) =>
    ({ label, expression, rows: rowsOf(expression, columns, set.size).filter((row) => selected.has(row)) }));
}

/** @param {TestSet} set @param {Pair} pair @param {string} name @param {number[] | null} rows @returns {SliceGroup[]} */
function groupsByColumn(set, pair, name, rows) {
  const column = [...set.columns, ...pair.columns].find((one) => one.name === name);
  if (!column || column.kind === "number") return [];
  const valueAt = (/** @type {number} */ row) => {
    if (column.kind === "flag") return column.values[row] ? "yes" : "no";
    return column.words[Number(column.values[row])] ?? "";
  };
  /** @type {Map<string, number[]>} by value, in order of appearance; "" for none */
  const byValue = new Map(column.kind === "flag" ? [["yes", []], ["no", []]] : []);
  const selected = rows && new Set(rows);
  for (let row = 0; row < set.size; row++) {
    const value = valueAt(row);
    if (!byValue.has(value)) byValue.set(value, []);
    if (!selected || selected.has(row)) byValue.get(value).push(row);
  }
  const none = unusedLabel(WITHOUT_VALUE, column.kind === "text" ? column.words : []);
  return [...byValue].map(([value, found]) =>
    ({ label: value || none, expression: valueExpression(column, value), rows: found }));
}

/** @param {string} label @param {string[]} words @returns {string} */
function unusedLabel(label, words) {
  return words.includes(label) ? unusedLabel(`(${label})`, words) : label;
}

/** @param {Column} column @param {string} value */
function valueExpression({ kind, name }, value) {
  const column = { name, at: 0 };
  /** @type {Tree} */
  const isSo = kind === "flag" ? { type: "flag", column } : { type: "given", column };
  if (kind === "flag") return writtenTree(value === "yes" ? isSo : { type: "not", part: isSo });
  return writtenTree(value ? { type: "test", column, sign: "=", values: [value] } : { type: "not", part: isSo });
}
