// The board, from the data of suite/rendering/board.py: a table of test sets and systems.

import { element, walkable } from "./dom.js";

// ---- A cell: numbers that link to the comparison.

/**
 * @typedef {object} BoardCell
 * @property {"failed" | "no verdict" | "passed"} state
 * @property {string} score
 * @property {string} delta
 * @property {string} tone of the difference
 * @property {string} p
 * @property {string} told all of it, in words
 * @property {string} href of the comparison; "" where none can be opened
 */

const STATE_SIGNS = { failed: "✗", "no verdict": "?", passed: "✓" };

/** @param {BoardCell} cell */
function boardNumbers(cell) {
  const box = cell.href ? element("a", "numbers") : element("span", "numbers");
  if (box instanceof HTMLAnchorElement) box.href = cell.href;
  const change = element("span", "change " + cell.tone, cell.delta);
  box.append(
    element("span", "score", cell.score), change,
    element("span", "state", STATE_SIGNS[cell.state]), element("span", "p", cell.p),
  );
  box.title = cell.told + (cell.href ? ". Opens the comparison" : "");
  box.setAttribute("aria-label", box.title);
  if (!cell.href) box.setAttribute("role", "img");
  return box;
}

/** @param {BoardCell | null} cell */
function boardCell(cell) {
  const td = element("td", cell ? "cell " + cell.state.replace(" ", "-") : "none");
  td.append(cell ? boardNumbers(cell) : "–");
  return td;
}

// ---- The table.

/**
 * @typedef {object} BoardRow
 * @property {string} name
 * @property {string} about
 * @property {string} trouble in two words: why not all of it could be compared
 * @property {string[]} problems the reasons in sentences
 * @property {string} href of its part of the report
 * @property {(BoardCell | null)[]} cells one a system
 */
/**
 * @typedef {object} Board
 * @property {string[]} systems
 * @property {BoardRow[]} sets
 * @property {string} label
 */

/** @param {string} text */
function boardName(text) {
  const name = element("span", "name", text);
  name.dir = "auto";
  name.title = text;
  return name;
}

/** @param {string[]} systems */
function boardHead(systems) {
  const row = element("tr");
  row.append(element("td", "corner"));
  for (const system of systems) {
    const th = element("th");
    th.scope = "col";
    th.append(boardName(system));
    row.append(th);
  }
  return row;
}

/** @param {BoardRow} row */
function boardSetHeading({ name, about, trouble, problems, href }) {
  const th = element("th");
  th.scope = "row";
  th.append(boardName(name), element("span", "about", about));
  if (trouble) {
    const more = element("a", "problem", (trouble === "no verdict" ? "? " : "! ") + trouble);
    more.href = href;
    more.title = problems.join("\n");
    th.append(more);
  }
  return th;
}

/** @param {HTMLElement} root an element of the class "board" @param {Board} data */
export function drawTestSets(root, data) {
  const table = element("table"), box = element("div", "scrolled");
  table.setAttribute("aria-label", data.label);
  table.createTHead().append(boardHead(data.systems));
  const body = table.createTBody();
  for (const of of data.sets) body.insertRow().append(boardSetHeading(of), ...of.cells.map(boardCell));
  box.append(table);
  root.replaceChildren(box);
  walkable(table, undefined, "a");
}
