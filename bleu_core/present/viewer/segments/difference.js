// What B lost, in the line of A, and what it gained, in its own line, beside matches that both have.

import { countNgrams, coverOf, joined, textsOf } from "./covering.js";
import { markedText } from "./marked_text.js";
import { diffOfWords } from "../word_diff.js";

/** @import { Opened, Side } from "./opened.js" */

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
