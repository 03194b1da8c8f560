// Where the candidates lie on the curve of the brevity penalty.

import { drawing } from "../../../widgets/svg.js";

/** @typedef {import("../bench_data.js").BenchData} BenchData */

const W = 460, H = 230, L = 44, B = 40, R = 14, T = 30;

/** @param {BenchData} data */
export function brevityCurve(data) {
  const last = data.curve[data.curve.length - 1][0];
  const x = (/** @type {number} */ v) => L + (Math.min(v, last) / last) * (W - L - R);
  const y = (/** @type {number} */ v) => H - B - v * (H - B - T);
  const svg = drawing("svg", { viewBox: `0 0 ${W} ${H}`, role: "img", "aria-label": "Brevity penalty over c/r, with the present candidates" });
  for (const v of [0, 0.5, 1]) {
    svg.append(drawing("line", { class: "rule", x1: L, x2: W - R, y1: y(v), y2: y(v) }), drawing("text", { x: L - 8, y: y(v) + 4, "text-anchor": "end" }, String(v)));
  }
  for (const v of [0, 0.5, 1, 1.5]) svg.append(drawing("text", { x: x(v), y: H - B + 18, "text-anchor": "middle" }, String(v)));
  svg.append(drawing("line", { class: "rule dashed", x1: x(1), x2: x(1), y1: T, y2: H - B }));
  svg.append(drawing("text", { x: (L + W - R) / 2, y: H - 4, "text-anchor": "middle" }, "c / r: length of the candidate over the reference length"));
  svg.append(drawing("text", { x: 4, y: T - 4, class: "axis" }, "BP"));
  svg.append(drawing("polyline", { class: "curve", points: data.curve.map(([u, v]) => x(u).toFixed(1) + "," + y(v).toFixed(1)).join(" ") }));
  svg.append(...data.sides.filter((side) => side.ratio !== null).flatMap((side) => point(data, side, x(side.ratio), y(side.bp_value))));
  return svg;
}

/**
 * Where a candidate lies, and its name.
 * @param {BenchData} data
 * @param {import("../bench_data.js").SideData} side
 * @param {number} x
 * @param {number} y
 */
function point(data, side, x, y) {
  const letter = side.letter.toLowerCase();
  const mark = side.letter === "A" ? drawing("circle", { class: "point " + letter, cx: x, cy: y, r: 7 })
    : drawing("rect", { class: "point " + letter, x: x - 6, y: y - 6, width: 12, height: 12, transform: `rotate(45 ${x} ${y})` });
  // Two points that nearly meet: the left one has its name on the left.
  const other = data.sides.find((one) => one !== side)?.ratio ?? null;
  const u = side.ratio;
  const close = other !== null && Math.abs(other - u) < 0.2 && (u < other || (u === other && side.letter === "A"));
  // The curve rises: it is clear of it above at the left, and below at the right.
  const name = { class: "name " + letter, x: x + (close ? -11 : 11), y: y + (close ? -8 : 20), "text-anchor": close ? "end" : "start" };
  return [mark, drawing("text", name, side.letter + " " + side.bp)];
}
