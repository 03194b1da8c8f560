// The screen "Segments": on the left the list with its filter and order, on the right the open segment.

import { conditionChips, queryOf } from "../conditions.js";
import { formatCount, formatDelta, formatInt, formatOrdinal, formatScore, formatSmallDelta } from "../numbers.js";
import { isPlainKey } from "browser/keys.js";
import { newestOnly } from "../source.js";
import { buildSegmentList, entriesInWords, fillOrders, showSegmentList } from "./list.js";
import { buildOpened, OPENED_KEYS, openedKey, showOpened } from "./opened.js";
import { element, focusOf } from "browser/dom.js";
import { drawDeltaStrip } from "browser/delta_strip.js";

/** @import { Page } from "../page.js" */
/** @import { At, Choices, Rows } from "../source.js" */
/** @import { Condition, DeltaRange } from "../conditions.js" */
/** @typedef {ReturnType<typeof buildScreen>} SegmentsScreen */
/**
 * What filters the list: a panel in a page, an expression in the app.
 * @typedef {object} SegmentFilter
 * @property {HTMLElement} root
 * @property {() => void} focus
 * @property {(choices: Choices) => void} fill
 * @property {(page: Page, rows: Rows) => void} show the filter in force
 * @property {(page: Page, rows: Rows) => Condition[]} conditions
 * @property {(page: Page, rows: Rows) => DeltaRange | null} range of Δ
 * @property {(limits: number[]) => void} chooseRange none for all segments
 * @property {(page: Page, rows: Rows) => Node[]} extras beside the conditions
 */

// ---- Above and below the list.

/** @param {SegmentsScreen} screen @param {Choices} choices @param {Rows} rows */
function drawStrip({ parts, page, filter }, { bins, unchanged }, rows) {
  drawDeltaStrip(parts.strip, {
    bins: bins.map(([low, high, number]) => [low, high, number, `Δ from ${formatDelta(low, 1)} to ${formatDelta(high, 1)}: ${formatCount(number, "segment")}`]),
    selected: filter.range(page, rows), unchanged: `${formatCount(unchanged, "segment")} unchanged, not drawn`,
    ends: [formatDelta(bins[0][0], 1), formatDelta(bins.at(-1)[1], 1)],
  }, filter.chooseRange);
}

/** The conditions; without any, what the entries show. @param {SegmentsScreen} screen @param {Rows} rows */
function drawConditions({ page, parts, filter }, rows) {
  // The field has the text itself.
  const conditions = filter.conditions(page, rows).filter(({ name }) => name !== "text" || page.state.in), focused = focusOf(parts.conditions), { textContent } = focused ?? {};
  const chips = conditions.length ? conditionChips(page, rows.missing, conditions) : [entriesInWords(rows)];
  const wasHere = parts.conditions.contains(focused);
  parts.conditions.replaceChildren(...chips, ...filter.extras(page, rows));
  const buttons = [...parts.conditions.querySelectorAll("button")], next = buttons.find((node) => node.textContent === textContent) ?? buttons[0];
  if (wasHere && next) next.focus();
  else if (wasHere) filter.focus();
}

/** BLEU of exactly the listed segments, and their points. @param {SegmentsScreen} screen @param {Rows} rows */
function drawSums({ parts }, { total, size, summary: { a, b, points, delta, texts, note } }) {
  const both = a === null ? [] : [element("span", "a", formatScore(a)), " → ", element("span", "b", formatScore(b)), ` · Δ ${formatDelta(b - a)}`];
  const scores = element("span", { title: total < size ? "Corpus BLEU of these segments alone" : "Corpus BLEU" }, "BLEU ", ...both);
  const part = element("span", { title: "Contribution of these segments to Δ, in BLEU points" }, points === null ? "" : `${formatSmallDelta(points)} of Δ ${formatDelta(delta)}`);
  const notes = [note, texts === null ? "" : `Texts of ${formatInt(texts)} segments are included.`].filter(Boolean);
  parts.sums.replaceChildren(...(total ? [scores, part] : []), ...notes.map((text) => element("span", "note", text)));
}

/** @param {SegmentsScreen} screen @param {Rows} rows @param {At} at */
function drawPlace({ parts }, { total }, { number, place }) {
  const where = place < 0 ? "not in this list" : `${formatOrdinal(place + 1)} of ${formatInt(total)}`;
  parts.place.textContent = !number ? "" : `#${formatInt(number)} · ${where}`;
}

// ---- Steps and keys.

/** Open the segment so many places on. @param {SegmentsScreen} screen @param {number} by */
function stepOn(screen, by) {
  const { page, opened } = screen, { state, source } = page;
  if (!screen.from) return;
  screen.asked += by;
  opened.awaited = -1;
  screen.step(source.step(queryOf(state), screen.from, screen.asked), ({ row, number }) => {
    const isEnd = row < 0 || (number === screen.from && screen.asked !== 0), isDrawn = row < 0 || row === opened.opened?.row;
    Object.assign(opened, { awaited: isDrawn ? null : row, reached: !isEnd });
    if (isEnd) opened.told.textContent = "This is the end of the list.";
    if (isDrawn) screen.page.annotate?.(opened); // keys wait for the step
    if (number !== screen.from) screen.page.go({ seg: number }, screen.page.state.seg > 0);
    Object.assign(screen, { from: number, asked: 0 });
  });
}

const FAR = 1e9, SCREENFUL = 10;
/** Steps by keys. @type {Record<string, number>} */
const STEPS_BY_KEY = { j: 1, k: -1, ArrowDown: 1, ArrowUp: -1 };
/** Those in the list. @type {Record<string, number>} */
const LIST_STEPS = { ...STEPS_BY_KEY, PageDown: SCREENFUL, PageUp: -SCREENFUL, End: FAR, Home: -FAR };

