// Formulas as MathML. A symbol with a term shows a tooltip when hovered or focused.

import { element } from "browser/dom.js";

const MATHML = "http://www.w3.org/1998/Math/MathML";

/** @typedef {string | Node} Child */

/** @param {string} name @param {Child[]} children @returns {MathMLElement} */
export function m(name, ...children) {
  const node = /** @type {MathMLElement} */ (document.createElementNS(MATHML, name));
  node.append(...children);
  return node;
}
/** @param {string} text */
export const mi = (text) => m("mi", text);
/** @param {string | number} text */
export const mn = (text) => m("mn", String(text));
/** @param {string} text */
export const mo = (text) => m("mo", text);
/** @param {Child[]} children */
export const mrow = (...children) => m("mrow", ...children);
/** @param {Child} base @param {Child} sub */
const msub = (base, sub) => m("msub", base, sub);
/** @param {Child} base @param {Child} sup */
export const msup = (base, sup) => m("msup", base, sup);
/** @param {Child} top @param {Child} bottom */
export const mfrac = (top, bottom) => m("mfrac", top, bottom);
/** A sign and a number. @param {import("./bench.js").Printed} printed @param {string} [unit] */
export const equals = ([sign, text], unit = "") => mrow(mo(sign), mn(text + unit));
/** @param {Child[]} children */
export const mparen = (...children) => mrow(mo("("), ...children, mo(")"));
/** Without descenders, so that the subscripts of p and w are at the same height. @param {Child} node */
const level = (node) => {
  const box = m("mpadded", node);
  box.setAttribute("depth", "0");
  return box;
};

/** @param {MathMLElement} node @param {string} term */
export function symbol(node, term) {
  node.classList.add("symbol");
  node.dataset.term = term;
  node.setAttribute("tabindex", "0");
  return node;
}

export const SYMBOLS = {
  p: (/** @type {string | number} */ n) => symbol(msub(level(mi("p")), typeof n === "number" ? mn(n) : mi(n)), "modified-precision"),
  w: (/** @type {string | number} */ n) => symbol(msub(level(mi("w")), typeof n === "number" ? mn(n) : mi(n)), "weights"),
  BP: () => symbol(mi("BP"), "bp"),
  BLEU: () => symbol(mi("BLEU"), "bleu"),
  c: () => symbol(mi("c"), "c"),
  r: () => symbol(mi("r"), "r"),
  N: () => symbol(mi("N"), "n-gram"),
  count: () => symbol(m("mtext", "Count"), "count"),
  clip: () => symbol(msub(m("mtext", "Count"), m("mtext", "clip")), "clipping"),
  sum: (/** @type {Child} */ over, /** @type {Child} */ top = "") => {
    const sign = mo("∑");
    sign.setAttribute("largeop", "true");
    return top ? m("munderover", sign, over, top) : m("munder", sign, over);
  },
  ln: () => symbol(mi("ln"), "geometric-mean"),
  exp: () => symbol(mi("exp"), "geometric-mean"),
  epsilon: () => symbol(mi("ε"), "floor"),
  k: () => symbol(mi("k"), "add-k"),
};

/** A formula on a line of its own; `label` is for screen readers. @param {string} label @param {Child[]} children */
export function formula(label, ...children) {
  const math = m("math", mrow(...children));
  math.setAttribute("display", "block");
  math.setAttribute("aria-label", label);
  const box = element("div", "formula");
  box.append(math);
  return box;
}

/** @param {Child[]} children */
export function inlineMath(...children) {
  return m("math", mrow(...children));
}

export function space() {
  const node = m("mspace");
  node.setAttribute("width", "0.2em");
  return node;
}
