// A table: rows of cells with words, bars, intervals and dots; rows can be opened.

import { element, presses, walkable } from "./dom.js";
import { asking } from "./glossary_tip.js";

// ---- A strip of dots in a cell: a dot per score, 0 to 100, with a name under the pointer.

/** @typedef {[score: number, told: string, tone: string]} Dot tone is "a", "b" or "" */

/** How many overlapping dots are stacked, and their distance in pixels. */
const TALLEST = 5, APART = 4;

/** @param {Dot[]} dots */
function stripOfDots(dots) {
  const box = element("div", "dots");
  const strip = box.appendChild(element("div", "strip"));
  const told = box.appendChild(element("div", "told"));
  /** @type {Map<number, number>} */
  const above = new Map();
  const usual = dots.filter((dot) => !dot[2]);
  for (const [score, text, tone] of [...usual, ...dots.filter((dot) => dot[2])]) { // A and B on top
    const place = Math.round(score / 1.5);
    const n = above.get(place) ?? 0;
    above.set(place, n + 1);
    const dot = strip.appendChild(element("span", "dot " + tone));
    dot.style.left = Math.min(100, score) + "%";
    dot.style.marginTop = ((n % TALLEST) + 1 >> 1) * (n % 2 ? -APART : APART) + "px";
    dot.title = text;
    dot.onpointerenter = () => { told.textContent = text; };
    dot.onpointerleave = () => { told.textContent = ""; };
  }
  return box;
}

// ---- A cell: a string, or a Cell. Text is only ever set as text.

/**
 * @typedef {object} Cell
 * @property {string} [t] the text
 * @property {string} [tone] of "a", "b", "gain", "loss", "muted", "strong", "code", "signature"
 * @property {string} [title]
 * @property {number} [bar] -1 to 1, drawn from the middle
 * @property {number} [share] 0 to 1, drawn from the left
 * @property {[number | null, number, number | null]} [range] an interval with the point in it, or the point alone
 * @property {[number, number]} [axis] that the range is drawn on
 * @property {Line[]} [lines] instead of the text
 * @property {Dot[]} [dots] instead of the text
 * @property {boolean} [clip] whether it is one line, cut with …
 * @property {string} [term] the glossary's name of it
 */
/** @typedef {{tag: string, tone: string, t: string}} Line */
/**
 * @typedef {object} Column
 * @property {string} label
 * @property {"left" | "right"} [align]
 * @property {string} [tone]
 * @property {string} [term]
 * @property {string} [help]
 * @property {boolean} [narrow]
 * @property {boolean} [wide]
 * @property {boolean} [clip]
 */

/** @param {string} className @param {string} part @param {number} width in per cent */
function bar(className, part, width) {
  const box = element("span", className);
  box.appendChild(element("span", part)).style.width = width + "%";
  return box;
}

/** @param {Cell} cell one with a range */
function interval({ range: [low, at, high], axis: [from, to], title }) {
  const box = element("span", "range");
  box.setAttribute("role", "img");
  box.setAttribute("aria-label", title);
  // Equal scores are in the middle of an axis without length.
  const place = (/** @type {number} */ x) => (to > from ? 100 * (x - from) / (to - from) : 50);
  if (low !== null && high !== null) {
    const line = element("span", "reach");
    Object.assign(line.style, { left: place(low) + "%", width: place(high) - place(low) + "%" });
    box.append(line);
  }
  const point = element("span", "point");
  point.style.left = place(at) + "%";
  box.append(point);
  return box;
}

/** @param {Line} line */
function taggedLine({ tag, tone, t }) {
  const box = element("div", "line");
  const text = element("span", "", t);
  text.dir = "auto";
  box.append(element("span", "tag tone-" + tone, tag), text);
  return box;
}

/**
 * @param {string | Cell} cell
 * @param {Column} column
 * @param {import("./glossary_tip.js").Glossary} glossary
 */
