// How the points of a segment add up by component, the formula of its sentence BLEU, and other metrics.

import { formatPoints, pointParts } from "./changed_spans.js";
import { formatComponent, formatCount, formatDelta, formatFraction, formatScore, NO_VALUE, oneLine, roundedScore } from "../numbers.js";
import { bleuOf, brevityPenalty, effectiveOrder, precisionsOf, sentenceConfig } from "../statistics.js";
import { element } from "browser/dom.js";
import { asking } from "browser/glossary_tip.js";

/** @import { Opened, Side } from "./opened.js" */

/** @param {Opened} opened @param {number} points */
export function signedPoints(opened, points) {
  const text = formatPoints(opened, points);
  return element("td", "points " + (text.startsWith("+") ? "gain" : text.startsWith("\u2212") ? "loss" : "muted"), text);
}

/** The precision of an order in percent; with an arrow what the score uses instead of what is counted. @param {number[]} row @param {number} orders @param {number} n from 0 @param {number} used */
function percentText(row, orders, n, used) {
  const total = row[2 + orders + n], counted = total > 0 ? (100 * row[2 + n]) / total : 0;
  const text = total > 0 ? formatScore(counted, 1) : NO_VALUE;
  return Math.abs(used - counted) > 1e-9 * Math.max(used, counted) ? `→ ${formatScore(used, 1)}` : text;
}

/** A row of the table: a label, A's and B's numbers, a bar and the points. @param {Opened} opened @param {Node} label @param {[string, string][]} sides @param {number} points @param {number} most */
function componentRow(opened, label, sides, points, most) {
  const tr = element("tr"), name = element("th"), bar = element("td", "barcell");
  name.scope = "row";
  name.append(label);
  tr.append(name);
  sides.forEach(([fraction, value], i) => tr.append(element("td", "", fraction), element("td", "ab"[i], value)));
  if (points) {
    const part = bar.appendChild(element("span", "bar " + (points > 0 ? "gain" : "loss")));
    part.style.width = `${(100 * Math.abs(points)) / most}%`;
  }
  tr.append(bar, signedPoints(opened, points));
  return tr;
}

/** @param {Opened} opened @param {import("browser/glossary_tip.js").Glossary} glossary */
export function scoreTable(opened, glossary) {
  const { statistics: { a, b }, config, points } = opened, orders = config.max_ngram_order, parts = pointParts(opened);
  const own = parts.matches.map((of, n) => of + parts.totals[n]), most = Math.max(...[...own, parts.lengths].map(Math.abs)) || 1;
  const used = [a, b].map((row) => precisionsOf(row, config)), table = element("table", "score-table"), head = element("tr");
  const heading = (/** @type {string} */ className, /** @type {Node | string} */ content, span = 1) => {
    const th = head.appendChild(element("th", className));
    th.colSpan = span;
    th.append(content);
  };
  heading("", "");
  heading("a", "A matched, %", 2);
  heading("b", "B matched, %", 2);
  heading("barcell", "");
  heading("points", asking("points", glossary, "points"));
  const rows = own.map((of, n) => componentRow(opened, document.createTextNode(formatComponent(`p${n + 1}`)),
    [a, b].map((row, s) => [formatFraction(row[2 + n], row[2 + orders + n]), percentText(row, orders, n, used[s][n])]), of, most));
  const brevity = componentRow(opened, asking("BP", glossary, "bp"), [a, b].map((row) => [formatFraction(row[0], row[1]), formatScore(brevityPenalty(row), 3)]), parts.lengths, most);
  const sum = element("tr", "sum"), all = element("th", "", "all"), empty = element("td");
  all.scope = "row";
  empty.colSpan = 4;
  sum.append(all, empty, element("td", "barcell"), signedPoints(opened, points ?? NaN));
  const thead = table.createTHead(), body = table.createTBody();
  thead.append(head);
  body.append(...rows, brevity, sum);
  return table;
}

// ---- The formula of sentence BLEU.

/** @param {Opened} opened @param {Side} side */
function formulaOf({ statistics, config }, side) {
  const row = statistics[side], own = sentenceConfig(config), order = effectiveOrder(row, own), percents = precisionsOf(row, config).slice(0, order);
  const line = element("p", "formula"), under = element("span", "under");
  const weights = config.weights?.slice(0, order), sum = weights?.reduce((total, weight) => total + weight, 0);
  percents.forEach((percent, n) => {
    under.append(n ? " · " : "", formatScore(percent, 1));
    if (weights) under.append(element("sup", "", formatScore(weights[n] / sum, 2)));
  });
  line.append(element("b", side, formatScore(bleuOf(row, own))), ` = ${formatScore(brevityPenalty(row), 3)} × `);
  if (!order) line.append("0");
  else if (weights || order === 1) line.append(under);
  else {
    const root = element("span", "root");
    root.append(element("sup", "", String(order)), "√");
    line.append(root, under);
    under.classList.add("over-line");
  }
  line.title = `Sentence BLEU of ${side.toUpperCase()}: brevity penalty × ${weights ? "product" : "geometric mean"} of the precisions`;
  return line;
}

/** The formulas, and which precisions are smoothed. @param {Opened} opened */
export function formulas(opened) {
  const { statistics, config } = opened, orders = config.max_ngram_order, box = element("div", "formulas");
  const isSmoothed = [statistics.a, statistics.b].some((row) => precisionsOf(row, config).some((used, n) => percentText(row, orders, n, used).includes("→")));
  box.append(formulaOf(opened, "a"), formulaOf(opened, "b"));
  if (isSmoothed) box.append(element("p", "muted", `→ smoothed (${config.smooth_method}), for sentence BLEU only`));
  return box;
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
  if (worse === all) return "all: B is worse here";
  if (improved === all) return "all: B is better here";
  if (!worse && !improved) return "all: no difference";
  return `B is worse: ${worse}, better: ${improved}${worse + improved < all ? `, equal: ${all - worse - improved}` : ""}`;
}

/** @param {Opened} opened @param {import("browser/glossary_tip.js").Glossary} glossary @returns {{summary: (Node | string)[], table: HTMLElement}} */
export function otherMetrics({ metrics }, glossary) {
  const table = element("table"), head = table.createTHead().insertRow(), body = table.createTBody();
  head.append(element("th", "", "Metric"), element("th", "a", "A"), element("th", "b", "B"), element("th", "", "Δ"));
  for (const metric of metrics) {
    const { label, term, decimals, a, b } = metric, tr = body.insertRow(), name = element("th"), better = betterSide(metric);
    name.scope = "row";
    name.append(asking(oneLine(label, METRIC_NAME), glossary, term));
    const score = (/** @type {number | null} */ value) => (value === null ? NO_VALUE : formatScore(value, decimals));
    const delta = element("td", "points " + ["loss", "muted", "gain"][better + 1], a === null || b === null ? NO_VALUE : formatDelta(b - a, decimals));
    const mark = better > 0 ? " ▲" : " ▼", title = better > 0 ? "B is better" : "B is worse";
    if (better) delta.append(Object.assign(element("span", "mark", mark), { role: "img", ariaLabel: title, title }));
    tr.append(name, element("td", "a", score(a)), element("td", "b", score(b)), delta);
  }
  const title = element("b", "", formatCount(metrics.length, "other metric"));
  return { summary: [title, " ", element("span", "muted", agreement(metrics.map(betterSide)))], table };
}
