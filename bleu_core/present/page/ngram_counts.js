// The n-grams of some segments, counted from the signs of their occurrences: credited counts are additive.

import { patternOf } from "./patterns.js";
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

/** Places of a fresh table, a power of 2. */
const FIRST_PLACES = 2 ** 14;

/** Numbers of n-grams, each known by the n-gram without its last token, -1 for none, and by that token. */
class NgramNumbers {
  /** @type {Map<string, number>} */
  tokens = new Map();
  /** @type {string[]} */
  words = [];
  /** @type {number[]} the number of the n-gram without its last token */
  before = [];
  /** @type {number[]} */
  last = [];
  /** A hash table with open addressing, several times as fast as a Map: 1 more than the number, 0 for none. */
  places = new Int32Array(FIRST_PLACES);

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
    const place = this.placeOf(before, token);
    if (!this.places[place]) {
      this.last.push(token);
      this.places[place] = this.before.push(before);
      if (2 * this.last.length > this.places.length) this.grow();
      return this.last.length - 1;
    }
    return this.places[place] - 1;
  }

  /** Where an n-gram is in the table, or is to be. @param {number} before @param {number} token */
  placeOf(before, token) {
    const all = this.places.length - 1;
    let place = Math.imul(Math.imul(before + 1, 0x9e3779b1) ^ token, 0x85ebca6b);
    for (place = (place ^ (place >>> 15)) & all; ; place = (place + 1) & all) {
      const number = this.places[place] - 1;
      if (number < 0 || (this.last[number] === token && this.before[number] === before)) return place;
    }
  }

  grow() {
    this.places = new Int32Array(2 * this.places.length);
    this.last.forEach((token, number) => { this.places[this.placeOf(this.before[number], token)] = number + 1; });
  }

  /** @param {number} number @returns {string[]} */
  ngram(number) {
    const words = [];
    for (let at = number; at >= 0; at = this.before[at]) words.unshift(this.words[this.last[at]]);
    return words;
  }
}

/**
 * The numbers of the credited occurrences in a text.
 * @param {NgramNumbers} known @param {System} system @param {number} place
 */
function creditedIn(known, { lines, occurrences }, place) {
  /** @type {number[]} */
  const found = [];
  const signs = occurrences[place] ?? [];
  const tokens = scoredTokens(lines, place).map((text) => known.token(text));
  for (let start = 0; start < tokens.length; start++) {
    let longest = signs.length;
    while (longest && signs[longest - 1][start] !== "+") longest--;
    for (let order = 1, number = -1; order <= longest; order++) {
      number = known.number(number, tokens[start + order - 1]);
      if (signs[order - 1][start] === "+") found.push(number);
    }
  }
  return found;
}

/** By the number of an n-gram: matches of A and B, segments that each wins, and B less A in the last segment. */
class PairCounts {
  /** @type {number[]} */ a = [];
  /** @type {number[]} */ b = [];
  /** @type {number[]} */ winsA = [];
  /** @type {number[]} */ winsB = [];
  /** @type {number[]} */ gained = [];

  /** Those of a segment. @param {number[]} creditedA @param {number[]} creditedB @param {number} kinds numbers up to now */
  add(creditedA, creditedB, kinds) {
    for (const counts of [this.a, this.b, this.winsA, this.winsB, this.gained]) while (counts.length < kinds) counts.push(0);
    for (const number of creditedA) {
      this.a[number]++;
      this.gained[number]--;
    }
    for (const number of creditedB) {
      this.b[number]++;
      this.gained[number]++;
    }
    for (const credited of [creditedA, creditedB]) {
      for (const number of credited) {
        if (this.gained[number] < 0) this.winsA[number]++;
        else if (this.gained[number] > 0) this.winsB[number]++;
        this.gained[number] = 0; // it counts once
      }
    }
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
    const creditedA = creditedIn(known, a, place), creditedB = creditedIn(known, b, place);
    counts.add(creditedA, creditedB, known.last.length);
  }
  return countedRows(known, counts, pair);
}

/** @param {NgramNumbers} known @param {PairCounts} counts @param {Pair} pair */
function countedRows(known, { a, b, winsA, winsB }, { prices }) {
  /** @type {NgramRow[]} */
  const rows = [];
  for (let number = 0; number < a.length; number++) {
    if (!winsA[number] && !winsB[number]) continue;
    const words = known.ngram(number);
    const points = prices ? (b[number] - a[number]) * prices[1 + words.length] : NaN;
    rows.push([words.join(" "), words.length, a[number], b[number], winsA[number], winsB[number], null, points, NaN]);
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
    const pattern = patternOf(inner);
    if (!pattern) throw new SyntaxError();
    return (ngram) => ngram.search(pattern) >= 0;
  }
  if (inner && text[0] === '"' && text.at(-1) === '"') return (ngram) => ` ${ngram} `.includes(` ${inner} `);
  const wanted = text.toLowerCase();
  return (ngram) => ngram.toLowerCase().includes(wanted);
}
