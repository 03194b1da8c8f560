// The first screen of a ranking: the matrix of pairs, each of which opens. That of a suite: the board, whose cells
// open their comparisons. Their reports are below.

import { drawTestSets } from "browser/board.js";
import { element, find } from "browser/dom.js";
import { drawPairs } from "browser/matrix.js";

/** @typedef {import("./page.js").Page} Page */
/** @typedef {HTMLElement & {page?: Page, pairs?: HTMLElement}} MatrixScreen */
/** @typedef {HTMLElement & {page?: Page, board?: HTMLElement}} BoardScreen */

/** The verdict comes first, then `nodes`, then all else. @param {string} html @param {HTMLElement[]} nodes */
function reportAround(html, ...nodes) {
  const verdict = element("div", "overview"), report = element("div", "overview");
  report.innerHTML = html; // Python has escaped it
  const heading = find(report, "header");
  if (heading) verdict.append(heading);
  return [verdict, ...nodes, report];
}

// ---- The matrix.

/** The segments of the pair, as it was asked for anew. @param {Page} page @param {[number, number]} systems row and column */
function openPairOfMatrix({ set, state, go }, [a, b]) {
  const pair = set.pairs.findIndex((one) => one.a === a && one.b === b);
  if (pair < 0) return;
  const view = set.pairs[pair].overview ? "overview" : "segments";
  go({ view, set: state.set, pair, where: "", seg: -1, ngram: "", slice: "" });
}

/** @param {MatrixScreen} root @param {Page} page */
export function drawMatrix(root, page) {
  root.page = page;
  if (!root.pairs) {
    root.pairs = element("div", "pairs");
    root.replaceChildren(...reportAround(page.doc.overview, root.pairs));
  }
  const { doc, pair } = page;
  drawPairs(
    root.pairs,
    { ...doc.matrix, chosen: [pair.a, pair.b], glossary: doc.glossary },
    (systems) => openPairOfMatrix(root.page, systems),
  );
}

// ---- The board.

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