function tableCell(cell, column, glossary) {
  const td = element("td");
  const value = typeof cell === "string" ? { t: cell } : cell;
  td.dir = "auto";
  if (column.align === "right") td.classList.add("right");
  if (column.wide) td.classList.add("wide");
  if (column.narrow) td.classList.add("kept");
  const tone = value.tone || column.tone;
  if (tone) td.classList.add(...tone.split(" ").map((t) => "tone-" + t));
  if (value.title && !value.term) td.title = value.title;
  if (value.clip || column.clip) td.classList.add("clip");
  if (value.bar !== undefined) td.append(bar("bar", value.bar < 0 ? "part loss" : "part gain", Math.abs(value.bar) * 50));
  if (value.share !== undefined) td.append(bar("share", "part", value.share * 100));
  if (value.range) td.append(interval(value));
  if (value.dots) td.append(stripOfDots(value.dots));
  else if (value.lines) td.append(...value.lines.map(taggedLine));
  else if (value.term) td.append(asking(value.t, glossary, value.term, value.title));
  else if (value.t !== undefined) td.append(element("span", "text", value.t));
  return td;
}

/**
 * @param {Column} column
 * @param {import("./glossary_tip.js").Glossary} glossary
 */
function columnHeading(column, glossary) {
  const th = element("th", column.align === "right" ? "right" : "");
  th.scope = "col";
  if (column.tone) th.classList.add("tone-" + column.tone);
  if (column.narrow) th.classList.add("narrow");
  if (column.wide) th.classList.add("wide");
  th.append(column.term || column.help ? asking(column.label, glossary, column.term, column.help) : column.label);
  return th;
}

// ---- The table.

/**
 * @typedef {object} Table
 * @property {Column[]} columns
 * @property {(string | Cell)[][]} rows
 * @property {(string | null)[] | null} ids
 * @property {string | null} selected
 * @property {string} label
 * @property {string} shows
 * @property {number[]} rules the rows that end a group
 * @property {string} how a row is opened, for those who hear it
 * @property {string} empty
 * @property {import("./glossary_tip.js").Glossary} glossary
 */
/** What was drawn, as JSON. @typedef {HTMLElement & {content?: string}} Frame */

/** @param {HTMLTableRowElement} tr @param {boolean} selected @param {Table} data @param {(id: string) => void} open */
function opens(tr, selected, { how }, open) {
  const id = tr.dataset.id;
  tr.classList.add("opens");
  if (selected) {
    tr.classList.add("selected");
    tr.setAttribute("aria-current", "true");
  }
  tr.tabIndex = 0;
  tr.setAttribute("aria-description", how);
  tr.onclick = () => open(id);
  tr.onkeydown = (event) => { if (presses(event)) open(id); };
}

/** @param {Table} data @param {(id: string) => void} open */
function bodyOf(data, open) {
  const body = element("tbody");
  data.rows.forEach((row, index) => {
    const tr = element("tr");
    const id = data.ids?.[index] ?? null;
    tr.append(...row.map((cell, i) => tableCell(cell, data.columns[i], data.glossary)));
    if (id !== null) {
      tr.dataset.id = id;
      opens(tr, id === data.selected, data, open);
    }
    if (data.rules.includes(index)) tr.classList.add("ends");
    body.append(tr);
  });
  return body;
}

/**
 * Draw a table, unless it is there already.
 * @param {Frame} root
 * @param {Table} data
 * @param {(id: string) => void} open a row
 */
export function drawTable(root, data, open) {
  const content = JSON.stringify(data);
  if (root.content === content) return; // a run without changes must not redraw under the pointer
  root.content = content;
  if (!data.rows.length) {
    root.replaceChildren(element("p", "empty", data.empty));
    return;
  }
  const table = element("table");
  table.setAttribute("aria-label", data.label);
  const head = table.createTHead().insertRow();
  head.append(...data.columns.map((column) => columnHeading(column, data.glossary)));
  const body = bodyOf(data, open);
  table.append(body);
  const rows = [...body.rows];
  const opened = rows.find((tr) => tr.matches(".selected"));
  walkable(table, opened ?? rows.find((tr) => tr.matches(".opens")), ".asks");
  // A focused row keeps the focus when the table is redrawn.
  const focused = /** @type {ShadowRoot} */ (root.getRootNode()).activeElement;
  const id = focused instanceof HTMLElement && focused.dataset.id;
  root.replaceChildren(table);
  if (id) rows.find((tr) => tr.dataset.id === id)?.focus({ preventScroll: true });
}
