// Which tokens n-grams cover, from a sign for each n-gram by its first token.

/** @typedef {import("./opened.js").Token} Token */
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
  return tokens.slice(start, start + order).map(({ text }) => text).join(" ");
}
