// Where an n-gram occurs in the texts of a page, and which of its occurrences are credited.

import { computedOnce, tokensAt } from "../segment_numbers.js";

/** @import { Lines, Pair, System, TestSet } from "../document.js" */
/** @import { Token } from "browser/characters.js" */
/**
 * A segment with the n-gram: its occurrences in A and B, how many of them are credited, and whether a reference has it.
 * @typedef {{place: number, a: number, b: number, creditedA: number, creditedB: number}} Concordant
 */

/** A kind of character, as the search text of a family: tokens with it are n-grams of one token. */
const CHARACTER_KIND = /^\/(\\p\{[A-Z][a-z]\})\/$/;

/** The tokens of a text as scored; none where it is missing. @param {Lines} lines @param {number} place */
export function scoredTokens(lines, place) {
  return computedOnce(lines, "tokens", () => /** @type {Token[][]} */ ([]))[place] ??= tokensAt(lines, place) ?? [];
}

/**
 * Tests of the tokens of an n-gram, one each; none for no n-gram.
 * @param {string} ngram its tokens, joined by spaces, or a kind of character
 * @returns {((token: string) => boolean)[]}
 */
export function ngramTests(ngram) {
  const kind = CHARACTER_KIND.exec(ngram)?.[1];
  if (kind) {
    const pattern = new RegExp(kind, "u");
    return [(token) => pattern.test(token)];
  }
  return ngram.split(" ").filter(Boolean).map((wanted) => (token) => token === wanted);
}

/** What a kind of character is called; "" for an n-gram, or an unknown kind. @param {Pair} pair @param {string} ngram */
export function nameOfKind({ ngrams }, ngram) {
  return ngrams?.families.find(({ sign, search }) => sign && search === ngram)?.text ?? "";
}

/** The first tokens of all occurrences. @param {Token[]} tokens @param {((token: string) => boolean)[]} tests */
export function startsOf(tokens, tests) {
  const found = [];
  for (let start = 0; tests.length && start + tests.length <= tokens.length; start++) {
    if (tests.every((test, i) => test(tokens[start + i].text))) found.push(start);
  }
  return found;
}

/** Those of a system that are credited. @param {System} system @param {number} place @param {number} order @param {number[]} starts */
export function creditedStarts({ occurrences }, place, order, starts) {
  return starts.filter((start) => occurrences[place][order - 1][start] === "+");
}

/** The segments with an n-gram, in the order of their places; computed once. @param {TestSet} set @param {Pair} pair @param {string} ngram */
export function findConcordance({ systems, references, config }, pair, ngram) {
  return computedOnce(pair, "concordance " + ngram, () => {
    const tests = ngramTests(ngram), order = tests.length, sides = [systems[pair.a], systems[pair.b]];
    /** @type {Concordant[]} */
    const found = [];
    if (!order || order > config.max_ngram_order) return found;
    for (let place = 0; place < sides[0].lines.texts.length; place++) {
      const [inA, inB] = sides.map(({ lines }) => startsOf(scoredTokens(lines, place), tests));
      if (!inA.length && !inB.length && !references.some((lines) => startsOf(scoredTokens(lines, place), tests).length)) continue;
      const [creditedA, creditedB] = [inA, inB].map((starts, side) => creditedStarts(sides[side], place, order, starts).length);
      found.push({ place, a: inA.length, b: inB.length, creditedA, creditedB });
    }
    return found;
  });
}
