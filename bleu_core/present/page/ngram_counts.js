// The n-grams of some segments, counted from the signs of their occurrences: credited counts are additive.

import { tokensAt } from "./segment_ngrams.js";

/** @typedef {import("./document.js").Lines} Lines */
/** @typedef {import("./document.js").System} System */
/** @typedef {import("./document.js").TestSet} TestSet */
/** @typedef {import("./document.js").Pair} Pair */
/** @typedef {import("./document.js").NgramRow} NgramRow */

/** @type {WeakMap<Lines, string[][]>} */
const scoredBefore = new WeakMap();

/** The tokens of a text as scored; none where it is missing. @param {Lines} lines @param {number} place */
export function scoredTokens(lines, place) {
  const known = scoredBefore.get(lines) ?? [];
  scoredBefore.set(lines, known);
  return known[place] ??= (tokensAt(lines, place) ?? []).map((token) => token.text);
}

/** Larger than any number of different tokens: the n-gram before and a token make one number. */
const FOLLOWERS = 2 ** 24;

/** Numbers of n-grams, each known by the n-gram without its last token and by that token. */
class NgramNumbers {
  /** @type {Map<string, number>} */
  tokens = new Map();
  /** @type {Map<number, number>} by the n-gram before, -1 for none, and the token */
  numbers = new Map();
  /** @type {string[]} */
  words = [];
  /** @type {number[]} the number of the n-gram without its last token; -1 for none */
  before = [];
  /** @type {number[]} */
  last = [];

  /** @param {string} text */
  token(text) {
    let token = this.tokens.get(text);
    if (token === undefined) {
      token = this.words.push(text) - 1;
      this.tokens.set(text, token);
    }
    return token;
  }

  /** @param {number} before @param {number} token */
  number(before, token) {
    const key = (before + 1) * FOLLOWERS + token;
    let number = this.numbers.get(key);
    if (number === undefined) {
      number = this.before.push(before) - 1;
      this.last.push(token);
      this.numbers.set(key, number);
    }
    return number;
  }

  /** @param {number} number @returns {string[]} */
  ngram(number) {
    const words = [];
    for (let at = number; at >= 0; at = this.before[at]) words.unshift(this.words[this.last[at]]);
    return words;
  }
}

/**
 * Call `found` with the number of each credited occurrence in a text.
 * @param {NgramNumbers} known @param {System} system @param {number} place @param {(number: number) => void} found
 */
function eachCredited(known, { lines, occurrences }, place, found) {
  const signs = occurrences[place] ?? [];
  const tokens = scoredTokens(lines, place).map((text) => known.token(text));
  for (let start = 0; start < tokens.length; start++) {
    let longest = signs.length;
    while (longest && signs[longest - 1][start] !== "+") longest--;
    for (let order = 1, number = -1; order <= longest; order++) {
      number = known.number(number, tokens[start + order - 1]);
      if (signs[order - 1][start] === "+") found(number);
    }
  }
}

/** By the number of an n-gram: matches of A and B, segments that each wins, and B less A in a segment. */
class PairCounts {
  /** @type {number[]} */ a = [];
  /** @type {number[]} */ b = [];
  /** @type {number[]} */ winsA = [];
  /** @type {number[]} */ winsB = [];
  /** @type {Map<number, number>} */ gained = new Map();

  /** @param {number[]} counts @param {number} number @param {number} change */
  count(counts, number, change) {
    counts[number] = (counts[number] ?? 0) + 1;
    this.gained.set(number, (this.gained.get(number) ?? 0) + change);
  }

  endSegment() {
    for (const [number, gained] of this.gained) {
      const wins = gained < 0 ? this.winsA : this.winsB;
      if (gained) wins[number] = (wins[number] ?? 0) + 1;
    }
    this.gained.clear();
  }
}

/** Segments that are counted between two looks at the clock. */
const AT_A_TIME = 64;

/**
 * Count the n-grams whose matches differ in a segment. It yields the part that is done, so that the page can
 * do other things meanwhile; the result has the largest contributions first, without q and nested points.
 * @param {TestSet} set
 * @param {Pair} pair
 * @param {number[]} places
 * @returns {Generator<number, NgramRow[], void>}
 */
export function* countNgrams(set, pair, places) {
  const known = new NgramNumbers(), counts = new PairCounts();
  const a = set.systems[pair.a], b = set.systems[pair.b];
  for (const [i, place] of places.entries()) {
    if (i % AT_A_TIME === 0) yield i / places.length;
    eachCredited(known, a, place, (number) => counts.count(counts.a, number, -1));
    eachCredited(known, b, place, (number) => counts.count(counts.b, number, 1));
    counts.endSegment();
  }
  return countedRows(known, counts, pair);
}

/** @param {NgramNumbers} known @param {PairCounts} counts @param {Pair} pair */
function countedRows(known, counts, { prices }) {
  /** @type {NgramRow[]} */
  const rows = [];
  for (let number = 0; number < known.last.length; number++) {
    const winsA = counts.winsA[number] ?? 0, winsB = counts.winsB[number] ?? 0;
    if (!winsA && !winsB) continue;
    const a = counts.a[number] ?? 0, b = counts.b[number] ?? 0;
    const words = known.ngram(number);
    const points = prices ? (b - a) * prices[1 + words.length] : NaN;
    rows.push([words.join(" "), words.length, a, b, winsA, winsB, null, points, NaN]);
  }
  const size = (/** @type {NgramRow} */ row) => prices ? Math.abs(row[7]) : Math.abs(row[3] - row[2]);
  return rows.sort((one, other) => size(other) - size(one) || other[4] + other[5] - one[4] - one[5]);
}

/** @typedef {{order: number, side: "" | "lost" | "gained", text: string}} NgramFilter order 0 for all */

/**
 * Those of an order, which B lost or gained, that contain a text ignoring case; in quotation marks as whole
 * tokens, between slashes as a regular expression (SyntaxError if it is none).
 * @param {NgramRow[]} rows @param {NgramFilter} filter
 */
export function filterNgrams(rows, { order, side, text }) {
  const contains = ngramTest(text);
  return rows.filter(([ngram, n, a, b]) =>
    (!order || n === order) && (!side || (side === "lost" ? b < a : b > a)) && contains(ngram));
}

/** @param {string} text @returns {(ngram: string) => boolean} */
function ngramTest(text) {
  const inner = text.slice(1, -1);
  if (inner && text[0] === "/" && text.at(-1) === "/") {
    const pattern = new RegExp(inner, "u");
    return (ngram) => pattern.test(ngram);
  }
  if (inner && text[0] === '"' && text.at(-1) === '"') return (ngram) => ` ${ngram} `.includes(` ${inner} `);
  const wanted = text.toLowerCase();
  return (ngram) => ngram.toLowerCase().includes(wanted);
}
