// The first screen of a ranking: a sentence, a table of the systems, and what proves them, folded.

import { drawing, element } from "browser/dom.js";
import { asking } from "browser/glossary_tip.js";
import { drawPairs } from "browser/matrix.js";
import { A, B, SIDE_NAMES } from "browser/pair.js";
import { axisLabels, fittedAxis, gridCell, gridHeading, gridRow, gridTable, intervalPlot, intervalText } from "../intervals.js";
import { formatDelta, formatPCell, formatScore, NO_VALUE, oneLine, toneOfText } from "../numbers.js";
import { placeOfPair } from "../pair_choice.js";
import { drawText, foldedReport, foldedRow, linkTo, openFoldsToPrint, reportOf, spanNodes } from "../spans.js";
import { NOTHING_CHOSEN } from "../state.js";

/** @import { Text } from "../document.js" */
/** @import { Axis } from "../intervals.js" */
/** @import { Page } from "../page.js" */
/**
 * A system; all that depends on the baseline is null for the baseline itself.
 * @typedef {object} RankedSystem
 * @property {number | null} score
 * @property {[number, number] | null} interval null if it was not tested
 * @property {[number, number] | null} ranks
 * @property {number | null} delta to the baseline
 * @property {number | null} p after Holm's correction
 * @property {{name: string, label: string, reasons: string[]} | null} grade
 */
/**
 * @typedef {object} RankingScreen
 * @property {string} title
 * @property {{label: string, term: string, decimals: number, lower: boolean}} metric that ranks
 * @property {Text} sentence
 * @property {string} above HTML of warnings and gates, "" without any
 * @property {number} baseline
 * @property {boolean} corrected whether p is corrected for several pairs
 * @property {RankedSystem[]} systems the best first, as in the set
 * @property {[number, number] | null} delta the interval of Δ of two systems
 * @property {Bracket[]} brackets
 * @property {Text[]} notes below the table
 * @property {{title: string, about: Text} | null} pairs
 * @property {Omit<import("browser/matrix.js").Pairs, "glossary"> | null} matrix null with fewer than three systems
 * @property {import("../spans.js").Folded[]} folded
 * @property {boolean} [pending] whether the tests, and with them the sentence and the grades, are still to come
 */

// ---- Cells.

const FIRM_SIGNS = { better: "▲", worse: "▼" };

/** A grade in words, its reason only where it is "barely". @param {RankedSystem["grade"]} grade */
function rankedGrade(grade) {
  if (!grade) return gridCell("grade");
  const { name, label, reasons } = grade, [way] = name.split("_");
  if (way !== "better" && way !== "worse") return gridCell("grade muted", label);
  const tone = way === "better" ? "gain" : "loss", isFirm = name === way;
  return gridCell("grade", element("span", tone + (isFirm ? " firm" : ""), (isFirm ? FIRM_SIGNS[way] + " " : "") + label),
    ...(reasons.length ? [element("span", "reason", reasons.join("; "))] : []));
}

// ---- The table.

/** @param {Page} page @param {number} place @returns {"" | "a" | "b"} */
function rankedSide({ doc: { ranking }, pair }, place) {
  if (place === ranking.baseline) return "a";
  return pair.a === ranking.baseline && place === pair.b ? "b" : "";
}

/** The hash of the comparison with the baseline, "" for the baseline. @param {Page} page @param {number} place */
function rankedHash({ doc: { ranking }, set, address }, place) {
  const pair = place === ranking.baseline ? -1 : placeOfPair(set, ranking.baseline, place);
  return pair < 0 ? "" : address(`#view=segments&pair=${pair}`);
}

