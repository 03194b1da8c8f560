// Marks drawn under a line of text, as a drawing of its own: the line's tokens, and what is told of
// them by ground and pattern, stay as they are. How grave an error is is told by the form of its line.

import { drawing } from "../../widgets/svg.js";
import { lengthOf, rangesOfTokens, rangesOver } from "./characters.js";
import { lanesOf } from "./lanes.js";

/** @typedef {import("./marking.js").Line} Line */
/** @typedef {import("./marking.js").Mark} Mark */

const LANE = 6; // pixels from one line to the next
const NARROWEST = 5; // so wide is the place of an error that has no character
/** @type {Record<string, string>} what a severity is drawn by; any other one: dots */
const FORMS = { minor: "thin", major: "thick", critical: "double" };

/** Whether any of a mark's characters are in what is drawn of its line. @param {Line} line @param {import("./characters.js").Stretch} mark */
export function isPlaced({ text }, { start, end }) {
  const length = lengthOf(text);
  return start >= 0 && start <= end && start <= length && (start < length || start === end);
}

/**
 * Draw the marks of a line, and again whenever it is laid out anew.
 * @param {Line} line
 * @param {Mark[]} marks
 */
export function drawLayer(line, marks) {
  const placed = marks.filter((mark) => isPlaced(line, mark));
  if (!placed.length) return;
  const { lanes, count } = lanesOf(placed);
  line.node.classList.add("layered");
  line.node.style.setProperty("--lanes", String(count));
  const svg = line.node.appendChild(drawing("svg", { class: "marks", "aria-hidden": "true" }));
  const lay = () => {
    svg.replaceChildren();
    svg.setAttribute("height", "0"); // what is drawn has no part in how high the line is
    const { left, top } = line.node.getBoundingClientRect();
    const x = line.node.scrollLeft - line.node.clientLeft - left, y = line.node.scrollTop - line.node.clientTop - top;
    svg.setAttribute("height", String(line.node.scrollHeight));
    placed.forEach((mark, i) => {
      for (const box of boxesOf(line, mark)) svg.append(...linesOf(mark, box.left + x, box.right + x, box.bottom + y + 1 + lanes[i] * LANE));
    });
  };
  lay();
  new ResizeObserver(lay).observe(line.node);
}

/**
 * Where a mark stands on the page: a box for each line of the paragraph, and for each run of it
 * that is written in the other direction.
 * @param {Line} line
 * @param {import("./characters.js").Stretch} mark
 */
export function boxesOf({ node, text, tokens, asScored }, { start, end }) {
  const stretch = { start, end: Math.min(end, lengthOf(text)) };
  const ranges = asScored ? rangesOfTokens(node, tokens, stretch) : rangesOver(node, stretch);
  /** @type {{left: number, right: number, top: number, bottom: number}[]} */
  const boxes = [];
  for (const { left, right, top, bottom } of ranges.flatMap((range) => [...range.getClientRects()])) {
    const beside = boxes.find((box) => Math.abs(box.bottom - bottom) < (bottom - top) / 2 && left <= box.right + 1.5 && right >= box.left - 1.5);
    if (beside) Object.assign(beside, { left: Math.min(left, beside.left), right: Math.max(right, beside.right) });
    else boxes.push({ left, right, top, bottom });
  }
  return boxes.map((box) => ({ ...box, right: Math.max(box.right, box.left + NARROWEST) }));
}

/** @param {string} severity */
export function formOf(severity) {
  return Object.hasOwn(FORMS, severity) ? FORMS[severity] : "dots";
}

/** The line of a severity from one place to another, and what of it can be pressed. @param {Mark} mark @param {number} left @param {number} right @param {number} y */
function linesOf({ id, severity, mine }, left, right, y) {
  const form = formOf(severity);
  const lines = [drawing("path", { class: form, d: form === "dots" ? `M${left} ${y + 2}H${right}` : waveOf(left, right, y + 2) })];
  if (form === "double") lines.push(drawing("path", { class: "thin", d: `M${left} ${y + 4.5}H${right}` }));
  const area = drawing("rect", { class: mine ? "area mine" : "area", x: left, y: y - 1, width: right - left, height: LANE });
  area.dataset.mark = id;
  return [...lines, area];
}

/** @param {number} left @param {number} right @param {number} y */
function waveOf(left, right, y) {
  let path = `M${left.toFixed(1)} ${y.toFixed(1)}`;
  for (let x = left, up = true; x < right; x += 3, up = !up) {
    const width = Math.min(3, right - x);
    path += `q${(width / 2).toFixed(1)} ${up ? -3 : 3} ${width.toFixed(1)} 0`;
  }
  return path;
}

/** A short line as a severity is drawn, for texts that tell of it. @param {string} severity */
export function sampleOf(severity) {
  const svg = drawing("svg", { class: "marks sample", width: 22, height: 8, "aria-hidden": "true" });
  svg.append(...linesOf(/** @type {Mark} */ ({ id: "", severity, mine: false }), 1, 21, 1).slice(0, -1));
  return svg;
}
