// The table of n-grams: families that open, n-grams, and the rows that complete them to Δ.

import { button, element } from "browser/dom.js";
import { formatCount, formatDelta, formatInt, formatSmallDelta } from "../numbers.js";
import { spanNodes } from "../spans.js";

/** @import { Family, Ngram, Ngrams } from "./ngrams.js" */
/**
 * @typedef {object} NgramActions
 * @property {string} opened the n-gram whose segments are shown
 * @property {(key: string) => boolean} isOpen whether a family shows its n-grams
 * @property {(key: string) => void} toggle
 * @property {(ngram: string) => void} show
 */

/** Draw the table; the row with the focus keeps it. @param {HTMLElement} root @param {Ngrams} ngrams @param {NgramActions} actions */
export function drawNgramTable(root, { families, rows, closing }, actions) {
  const focused = root.contains(document.activeElement) && document.activeElement.closest("tr")?.dataset.row;
  const table = element("table"), body = element("tbody");
  const reach = reachOf([...families, ...rows]);
  table.style.setProperty("--zero", 100 * reach[0] / (reach[0] + reach[1] || 1) + "%");
  body.append(...families.flatMap((family) => familyRows(family, reach, actions)));
  body.append(...rows.map((ngram) => ngramTableRow(ngram, reach, actions, ngram.text === actions.opened, "")));
  body.append(...closing.map(([name, points]) => sumRow(name, points, reach, name === "Δ" ? "whole" : "closing")));
  if (!body.rows.length) body.append(wideRow("empty", "No n-grams."));
  table.setAttribute("aria-label", "N-grams");
  table.append(headOfNgrams(reach), body);
  // A row is a grid on narrow screens, and remains a row for those who hear it.
  for (const [role, selector] of [["rowgroup", "thead, tbody"], ["row", "tr"], ["columnheader", "th"], ["cell", "td"]]) {
    for (const node of table.querySelectorAll(selector)) node.setAttribute("role", role);
  }
  table.setAttribute("role", "table");
  root.replaceChildren(table);
  if (focused) for (const row of body.rows) if (row.dataset.row === focused) row.querySelector("button")?.focus({ preventScroll: true });
}

/** @param {[number, number]} reach */
function headOfNgrams([low, high]) {
  const head = element("thead"), row = head.insertRow();
  for (const [name, label] of [["name", "n-gram"], ["a", "A matches"], ["b", "B matches"], ["wins", "segments A : B"], ["points", "points"], ["bar", ""]]) {
    const th = element("th", name, label);
    th.scope = "col";
    row.append(th);
  }
  const signs = element("span", "zero", `${low ? "−" : ""} ${high ? "+" : ""}`);
  if (!low) signs.style.marginLeft = "0";
  row.cells[5].append(signs);
  row.cells[3].title = "Segments where A, and where B, has more matches.";
  row.cells[4].title = "Contribution to Δ, in BLEU points.";
  return head;
}

/** The most points either way, for all bars. @param {{points: number}[]} rows @returns {[number, number]} */
function reachOf(rows) {
  const ends = rows.map(({ points }) => points);
  return [Math.max(...ends.map((points) => -points), 0), Math.max(...ends, 0)];
}

/** @param {string} className @param {[name: string, content: Node | string][]} cells */
function tableRow(className, cells) {
  const row = element("tr", className);
  for (const [name, content] of cells) {
    const td = element("td", name);
    td.append(content);
    row.append(td);
  }
  return row;
}

/** A row of one cell. @param {string} className @param {Node | string} content */
function wideRow(className, content) {
  const row = tableRow(className, [["name", content]]);
  row.cells[0].colSpan = 6;
  return row;
}

/** @param {[number, number]} wins */
function winsCell([a, b]) {
  const cell = element("span");
  cell.append(element("span", "a", formatInt(a)), " : ", element("span", "b", formatInt(b)));
  return cell;
}

/** @param {number} points @param {string} [text] */
function pointsCell(points, text = formatSmallDelta(points)) {
  return element("span", /[1-9]/.test(text) ? (points < 0 ? "loss" : "gain") : "muted", text);
}

