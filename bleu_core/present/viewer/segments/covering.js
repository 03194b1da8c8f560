// Which tokens n-grams cover, from a sign for each n-gram by its first token.

/** @import { Token } from "./opened.js" */
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
