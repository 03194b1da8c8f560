// What B lost, in the line of A, and what it gained, in its own line: signs, passages with points, and references.

import { formatDelta, NO_VALUE, roundedScore, smallDigits } from "../numbers.js";
import { markedText } from "./marked_text.js";
import { diffOfWords } from "../word_diff.js";

/** @import { Opened, Side, Token } from "./opened.js" */
/** @typedef {{tokens: number[], gaps: number[]}} Cover by token, and by gap after it: the highest order of an n-gram over it, 0 for none */

/**
 * @param {string[]} signs by order
 * @param {number} size tokens
 * @param {string} [wanted] the sign that counts
 * @param {number} [only] the order that counts; all without it
 * @returns {Cover}
 */
export function coverOf(signs, size, wanted = "+", only = 0) {
  /** @type {number[]} */
  const tokens = new Array(size).fill(0), gaps = new Array(size).fill(0);
  signs.forEach((row, i) => {
    const n = i + 1;
    if (only && only !== n) return;
    for (let start = row.indexOf(wanted); start >= 0; start = row.indexOf(wanted, start + 1)) {
      tokens.fill(n, start, start + n); // orders ascend
      gaps.fill(n, start, start + n - 1);
    }
  });
  return { tokens, gaps };
}

/** The stretches of tokens that share n-grams: those that only touch stay apart. @param {Cover} cover @returns {[first: number, last: number][]} */
export function stretchesOf({ tokens, gaps }) {
  /** @type {[number, number][]} */
  const found = [];
  tokens.forEach((order, t) => {
    if (!order) return;
    if (t && gaps[t - 1]) found.at(-1)[1] = t;
    else found.push([t, t]);
  });
  return found;
}

/** The text of an n-gram. @param {Token[]} tokens @param {number} start @param {number} order */
export function joined(tokens, start, order) {
  return textsOf(tokens.slice(start, start + order)).join(" ");
}

/** The texts of a line's tokens. @param {Token[]} tokens */
export function textsOf(tokens) {
  return tokens.map(({ text }) => text);
}

/** How often each n-gram of an order occurs; with signs, those that have the wanted one. @param {Token[]} tokens @param {number} order @param {string} [signs] @param {"+" | "^"} [wanted] */
export function countNgrams(tokens, order, signs, wanted = "+") {
  /** @type {Map<string, number>} */
  const found = new Map();
  for (let t = 0; t + order <= tokens.length; t++) {
    if (signs !== undefined && signs[t] !== wanted) continue;
    const text = joined(tokens, t, order);
    found.set(text, (found.get(text) ?? 0) + 1);
  }
  return found;
}

// ---- What B lost, in the line of A, and what it gained, in its own line, beside matches that both have.

/**
 * The signs of a system's changed n-grams: + lost by B, or gained by it. Where the changes were not computed, all
 * occurrences of n-grams that are credited more often here.
 * @param {Opened} opened
 * @param {Side} side
 */
export function changedSigns({ texts, changes }, side) {
  if (changes) return changes[side];
  const own = texts[side], other = texts[side === "a" ? "b" : "a"];
  return own.signs.map((signs, i) => {
    const here = countNgrams(own.tokens, i + 1, signs), there = countNgrams(other.tokens, i + 1, other.signs[i]);
    const isMore = (/** @type {string} */ ngram) => here.get(ngram) > (there.get(ngram) ?? 0);
    return Array.from(signs, (sign, t) => (sign === "+" && isMore(joined(own.tokens, t, i + 1)) ? "+" : "-")).join("");
  });
}

/**
 * @param {Opened} opened
 * @param {Side} side
 * @param {number} [order] whose changes are marked: 0 for all, -1 for none
 * @returns {import("./marked_text.js").Marks}
 */
export function differenceMarks(opened, side, order = 0) {
  const own = opened.texts[side], other = opened.texts[side === "a" ? "b" : "a"], size = own.tokens.length;
  const changed = coverOf(changedSigns(opened, side), size, "+", order), credited = coverOf(own.signs, size);
  const differs = new Set(diffOfWords(textsOf(own.tokens), textsOf(other.tokens))[0]), name = side === "a" ? "lost" : "gained";
  const isShared = (/** @type {number} */ t) => credited.tokens[t] > 0 && !changed.tokens[t];
  return {
    around: (t) => (changed.tokens[t] ? name : isShared(t) ? "shared" : ""),
    between: (t) => (changed.gaps[t] ? name : credited.gaps[t] && isShared(t) && isShared(t + 1) ? "shared" : ""),
    own: (t) => {
      if (!differs.has(t)) return "";
      return changed.tokens[t] ? "changed" : side === "b" && !credited.tokens[t] ? "own" : "";
    },
  };
}

