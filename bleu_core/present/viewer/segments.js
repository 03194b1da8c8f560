// The screen "Segments": search, filters and order, the list, and the open segment beside it.

import { drawDeltaRange } from "./delta_range.js";
import { buildFilterControls, showFilterControls } from "./filter_controls.js";
import { conditionChips, filteredRows } from "./filtered.js";
import { formatCount, formatDelta, formatInt, formatScore, formatSmallDelta } from "./numbers.js";
import { buildOpened, openedKey, showOpened } from "./opened.js";
import { isPlainKey } from "./screen_keys.js";
import { buildSegmentList, showSegmentList } from "./segment_list.js";
import { segmentPoints, unattributedNote } from "./segment_numbers.js";
import { bleuOf, sumRows } from "./statistics.js";
import { knownSort, orderGroups, orderOf, stepAlong } from "./worklist.js";
import { element } from "browser/dom.js";

/** @typedef {import("./page.js").Page} Page */
/** @typedef {{of: string, rows: number[] | null}} Selection which pair and filter, and the segments in file order; null for all */
/** @typedef {Record<"root" | "place" | "number" | "scores" | "points" | "only" | "rest", HTMLElement> & {of: string}} Summary with the selection it is of */
/**
 * @typedef {object} SegmentsScreen
 * @property {Page} page
 * @property {Selection} selection
 * @property {{list: string, rows: number[]}} listed the selection in its order
 * @property {string} controlled the list that the controls and the distribution are drawn for
 * @property {number} open the row of the open segment, -1 for none
 * @property {Record<"conditions" | "strip", HTMLElement>} parts
 * @property {Summary} summary
 * @property {HTMLSelectElement} sort
 * @property {import("./filter_controls.js").FilterControls} filters
 * @property {import("./segment_list.js").SegmentList} list
 * @property {import("./opened.js").Opened} opened
 */

// ---- Which segments.

/** Select and order the segments, unless that is done. @param {SegmentsScreen} screen */
function selectSegments(screen) {
  const { page } = screen, { set, pair, state } = page, filtered = filteredRows(page), { rows } = filtered;
  const of = [state.set, set.pairs.indexOf(pair), filtered.of].join("\n"), list = of + "\n" + state.sort;
  screen.selection = { of, rows };
  if (screen.listed?.list === list) return;
  const all = orderOf(state.sort, set, pair), chosen = rows && new Uint8Array(set.size);
  rows?.forEach((row) => { chosen[row] = 1; });
  screen.listed = { list, rows: chosen ? all.filter((row) => chosen[row]) : all };
}

// ---- The line of controls.

/** @param {SegmentsScreen} screen */
function drawControls(screen) {
  const { page, sort, parts, filters } = screen, { set, pair, state } = page;
  showFilterControls(filters, page);
  drawSorts(sort, knownSort(state.sort, set, pair), page);
  const removed = parts.conditions.contains(document.activeElement);
  parts.conditions.replaceChildren(...conditionChips(page));
  if (removed) /** @type {HTMLElement} */ (parts.conditions.firstElementChild ?? filters.field).focus();
}

/** @param {HTMLSelectElement} list @param {string} sort @param {Page} page */
function drawSorts(list, sort, { set, pair }) {
  const groups = orderGroups(set, pair, sort), content = JSON.stringify(groups);
  if (list.dataset.groups !== content) {
    list.dataset.groups = content;
    list.replaceChildren(...groups.flatMap(([name, orders]) => {
      const options = orders.map(([key, label]) => new Option(label, key));
      if (!name || !options.length) return options;
      const group = element("optgroup");
      group.label = name;
      group.append(...options);
      return [group];
    }));
  }
  list.value = sort;
}

// ---- What the list has.

/** How many segments match, BLEU of exactly these, and their points. @param {SegmentsScreen} screen */
function drawSummary({ page, selection, listed, open, summary }) {
  const { set, pair, state } = page, { rows } = selection, place = listed.rows.indexOf(open);
  summary.place.textContent = place < 0 ? "" : formatInt(place + 1) + " of ";
  if (summary.of === selection.of) return;
  summary.of = selection.of;
  summary.number.textContent = formatCount(listed.rows.length, "segment") + (rows ? ` (${formatInt(set.size)} in total)` : "");
  const withTexts = set.shown ? `the ${formatInt(set.shown.length)} segments with the largest contributions` : "";
  summary.only.textContent = withTexts && (state.text || state.has ? "Searched in: " : "Texts: ") + withTexts;
  summary.rest.textContent = rows ? "" : unattributedNote(set, pair); // it is of the whole Δ
  summary.scores.title = rows ? "Corpus BLEU of these segments alone" : "Corpus BLEU";
  summary.scores.replaceChildren();
  summary.points.textContent = "";
  if (!listed.rows.length) return;
  const [a, b] = [pair.a, pair.b].map((system) => bleuOf(sumRows(set.systems[system], rows), set.config));
  const scoreOfSide = (/** @type {string} */ side, /** @type {number} */ score) => element("b", side, `${side.toUpperCase()} ${formatScore(score)}`);
  summary.scores.append("BLEU ", scoreOfSide("a", a), " ", scoreOfSide("b", b), ` Δ ${formatDelta(b - a)}`);
  if (!rows || !pair.prices) return;
  const points = segmentPoints(set, pair), sum = rows.reduce((total, row) => total + points[row], 0);
  summary.points.textContent = `${formatSmallDelta(sum)} of Δ ${formatDelta(pair.delta)}`;
}

