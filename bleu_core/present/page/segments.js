// The screen "Segments": search, order and filters, the list, and the open segment beside it.

import { joinConditions, searchConditions, searchOf } from "./conditions.js";
import { drawDeltaRange } from "./delta_range.js";
import { writtenName } from "./expressions.js";
import { columnsOf, filterConditions, searchesOf, selectedRows, usesTexts } from "./filter.js";
import { conditionChips, filteredRows } from "./filtered.js";
import { buildFilterPanel, showFilterPanel } from "./filter_panel.js";
import { formatCount, formatDelta, formatInt, formatScore } from "./numbers.js";
import { buildOpened, openedKey, showOpened } from "./opened.js";
import { isPlainKey } from "./screen_keys.js";
import { buildSegmentList, showSegmentList } from "./segment_list.js";
import { unattributedNote } from "./segment_numbers.js";
import { bleuOf, sumRows } from "./statistics.js";
import { computedOnce } from "./segment_numbers.js";
import { knownSort, orderGroups, orderOf, stepAlong } from "./worklist.js";
import { element } from "browser/dom.js";
import { takeExpression } from "browser/expression/field.js";

/** @typedef {import("./page.js").Page} Page */
/** @typedef {import("browser/expression/field.js").Fault} Fault */
/**
 * The segments that match the expression.
 * @typedef {object} Selection
 * @property {string} of which pair and expression
 * @property {number[] | null} rows in file order; null for all
 * @property {Fault | null} fault what is wrong with the expression: then the rest of it selects
 * @property {string} rest the conditions that hold
 * @property {[string, string][]} searches
 */
/** @typedef {Record<"root" | "place" | "number" | "scores" | "only" | "rest", HTMLElement> & {of: string}} Summary with the selection it is of */
/**
 * @typedef {object} SegmentsScreen
 * @property {Page} page
 * @property {Selection} selection
 * @property {{list: string, rows: number[]}} listed the selection in its order
 * @property {string} controlled the list that the controls and the distribution are drawn for
 * @property {{where: string, fault: Fault} | null} tried the last expression that is none, and the one before it
 * @property {number} open the row of the open segment, -1 for none
 * @property {Record<"expression" | "conditions" | "strip", HTMLElement>} parts
 * @property {Summary} summary
 * @property {HTMLSelectElement} sort
 * @property {import("./filter_panel.js").FilterPanel} filters
 * @property {import("./segment_list.js").SegmentList} list
 * @property {import("./opened.js").Opened} opened
 */

// ---- Which segments.

/** What the expression field shows of a problem. @param {string} text @param {import("./expressions.js").ExpressionProblem | null} problem */
function faultOf(text, problem) {
  return problem && { text, problem: problem.message, at: problem.at };
}

/** Select and order the segments, unless that is done. @param {SegmentsScreen} screen */
function selectSegments(screen) {
  const { page } = screen, { set, pair, state } = page;
  const of = [state.set, set.pairs.indexOf(pair), state.where].join("\n"), list = of + "\n" + state.sort;
  if (screen.selection?.of !== of) {
    const { rows, rest, problem } = filteredRows(page);
    screen.selection = { of, rows, rest, fault: faultOf(state.where, problem), searches: searchesOf(rest) };
  }
  if (screen.listed?.list === list) return;
  const { rows } = screen.selection, all = orderOf(state.sort, set, pair), chosen = rows && new Uint8Array(set.size);
  rows?.forEach((row) => { chosen[row] = 1; });
  screen.listed = { list, rows: chosen ? all.filter((row) => chosen[row]) : all };
}

// ---- The line of controls.

// Values that are offered for a column of texts, and how long they may be.
const MOST_VALUES = 30, LONGEST_VALUE = 40, LONGEST_EXPRESSION = 2000;

/** The columns as the expression field offers them. @param {Page} page */
function offeredColumns({ set, pair }) {
  return computedOnce(pair, "offered", () => {
    const saved = new Map([...set.columns, ...pair.columns].map((column) => [column.name, column]));
    return [...columnsOf(set, pair).values()].map(({ name, kind, about }) => {
      const column = saved.get(name), words = column?.kind === "text" && column.words.length <= MOST_VALUES ? column.words : [];
      return { name, written: writtenName(name), kind, about, values: words.every((word) => word.length <= LONGEST_VALUE) ? words : [] };
    });
  });
}

/** Apply the text of the field. @param {SegmentsScreen} screen @param {string} text @param {boolean} isSearch */
function applyText(screen, text, isSearch) {
  const { page } = screen, where = isSearch ? joinConditions(searchConditions(text)) : text;
  const fault = faultOf(where, selectedRows(where, columnsOf(page.set, page.pair), page.set.size).problem);
  // What is searched for has its own place in the field.
  const shown = fault && isSearch ? { text, problem: fault.problem, at: Math.max(0, fault.at - where.indexOf(text)) } : fault;
  screen.tried = fault && { where: page.state.where, fault: shown };
  if (fault || where === page.state.where) drawControls(screen);
  else page.go({ where, seg: -1 });
}

