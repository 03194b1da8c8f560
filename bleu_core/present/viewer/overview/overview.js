// The view "Overview": the result, what happened in words, three cards with the evidence, and the rest of the report.

import { button, drawing, element } from "browser/dom.js";
import { asking } from "browser/glossary_tip.js";
import { SIDE_NAMES } from "browser/pair.js";
import { oneLine } from "../numbers.js";
import { segmentsCard, whereCard, wordsCard } from "./cards.js";
import { newestOnly } from "../source.js";
import { drawText, foldedRow, openFoldsToPrint, reportOf, spanNodes } from "../spans.js";
import { NO_FILTER } from "../state.js";

/** @import { Glossary } from "browser/glossary_tip.js" */
/** @import { Text } from "../document.js" */
/** @import { Page } from "../page.js" */
/** @import { Slices } from "../slices/slices.js" */
/** @import { Extremes, PointBars, Words } from "./cards.js" */
/** @typedef {{holds: boolean, title: string, text: Text}} Check of what makes a difference only "barely" significant */
/** @typedef {{key: string, title: string, about: Text, html: string}} Fold a folded part of the report, as HTML that Python has escaped */
/**
 * What `page.source.overview()` answers.
 * @typedef {object} Overview
 * @property {{title: string, sentences: string[]}[]} warnings on the input
 * @property {Text} selection which segments are compared; empty for all
 * @property {Scorecard} scorecard
 * @property {Text} sentence what happened
 * @property {Words} words
 * @property {Extremes} segments
 * @property {PointBars | null} bars null where points are undefined
 * @property {Fold[]} folds
 * @property {() => Promise<Overview>} [later] while something is being computed: what is known a little later
 */
/** @typedef {ReturnType<typeof newOverview>} OverviewView */

/** @param {HTMLElement} root */
function newOverview(root) {
  root.classList.add("view", "overview-view");
  openFoldsToPrint(root);
  return {
    source: /** @type {Page["source"]} */ (null), draw: newestOnly(root), cards: element("div", "cards"),
    drawn: /** @type {Record<string, {data: string, node: HTMLElement}>} */ ({}), // the parts by name, with what they show
  };
}

/** @param {HTMLElement & {overview?: OverviewView}} root @param {Page} page */
export function drawOverview(root, page) {
  const view = root.overview ??= newOverview(root);
  if (view.source === page.source) return;
  view.source = page.source;
  follow(root, view, page, page.source.overview());
}

/** Draw an answer, and what is known later. @param {HTMLElement} root @param {OverviewView} view @param {Page} page @param {Promise<Overview>} answer */
function follow(root, view, page, answer) {
  const slices = answer.then(() => page.source.slices("", { ...NO_FILTER, sort: "" }));
  view.draw(Promise.all([answer, slices]), ([overview, groups]) => {
    showOverview(root, view, overview, groups, page);
    if (overview.later && root.isConnected) follow(root, view, page, overview.later());
  });
}

/** Draws the parts that have changed. @param {HTMLElement} root @param {OverviewView} view @param {Overview} overview @param {Slices} slices @param {Page} page */
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

/** All above the cards: which segments these are, warnings on the input, the result in numbers and words. @param {Overview} overview @param {Page} page */
function resultNode({ scorecard, sentence, selection, warnings }, page) {
  const { checks, names } = scorecard, details = checksList(checks, page);
  const text = (/** @type {string} */ name, /** @type {Text} */ spans) => (spans.length ? [drawText(element("p", name), spans, page.address)] : []);
  const notes = warnings.map(({ title, sentences }) => element("section", "warning", element("h2", "", `⚠ ${title}`),
    element("ul", "", ...sentences.map((warning) => drawText(element("li"), [[warning, "sentence"]])))));
  return element("div", "result", element("h1", "unseen", names.join(" vs ")), ...text("selection", selection), ...notes,
    drawScorecard(scorecard, checks.length ? [whyButton(details)] : [], page.doc.glossary),
    drawText(element("p", "sentence"), sentence, page.address), ...(checks.length ? [details] : []));
}

// ---- Why a difference is only "barely" significant.

/** @param {Check[]} checks @param {Page} page */
function checksList(checks, page) {
  return element("div", { className: "checks", id: "overview-checks", hidden: true }, ...checks.map(({ holds, title, text }) => (
    element("section", holds ? "holds" : "fails", element("h2", "", `${holds ? "✓" : "✗"} ${title}`), drawText(element("p"), text, page.address)))));
}

