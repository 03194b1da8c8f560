// The first screen of a suite: the board, whose cells open their comparisons, and the reports of the suite
// and of its test sets below.

import { reportAround } from "./report_around.js";
import { drawTestSets } from "browser/board.js";
import { element } from "browser/dom.js";

/** @typedef {import("./page.js").Page} Page */
/** @typedef {HTMLElement & {page?: Page, board?: HTMLElement}} BoardScreen */

/** A comparison, as it was asked for anew. @param {Page} page @param {string} address */
function openFromBoard({ go }, address) {
  const given = new URLSearchParams(address.slice(1));
  const place = { set: Number(given.get("set")), pair: Number(given.get("pair")) };
  go({ view: given.get("view"), ...place, where: "", seg: -1, ngram: "", slice: "" });
}

/** @param {BoardScreen} root @param {Page} page */
export function drawBoard(root, page) {
  const { doc } = page;
  root.page = page;
  if (!root.board) {
    root.board = element("div", "board");
    root.replaceChildren(...reportAround(doc.overview, root.board, element("p", "muted", doc.board.legend)));
  }
  const { sets, anchors } = doc.board;
  drawTestSets(root.board, doc.board, (message, [set, system]) => {
    if (message === "open") openFromBoard(root.page, sets[set].cells[system].href);
    else document.getElementById(anchors[set])?.scrollIntoView();
  });
}
