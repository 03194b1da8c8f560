// The tables below the lines: scores of A and B, and the clipping of n-grams.

import { button, element, presses } from "../dom.js";
import { asking } from "../glossary_tip.js";
import { walkable } from "../walking.js";

/** @typedef {import("./view.js").ComparedNgram} ComparedNgram */
/** @typedef {import("./view.js").View} View */

// ---- Precisions, brevity and scores of A | B | Δ.

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
  if (p.smoothed) percent.title = "After smoothing: " + p.smoothed + "%";
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
 * @param {import("../glossary_tip.js").Glossary} glossary
 */
export function numbersTable(numbers, glossary) {
  const name = (/** @type {string} */ label, /** @type {string} */ term) => {
    const td = element("td");
    td.append(asking(label, glossary, term));
    return td;
  };
  const table = element("table", "numbers");
  const head = element("tr");
  const ask = asking("?", glossary, "sentence-bleu", "Sentence BLEU in points, " + numbers.settings + ". Precisions: credited / all n-grams, and percent."
    + (numbers.metrics.length ? " Other metrics: ▲ B is better, ▼ B is worse; scored on this segment alone, on the original outputs." : ""));
  ask.setAttribute("aria-label", "Scores of this segment");
  head.appendChild(element("th")).append(ask);
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
  box.append(table);
  return box;
}

// ---- Clipping: for each n-gram its occurrences, and the credited and the clipped ones.

/** @type {[string, string, string, (g: ComparedNgram) => unknown][]} */
const CLIP_FILTERS = [
  ["differ", "A ≠ B", "N-grams credited more often in one system", (g) => g.credited_a !== g.credited_b],
  ["clipped", "clipped", "N-grams that occur more often in a system than in any single reference", (g) => g.clipped_a || g.clipped_b],
  ["missed", "missed", "N-grams of a reference that neither system has", (g) => g.outcome === "missed"],
  ["all", "all", "All n-grams of A, B and the references", () => true],
];
const CLIP_ROWS = 60;

/** The filter that follows what B lost or gained. @param {View} view @param {string} name @param {ComparedNgram} g */
function follows({ ui }, name, g) {
  if (name !== "differ" || !ui.diff || ui.diff === "both") return true;
  return ui.diff === "lost" ? g.credited_a > g.credited_b : g.credited_a < g.credited_b;
}

/** @param {View} view */
function filterBar(view) {
  const { data, ui, redraw } = view;
  const bar = element("div", "bar");
  bar.append(element("b", "", "Clipping"));
  const group = element("div", "buttons");
  for (const [name, label, title] of CLIP_FILTERS) {
    // Of the whole texts, also where a part of them is opened.
    const isPart = name === "differ" && (ui.diff === "lost" || ui.diff === "gained");
    const text = isPart ? `A ${ui.diff === "lost" ? ">" : "<"} B` : `${label} ${data.match.tally[name]}`;
    const node = button(text, name === ui.clip ? "on" : "", () => redraw({ clip: name }));
    node.title = title;
    node.setAttribute("aria-pressed", String(name === ui.clip));
    group.append(node);
  }
  bar.append(group);
  return bar;
}

/** @param {View} view */
function headRow({ data }) {
  const titles = [["n", "n-gram"], ["n-gram"], ["A", "count", "Count in A."], ["B", "count", "Count in B."]];
  data.references.forEach((_, i) => titles.push(["r" + (i + 1), "", "Count in reference " + (i + 1) + "."]));
  titles.push(["limit", "clip-limit"], ["cred A", "credited", "", "a"], ["cred B", "credited", "", "b"],
    ["clips", "clipping"], ["Δ", "", "Credited in B minus credited in A."]);
  const head = element("tr");
  titles.forEach(([label, term, help, side], i) => {
    const th = element("th", (i === 1 ? "" : "right") + (side ? " " + side : ""));
    th.append(term || help ? asking(label, data.glossary, term, help) : label);
    head.append(th);
  });
  return head;
}

/** @param {ComparedNgram} g @param {boolean} pinned @param {() => void} pin */
function ngramRow(g, pinned, pin) {
  const tr = element("tr", "pins" + (pinned ? " pinned" : ""));
  tr.tabIndex = 0;
  tr.append(element("td", "right muted", String(g.order)), element("td", "ngram", g.text.trim() ? g.text : g.text.replace(/\s/g, "␣")));
  for (const n of [g.in_a, g.in_b, ...g.in_refs, g.limit]) tr.append(element("td", "right" + (n ? "" : " zero"), String(n)));
  tr.append(element("td", "right a", String(g.credited_a)), element("td", "right b", String(g.credited_b)));
  tr.append(element("td", "right clippedmark", g.clipped_a || g.clipped_b ? g.clipped_a + " / " + g.clipped_b : ""));
  const delta = g.credited_b - g.credited_a;
  const sign = delta > 0 ? "+" + delta : delta < 0 ? "\u2212" + -delta : "0";
  tr.append(element("td", "right " + signTone(sign), sign));
  tr.onclick = pin;
  tr.onkeydown = (event) => { if (presses(event)) pin(); };
  return tr;
}

/** @param {View} view */
export function clippingTable(view) {
  const { data, ui, redraw, pin } = view;
  const chosen = CLIP_FILTERS.find(([name]) => name === ui.clip);
  const rows = data.match.ngrams
    .filter((g) => chosen[3](g) && follows(view, ui.clip, g))
    .filter((g) => ui.order === "longest" || g.order === ui.order)
    .sort((x, y) => y.order - x.order);
  const table = element("table");
  table.append(headRow(view));
  for (const g of rows.slice(0, ui.allRows ? rows.length : CLIP_ROWS)) table.append(ngramRow(g, ui.pinned === g.text, () => pin(g.text)));
  walkable(table, table.querySelector(".pinned") ?? table.querySelector(".pins"));
  const box = element("div", "clipping");
  box.append(filterBar(view), table);
  if (Object.keys(data.more).length) box.append(element("p", "muted note", "Only n-grams of the tokens shown, with their counts in the whole segment."));
  if (!rows.length) box.append(element("p", "muted note", "No n-grams" + (ui.order === "longest" ? "." : " of order " + ui.order + ".")));
  if (rows.length > CLIP_ROWS && !ui.allRows) box.append(button("Show all " + rows.length, "more", () => redraw({ allRows: true })));
  return box;
}
