// The view "Overview": the result, what happened in words, three cards with the evidence, and the rest of the report.

import { button, element } from "browser/dom.js";
import { newestOnly } from "../source.js";
import { showReport, spanNodes } from "../spans.js";
import { drawScorecard } from "./scorecard.js";
import { segmentsCard } from "./segments_card.js";
import { whereCard } from "./where_card.js";
import { wordsCard } from "./words_card.js";

/** @typedef {import("../page.js").Page} Page */
/** @typedef {import("../document.js").Text} Text */
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
 * @property {import("./where_card.js").Where} where
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
  view.draw(page.source.overview(), (overview) => {
    root.replaceChildren(...overviewNodes(/** @type {Overview} */ (overview), page));
  });
}

/** @param {Overview} overview @param {Page} page */
function overviewNodes(overview, page) {
  const { words, segments, where } = overview, { checks, names } = overview.scorecard;
  const folds = element("div", "folds");
  folds.append(...overview.folds.map((fold) => foldNode(fold, page)));
  const lead = element("p", "sentence"), waiting = element("p", "waiting"), cards = element("div", "cards");
  lead.append(...spanNodes(overview.sentence, page.address));
  waiting.append(...spanNodes(overview.waiting, page.address));
  cards.append(wordsCard(words, page), segmentsCard(segments, page), whereCard(where, page));
  const details = checksList(checks, page), more = checks.length ? [whyButton(details)] : [];
  return [
    element("h1", "unseen", names.join(" vs ")),
    ...aboveNodes(overview, page),
    drawScorecard(overview.scorecard, more),
    lead,
    ...(overview.waiting.length ? [waiting] : []),
    ...(checks.length ? [details] : []),
    cards,
    folds,
  ];
}

/** Which segments these are, and warnings on the input. @param {Overview} overview @param {Page} page */
function aboveNodes({ selection, warnings }, page) {
  const which = element("p", "selection"), list = element("ul");
  which.append(...spanNodes(selection, page.address));
  const notes = warnings.map(({ title, sentences }) => {
    const box = element("section", "warning"), heading = element("h2", "", `⚠ ${title}`);
    list.append(...spanNodes(sentences.map((text) => [text, "sentence"]), page.address).map((node) => {
      const item = element("li");
      item.append(node);
      return item;
    }));
    box.append(heading, list);
    return box;
  });
  return [...(selection.length ? [which] : []), ...notes];
}

// ---- Why a difference is only "barely" significant.

/** @param {Check[]} checks @param {Page} page */
function checksList(checks, page) {
  const list = element("div", "checks");
  list.id = "overview-checks";
  list.hidden = true;
  list.append(...checks.map(({ holds, title, text }) => {
    const box = element("section", holds ? "holds" : "fails"), told = element("p");
    told.append(...spanNodes(text, page.address));
    box.append(element("h2", "", `${holds ? "✓" : "✗"} ${title}`), told);
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
  const node = element("details", "folded " + key), summary = element("summary"), line = element("span", "about");
  const inside = element("div", "inside report");
  node.open = key === "gates";
  line.append(...spanNodes(about.map(([text, tone = ""]) => [text, tone]), page.address)); // no links in a summary
  summary.append(element("b", "", title), line);
  showReport(inside, html);
  // Its links name no pair: they are those of a page with this pair alone.
  for (const link of inside.querySelectorAll('a[href^="#view="]')) link.setAttribute("href", page.address(link.getAttribute("href")));
  node.append(summary, inside);
  return node;
}

/** On paper nothing can be folded out. @param {HTMLElement} root */
export function openFoldsToPrint(root) {
  /** @type {HTMLDetailsElement[]} */
  let opened = [];
  addEventListener("beforeprint", () => {
    opened = [...root.querySelectorAll("details")].filter(({ open }) => !open);
    for (const node of opened) node.open = true;
  });
  addEventListener("afterprint", () => {
    for (const node of opened) node.open = false;
  });
}
