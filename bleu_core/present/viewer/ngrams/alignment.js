// Which tokens of one text stand where those of another do, by their word diff.

import { diffOfWords } from "../word_diff.js";

/**
 * For each token of a text the stretch of the other that stands at its place: the same token, the one that faces it in a
 * stretch of equal length, or all tokens of a stretch of another length.
 * @param {string[]} tokens
 * @param {string[]} others
 * @returns {[number, number][]}
 */
export function facingStretches(tokens, others) {
  const [own, theirs] = diffOfWords(tokens, others).map((places) => new Set(places));
  /** @type {[number, number][]} */
  const facing = [];
  for (let i = 0, j = 0; i < tokens.length || j < others.length;) {
    const start = i, from = j;
    while (own.has(i)) i++;
    while (theirs.has(j)) j++;
    const isEqual = i - start === j - from;
    for (let k = start; k < i; k++) facing.push(isEqual ? [from + k - start, from + k - start + 1] : [from, j]);
    if (i < tokens.length) facing.push([j, j + 1]);
    i++;
    j++;
  }
  return facing;
}

/** The stretch that faces some tokens. @param {[number, number][]} facing @param {number} start @param {number} end @returns {[number, number]} */
export function facingStretch(facing, start, end) {
  const some = facing.slice(start, end);
  return [Math.min(...some.map(([from]) => from)), Math.max(...some.map(([, to]) => to))];
}
