// The board, from the data of suite/rendering/board.py: a table of test sets and systems.

import { element, walkable } from "./dom.js";

/**
 * A cell: numbers that link to the comparison.
 * @typedef {{state: "failed" | "no verdict" | "passed", score: string, delta: string, tone: string,
 *   p: string, told: string, href: string}} BoardCell
 */
/** @typedef {{name: string, about: string, trouble: string, problems: string[], href: string, cells: (BoardCell | null)[]}} BoardRow */
/** @typedef {{systems: string[], sets: BoardRow[], label: string}} Board */

const STATE_SIGNS = { failed: "✗", "no verdict": "?", passed: "✓" };

/** @param {BoardCell | null} cell */
function boardCell(cell) {
  if (!cell) return element("td", "none", "–");
  const { state, score, delta, tone, p, told, href } = cell, label = told + (href ? ". Opens the comparison" : "");
  const properties = { className: "numbers", title: label, ariaLabel: label }, numbers = [
    element("span", "score", score), element("span", "change " + tone, delta),
    element("span", "state", STATE_SIGNS[state]), element("span", "p", p),
  ];
  const box = href ? element("a", { ...properties, href }, ...numbers) : element("span", { ...properties, role: "img" }, ...numbers);
  return element("td", "cell " + state.replace(" ", "-"), box);
}

/** @param {string} name */
function boardName(name) {
  return element("span", { className: "name", dir: "auto", title: name }, name);
}

/** @param {BoardRow} row */
function boardRow({ name, about, trouble, problems, href, cells }) {
  const heading = element("th", { scope: "row" }, boardName(name), element("span", "about", about));
  const sign = trouble === "no verdict" ? "? " : "! ";
  if (trouble) heading.append(element("a", { className: "problem", href, title: problems.join("\n") }, sign + trouble));
  return element("tr", "", heading, ...cells.map(boardCell));
}

/** @param {HTMLElement} root an element of the class "board" @param {Board} data */
export function drawTestSets(root, { systems, sets, label }) {
  const heads = systems.map((system) => element("th", { scope: "col" }, boardName(system)));
  const table = element("table", { ariaLabel: label },
    element("thead", "", element("tr", "", element("td", "corner"), ...heads)), element("tbody", "", ...sets.map(boardRow)));
  root.replaceChildren(element("div", "scrolled", table));
  walkable(table, undefined, "a");
}
