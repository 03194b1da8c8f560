// A histogram of randomized differences that fills as the trials run; a line shows the observed one.

import { button, element, find } from "browser/dom.js";
import { drawing } from "browser/svg.js";

const W = 560, H = 230, B = 34, T = 26;
const MOMENT = 70; // milliseconds

/** @param {number} value */
function signed(value) {
  return (value > 0 ? "+" : value < 0 ? "\u2212" : "") + Math.abs(value).toFixed(1);
}

/** The bars, which have no height yet. @param {any} data */
function barsOf(data) {
  const bins = data.frames[0].length;
  return Array.from({ length: bins }, (_, i) => {
    const middle = ((i + 0.5) / bins) * 2 * data.reach - data.reach;
    const tone = Math.abs(middle) >= Math.abs(data.delta) ? "bar extreme" : "bar";
    return drawing("rect", { class: tone, x: (i * W) / bins + 0.5, width: W / bins - 1 });
  });
}

/** @param {any} data @param {SVGElement[]} bars */
function histogram(data, bars) {
  const x = (/** @type {number} */ v) => ((v + data.reach) / (2 * data.reach)) * W;
  const name = data.title + ": Δ of " + data.total + " trials";
  const svg = drawing("svg", { viewBox: `0 0 ${W} ${H}`, role: "img", "aria-label": name });
  svg.append(...bars, drawing("line", { class: "base", x1: 0, x2: W, y1: H - B, y2: H - B }));
  for (const v of [-data.delta, data.delta]) svg.append(drawing("line", { class: "observed" + (v === data.delta ? "" : " mirror"), x1: x(v), x2: x(v), y1: T - 6, y2: H - B }));
  const right = x(data.delta) > W / 2;
  svg.append(drawing("text", { class: "name", x: x(data.delta) + (right ? -6 : 6), y: T, "text-anchor": right ? "end" : "start" }, "A and B: " + data.deltaText));
  const tick = Math.max(1, Math.round(data.reach / 3));
  for (let v = -3 * tick; v <= 3 * tick; v += tick) if (Math.abs(v) < data.reach * 0.97) svg.append(drawing("text", { x: x(v), y: H - B + 18, "text-anchor": "middle" }, signed(v)));
  svg.append(drawing("text", { x: W / 2, y: H - 2, "text-anchor": "middle" }, "Δ of the shuffled systems, BLEU points"));
  return svg;
}

/** @param {import("browser/dom.js").Mounted} mounted */
export default function ({ data, parentElement }) {
  /** @type {HTMLElement & {timer?: number}} */
  const root = find(parentElement, ".trials");
  const last = data.frames.length - 1;
  const most = Math.max(...data.frames[last], 1);
  const bars = barsOf(data);
  const count = element("span");
  const show = (/** @type {number} */ f) => {
    bars.forEach((bar, i) => {
      const height = (data.frames[f][i] / most) * (H - B - T - 8);
      bar.setAttribute("y", String(H - B - height));
      bar.setAttribute("height", String(height));
    });
    count.textContent = data.trials[f].toLocaleString("en-US") + " trials, " + data.extreme[f].toLocaleString("en-US") + " with a difference at least as large as that of A and B" + (f === last ? ": " + data.p : "");
  };
  const run = () => {
    clearInterval(root.timer);
    let f = 0;
    show(0);
    root.timer = setInterval(() => { f += 1; show(f); if (f >= last) clearInterval(root.timer); }, MOMENT);
  };
  const caption = element("figcaption");
  caption.append(element("b", "", data.title), button("Run again", "", run), count);
  root.replaceChildren(caption, histogram(data, bars));
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) show(last);
  else run();
  return () => clearInterval(root.timer);
}
