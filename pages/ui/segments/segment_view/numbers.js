// The table of precisions, brevity and score for A | B | Δ.

import { element } from "../../widgets/dom.js";
import { asking } from "../../widgets/glossary_tip.js";
import { walkable } from "../../widgets/walking.js";

/** @typedef {{fraction: string, share: number, percent: string, smoothed: string | null}} Precision */
/** @typedef {{a: string, b: string, delta: string}} Numbers of A, of B, and what lies between */
/**
 * @typedef {object} Scores
 * @property {{label: string, a: Precision, b: Precision, delta: string}[]} orders
 * @property {Numbers} score
 * @property {Numbers} bp
 * @property {Numbers} length
 * @property {(Numbers & {label: string, term: string, better: number})[]} metrics others than BLEU
 * @property {string} settings
 */

/** @param {string} text */
export function signTone(text) {
  return text.startsWith("+") ? "gain" : text.startsWith("\u2212") ? "loss" : "muted";
}

/** @param {string} side @param {Precision} p */
function precisionCells(side, p) {
  const bar = element("td", "barcell");
  const track = element("span", "track " + side);
  track.appendChild(element("span", "part")).style.width = p.share * 100 + "%";
  bar.append(track);
  const fraction = element("td", "right fraction", p.fraction);
  fraction.dataset.side = side;
  const percent = element("td", "right muted", p.percent);
  if (p.smoothed) percent.title = "Smoothing counts it as " + p.smoothed + " %";
  return [bar, fraction, percent];
}

/** @param {string} text @param {number} [columns] */
function wide(text, columns = 3) {
  const td = element("td", "right", text);
  td.colSpan = columns;
  return td;
}

/** @param {Numbers & {better: number}} metric */
function judgedDelta({ delta, better }) {
  const td = element("td", "right " + (["loss", "muted", "gain"][better + 1]), delta);
  td.append(element("span", "mark", better > 0 ? "▲" : better < 0 ? "▼" : ""));
  if (better) td.title = better > 0 ? "B is better" : "B is worse";
  return td;
}

/**
 * @param {Scores} numbers
 * @param {import("../../widgets/glossary_tip.js").Glossary} glossary
 */
export function numbersTable(numbers, glossary) {
  const name = (/** @type {string} */ label, /** @type {string} */ term) => {
    const td = element("td");
    td.append(asking(label, glossary, term));
    return td;
  };
  const table = element("table", "numbers");
  const head = element("tr");
  head.append(element("th"));
  for (const [side, score] of [["a", numbers.score.a], ["b", numbers.score.b]]) {
    const th = element("th", "right " + side);
    th.colSpan = 3;
    th.append(asking(side.toUpperCase() + " · " + score, glossary, "sentence-bleu"));
    head.append(th);
  }
  const d = element("th", "right");
  d.append(asking("Δ " + numbers.score.delta, glossary, "sentence-delta"));
  head.append(d);
  table.append(head);
  for (const { label, a, b, delta } of numbers.orders) {
    const tr = element("tr", "order");
    tr.append(name(label, "modified-precision"), ...precisionCells("a", a), ...precisionCells("b", b));
    tr.append(element("td", "right " + signTone(delta), delta));
    table.append(tr);
  }
  const { bp, length } = numbers;
  const brevity = element("tr"), lengths = element("tr");
  brevity.append(name("BP", "bp"), wide(bp.a), wide(bp.b), element("td", "right " + signTone(bp.delta), bp.delta));
  lengths.append(name("c / r", "ratio"), wide(length.a), wide(length.b), element("td", "right muted", length.delta));
  table.append(brevity, lengths);
  for (const metric of numbers.metrics) {
    const tr = element("tr", "metric");
    const label = name(metric.label, metric.term);
    label.colSpan = 3; // where the bars and fractions of A are
    tr.append(label, wide(metric.a, 1), wide(metric.b), judgedDelta(metric));
    table.append(tr);
  }
  walkable(table);
  const box = element("div", "numbersbox");
  box.append(table, element("p", "muted note", "Sentence BLEU in points, " + numbers.settings + ". Precisions: credited / all n-grams, and per cent."
    + (numbers.metrics.length ? " Other metrics: ▲ B is better, ▼ worse; of the segment alone, and of the outputs as they came." : "")));
  return box;
}
