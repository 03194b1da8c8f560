// The first screen of a ranking, the matrix of pairs, or of a suite, the board: their cells open comparisons, and the
// report is below them.

import { drawTestSets } from "browser/board.js";
import { element, find } from "browser/dom.js";
import { drawPairs } from "browser/matrix.js";
import { showReport } from "./overview.js";
import { placeOfPair } from "./pair_choice.js";
import { NOTHING_CHOSEN, stateOf, usualState } from "./state.js";

/** @typedef {import("./page.js").Page} Page */
/** @typedef {HTMLElement & {page?: Page, pairs?: HTMLElement}} MatrixScreen */
/** @typedef {HTMLElement & {page?: Page, board?: HTMLElement}} BoardScreen */

/** The heading of a report with its verdict, then `nodes`, then the rest of it. @param {string} html @param {HTMLElement[]} nodes */
function reportAround(html, ...nodes) {
  const verdict = element("div", "overview"), report = element("div", "overview");
  showReport(report, html);
  const heading = find(report, "header");
  if (heading) verdict.append(heading);
  return [verdict, ...nodes, report];
}

// ---- The matrix.

/** @param {Page} page @param {[number, number]} systems row and column */
function openPairOfMatrix({ set, go }, [a, b]) {
  const pair = placeOfPair(set, a, b);
  if (pair >= 0) go({ ...NOTHING_CHOSEN, view: set.pairs[pair].overview ? "overview" : "segments", pair });
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

/** @param {Page} page @param {string} hash of the link that the cell would be */
function openFromBoard({ go, state }, hash) {
  const { view, set, pair } = stateOf(hash, usualState(state.view));
  go({ ...NOTHING_CHOSEN, view, set, pair });
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
