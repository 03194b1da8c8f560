// Formulas as MathML. A symbol with a term shows a tooltip when hovered or focused.

import { element } from "browser/dom.js";

const MATHML = "http://www.w3.org/1998/Math/MathML";

/** @typedef {string | number | Node} Child */

/** @param {string} name @param {Child[]} children @returns {MathMLElement} */
export function m(name, ...children) {
  const node = /** @type {MathMLElement} */ (document.createElementNS(MATHML, name));
  node.append(...children.map((child) => (typeof child === "number" ? String(child) : child)));
  return node;
}

const maker = (/** @type {string} */ name) => (/** @type {Child[]} */ ...children) => m(name, ...children);
export const [mi, mn, mo, mrow, msup, mfrac, mtext] = ["mi", "mn", "mo", "mrow", "msup", "mfrac", "mtext"].map(maker);

/** A sign and a number. @param {import("./bench.js").Printed} printed */
export const equals = ([sign, text], unit = "") => mrow(mo(sign), mn(text + unit));

/** @param {MathMLElement} node @param {string} term */
export function symbol(node, term) {
  node.classList.add("symbol");
  node.dataset.term = term;
  node.setAttribute("tabindex", "0");
  return node;
}

/** p or w with a subscript; without descenders, so that the subscripts are at the same height. @param {string} letter @param {string | number} n */
function indexed(letter, n) {
  const level = m("mpadded", mi(letter));
  level.setAttribute("depth", "0");
  return m("msub", level, typeof n === "number" ? mn(n) : mi(n));
}

/** @param {Child} over @param {Child} [top] */
function sum(over, top) {
  const sign = mo("∑");
  sign.setAttribute("largeop", "true");
  return top ? m("munderover", sign, over, top) : m("munder", sign, over);
}

export const SYMBOLS = {
  p: (/** @type {string | number} */ n) => symbol(indexed("p", n), "modified-precision"),
  w: (/** @type {string | number} */ n) => symbol(indexed("w", n), "weights"),
  BP: () => symbol(mi("BP"), "bp"),
  BLEU: () => symbol(mi("BLEU"), "bleu"),
  c: () => symbol(mi("c"), "c"),
  r: () => symbol(mi("r"), "r"),
  N: () => symbol(mi("N"), "n-gram"),
  count: () => symbol(mtext("Count"), "count"),
  clip: () => symbol(m("msub", mtext("Count"), mtext("clip")), "clipping"),
  sum,
  ln: () => symbol(mi("ln"), "geometric-mean"),
  exp: () => symbol(mi("exp"), "geometric-mean"),
  epsilon: () => symbol(mi("ε"), "floor"),
  k: () => symbol(mi("k"), "add-k"),
};

/** exp of something. @param {Child[]} children */
export const expOf = (...children) => mrow(SYMBOLS.exp(), mrow(mo("("), ...children, mo(")")));

/** The geometric mean of the precisions. */
export function meanOfPrecisions() {
  const space = () => {
    const node = m("mspace");
    node.setAttribute("width", "0.2em");
    return node;
  };
  return expOf(SYMBOLS.sum(mrow(mi("n"), mo("="), mn(1)), SYMBOLS.N()), SYMBOLS.w("n"), space(), SYMBOLS.ln(), space(), SYMBOLS.p("n"));
}

/** A formula on a line of its own; `label` is for screen readers. @param {string} label @param {Child[]} children */
export function formula(label, ...children) {
  const math = m("math", mrow(...children));
  math.setAttribute("display", "block");
  math.setAttribute("aria-label", label);
  return element("div", "formula", math);
}
