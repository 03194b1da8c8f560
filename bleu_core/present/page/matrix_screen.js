// The first screen of a ranking: the matrix of pairs, each of which opens, and the ranking below.

import { reportAround } from "./report_around.js";
import { element } from "browser/dom.js";
import { drawPairs } from "browser/matrix.js";

/** @typedef {import("./page.js").Page} Page */
/** @typedef {HTMLElement & {page?: Page, pairs?: HTMLElement}} MatrixScreen */

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
