// The card "Where": slices with their intervals on one axis, and points along the test set.

import { element } from "browser/dom.js";
import { drawing } from "browser/svg.js";
import { formatDelta, formatInt, formatNumber, formatSmallDelta, oneLine } from "../numbers.js";
import { linkTo, spanNodes } from "../spans.js";
import { cardFoot, evidenceCard, toneOf } from "./card_parts.js";

/** @typedef {import("../page.js").Page} Page */
/** @typedef {import("../document.js").Text} Text */
/**
 * @typedef {object} Slice
 * @property {string} label
 * @property {number} segments
 * @property {boolean} few too few segments for a claim
 * @property {number} delta
 * @property {[low: number, high: number] | null} interval
 * @property {string} opens
 */
/**
 * @typedef {object} PointBars
 * @property {string} title
 * @property {[name: string, points: number][]} bars
 * @property {string} opens
 * @property {Text} closing
 */
/**
 * @typedef {object} Where
 * @property {string} by the criterion of the slices
 * @property {number} of all slices by it; some are shown
 * @property {Text} sentence
 * @property {string} note on the intervals
 * @property {number[]} ticks of the axis
 * @property {Slice[]} slices none if there is only one
 * @property {PointBars | null} bars null where points are undefined
 */

/** Characters for which a narrow axis has room: of more, every other number is written. */
const LONGEST_TICKS = 14;

/** @param {Where} where @param {Page} page */
export function whereCard({ by, of, sentence, note, ticks, slices, bars }, page) {
  const card = evidenceCard("where", "Where", "", "All slices", page.address("#" + new URLSearchParams({ view: "slices", by })));
  if (slices.length) {
    const told = element("p", "told");
    told.append(...spanNodes(sentence, page.address));
    card.append(told, sliceList(of, note, ticks, slices, page));
  }
  if (bars) card.append(barsOf(bars, page), cardFoot(bars.closing, page));
  else if (!slices.length) card.append(element("p", "muted", "There are no slices."));
  return card;
}

/** The place on an axis, in percent. @param {number[]} values all that is drawn */
function axisOf(values) {
  const low = Math.min(0, ...values), high = Math.max(0, ...values), size = high - low || 1;
  return (/** @type {number} */ value) => 3 + (94 * (value - low)) / size;
}

/** @param {number} of @param {string} note @param {number[]} ticks @param {Slice[]} slices @param {Page} page */
function sliceList(of, note, ticks, slices, page) {
  const list = element("div", "slices"), at = axisOf(slices.flatMap(({ delta, interval }) => [delta, ...(interval ?? [])]));
  const head = element("div", "head muted"), axis = element("div", "axis muted"), plot = drawing("svg", { "aria-hidden": "true" });
  const tested = slices.some(({ interval }) => interval), heading = element("span", "", tested ? "Δ alone, simultaneous 95% CI" : "Δ alone");
  heading.title = note;
  if (slices.length < of) heading.prepend(`${formatInt(slices.length)} of ${formatInt(of)} slices: `);
  head.append(heading, element("span", "", "Δ"));
  const labels = ticks.map((tick) => (tick > 0 ? "+" : "") + formatNumber(tick, 3)), step = labels.join("").length > LONGEST_TICKS ? 2 : 1;
  ticks.forEach((tick, i) => {
    if ((i - ticks.indexOf(0)) % step === 0) plot.append(drawing("text", { x: `${at(tick)}%`, y: 13 }, labels[i]));
  });
  axis.append(element("span"), plot, element("span"));
  list.append(head, ...slices.map((slice) => sliceRow(slice, at, page)), axis);
  return list;
}

/** @param {Slice} slice @param {(value: number) => number} at @param {Page} page */
function sliceRow({ label, segments, few, delta, interval, opens }, at, page) {
  const clear = Boolean(interval && (interval[0] > 0 || interval[1] < 0)), name = oneLine(label);
  const plot = drawing("svg", { "aria-hidden": "true" }), zero = `${at(0)}%`, middle = `${at(delta)}%`, tone = toneOf(delta);
  plot.append(drawing("line", { class: "zero", x1: zero, x2: zero, y1: 0, y2: 28 }));
  if (interval) {
    const [low, high] = interval.map(at);
    plot.append(drawing("rect", { class: `reach ${tone}${clear ? " clear" : ""}`, x: `${low}%`, width: `${high - low}%`, y: 10, height: 8, rx: 4 }));
    plot.append(drawing("line", { class: "middle", x1: middle, x2: middle, y1: 7, y2: 21 }));
  } else plot.append(drawing("circle", { class: few ? "few" : "middle", cx: middle, cy: 14, r: 4 }));
  const row = linkTo(page.address(opens), clear ? "slice clear" : "slice", element("bdi", "", name), plot, element("span", clear ? "tone-" + tone : "", formatDelta(delta)));
  const range = interval ? `, 95% CI [${interval.map((end) => formatDelta(end)).join(", ")}]` : few ? ", fewer than 30 segments" : "";
  row.title = `${name}: Δ ${formatDelta(delta)}${range}; ${formatInt(segments)} segments`;
  return row;
}

/** @param {PointBars} found @param {Page} page */
function barsOf({ title, bars, opens }, page) {
  const values = bars.map(([, points]) => points), high = Math.max(0, ...values), low = Math.min(0, ...values);
  const plot = drawing("svg", { "aria-hidden": "true" }), size = high - low || 1, width = 100 / bars.length;
  const down = (/** @type {number} */ value) => (100 * (high - value)) / size;
  plot.append(...bars.map(([name, points], i) => {
    const bar = drawing("rect", {
      class: toneOf(points) + (points && [high, low].includes(points) ? " extreme" : ""), x: `${(i + 0.08) * width}%`, width: `${0.84 * width}%`,
      y: `${down(Math.max(points, 0))}%`, height: `${(100 * Math.abs(points)) / size}%`,
    });
    bar.append(drawing("title", {}, `${oneLine(name)}: ${formatSmallDelta(points)} points`));
    return bar;
  }));
  plot.append(drawing("line", { class: "zero", x1: 0, x2: "100%", y1: `${down(0)}%`, y2: `${down(0)}%` }));
  const ends = element("span", "ends muted");
  ends.append(...[bars[0], bars[bars.length - 1]].map(([name]) => element("bdi", "", oneLine(name))));
  return linkTo(page.address(opens), "bars", element("span", "muted", title), plot, ends);
}