/** Whether there is room for the list or the open segment alone, as segments.css has it. */
function isNarrow() {
  return matchMedia("(max-width: 900px)").matches;
}

/** Keys in the list; where it is alone, they walk it, and Enter opens. @param {SegmentsScreen} screen @param {string} key */
function listKey(screen, key) {
  const { page, list } = screen, by = LIST_STEPS[key];
  if (key === "Enter") page.go({ seg: list.marked });
  else if (!by) return false;
  else if (!isNarrow()) stepOn(screen, by);
  else screen.step(page.source.step(queryOf(page.state), list.marked, by), (at) => showSegmentList(list, page, list.total, at, true));
  return true;
}

/** For the sheet of keys. @type {import("browser/keys.js").KeyGroup[]} */
export const SEGMENTS_KEYS = [
  ["List", [["j ↓", "Next segment"], ["k ↑", "Previous segment"], ["/", "Find text"]]],
  ["Segment", OPENED_KEYS],
];

/** @param {SegmentsScreen} screen */
function listenForKeys(screen) {
  const listen = (/** @type {KeyboardEvent} */ event) => {
    const { root, list, opened, filter } = screen, { key } = event, target = event.composedPath()[0];
    if (!root.isConnected) return document.removeEventListener("keydown", listen);
    if (root.hidden || event.defaultPrevented || !isPlainKey(event) || !(target instanceof Element)) return;
    const isDone = screen.page.annotateKey?.(event) || (target === list.root && listKey(screen, key));
    if (!isDone && STEPS_BY_KEY[key]) stepOn(screen, STEPS_BY_KEY[key]);
    else if (!isDone && key === "/") filter.focus();
    else if (!isDone && !openedKey(opened, key, target)) return;
    event.preventDefault();
  };
  document.addEventListener("keydown", listen);
}

// ---- The screen.

/** @param {HTMLElement} root @param {SegmentFilter} filter */
function buildScreen(root, filter) {
  const [strip, place, conditions, empty, sums] = ["delta-strip", "place", "conditions", "empty", "sums"].map((name) => element("div", name));
  const opened = buildOpened((by) => { stepOn(screen, by); }), list = buildSegmentList((seg) => { screen.page.go({ seg }); });
  const order = element("select", { className: "order", ariaLabel: "Order", onchange: () => screen.page.go({ sort: order.value, seg: 0 }) });
  const skip = element("a", { className: "skip", href: "#", onclick: (event) => {
    event.preventDefault();
    opened.root.focus();
  } }, "Skip to segment");
  const left = element("div", "left view", filter.root, strip, element("div", "ordered", order, place), conditions, list.root, empty, sums);
  opened.root.tabIndex = -1;
  root.classList.add("screen", "segments");
  root.append(skip, element("div", "columns", left, opened.root));
  const screen = {
    root, page: /** @type {Page} */ (null), choices: /** @type {Choices} */ (null), parts: { strip, place, conditions, empty, sums }, order, filter, list, opened, answer: newestOnly(left), step: newestOnly(),
    source: /** @type {Page["source"] | null} */ (null), // of what is listed
    open: 0, // the number of the open segment
    from: 0, // the number that steps count from: the open one, or one that a step has led to
    asked: 0, // steps that are not answered
    listed: "", // the query and the version that the controls are drawn for
  };
  listenForKeys(screen);
  return screen;
}

/** @param {SegmentsScreen} screen @param {Choices} choices @param {Rows} rows @param {At} at */
function drawScreen(screen, choices, rows, at) {
  const { root, page, parts, order, filter, list, opened } = screen, { state } = page, one = state.seg > 0, changes = one !== root.classList.contains("one");
  root.classList.toggle("one", one);
  if (at.number !== screen.open) opened.told.textContent = one && at.number !== state.seg ? `There is no segment ${formatInt(state.seg)}.` : "";
  if (one && isNarrow() && (changes || at.number !== screen.open)) root.scrollIntoView();
  Object.assign(screen, { open: at.number, from: at.number });
  const listed = JSON.stringify([queryOf(state), state.only, page.version]);
  if (screen.listed !== listed || screen.source !== page.source) { // a step through the list changes none of them
    Object.assign(screen, { listed, source: page.source });
    if (screen.choices !== choices) {
      fillOrders(order, choices);
      filter.fill(choices);
    }
    screen.choices = choices;
    order.value = rows.sort;
    filter.show(page, rows);
    drawStrip(screen, choices, rows);
    drawConditions(screen, rows);
    drawSums(screen, rows);
    parts.empty.textContent = rows.total ? "" : "No segments match: " + filter.conditions(page, rows).map(({ text }) => text).join(" · ");
  }
  drawPlace(screen, rows, at);
  showOpened(opened, page, at.row);
  // Where the list is alone, nothing is open, and it stays where one left it.
  showSegmentList(list, page, rows.total, at, one || !isNarrow());
  if (changes && isNarrow() && !focusOf(root)?.getClientRects().length) (one ? opened.back : list.root).focus({ preventScroll: true });
}

/** @param {HTMLElement & {segments?: SegmentsScreen}} root @param {Page} page */
export function drawSegments(root, page) {
  const screen = root.segments ??= buildScreen(root, page.newFilter()), { state, source } = page, query = queryOf(state);
  screen.page = page;
  screen.answer(Promise.all([source.choices(), source.rows(query, 0, 0), source.step(query, state.seg, 0)]), ([choices, rows, at]) => {
    drawScreen(screen, choices, rows, at);
  });
}
