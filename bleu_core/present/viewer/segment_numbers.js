// Numbers of all segments that several screens need, each computed once.

import { formatSmallDelta } from "./numbers.js";
import { pointsOf, sentenceScores } from "./statistics.js";

/** @import { Pair, TestSet } from "./document.js" */
/** @typedef {ArrayLike<number>} Numbers one of each segment; NaN is missing */

/** @type {WeakMap<object, Map<string, any>>} */
const computedOf = new WeakMap();

/**
 * What `compute` returns, computed once for `owner` and `name`.
 * @template T
 * @param {object} owner
 * @param {string} name
 * @param {() => T} compute
 * @returns {T}
 */
export function computedOnce(owner, name, compute) {
  const all = computedOf.get(owner) ?? new Map();
  computedOf.set(owner, all);
  if (!all.has(name)) all.set(name, compute());
  return all.get(name);
}

/** The number of a segment in the whole test set, from 1. @param {TestSet} set @param {number} row */
export function numberOfRow({ numbers }, row) {
  return numbers ? numbers[row] : row + 1;
}

/** Sentence BLEU of a system. @param {TestSet} set @param {number} system */
export function sentenceBleu({ systems, config }, system) {
  return computedOnce(systems[system], "sentences", () => sentenceScores(systems[system], config));
}

/** Δ of sentence BLEU. @param {TestSet} set @param {Pair} pair */
export function sentenceDeltas(set, pair) {
  return computedOnce(pair, "deltas", () => {
    const a = sentenceBleu(set, pair.a), b = sentenceBleu(set, pair.b);
    return a.map((score, i) => b[i] - score);
  });
}

/** Contributions to Δ; NaN if BLEU of a system is 0. @param {TestSet} set @param {Pair} pair */
export function segmentPoints(set, pair) {
  return computedOnce(pair, "points", () => pointsOf(set, pair));
}

const VISIBLE = 0.0005; // points

/** What is missing to Δ in the sum of the segments; "" if nothing is, or points are undefined. @param {TestSet} set @param {Pair} pair */
export function unattributedNote(set, pair) {
  return computedOnce(pair, "unattributed", () => {
    if (!pair.prices) return "";
    const left = pair.delta - segmentPoints(set, pair).reduce((sum, points) => sum + points, 0);
    if (Math.abs(left) < VISIBLE) return "";
    return `Not attributed to segments: ${formatSmallDelta(left)} points, from n-gram orders with no match in a system, or for which only one system is long enough.`;
  });
}
