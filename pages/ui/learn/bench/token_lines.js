// Lines of text with their tokens marked in place: punctuation and spacing stay as written.

import { element } from "browser/dom.js";

/** @typedef {import("./bench.js").Token} Token */
/** @typedef {"credited" | "clipped" | "unmatched" | "covered" | "missed"} Status */
/** @typedef {Status[][]} Occurrences of each order, what became of the n-gram that begins at each token */

/** Which tokens, and gaps after them, n-grams of an order with a status cover. @param {Occurrences} occurrences @param {number} size @param {number} order @param {Status} good */
export function covered(occurrences, size, order, good) {
  /** @type {boolean[]} */
  const tokens = new Array(size).fill(false), gaps = new Array(size).fill(false);
  (occurrences[order - 1] ?? []).forEach((status, start) => {
    if (status !== good) return;
    tokens.fill(true, start, start + order);
    gaps.fill(true, start, start + order - 1);
  });
  return { tokens, gaps };
}

/**
 * @param {string} text @param {Token[]} tokens
 * @param {boolean} asScored whether the tokens are written, and not the text
 * @param {(t: number) => string} mark the class names of a token
 * @param {(t: number) => string} gap those of the gap after it
 */
export function tokenLine(text, tokens, asScored, mark, gap) {
  const characters = Array.from(text); // tokens count characters, not UTF-16 units
  const written = (/** @type {number} */ start, /** @type {number} */ end) => characters.slice(start, end).join("");
  const parts = tokens.flatMap((token, t) => {
    const space = asScored ? (t ? " " : "") : written(t ? tokens[t - 1].end : 0, token.start);
    const span = element("span", { className: "token " + mark(t), tabIndex: -1 }, asScored ? token.text : written(token.start, token.end));
    return [...(space ? [element("span", t ? "gap " + gap(t - 1) : "gap", space)] : []), span];
  });
  const rest = asScored ? "" : written(tokens.at(-1)?.end ?? 0, characters.length);
  if (rest) parts.push(element("span", "gap", rest));
  return element("div", { className: "text", dir: "auto" }, ...(parts.length ? parts : [element("span", "empty", "(empty)")]));
}

/** @param {Node} label @param {string} className @param {HTMLElement} line */
export function labelled(label, className, line) {
  return element("div", "row " + className, element("div", "label", label), line);
}

/** Light every occurrence of an n-gram in a row whose line has these tokens. @param {Element} row @param {Token[]} tokens @param {string} text */
export function lightIn(row, tokens, text) {
  const spans = row.querySelectorAll(".token"), order = text.split(" ").length;
  for (let s = 0; s + order <= tokens.length; s++) {
    if (tokens.slice(s, s + order).map((token) => token.text).join(" ") !== text) continue;
    // With the gaps between its tokens, so that it is seen as one.
    for (let node = spans[s]; node; node = node === spans[s + order - 1] ? null : node.nextElementSibling) node.classList.add("lit");
  }
}
