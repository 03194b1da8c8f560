// The view "Overview": the result, what happened in words, three cards with the evidence, and the rest of the report.

import { button, element } from "browser/dom.js";
import { foldedRow, openFoldsToPrint, reportOf } from "../folded.js";
import { newestOnly } from "../source.js";
import { drawText, spanNodes } from "../spans.js";
import { NO_FILTER } from "../state.js";
import { drawScorecard } from "./scorecard.js";
import { segmentsCard } from "./segments_card.js";
import { whereCard } from "./where_card.js";
import { wordsCard } from "./words_card.js";

/** @typedef {import("../page.js").Page} Page */
/** @typedef {import("../document.js").Text} Text */
/** @typedef {import("../slices/slices.js").Slices} Slices */
/** @typedef {{holds: boolean, title: string, text: Text}} Check of what makes a difference only "barely" significant */
/** @typedef {{key: string, title: string, about: Text, html: string}} Fold a folded part of the report, as HTML that Python has escaped */
/**
 * What `page.source.overview()` answers.
 * @typedef {object} Overview
 * @property {{title: string, sentences: string[]}[]} warnings on the input
 * @property {Text} selection which segments are compared; empty for all
 * @property {import("./scorecard.js").Scorecard} scorecard
 * @property {Text} sentence what happened
 * @property {Text} waiting contributions to a difference that may be due to chance
 * @property {import("./words_card.js").Words} words
 * @property {import("./segments_card.js").Extremes} segments
 * @property {import("./where_card.js").PointBars | null} bars null where points are undefined
 * @property {Fold[]} folds
 */
/** @typedef {{source: import("../source.js").Source, draw: ReturnType<typeof newestOnly>}} OverviewView */

/** @type {WeakMap<HTMLElement, OverviewView>} */
const overviews = new WeakMap();

/** @param {HTMLElement} root @param {Page} page */
export function drawOverview(root, page) {
  if (!overviews.has(root)) {
    root.classList.add("view");
    openFoldsToPrint(root);
    overviews.set(root, { source: null, draw: newestOnly() });
  }
  const view = overviews.get(root);
  if (view.source === page.source) return;
  view.source = page.source;
  const slices = page.source.slices("", { ...NO_FILTER, sort: "" });
  view.draw(Promise.all([page.source.overview(), slices]), ([overview, found]) => {
    root.replaceChildren(...overviewNodes(/** @type {Overview} */ (overview), /** @type {Slices} */ (found), page));
  });
}

/** @param {Overview} overview @param {Slices} slices @param {Page} page */
function overviewNodes(overview, slices, page) {
  const { words, segments, bars } = overview, { checks, names } = overview.scorecard;
  const folds = element("div", "folds");
  folds.append(...overview.folds.map((fold) => foldNode(fold, page)));
  const cards = element("div", "cards"), text = (/** @type {string} */ name, /** @type {Text} */ spans) => drawText(element("p", name), spans, page.address);
  cards.append(wordsCard(words, page), segmentsCard(segments, page), whereCard(bars, slices, page));
  const details = checksList(checks, page), more = checks.length ? [whyButton(details)] : [];
  return [
    element("h1", "unseen", names.join(" vs ")),
    ...aboveNodes(overview, page),
    drawScorecard(overview.scorecard, more),
    text("sentence", overview.sentence),
    ...(overview.waiting.length ? [text("waiting", overview.waiting)] : []),
    ...(checks.length ? [details] : []),
    cards,
    folds,
  ];
}

/** Which segments these are, and warnings on the input. @param {Overview} overview @param {Page} page */
function aboveNodes({ selection, warnings }, page) {
  const notes = warnings.map(({ title, sentences }) => {
    const box = element("section", "warning"), list = element("ul");
    list.append(...sentences.map((text) => drawText(element("li"), [[text, "sentence"]])));
    box.append(element("h2", "", `⚠ ${title}`), list);
    return box;
  });
  return [...(selection.length ? [drawText(element("p", "selection"), selection, page.address)] : []), ...notes];
}

// ---- Why a difference is only "barely" significant.

/** @param {Check[]} checks @param {Page} page */
function checksList(checks, page) {
  const list = element("div", "checks");
  list.id = "overview-checks";
  list.hidden = true;
  list.append(...checks.map(({ holds, title, text }) => {
    const box = element("section", holds ? "holds" : "fails");
    box.append(element("h2", "", `${holds ? "✓" : "✗"} ${title}`), drawText(element("p"), text, page.address));
    return box;
  }));
  return list;
}

/** @param {HTMLElement} details */
function whyButton(details) {
  const why = button("Why?", "why", () => {
    details.hidden = !details.hidden;
    why.setAttribute("aria-expanded", String(!details.hidden));
  });
  why.setAttribute("aria-expanded", "false");
  why.setAttribute("aria-controls", details.id);
  return why;
}

// ---- The folded rows.

/** @param {Fold} fold @param {Page} page */
function foldNode({ key, title, about, html }, page) {
  const line = element("span", "about"), inside = reportOf(html), node = foldedRow(title, [line], inside);
  node.classList.add(key);
  node.open = key === "gates";
  line.append(...spanNodes(about.map(([text, tone = ""]) => [text, tone]), page.address)); // no links in a summary
  // Its links name no pair: they are those of a page with this pair alone.
  for (const link of inside.querySelectorAll('a[href^="#view="]')) link.setAttribute("href", page.address(link.getAttribute("href")));
  return node;
}
