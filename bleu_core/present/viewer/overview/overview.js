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
 * @property {() => Promise<Overview>} [later] while something is being computed: what is known a little later
 */
/**
 * @typedef {object} OverviewView
 * @property {import("../source.js").Source} source
 * @property {ReturnType<typeof newestOnly>} draw
 * @property {Record<string, {data: string, node: HTMLElement}>} drawn the parts by name, with what they show
 * @property {HTMLElement} cards
 */

/** @type {WeakMap<HTMLElement, OverviewView>} */
const overviews = new WeakMap();

/** @param {HTMLElement} root @param {Page} page */
export function drawOverview(root, page) {
  if (!overviews.has(root)) {
    root.classList.add("view", "overview-view");
    openFoldsToPrint(root);
    overviews.set(root, { source: null, draw: newestOnly(), drawn: {}, cards: element("div", "cards") });
  }
  const view = overviews.get(root);
  if (view.source === page.source) return;
  view.source = page.source;
  follow(root, view, page, page.source.overview());
}

/** Draw an answer, and what is known later. @param {HTMLElement} root @param {OverviewView} view @param {Page} page @param {Promise<unknown>} answer */
function follow(root, view, page, answer) {
  const slices = answer.then(() => page.source.slices("", { ...NO_FILTER, sort: "" }));
  view.draw(Promise.all([answer, slices]), ([overview, found]) => {
    const { later } = /** @type {Overview} */ (overview);
    showOverview(root, view, /** @type {Overview} */ (overview), /** @type {Slices} */ (found), page);
    if (later && root.isConnected) follow(root, view, page, later());
  });
}

/**
 * Draws the parts that have changed.
 * @param {HTMLElement} root
 * @param {OverviewView} view
 * @param {Overview} overview
 * @param {Slices} slices
 * @param {Page} page
 */
function showOverview(root, { drawn, cards }, overview, slices, page) {
  const { words, segments, bars, folds, selection, warnings, ...result } = overview;
  const show = (/** @type {HTMLElement} */ parent, /** @type {string} */ name, /** @type {unknown} */ shown, /** @type {() => HTMLElement} */ make) => {
    const data = JSON.stringify([shown, page.address("#")]), before = drawn[name];
    if (before?.data === data) return;
    const node = make();
    if (before) before.node.replaceWith(node);
    else parent.append(node);
    drawn[name] = { data, node };
  };
  show(root, "result", [selection, warnings, result], () => resultNode(overview, page));
  if (!cards.isConnected) root.append(cards);
  show(cards, "words", words, () => wordsCard(words, page));
  show(cards, "segments", segments, () => segmentsCard(segments, page));
  show(cards, "where", [bars, slices], () => whereCard(bars, slices, page));
  show(root, "folds", folds, () => foldsNode(folds, page, drawn.folds?.node));
}

/** All above the cards. @param {Overview} overview @param {Page} page */
function resultNode(overview, page) {
  const { scorecard, sentence, waiting } = overview, { checks, names } = scorecard;
  const text = (/** @type {string} */ name, /** @type {Text} */ spans) => drawText(element("p", name), spans, page.address);
  const root = element("div", "result"), details = checksList(checks, page), more = checks.length ? [whyButton(details)] : [];
  root.append(
    element("h1", "unseen", names.join(" vs ")),
    ...aboveNodes(overview, page),
    drawScorecard(scorecard, more, page.doc.glossary),
    text("sentence", sentence),
    ...(waiting.length ? [text("waiting", waiting)] : []),
    ...(checks.length ? [details] : []),
  );
  return root;
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

/** @param {Fold[]} folds @param {Page} page @param {HTMLElement} [before] whose open rows stay open */
function foldsNode(folds, page, before) {
  const root = element("div", "folds"), nodes = folds.map((fold) => foldNode(fold, page));
  for (const node of nodes) node.open ||= Boolean(before?.querySelector(`.${node.classList[1]}[open]`));
  root.append(...nodes);
  return root;
}

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
