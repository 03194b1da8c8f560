// The screen "N-grams": those that the core has listed, and beside them the segments of the open one.

import { button, element, showPressed } from "browser/dom.js";
import { drawTable } from "browser/table.js";
import { drawConcordance } from "./concordance_view.js";
import { filteredRows } from "./filtered.js";
import { formatCount, formatInt, formatPCell, formatSmallDelta } from "./numbers.js";
import { unattributedNote } from "./segment_numbers.js";
import { moreButton, plainTable, signedCell, termOf } from "./table_parts.js";

/** @typedef {import("./page.js").Page} Page */
/** @typedef {import("./document.js").NgramRow} NgramRow */
/** @typedef {import("browser/table.js").Column} Column */
/** @typedef {{order: number, side: "" | "lost" | "gained", text: string}} NgramFilter order 0 for all */
/**
 * @typedef {object} NgramScreen
 * @property {Page} page as it was drawn last
 * @property {string} drawn which comparison
 * @property {NgramFilter} filter
 * @property {number} most rows that are drawn
 * @property {boolean} follows whether the open n-gram is scrolled to when it is drawn
 * @property {Record<"bar" | "note" | "list" | "more" | "opened", HTMLElement>} nodes
 */

/** @type {WeakMap<HTMLElement, NgramScreen>} */
const ngramScreens = new WeakMap();

/** Rows drawn at a time. */
const NGRAMS_AT_A_TIME = 50;

/** @param {HTMLElement} root @param {Page} page */
export function drawNgrams(root, page) {
  const screen = ngramScreens.get(root) ?? newNgramScreen(root, page);
  const { set, pair, find } = page.state, shown = JSON.stringify([set, pair]);
  screen.page = page;
  takeText(screen, find);
  if (screen.drawn !== shown) {
    screen.drawn = shown;
    screen.most = NGRAMS_AT_A_TIME;
    screen.filter.order = Math.min(screen.filter.order, page.set.config.max_ngram_order);
    drawNgramControls(screen);
  }
  drawNgramList(screen);
}

/** What n-grams are to contain; a field that is written in has it already. @param {NgramScreen} screen @param {string} text */
function takeText(screen, text) {
  const { filter, nodes } = screen, field = nodes.bar.querySelector("input");
  if (filter.text !== text) screen.most = NGRAMS_AT_A_TIME;
  filter.text = text;
  if (field && field.value !== text) field.value = text;
}

/** @param {HTMLElement} root @param {Page} page @returns {NgramScreen} */
function newNgramScreen(root, page) {
  root.classList.add("ngrams-screen");
  const [bar, note, list, more, opened] = ["marked", "note", "frame", "marked below", "opened"].map((name) => element("div", name));
  note.setAttribute("role", "status");
  const left = element("div", "listed"), columns = element("div", "side-by-side");
  left.append(note, list, more);
  columns.append(left, opened);
  root.replaceChildren(bar, columns);
  /** @type {NgramScreen} */
  const screen = { page, drawn: "", filter: { order: 0, side: "", text: "" }, most: NGRAMS_AT_A_TIME, follows: false, nodes: { bar, note, list, more, opened } };
  ngramScreens.set(root, screen);
  return screen;
}

// ---- The controls.

/** @type {[NgramFilter["side"], string][]} */
const SIDES_OF_NGRAMS = [["", "All"], ["lost", "Lost by B"], ["gained", "Gained by B"]];

/** @param {NgramScreen} screen */
function drawNgramControls(screen) {
  const { filter, nodes, page } = screen;
  const change = (/** @type {Partial<NgramFilter>} */ changes) => {
    Object.assign(filter, changes);
    screen.most = NGRAMS_AT_A_TIME;
    drawNgramList(screen);
  };
  const text = element("input");
  Object.assign(text, { type: "search", value: filter.text, placeholder: 'Text or "token"', oninput: () => screen.page.go({ find: text.value }, true) });
  text.setAttribute("aria-label", "Search n-grams");
  const orders = element("select");
  orders.setAttribute("aria-label", "N-gram order");
  orders.append(new Option("All orders", "0"), ...Array.from(
    { length: page.set.config.max_ngram_order }, (_, i) => new Option(`${i + 1}-grams`, String(i + 1))));
  orders.value = String(filter.order);
  orders.onchange = () => change({ order: Number(orders.value) });
  const choices = SIDES_OF_NGRAMS.map(([side, label]) => {
    const node = button(label, "", () => {
      showPressed(choices, node);
      change({ side });
    });
    return node;
  });
  showPressed(choices, choices[SIDES_OF_NGRAMS.findIndex(([side]) => side === filter.side)]);
  const bar = element("div", "bar"), sides = element("div", "buttons");
  sides.append(...choices);
  bar.append(text, orders, sides);
  nodes.bar.replaceChildren(bar);
}

