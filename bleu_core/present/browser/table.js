// A table: rows of cells with words, bars, intervals and dots; rows can be opened and folded.

import { button, element, presses } from "./dom.js";
import { drawing } from "./svg.js";
import { asking } from "./glossary_tip.js";
import { walkable } from "./walking.js";

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
 * @property {string} [mark] a word after the text
 * @property {Line[]} [lines] instead of the text
 * @property {Dot[]} [dots] instead of the text
 * @property {[number[], number[]]} [along] of A and of B, drawn above and below a line
 * @property {boolean} [clip] whether it is one line, cut with …
 * @property {boolean} [cut] whether the text leaves room for other columns, cut with …
 * @property {string} [term] the glossary's name of it
 */
/** @typedef {{tag: string, tone: string, t: string, hit?: string, after?: string}} Line `hit` is marked */
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

/** Pixels: of a bar, and of the tallest one. */
const BAR = 4, TALL = 9;

/** @param {[number[], number[]]} numbers of A and of B, along the test set */
function barsAlong([a, b]) {
  const most = Math.max(...a, ...b, 1);
  const total = (/** @type {number[]} */ numbers) => numbers.reduce((sum, n) => sum + n, 0);
  const width = a.length * BAR, height = 2 * TALL + 1;
  const told = "A " + total(a) + ", B " + total(b) + ", at most " + most + " in one of " + a.length + " runs";
  const svg = drawing("svg", { width, height, viewBox: "0 0 " + width + " " + height, role: "img", "aria-label": told, class: "along" });
  svg.append(drawing("title", {}, told), drawing("rect", { y: TALL, width, height: 1, class: "axis" }));
  a.forEach((n, i) => {
    const up = TALL * n / most, down = TALL * b[i] / most;
    if (up) svg.append(drawing("rect", { x: i * BAR, y: TALL - up, width: BAR - 1, height: up, class: "a" }));
    if (down) svg.append(drawing("rect", { x: i * BAR, y: TALL + 1, width: BAR - 1, height: down, class: "b" }));
  });
  return svg;
}

/** @param {Line} line */
function taggedLine({ tag, tone, t, hit, after }) {
  const box = element("div", "line");
  const text = element("span", "", t);
  text.dir = "auto";
  if (hit) text.append(element("mark", "", hit), after);
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
  if (value.along) td.append(barsAlong(value.along));
  if (value.dots) td.append(stripOfDots(value.dots));
  else if (value.lines) td.append(...value.lines.map(taggedLine));
  else if (value.term) td.append(asking(value.t, glossary, value.term, value.title));
  else if (value.t !== undefined) td.append(element("span", value.cut ? "text cut" : "text", value.t));
  if (value.mark) td.append(" ", element("span", "said", value.mark));
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
 * @property {boolean} walked
 * @property {boolean} scrolls in its own box
 * @property {number[]} rules the rows that end a group
 * @property {(number | null)[]} under the row that each is folded under
 * @property {[string, string] | null} another a key, and the prefix of the id that it returns
 * @property {string} how a row is opened, for those who hear it
 * @property {string} empty
 * @property {import("./glossary_tip.js").Glossary} glossary
 * @property {string} [run] which tells the data of this run from that of any before
 */
/**
 * @typedef {object} Drawn of a frame
 * @property {string} [content] as JSON
 * @property {Set<string>} [unfolded] the texts of rows whose folded ones are shown
 */
/** @typedef {HTMLElement & Drawn} Frame */

/** @param {HTMLTableRowElement} tr @param {boolean} selected @param {Table} data @param {(id: string) => void} open */
function opens(tr, selected, { another, how }, open) {
  const id = tr.dataset.id;
  tr.classList.add("opens");
  if (selected) {
    tr.classList.add("selected");
    tr.setAttribute("aria-current", "true");
  }
  tr.tabIndex = 0;
  tr.setAttribute("aria-description", how);
  tr.onclick = () => open(id);
  tr.onkeydown = (event) => {
    if (presses(event)) open(id);
    else if (another && event.key === another[0] && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.stopPropagation();
      open(another[1] + id);
    }
  };
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

/** Scroll a box, and only that, to a row below its heading. @param {HTMLElement} box @param {HTMLElement} head @param {HTMLElement} row */
function keepInSight(box, head, row) {
  const around = box.getBoundingClientRect(), at = row.getBoundingClientRect(), top = around.top + head.offsetHeight;
  if (at.top < top) box.scrollTop -= top - at.top;
  else if (at.bottom > around.bottom) box.scrollTop += at.bottom - around.bottom;
}

/** @param {HTMLTableRowElement[]} rows @param {Table} data @param {Set<string>} unfolded */
function fold(rows, data, unfolded) {
  rows.forEach((head, at) => {
    const folded = rows.filter((_, i) => data.under[i] === at);
    if (!folded.length) return;
    const name = head.cells[0].textContent;
    if (folded.some((tr) => tr.matches(".selected"))) unfolded.add(name);
    const toggle = button("", "fold", (event) => {
      event.stopPropagation();
      show(!unfolded.has(name));
    });
    const show = (/** @type {boolean} */ on) => {
      if (on) unfolded.add(name);
      else unfolded.delete(name);
      toggle.textContent = (on ? "▾ " : "▸ ") + folded.length;
      toggle.setAttribute("aria-label", folded.length + " more with " + name);
      toggle.setAttribute("aria-expanded", String(on));
      folded.forEach((tr) => { tr.hidden = !on; });
    };
    // On the row Enter opens it; on the button it is the button's.
    toggle.onkeydown = (event) => { if (event.key === "Enter" || event.key === " ") event.stopPropagation(); };
    folded.forEach((tr) => tr.classList.add("folded"));
    head.cells[0].append(" ", toggle);
    show(unfolded.has(name));
  });
}

/**
 * Draw a table, unless it is there already.
 * @param {Frame} root
 * @param {Table} data
 * @param {(id: string) => void} open a row
 */
export function drawTable(root, { run, ...data }, open) {
  const content = JSON.stringify(data);
  if (root.content === content) return; // a run without changes must not redraw under the pointer
  root.content = content;
  root.classList.toggle("scrolls", data.scrolls);
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
  if (data.under.some((head) => head !== null)) fold(rows, data, (root.unfolded ??= new Set()));
  const opened = rows.find((tr) => tr.matches(".selected"));
  if (data.walked) rows.forEach((tr) => { tr.tabIndex = tr === (opened ?? rows[0]) ? 0 : -1; });
  else walkable(table, opened ?? rows.find((tr) => tr.matches(".opens")), ".asks, .fold");
  // A focused row keeps the focus when the table is redrawn, or passes it to the row moved to.
  const focused = /** @type {ShadowRoot} */ (root.getRootNode()).activeElement;
  const id = focused instanceof HTMLElement && focused.dataset.id;
  root.replaceChildren(table);
  if (data.scrolls && opened) keepInSight(root, head, opened);
  if (!id) return;
  const same = rows.find((tr) => tr.dataset.id === id);
  (data.walked && opened ? opened : same)?.focus({ preventScroll: true });
}
