// The tables of an open segment: its score, other metrics, and its n-grams.

import { button, element, presses, walkable } from "browser/dom.js";
import { asking } from "browser/glossary_tip.js";
import { A, B, SIDE_NAMES } from "browser/pair.js";
import { formatComponent, formatCount, formatDelta, formatFraction, formatInt, formatScore, NO_VALUE, oneLine, roundedScore, toneOfText } from "../numbers.js";
import { changedSpans, countNgrams, formatPoints, pointParts, pointsPerMatch } from "./changes.js";
import { bleuOf, brevityPenalty, effectiveOrder, precisionsOf, sentenceConfig } from "../statistics.js";

/** @import { Glossary } from "browser/glossary_tip.js" */
/** @import { ChangedSpan } from "./changes.js" */
/** @import { Opened, OpenedView, Side } from "./opened.js" */

/** @param {Opened} opened @param {number} points */
function signedPoints(opened, points) {
  const text = formatPoints(opened, points);
  return element("td", "points " + (toneOfText(text) || "muted"), text);
}

/** @param {Node | string} content */
function rowHeading(content) {
  return element("th", { scope: "row" }, content);
}

/** The precision of an order in percent; with an arrow what the score uses instead of what is counted. @param {number[]} row @param {number} orders @param {number} n from 0 @param {number} used */
function percentText(row, orders, n, used) {
  const total = row[2 + orders + n], counted = total > 0 ? (100 * row[2 + n]) / total : 0;
  const text = total > 0 ? formatScore(counted, 1) : NO_VALUE;
  return Math.abs(used - counted) > 1e-9 * Math.max(used, counted) ? `→ ${formatScore(used, 1)}` : text;
}

/** A row of the table: a label, A's and B's numbers, a bar and the points. @param {Opened} opened @param {Node | string} label @param {[string, string][]} sides @param {number} points @param {number} most */
function componentRow(opened, label, sides, points, most) {
  const bar = element("span", "bar " + (points > 0 ? "gain" : "loss"));
  bar.style.width = `${(100 * Math.abs(points)) / most}%`;
  return element("tr", "", rowHeading(label),
    ...sides.flatMap(([fraction, value], i) => [element("td", "", fraction), element("td", "ab"[i], value)]),
    element("td", "barcell", ...(points ? [bar] : [])), signedPoints(opened, points));
}

/** @param {Opened} opened @param {Glossary} glossary */
export function scoreTable(opened, glossary) {
  const { statistics: { a, b }, config, points } = opened, orders = config.max_ngram_order, parts = pointParts(opened);
  const own = parts.matches.map((of, n) => of + parts.totals[n]), most = Math.max(...[...own, parts.lengths].map(Math.abs)) || 1;
  const used = [a, b].map((row) => precisionsOf(row, config));
  const heading = (/** @type {string} */ className, /** @type {Node | string} */ content, colSpan = 1) => element("th", { className, colSpan }, content);
  const rows = own.map((of, n) => componentRow(opened, formatComponent(`p${n + 1}`),
    [a, b].map((row, s) => [formatFraction(row[2 + n], row[2 + orders + n]), percentText(row, orders, n, used[s][n])]), of, most));
  const brevity = componentRow(opened, asking("BP", glossary, "bp"), [a, b].map((row) => [formatFraction(row[0], row[1]), formatScore(brevityPenalty(row), 3)]), parts.lengths, most);
  const sum = element("tr", "sum", rowHeading("all"), element("td", { colSpan: 4 }), element("td", "barcell"), signedPoints(opened, points ?? NaN));
  const head = element("tr", "", heading("", ""), heading("a", `${A} matched, %`, 2), heading("b", `${B} matched, %`, 2), heading("barcell", ""), heading("points", asking("points", glossary, "points")));
  return element("table", "score-table", element("thead", "", head), element("tbody", "", ...rows, brevity, sum));
}

// ---- The formula of sentence BLEU.

