// The first screen of a suite: the board, whose cells open their comparisons, and the reports of the suite
// and of its test sets below.

import { element, find } from "browser/dom.js";
import { drawTestSets } from "browser/board.js";

/** @typedef {import("./page.js").Page} Page */
/** @typedef {HTMLElement & {board?: HTMLElement}} BoardScreen */

/** Links within the report: the page's own address tells what is open. @param {HTMLElement} report */
function followAnchors(report) {
  report.addEventListener("click", (event) => {
    const link = /** @type {HTMLElement} */ (event.target).closest("a");
    const id = /^#(at-\w+)$/.exec(link?.getAttribute("href") ?? "")?.[1];
    if (!id) return;
    event.preventDefault();
    const place = document.getElementById(id);
    if (place instanceof HTMLDetailsElement) place.open = true;
    place?.scrollIntoView();
  });
}

/** @param {BoardScreen} root @param {Page} page */
export function drawBoard(root, { doc, state }) {
  /** @type {import("browser/board.js").Board & {anchors: string[], places: [number, number][][]}} */
  const board = doc.board;
  if (!root.board) {
    root.board = element("div", "board");
    const below = element("div", "report");
    below.innerHTML = doc.overview; // Python has escaped it
    followAnchors(below);
    const first = find(below, "header");
    root.replaceChildren(...(first ? [first] : []), root.board, below);
  }
  drawTestSets(root.board, board, (message, [set, system]) => {
    if (message === "open") location.hash = board.sets[set].cells[system].href;
    else find(root, "#" + board.anchors[set])?.scrollIntoView();
  });
  void state;
}
