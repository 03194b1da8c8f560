// 2. n-grams: the highlighted texts, the table of an order, the two precisions.

import { button, element } from "../../../widgets/dom.js";
import { lightIn, unlight } from "../../../widgets/marked_lines.js";
import { walkable } from "../../../widgets/walking.js";
import { SYMBOLS, formula, m, mfrac, mn, mo, mrow } from "../math.js";
import { grid, perSide, say } from "./layout.js";
import { markedLines } from "./marked.js";

/** @typedef {import("../bench_data.js").BenchData} BenchData */
/** @typedef {import("../bench_data.js").SideData} SideData */
/** @typedef {import("../bench_data.js").OrderData} OrderData */

/** @param {BenchData} data @param {SideData} side @param {OrderData} order */
function ngramTable(data, side, order) {
  const many = side.lines.length > 1;
  const head = ["n-gram", ...(many ? ["line"] : []), "count", ...data.references.map((_, r) => "ref " + (r + 1)), "max", "clipped", "unclipped"];
  const rows = order.rows.map((g) => [
    { t: g.text, tone: "ngram" }, ...(many ? [{ t: String(g.line + 1), tone: "right muted" }] : []), String(g.count),
    ...g.in_refs.map((n) => ({ t: String(n), tone: n ? "right" : "right zero" })), { t: String(g.limit), tone: "right" },
    { t: String(g.credited), tone: g.credited ? "right " + side.letter.toLowerCase() : "right zero" },
    { t: String(g.limit ? g.count : 0), tone: g.limit && g.count > g.credited ? "right clippedmark" : "right muted" },
  ]);
  /** @type {import("./layout.js").GridContent[]} */
  const foot = ["Sum", ...(many ? [""] : []), String(order.total), ...data.references.map(() => ""), "",
    { t: String(order.credited), tone: "right strong" }, { t: String(order.standard), tone: "right muted" }];
  const frame = element("div", "ngrams");
  const table = grid(head, rows, foot);
  [...table.tBodies[0].rows].forEach((tr, i) => { tr.dataset.ngram = order.rows[i].text; tr.tabIndex = 0; });
  walkable(table);
  frame.append(table);
  return order.rows.length ? frame : element("p", "muted", "No n-gram of order " + order.n + ": the text is too short.");
}

/** @param {OrderData} order */
function precisionFormula(order) {
  const n = order.n;
  const top = mrow(SYMBOLS.sum(m("mtext", n === 1 ? "words" : n + "-grams")), SYMBOLS.clip());
  const bottom = mrow(SYMBOLS.sum(m("mtext", n === 1 ? "words" : n + "-grams")), SYMBOLS.count());
  const parts = [SYMBOLS.p(n), mo("="), mfrac(top, bottom), mo("="), mfrac(mn(order.credited), mn(order.total))];
  if (order.total) parts.push(mo("="), mn(order.raw + " %"));
  return formula("Modified precision of order " + n + ": " + order.credited + " of " + order.total, ...parts);
}

/** @param {BenchData} data @param {number} chosen @param {(n: number) => void} choose */
function orderButtons(data, chosen, choose) {
  const bar = element("div", "bar");
  const group = element("div", "buttons");
  for (let n = 1; n <= data.order; n++) {
    const node = button(n === 1 ? "words" : n + "-grams", chosen === n ? "on" : "", () => choose(n));
    node.setAttribute("aria-pressed", String(chosen === n));
    group.append(node);
  }
  bar.append(group);
  return bar;
}

/** @param {OrderData} order */
function standardPrecision(order) {
  return element("p", "standard", "Standard precision, without clipping: " + order.standard + "/" + order.total
    + (order.total ? " = " + order.standard_percent + " %" : "")
    + (order.standard > order.credited ? ". Clipping takes " + (order.standard - order.credited) + " away." : ". Clipping takes nothing away here."));
}

/**
 * @param {BenchData} data
 * @param {{order: number}} ui
 * @param {(changes: {order: number}) => void} redraw
 */
export function ngramsStep(data, ui, redraw) {
  const rows = markedLines(data, ui.order);
  const lines = element("div", "lines");
  lines.append(...rows.map(({ row }) => row));
  const sides = perSide(data, (side) => {
    const order = side.orders[ui.order - 1];
    const smoothed = order.smoothed ? [element("p", "standard", "Smoothing counts it as " + order.precision + " %.")] : [];
    return [precisionFormula(order), standardPrecision(order), ...smoothed, ngramTable(data, side, order)];
  });
  const light = (/** @type {string | undefined} */ text) => {
    unlight(lines);
    if (text) for (const { row, tokens } of rows) lightIn(row, tokens, text, text.split(" ").length);
  };
  const show = (/** @type {Event} */ event) => {
    if (event.target instanceof Element) light(event.target.closest("tr")?.dataset.ngram);
  };
  sides.onpointerover = show;
  sides.addEventListener("focusin", show); // has no on… property
  sides.onpointerleave = () => light("");
  return [say("Every n-gram of the candidate, how often it has it, how often each reference has it, and the count that is credited: "
    + "at most the maximum in one reference. Point at a row to find it in the texts."),
    orderButtons(data, ui.order, (order) => redraw({ order })), lines, sides];
}
