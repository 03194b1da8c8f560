// Tables with intervals on an axis that all rows share.

import { drawing, element } from "browser/dom.js";
import { NO_VALUE } from "./numbers.js";

/**
 * @typedef {object} Axis
 * @property {number} low
 * @property {number} high
 * @property {number[]} ticks
 * @property {number} decimals of the ticks
 */
/**
 * @typedef {object} Interval
 * @property {[number, number] | null} ends
 * @property {number | null} value
 * @property {"" | "a" | "b" | "gain" | "loss"} tone
 * @property {boolean} [isFew] whether it has too few segments for a claim
 * @property {boolean} [isFaint] whether the interval contains 0
 */

/** The share of the axis that is free at each end. */
const FREE_SHARE = 0.03;

/** The narrowest axis with all of these numbers. @param {(number | null)[]} numbers @param {number} [steps] between ticks, at most @returns {Axis} */
export function fittedAxis(numbers, steps = 7) {
  const there = numbers.filter((number) => number !== null);
  const least = Math.min(...there), most = Math.max(...there);
  const free = (most - least) * FREE_SHARE || 0.5;
  const low = there.length ? least - free : 0, high = there.length ? most + free : 1;
  const rough = (high - low) / steps, power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((size) => size * power).find((size) => size >= rough);
  const first = Math.ceil(low / step), count = Math.floor(high / step) - first + 1;
  const ticks = Array.from({ length: count }, (_, i) => (first + i) * step);
  return { low, high, ticks, decimals: Math.max(0, -Math.floor(Math.log10(step * 1.001))) };
}

/** An interval in brackets. @param {number[] | null} ends @param {(number: number) => string} format */
export function intervalText(ends, format) {
  return ends ? `[${format(ends[0])}, ${format(ends[1])}]` : NO_VALUE;
}

/** @param {Axis} axis @param {number} value */
function alongAxis({ low, high }, value) {
  return ((value - low) / (high - low)) * 100 + "%";
}

/** The numbers at the ticks. @param {Axis} axis @param {(tick: number, decimals: number) => string} format */
export function axisLabels(axis, format) {
  return drawing("svg", { class: "plot labels", "aria-hidden": "true" },
    ...axis.ticks.map((tick) => drawing("text", { x: alongAxis(axis, tick), y: 15 }, format(tick, axis.decimals))));
}

/** @param {Axis} axis @param {number} value @param {string} className */
function lineAt(axis, value, className) {
  const x = alongAxis(axis, value);
  return drawing("line", { x1: x, x2: x, y1: "0%", y2: "100%", class: className });
}

/**
 * A shape for each side too, not only a colour; an open ring for few segments, an arrow beyond the axis.
 * @param {Interval} interval
 * @param {number} beyond −1 or 1 beyond an end, otherwise 0
 */
function middleShape({ tone, isFew }, beyond) {
  if (beyond) return drawing("path", { d: beyond > 0 ? "M-7 -4.5 0 0 -7 4.5Z" : "M7 -4.5 0 0 7 4.5Z", class: "few" });
  if (isFew) return drawing("circle", { r: 4, class: "few" });
  if (tone === "a") return drawing("rect", { x: -5.5, y: -5.5, width: 11, height: 11, rx: 2.5, class: "middle" });
  if (tone === "b") return drawing("circle", { r: 6, class: "middle" });
  return drawing("rect", { x: -2, y: -8, width: 4, height: 16, rx: 1.5, class: "middle" });
}

/** The drawing of a row. @param {Axis} axis @param {Interval} interval @param {[value: number, className: string][]} [lines] through all rows: "baseline", "zero" or "limit" */
export function intervalPlot(axis, interval, lines = []) {
  const { ends, value, tone, isFaint } = interval;
  const svg = drawing("svg", { class: `plot ${tone}${isFaint ? " faint" : ""}`, "aria-hidden": "true" },
    ...axis.ticks.map((tick) => lineAt(axis, tick, "tick")), ...lines.map(([at, className]) => lineAt(axis, at, className)));
  if (ends) {
    const width = ((ends[1] - ends[0]) / (axis.high - axis.low)) * 100 + "%";
    svg.append(drawing("rect", { x: alongAxis(axis, ends[0]), width, y: "50%", height: 8, rx: 4, transform: "translate(0 -4)", class: "ends" }));
  }
  if (value === null) return svg;
  const shown = Math.max(axis.low, Math.min(axis.high, value));
  svg.append(drawing("svg", { x: alongAxis(axis, shown), y: "50%", overflow: "visible" }, middleShape(interval, Math.sign(value - shown))));
  return svg;
}

// ---- Tables whose rows are grids on narrow screens, where all parts would lose their roles if these were not written.

/** @typedef {(Node | string)[]} Content */

/** @param {string} className @param {Content} content */
export function gridCell(className, ...content) {
  return element("td", { className, role: "cell" }, ...content);
}

/** @param {string} className @param {"row" | "col"} scope @param {Content} content */
export function gridHeading(className, scope, ...content) {
  return element("th", { className, scope, role: scope === "row" ? "rowheader" : "columnheader" }, ...content);
}

/** @param {string} className @param {Node[]} cells */
export function gridRow(className, ...cells) {
  return element("tr", { className, role: "row" }, ...cells);
}

/** @param {string} className @param {string} label @param {Content[]} columns the class of each before its heading @param {Node[]} rows */
export function gridTable(className, label, columns, rows) {
  const heads = columns.map(([name, ...content]) => gridHeading(String(name), "col", ...content));
  return element("table", { className: "grid-table " + className, role: "table", ariaLabel: label },
    element("thead", { role: "rowgroup" }, gridRow("", ...heads)), element("tbody", { role: "rowgroup" }, ...rows));
}
