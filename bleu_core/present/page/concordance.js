// The segments where an n-gram occurs, in groups, and the n-gram in its context.

import { scoredTokens } from "./ngram_counts.js";
import { truncateText } from "./numbers.js";
import { tokensAt } from "./segment_ngrams.js";

/** @typedef {import("./document.js").Lines} Lines */
/** @typedef {import("./document.js").TestSet} TestSet */
/** @typedef {import("./document.js").Pair} Pair */
/**
 * A segment with the n-gram: its occurrences in A and B, and the most in any single reference.
 * @typedef {{place: number, a: number, b: number, limit: number}} Concordant
 */
/** @typedef {"only A" | "only B" | "both" | "neither" | "unreferenced"} ConcordanceGroup */

/** What each group has. @type {Record<ConcordanceGroup, string>} */
export const CONCORDANCE_GROUPS = {
  "only A": "A has a match, B has none.",
  "only B": "B has a match, A has none.",
  both: "Both have a match.",
  neither: "A reference has the n-gram, neither system does.",
  unreferenced: "No reference has the n-gram.",
};

/** @param {string} ngram */
function tokensOfNgram(ngram) {
  return ngram.split(" ").filter(Boolean);
}

/** @param {string[]} tokens @param {string[]} wanted @param {number} [from] */
function placeOfTokens(tokens, wanted, from = 0) {
  const last = tokens.length - wanted.length;
  for (let start = from; start <= last; start++) {
    if (wanted.every((token, i) => tokens[start + i] === token)) return start;
  }
  return -1;
}

/** @param {string[]} tokens @param {string[]} wanted */
function timesIn(tokens, wanted) {
  let times = 0;
  for (let at = placeOfTokens(tokens, wanted); at >= 0; at = placeOfTokens(tokens, wanted, at + 1)) times++;
  return times;
}

/**
 * @param {TestSet} set
 * @param {Pair} pair
 * @param {number[]} places that are searched
 * @param {string} ngram its tokens, joined by spaces
 * @returns {Concordant[]} in the order of `places`
 */
export function findConcordance(set, pair, places, ngram) {
  const wanted = tokensOfNgram(ngram);
  const found = [];
  for (const place of wanted.length ? places : []) {
    const times = (/** @type {Lines} */ lines) => timesIn(scoredTokens(lines, place), wanted);
    const a = times(set.systems[pair.a].lines), b = times(set.systems[pair.b].lines);
    const limit = Math.max(0, ...set.references.map(times));
    if (a || b || limit) found.push({ place, a, b, limit });
  }
  return found;
}

/** @param {Concordant} one @returns {ConcordanceGroup} */
function groupOf({ a, b, limit }) {
  if (!limit) return "unreferenced";
  if (a) return b ? "both" : "only A";
  return b ? "only B" : "neither";
}

/** Each segment is in one group. @param {Concordant[]} found */
export function concordanceGroups(found) {
  const groups = Object.keys(CONCORDANCE_GROUPS).map((name) => [name, found.filter((one) => groupOf(one) === name)]);
  return /** @type {Record<ConcordanceGroup, Concordant[]>} */ (Object.fromEntries(groups));
}

/** The larger of those where one system has it; else the largest. @param {Record<ConcordanceGroup, Concordant[]>} groups */
export function usualGroup(groups) {
  const bySize = (/** @type {ConcordanceGroup[]} */ names) => names.toSorted((one, other) => groups[other].length - groups[one].length)[0];
  const first = bySize(["only A", "only B"]);
  return groups[first].length ? first : bySize(/** @type {ConcordanceGroup[]} */ (Object.keys(groups)));
}

/** Characters on either side of the n-gram, and of a text without it. */
const BESIDE = 60, BEGINNING = 120;

/**
 * The first place of an n-gram in a text, with what is before and after it; without `ngram` the text's beginning.
 * Null where there is no text.
 * @param {Lines} lines @param {number} place @param {string} ngram
 * @returns {{before: string, ngram: string, after: string} | null}
 */
export function ngramInContext(lines, place, ngram) {
  const text = lines.texts[place];
  if (text === null) return null;
  const characters = Array.from(text), wanted = tokensOfNgram(ngram);
  const first = placeOfTokens(scoredTokens(lines, place), wanted);
  if (first < 0) return { before: truncateText(text, BEGINNING), ngram: "", after: "" };
  const tokens = tokensAt(lines, place);
  const start = tokens[first].start, end = tokens[first + wanted.length - 1].end;
  const before = start <= BESIDE ? characters.slice(0, start) : ["…", ...characters.slice(start - BESIDE + 1, start)];
  return {
    before: before.join(""),
    ngram: characters.slice(start, end).join(""),
    after: truncateText(characters.slice(end).join(""), BESIDE),
  };
}
