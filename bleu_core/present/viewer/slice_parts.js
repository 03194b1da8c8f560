// The parts of the test set by a column, with BLEU of each from the sums of its statistics.

import { partColumns, partLabel, partTest, partValues } from "./filter.js";
import { computedOnce, segmentPoints } from "./segment_numbers.js";
import { bleuOf, sumRows } from "./statistics.js";

/** @typedef {import("./document.js").TestSet} TestSet */
/** @typedef {import("./document.js").Pair} Pair */
/** @typedef {import("./filter.js").PartColumn} PartColumn */
/**
 * @typedef {object} SlicePart
 * @property {string} label
 * @property {string} value of the column
 * @property {number} segments
 * @property {number} a BLEU
 * @property {number} b BLEU
 * @property {number} points contribution to the whole Δ; NaN if it is undefined
 */

/** Most parts of a column, and the fewest segments for each on average. */
const MOST_SLICES = 200, SEGMENTS_PER_SLICE = 2;

/** Whether a column makes two parts or more, but not one for each segment. @param {PartColumn} column @param {number} size */
function isForSlices({ values }, size) {
  if (values.some(Array.isArray)) return false;
  const parts = new Set(values).size;
  return parts > 1 && parts <= MOST_SLICES && parts * SEGMENTS_PER_SLICE <= size;
}

/** The columns that the test set is sliced by: of texts, of bands of numbers, then of flags. @param {TestSet} set @param {Pair} pair */
export function sliceColumns(set, pair) {
  return computedOnce(pair, "slice columns", () => {
    const columns = partColumns(set, pair).filter((column) => isForSlices(column, set.size));
    return [...columns.filter(({ kind }) => kind === "text"), ...columns.filter(({ kind }) => kind === "flag")];
  });
}

/** The parts, none of them empty, of all segments or of some rows. @param {TestSet} set @param {Pair} pair @param {PartColumn} column @param {number[] | null} rows */
export function slicePartsOf(set, pair, column, rows) {
  const all = rows ?? [...Array(set.size).keys()];
  return partValues(column).flatMap((value) => {
    const own = all.filter(partTest(column, value));
    return own.length ? [scoredPart(set, pair, partLabel(value, column), value, own)] : [];
  });
}

/** All segments, or some, as one part. @param {TestSet} set @param {Pair} pair @param {number[] | null} rows */
export function wholeSlice(set, pair, rows) {
  return scoredPart(set, pair, rows ? "All filtered" : "All", "", rows ?? [...Array(set.size).keys()]);
}

/** @param {TestSet} set @param {Pair} pair @param {string} label @param {string} value @param {number[]} rows @returns {SlicePart} */
function scoredPart(set, pair, label, value, rows) {
  const [a, b] = [pair.a, pair.b].map((system) => bleuOf(sumRows(set.systems[system], rows), set.config));
  const points = segmentPoints(set, pair);
  return { label, value, segments: rows.length, a, b, points: rows.reduce((sum, row) => sum + points[row], 0) };
}