/** @param {Page} page @param {number} place */
function rankedName(page, place) {
  const { set, doc: { ranking } } = page, side = rankedSide(page, place), hash = rankedHash(page, place);
  const shown = oneLine(set.systems[place].name), name = hash ? linkTo(hash, "name", shown) : element("span", "name", shown);
  Object.assign(name, { dir: "auto", title: shown });
  return gridHeading("system", "row", ...(side ? [element("span", "square"), element("b", side, SIDE_NAMES[side])] : []), name,
    ...(place === ranking.baseline && ranking.systems.length > 1 ? [element("span", "tag", "baseline")] : []));
}

/** @param {Page} page @param {Axis} axis @param {number} place */
function rankedRow(page, axis, place) {
  const { doc: { ranking } } = page, { metric: { decimals, lower }, baseline, systems, brackets } = ranking, side = rankedSide(page, place);
  const { score, interval, ranks, delta, grade } = systems[place], system = systems[place], at = systems[baseline].score;
  const format = (/** @type {number} */ number) => formatScore(number, decimals), written = delta === null ? "" : formatDelta(delta, decimals);
  const isFound = /^(better|worse)$/.test(grade?.name);
  const tr = gridRow(
    side && "of-" + side,
    gridCell("ranks", !ranks ? NO_VALUE : ranks[0] === ranks[1] ? String(ranks[0]) : ranks.join("–")),
    rankedName(page, place),
    gridCell("score", score === null ? NO_VALUE : format(score)),
    gridCell("interval", intervalPlot(axis, { ends: interval, value: score, tone: side }, at === null ? [] : [[at, "baseline"]])),
    gridCell("ci", intervalText(interval, format)),
    gridCell("beside", bracketsBeside(brackets, place)),
    gridCell("delta " + (isFound ? toneOfText(written, lower) : ""), ...(written ? [written] : [])),
    gridCell("p", ...(side === "a" ? [] : [formatPCell(system.p)])),
    rankedGrade(grade),
  );
  const link = tr.querySelector("a");
  tr.classList.toggle("opens", Boolean(link));
  tr.onclick = (event) => { if (link && !(event.target instanceof Element && event.target.closest("a, .asks"))) link.click(); };
  return tr;
}

/** @param {Page} page */
function rankingTable(page) {
  const { ranking, glossary } = page.doc, { metric, systems, pending } = ranking;
  const axis = fittedAxis(systems.flatMap(({ score, interval }) => [score, ...(interval ?? [])]));
  const table = gridTable("ranking", ranking.title, [
    ["ranks", asking("rank", glossary, "rank-range")], ["system", "system"],
    ["score", asking(metric.label, glossary, metric.term)], ["interval", axisLabels(axis, formatScore), element("span", "unseen", "interval")],
    ["ci", asking("95% CI", glossary, "score-interval")], ["beside", "no significant difference"],
    ["delta", asking(`Δ to ${A}`, glossary, "delta")],
    ["p", ranking.corrected ? asking("p (Holm)", glossary, "holm") : asking("p", glossary, "p-value")],
    ["grade", `compared with ${A}`],
  ], systems.map((_, place) => rankedRow(page, axis, place)));
  table.classList.toggle("untested", !pending && !systems.some(({ interval }) => interval));
  table.classList.toggle("unjoined", !pending && !ranking.brackets.length);
  table.classList.toggle("alone", systems.length < 2);
  return table;
}

/** Δ of two systems with its interval, on an axis of its own. @param {RankingScreen} ranking */
function differenceOfTwo({ systems, delta: ends, metric: { decimals, lower } }) {
  const { delta } = systems.find((system) => system.delta !== null) ?? { delta: null };
  if (!ends || delta === null) return [];
  const axis = fittedAxis([...ends, delta, 0]), format = (/** @type {number} */ number) => formatDelta(number, decimals);
  const text = format(delta), tone = toneOfText(text, lower);
  const plots = element("span", "plots", intervalPlot(axis, { ends, value: delta, tone }, [[0, "zero"]]), axisLabels(axis, formatDelta));
  return [element("div", "two", element("span", "", `Δ, ${B} − ${A}`), element("b", tone, text), plots,
    element("span", "muted", "95% CI " + intervalText(ends, format)))];
}