/** @param {Opened} opened @param {Side} side */
function formulaOf({ statistics, config }, side) {
  const row = statistics[side], own = sentenceConfig(config), order = effectiveOrder(row, own), percents = precisionsOf(row, config).slice(0, order);
  const weights = config.weights?.slice(0, order), sum = weights?.reduce((total, weight) => total + weight, 0), isRoot = !weights && order > 1;
  const under = element("span", isRoot ? "under over-line" : "under", ...percents.flatMap((percent, n) => [
    n ? " · " : "", formatScore(percent, 1), ...(weights ? [element("sup", "", formatScore(weights[n] / sum, 2))] : []),
  ]));
  const root = element("span", "root", element("sup", "", String(order)), "√");
  const title = `Sentence BLEU of ${SIDE_NAMES[side]}: brevity penalty × ${weights ? "product" : "geometric mean"} of the precisions`;
  return element("p", { className: "formula", title }, element("b", side, formatScore(bleuOf(row, own))), ` = ${formatScore(brevityPenalty(row), 3)} × `,
    ...(order ? [...(isRoot ? [root] : []), under] : ["0"]));
}

/** The formulas, and which precisions are smoothed. @param {Opened} opened */
export function formulas(opened) {
  const { statistics: { a, b }, config } = opened, orders = config.max_ngram_order;
  const isSmoothed = [a, b].some((row) => precisionsOf(row, config).some((used, n) => percentText(row, orders, n, used).includes("→")));
  const note = element("p", "muted", `→ smoothed (${config.smooth_method}), for sentence BLEU only`);
  return element("div", "formulas", formulaOf(opened, "a"), formulaOf(opened, "b"), ...(isSmoothed ? [note] : []));
}

// ---- Other metrics.

const METRIC_NAME = 16; // characters

/** Whether B is better, -1 to 1; 0 without scores. @param {Opened["metrics"][number]} metric */
function betterSide({ a, b, lower }) {
  return a === null || b === null ? 0 : Math.sign(roundedScore(b - a)) * (lower ? -1 : 1) + 0;
}

/** How many metrics say what. @param {number[]} better */
function agreement(better) {
  const count = (/** @type {number} */ way) => better.filter((one) => one === way).length;
  const worse = count(-1), improved = count(1), all = better.length;
  if (worse === all) return `all: ${B} is worse here`;
  if (improved === all) return `all: ${B} is better here`;
  if (!worse && !improved) return "all: no difference";
  return `${B} is worse: ${worse}, better: ${improved}${worse + improved < all ? `, equal: ${all - worse - improved}` : ""}`;
}

/** @param {Opened} opened @param {Glossary} glossary @returns {{summary: (Node | string)[], table: HTMLElement}} */
export function otherMetrics({ metrics }, glossary) {
  const rows = metrics.map((metric) => {
    const { label, term, decimals, a, b } = metric, better = betterSide(metric), title = better > 0 ? `${B} is better` : `${B} is worse`;
    const score = (/** @type {number | null} */ value) => (value === null ? NO_VALUE : formatScore(value, decimals));
    const mark = element("span", { className: "mark", role: "img", ariaLabel: title, title }, better > 0 ? " ▲" : " ▼");
    const delta = a === null || b === null ? NO_VALUE : formatDelta(b - a, decimals);
    return element("tr", "", rowHeading(asking(oneLine(label, METRIC_NAME), glossary, term)), element("td", "a", score(a)), element("td", "b", score(b)),
      element("td", "points " + ["loss", "muted", "gain"][better + 1], delta, ...(better ? [mark] : [])));
  });
  const head = element("tr", "", element("th", "", "Metric"), element("th", "a", A), element("th", "b", B), element("th", "", "Δ"));
  return {
    summary: [element("b", "", formatCount(metrics.length, "other metric")), " ", element("span", "muted", agreement(metrics.map(betterSide)))],
    table: element("table", "", element("thead", "", head), element("tbody", "", ...rows)),
  };
}

// ---- The n-grams of a segment, and which make the difference: passages that B lost and gained open into their n-grams.

/** @typedef {{count: number, credited: number, clipped: number}} Occurring */
/**
 * @typedef {object} NgramCount
 * @property {string} text
 * @property {number} order
 * @property {Occurring} a
 * @property {Occurring} b
 * @property {number[]} references counts
 */
/** @typedef {Pick<OpenedView, "opened" | "ui" | "counts" | "pin">} NgramTable */

const MOST_NGRAM_ROWS = 60;

