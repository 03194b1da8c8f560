// Formulas as MathML. A symbol with a term tells what it is when hovered or focused.

const MATHML = "http://www.w3.org/1998/Math/MathML";

function m(name, ...children) {
  const node = document.createElementNS(MATHML, name);
  node.append(...children);
  return node;
}
const mi = (text) => m("mi", text);
const mn = (text) => m("mn", String(text));
const mo = (text) => m("mo", text);
const mrow = (...children) => m("mrow", ...children);
const msub = (base, sub) => m("msub", base, sub);
const msup = (base, sup) => m("msup", base, sup);
const mfrac = (top, bottom) => m("mfrac", top, bottom);
const mparen = (...children) => mrow(mo("("), ...children, mo(")"));
// Without what hangs below the line: subscripts of p and of w are to be on one height.
const level = (node) => {
  const box = m("mpadded", node);
  box.setAttribute("depth", "0");
  return box;
};
const joined = (items, operator) => items.flatMap((item, i) => (i ? [mo(operator), item] : [item]));

function symbol(node, term) {
  node.classList.add("symbol");
  node.dataset.term = term;
  node.setAttribute("tabindex", "0");
  return node;
}

const SYMBOLS = {
  p: (n) => symbol(msub(level(mi("p")), typeof n === "number" ? mn(n) : mi(n)), "modified-precision"),
  w: (n) => symbol(msub(level(mi("w")), typeof n === "number" ? mn(n) : mi(n)), "weights"),
  BP: () => symbol(mi("BP"), "bp"),
  BLEU: () => symbol(mi("BLEU"), "bleu"),
  c: () => symbol(mi("c"), "c"),
  r: () => symbol(mi("r"), "r"),
  N: () => symbol(mi("N"), "n-gram"),
  count: () => symbol(m("mtext", "Count"), "count"),
  clip: () => symbol(msub(m("mtext", "Count"), m("mtext", "clip")), "clipping"),
  sum: (over, top) => {
    const sign = mo("∑");
    sign.setAttribute("largeop", "true");
    return top ? m("munderover", sign, over, top) : m("munder", sign, over);
  },
  ln: () => symbol(mi("ln"), "geometric-mean"),
  exp: () => symbol(mi("exp"), "geometric-mean"),
  epsilon: () => symbol(mi("ε"), "floor"),
  k: () => symbol(mi("k"), "add-k"),
};

// A formula on a line of its own; `label` is what a screen reader says.
function formula(label, ...children) {
  const math = m("math", mrow(...children));
  math.setAttribute("display", "block");
  math.setAttribute("aria-label", label);
  const box = element("div", "formula");
  box.append(math);
  return box;
}

function inlineMath(...children) {
  return m("math", mrow(...children));
}

function space() {
  const node = m("mspace");
  node.setAttribute("width", "0.2em");
  return node;
}