// ---- The whole.

/** @typedef {HTMLElement & {page?: Page, view?: HTMLElement, table?: HTMLTableElement, matrix?: HTMLElement}} SystemsRoot */

/** @param {SystemsRoot} root */
function showMatrix({ page, matrix }) {
  const { doc: { ranking, glossary }, set, pair, go } = page;
  drawPairs(matrix, { ...ranking.matrix, chosen: [pair.a, pair.b], glossary }, ([a, b]) => {
    const place = placeOfPair(set, a, b);
    if (place >= 0) go({ ...NOTHING_CHOSEN, view: "segments", pair: place });
  });
}

/** @param {SystemsRoot} root */
function buildSystems(root) {
  const { doc: { ranking }, address } = root.page, { pairs, sentence, above, notes, folded } = ranking;
  const paragraph = (/** @type {string} */ name, /** @type {Text} */ text) => drawText(element("p", name), text, address);
  root.table = element("table");
  root.matrix = element("div", "pairs");
  const view = element("div", "view systems-view", paragraph("sentence", sentence), ...(above ? [reportOf(above)] : []), root.table,
    ...differenceOfTwo(ranking), element("div", "notes", ...notes.map((note) => paragraph("", note))),
    ...(pairs ? [foldedRow(pairs.title, spanNodes(pairs.about, address), root.matrix, () => showMatrix(root))] : []), ...foldedReport(folded));
  const titleOf = (/** @type {Element} */ row) => row.querySelector("summary").firstChild.textContent; // a report's are no <b>
  const open = [...root.querySelectorAll("details[open]")].map(titleOf);
  if (!root.view) openFoldsToPrint(root);
  root.view = view;
  root.replaceChildren(view);
  for (const row of root.querySelectorAll("details")) row.open = open.includes(titleOf(row));
}

/** @param {SystemsRoot} root @param {Page} page */
export function drawSystems(root, page) {
  const before = root.page, isNew = before?.doc.ranking !== page.doc.ranking;
  root.page = page;
  if (isNew) buildSystems(root);
  else if (before.pair === page.pair) return;
  const table = rankingTable(page);
  root.table.replaceWith(table);
  root.table = table;
  if (root.matrix.firstChild) showMatrix(root);
}

// ---- Brackets join systems that do not differ significantly: a line beside their rows, with hooks at its ends.

/** @typedef {[first: number, last: number]} Bracket places of systems, the best first */

/** Pixels from one bracket to the next, and of a hook; where in the height of its row a bracket begins and ends. */
const LANE_WIDTH = 14, HOOK_WIDTH = 5, BRACKET_TOP = "22%", BRACKET_BOTTOM = "78%";

/** The parts of all brackets that are beside a row; those of neighbours meet. @param {Bracket[]} brackets @param {number} row */
function bracketsBeside(brackets, row) {
  /** @type {number[]} */
  const lasts = []; // of each lane
  const lanes = brackets.map(([first, last]) => { // the first one that is free from its first row on
    const free = lasts.findIndex((end) => end < first), lane = free < 0 ? lasts.length : free;
    lasts[lane] = last;
    return lane;
  });
  const parts = brackets.flatMap(([first, last], i) => {
    if (row < first || row > last) return [];
    const x = lanes[i] * LANE_WIDTH + 1 + HOOK_WIDTH, y1 = row === first ? BRACKET_TOP : "0%", y2 = row === last ? BRACKET_BOTTOM : "100%";
    const hook = (/** @type {string} */ y) => drawing("line", { x1: x - HOOK_WIDTH, x2: x + 1, y1: y, y2: y });
    return [drawing("line", { x1: x, x2: x, y1, y2 }), ...(row === first ? [hook(y1)] : []), ...(row === last ? [hook(y2)] : [])];
  });
  return drawing("svg", { class: "brackets", width: lasts.length * LANE_WIDTH, "aria-hidden": "true" }, ...parts);
}
