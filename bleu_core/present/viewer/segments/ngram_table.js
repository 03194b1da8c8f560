// The n-grams of a segment, and which make the difference: passages that B lost and gained open into their n-grams.

import { changedSpans, pointParts, pointsPerMatch } from "./changed_spans.js";
import { countNgrams } from "./covering.js";
import { signedPoints } from "./score_table.js";
import { formatCount, formatFraction, formatInt, NO_VALUE, oneLine } from "../numbers.js";
import { button, element, presses } from "browser/dom.js";
import { walkable } from "browser/walking.js";

/** @import { ChangedSpan } from "./changed_spans.js" */
/** @import { Opened, OpenedView } from "./opened.js" */
/** @typedef {{count: number, credited: number, clipped: number}} Occurring */
/**
 * @typedef {object} NgramCount
 * @property {string} text
 * @property {number} order
 * @property {Occurring} a
 * @property {Occurring} b
 * @property {number[]} references counts
 */
/** @typedef {Pick<OpenedView, "opened" | "ui" | "counts" | "pin">} NgramTable */

const MOST_NGRAM_ROWS = 60;

/** By order, then as they appear in A, B and the references. @param {Opened} opened @returns {NgramCount[]} */
export function ngramCounts({ texts: { a, b, references }, config }) {
  return Array.from({ length: config.max_ngram_order }, (_, i) => i + 1).flatMap((order) => {
    const sides = [a, b].map(({ tokens, signs }) => [
      countNgrams(tokens, order), countNgrams(tokens, order, signs[order - 1], "+"), countNgrams(tokens, order, signs[order - 1], "^"),
    ]);
    const inReferences = references.map((line) => countNgrams(line?.tokens ?? [], order));
    const all = new Set([sides[0][0], sides[1][0], ...inReferences].flatMap((found) => [...found.keys()]));
    return Array.from(all, (text) => {
      const [ofA, ofB] = sides.map((found) => found.map((counts) => counts.get(text) ?? 0)).map(([count, credited, clipped]) => ({ count, credited, clipped }));
      return { text, order, a: ofA, b: ofB, references: inReferences.map((counts) => counts.get(text) ?? 0) };
    });
  });
}

/** Which n-grams each choice of the table has, with its label and what it means. @type {Record<string, [label: string, about: string, has: (ngram: NgramCount) => boolean]>} */
export const NGRAM_CHOICES = {
  differ: ["differ", "N-grams credited more often in one system", ({ a, b }) => a.credited !== b.credited],
  clipped: ["clipped", "N-grams that occur more often in a system than in any single reference", ({ a, b }) => a.clipped + b.clipped > 0],
  missed: ["missed", "N-grams of a reference that neither system has", ({ a, b, references }) => a.count + b.count === 0 && references.some((count) => count > 0)],
  all: ["all", "All n-grams of A, B and the references", () => true],
};

// ---- Rows.

/** @param {string} text @param {string} [className] @param {number} [span] */
function numberCell(text, className = "", span = 1) {
  const td = element("td", className, text);
  td.colSpan = span;
  return td;
}

/** Credited in A and in B, or what else changes from A to B. @param {string} a @param {string} b */
function fromTo(a, b) {
  const td = element("td", "from-to");
  td.append(element("span", "a", a), " → ", element("span", "b", b));
  return td;
}

/** @param {Node | string} content @param {string} [className] */
function rowHeading(content, className = "") {
  const th = element("th", className);
  th.scope = "row";
  th.append(content);
  return th;
}

function ngramHeadings() {
  const head = element("tr");
  const titles = [
    ["", "", ""],
    ["A", "a optional", "Count in A."],
    ["B", "b optional", "Count in B."],
    ["best ref", "optional", "The most in one reference: so many can be credited."],
    ["credited", "", "Matches of A and B."],
    ["clipped", "optional clips", "What A and B have beyond the most in one reference."],
    ["points", "points", ""],
  ];
  for (const [label, className, help] of titles) {
    head.appendChild(element("th", className, label)).title = help;
  }
  return head;
}

/** @param {NgramTable} table @param {NgramCount} count @param {number} points @param {Node} [name] @param {string} [className] */
function countedRow({ opened, pin, ui }, { text, a, b, references }, points, name, className = "") {
  const tr = element("tr", `ngram ${className}`), best = numberCell(formatInt(Math.max(...references)), "optional");
  const label = name ?? element("bdi", "", text.trim() ? text : text.replace(/\s/g, "␣"));
  if (references.length > 1) best.title = references.map((number, r) => `Ref ${r + 1}: ${formatInt(opened.texts.references[r] ? number : 0)}`).join(", ");
  tr.append(rowHeading(label), numberCell(formatInt(a.count), "optional"), numberCell(formatInt(b.count), "optional"), best, fromTo(formatInt(a.credited), formatInt(b.credited)));
  const isClipped = a.clipped + b.clipped > 0, clips = isClipped ? `${formatInt(a.clipped)} / ${formatInt(b.clipped)}` : NO_VALUE;
  tr.append(numberCell(clips, isClipped ? "optional clips has-clips" : "optional clips"), signedPoints(opened, points));
  tr.tabIndex = 0;
  tr.dataset.ngram = text;
  tr.classList.toggle("pinned", ui.pinned === text);
  tr.onclick = () => pin(text);
  tr.onkeydown = (event) => { if (presses(event)) pin(text); };
  return tr;
}

