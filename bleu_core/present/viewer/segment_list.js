// The list of segments, of which the rows around those in sight alone are drawn.

import { listColumns, listRow, measuresOf } from "./segment_rows.js";
import { element } from "browser/dom.js";
import { drawTable, selectRow } from "browser/table.js";

/** @typedef {import("./page.js").Page} Page */
/**
 * @typedef {object} SegmentList
 * @property {HTMLElement} root that scrolls
 * @property {number[]} rows
 * @property {number} open the row of the open segment
 * @property {Page} page
 * @property {number} height of a row in pixels
 * @property {{rows: number[], measures: object, first: number, height: number, open: number} | null} drawn
 * @property {number} top where it was scrolled to, also while it is hidden
 */

// Rows drawn at once, and how many of them may leave the sight before others are drawn.
const DRAWN_ROWS = 80, ROW_STEP = 10;
const USUAL_HEIGHT = 33;

/** @returns {SegmentList} */
export function buildSegmentList() {
  const root = element("div", "frame worklist");
  /** @type {SegmentList} */
  const list = { root, rows: [], open: -1, page: null, height: USUAL_HEIGHT, top: 0, drawn: null };
  root.addEventListener("scroll", () => {
    if (!root.clientHeight) return; // hidden
    list.top = root.scrollTop;
    drawRows(list);
  });
  return list;
}

/** The place of the first row that is drawn. @param {SegmentList} list */
function firstDrawn({ root, rows, height, top }) {
  const seen = Math.ceil(root.clientHeight / height), before = (DRAWN_ROWS - Math.min(seen, DRAWN_ROWS)) / 2;
  const first = Math.floor((top / height - before) / ROW_STEP) * ROW_STEP;
  return Math.max(0, Math.min(first, rows.length - DRAWN_ROWS));
}

/** Draw the rows around those in sight, unless they are drawn. @param {SegmentList} list */
function drawRows(list) {
  const { root, rows, page, height, open } = list, { set, pair, state } = page;
  const measures = measuresOf(state.sort, set, pair), first = firstDrawn(list);
  const { drawn } = list, same = drawn && drawn.rows === rows && drawn.measures === measures && drawn.first === first && drawn.height === height;
  if (same && (drawn.open === open || selectRow(root, String(open)))) {
    drawn.open = open;
    return;
  }
  list.drawn = { rows, measures, first, height, open };
  const some = rows.slice(first, first + DRAWN_ROWS);
  drawTable(root, {
    columns: listColumns(set, measures), rows: some.map((row) => listRow(set, measures, row)), ids: some.map(String),
    selected: some.includes(open) ? String(open) : null, label: "Segments", shows: "opened", walked: true, scrolls: false,
    rules: [], under: new Array(some.length).fill(null), another: null, how: "Enter opens it", empty: "No segments match the filter.",
    glossary: page.doc.glossary, part: { first, number: rows.length, height },
  }, (id) => list.page.go({ seg: Number(id) }));
}

/** Where the list has to be scrolled to, so that the open segment is in sight. @param {SegmentList} list */
function topOfOpen({ root, rows, open, height, top }) {
  const place = rows.indexOf(open), seen = root.clientHeight - 2 * height; // one is the heading
  if (place < 0 || seen < 0) return top;
  return Math.max(place * height - seen, Math.min(top, place * height));
}

/** Measure a row, whose height depends on fonts. @param {SegmentList} list */
function measureRow(list) {
  const height = list.root.querySelector("tbody:not(.room) tr")?.getBoundingClientRect().height;
  if (height) list.height = height;
}

/**
 * Draw these rows, unless they are drawn.
 * @param {SegmentList} list
 * @param {Page} page
 * @param {number[]} rows
 * @param {number} open
 */
export function showSegmentList(list, page, rows, open) {
  const { root } = list, others = list.rows !== rows, opened = list.open !== open;
  Object.assign(list, { page, rows, open });
  if (others) list.top = 0;
  if (others || opened) list.top = topOfOpen(list);
  drawRows(list);
  if (!root.clientHeight) return; // hidden
  if (others) {
    measureRow(list);
    list.top = topOfOpen(list);
    drawRows(list);
  }
  if (root.scrollTop !== list.top) root.scrollTop = list.top; // also where it was hidden
}
