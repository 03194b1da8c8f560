// The first screen of a ranking: a sentence, a table of the systems, and what proves them, folded.

import { drawing, element } from "browser/dom.js";
import { asking } from "browser/glossary_tip.js";
import { drawPairs } from "browser/matrix.js";
import { axisLabels, fittedAxis, gridCell, gridHeading, gridRow, gridTable, intervalPlot, intervalText } from "../intervals.js";
import { formatDelta, formatPCell, formatScore, NO_VALUE, oneLine } from "../numbers.js";
import { placeOfPair } from "../pair_choice.js";
import { drawText, foldedReport, foldedRow, linkTo, openFoldsToPrint, reportOf, spanNodes } from "../spans.js";
import { NOTHING_CHOSEN } from "../state.js";

/** @typedef {import("../page.js").Page} Page */
/** @typedef {import("../document.js").Text} Text */
/**
 * A system; all that depends on the baseline is null for the baseline itself.
 * @typedef {object} RankedSystem
 * @property {number | null} score
 * @property {[number, number] | null} interval null if it was not tested
 * @property {[number, number] | null} ranks
 * @property {number | null} delta to the baseline
 * @property {number | null} p after Holm's correction
 * @property {boolean} floor whether more trials could only lower p
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

/** @param {RankingScreen["metric"]} metric @param {number} delta */
function rankedTone({ lower, decimals }, delta) {
  const text = formatDelta(delta, decimals);
  return !/^[+\u2212]/.test(text) ? "" : text.startsWith("+") !== lower ? "gain" : "loss";
}

/** @param {RankedSystem} system */
function rankedP({ p, floor }) {
  const text = formatPCell(p);
  return floor && !text.startsWith("<") ? "≤ " + text : text;
}

const FIRM_SIGNS = { better: "▲", worse: "▼" };

/** A grade in words, its reason only where it is "barely". @param {RankedSystem["grade"]} grade */
function rankedGrade(grade) {
  if (!grade) return gridCell("grade");
  const { name, label, reasons } = grade, [way] = name.split("_");
  if (way !== "better" && way !== "worse") return gridCell("grade muted", label);
  const tone = way === "better" ? "gain" : "loss";
  const words = name === way ? element("span", tone + " firm", `${FIRM_SIGNS[way]} ${label}`) : element("span", tone, label);
  return gridCell("grade", words, ...(reasons.length ? [element("span", "reason", reasons.join("; "))] : []));
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
  name.dir = "auto";
  name.title = shown;
  const mark = side ? [element("span", "square"), element("b", side, side.toUpperCase())] : [];
  const tag = place === ranking.baseline && ranking.systems.length > 1 ? [element("span", "tag", "baseline")] : [];
  return gridHeading("system", "row", ...mark, name, ...tag);
}

/** @param {Page} page @param {ReturnType<typeof fittedAxis>} axis @param {number} place */
function rankedRow(page, axis, place) {
  const { ranking } = page.doc, { metric, baseline } = ranking, system = ranking.systems[place], side = rankedSide(page, place);
  const format = (/** @type {number} */ number) => formatScore(number, metric.decimals), { delta, ranks } = system;
  const isFound = /^(better|worse)$/.test(system.grade?.name), at = ranking.systems[baseline].score;
  const tr = gridRow(
    side && "of-" + side,
    gridCell("ranks", !ranks ? NO_VALUE : ranks[0] === ranks[1] ? String(ranks[0]) : ranks.join("–")),
    rankedName(page, place),
    gridCell("score", system.score === null ? NO_VALUE : format(system.score)),
    gridCell("interval", intervalPlot(axis, { ends: system.interval, value: system.score, tone: side }, at === null ? [] : [[at, "baseline"]])),
    gridCell("ci", intervalText(system.interval, format)),
    gridCell("beside", bracketsBeside(ranking.brackets, place)),
    gridCell("delta " + (isFound ? rankedTone(metric, delta) : ""), ...(delta === null ? [] : [formatDelta(delta, metric.decimals)])),
    gridCell("p", ...(side === "a" ? [] : [rankedP(system)])),
    rankedGrade(system.grade),
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
    ["delta", asking("Δ to A", glossary, "delta")],
    ["p", ranking.corrected ? asking("p (Holm)", glossary, "holm") : asking("p", glossary, "p-value")],
    ["grade", "compared with A"],
  ], systems.map((_, place) => rankedRow(page, axis, place)));
  table.classList.toggle("untested", !pending && !systems.some(({ interval }) => interval));
  table.classList.toggle("unjoined", !pending && !ranking.brackets.length);
  table.classList.toggle("alone", systems.length < 2);
  return table;
}

