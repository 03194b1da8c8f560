// The segments where an n-gram occurs, in groups, and the n-gram in its context.

import { truncateText } from "./numbers.js";
import { tokensAt } from "./segment_ngrams.js";

/** @typedef {import("./document.js").Lines} Lines */
/** @typedef {import("./document.js").System} System */
/** @typedef {import("./document.js").TestSet} TestSet */
/** @typedef {import("./document.js").Pair} Pair */
/**
 * A segment with the n-gram: its occurrences in A and B, and how many of them are credited.
 * @typedef {{place: number, a: number, b: number, creditedA: number, creditedB: number}} Concordant
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

/** @type {WeakMap<Lines, string[][]>} */
const scoredBefore = new WeakMap();

/** The tokens of a text as scored; none where it is missing. @param {Lines} lines @param {number} place */
function scoredTokens(lines, place) {
  const known = scoredBefore.get(lines) ?? [];
  scoredBefore.set(lines, known);
  return known[place] ??= (tokensAt(lines, place) ?? []).map((token) => token.text);
}

/** @param {string} ngram */
function tokensOfNgram(ngram) {
  return ngram.split(" ").filter(Boolean);
}

/** The first tokens of all occurrences. @param {Lines} lines @param {number} place @param {string[]} wanted */
function startsOf(lines, place, wanted) {
  const tokens = scoredTokens(lines, place), found = [];
  for (let start = 0; start + wanted.length <= tokens.length; start++) {
    if (wanted.every((token, i) => tokens[start + i] === token)) found.push(start);
  }
  return found;
}

/**
 * @param {TestSet} set
 * @param {Pair} pair
 * @param {string} ngram its tokens, joined by spaces
 * @returns {Concordant[]} in the order of their places
 */
export function findConcordance({ systems, references, config }, pair, ngram) {
  const wanted = tokensOfNgram(ngram), order = wanted.length, [a, b] = [systems[pair.a], systems[pair.b]];
  if (!order || order > config.max_ngram_order) return [];
  const found = [];
  for (let place = 0; place < a.lines.texts.length; place++) {
    const [inA, inB] = [a, b].map(({ lines }) => startsOf(lines, place, wanted));
    if (!inA.length && !inB.length && !references.some((lines) => startsOf(lines, place, wanted).length)) continue;
    const credited = (/** @type {System} */ { occurrences }, /** @type {number[]} */ starts) =>
      starts.filter((start) => occurrences[place][order - 1][start] === "+").length;
    found.push({ place, a: inA.length, b: inB.length, creditedA: credited(a, inA), creditedB: credited(b, inB) });
  }
  return found;
}

/** @param {Concordant} one @returns {ConcordanceGroup} */
function groupOf({ a, b, creditedA, creditedB }) {
  if (creditedA) return creditedB ? "both" : "only A";
  if (creditedB) return "only B";
  return a || b ? "unreferenced" : "neither"; // of an n-gram that a reference has, the first is credited
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

/** All places of an n-gram in a text. @param {Lines} lines @param {number} place @param {string} ngram @returns {[number, number][]} */
export function ngramSpans(lines, place, ngram) {
  const wanted = tokensOfNgram(ngram), tokens = wanted.length ? tokensAt(lines, place) : null;
  return tokens ? startsOf(lines, place, wanted).map((first) => [tokens[first].start, tokens[first + wanted.length - 1].end]) : [];
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
  const characters = Array.from(text), wanted = tokensOfNgram(ngram), [first] = startsOf(lines, place, wanted);
  if (first === undefined) return { before: truncateText(text, BEGINNING), ngram: "", after: "" };
  const tokens = tokensAt(lines, place);
  const start = tokens[first].start, end = tokens[first + wanted.length - 1].end;
  const before = start <= BESIDE ? characters.slice(0, start) : ["…", ...characters.slice(start - BESIDE + 1, start)];
  return {
    before: before.join(""),
    ngram: characters.slice(start, end).join(""),
    after: truncateText(characters.slice(end).join(""), BESIDE),
  };
}
