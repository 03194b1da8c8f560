// The table of slices: a row for each with its interval drawn, by criterion, and one for all segments.

import { button, element } from "browser/dom.js";
import { NO_VALUE, formatCount, formatDelta, formatInt, formatScore, oneLine } from "../numbers.js";
import { axisLabels, fittedAxis, intervalPlot, intervalText } from "../intervals.js";

/** @typedef {import("./slices.js").SliceRow} SliceRow */
/** @typedef {import("./slices.js").SliceGroup} SliceGroup */
/** @typedef {import("./slices.js").Slices} Slices */

/** Fewer segments are too few for a claim: MIN_SEGMENTS of bleu_core/significance. */
export const FEW_SEGMENTS = 30;
/** Rows of a criterion at first, and more with each press. */
const ROWS_AT_FIRST = 15, ROWS_MORE = 100;

/**
 * Draw the table into `root`; a row opens its segments.
 * @param {HTMLElement} root
 * @param {Slices} slices
 * @param {(opened: import("./slices.js").OpenedSlice) => void} open
 */
export function drawSliceTable(root, slices, open) {
  const { groups, whole, metric, hasPoints } = slices, rows = groups.flatMap((group) => group.rows);
  const axis = axisOfSlices([...rows, whole]), write = { axis, metric, points: pointsWriter(rows, hasPoints) };
  const table = element("table"), caption = element("caption", "unseen", "Slices");
  const head = element("thead"), foot = element("tbody", "whole");
  head.append(sliceHead(slices, axis));
  foot.append(sliceTableRow(whole, write, true));
  table.append(caption, head, ...groups.map((group) => sliceGroupBody(group, write, open)), foot);
  root.replaceChildren(table);
}

/** An axis of 0 and all intervals; small slices may be beyond its ends. @param {SliceRow[]} rows @param {number} [steps] */
export function axisOfSlices(rows, steps) {
  const large = rows.filter(({ segments, low }) => low !== null || segments >= FEW_SEGMENTS);
  const numbers = (large.length ? large : rows).flatMap(({ delta, low, high }) => [delta, low ?? delta, high ?? delta]);
  return fittedAxis([0, ...numbers.filter(Number.isFinite)], steps);
}

/** @param {import("../intervals.js").Axis} axis */
export function sliceAxisLabels(axis) {
  return axisLabels(axis, (tick, decimals) => (tick ? formatDelta(tick, decimals) : "0"));
}

/** The drawing of a slice, and whether its interval excludes 0. @param {SliceRow} row @param {import("../intervals.js").Axis} axis @param {boolean} isFew @param {boolean} [lower] whether lower is better */
export function intervalOfSlice({ delta, low, high }, axis, isFew, lower = false) {
  const ends = low === null ? null : /** @type {[number, number]} */ ([low, high]), isClear = low !== null && low * high > 0;
  const tone = delta < 0 !== lower ? "loss" : "gain", value = Number.isFinite(delta) ? delta : null;
  const plot = intervalPlot(axis, { ends, value, tone: ends ? tone : "", isFew, isFaint: !isClear }, [[0, "zero"]]);
  return { plot, isClear, tone };
}

/** How points are written: with three decimals if a slice needs them. @param {SliceRow[]} rows @param {boolean} hasPoints */
function pointsWriter(rows, hasPoints) {
  const isSmall = rows.some(({ points }) => Math.abs(points) >= 0.0005 && Math.abs(points) < 0.095);
  return (/** @type {number} */ points) => (hasPoints ? formatDelta(points, isSmall ? 3 : 2) : NO_VALUE);
}

/** @param {Slices} slices @param {import("../intervals.js").Axis} axis */
function sliceHead({ delta, hasPoints, metric }, axis) {
  const row = element("tr");
  const labels = { name: "slice", segments: "segments", a: "A", b: "B", delta: "Δ", drawn: "", ci: "95% CI of Δ", points: metric.key === "bleu" ? "points" : "BLEU points" };
  for (const [name, label] of Object.entries(labels)) {
    const cell = element(name === "drawn" ? "td" : "th", name, label);
    if (name === "drawn") cell.append(sliceAxisLabels(axis));
    else cell.setAttribute("scope", "col");
    if (name === "points" && hasPoints) cell.append(element("span", "of", ` of ${formatDelta(delta)}`));
    row.append(cell);
  }
  return row;
}

/**
 * @typedef {{axis: import("../intervals.js").Axis, metric: import("./slices.js").SliceMetric, points: (points: number) => string}} Write
 * @param {SliceGroup} group
 * @param {Write} write
 * @param {(opened: import("./slices.js").OpenedSlice) => void} open
 */
function sliceGroupBody(group, write, open) {
  const { column, about, rows } = group, body = element("tbody"), title = element("tr", "group"), name = element("th");
  const few = rows.filter(({ segments }) => segments < FEW_SEGMENTS).length;
  const number = element("span", "muted", formatCount(rows.length, "slice") + (few ? `, ${formatInt(few)} with fewer than ${FEW_SEGMENTS} segments` : ""));
  name.scope = "rowgroup";
  name.colSpan = 8;
  name.append(element("bdi", "", oneLine(column)), number);
  name.title = about;
  title.append(name);
  body.append(title);
  let drawn = 0;
  const more = (/** @type {number} */ most) => {
    const next = rows.slice(drawn, drawn + most);
    drawn += next.length;
    body.append(...next.map((row) => sliceTableRow(row, write, false, () => open({ ...row, column }))));
    if (drawn < rows.length) body.append(moreSlicesRow(rows.length - drawn, (row) => { row.remove(); more(ROWS_MORE); }));
  };
  // A few rows more are no reason for a button.
  more(rows.length > ROWS_AT_FIRST + 5 ? ROWS_AT_FIRST : rows.length);
  return body;
}

/** @param {number} left @param {(row: HTMLElement) => void} act */
function moreSlicesRow(left, act) {
  const row = element("tr", "more"), cell = element("td"), next = Math.min(left, ROWS_MORE);
  cell.colSpan = 8;
  cell.append(button(`Show ${formatCount(next, "more slice")}${left > next ? ` of ${formatInt(left)}` : ""}`, "", () => act(row)));
  row.append(cell);
  return row;
}

/** @param {SliceRow} row @param {Write} write @param {boolean} isWhole @param {() => void} [open] */
function sliceTableRow(row, { axis, metric, points }, isWhole, open) {
  const { label, segments, a, b, delta, low, high } = row, isFew = !isWhole && segments < FEW_SEGMENTS;
  const { plot, isClear, tone } = intervalOfSlice(row, axis, isFew, metric.lower), { decimals } = metric;
  const interval = low !== null ? intervalText([low, high], (end) => formatDelta(end, decimals)) : isFew ? `fewer than ${FEW_SEGMENTS} segments` : NO_VALUE;
  const node = element("tr", isClear ? "clear" : ""), name = element("th", "name"), drawn = element("td", "drawn");
  const cell = (/** @type {string} */ kind, /** @type {string} */ text) => element("td", kind, text);
  name.scope = "row";
  if (open) {
    const link = button("", "link", null);
    link.append(element("bdi", "", oneLine(label, 60)));
    link.title = label;
    name.append(link);
    node.classList.add("opens");
    node.onclick = open;
  } else name.textContent = label;
  drawn.append(plot);
  node.append(
    name, cell("segments", formatInt(segments)), cell("a", formatScore(a, decimals)), cell("b", formatScore(b, decimals)),
    cell(`delta ${isClear ? tone : ""}`, formatDelta(delta, decimals)), drawn, cell("ci", interval), cell("points", points(row.points)),
  );
  return node;
}
