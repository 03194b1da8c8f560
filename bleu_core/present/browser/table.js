// A table: rows of cells with words, intervals and dots; rows can be opened.

import { element, focusOf, presses, walkable } from "./dom.js";
import { asking } from "./glossary_tip.js";

/** @import { Glossary } from "./glossary_tip.js" */

// ---- A strip of dots in a cell: a dot per score, 0 to 100, with a name under the pointer.

/** @typedef {[score: number, told: string, tone: string]} Dot tone is "a", "b" or "" */

/** How many overlapping dots are stacked, and their distance in pixels. */
const TALLEST = 5, APART = 4;

/** @param {Dot[]} dots */
function stripOfDots(dots) {
  const told = element("div", "told"), above = /** @type {Map<number, number>} */ (new Map());
  const drawn = dots.toSorted((one, other) => Number(Boolean(one[2])) - Number(Boolean(other[2]))).map(([score, text, tone]) => { // A and B on top
    const place = Math.round(score / 1.5), n = above.get(place) ?? 0;
    above.set(place, n + 1);
    const dot = element("span", {
      className: "dot " + tone, title: text,
      onpointerenter: () => { told.textContent = text; }, onpointerleave: () => { told.textContent = ""; },
    });
    dot.style.left = Math.min(100, score) + "%";
    dot.style.marginTop = ((n % TALLEST) + 1 >> 1) * (n % 2 ? -APART : APART) + "px";
    return dot;
  });
  return element("div", "dots", element("div", "strip", ...drawn), told);
}

// ---- A cell: a string, or a Cell. Text is only ever set as text.

/**
 * @typedef {object} Cell
 * @property {string} [t] the text
 * @property {string} [tone] of "a", "b", "gain", "loss", "muted", "strong", "code", "signature"
 * @property {string} [title]
 * @property {[number | null, number, number | null]} [range] an interval with the point in it, or the point alone
 * @property {[number, number]} [axis] that the range is drawn on
 * @property {Line[]} [lines] instead of the text
 * @property {Dot[]} [dots] instead of the text
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
 */

/** @param {Cell} cell one with a range */
function interval({ range: [low, at, high], axis: [from, to], title }) {
  // Equal scores are in the middle of an axis without length.
  const place = (/** @type {number} */ x) => (to > from ? 100 * (x - from) / (to - from) : 50);
  const point = element("span", "point"), line = element("span", "reach"), hasEnds = low !== null && high !== null;
  point.style.left = place(at) + "%";
  if (hasEnds) Object.assign(line.style, { left: place(low) + "%", width: place(high) - place(low) + "%" });
  return element("span", { className: "range", role: "img", ariaLabel: title }, ...(hasEnds ? [line] : []), point);
}

/** @param {Line} line */
function taggedLine({ tag, tone, t }) {
  return element("div", "line", element("span", "tag tone-" + tone, tag), element("span", { dir: "auto" }, t));
}

/** @param {string | Cell} cell @param {Column} column @param {Glossary} glossary */
function tableCell(cell, column, glossary) {
  const value = typeof cell === "string" ? { t: cell } : cell, tone = value.tone || column.tone, td = element("td", { dir: "auto" });
  const classes = { right: column.align === "right", wide: column.wide, kept: column.narrow };
  for (const [name, is] of Object.entries(classes)) if (is) td.classList.add(name);
  if (tone) td.classList.add(...tone.split(" ").map((name) => "tone-" + name));
  if (value.title && !value.term) td.title = value.title;
  if (value.range) td.append(interval(value));
  if (value.dots) td.append(stripOfDots(value.dots));
  else if (value.lines) td.append(...value.lines.map(taggedLine));
  else if (value.term) td.append(asking(value.t, glossary, value.term, value.title));
  else if (value.t !== undefined) td.append(element("span", "text", value.t));
  return td;
}

/** @param {Column} column @param {Glossary} glossary */
function columnHeading({ label, align, tone, term, help, narrow, wide }, glossary) {
  const classes = [align === "right" && "right", tone && "tone-" + tone, narrow && "narrow", wide && "wide"].filter(Boolean);
  return element("th", { scope: "col", className: classes.join(" ") }, term || help ? asking(label, glossary, term, help) : label);
}

// ---- The table.

/**
 * @typedef {object} Table
 * @property {Column[]} columns
 * @property {(string | Cell)[][]} rows
 * @property {(string | null)[] | null} ids
 * @property {string | null} selected
 * @property {string} label
 * @property {number[]} rules the rows that end a group
 * @property {string} how a row is opened, for those who hear it
 * @property {string} empty
 * @property {Glossary} glossary
 */
/** What was drawn, as JSON. @typedef {HTMLElement & {content?: string}} Frame */

/** @param {Table} data @param {(id: string) => void} open */
function bodyOf({ rows, ids, columns, glossary, selected, rules, how }, open) {
  return element("tbody", "", ...rows.map((row, index) => {
    const tr = element("tr", "", ...row.map((cell, i) => tableCell(cell, columns[i], glossary))), id = ids?.[index] ?? null;
    if (rules.includes(index)) tr.classList.add("ends");
    if (id === null) return tr;
    tr.dataset.id = id;
    tr.classList.add("opens");
    if (id === selected) tr.classList.add("selected");
    return Object.assign(tr, {
      ariaCurrent: id === selected ? "true" : null, tabIndex: 0, ariaDescription: how, onclick: () => open(id),
      onkeydown: (/** @type {KeyboardEvent} */ event) => { if (presses(event)) open(id); },
    });
  }));
}

/** Draw a table, unless it is there already. @param {Frame} root @param {Table} data @param {(id: string) => void} open a row */
export function drawTable(root, data, open) {
  const content = JSON.stringify(data);
  if (root.content === content) return; // a run without changes must not redraw under the pointer
  root.content = content;
  if (!data.rows.length) return root.replaceChildren(element("p", "empty", data.empty));
  const body = bodyOf(data, open), rows = [...body.rows];
  const head = element("thead", "", element("tr", "", ...data.columns.map((column) => columnHeading(column, data.glossary))));
  const table = element("table", { ariaLabel: data.label }, head, body);
  walkable(table, rows.find((tr) => tr.matches(".selected")) ?? rows.find((tr) => tr.matches(".opens")), ".asks");
  // A focused row keeps the focus when the table is redrawn.
  const id = focusOf(root)?.dataset.id;
  root.replaceChildren(table);
  if (id) rows.find((tr) => tr.dataset.id === id)?.focus({ preventScroll: true });
}
