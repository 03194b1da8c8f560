// The list of segments, of which the entries around those in sight alone are asked for and drawn. It is one stop of the
// Tab key; the marked entry is its active one.

import { element } from "browser/dom.js";
import { A, B } from "browser/pair.js";
import { queryOf } from "../conditions.js";
import { formatComponent, formatDelta, formatInt, formatNumber, formatScore, formatSmallDelta, NO_VALUE, oneLine } from "../numbers.js";
import { newestOnly } from "../source.js";

/** @import { Page } from "../page.js" */
/** @import { At, Choices, Row, Rows } from "../source.js" */
/** @typedef {ReturnType<typeof buildSegmentList>} SegmentList */

// Pixels of an entry, as segments.css has it. Entries drawn at once, and how many of them may leave the sight before
// others are drawn.
const ENTRY_HEIGHT = 55, DRAWN_ENTRIES = 80, ENTRY_STEP = 10;

/** @param {(number: number) => void} open */
export function buildSegmentList(open) {
  const rows = element("div", { className: "entries", role: "rowgroup" });
  const root = element("div", { className: "list", role: "grid", tabIndex: 0, ariaLabel: "Segments" }, rows);
  const list = {
    root, rows, page: /** @type {Page} */ (null), total: 0, answer: newestOnly(rows),
    of: "", // the query
    source: /** @type {Page["source"] | null} */ (null), version: /** @type {number | undefined} */ (0),
    marked: 0, // the number of the marked entry
    first: -1, // the place of the first entry that is drawn or asked for
    top: 0, // where it was scrolled to, also while it is hidden
  };
  root.onscroll = () => {
    if (!root.clientHeight) return; // hidden
    list.top = root.scrollTop;
    drawEntries(list);
  };
  root.onclick = ({ target }) => {
    const entry = target instanceof Element && /** @type {HTMLElement} */ (target.closest("[data-opens]"));
    if (entry) open(Number(entry.dataset.opens));
  };
  return list;
}

/** @param {Row} row @param {Rows["by"]} by @param {number} place */
function entryOf({ row, number, document: name, value, bar, a, b, lead: [sign, text], said }, by, place) {
  const [written, tone] = shownNumber(by, value), part = element("span", ["loss", "", "gain"][Math.sign(bar) + 1]);
  const score = (/** @type {string} */ side, /** @type {number | null} */ own) => element("span", side, own === null ? NO_VALUE : formatScore(own, by.score_decimals));
  part.style.width = Math.abs(bar) * 100 + "%";
  const entry = element("div", { className: "entry", id: "entry-" + row, role: "row", ariaRowIndex: String(place + 1) }, element("div", { className: "cell", role: "gridcell" },
    element("span", "number", formatInt(number)), element("span", "bar", part), element("b", "value " + tone, written),
    element("span", "scores", score("a", a), " → ", score("b", b)),
    element("span", "document", ...(said ? [element("b", "said", said + " ")] : []), element("bdi", "", name)),
    element("span", { className: "lead", title: text }, sign ? element("b", sign < 0 ? "loss" : "gain", sign < 0 ? "\u2212" : "+") : "", element("bdi", "", text))));
  entry.dataset.opens = String(number);
  return entry;
}

// ---- The entries in sight.

/** The place of the first entry to draw. @param {SegmentList} list */
function firstDrawn({ root, total, top }) {
  const seen = Math.ceil(root.clientHeight / ENTRY_HEIGHT), before = (DRAWN_ENTRIES - Math.min(seen, DRAWN_ENTRIES)) / 2;
  const first = Math.floor((top / ENTRY_HEIGHT - before) / ENTRY_STEP) * ENTRY_STEP;
  return Math.max(0, Math.min(first, total - DRAWN_ENTRIES));
}

/** Draw the entries around those in sight, unless they are drawn or asked for. @param {SegmentList} list */
function drawEntries(list) {
  const { root, rows, page, total } = list, first = firstDrawn(list);
  if (first === list.first) return;
  list.first = first;
  list.answer(page.source.rows(queryOf(page.state), first, DRAWN_ENTRIES), (found) => {
    rows.replaceChildren(...found.rows.map((row, i) => entryOf(row, found.by, first + i)));
    Object.assign(rows.style, { height: total * ENTRY_HEIGHT + "px", paddingTop: first * ENTRY_HEIGHT + "px" });
    rows.style.setProperty("--number", formatInt(found.size).length + 1 + "ch");
    root.ariaRowCount = String(total);
    markEntry(list, list.marked);
    if (root.clientHeight && root.scrollTop !== list.top) root.scrollTop = list.top; // also where it was hidden
  });
}

/** Mark an entry as the active one. @param {SegmentList} list @param {number} number */
function markEntry(list, number) {
  list.marked = number;
  list.root.removeAttribute("aria-activedescendant");
  for (const entry of /** @type {HTMLCollectionOf<HTMLElement>} */ (list.rows.children)) {
    const is = entry.dataset.opens === String(number);
    entry.ariaSelected = String(is);
    if (is) list.root.setAttribute("aria-activedescendant", entry.id);
  }
}

