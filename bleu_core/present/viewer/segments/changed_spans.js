// The passages that B lost and gained, with the points of their n-grams: bleu_core/explain/changed_spans.py.

import { joined, stretchesOf, coverOf } from "./covering.js";
import { changedSigns } from "./difference.js";
import { formatDelta, NO_VALUE, roundedScore, smallDigits } from "../numbers.js";

/** @import { Opened, Side } from "./opened.js" */
/** @typedef {{text: string, order: number, times: number, points: number}} ChangedNgram in a passage, and how often; NaN without points */
/**
 * @typedef {object} ChangedSpan
 * @property {Side} side a: lost by B, b: gained
 * @property {number} first token
 * @property {number} last
 * @property {number} matches
 * @property {number} points NaN if they are undefined
 * @property {ChangedNgram[]} ngrams the longest first
 */

/** Points of a match more of an order, from 1. @param {Opened} opened @param {number} order */
export function pointsPerMatch({ prices }, order) {
  return prices ? prices[1 + order] : NaN;
}

/** @param {Opened} opened @param {Side} side @returns {ChangedSpan[]} */
function spansOfSide(opened, side) {
  const { tokens } = opened.texts[side], signs = changedSigns(opened, side), sign = side === "a" ? -1 : 1;
  return stretchesOf(coverOf(signs, tokens.length)).map(([first, last]) => {
    /** @type {Map<string, ChangedNgram>} */
    const ngrams = new Map();
    for (let order = signs.length; order > 0; order--) {
      const row = signs[order - 1], price = sign * pointsPerMatch(opened, order);
      for (let t = first; t <= last; t++) {
        if (row[t] !== "+") continue;
        const text = joined(tokens, t, order), ngram = ngrams.get(text) ?? { text, order, times: 0, points: 0 };
        ngram.times++;
        ngram.points += price;
        ngrams.set(text, ngram);
      }
    }
    const all = [...ngrams.values()], sum = (/** @type {"times" | "points"} */ what) => all.reduce((total, ngram) => total + ngram[what], 0);
    return { side, first, last, matches: sum("times"), points: sum("points"), ngrams: all };
  });
}

/** What changed, the most points first; null where the changes were not computed. @param {Opened} opened */
export function changedSpans(opened) {
  if (!opened.changes) return null;
  const spans = [...spansOfSide(opened, "a"), ...spansOfSide(opened, "b")];
  const size = (/** @type {ChangedSpan} */ { points, matches }) => (opened.prices ? Math.abs(points) : matches);
  return spans.sort((one, other) => size(other) - size(one));
}

/** The segment's points by component: of each order its matches and totals, and of the lengths. NaN if undefined. @param {Opened} opened */
export function pointParts({ prices, statistics, config }) {
  const orders = config.max_ngram_order;
  const part = (/** @type {number} */ k) => (prices ? prices[k] * (statistics.b[k] - statistics.a[k]) : NaN);
  const each = Array.from({ length: orders }, (_, n) => n);
  return { matches: each.map((n) => part(2 + n)), totals: each.map((n) => part(2 + orders + n)), lengths: part(0) + part(1) };
}

const MOST_DIGITS = 5; // of a segment whose parts cancel out

/** Points with as many decimals as show the segment's points and its largest parts; "–" if undefined. @param {Opened} opened @param {number} points */
export function formatPoints(opened, points) {
  if (Number.isNaN(points)) return NO_VALUE;
  const { matches, totals, lengths } = pointParts(opened), all = roundedScore(opened.points);
  const largest = Math.max(...matches.map((own, n) => Math.abs(own + totals[n])), Math.abs(lengths), Math.abs(all));
  return formatDelta(points, Math.max(smallDigits(largest), Math.min(MOST_DIGITS, smallDigits(all))));
}