/** By order, then as they appear in A, B and the references. @param {Opened} opened @returns {NgramCount[]} */
export function ngramCounts({ texts: { a, b, references }, config }) {
  return Array.from({ length: config.max_ngram_order }, (_, i) => i + 1).flatMap((order) => {
    const sides = [a, b].map(({ tokens, signs }) => [
      countNgrams(tokens, order), countNgrams(tokens, order, signs[order - 1], "+"), countNgrams(tokens, order, signs[order - 1], "^"),
    ]);
    const inReferences = references.map((line) => countNgrams(line?.tokens ?? [], order));
    const all = new Set([sides[0][0], sides[1][0], ...inReferences].flatMap((found) => [...found.keys()]));
    return Array.from(all, (text) => {
      const [ofA, ofB] = sides.map((found) => found.map((counts) => counts.get(text) ?? 0)).map(([count, credited, clipped]) => ({ count, credited, clipped }));
      return { text, order, a: ofA, b: ofB, references: inReferences.map((counts) => counts.get(text) ?? 0) };
    });
  });
}

/** Which n-grams each choice of the table has, with its label and what it means. @type {Record<string, [label: string, about: string, has: (ngram: NgramCount) => boolean]>} */
export const NGRAM_CHOICES = {
  differ: ["differ", "N-grams credited more often in one system", ({ a, b }) => a.credited !== b.credited],
  clipped: ["clipped", "N-grams that occur more often in a system than in any single reference", ({ a, b }) => a.clipped + b.clipped > 0],
  missed: ["missed", "N-grams of a reference that neither system has", ({ a, b, references }) => a.count + b.count === 0 && references.some((count) => count > 0)],
  all: ["all", `All n-grams of ${A}, ${B} and the references`, () => true],
};

// ---- Rows.

/** @param {string} text @param {string} [className] @param {number} [colSpan] */
function numberCell(text, className = "", colSpan = 1) {
  return element("td", { className, colSpan }, text);
}

/** Credited in A and in B, or what else changes from A to B. @param {string} a @param {string} b */
function fromTo(a, b) {
  return element("td", "from-to", element("span", "a", a), " → ", element("span", "b", b));
}

/** @type {[label: string, className: string, title: string][]} */
const NGRAM_HEADINGS = [
  ["", "", ""],
  [A, "a optional", `Count in ${A}.`],
  [B, "b optional", `Count in ${B}.`],
  ["best ref", "optional", "The most in one reference: so many can be credited."],
  ["credited", "", `Matches of ${A} and ${B}.`],
  ["clipped", "optional clips", `What ${A} and ${B} have beyond the most in one reference.`],
  ["points", "points", ""],
];

/** @param {NgramTable} table @param {NgramCount} count @param {number} points @param {Node} [name] @param {string} [className] */
function countedRow({ opened, pin, ui }, { text, a, b, references }, points, name, className = "") {
  const best = numberCell(formatInt(Math.max(...references)), "optional"), isClipped = a.clipped + b.clipped > 0;
  if (references.length > 1) best.title = references.map((number, r) => `Ref ${r + 1}: ${formatInt(opened.texts.references[r] ? number : 0)}`).join(", ");
  const tr = element("tr", {
    className: `ngram ${className} ${ui.pinned === text ? "pinned" : ""}`, tabIndex: 0, onclick: () => pin(text),
    onkeydown: (event) => { if (presses(event)) pin(text); },
  }, rowHeading(name ?? element("bdi", "", text.trim() ? oneLine(text) : text.replace(/\s/g, "␣"))),
  numberCell(formatInt(a.count), "optional"), numberCell(formatInt(b.count), "optional"), best, fromTo(formatInt(a.credited), formatInt(b.credited)),
  numberCell(isClipped ? `${formatInt(a.clipped)} / ${formatInt(b.clipped)}` : NO_VALUE, isClipped ? "optional clips has-clips" : "optional clips"), signedPoints(opened, points));
  tr.dataset.ngram = text;
  return tr;
}

