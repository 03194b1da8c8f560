// The result at a glance: A, B, Δ, the interval of Δ on an axis with 0, p, and a badge whose colour,
// sign and shape say the same.

import { element, find } from "browser/dom.js";
import { asking } from "browser/glossary_tip.js";

const SIGNS = { better: "▲", worse: "▼", none: "≈", pending: "", few: "", untested: "" };

/** @param {string} side @param {string} name @param {string} score */
function system(side, name, score) {
  const box = element("div", "system " + side);
  const label = element("div", "label");
  const letter = side.toUpperCase(), called = name === letter ? "" : name; // not "A A"
  label.append(element("span", "square"), element("b", "", letter + " "), element("bdi", "name", called));
  label.title = name;
  box.append(label, element("div", "score", score));
  return box;
}

/** @param {any} data */
function difference(data) {
  const box = element("div", "difference " + data.outcome);
  const label = element("div", "label");
  label.append(asking("Δ BLEU", data.glossary, "delta"));
  box.append(label, element("div", "score", data.delta));
  return box;
}

/** The interval as a bar: what is drawn is told in words below it. @param {any} data */
function interval(data) {
  const box = element("div", "interval " + data.outcome);
  const line = element("div", "line");
  line.setAttribute("aria-hidden", "true");
  const { low, high, delta, zero } = data.axis;
  const bar = element("span", "bar"), dot = element("span", "dot"), none = element("span", "zero");
  bar.style.left = low + "%";
  bar.style.width = high - low + "%";
  dot.style.left = delta + "%";
  none.style.left = zero + "%";
  none.append(element("span", "zero-label", "0"));
  line.append(none, bar, dot);
  const told = element("div", "told");
  told.append(asking(data.interval, data.glossary, "confidence-interval"), " · ", asking(data.p, data.glossary, "p-value"));
  box.append(line, told, element("div", "unit", data.unit));
  return box;
}

/** @param {any} data */
function badge(data) {
  const node = element("div", "badge " + data.outcome);
  const sign = element("span", "sign", SIGNS[/** @type {keyof SIGNS} */ (data.outcome)]);
  sign.setAttribute("aria-hidden", "true");
  node.append(sign, data.badge);
  return node;
}

/** @param {import("browser/dom.js").Mounted} mounted */
export default function ({ data, parentElement }) {
  const root = find(parentElement, ".scorecard");
  root.setAttribute("aria-label", "Result");
  const arrow = element("div", "arrow", "→");
  arrow.setAttribute("aria-hidden", "true");
  root.replaceChildren(
    system("a", data.name_a, data.score_a), arrow, system("b", data.name_b, data.score_b),
    difference(data), data.axis ? interval(data) : element("div", "interval"), badge(data),
  );
}