/**
 * The line of a system, or with a window an excerpt from it, with the difference marked.
 * @param {Opened} opened with texts
 * @param {Side} side
 * @param {[start: number, end: number]} [window] characters
 * @returns {HTMLElement}
 */
export function differenceLine(opened, side, window) {
  return markedText(opened.texts[side], differenceMarks(opened, side), window && { shown: [window] });
}

// ---- The passages that B lost and gained, with the points of their n-grams: bleu_core/explain/changed_spans.py.

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

// ---- The references of a segment: where what changed occurs in them, and which one is closest to the outputs.

/** How often each changed n-gram of a side occurs as such, by order. @param {Opened} opened @param {Side} side */
function changedTexts(opened, side) {
  return changedSigns(opened, side).map((signs, i) => countNgrams(opened.texts[side].tokens, i + 1, signs));
}

/** The changes of a side that a reference can explain: not more than it has beyond what the other system matches. @param {Opened} opened @param {Side} side @param {number} r */
function explained(opened, side, r) {
  const other = opened.texts[side === "a" ? "b" : "a"];
  return changedTexts(opened, side).map((changed, i) => {
    if (!changed.size) return changed;
    const there = countNgrams(opened.texts.references[r].tokens, i + 1), matched = countNgrams(other.tokens, i + 1, other.signs[i] ?? "-");
    return new Map(Array.from(changed, ([text, number]) => [text, Math.min(number, (there.get(text) ?? 0) - (matched.get(text) ?? 0))]));
  });
}

/**
 * The signs of a reference: + where an n-gram is that B lost or gained, as often as it changed, where its longest
 * context is. @param {Opened} opened @param {Side} side @param {number} r
 */
export function referenceSigns(opened, side, r) {
  const { tokens } = opened.texts.references[r], changed = explained(opened, side, r), signs = changed.map(() => new Array(tokens.length).fill("-"));
  const depth = coverOf(opened.texts[side === "a" ? "b" : "a"].covered[r], tokens.length).tokens;
  for (let order = changed.length; order > 0; order--) {
    const left = new Map(changed[order - 1]);
    if (!left.size) continue;
    const starts = [...tokens.slice(order - 1).keys()];
    // Best inside a longer one that is marked, else where the other system matches least.
    const isInside = (/** @type {number} */ t) => order < changed.length && [t - 1, t].some((start) => signs[order][start] === "+");
    const others = starts.filter((start) => !isInside(start)).sort((one, other) => depth[one] - depth[other]);
    for (const t of [...starts.filter(isInside), ...others]) {
      const text = joined(tokens, t, order), number = left.get(text) ?? 0;
      if (number < 1) continue;
      left.set(text, number - 1);
      signs[order - 1][t] = "+";
    }
  }
  return signs.map((row) => row.join(""));
}

/** All references that this segment has, the closest first: how many changed n-grams each has, and has alone. @param {Opened} opened */
export function closestReferences(opened) {
  const { texts } = opened, there = texts.references.flatMap((line, r) => (line ? [r] : []));
  const changed = new Set(/** @type {Side[]} */ (["a", "b"]).flatMap((side) => changedTexts(opened, side).flatMap((found) => [...found.keys()])));
  const held = new Map(there.map((r) => {
    const ngrams = new Set(texts.a.signs.flatMap((_, i) => [...countNgrams(texts.references[r].tokens, i + 1).keys()]));
    return [r, [...changed].filter((text) => ngrams.has(text))];
  }));
  const covered = (/** @type {number} */ r) => [texts.a, texts.b].flatMap((line) => line.covered[r]).join("").replaceAll("-", "").length;
  const apart = (/** @type {number} */ r) => [texts.a, texts.b].reduce((sum, line) => sum + Math.abs(line.tokens.length - texts.references[r].tokens.length), 0);
  const order = there.map((r) => ({
    r, has: held.get(r).length, alone: held.get(r).filter((text) => there.every((other) => other === r || !held.get(other).includes(text))).length,
  }));
  order.sort((x, y) => y.has - x.has || covered(y.r) - covered(x.r) || apart(x.r) - apart(y.r) || x.r - y.r);
  return { order, changed: changed.size };
}
