// 2. n-grams: the highlighted texts, the table of an order, the two precisions.

import { button, element } from "../../../widgets/dom.js";
import { lightIn, unlight } from "../../../widgets/marked_lines.js";
import { walkable } from "../../../widgets/walking.js";
import { rove } from "../roving.js";
import { SYMBOLS, equals, formula, m, mfrac, mn, mo, mrow } from "../math.js";
import { grid, perSide, say } from "./layout.js";
import { legend, markedLines } from "./marked.js";

/** @typedef {import("../bench_data.js").BenchData} BenchData */
/** @typedef {import("../bench_data.js").SideData} SideData */
/** @typedef {import("../bench_data.js").OrderData} OrderData */

/** @param {BenchData} data @param {SideData} side @param {OrderData} order */
function ngramTable(data, side, order) {
  const many = side.lines.length > 1;
  const head = ["n-gram", ...(many ? ["line"] : []), "count", ...data.references.map((_, r) => "ref " + (r + 1)), "max", "credited", "clipped away"];
  const rows = order.rows.map((g) => [
    { t: g.text, tone: "ngram" }, ...(many ? [{ t: String(g.line + 1), tone: "right muted" }] : []), String(g.count),
    ...g.in_refs.map((n) => ({ t: String(n), tone: n ? "right" : "right zero" })), { t: String(g.limit), tone: "right" },
    { t: String(g.credited), tone: g.credited ? "right " + side.letter.toLowerCase() : "right zero" },
    { t: String(g.taken), tone: g.taken ? "right clippedmark" : "right zero" },
  ]);
  /** @type {import("./layout.js").GridContent[]} */
  const foot = ["Sum", ...(many ? [""] : []), String(order.total), ...data.references.map(() => ""), "",
    { t: String(order.credited), tone: "right strong" }, { t: String(order.taken), tone: "right" }];
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
  if (order.raw) parts.push(equals(order.raw, " %"));
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
  group.setAttribute("role", "group");
  group.setAttribute("aria-label", "Order of the n-grams");
  rove(group, "button");
  bar.append(group);
  return bar;
}

/** @param {OrderData} order */
function standardPrecision(order) {
  return element("p", "standard", "Standard precision, without clipping: " + order.standard + "/" + order.total
    + (order.standard_share ? " " + order.standard_share.join(" ") + " %" : "")
    + (order.taken ? ". Clipping takes " + order.taken + " away." : ". Clipping takes nothing away here."));
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
    const smoothed = order.smoothed ? [element("p", "standard", "Smoothing counts it as " + order.scored + " " + order.precision.join(" ") + " %.")] : [];
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
    + "at most the maximum in one reference; what it has beyond that is clipped away. Point at a row to find it in the texts."),
    orderButtons(data, ui.order, (order) => redraw({ order })), lines, legend(data), sides];
}
