// A histogram to select a range of Δ on: by dragging, by a press on a bar, or with the arrow keys on
// either end. A press while a range is selected clears it.

import { element, find } from "browser/dom.js";
import { drawing } from "browser/svg.js";

/** @typedef {[low: number, high: number, count: number, text: string]} Bin */
/** @typedef {{bins: Bin[], selected: [number, number] | null, ends: [string, string], unchanged: string}} Data */
/** @typedef {[from: number, to: number]} Span of bins, the second exclusive */
/**
 * @typedef {object} Strip
 * @property {HTMLElement} plot
 * @property {HTMLElement} range
 * @property {HTMLElement} now
 * @property {HTMLElement[]} ends
 * @property {Data} data
 * @property {Span | null} span that is selected, or is being selected
 * @property {number} timer
 * @property {(limits: number[]) => void} send
 */

const PAUSE = 400; // milliseconds after the last key
const HEIGHT = 100;

/** @param {Bin[]} bins */
function bars(bins) {
  const svg = drawing("svg", { viewBox: `0 0 ${bins.length} ${HEIGHT}`, preserveAspectRatio: "none", "aria-hidden": "true" });
  const most = Math.max(1, ...bins.map(([, , count]) => count));
  bins.forEach(([low, high, count], i) => {
    const height = count && Math.max(6, (HEIGHT * count) / most); // a single segment is seen, too
    svg.append(drawing("rect", { x: i + 0.06, width: 0.88, y: HEIGHT - height, height, class: low + high < 0 ? "loss" : "gain" }));
  });
  return svg;
}

/** The bins that a range covers, at least one. @param {Data} data @returns {Span | null} */
function spanOf({ bins, selected }) {
  if (!selected) return null;
  const from = bins.findIndex(([, high]) => high > selected[0]);
  const to = bins.findLastIndex(([low]) => low < selected[1]) + 1;
  return from < 0 || to <= from ? [0, 0] : [from, to];
}

/** @param {Strip} strip */
function segmentsIn({ data, span: [from, to] }) {
  return data.bins.slice(from, to).reduce((sum, [, , count]) => sum + count, 0);
}

/** A bin in words, or what is selected. @param {Strip} strip @param {number} [at] */
function tell({ now, data, span }, at) {
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
    end.setAttribute("aria-valuetext", `${(i ? high : low).toFixed(1).replace("-", "\u2212")} points, ${span ? segmentsIn(strip) + " segments" : "all segments"}`);
  });
}

/** @param {Strip} strip @param {Span | null} span */
function select(strip, span) {
  strip.span = span;
  drawSpan(strip);
  tell(strip);
}

/** @param {Strip} strip */
function apply(strip) {
  clearTimeout(strip.timer);
  const { span, data } = strip;
  strip.send(span ? [data.bins[span[0]][0], data.bins[span[1] - 1][1]] : []);
}

/** @param {Strip} strip @param {PointerEvent} event */
function binAt({ plot, data: { bins } }, event) {
  const { left, width } = plot.getBoundingClientRect();
  return Math.max(0, Math.min(bins.length - 1, Math.floor(((event.clientX - left) / width) * bins.length)));
}

/** @param {Strip} strip */
function listen(strip) {
  const { plot } = strip;
  let start = -1;
  plot.onpointerdown = (event) => {
    if (event.button) return;
    start = binAt(strip, event);
    plot.setPointerCapture(event.pointerId);
  };
  plot.onpointermove = (event) => {
    const at = binAt(strip, event);
    if (start >= 0 && at !== start) select(strip, [Math.min(start, at), Math.max(start, at) + 1]);
    tell(strip, at);
  };
  plot.onpointerup = (event) => {
    const isPress = start >= 0 && binAt(strip, event) === start;
    if (isPress) select(strip, spanOf(strip.data) ? null : [start, start + 1]);
    if (start >= 0) apply(strip);
    start = -1;
  };
  plot.onpointercancel = () => { start = -1; select(strip, spanOf(strip.data)); };
  plot.onpointerleave = () => tell(strip);
}

/** An end of the range moves by a bin; Escape clears the range. @param {Strip} strip @param {number} which @param {KeyboardEvent} event */
function onKey(strip, which, event) {
  const number = strip.data.bins.length;
  const by = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, Home: -number, End: number }[event.key];
  if (!by && event.key !== "Escape") return;
  event.preventDefault();
  event.stopPropagation();
  if (by) {
    /** @type {Span} */
    const span = [...(strip.span ?? [0, number])];
    span[which] = which ? Math.max(span[0] + 1, Math.min(number, span[1] + by)) : Math.min(span[1] - 1, Math.max(0, span[0] + by));
    select(strip, span);
  } else select(strip, null);
  clearTimeout(strip.timer);
  strip.timer = setTimeout(() => apply(strip), by ? PAUSE : 0);
}

/** @param {HTMLElement} root @returns {Strip} */
function build(root) {
  const plot = element("div", "plot"), range = element("div", "range"), now = element("span", "now idle");
  const ends = ["Smallest Δ", "Largest Δ"].map((label) => {
    const end = element("div", "end");
    Object.assign(end, { tabIndex: 0, role: "slider", ariaLabel: label, ariaValueMin: "0" });
    return end;
  });
  root.append(plot, element("div", "scale"));
  /** @type {Strip} */
  const strip = { plot, range, now, ends, data: null, span: null, timer: 0, send: () => {} };
  ends.forEach((end, i) => { end.onkeydown = (event) => onKey(strip, i, event); });
  listen(strip);
  return strip;
}

/** @type {WeakMap<HTMLElement, Strip>} */
const strips = new WeakMap();

/** @param {Omit<import("browser/dom.js").Mounted, "data"> & {data: Data}} mounted */
export default function ({ data, parentElement, setTriggerValue }) {
  const root = find(parentElement, ".strip");
  const strip = strips.get(root) ?? build(root);
  strips.set(root, strip);
  strip.send = (limits) => setTriggerValue("range", limits);
  if (JSON.stringify(strip.data?.bins) !== JSON.stringify(data.bins)) {
    strip.plot.replaceChildren(strip.range, bars(data.bins), element("span", "zero"), ...strip.ends);
    find(root, ".scale").replaceChildren(element("span", "", data.ends[0]), strip.now, element("span", "", data.ends[1]));
  }
  strip.data = data;
  select(strip, spanOf(data));
}
