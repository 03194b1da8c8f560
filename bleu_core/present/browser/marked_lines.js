// Lines of text with their tokens marked in place: punctuation and spacing stay as written.

import { element } from "./dom.js";

/** @typedef {{text: string, start: number, end: number}} Token the text as scored, and its place */
/** @typedef {[number, number][]} Hits the places of search hits in a text, from and to */
/** @typedef {number | "longest"} Order */
/** @typedef {"credited" | "clipped" | "unmatched" | "covered" | "missed"} Status */
/** @typedef {Status[][]} Occurrences of each order, what became of the n-gram that begins at each token */

/**
 * Which order marks each token of a line, and each gap between token t and t + 1: the longest, or
 * the chosen one. `good` is the status that counts as a match.
 * @param {Occurrences} occurrences
 * @param {number} size
 * @param {Order} order
 * @param {Status} good
 */
export function depths(occurrences, size, order, good) {
  /** @type {number[]} */
  const tokens = new Array(size).fill(0);
  /** @type {number[]} */
  const gaps = new Array(size).fill(0);
  const orders = order === "longest" ? occurrences.map((_, i) => i + 1) : [order];
  for (const n of orders) {
    (occurrences[n - 1] || []).forEach((status, start) => {
      if (status !== good) return;
      for (let t = start; t < start + n; t++) {
        tokens[t] = Math.max(tokens[t], n);
        if (t + 1 < start + n) gaps[t] = Math.max(gaps[t], n);
      }
    });
  }
  return { tokens, gaps };
}

/**
 * Steps of colour: the highest order is the deepest, however many there are.
 * @param {number} depth
 * @param {number} orders
 */
export function step(depth, orders) {
  return depth === 0 ? 0 : orders <= 4 ? depth + 4 - orders : Math.ceil((depth * 4) / orders);
}

/**
 * The text from `start` to `end`, with search hits marked.
 * @param {HTMLElement} node
 * @param {string[]} characters
 * @param {number} start
 * @param {number} end
 * @param {Hits} [hits]
 */
function written(node, characters, start, end, hits) {
  for (const [from, to] of hits || []) {
    if (to <= start || from >= end) continue;
    const first = Math.max(from, start), last = Math.min(to, end);
    node.append(characters.slice(start, first).join(""), element("mark", "", characters.slice(first, last).join("")));
    start = last;
  }
  node.append(characters.slice(start, end).join(""));
  return node;
}

/**
 * A line of tokens over its text.
 * @param {string} text
 * @param {Token[]} tokens
 * @param {boolean} asScored whether the tokens are written, and not the text
 * @param {(t: number) => string} mark the class names of a token
 * @param {(t: number) => string} gap those of the gap after it
 * @param {string} [more] how many tokens more there are, if not all are opened
 * @param {Hits} [hits]
 */
export function tokenLine(text, tokens, asScored, mark, gap, more, hits) {
  const line = element("div", "text");
  line.dir = "auto";
  const characters = Array.from(text); // spans count characters, not UTF-16 units
  let end = 0;
  tokens.forEach((token, t) => {
    const space = element("span", t ? "gap " + gap(t - 1) : "gap");
    if (asScored) space.append(t ? " " : "");
    else written(space, characters, end, token.start, hits);
    if (space.textContent) line.append(space);
    const span = element("span", "token " + mark(t));
    // A token as it is scored may be written otherwise: it is marked whole.
    const found = asScored && (hits || []).some(([from, to]) => from < token.end && to > token.start);
    if (asScored) span.append(found ? element("mark", "", token.text) : token.text);
    else written(span, characters, token.start, token.end, hits);
    span.dataset.t = String(t);
    span.tabIndex = -1;
    line.append(span);
    end = token.end;
  });
  const rest = written(element("span", "gap"), characters, end, characters.length, hits);
  if (!asScored && rest.textContent) line.append(rest);
  if (more) line.append(element("span", "more", "\u2026 " + more + " more tokens"));
  if (!tokens.length && !rest.textContent && !more) line.append(element("span", "empty", "(empty)"));
  return line;
}

/**
 * @param {Node[]} label
 * @param {string} className
 * @param {HTMLElement} line
 */
export function labelled(label, className, line) {
  const row = element("div", "row " + className);
  const name = element("div", "label");
  name.append(...label);
  row.append(name, line);
  return row;
}

/** @param {Token[]} tokens @param {number} start @param {number} n */
export function ngramText(tokens, start, n) {
  return tokens.slice(start, start + n).map((token) => token.text).join(" ");
}

/**
 * Light every occurrence of an n-gram in a row whose line has these tokens.
 * @param {Element} row
 * @param {Token[]} tokens
 * @param {string} text
 * @param {number} n
 */
export function lightIn(row, tokens, text, n) {
  const spans = row.querySelectorAll(".token");
  for (let s = 0; s + n <= tokens.length; s++) {
    if (ngramText(tokens, s, n) !== text) continue;
    // With the gaps between its tokens, so that it is seen as one.
    for (let node = spans[s]; node; node = node === spans[s + n - 1] ? null : node.nextElementSibling) node.classList.add("lit");
  }
}

/** @param {ParentNode} lines */
export function unlight(lines) {
  lines.querySelectorAll(".lit").forEach((node) => node.classList.remove("lit"));
}