/** The rows of a passage: its own, and those of its n-grams, which it opens. @param {NgramTable} table @param {ChangedSpan} span @param {number} number */
function passageRows(table, { side, first, last, ngrams, points, matches }, number) {
  const { opened, counts, ui } = table, { text, tokens } = opened.texts[side];
  const written = oneLine(Array.from(text).slice(tokens[first].start, tokens[last].end).join(""));
  const name = element("bdi", { className: side === "a" ? "lost" : "gained", title: written }, written);
  if (ngrams.length === 1 && ngrams[0].times === 1) return [countedRow(table, counts.get(ngrams[0].text), points, name)];
  const toggle = button("", "twist", () => {
    const open = !ui.open.has(number);
    if (open) ui.open.add(number); else ui.open.delete(number);
    show(open);
  });
  const [a, b] = side === "a" ? [matches, 0] : [0, matches];
  const kids = ngrams.map((ngram) => countedRow(table, counts.get(ngram.text), ngram.points, undefined, "kid"));
  const show = (/** @type {boolean} */ open) => {
    toggle.ariaExpanded = String(open);
    for (const kid of kids) kid.hidden = !open;
  };
  toggle.append(element("span", "chevron"), name);
  show(ui.open.has(number));
  return [plainRow(opened, "passage", rowHeading(toggle), fromTo(formatInt(a), formatInt(b)), points, formatCount(ngrams.length, "n-gram")), ...kids];
}

/** A row with points but without counts. @param {Opened} opened @param {string} className @param {Node} name @param {Node} change @param {number} points @param {string} [about] */
function plainRow(opened, className, name, change, points, about = "") {
  return element("tr", className, name, numberCell(about, "optional muted", 3), change, numberCell("", "optional clips"), signedPoints(opened, points));
}

/** What is in no passage: n-grams to match, and lengths. @param {Opened} opened */
function restRows(opened) {
  const { statistics: { a, b } } = opened, { totals, lengths } = pointParts(opened), more = b[0] - a[0];
  const row = (/** @type {string} */ name, /** @type {string} */ about, /** @type {HTMLElement} */ change, /** @type {number} */ points) => {
    const label = rowHeading(name + " ");
    label.append(element("span", "muted", about));
    return plainRow(opened, "rest", label, change, points);
  };
  const [way, effect] = more > 0 ? ["more", "lowers precision"] : ["fewer", "raises precision"];
  return [
    ...(more ? [row(`${formatCount(Math.abs(more), "token")} ${way}`, effect, fromTo(formatInt(a[0]), formatInt(b[0])), totals.reduce((all, points) => all + points, 0))] : []),
    ...(lengths ? [row("Brevity", "lengths", fromTo(formatFraction(a[0], a[1]), formatFraction(b[0], b[1])), lengths)] : []),
  ];
}

/** @param {NgramTable} table @param {() => void} showAll @returns {HTMLElement[]} */
export function changesTable(table, showAll) {
  const { ui, opened, counts } = table, spans = changedSpans(opened), body = element("tbody"), below = [];
  const headings = NGRAM_HEADINGS.map(([label, className, title]) => element("th", { className, title }, label));
  if (ui.choice === "differ" && spans) {
    const rows = [...spans.flatMap((span, i) => passageRows(table, span, i)), ...restRows(opened)];
    if (!rows.length) return [element("p", "muted", "No n-grams differ.")];
    body.append(...rows, plainRow(opened, "sum", rowHeading("all"), numberCell(""), opened.points ?? NaN));
  } else {
    const [, , has] = NGRAM_CHOICES[ui.choice];
    const all = [...counts.values()].filter((count) => has(count) && (!ui.order || count.order === ui.order)).sort((one, other) => other.order - one.order);
    const shown = ui.allRows ? all : all.slice(0, MOST_NGRAM_ROWS);
    body.append(...shown.map((count) => countedRow(table, count, pointsPerMatch(opened, count.order) * (count.b.credited - count.a.credited))));
    if (!all.length) below.push(element("p", "muted", ui.order ? `No n-grams of order ${ui.order}.` : "No n-grams."));
    if (shown.length < all.length) below.push(button(`Show all ${formatInt(all.length)}`, "more", showAll));
  }
  const className = body.querySelector(".has-clips") ? "ngram-table" : "ngram-table no-clips";
  const node = element("table", className, element("thead", "", element("tr", "", ...headings)), body);
  walkable(node, node.querySelector(".pinned"), ".asks, .twist");
  return [node, ...below];
}