/** Where the list has to be scrolled to, so that an entry is in sight. @param {SegmentList} list @param {number} place */
function topOfEntry({ root, top }, place) {
  const room = root.clientHeight - ENTRY_HEIGHT;
  if (place < 0 || room < 0) return top;
  return Math.max(place * ENTRY_HEIGHT - room, Math.min(top, place * ENTRY_HEIGHT));
}

/**
 * Show the segments of the page's query; `at` is the open one, which the list marks and scrolls to if it `follows`.
 * @param {SegmentList} list @param {Page} page @param {number} total @param {At} at @param {boolean} follows
 */
export function showSegmentList(list, page, total, { number, place }, follows) {
  const of = JSON.stringify(queryOf(page.state)), { source, version } = page, others = list.of !== of || list.source !== source;
  if (others) Object.assign(list, { top: 0, first: -1 });
  if (list.version !== version) list.first = -1;
  Object.assign(list, { page, of, source, version, total });
  list.root.hidden = !total;
  if (others || (follows && list.marked !== number)) {
    list.top = topOfEntry(list, place);
    markEntry(list, number);
  }
  drawEntries(list);
  if (list.root.clientHeight && list.root.scrollTop !== list.top) list.root.scrollTop = list.top;
}

// ---- The orders of the list of segments: their keys are those of bleu_core/segments/worklist.py.

/** @typedef {[key: string, name: string][]} Orders */

const LONGEST_NAME = 40;

/** @type {Orders} */
const ORDER_NAMES = [
  ["-carried", "by contribution"], ["points", "contribution, losses first"], ["-points", "contribution, gains first"],
  ["-size", "|Δ|, largest first"], ["size", "|Δ|, smallest first"], ["delta", "Δ, losses first"], ["-delta", "Δ, gains first"],
  ["line", "file order"], ["-line", "file order, reversed"],
  ["a", `BLEU of ${A}, lowest first`], ["-a", `BLEU of ${A}, highest first`], ["b", `BLEU of ${B}, lowest first`], ["-b", `BLEU of ${B}, highest first`],
  ["-length", "reference length, longest first"], ["length", "reference length, shortest first"],
  ["ratio", `length ratio ${B} / ${A}, smallest first`], ["-ratio", `length ratio ${B} / ${A}, largest first`],
];

/** @param {Choices} choices @returns {[group: string, orders: Orders][]} */
function orderGroups({ components, metrics, numbers }) {
  const ofComponents = components.flatMap((key) => /** @type {Orders} */ ([
    [key, `${formatComponent(key)} contribution, losses first`], ["-" + key, `${formatComponent(key)} contribution, gains first`],
  ]));
  const ofMetrics = metrics.flatMap(({ key, label, lower }) => {
    const name = oneLine(label, LONGEST_NAME), note = lower ? " (lower is better)" : "";
    return /** @type {Orders} */ ([
      ["metric:" + key, `Δ ${name}, losses first${note}`], ["-metric:" + key, `Δ ${name}, gains first${note}`],
      ["-disagree:" + key, `BLEU and ${name} disagree most`],
    ]);
  });
  const ofNumbers = numbers.map((name) => [name, oneLine(name, LONGEST_NAME)]).flatMap(([name, label]) => /** @type {Orders} */ ([
    ["-column:" + name, label + ", largest first"], ["column:" + name, label + ", smallest first"],
  ]));
  return [["", ORDER_NAMES], ["Components of Δ", ofComponents], ["Other metrics", ofMetrics], ["Columns", ofNumbers]];
}

/** Fill the list of orders. @param {HTMLSelectElement} list @param {Choices} choices */
export function fillOrders(list, choices) {
  list.replaceChildren(...orderGroups(choices).flatMap(([name, orders]) => inGroup(name, orders.map(([key, label]) => new Option(label, key)))));
}

/** Options of a list in a group, if it has a name; nothing without options. @param {string} name @param {HTMLOptionElement[]} options */
export function inGroup(name, options) {
  return name && options.length ? [element("optgroup", { label: name }, ...options)] : options;
}

// ---- What an order shows.

/** @type {Record<string, string>} */
const NUMBER_NAMES = { length: "reference length", ratio: `length ratio ${B} / ${A}` };
const LEAD_NAMES = { change: "largest change", source: "source", reference: "reference" };

/** What the entries of the list show. @param {Rows} rows */
export function entriesInWords({ by, lead }) {
  const name = oneLine(by.name, LONGEST_NAME), scores = oneLine(by.scores, LONGEST_NAME);
  const number = {
    points: by.name ? formatComponent(by.name) + " points" : "points", delta: name ? "Δ " + name : "Δ",
    number: NUMBER_NAMES[by.name] ?? name, ranks: "ranks apart",
  }[by.kind];
  return `${number} · ${scores} ${A} → ${B} · ${LEAD_NAMES[lead]}`;
}

/** The number that an order shows, with its tone. @param {Rows["by"]} by @param {number | null} value @returns {[text: string, tone: string]} */
export function shownNumber({ kind, lower, decimals }, value) {
  if (value === null) return [NO_VALUE, "muted"];
  if (kind === "number") return [formatNumber(value, 4), ""];
  const text = kind === "points" ? formatSmallDelta(value) : formatDelta(value, decimals);
  // What is written as zero is neither a gain nor a loss.
  return [text, !/[1-9∞]/.test(text) ? "muted" : value < 0 === lower ? "gain" : "loss"];
}
