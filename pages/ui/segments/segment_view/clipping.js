// The clipping table: every n-gram, where it occurs, what was credited and what was lost.

import { button, element, presses } from "../../widgets/dom.js";
import { asking } from "../../widgets/glossary_tip.js";
import { walkable } from "../../widgets/walking.js";
import { signTone } from "./numbers.js";

/** @typedef {import("./view.js").ComparedNgram} ComparedNgram */
/** @typedef {import("./view.js").View} View */

/** @type {[string, string, string, (g: ComparedNgram) => unknown][]} */
const CLIP_FILTERS = [
  ["differ", "A ≠ B", "n-grams credited more often to one system", (g) => g.credited_a !== g.credited_b],
  ["clipped", "clipped", "n-grams that a system has more often than any one reference", (g) => g.clipped_a || g.clipped_b],
  ["missed", "missed", "n-grams of a reference that neither system has", (g) => g.outcome === "missed"],
  ["all", "all", "every n-gram of A, B and the references", () => true],
];
const CLIP_ROWS = 60;

/** @param {View} view */
function filterBar({ data, ui, redraw }) {
  const bar = element("div", "bar");
  bar.append(element("b", "", "Clipping"));
  const group = element("div", "buttons");
  for (const [name, label, title] of CLIP_FILTERS) {
    // Of the whole texts, also where a part of them is opened.
    const node = button(label + " " + data.match.tally[name], name === ui.clip ? "on" : "", () => redraw({ clip: name }));
    node.title = title;
    node.setAttribute("aria-pressed", String(name === ui.clip));
    group.append(node);
  }
  bar.append(group);
  return bar;
}

/** @param {View} view */
function headRow({ data }) {
  const titles = [["n", "n-gram"], ["n-gram"], ["A", "count", "Times in A."], ["B", "count", "Times in B."]];
  data.references.forEach((_, i) => titles.push(["r" + (i + 1), "", "Times in reference " + (i + 1) + "."]));
  titles.push(["limit", "clip-limit"], ["cred A", "credited", "", "a"], ["cred B", "credited", "", "b"],
    ["lost", "clipping"], ["Δ", "", "Credited to B minus credited to A."]);
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
    .filter(chosen[3])
    .filter((g) => ui.order === "longest" || g.order === ui.order)
    .sort((x, y) => y.order - x.order);
  const table = element("table");
  table.append(headRow(view));
  for (const g of rows.slice(0, ui.allRows ? rows.length : CLIP_ROWS)) table.append(ngramRow(g, ui.pinned === g.text, () => pin(g.text)));
  walkable(table, table.querySelector(".pinned") ?? table.querySelector(".pins"));
  const box = element("div", "clipping");
  box.append(filterBar(view), table);
  if (Object.keys(data.more).length) box.append(element("p", "muted note", "Listed are the n-grams of the tokens that are opened, with their counts in the whole segment."));
  if (!rows.length) box.append(element("p", "muted note", "No n-gram here" + (ui.order === "longest" ? "." : " of order " + ui.order + ".")));
  if (rows.length > CLIP_ROWS && !ui.allRows) box.append(button("Show all " + rows.length, "more", () => redraw({ allRows: true })));
  return box;
}