/** Δ of two systems with its interval, on an axis of its own. @param {RankingScreen} ranking */
function differenceOfTwo({ systems, delta: ends, metric }) {
  const { delta } = systems.find((system) => system.delta !== null) ?? { delta: null };
  if (!ends || delta === null) return [];
  const axis = fittedAxis([...ends, delta, 0]), tone = rankedTone(metric, delta);
  const format = (/** @type {number} */ number) => formatDelta(number, metric.decimals), box = element("div", "two");
  const plots = element("span", "plots");
  plots.append(intervalPlot(axis, { ends, value: delta, tone }, [[0, "zero"]]), axisLabels(axis, formatDelta));
  box.append(element("span", "", "Δ, B − A"), element("b", tone, format(delta)), plots, element("span", "muted", "95% CI " + intervalText(ends, format)));
  return [box];
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
  const { ranking } = root.page.doc, { pairs } = ranking;
  const view = element("div", "view systems-view"), notes = element("div", "notes");
  root.table = element("table");
  root.matrix = element("div", "pairs");
  const paragraph = (/** @type {string} */ name, /** @type {Text} */ text) => drawText(element("p", name), text, root.page.address);
  notes.append(...ranking.notes.map((note) => paragraph("", note)));
  const matrix = pairs && foldedRow(pairs.title, spanNodes(pairs.about, root.page.address), root.matrix, () => showMatrix(root));
  view.append(
    paragraph("sentence", ranking.sentence),
    ...(ranking.above ? [reportOf(ranking.above)] : []),
    root.table, ...differenceOfTwo(ranking), notes, ...(matrix ? [matrix] : []), ...foldedReport(ranking.folded),
  );
  const open = [...root.querySelectorAll("details[open] > summary b")].map((title) => title.textContent);
  if (!root.view) openFoldsToPrint(root);
  root.view = view;
  root.replaceChildren(view);
  for (const row of root.querySelectorAll("details")) row.open = open.includes(row.querySelector("b").textContent);
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

/** The lane of each bracket: the first one that is free from its first row on. @param {Bracket[]} brackets */
export function lanesOf(brackets) {
  /** @type {number[]} */
  const lasts = [];
  return brackets.map(([first, last]) => {
    const free = lasts.findIndex((end) => end < first), lane = free < 0 ? lasts.length : free;
    lasts[lane] = last;
    return lane;
  });
}

/**
 * The parts of all brackets that are beside a row; those of neighbours meet.
 * @param {Bracket[]} brackets
 * @param {number} row
 */
export function bracketsBeside(brackets, row) {
  const lanes = lanesOf(brackets), width = (Math.max(-1, ...lanes) + 1) * LANE_WIDTH;
  const svg = drawing("svg", { class: "brackets", width, "aria-hidden": "true" });
  brackets.forEach(([first, last], i) => {
    if (row < first || row > last) return;
    const x = lanes[i] * LANE_WIDTH + 1 + HOOK_WIDTH;
    const y1 = row === first ? BRACKET_TOP : "0%", y2 = row === last ? BRACKET_BOTTOM : "100%";
    svg.append(drawing("line", { x1: x, x2: x, y1, y2 }));
    const hook = (/** @type {string} */ y) => drawing("line", { x1: x - HOOK_WIDTH, x2: x + 1, y1: y, y2: y });
    if (row === first) svg.append(hook(y1));
    if (row === last) svg.append(hook(y2));
  });
  return svg;
}