/** @param {HTMLElement} details */
function whyButton(details) {
  const why = button("Why?", "why", () => {
    details.hidden = !details.hidden;
    why.ariaExpanded = String(!details.hidden);
  });
  why.ariaExpanded = "false";
  why.setAttribute("aria-controls", details.id);
  return why;
}

// ---- The folded rows.

/** @param {Fold[]} folds @param {Page} page @param {HTMLElement} [before] whose open rows stay open */
function foldsNode(folds, page, before) {
  return element("div", "folds", ...folds.map(({ key, title, about, html }) => {
    const inside = reportOf(html), line = element("span", "about", ...spanNodes(about.map(([text, tone = ""]) => [text, tone]), page.address)); // no links in a summary
    const node = foldedRow(title, [line], inside);
    node.classList.add(key);
    node.open = key === "gates" || Boolean(before?.querySelector(`.${key}[open]`));
    // Its links name no pair: they are those of a page with this pair alone.
    for (const link of inside.querySelectorAll('a[href^="#view="]')) link.setAttribute("href", page.address(link.getAttribute("href")));
    return node;
  }));
}

// ---- The scorecard: both scores, Δ with its interval, and the grade.

/**
 * Texts, and places on the axis in percent.
 * @typedef {object} Scorecard
 * @property {string[]} names of A and B
 * @property {string[]} scores
 * @property {string} delta
 * @property {string} tone of Δ
 * @property {string} interval
 * @property {string} p
 * @property {string} unit
 * @property {[low: number, delta: number, high: number, zero: number] | null} axis null without a test
 * @property {string} grade
 * @property {string} badge the grade in words
 * @property {string[]} reasons why it is only "barely"
 * @property {Check[]} checks
 */

/** @param {Scorecard} card @param {HTMLElement[]} more after the reasons @param {Glossary} glossary */
function drawScorecard(card, more, glossary) {
  const { names, scores, delta, tone } = card;
  const side = (/** @type {string} */ name, /** @type {HTMLElement[]} */ who, /** @type {string} */ number, /** @type {string} */ own) => (
    element("div", "side " + name, element("div", "who", ...who), element("div", "number" + (own && ` tone-${own}`), number)));
  const [a, b] = ["a", "b"].map((key, i) => {
    const letter = SIDE_NAMES[key], shown = oneLine(names[i]), name = element("bdi", { title: shown }, shown);
    return side(key, [element("i", "square " + key), element("b", "", letter), ...(names[i] === letter ? [] : [name])], scores[i], key);
  });
  return element("section", "card scorecard", a, element("span", { className: "arrow", ariaHidden: "true" }, "→"), b,
    side("delta", [asking("Δ BLEU", glossary, "delta")], delta, tone), intervalOf(card, glossary), gradeOf(card, more));
}

/** @param {Scorecard} card @param {Glossary} glossary */
function intervalOf({ axis, interval, p, unit, tone }, glossary) {
  if (!axis) return element("div", "interval");
  const [low, delta, , zero] = axis.map((place) => `${place}%`);
  const plot = drawing("svg", { "aria-hidden": "true" },
    drawing("line", { class: "ground", x1: 0, x2: "100%", y1: 28, y2: 28 }),
    drawing("rect", { class: "reach " + tone, x: low, width: `${axis[2] - axis[0]}%`, y: 11, height: 9, rx: 4.5 }),
    drawing("line", { class: "zero", x1: zero, x2: zero, y1: 4, y2: 28 }),
    drawing("text", { x: zero, dx: 5, y: 13 }, "0"),
    drawing("line", { class: "middle", x1: delta, x2: delta, y1: 7, y2: 24 }));
  return element("div", "interval", plot, element("p", "", asking(interval, glossary, "confidence-interval"), " · ",
    asking(p, glossary, "p-value"), " ", element("span", "muted dot", "· "), element("span", "muted", unit)));
}

/** @type {Record<string, string>} */
const GRADE_SIGNS = { better: "▲ ", worse: "▼ ", better_barely: "▲ ", worse_barely: "▼ " };

/** @param {Scorecard} card @param {HTMLElement[]} more */
function gradeOf({ grade, badge, reasons }, more) {
  const why = element("span", "reasons", reasons.join("; ") + " ", ...more);
  return element("div", "grade", element("span", `badge ${grade}`, (GRADE_SIGNS[grade] ?? "") + badge), ...(reasons.length ? [why] : []));
}