/** The text of a passage as it is written, marked as in its line. @param {Opened} opened @param {ChangedSpan} span */
function passageText({ texts }, { side, first, last }) {
  const { text, tokens } = texts[side];
  const own = Array.from(text).slice(tokens[first].start, tokens[last].end).join("");
  const node = element("bdi", side === "a" ? "lost" : "gained", oneLine(own));
  node.title = node.textContent;
  return node;
}

/** The rows of a passage: its own, and those of its n-grams, which it opens. @param {NgramTable} table @param {ChangedSpan} span @param {number} number */
function passageRows(table, span, number) {
  const { opened, counts, ui } = table, { ngrams, points, matches, side } = span, name = passageText(opened, span);
  if (ngrams.length === 1 && ngrams[0].times === 1) return [countedRow(table, counts.get(ngrams[0].text), points, name)];
  const toggle = button("", "twist", null), isOpen = ui.open.has(number);
  toggle.append(element("span", "chevron"), name);
  toggle.setAttribute("aria-expanded", String(isOpen));
  const [a, b] = side === "a" ? [matches, 0] : [0, matches];
  const tr = plainRow(opened, "passage", rowHeading(toggle), fromTo(formatInt(a), formatInt(b)), points, formatCount(ngrams.length, "n-gram"));
  const kids = ngrams.map((ngram) => countedRow(table, counts.get(ngram.text), ngram.points, undefined, "kid"));
  for (const kid of kids) kid.hidden = !isOpen;
  toggle.onclick = () => {
    const open = !ui.open.has(number);
    if (open) ui.open.add(number); else ui.open.delete(number);
    toggle.setAttribute("aria-expanded", String(open));
    for (const kid of kids) kid.hidden = !open;
  };
  return [tr, ...kids];
}

/** A row with points but without counts. @param {Opened} opened @param {string} className @param {Node} name @param {Node} change @param {number} points @param {string} [about] */
function plainRow(opened, className, name, change, points, about = "") {
  const tr = element("tr", className);
  tr.append(name, numberCell(about, "optional muted", 3), change, numberCell("", "optional clips"), signedPoints(opened, points));
  return tr;
}

/** What is in no passage: n-grams to match, and lengths. @param {Opened} opened */
function restRows(opened) {
  const { statistics: { a, b } } = opened, { totals, lengths } = pointParts(opened), more = b[0] - a[0], way = more > 0 ? "more" : "fewer";
  /** @type {HTMLElement[]} */
  const rows = [];
  const row = (/** @type {string} */ name, /** @type {string} */ about, /** @type {HTMLElement} */ change, /** @type {number} */ points) => {
    const label = rowHeading(name + " ");
    label.append(element("span", "muted", about));
    rows.push(plainRow(opened, "rest", label, change, points));
  };
  if (more) row(`${formatCount(Math.abs(more), "token")} ${way}`, more > 0 ? "lowers precision" : "raises precision", fromTo(formatInt(a[0]), formatInt(b[0])), totals.reduce((all, points) => all + points, 0));
  if (lengths) row("Brevity", "lengths", fromTo(formatFraction(a[0], a[1]), formatFraction(b[0], b[1])), lengths);
  return rows;
}

/** @param {NgramTable} table @param {() => void} showAll @returns {HTMLElement[]} */
export function changesTable(table, showAll) {
  const { ui, opened, counts } = table, spans = changedSpans(opened), node = element("table", "ngram-table"), body = node.createTBody(), below = [];
  node.createTHead().append(ngramHeadings());
  if (ui.choice === "differ" && spans) {
    const rows = [...spans.flatMap((span, i) => passageRows(table, span, i)), ...restRows(opened)];
    if (!rows.length) return [element("p", "muted", "No n-grams differ.")];
    body.append(...rows, plainRow(opened, "sum", rowHeading("all"), numberCell(""), opened.points ?? NaN));
  } else {
    const [, , has] = NGRAM_CHOICES[ui.choice];
    const all = [...counts.values()].filter((count) => has(count) && (!ui.order || count.order === ui.order)).sort((one, other) => other.order - one.order);
    const shown = ui.allRows ? all : all.slice(0, MOST_NGRAM_ROWS);
    body.append(...shown.map((count) => countedRow(table, count, pointsPerMatch(opened, count.order) * (count.b.credited - count.a.credited))));
    if (!all.length) below.push(element("p", "muted", ui.order ? `No n-grams of order ${ui.order}.` : "No n-grams."));
    if (shown.length < all.length) below.push(button(`Show all ${formatInt(all.length)}`, "more", showAll));
  }
  node.classList.toggle("no-clips", !body.querySelector(".has-clips"));
  walkable(node, node.querySelector(".pinned"), ".asks, .twist");
  return [node, ...below];
}
