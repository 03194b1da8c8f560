// The first screen of a suite: what failed and why, a table of all test sets, and the segments that cost most.

import { drawTestSets } from "browser/board.js";
import { element, find, isPlainClick } from "browser/dom.js";
import { drawText, foldedReport, foldedRow, linkTo, openFoldsToPrint } from "../spans.js";
import { axisLabels, fittedAxis, gridCell, gridHeading, gridRow, gridTable, intervalPlot, intervalText } from "../intervals.js";
import { formatDelta, formatInt, formatPCell, formatScore, NO_VALUE, oneLine } from "../numbers.js";
import { segmentsCard } from "../overview/cards.js";

/** @import { Text } from "../document.js" */
/** @import { Axis } from "../intervals.js" */
/** @import { Page } from "../page.js" */
/**
 * A comparison, or a slice of the one before it. Numbers are null where there are none.
 * @typedef {{state: "failed" | "not compared" | "no verdict" | "passed", why: string, set: string,
 *   system: string, baseline: string, slice: string, segments: number,
 *   scores: [number | null, number | null], delta: number | null,
 *   interval: [number, number] | null, limit: number | null, p: number | null, note: string,
 *   others: (number | null)[], opens: string}} SuiteRow
 */
/** @typedef {{label: string, note: string, numbers: [found: string, limit: string][]}} FailedGate */
/** @typedef {{set: string, system: string, delta: number | null, opens: string, gates: FailedGate[]}} FailedCard a comparison that failed */
/**
 * @typedef {object} SuiteScreen
 * @property {string} title
 * @property {string} about
 * @property {Text} sentence
 * @property {string} baseline the name of all baselines, "" if they differ
 * @property {string} system the name of all systems, "" if they differ
 * @property {string[]} metrics beside BLEU
 * @property {SuiteRow[]} rows failed ones first
 * @property {Text} notes
 * @property {FailedCard[]} cards
 * @property {import("browser/board.js").Board & {legend: string} | null} board with several systems
 * @property {import("../spans.js").Folded[]} folded
 */

// ---- The table.

/** @type {Record<SuiteRow["state"], [sign: string, label: string, tone: string]>} */
const SUITE_STATES = { failed: ["✗", "Failed", "loss"], "not compared": ["!", "Not compared", "loss"], "no verdict": ["?", "No verdict", "loss"], passed: ["✓", "Passed", "gain"] };

/** @param {string} text @param {string} [className] */
function suiteName(text, className = "name") {
  return element("bdi", { className, title: oneLine(text) }, oneLine(text));
}

/** The test set or the slice, with the systems where they differ between rows. @param {SuiteRow} row @param {SuiteScreen} screen */
function suiteSubject({ set, slice, system, baseline, why }, screen) {
  const th = gridHeading("set", "row", ...(slice ? [element("span", "muted", "slice "), suiteName(slice)] : [suiteName(set)]));
  const both = [suiteName(system, "b"), ...(baseline ? [" vs. ", suiteName(baseline, "a")] : [])];
  if (!slice && system && !(screen.system && screen.baseline)) th.append(element("span", "sides", ...both));
  if (why) th.append(element("bdi", "why", oneLine(why)));
  return th;
}

/** @param {number | null} number @param {(number: number) => string} format */
function suiteNumber(number, format) {
  return number === null ? NO_VALUE : format(number);
}

/** @param {SuiteRow} row @param {SuiteScreen} screen @param {Axis | null} axis @param {Page} page */
function suiteRow(row, screen, axis, page) {
  const { state, slice, segments, delta, interval, limit, scores, opens, note, p, others } = row, [sign, label, stateTone] = SUITE_STATES[state];
  const tests = [];
  if (note) tests.push(Object.assign(gridCell("untested muted", note), { colSpan: axis ? 3 : 1 }));
  else {
    const lines = /** @type {[number, string][]} */ ([[0, "zero"], ...(limit === null ? [] : [[limit, "limit"]])]);
    const tone = interval?.[0] > 0 ? "gain" : interval?.[1] < 0 ? "loss" : "";
    const plot = axis && interval ? intervalPlot(axis, { ends: interval, value: delta, tone }, lines) : "";
    tests.push(...(axis ? [gridCell("interval", plot), gridCell("ci", intervalText(interval, formatDelta))] : []), gridCell("p", formatPCell(p)));
  }
  const link = opens && Object.assign(linkTo(page.address(opens), "open", "Open"), { ariaLabel: `Open ${oneLine(row.system)} on ${oneLine(row.set)}` });
  return gridRow(
    slice ? "slice" : "whole", gridCell("result", element("span", stateTone, `${sign} ${label}`)),
    suiteSubject(row, screen), gridCell("segments", segments ? formatInt(segments) : NO_VALUE),
    gridCell("of-a", suiteNumber(scores[0], formatScore)), gridCell("of-b", suiteNumber(scores[1], formatScore)),
    gridCell("delta " + (state === "failed" && delta < 0 ? "loss" : ""), suiteNumber(delta, formatDelta)), ...tests,
    ...others.map((other) => gridCell("other", suiteNumber(other, formatDelta))), gridCell("opens", link),
  );
}

