// Slices of an embedded document: scores and points are from the sums of its statistics, intervals from Python.

import { filterConditions, partColumns, partLabel, partTest, partValues, selectedRows } from "../filter.js";
import { computedOnce, segmentPoints, unattributedNote } from "../segment_numbers.js";
import { bleuOf, sumRows } from "../statistics.js";

/** @typedef {import("../document.js").Criterion} Criterion */
/** @typedef {import("../document.js").Pair} Pair */
/** @typedef {import("../document.js").TestSet} TestSet */
/** @typedef {import("./slices.js").SliceRow} SliceRow */
/** @typedef {{set: TestSet, pair: Pair}} Compared */

const BLEU = { key: "bleu", label: "BLEU", decimals: 2, lower: false };

/**
 * The slices by a criterion, or by the first ones, of the segments that a query selects.
 * @param {Compared} compared
 * @param {string} by
 * @param {import("../source.js").Query} query
 * @returns {import("./slices.js").Slices}
 */
export function embeddedSlices({ set, pair }, by, query) {
  const { criteria, first, sentence, lead } = pair.slicing, rows = selectedRows(set, filterConditions(set, pair, /** @type {any} */ (query)));
  const chosen = criteria.filter(({ column }) => column === by), shown = criteria.filter(({ column }) => first.includes(column));
  return {
    sentence, lead, first, choices: criteria.map(({ column }) => column),
    groups: (chosen.length ? chosen : shown).map((criterion) => sliceGroup({ set, pair }, criterion, rows)),
    whole: { ...scoredSlice({ set, pair }, rows, rows ? null : pair.interval), label: rows ? "All filtered segments" : "All segments", value: "" },
    metric: BLEU, metrics: [],
    isFiltered: Boolean(rows), delta: pair.delta, hasPoints: Boolean(pair.prices), unattributed: unattributedNote(set, pair),
    finder: pair.finder, saved: pair.saved,
  };
}

/** @param {Compared} compared @param {Criterion} criterion @param {number[] | null} rows */
function sliceGroup(compared, { column, ordered, intervals, note }, rows) {
  const { set, pair } = compared, own = partColumns(set, pair).find(({ name }) => name === column);
  const all = rows ?? [...Array(set.size).keys()], ends = new Map(intervals.map(([value, low, high]) => [value, [low, high]]));
  const slices = partValues(own).flatMap((value) => {
    const there = all.filter(partTest(own, value));
    const interval = rows ? null : /** @type {[number, number]} */ (ends.get(value) ?? null);
    return there.length ? [{ ...scoredSlice(compared, there, interval), label: partLabel(value, own), value }] : [];
  });
  // Bands remain in their order; others follow by what they contribute.
  const way = pair.delta < 0 ? 1 : -1;
  if (!ordered) slices.sort((one, other) => way * (one.points - other.points) || 0);
  return { column, about: own.about, note, rows: slices };
}

/** @param {Compared} compared @param {number[] | null} rows null for all @param {[number, number] | null} interval */
function scoredSlice({ set, pair }, rows, interval) {
  const [a, b] = [pair.a, pair.b].map((system) => bleuOf(sumRows(set.systems[system], rows), set.config));
  const points = segmentPoints(set, pair), [low, high] = interval ?? [null, null];
  const sum = rows ? rows.reduce((total, row) => total + points[row], 0) : computedOnce(pair, "sum of points", () => points.reduce((total, own) => total + own, 0));
  return { segments: rows ? rows.length : set.size, a, b, delta: b - a, low, high, points: sum };
}
