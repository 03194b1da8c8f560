// A histogram to select a range of Δ on: by dragging, by a press on a bar, or with the arrow keys on
// either end. A press while a range is selected clears it.

import { element, find } from "./dom.js";
import { drawing } from "./svg.js";

/** @typedef {[low: number, high: number, count: number, text: string]} Bin */
/** @typedef {{bins: Bin[], selected: [number, number] | null, ends: [string, string], unchanged: string}} DeltaData */
/** @typedef {[from: number, to: number]} Span of bins, the second exclusive */
/**
 * @typedef {object} Strip
 * @property {HTMLElement} plot
 * @property {HTMLElement} range
 * @property {HTMLElement} now
 * @property {HTMLElement[]} ends
 * @property {DeltaData} data
 * @property {Span | null} span that is selected, or is being selected
 * @property {number} timer
 * @property {(limits: number[]) => void} send
 */

const STRIP_PAUSE = 400; // milliseconds after the last key
const BARS_HEIGHT = 100;

/** @param {Bin[]} bins */
function barsOfBins(bins) {
  const svg = drawing("svg", { viewBox: `0 0 ${bins.length} ${BARS_HEIGHT}`, preserveAspectRatio: "none", "aria-hidden": "true" });
  const most = Math.max(1, ...bins.map(([, , count]) => count));
  bins.forEach(([low, high, count], i) => {
    const height = count && Math.max(6, (BARS_HEIGHT * count) / most); // a single segment is seen, too
    svg.append(drawing("rect", { x: i + 0.06, width: 0.88, y: BARS_HEIGHT - height, height, class: low + high < 0 ? "loss" : "gain" }));
  });
  return svg;
}

/** The bins that a range covers, at least one. @param {DeltaData} data @returns {Span | null} */
function selectedSpan({ bins, selected }) {
  if (!selected) return null;
  const from = bins.findIndex(([, high]) => high > selected[0]);
  const to = bins.findLastIndex(([low]) => low < selected[1]) + 1;
  return from < 0 || to <= from ? [0, 0] : [from, to];
}

/** @param {Strip} strip */
function segmentsInSpan({ data, span: [from, to] }) {
  return data.bins.slice(from, to).reduce((sum, [, , count]) => sum + count, 0);
}

/** A bin in words, or what is selected. @param {Strip} strip @param {number} [at] */
function tellBin({ now, data, span }, at) {
  const hint = span ? "press to clear the range" : "drag to filter by Δ";
  now.textContent = at === undefined ? hint : data.bins[at][3];
  now.classList.toggle("idle", at === undefined);
  now.title = data.unchanged;
}

/** @param {Strip} strip */
function drawSpan(strip) {
  const { plot, range, ends, data, span } = strip;
  const number = data.bins.length, [from, to] = span ?? [0, number];
  range.hidden = !span;
  Object.assign(range.style, { left: (100 * from) / number + "%", width: (100 * (to - from)) / number + "%" });
  plot.classList.toggle("chosen", Boolean(span));
  plot.querySelectorAll("rect").forEach((bar, i) => bar.classList.toggle("in", i >= from && i < to));
  [from, to].forEach((at, i) => {
    const end = ends[i], [low, high] = data.bins[Math.min(number - 1, Math.max(0, i ? at - 1 : at))];
    end.style.left = (100 * at) / number + "%";
    end.setAttribute("aria-valuenow", String(at));
    end.setAttribute("aria-valuemax", String(number));
    end.setAttribute("aria-valuetext", `${(i ? high : low).toFixed(1).replace("-", "\u2212")} points, ${span ? segmentsInSpan(strip) + " segments" : "all segments"}`);
  });
}

/** @param {Strip} strip @param {Span | null} span */
function selectSpan(strip, span) {
  strip.span = span;
  drawSpan(strip);
  tellBin(strip);
}

/** @param {Strip} strip */
function applySpan(strip) {
  clearTimeout(strip.timer);
  const { span, data } = strip;
  strip.send(span ? [data.bins[span[0]][0], data.bins[span[1] - 1][1]] : []);
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
    const isPress = start >= 0 && binUnder(strip, event) === start;
    if (isPress) selectSpan(strip, selectedSpan(strip.data) ? null : [start, start + 1]);
    if (start >= 0) applySpan(strip);
    start = -1;
  };
  plot.onpointercancel = () => { start = -1; selectSpan(strip, selectedSpan(strip.data)); };
  plot.onpointerleave = () => tellBin(strip);
}

/** An end of the range moves by a bin; Escape clears the range. @param {Strip} strip @param {number} which @param {KeyboardEvent} event */
function pressStripKey(strip, which, event) {
  const number = strip.data.bins.length;
  const by = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, Home: -number, End: number }[event.key];
  if (!by && event.key !== "Escape") return;
  event.preventDefault();
  event.stopPropagation();
  if (by) {
    /** @type {Span} */
    const span = [...(strip.span ?? [0, number])];
    span[which] = which ? Math.max(span[0] + 1, Math.min(number, span[1] + by)) : Math.min(span[1] - 1, Math.max(0, span[0] + by));
    selectSpan(strip, span);
  } else selectSpan(strip, null);
  clearTimeout(strip.timer);
  strip.timer = setTimeout(() => applySpan(strip), by ? STRIP_PAUSE : 0);
}

/** @param {HTMLElement} root @returns {Strip} */
function buildStrip(root) {
  const plot = element("div", "plot"), range = element("div", "range"), now = element("span", "now idle");
  const ends = ["Smallest Δ", "Largest Δ"].map((label) => {
    const end = element("div", "end");
    Object.assign(end, { tabIndex: 0, role: "slider", ariaLabel: label, ariaValueMin: "0" });
    return end;
  });
  root.append(plot, element("div", "scale"));
  /** @type {Strip} */
  const strip = { plot, range, now, ends, data: null, span: null, timer: 0, send: () => {} };
  ends.forEach((end, i) => { end.onkeydown = (event) => pressStripKey(strip, i, event); });
  listenToStrip(strip);
  return strip;
}

/** @type {WeakMap<HTMLElement, Strip>} */
const deltaStrips = new WeakMap();

/**
 * Draw the strip; `send` gets the limits that are selected, none for all segments.
 * @param {HTMLElement} root of the class "delta-strip"
 * @param {DeltaData} data
 * @param {(limits: number[]) => void} send
 */
export function drawDeltaStrip(root, data, send) {
  const strip = deltaStrips.get(root) ?? buildStrip(root);
  deltaStrips.set(root, strip);
  strip.send = send;
  if (JSON.stringify(strip.data?.bins) !== JSON.stringify(data.bins)) {
    strip.plot.replaceChildren(strip.range, barsOfBins(data.bins), element("span", "zero"), ...strip.ends);
    find(root, ".scale").replaceChildren(element("span", "", data.ends[0]), strip.now, element("span", "", data.ends[1]));
  }
  strip.data = data;
  selectSpan(strip, selectedSpan(data));
}