/** @param {SuiteScreen} screen @param {Page} page */
function suiteTable(screen, page) {
  const { rows, baseline, system } = screen, drawn = rows.filter(({ interval }) => interval);
  const axis = drawn.length ? fittedAxis([0, ...drawn.flatMap(({ interval, limit, delta }) => [...interval, limit, delta])]) : null;
  return gridTable("sets", `Test sets of ${oneLine(screen.title)}`, [
    ["result", "result"], ["set", "test set"], ["segments", "segments"],
    ["of-a", suiteName(baseline || "baseline")], ["of-b", suiteName(system || "system")], ["delta", "Δ BLEU"],
    ...(axis ? [["interval", axisLabels(axis, formatDelta), element("span", "unseen", "interval")], ["ci", "95% CI"]] : []),
    ["p", "p (Holm)"], ...screen.metrics.map((label) => ["other", "Δ " + oneLine(label)]),
    ["opens", element("span", "unseen", "comparison")],
  ], rows.map((row) => suiteRow(row, screen, axis, page)));
}

// ---- The cards of what failed.

/** @param {FailedCard} card @param {string} name */
function gatesCard({ gates }, name) {
  const heads = ["gate", "found", "limit"].map((label) => element("th", { scope: "col" }, label));
  const rows = gates.map(({ label, note, numbers }) => {
    const gate = [element("bdi", "", oneLine(label)), ...(note ? [element("small", "muted", note)] : [])];
    const cell = (/** @type {0 | 1} */ at) => element("td", at ? "" : "loss", ...numbers.map((both) => element("div", "", both[at])));
    return element("tr", "", element("td", { colSpan: numbers.length ? 1 : 3 }, ...gate), ...(numbers.length ? [cell(0), cell(1)] : []));
  });
  return element("section", "card gates", element("div", "card-top", element("h2", "", `Why ${name} failed`)),
    element("table", "", element("thead", "", element("tr", "", ...heads)), element("tbody", "", ...rows)));
}

/** The segments that cost most, where the comparison is in the page. @param {FailedCard} card @param {string} name @param {Page} page */
function changedCard({ opens, delta }, name, page) {
  if (!opens) return [];
  const { source, address } = page.compared(opens), place = element("div", "changed-place");
  source.overview().then(({ segments }) => {
    const rows = segments.rows.filter((row) => (row.points ?? row.delta) < 0).slice(0, 3);
    const title = delta < 0 ? `the segments that cost most of ${formatDelta(delta)}` : "the segments that cost most";
    place.append(segmentsCard({ ...segments, title, rows }, { ...page, source, address }, `What changed in ${name}`));
  });
  return [place];
}

// ---- The whole.

/** The board of several systems, folded. @param {SuiteScreen} screen */
function boardFold({ board }) {
  if (!board) return [];
  const place = element("div", "board");
  drawTestSets(place, board);
  return [foldedRow("Board", ["all test sets and systems"], element("div", "", place, element("p", "muted", board.legend)))];
}

/** Opens the row in which a part of the report is. @param {HTMLElement} root @param {string} id */
function showAnchor(root, id) {
  const part = find(root, `[id="${CSS.escape(id)}"]`), row = part?.closest("details");
  if (row) row.open = true;
  part?.scrollIntoView();
}

/** @param {HTMLElement & {page?: Page}} root @param {Page} page */
export function drawSuite(root, page) {
  const { suite } = page.doc, isDrawn = root.page?.doc.suite === suite;
  root.page = page;
  if (isDrawn) return;
  const paragraph = (/** @type {string} */ name, /** @type {Text} */ text) => drawText(element("p", name), text, page.address);
  const several = new Set(suite.cards.map(({ set }) => set)).size < suite.cards.length;
  const cards = suite.cards.map((card) => {
    const name = oneLine(several ? `${card.system} on ${card.set}` : card.set);
    return element("div", "cards", gatesCard(card, name), ...changedCard(card, name, page));
  });
  const view = element("div", "view suite-view", element("p", "about", element("b", "", suiteName(suite.title)), ` · ${suite.about}`),
    paragraph("sentence", suite.sentence), suiteTable(suite, page), paragraph("notes", suite.notes), ...cards, ...boardFold(suite), ...foldedReport(suite.folded));
  view.addEventListener("click", (event) => {
    const link = event.target instanceof Element && event.target.closest('a[href^="#at-"]');
    if (!link || !isPlainClick(event)) return;
    event.preventDefault();
    showAnchor(root, link.getAttribute("href").slice(1));
  });
  root.replaceChildren(view);
  openFoldsToPrint(root);
}
