// The n-gram under the pointer or the focus: lit wherever it occurs, with its counts. A click pins it.

import { A, B } from "browser/pair.js";
import { joined } from "./changes.js";
import { formatInt, oneLine } from "../numbers.js";
import { element, findAll } from "browser/dom.js";

/** @import { NgramCount, Occurring } from "./tables.js" */
/** @import { Opened, Side, TextLine } from "./opened.js" */
/** @typedef {{start: number, order: number}} Place of an n-gram in a line */

/**
 * The n-gram of a token: the longest credited one over it, else a clipped one, else the one that begins there.
 * @param {string[]} signs
 * @param {number} t
 * @param {number} only the order, 0 for any
 * @returns {Place}
 */
function placeUnder(signs, t, only) {
  const orders = only ? [only] : signs.map((_, i) => i + 1).reverse();
  for (const sign of ["+", "^"]) {
    for (const order of orders) {
      for (let start = Math.max(0, t - order + 1); start <= t; start++) {
        if (signs[order - 1][start] === sign) return { start, order };
      }
    }
  }
  const order = Math.min(only || 1, signs[0].length);
  return { start: Math.min(t, signs[0].length - order), order };
}

/** The line of a row, if it has tokens. @param {Opened} opened @param {HTMLElement} row @returns {TextLine | null} */
function lineOfRow({ texts }, { dataset: { side, reference } }) {
  return side ? texts[/** @type {Side} */ (side)] : reference ? texts.references[Number(reference)] : null;
}

const MEANINGS = { "+": "credited", "^": "clipped", "-": "no match" };

/** The n-gram of an element of class "token", and what became of it there. @param {Opened} opened @param {HTMLElement} token @param {number} only */
export function ngramUnder(opened, token, only) {
  /** @type {HTMLElement} */
  const row = token.closest(".row");
  const { texts } = opened, t = Number(token.dataset.t), { tokens } = lineOfRow(opened, row), { side, reference } = row.dataset;
  if (side) {
    const { signs } = texts[/** @type {Side} */ (side)], { start, order } = placeUnder(signs, t, only);
    return { text: joined(tokens, start, order), here: MEANINGS[/** @type {keyof MEANINGS} */ (signs[order - 1][start])] };
  }
  const places = [texts.a, texts.b].map(({ covered }) => placeUnder(covered[Number(reference)], t, only));
  const { start, order } = places[1].order > places[0].order ? places[1] : places[0];
  return { text: joined(tokens, start, order), here: "" };
}

/** @param {Opened} opened @param {string} ngram @param {HTMLElement} row */
function lightRow(opened, ngram, row) {
  const line = lineOfRow(opened, row);
  if (!line) return;
  const order = ngram.split(" ").length, nodes = findAll(row, ".token, .gap");
  const placeOf = (/** @type {number} */ t) => nodes.findIndex(({ dataset }) => Number(dataset.t) <= t && t <= Number(dataset.last));
  for (let start = 0; start + order <= line.tokens.length; start++) {
    if (joined(line.tokens, start, order) !== ngram) continue;
    const first = placeOf(start), last = placeOf(start + order - 1);
    if (first >= 0 && last >= 0) for (const node of nodes.slice(first, last + 1)) node.classList.add("lit"); // with the gaps between
  }
}

/** Light an n-gram in these lines, or none. @param {Opened} opened @param {HTMLElement} lines @param {string} ngram "" for none */
export function lightNgram(opened, lines, ngram) {
  for (const node of lines.querySelectorAll(".lit")) node.classList.remove("lit");
  if (ngram) for (const row of findAll(lines, ".row")) lightRow(opened, ngram, row);
}

/** What is told of an n-gram. @param {NgramCount} count @param {string} here what became of it where the pointer is @returns {(Node | string)[]} */
export function ngramFacts({ text, order, a, b, references }, here) {
  const times = (/** @type {number} */ number) => `${formatInt(number)}×`;
  const credited = (/** @type {Occurring} */ { credited: number, clipped }) => formatInt(number) + (clipped ? ` (${formatInt(clipped)} clipped)` : "");
  const most = (references.length > 1 ? "most in one reference " : "reference ") + times(Math.max(...references));
  const facts = [`order ${order}`, `${A} ${times(a.count)}`, `${B} ${times(b.count)}`, most, `credited: ${A} ${credited(a)}, ${B} ${credited(b)}`, ...(here ? [`here: ${here}`] : [])];
  return [element("b", "", "“", element("bdi", "", oneLine(text)), "”"), ["", ...facts].join(" · ")];
}

/** Walk from a token to the one before or after it, also of another line. @param {HTMLElement} token @param {number} by */
export function walkTokens(token, by) {
  const tokens = findAll(token.closest(".lines"), ".token");
  const onwards = getComputedStyle(token).direction === "rtl" ? -by : by;
  tokens[tokens.indexOf(token) + onwards]?.focus();
}
