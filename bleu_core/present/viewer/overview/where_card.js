// The card "Where": slices with their intervals on one axis, and points along the test set.

import { drawing, element } from "browser/dom.js";
import { formatDelta, formatInt, formatSmallDelta, oneLine } from "../numbers.js";
import { axisOfSlices, FEW_SEGMENTS, intervalOfSlice, sliceAxisLabels } from "../slices/slice_table.js";
import { drawText, linkTo } from "../spans.js";
import { evidenceCard, toneOf } from "./card_parts.js";

/** @typedef {import("../page.js").Page} Page */
/**
 * @typedef {object} PointBars
 * @property {string} title
 * @property {[name: string, points: number][]} bars
 * @property {string} opens
 * @property {import("../document.js").Text} closing
 */

/** The most slices that the card shows, and steps of their axis. */
const MOST_SLICES = 7, STEPS = 3;

/**
 * @param {PointBars | null} bars null where points are undefined
 * @param {import("../slices/slices.js").Slices} slices
 * @param {Page} page
 */
export function whereCard(bars, slices, page) {
  const [by = ""] = slices.first, group = slices.groups.find(({ column }) => column === by);
  const href = page.address("#" + new URLSearchParams({ view: "slices", by }));
  const card = evidenceCard("where", "Where", "", "All slices", href);
  if (group) card.append(drawText(element("p", "told"), slices.lead), sliceList(group, slices.hasPoints, page));
  if (bars) card.append(barsOf(bars, page), drawText(element("p", "foot"), bars.closing, page.address));
  else if (!group) card.append(element("p", "muted", "There are no slices."));
  return card;
}

/** @param {import("../slices/slices.js").SliceGroup} group @param {boolean} hasPoints @param {Page} page */
function sliceList({ column, note, rows }, hasPoints, page) {
  /** @typedef {import("../slices/slices.js").SliceRow} SliceRow */
  const sizeOf = (/** @type {SliceRow} */ { points, delta }) => Math.abs(hasPoints ? points : delta);
  const largest = [...rows].sort((one, other) => sizeOf(other) - sizeOf(one)).slice(0, MOST_SLICES);
  const shown = rows.filter((row) => largest.includes(row)), axis = axisOfSlices(shown, STEPS);
  const list = element("div", "slices"), head = element("div", "head muted"), foot = element("div", "axis");
  const tested = shown.some(({ low }) => low !== null);
  const heading = element("span", "", tested ? "Δ alone, simultaneous 95% CI" : "Δ alone");
  heading.title = note.map(([text]) => text).join("");
  if (shown.length < rows.length) heading.prepend(`${formatInt(shown.length)} of ${formatInt(rows.length)} slices: `);
  head.append(heading, element("span", "", "Δ"));
  foot.append(element("span"), sliceAxisLabels(axis), element("span"));
  list.append(head, ...shown.map((row) => {
    const { label, value, where, segments, delta, low, high } = row, name = oneLine(label);
    const { plot, isClear, tone } = intervalOfSlice(row, axis, segments < FEW_SEGMENTS);
    const opens = page.address("#" + new URLSearchParams({ view: "segments", ...(where ? { slice: where } : { [`part.${column}`]: value }) }));
    const number = element("span", isClear ? "tone-" + tone : "", formatDelta(delta));
    const link = linkTo(opens, isClear ? "slice clear" : "slice", element("bdi", "", name), plot, number);
    const few = segments < FEW_SEGMENTS ? `, fewer than ${FEW_SEGMENTS} segments` : "";
    const range = low === null ? few : `, 95% CI [${formatDelta(low)}, ${formatDelta(high)}]`;
    link.title = `${name}: Δ ${formatDelta(delta)}${range}; ${formatInt(segments)} segments`;
    return link;
  }), foot);
  return list;
}

/** @param {PointBars} found @param {Page} page */
function barsOf({ title, bars, opens }, page) {
  const values = bars.map(([, points]) => points), high = Math.max(0, ...values), low = Math.min(0, ...values);
  const plot = drawing("svg", { "aria-hidden": "true" }), size = high - low || 1, width = 100 / bars.length;
  const down = (/** @type {number} */ value) => (100 * (high - value)) / size;
  plot.append(...bars.map(([name, points], i) => {
    const bar = drawing("rect", {
      class: toneOf(points) + (points && [high, low].includes(points) ? " extreme" : ""),
      x: `${(i + 0.08) * width}%`, width: `${0.84 * width}%`,
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
