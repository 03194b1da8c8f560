// A cell: its numbers are a link to the comparison, and its line of runs a button that tells more.

import { element } from "../../widgets/dom.js";
import { smallLine } from "./small_line.js";

/**
 * @typedef {object} BoardCell
 * @property {"failed" | "no verdict" | "passed"} state
 * @property {string} score
 * @property {string} delta
 * @property {string} tone of the difference
 * @property {string} p
 * @property {string} told all of it, in words
 * @property {string} href
 * @property {import("./small_line.js").SmallPoint[]} line
 * @property {string} more what is told of the runs
 */

const SIGNS = { failed: "✗", "no verdict": "?", passed: "✓" };

/** @param {BoardCell} cell */
function numbersOf(cell) {
  const box = cell.href ? element("a", "numbers") : element("span", "numbers");
  if (box instanceof HTMLAnchorElement) box.href = cell.href;
  const change = element("span", "change " + cell.tone, cell.delta);
  box.append(
    element("span", "score", cell.score), change,
    element("span", "state", SIGNS[cell.state]), element("span", "p", cell.p),
  );
  box.title = cell.told + (cell.href ? ". Opens the comparison" : "");
  box.setAttribute("aria-label", box.title);
  if (!cell.href) box.setAttribute("role", "img");
  return box;
}

/**
 * @param {BoardCell | null} cell
 * @param {[number, number]} at
 * @param {import("./board.js").Tell} tell
 */
export function boardCell(cell, at, tell) {
  const td = element("td", cell ? "cell " + cell.state.replace(" ", "-") : "none");
  if (!cell) {
    td.textContent = "–";
    return td;
  }
  const numbers = numbersOf(cell);
  numbers.dataset.at = "open " + at.join();
  numbers.onclick = (event) => {
    // Ctrl, Shift and ⌘ open it elsewhere, as of any link.
    if (!cell.href || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    tell("open", at);
  };
  const more = element("button", "more");
  more.type = "button";
  more.title = cell.more;
  more.setAttribute("aria-label", cell.more);
  more.dataset.at = "more " + at.join();
  more.append(smallLine(cell.line));
  more.onclick = () => tell("choose", at);
  td.append(numbers, more);
  return td;
}
