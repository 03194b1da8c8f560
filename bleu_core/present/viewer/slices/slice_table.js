// The table of slices: a row for each with its interval drawn, by criterion, and one for all segments.

import { button, element } from "browser/dom.js";
import { A, B } from "browser/pair.js";
import { NO_VALUE, formatCount, formatDelta, formatInt, formatScore, oneLine } from "../numbers.js";
import { axisLabels, fittedAxis, intervalPlot, intervalText } from "../intervals.js";

/** @import { Axis } from "../intervals.js" */
/** @import { OpenedSlice, SliceGroup, SliceMetric, SliceRow, Slices } from "./slices.js" */

/** Fewer segments are too few for a claim: MIN_SEGMENTS of bleu_core/significance. */
export const FEW_SEGMENTS = 30;
/** Rows of a criterion at first, and more with each press. */
const ROWS_AT_FIRST = 15, ROWS_MORE = 100;

/** Draw the table into `root`; a row opens its segments. @param {HTMLElement} root @param {Slices} slices @param {(opened: OpenedSlice) => void} open */
export function drawSliceTable(root, slices, open) {
  const { groups, whole, metric, hasPoints } = slices, rows = groups.flatMap((group) => group.rows);
  const every = [...rows, whole], large = every.filter(({ segments, low }) => low !== null || segments >= FEW_SEGMENTS);
  // Small slices may be beyond its ends.
  const axis = axisOfSlices(large.length ? large : every), isSmall = rows.some(({ points }) => Math.abs(points) >= 0.0005 && Math.abs(points) < 0.095);
  const write = { axis, metric, points: (/** @type {number} */ points) => (hasPoints ? formatDelta(points, isSmall ? 3 : 2) : NO_VALUE) };
  root.replaceChildren(element("table", "", element("caption", "unseen", "Slices"), element("thead", "", sliceHead(slices, axis)),
    ...groups.map((group) => sliceGroupBody(group, write, open)), element("tbody", "whole", sliceTableRow(whole, write, true))));
}

/** An axis of 0, all Δ and all intervals. @param {SliceRow[]} rows @param {number} [steps] */
export function axisOfSlices(rows, steps) {
  const numbers = rows.flatMap(({ delta, low, high }) => [delta, low ?? delta, high ?? delta]);
  return fittedAxis([0, ...numbers.filter(Number.isFinite)], steps);
}

/** @param {Axis} axis */
export function sliceAxisLabels(axis) {
  return axisLabels(axis, (tick, decimals) => (tick ? formatDelta(tick, decimals) : "0"));
}

/** The drawing of a slice, and whether its interval excludes 0. @param {SliceRow} row @param {Axis} axis @param {boolean} isFew @param {boolean} [lower] whether lower is better */
export function intervalOfSlice({ delta, low, high }, axis, isFew, lower = false) {
  const ends = low === null ? null : /** @type {[number, number]} */ ([low, high]), isClear = low !== null && low * high > 0;
  const tone = delta < 0 !== lower ? "loss" : "gain", value = Number.isFinite(delta) ? delta : null;
  const plot = intervalPlot(axis, { ends, value, tone: ends ? tone : "", isFew, isFaint: !isClear }, [[0, "zero"]]);
  return { plot, isClear, tone };
}

/** @param {Slices} slices @param {Axis} axis */
function sliceHead({ delta, hasPoints, metric }, axis) {
  const heading = (/** @type {string} */ className, /** @type {string} */ label, /** @type {Node[]} */ ...more) => element("th", { className, scope: "col" }, label, ...more);
  return element("tr", "", heading("name", "slice"), heading("segments", "segments"), heading("a", A), heading("b", B), heading("delta", "Δ"),
    element("td", "drawn", sliceAxisLabels(axis)), heading("ci", "95% CI of Δ"),
    heading("points", metric.key === "bleu" ? "points" : "BLEU points", ...(hasPoints ? [element("span", "of", ` of ${formatDelta(delta)}`)] : [])));
}

/** @typedef {{axis: Axis, metric: SliceMetric, points: (points: number) => string}} Write */

/** @param {SliceGroup} group @param {Write} write @param {(opened: OpenedSlice) => void} open */
function sliceGroupBody({ column, about, rows }, write, open) {
  const few = rows.filter(({ segments }) => segments < FEW_SEGMENTS).length;
  const number = formatCount(rows.length, "slice") + (few ? `, ${formatInt(few)} with fewer than ${FEW_SEGMENTS} segments` : "");
  const title = element("th", { scope: "rowgroup", colSpan: 8, title: about }, element("bdi", "", oneLine(column)), element("span", "muted", number));
  const body = element("tbody", "", element("tr", "group", title));
  let drawn = 0;
  const more = (/** @type {number} */ most) => {
    const next = rows.slice(drawn, drawn + most), left = rows.length - drawn - next.length;
    drawn += next.length;
    body.append(...next.map((row) => sliceTableRow(row, write, false, () => open({ ...row, column }))));
    if (!left) return;
    const label = `Show ${formatCount(Math.min(left, ROWS_MORE), "more slice")}${left > ROWS_MORE ? ` of ${formatInt(left)}` : ""}`;
    const line = element("tr", "more", element("td", { colSpan: 8 }, button(label, "", () => { line.remove(); more(ROWS_MORE); })));
    body.append(line);
  };
  // A few rows more are no reason for a button.
  more(rows.length > ROWS_AT_FIRST + 5 ? ROWS_AT_FIRST : rows.length);
  return body;
}

/** @param {SliceRow} row @param {Write} write @param {boolean} isWhole @param {() => void} [open] */
function sliceTableRow(row, { axis, metric: { lower, decimals }, points }, isWhole, open) {
  const { label, segments, a, b, delta, low, high } = row, isFew = !isWhole && segments < FEW_SEGMENTS;
  const { plot, isClear, tone } = intervalOfSlice(row, axis, isFew, lower), format = (/** @type {number} */ end) => formatDelta(end, decimals);
  const interval = low !== null ? intervalText([low, high], format) : isFew ? `fewer than ${FEW_SEGMENTS} segments` : NO_VALUE;
  const name = open ? Object.assign(button("", "link", null), { title: label }) : label;
  if (typeof name !== "string") name.append(element("bdi", "", oneLine(label, 60)));
  return element("tr", { className: [isClear && "clear", open && "opens"].filter(Boolean).join(" "), onclick: open ?? null },
    element("th", { className: "name", scope: "row" }, name), element("td", "segments", formatInt(segments)),
    element("td", "a", formatScore(a, decimals)), element("td", "b", formatScore(b, decimals)),
    element("td", `delta ${isClear ? tone : ""}`, format(delta)), element("td", "drawn", plot),
    element("td", "ci", interval), element("td", "points", points(row.points)));
}
