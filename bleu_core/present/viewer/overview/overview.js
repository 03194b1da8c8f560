// The view "Overview": the result, what happened in words, three cards with the evidence, and the rest of the report.

import { button, drawing, element } from "browser/dom.js";
import { asking } from "browser/glossary_tip.js";
import { oneLine } from "../numbers.js";
import { segmentsCard, whereCard, wordsCard } from "./cards.js";
import { newestOnly } from "../source.js";
import { drawText, foldedRow, openFoldsToPrint, reportOf, spanNodes } from "../spans.js";
import { NO_FILTER } from "../state.js";

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
 * @property {Scorecard} scorecard
 * @property {Text} sentence what happened
 * @property {Text} waiting contributions to a difference that may be due to chance
 * @property {import("./cards.js").Words} words
 * @property {import("./cards.js").Extremes} segments
 * @property {import("./cards.js").PointBars | null} bars null where points are undefined
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

// ---- The result at a glance: both scores, Δ with its interval, and the grade.

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

/** @typedef {import("browser/glossary_tip.js").Glossary} Glossary */

/** @param {Scorecard} card @param {HTMLElement[]} more after the reasons @param {Glossary} glossary */
export function drawScorecard(card, more, glossary) {
  const root = element("section", "card scorecard"), arrow = element("span", "arrow", "→");
  const delta = sideOf("delta", [asking("Δ BLEU", glossary, "delta")], card.delta, card.tone);
  arrow.setAttribute("aria-hidden", "true");
  root.append(systemSide(card, 0), arrow, systemSide(card, 1), delta, intervalOf(card, glossary), gradeOf(card, more));
  return root;
}

/** @param {string} name @param {HTMLElement[]} who @param {string} number @param {string} tone */
function sideOf(name, who, number, tone) {
  const side = element("div", "side " + name), label = element("div", "who");
  label.append(...who);
  side.append(label, element("div", "number" + (tone ? ` tone-${tone}` : ""), number));
  return side;
}

/** @param {Scorecard} card @param {0 | 1} i */
function systemSide({ names, scores }, i) {
  const letter = "AB"[i], key = "ab"[i], shown = oneLine(names[i]), name = element("bdi", "", shown);
  name.title = shown;
  const who = [element("i", "square " + key), element("b", "", letter), ...(names[i] === letter ? [] : [name])];
  return sideOf(key, who, scores[i], key);
}

/** @param {Scorecard} card @param {Glossary} glossary */
function intervalOf({ axis, interval, p, unit, tone }, glossary) {
  const box = element("div", "interval"), line = element("p"), more = element("span", "muted", unit);
  if (!axis) return box;
  const [low, delta, , zero] = axis.map((place) => `${place}%`);
  const plot = drawing("svg", { "aria-hidden": "true" });
  plot.append(
    drawing("line", { class: "ground", x1: 0, x2: "100%", y1: 28, y2: 28 }),
    drawing("rect", { class: "reach " + tone, x: low, width: `${axis[2] - axis[0]}%`, y: 11, height: 9, rx: 4.5 }),
    drawing("line", { class: "zero", x1: zero, x2: zero, y1: 4, y2: 28 }),
    drawing("text", { x: zero, dx: 5, y: 13 }, "0"),
    drawing("line", { class: "middle", x1: delta, x2: delta, y1: 7, y2: 24 }),
  );
  line.append(asking(interval, glossary, "confidence-interval"), " · ", asking(p, glossary, "p-value"), " ", element("span", "muted dot", "· "), more);
  box.append(plot, line);
  return box;
}

const GRADE_SIGNS = { better: "▲", worse: "▼", better_barely: "▲", worse_barely: "▼" };

/** @param {Scorecard} card @param {HTMLElement[]} more */
function gradeOf({ grade, badge, reasons }, more) {
  const box = element("div", "grade"), sign = GRADE_SIGNS[/** @type {keyof typeof GRADE_SIGNS} */ (grade)];
  box.append(element("span", `badge ${grade}`, sign ? `${sign} ${badge}` : badge));
  if (!reasons.length) return box;
  const why = element("span", "reasons", reasons.join("; ") + " ");
  why.append(...more);
  box.append(why);
  return box;
}