/** A bar to the left or to the right of zero. @param {number} points @param {[number, number]} reach */
function barCell(points, [low, high]) {
  const box = element("span", "mirror"), part = element("i", points < 0 ? "loss" : "gain"), whole = low + high || 1;
  part.style.left = 100 * (low + Math.max(Math.min(points, 0), -low)) / whole + "%";
  part.style.width = 100 * Math.min(Math.abs(points), points < 0 ? low : high) / whole + "%";
  if (points) box.append(part);
  box.ariaHidden = "true";
  return box;
}

/** @param {Family} family @param {[number, number]} reach @param {NgramActions} actions */
function familyRows(family, reach, actions) {
  const { key, text, sign, points, wins, members, others, substitute } = family, isOpen = actions.isOpen(key);
  const name = button("", "opens", null); // it acts as the row
  name.setAttribute("aria-expanded", String(isOpen));
  const word = element("span", sign ? "kind" : `word ${points < 0 ? "of-a" : "of-b"}`, text);
  word.dir = "auto";
  name.append(element("span", "chevron"), word, element("span", "muted", sign ? formatCount(family.with, "n-gram") : `and ${formatInt(family.with)} with it`));
  const head = tableRow("family", [["name", name], ["a", ""], ["b", ""], ["wins", winsCell(wins)], ["points", pointsCell(points)], ["bar", barCell(points, reach)]]);
  markRow(head, "family " + key, key === actions.opened, () => actions.toggle(key));
  if (!isOpen) return [head];
  const inside = members.map((ngram) => ngramTableRow(ngram, reach, actions, ngram.text === actions.opened && key !== actions.opened, key));
  if (substitute.length) {
    const note = element("span", "muted");
    note.append(...spanNodes(substitute, (hash) => hash));
    inside.unshift(wideRow("member told", note));
  }
  if (others.number) inside.push(sumRow(othersLabel(others, members.length), others.points, reach, "member"));
  const see = button(sign ? "See them in context" : `See “${text}” in context`, "see", () => actions.show(key));
  inside.push(wideRow("member context", see));
  inside.at(-1).classList.add("last");
  return [head, ...inside];
}

/** @param {Family["others"]} others @param {number} listed */
function othersLabel({ number, once }, listed) {
  if (once) return `${formatInt(number)} that ${number === 1 ? "differs in one segment" : "differ in one segment each"}`;
  return formatCount(number, listed ? "other n-gram" : "n-gram");
}

/** @param {Ngram} ngram @param {[number, number]} reach @param {NgramActions} actions @param {boolean} isOpened @param {string} family "" for none */
function ngramTableRow({ text, matches: [a, b], wins, points, nested }, reach, actions, isOpened, family) {
  const name = button("", "opens", null), word = element("code", "", text); // the button acts as the row
  word.dir = "auto";
  name.append(word, ...(nested ? [element("span", "muted", `and ${formatInt(nested)} with it`)] : []));
  if (nested) name.title = "Points include those of shorter n-grams inside it, whose matches depend on it.";
  const row = tableRow(family ? "member" : "ngram", [
    ["name", name], ["a", formatInt(a)], ["b", formatInt(b)], ["wins", winsCell(wins)], ["points", pointsCell(points)], ["bar", barCell(points, reach)]]);
  markRow(row, `${family} ${text}`, isOpened, () => actions.show(text));
  return row;
}

/** @param {HTMLTableRowElement} row @param {string} name @param {boolean} isOpened @param {() => void} act */
function markRow(row, name, isOpened, act) {
  row.dataset.row = name;
  row.classList.add("acts");
  if (isOpened) row.setAttribute("aria-current", "true");
  row.addEventListener("click", act);
}

/** @param {string} name @param {number} points @param {[number, number]} reach @param {string} className */
function sumRow(name, points, reach, className) {
  const text = className === "whole" ? formatDelta(points, 3) : formatSmallDelta(points);
  const bar = className === "member" ? barCell(points, reach) : "";
  const row = tableRow(className, [["name", name], ["points", pointsCell(points, text)], ["bar", bar]]);
  row.cells[0].colSpan = 4;
  return row;
}
