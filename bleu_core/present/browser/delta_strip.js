// A histogram to select a range of Δ on: by dragging, or by a press on a bar. A press while a range is selected clears
// it. Keys enter a range in the filter beside it.

import { drawing, element } from "./dom.js";

/** @typedef {[low: number, high: number, count: number, text: string]} Bin */
/** @typedef {{bins: Bin[], selected: [number, number] | null, ends: [string, string], unchanged: string}} DeltaData */
/** @typedef {[from: number, to: number]} Span of bins, the second exclusive */
/** @typedef {ReturnType<typeof buildStrip>} Strip */

const BARS_HEIGHT = 100;

/** @param {Bin[]} bins */
function barsOfBins(bins) {
  const svg = drawing("svg", { viewBox: `0 0 ${bins.length} ${BARS_HEIGHT}`, preserveAspectRatio: "none", "aria-hidden": "true" });
  const most = Math.max(1, ...bins.map(([, , count]) => count));
  svg.append(...bins.map(([low, high, count], i) => {
    const height = count && Math.max(6, (BARS_HEIGHT * count) / most); // a single segment is seen, too
    return drawing("rect", { x: i + 0.06, width: 0.88, y: BARS_HEIGHT - height, height, class: low + high < 0 ? "loss" : "gain" });
  }));
  return svg;
}

/** The bins that a range covers, at least one. @param {DeltaData} data @returns {Span | null} */
function selectedSpan({ bins, selected }) {
  if (!selected) return null;
  const from = bins.findIndex(([, high]) => high > selected[0]);
  const to = bins.findLastIndex(([low]) => low < selected[1]) + 1;
  return from < 0 || to <= from ? [0, 0] : [from, to];
}

/** A bin in words, or what a press does. @param {Strip} strip @param {number} [at] */
function tellBin({ now, data, span }, at) {
  const hint = span ? "press to clear the range" : "drag to filter by Δ";
  now.textContent = at === undefined ? hint : data.bins[at][3];
  now.classList.toggle("idle", at === undefined);
  now.title = data.unchanged;
}

/** @param {Strip} strip @param {Span | null} span */
function selectSpan(strip, span) {
  const { plot, range, data: { bins: { length } } } = strip, [from, to] = span ?? [0, length];
  strip.span = span;
  range.hidden = !span;
  Object.assign(range.style, { left: (100 * from) / length + "%", width: (100 * (to - from)) / length + "%" });
  plot.classList.toggle("chosen", Boolean(span));
  plot.querySelectorAll("rect").forEach((bar, i) => bar.classList.toggle("in", i >= from && i < to));
  tellBin(strip);
}

/** @param {Strip} strip @param {PointerEvent} event */
function binUnder({ plot, data: { bins } }, event) {
  const { left, width } = plot.getBoundingClientRect();
  return Math.max(0, Math.min(bins.length - 1, Math.floor(((event.clientX - left) / width) * bins.length)));
}

/** @param {Strip} strip */
function listenToStrip(strip) {
  const { plot } = strip;
  let start = -1;
  plot.onpointerdown = (event) => {
    if (event.button) return;
    start = binUnder(strip, event);
    plot.setPointerCapture(event.pointerId);
  };
  plot.onpointermove = (event) => {
    const at = binUnder(strip, event);
    if (start >= 0 && at !== start) selectSpan(strip, [Math.min(start, at), Math.max(start, at) + 1]);
    tellBin(strip, at);
  };
  plot.onpointerup = (event) => {
    if (start < 0) return;
    const { data } = strip, { bins } = data;
    if (binUnder(strip, event) === start) selectSpan(strip, selectedSpan(data) ? null : [start, start + 1]);
    strip.send(strip.span ? [bins[strip.span[0]][0], bins[strip.span[1] - 1][1]] : []);
    start = -1;
  };
  plot.onpointercancel = () => { start = -1; selectSpan(strip, selectedSpan(strip.data)); };
  plot.onpointerleave = () => tellBin(strip);
}

/** @param {HTMLElement} root */
function buildStrip(root) {
  const plot = element("div", "plot"), scale = element("div", "scale"), range = element("div", "range"), now = element("span", "now idle");
  const strip = {
    plot, scale, range, now, data: /** @type {DeltaData} */ (null),
    span: /** @type {Span | null} */ (null), // selected, or being selected
    send: (/** @type {number[]} */ _limits) => {},
  };
  root.append(plot, scale);
  listenToStrip(strip);
  return strip;
}

/**
 * Draw the strip; `send` gets the limits that are selected, none for all segments.
 * @param {HTMLElement & {strip?: Strip}} root of the class "delta-strip"
 * @param {DeltaData} data
 * @param {(limits: number[]) => void} send
 */
export function drawDeltaStrip(root, data, send) {
  const strip = root.strip ??= buildStrip(root), { plot, scale, range, now } = strip;
  strip.send = send;
  if (JSON.stringify(strip.data?.bins) !== JSON.stringify(data.bins)) {
    plot.replaceChildren(range, barsOfBins(data.bins), element("span", "zero"));
    scale.replaceChildren(element("span", "", data.ends[0]), now, element("span", "", data.ends[1]));
  }
  strip.data = data;
  selectSpan(strip, selectedSpan(data));
}