/** What is wrong with the expression in force. @param {Selection} selection */
function faultInForce({ fault, rest }) {
  return fault && rest ? { ...fault, problem: fault.problem + " The other conditions still apply." } : fault;
}

/** @param {SegmentsScreen} screen */
function drawControls(screen) {
  const { page, selection, sort, parts } = screen, { set, pair, state } = page;
  if (screen.tried?.where !== state.where) screen.tried = null;
  const conditions = filterConditions(state.where), search = searchOf([state.where]);
  takeExpression(parts.expression, {
    text: state.where, names: offeredColumns(page), fault: screen.tried?.fault ?? faultInForce(selection), label: "Find in segments",
    placeholder: "Find text or /regex/, or filter: points < -0.05 and source ~ /\\d/", longest: LONGEST_EXPRESSION,
    search: search.place === "all texts" ? search.text : "",
  }, (text, as) => applyText(screen, text, as === "text" || as === "regex"));
  drawSorts(sort, knownSort(state.sort, set, pair), page);
  showFilterPanel(screen.filters, page, conditions.length);
  const removed = parts.conditions.contains(document.activeElement);
  parts.conditions.replaceChildren(...conditionChips(page));
  if (removed) /** @type {HTMLElement} */ (parts.conditions.firstElementChild ?? screen.filters.toggle).focus();
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

/** How many segments match, and BLEU of exactly these. @param {SegmentsScreen} screen */
function drawSummary({ page, selection, listed, open, summary }) {
  const { set, pair } = page, { rows } = selection, place = listed.rows.indexOf(open);
  summary.place.textContent = place < 0 ? "" : formatInt(place + 1) + " of ";
  if (summary.of === selection.of) return;
  summary.of = selection.of;
  summary.number.textContent = formatCount(listed.rows.length, "segment") + (rows ? ` (${formatInt(set.size)} in total)` : "");
  const withTexts = set.shown ? `the ${formatInt(set.shown.length)} segments with the largest contributions` : "";
  summary.only.textContent = withTexts && (usesTexts(selection.rest) ? "Searched in: " : "Texts: ") + withTexts;
  summary.rest.textContent = rows ? "" : unattributedNote(set, pair); // it is of the whole Δ
  summary.scores.title = rows ? "Corpus BLEU of these segments alone" : "Corpus BLEU";
  summary.scores.replaceChildren();
  if (!listed.rows.length) return;
  const [a, b] = [pair.a, pair.b].map((system) => bleuOf(sumRows(set.systems[system], rows), set.config));
  const scoreOfSide = (/** @type {string} */ side, /** @type {number} */ score) => element("b", side, `${side.toUpperCase()} ${formatScore(score)}`);
  summary.scores.append("BLEU ", scoreOfSide("a", a), " ", scoreOfSide("b", b), ` Δ ${formatDelta(b - a)}`);
}

/** @returns {Summary} */
function buildSummary() {
  const root = element("p", "summary"), count = element("span", "count");
  const place = element("span"), number = element("span"), scores = element("span", "scores"), only = element("span", "only"), rest = element("span");
  number.setAttribute("role", "status"); // the place changes with every step
  count.append(place, number);
  root.append(count, scores, only, rest);
  return { root, place, number, scores, only, rest, of: "" };
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
  const find = element("div", "find"), expression = element("div", "expression"), sort = element("select", "sort");
  const columns = element("div", "columns"), left = element("div", "left"), told = element("div", "told-of-list");
  const fault = element("p", "fault"), filters = buildFilterPanel(), list = buildSegmentList(), opened = buildOpened();
  const summary = buildSummary(), conditions = element("div", "conditions"), strip = element("div", "delta-strip");
  fault.setAttribute("role", "alert");
  expression.append(element("div", "field"), fault);
  sort.setAttribute("aria-label", "Order");
  find.append(expression, sort, filters.toggle, filters.panel);
  told.append(strip, summary.root, conditions);
  left.append(told, list.root);
  columns.append(left, opened.root);
  root.append(find, columns);
  /** @type {SegmentsScreen} */
  const screen = { page: null, selection: null, listed: null, controlled: "", tried: null, open: -1, parts: { expression, conditions, strip }, summary, sort, filters, list, opened };
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
  showOpened(screen.opened, page, open, screen.selection.searches, (by) => stepOn(screen, by), () => {
    /** @type {HTMLElement} */ (screen.parts.expression.querySelector("input"))?.focus();
  });
  showSegmentList(screen.list, page, screen.listed.rows, open);
  // What had the focus may be hidden.
  if (changes && isNarrow() && !document.activeElement?.getClientRects().length) {
    /** @type {HTMLElement} */ (one ? screen.opened.back : screen.list.root.querySelector("tr[tabindex='0']"))?.focus({ preventScroll: true });
  }
}
