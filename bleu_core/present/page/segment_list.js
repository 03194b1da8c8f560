// The list of segments, of which the rows around those in sight alone are drawn.

import { listColumns, listRow, measuresOf } from "./segment_rows.js";
import { element } from "browser/dom.js";
import { drawTable } from "browser/table.js";

/** @typedef {import("./page.js").Page} Page */
/**
 * @typedef {object} SegmentList
 * @property {HTMLElement} root that scrolls
 * @property {number[]} rows
 * @property {number} open the row of the open segment
 * @property {Page} page
 * @property {number} height of a row in pixels
 * @property {number} top where it was scrolled to, also while it is hidden
 */

// Rows drawn at once, and how many of them may leave the sight before others are drawn.
const DRAWN_ROWS = 80, ROW_STEP = 10;
const USUAL_HEIGHT = 33;

/** @returns {SegmentList} */
export function buildSegmentList() {
  const root = element("div", "frame worklist");
  /** @type {SegmentList} */
  const list = { root, rows: [], open: -1, page: null, height: USUAL_HEIGHT, top: 0 };
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

/** @param {SegmentList} list */
function drawRows(list) {
  const { root, rows, page, height, open } = list, { set, pair, state } = page;
  const measures = measuresOf(state.sort, set, pair), first = firstDrawn(list), drawn = rows.slice(first, first + DRAWN_ROWS);
  drawTable(root, {
    columns: listColumns(set, measures), rows: drawn.map((row) => listRow(set, measures, row)), ids: drawn.map(String),
    selected: drawn.includes(open) ? String(open) : null, label: "Segments", shows: "opened", walked: true, scrolls: false,
    rules: [], under: new Array(drawn.length).fill(null), another: null, how: "Enter opens it", empty: "No segments match the filter.",
    glossary: page.doc.glossary, part: { first, number: rows.length, height },
  }, (id) => list.page.go({ seg: Number(id) }));
}

/** Scroll the list, and only that, to the open segment. @param {SegmentList} list */
function showOpenRow(list) {
  const { root, rows, open, height } = list, place = rows.indexOf(open);
  const head = root.querySelector("thead, tr")?.clientHeight ?? height;
  if (place < 0 || !root.clientHeight) return;
  const top = place * height, seen = root.clientHeight - head - height;
  if (list.top > top) list.top = Math.max(0, top - height);
  else if (list.top + seen < top) list.top = top - seen + height;
  else return;
  root.scrollTop = list.top;
}

/**
 * Draw these rows, unless they are drawn.
 * @param {SegmentList} list
 * @param {Page} page
 * @param {number[]} rows
 * @param {number} open
 */
export function showSegmentList(list, page, rows, open) {
  const others = list.rows !== rows, opened = list.open !== open;
  Object.assign(list, { page, rows, open });
  if (others) list.top = 0;
  if (list.root.scrollTop !== list.top) list.root.scrollTop = list.top; // it was hidden
  drawRows(list);
  const tr = list.root.querySelector("tbody:not(.room) tr"), height = tr?.getBoundingClientRect().height;
  if (height && Math.abs(height - list.height) > 0.01) {
    list.height = height;
    drawRows(list);
  }
  if (others || opened) showOpenRow(list);
  if (list.root.scrollTop !== list.top) list.root.scrollTop = list.top;
  drawRows(list);
}
