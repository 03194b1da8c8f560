// The orders of the list of segments: the keys of bleu_core/segments/worklist.py, and their names.

import { columnNumbers, computedOnce, segmentPoints, sentenceBleu, sentenceDeltas } from "./segment_numbers.js";
import { roundedScore } from "./numbers.js";

/** @import { Metric, Pair, TestSet } from "./document.js" */
/** @import { Numbers } from "./segment_numbers.js" */

// ---- Other metrics.

/** The other metrics with their keys, which are in the names of their columns, in the same order. @param {Pair} pair @returns {(Metric & {key: string})[]} */
export function metricsOf(pair) {
  const keys = pair.columns.flatMap(({ name }) => (name.startsWith("gain.") ? [name.slice(5)] : []));
  return keys.length === pair.metrics.length ? keys.map((key, i) => ({ key, ...pair.metrics[i] })) : [];
}

/** Percentile ranks, above 0 and below 100; equal numbers have equal ranks. @param {Numbers} gains */
function percentileRanks(gains) {
  const values = Float64Array.from(gains, roundedScore), there = values.filter((value) => !Number.isNaN(value)).sort();
  const ranks = new Map();
  for (let start = 0, end = 0; start < there.length; start = end) {
    while (end < there.length && there[end] === there[start]) end++;
    ranks.set(there[start], (100 * (start + end)) / 2 / there.length);
  }
  return values.map((value) => (Number.isNaN(value) ? NaN : ranks.get(value)));
}

/** Which metrics a key compares: "disagree:ter,chrf"; BLEU and one other: "disagree:chrf". @param {string} text */
function readMetrics(text) {
  const keys = text.split(",").map((key) => key.replaceAll("%2C", ",").replaceAll("%25", "%"));
  return keys.length === 1 ? ["bleu", ...keys] : keys;
}

/** A metric as keys of orders have it. @param {string} key */
export function writtenMetric(key) {
  return key.replaceAll("%", "%25").replaceAll(",", "%2C");
}

/** Gains by a metric, larger is better. @param {TestSet} set @param {Pair} pair @param {string} metric */
function gainsBy(set, pair, metric) {
  return metric === "bleu" ? sentenceDeltas(set, pair) : columnNumbers(set, pair, "gain." + metric);
}

/** Rank by one metric minus that by another, −100 to 100; null without one of them. @param {TestSet} set @param {Pair} pair @param {string} text */
export function disagreementOf(set, pair, text) {
  return computedOnce(pair, "disagree:" + text, () => {
    const [one, other] = readMetrics(text).map((metric) => gainsBy(set, pair, metric));
    if (!one || !other) return null;
    const ranks = percentileRanks(other);
    return percentileRanks(one).map((rank, i) => rank - ranks[i]);
  });
}

// ---- The orders.

/** The component of a key, "p1" … or "bp". */
export const COMPONENT_KEY = /^(p[1-9]\d?|bp)$/;

/** @type {Record<string, (set: TestSet, pair: Pair) => Numbers>} */
const ORDER_NUMBERS = {
  line: (set) => Float64Array.from({ length: set.size }, (_, i) => i),
  points: segmentPoints,
  // In the direction of Δ.
  carried: (set, pair) => Float64Array.from(ORDER_NUMBERS[pair.prices ? "points" : "delta"](set, pair), (points) => (pair.delta > 0 ? points : -points)),
  delta: (set, pair) => sentenceDeltas(set, pair).map(roundedScore),
  size: (set, pair) => sentenceDeltas(set, pair).map((delta) => Math.abs(roundedScore(delta))),
  a: (set, pair) => sentenceBleu(set, pair.a).map(roundedScore),
  b: (set, pair) => sentenceBleu(set, pair.b).map(roundedScore),
  length: (set, pair) => Float64Array.from(set.systems[pair.a].statistics[1], (length, i) => (length + set.systems[pair.b].statistics[1][i]) / 2),
  ratio: (set, pair) => {
    const [[a], [b]] = [set.systems[pair.a].statistics, set.systems[pair.b].statistics];
    return b.map((length, i) => length / Math.max(a[i], 1));
  },
};

/** The numbers that a key sorts by; null for an unknown key. @param {string} key without "-" @param {TestSet} set @param {Pair} pair @returns {Numbers | null} */
export function orderNumbers(key, set, pair) {
  if (Object.hasOwn(ORDER_NUMBERS, key)) return ORDER_NUMBERS[key](set, pair);
  if (COMPONENT_KEY.test(key)) return columnNumbers(set, pair, "points." + key) ?? new Float64Array(set.size);
  const [, how, text] = /^(column|metric|disagree):(.*)$/s.exec(key) ?? [];
  if (!how) return null;
  const numbers = how === "column" ? columnNumbers(set, pair, text) : how === "metric" ? gainsBy(set, pair, readMetrics(text)[1]) : disagreementOf(set, pair, text);
  return numbers && Float64Array.from(numbers, how === "disagree" ? Math.abs : roundedScore);
}

/** An order that this pair has: the given one, or the usual one. @param {string} sort @param {TestSet} set @param {Pair} pair */
export function knownSort(sort, set, pair) {
  const key = sort.replace(/^-/, "");
  if (Object.hasOwn(ORDER_NUMBERS, key) || COMPONENT_KEY.test(key)) return sort;
  return computedOnce(pair, "numbers " + key, () => orderNumbers(key, set, pair)) ? sort : "-carried";
}

/**
 * All segments in an order, "-" before its key for the largest first; ties in file order, NaN last.
 * @param {string} sort
 * @param {TestSet} set
 * @param {Pair} pair
 * @returns {number[]}
 */
export function orderOf(sort, set, pair) {
  return computedOnce(pair, "order " + sort, () => {
    const known = knownSort(sort, set, pair), largest = known.startsWith("-"), key = known.replace(/^-/, "");
    const numbers = Float64Array.from(orderNumbers(key, set, pair), (value) => (Number.isNaN(value) ? Infinity : largest ? -value : value));
    const rows = Array.from(numbers, (_, i) => i);
    if (key === "line") return largest ? rows.reverse() : rows;
    return rows.sort((x, y) => (numbers[x] === numbers[y] ? x - y : numbers[x] - numbers[y]));
  });
}

/**
 * The segment so many places after another on a list, and whether the list goes so far. A segment
 * that the filter left out keeps its place in the order.
 * @param {number[]} rows the list, in the order of `all`
 * @param {number[]} all
 * @param {number} start
 * @param {number} by
 * @returns {[row: number, reached: boolean]}
 */
export function stepAlong(rows, all, start, by) {
  let at = rows.indexOf(start);
  if (at < 0) {
    const places = new Map(all.map((row, place) => [row, place])), place = places.get(start);
    const next = rows.findIndex((row) => places.get(row) > place), after = next < 0 ? rows.length : next;
    if (after === (by > 0 ? rows.length : 0)) return [start, false];
    at = by > 0 ? after - 1 : after;
  }
  const to = Math.max(0, Math.min(rows.length - 1, at + by));
  return [rows[to], to === at + by];
}