/** @returns {Summary} */
function buildSummary() {
  const root = element("p", "summary"), count = element("span", "count");
  const place = element("span"), number = element("span"), scores = element("span", "scores"), points = element("span", "points"), only = element("span", "only"), rest = element("span");
  number.setAttribute("role", "status"); // the place changes with every step
  count.append(place, number);
  points.title = "Contribution of these segments to Δ, in BLEU points";
  root.append(count, scores, points, only, rest);
  return { root, place, number, scores, points, only, rest, of: "" };
}

// ---- The screen.

/** Open the segment so many places on. @param {SegmentsScreen} screen @param {number} by */
function stepOn(screen, by) {
  const { page, listed, open } = screen, { set, pair, state } = page;
  if (open < 0) return;
  const [row, reached] = stepAlong(listed.rows, orderOf(state.sort, set, pair), open, by);
  if (row !== open) page.go({ seg: row }, state.seg >= 0);
  screen.opened.told.textContent = reached ? "" : "This is the end of the list.";
}

/** @param {SegmentsScreen} screen @param {HTMLElement} root */
function listenForKeys(screen, root) {
  document.addEventListener("keydown", (event) => {
    if (root.hidden || event.defaultPrevented || !isPlainKey(event) || !(event.target instanceof Element)) return;
    if (openedKey(screen.opened, event.key, event.target, (by) => stepOn(screen, by))) event.preventDefault();
  });
}

/** @param {HTMLElement} root @returns {SegmentsScreen} */
function buildScreen(root) {
  const find = element("div", "find"), sort = element("select", "sort"), columns = element("div", "columns"), left = element("div", "left");
  const told = element("div", "told-of-list"), filters = buildFilterControls(), list = buildSegmentList(), opened = buildOpened();
  const summary = buildSummary(), conditions = element("div", "conditions"), strip = element("div", "delta-strip");
  sort.setAttribute("aria-label", "Order");
  find.append(filters.search, filters.lists, sort);
  told.append(strip, summary.root, conditions);
  left.append(told, list.root);
  columns.append(left, opened.root);
  root.append(find, columns);
  /** @type {SegmentsScreen} */
  const screen = { page: null, selection: null, listed: null, controlled: "", open: -1, parts: { conditions, strip }, summary, sort, filters, list, opened };
  sort.onchange = () => screen.page.go({ sort: sort.value, seg: -1 });
  listenForKeys(screen, root);
  return screen;
}

/** Whether there is room for the list or the open segment alone, as segments.css has it. */
function isNarrow() {
  return matchMedia("(max-width: 900px)").matches;
}

/** @param {HTMLElement & {segments?: SegmentsScreen}} root @param {Page} page */
export function drawSegments(root, page) {
  const screen = root.segments ??= buildScreen(root), { state, set } = page;
  screen.page = page;
  selectSegments(screen);
  const open = state.seg >= 0 && state.seg < set.size ? state.seg : screen.listed.rows[0] ?? -1;
  if (open !== screen.open) screen.opened.told.textContent = "";
  const one = state.seg >= 0, changes = one !== root.classList.contains("one");
  root.classList.toggle("one", one);
  if (one && screen.open !== open && isNarrow()) scrollTo(0, 0);
  screen.open = open;
  if (screen.controlled !== screen.listed.list) { // a step through the list changes none of them
    screen.controlled = screen.listed.list;
    drawControls(screen);
    drawDeltaRange(screen.parts.strip, page);
  }
  drawSummary(screen);
  showOpened(screen.opened, page, open, (by) => stepOn(screen, by), () => screen.filters.field.focus());
  showSegmentList(screen.list, page, screen.listed.rows, open);
  // What had the focus may be hidden.
  if (changes && isNarrow() && !document.activeElement?.getClientRects().length) {
    /** @type {HTMLElement} */ (one ? screen.opened.back : screen.list.root.querySelector("tr[tabindex='0']"))?.focus({ preventScroll: true });
  }
}