// ---- The list.

/** @param {NgramScreen} screen */
function drawNgramList(screen) {
  const { nodes, page } = screen, rows = filterNgrams(page.pair.ngrams ?? [], screen.filter);
  nodes.bar.hidden = nodes.list.hidden = !page.pair.ngrams;
  nodes.note.textContent = noteOnNgrams(page, rows.length);
  const first = rows.slice(0, screen.most);
  const opened = page.state.ngram || first[0]?.[0] || "";
  drawTable(nodes.list, ngramTable(screen, first, opened), (ngram) => {
    screen.follows = true;
    if (ngram === screen.page.state.ngram) drawOpenedNgram(screen, ngram);
    else screen.page.go({ ngram });
  });
  nodes.more.replaceChildren(...moreButton(rows.length - first.length, NGRAMS_AT_A_TIME, (more) => {
    screen.most += more;
    drawNgramList(screen);
  }));
  drawOpenedNgram(screen, opened);
}

/** @param {NgramScreen} screen @param {string} ngram */
function drawOpenedNgram(screen, ngram) {
  const { opened } = screen.nodes;
  drawConcordance(opened, screen.page, ngram);
  if (!screen.follows) return;
  screen.follows = false;
  // Where it is below the list, it may be out of sight.
  if (opened.getBoundingClientRect().top > innerHeight * 0.8) opened.scrollIntoView({ block: "start" });
}

/** @param {Page} page @param {number} number of rows that the controls select */
function noteOnNgrams(page, number) {
  const { doc, set, pair } = page, { rows } = filteredRows(page);
  if (!pair.ngrams) return doc.kind === "ranking" ? "This page has n-grams only for pairs with the baseline." : "This page has no n-grams.";
  const of = number === pair.ngrams.length ? "" : ` of ${formatInt(pair.ngrams.length)}`;
  const listed = `${formatInt(number)}${of} ${number === 1 && !of ? "n-gram" : "n-grams"}, largest contributions first.`;
  const whole = rows ? `They are of all ${formatCount(set.size, "segment")}, not of the ${formatInt(rows.length)} that the filter selects.` : "";
  const onPoints = pair.prices ? unattributedNote(set, pair) : "Points are undefined, because BLEU of a system is 0.";
  return [listed, whole, onPoints].filter(Boolean).join(" ");
}

/**
 * Those of an order, which B lost or gained, that contain a text in any case; in quotation marks as whole tokens.
 * @param {NgramRow[]} rows @param {NgramFilter} filter
 */
function filterNgrams(rows, { order, side, text }) {
  const tokens = /^"(.+)"$/s.exec(text)?.[1], wanted = text.toLowerCase();
  const contains = (/** @type {string} */ ngram) => (tokens ? ` ${ngram} `.includes(` ${tokens} `) : ngram.toLowerCase().includes(wanted));
  return rows.filter(([ngram, n, a, b]) => (!order || n === order) && (!side || (side === "lost" ? b < a : b > a)) && contains(ngram));
}

/** @param {NgramScreen} screen @param {NgramRow[]} rows @param {string} opened */
function ngramTable({ page: { doc } }, rows, opened) {
  const term = (/** @type {string} */ name) => termOf(doc.glossary, name);
  /** @type {Column[]} */
  const columns = [
    { label: "n-gram", tone: "code" },
    { label: "n", align: "right", narrow: true, wide: true, tone: "muted" },
    { label: "A", align: "right", narrow: true, tone: "a", ...term("credited") },
    { label: "B", align: "right", narrow: true, tone: "b", ...term("credited") },
    { label: "A wins", align: "right", narrow: true, wide: true, ...term("wins") },
    { label: "B wins", align: "right", narrow: true, wide: true, ...term("wins") },
    { label: "q", align: "right", narrow: true, wide: true, ...term("q-value") },
    { label: "own points", align: "right", narrow: true, ...term("points") },
    { label: "with nested", align: "right", narrow: true, ...term("points") },
  ];
  return plainTable({
    columns, rows: rows.map(ngramCells), ids: rows.map(([text]) => text), selected: opened,
    label: "N-grams", shows: "opened", scrolls: true, how: "Enter shows its segments", empty: "No n-grams.",
    glossary: doc.glossary,
  });
}

/** @param {NgramRow} row */
function ngramCells([text, order, a, b, winsA, winsB, q, points, nested]) {
  return [text, ...[order, a, b, winsA, winsB].map(formatInt), formatPCell(q), signedCell(points, formatSmallDelta), signedCell(nested, formatSmallDelta)];
}
