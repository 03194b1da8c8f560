// What stands in a cell: a string, or a Cell. Text is only ever set as text.

import { element } from "../dom.js";
import { asking } from "../glossary_tip.js";
import { stripOfDots } from "./dots.js";

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
 * @property {import("./dots.js").Dot[]} [dots] instead of the text
 * @property {boolean} [clip] whether it is one line, cut with …
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
  const place = (/** @type {number} */ x) => 100 * (x - from) / (to - from);
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
 * @param {import("../glossary_tip.js").Glossary} glossary
 */
export function tableCell(cell, column, glossary) {
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
  if (value.mark) td.append(" ", element("span", "said", value.mark));
  return td;
}

/**
 * @param {Column} column
 * @param {import("../glossary_tip.js").Glossary} glossary
 */
export function heading(column, glossary) {
  const th = element("th", column.align === "right" ? "right" : "");
  th.scope = "col";
  if (column.tone) th.classList.add("tone-" + column.tone);
  if (column.narrow) th.classList.add("narrow");
  if (column.wide) th.classList.add("wide");
  th.append(column.term || column.help ? asking(column.label, glossary, column.term, column.help) : column.label);
  return th;
}
