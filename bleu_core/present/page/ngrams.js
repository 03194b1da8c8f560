// The screen "N-grams": those with the largest contributions, and beside them the segments of the open one.

import { button, element, showPressed } from "browser/dom.js";
import { drawTable } from "browser/table.js";
import { drawConcordance } from "./concordance_view.js";
import { drawFilterLine, filteredPlaces, filteredRows } from "./filtered.js";
import { countNgrams, filterNgrams } from "./ngram_counts.js";
import { formatCount, formatInt, formatPCell, formatSmallDelta } from "./numbers.js";
import { unattributedNote } from "./segment_numbers.js";
import { moreButton, plainTable, signedCell, termOf } from "./table_parts.js";

/** @typedef {import("./page.js").Page} Page */
/** @typedef {import("./document.js").NgramRow} NgramRow */
/** @typedef {import("browser/table.js").Column} Column */
/**
 * @typedef {object} NgramScreen
 * @property {Page} page as it was drawn last
 * @property {string} drawn which comparison and filter the rows are of
 * @property {number} run a counting stops if another has begun
 * @property {NgramRow[] | null} rows null while they are counted
 * @property {boolean} all whether all n-grams are asked for, not only those of the core
 * @property {boolean} counted whether the page has counted them
 * @property {number[]} places of the selected segments
 * @property {import("./ngram_counts.js").NgramFilter} filter
 * @property {number} most rows that are drawn
 * @property {boolean} follows whether the open n-gram is scrolled to when it is drawn
 * @property {Record<"line" | "bar" | "note" | "list" | "more" | "opened", HTMLElement>} nodes
 */

/** @type {WeakMap<HTMLElement, NgramScreen>} */
const ngramScreens = new WeakMap();

/** Rows drawn at a time. */
const NGRAMS_AT_A_TIME = 50;
/** Milliseconds of counting before the page says so, and between two pauses. */
const WITHOUT_PAUSE = 60;

/** @param {HTMLElement} root @param {Page} page */
export function drawNgrams(root, page) {
  const screen = ngramScreens.get(root) ?? newNgramScreen(root, page);
  const { set, pair, where, find } = page.state;
  const shown = JSON.stringify([set, pair, where]);
  screen.page = page;
  takeText(screen, find);
  if (screen.drawn !== shown) {
    screen.drawn = shown;
    screen.most = NGRAMS_AT_A_TIME;
    screen.filter.order = Math.min(screen.filter.order, page.set.config.max_ngram_order);
    screen.places = filteredPlaces(page);
    drawFilterLine(screen.nodes.line, page);
    drawNgramControls(screen);
    takeNgrams(screen);
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
  const [line, bar, note, list, more, opened] =
    ["", "marked", "note", "frame", "marked below", "opened"].map((name) => element("div", name));
  note.setAttribute("role", "status");
  const left = element("div", "listed"), columns = element("div", "side-by-side");
  left.append(note, list, more);
  columns.append(left, opened);
  root.replaceChildren(line, bar, columns);
  /** @type {NgramScreen} */
  const screen = {
    page, drawn: "", run: 0, rows: null, all: false, counted: false, places: [], filter: { order: 0, side: "", text: "" },
    most: NGRAMS_AT_A_TIME, follows: false, nodes: { line, bar, note, list, more, opened },
  };
  ngramScreens.set(root, screen);
  return screen;
}

/** Whether the core has listed n-grams of the selected segments. @param {Page} page */
function hasOwnNgrams(page) {
  return page.pair.ngrams !== null && filteredRows(page).rows === null;
}

/** Rows of the core where it has some; others are counted. @param {NgramScreen} screen */
async function takeNgrams(screen) {
  const { set, pair } = screen.page, run = ++screen.run;
  screen.counted = screen.all || !hasOwnNgrams(screen.page);
  screen.rows = screen.counted ? null : pair.ngrams;
  if (!screen.counted) return;
  const counting = countNgrams(set, pair, screen.places);
  let from = performance.now(), step = counting.next();
  for (; !step.done; step = counting.next()) {
    if (performance.now() - from < WITHOUT_PAUSE) continue;
    drawNgramList(screen);
    await new Promise((resolve) => { setTimeout(resolve); });
    if (run !== screen.run) return;
    from = performance.now();
  }
  screen.rows = step.value;
  drawNgramList(screen);
}

// ---- The controls.

/** @type {[import("./ngram_counts.js").NgramFilter["side"], string][]} */
const SIDES_OF_NGRAMS = [["", "All"], ["lost", "Lost by B"], ["gained", "Gained by B"]];

/** @param {NgramScreen} screen */
function drawNgramControls(screen) {
  const { filter, nodes, page } = screen;
  const change = (/** @type {Partial<import("./ngram_counts.js").NgramFilter>} */ changes) => {
    Object.assign(filter, changes);
    screen.most = NGRAMS_AT_A_TIME;
    drawNgramList(screen);
  };
  const text = element("input");
  Object.assign(text, { type: "search", value: filter.text, placeholder: 'Text, "token" or /regex/', oninput: () => screen.page.go({ find: text.value }, true) });
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
  if (hasOwnNgrams(page)) bar.append(allToggle(screen));
  nodes.bar.replaceChildren(bar);
}

/** @param {NgramScreen} screen */
function allToggle(screen) {
  const node = button("Count all n-grams", "", () => {
    screen.all = !screen.all;
    show();
    takeNgrams(screen);
    drawNgramList(screen);
  });
  const show = () => showPressed([node], screen.all ? node : undefined);
  node.title = "List all n-grams of the texts on this page, counted here, without q-values.";
  show();
  return node;
}

// ---- The list.

/** @param {NgramScreen} screen */
function drawNgramList(screen) {
  const { nodes, page } = screen;
  let rows = screen.rows ?? [], problem = "";
  try {
    rows = filterNgrams(rows, screen.filter);
  } catch {
    problem = "This is not a regular expression: all n-grams are listed. ";
  }
  nodes.note.textContent = problem + noteOnNgrams(screen, rows.length);
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
  drawConcordance(opened, screen.page, screen.places, screen.drawn, ngram);
  if (!screen.follows) return;
  screen.follows = false;
  // Where it is below the list, it may be out of sight.
  if (opened.getBoundingClientRect().top > innerHeight * 0.8) opened.scrollIntoView({ block: "start" });
}

/** @param {NgramScreen} screen @param {number} number of rows that the controls select */
function noteOnNgrams({ rows, counted, places, page: { set, pair } }, number) {
  if (!rows) return `Counting n-grams in ${formatCount(places.length, "segment")} …`;
  const of = number === rows.length ? "" : ` of ${formatInt(rows.length)}`;
  const listed = `${formatInt(number)}${of} ${number === 1 && !of ? "n-gram" : "n-grams"}, largest contributions first.`;
  const parts = set.shown ? ` that have texts here` : "";
  const how = `Counted in ${formatCount(places.length, "segment")}${parts}: own points only, no q-values.`;
  const onPoints = pair.prices ? unattributedNote(set, pair) : "Points are undefined, because BLEU of a system is 0.";
  return [listed, counted ? how : "", onPoints].filter(Boolean).join(" ");
}

/** @param {NgramScreen} screen @param {NgramRow[]} rows @param {string} opened */
function ngramTable({ rows: all, counted, page: { doc } }, rows, opened) {
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
  const shown = columns.filter(({ label }) => !counted || (label !== "q" && label !== "with nested"));
  return plainTable({
    columns: shown, rows: rows.map((row) => ngramCells(row, counted)), ids: rows.map(([text]) => text), selected: opened,
    label: "N-grams", shows: "opened", scrolls: true, how: "Enter shows its segments", empty: all ? "No n-grams." : "",
    glossary: doc.glossary,
  });
}

/** @param {NgramRow} row @param {boolean} counted */
function ngramCells([text, order, a, b, winsA, winsB, q, points, nested], counted) {
  const numbers = [order, a, b, winsA, winsB].map(formatInt);
  const own = signedCell(points, formatSmallDelta);
  return counted ? [text, ...numbers, own] : [text, ...numbers, formatPCell(q), own, signedCell(nested, formatSmallDelta)];
}
