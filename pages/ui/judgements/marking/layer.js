// Marks drawn under a line of text, and the tip that describes them. The line's own tokens do not
// change; the shape of a mark's line gives the severity.

import { drawing, element } from "browser/dom.js";
import { lengthOf, rangesOfTokens, rangesOver, tokensUnder } from "browser/characters.js";

/** @import { Line, Mark, Marking, Shown } from "./marking.js" */
/** @import { Stretch } from "browser/characters.js" */

// ---- The tokens of a line.

/** @param {Line} line */
export function tokensOfLine({ node }) {
  return /** @type {HTMLElement[]} */ ([...node.querySelectorAll(".token")]);
}

/** The place of a token among those of its line. @param {Line} line @param {HTMLElement} token */
export function placeOfToken(line, token) {
  return tokensOfLine(line).indexOf(token);
}

// ---- Lanes: the line under the text for each mark, so that none hides another; one's own are the
// nearest.

/** The lane of each mark, from 0, and how many there are. @param {Mark[]} marks with spans */
function lanesOf(marks) {
  const endOf = (/** @type {Mark} */ { start, end }) => Math.max(end, start + 1);
  /** @type {Mark[][]} */
  const lanes = [];
  for (const mark of [...marks].sort((x, y) => Number(Boolean(y.mine)) - Number(Boolean(x.mine)) || x.start - y.start)) {
    const free = lanes.find((lane) => lane.every((other) => endOf(other) <= mark.start || endOf(mark) <= other.start));
    if (free) free.push(mark);
    else lanes.push([mark]);
  }
  return { lanes: marks.map((mark) => lanes.findIndex((lane) => lane.includes(mark))), count: lanes.length };
}

// ---- The drawing of the marks.

const LANE = 6; // pixels from one line to the next
const NARROWEST = 5; // so wide is the place of an error that has no character
/** @type {Record<string, string>} what a severity is drawn by; any other one: dots */
const FORMS = { minor: "thin", major: "thick", critical: "double" };

/** Whether any of a mark's characters are in what is drawn of its line. @param {Line} line @param {Stretch} mark */
export function isPlaced({ text }, { start, end }) {
  const length = lengthOf(text);
  return start >= 0 && start <= end && start <= length && (start < length || start === end);
}

/** Draw the marks of a line, and again whenever it is laid out anew. @param {Line} line @param {Mark[]} marks */
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
      for (const box of boxesOf(line, mark)) {
        const left = box.left + x, right = box.right + x, y1 = box.bottom + y + 1 + lanes[i] * LANE;
        svg.append(...linesOf(mark.severity, left, right, y1), areaOf(mark, left, right, y1));
      }
    });
  };
  lay();
  new ResizeObserver(lay).observe(line.node);
}

/**
 * Where a mark stands on the page: a box for each line of the paragraph, and each run written in
 * the other direction. @param {Line} line @param {Stretch} mark
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

/** The line of a severity from one place to another. @param {string} severity @param {number} left @param {number} right @param {number} y */
function linesOf(severity, left, right, y) {
  const form = Object.hasOwn(FORMS, severity) ? FORMS[severity] : "dots";
  const lines = [drawing("path", { class: form, d: form === "dots" ? `M${left} ${y + 2}H${right}` : waveOf(left, right, y + 2) })];
  if (form === "double") lines.push(drawing("path", { class: "thin", d: `M${left} ${y + 4.5}H${right}` }));
  return lines;
}

/** What of a mark can be pressed. @param {Mark} mark @param {number} left @param {number} right @param {number} y */
function areaOf({ id, mine }, left, right, y) {
  return drawing("rect", { class: mine ? "area mine" : "area", "data-mark": id, x: left, y: y - 1, width: right - left, height: LANE });
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
  svg.append(...linesOf(severity, 1, 21, 1));
  return svg;
}

// ---- Placing a box below a place on the page.

/** @param {HTMLElement} root what the node is placed in @param {HTMLElement} node @param {{left: number, bottom: number}} place on the page */
export function putBelow(root, node, { left, bottom }) {
  const page = root.getBoundingClientRect();
  node.style.top = bottom - page.top + 12 + "px";
  node.style.left = Math.max(0, Math.min(left - page.left, page.width - node.offsetWidth)) + "px";
}

// ---- The tip that describes the marks under the pointer or the focus.

export function newMarkTip() {
  return element("div", { className: "told-marks", hidden: true, role: "status" });
}

/** The kind of an error and how grave it is, and the output that lacks what is marked in the source. @param {Mark} mark @param {Pick<Shown, "outputs">} shown */
export function titleOfMark({ category, severity, side, system }, { outputs }) {
  const missing = side === "source" ? `missing in ${outputs.find((output) => output.system === system)?.name ?? system}: ` : "";
  return missing + [category || "no category", severity].filter(Boolean).join(" · ");
}

/** The line that a node is of. @param {Marking} marking @param {Element} node */
export function lineWith({ shown }, node) {
  return shown.lines.find((line) => line.node.contains(node));
}

/** The mark that is drawn where something happens. @param {Marking} marking @param {Event} event */
export function markIn({ shown }, event) {
  /** @type {HTMLElement} */
  const node = /** @type {Element} */ (event.target).closest("[data-mark]");
  return node && shown.marks.find((mark) => mark.id === node.dataset.mark);
}

/** The marks over a token. @param {Marking} marking @param {HTMLElement} token */
export function marksOn(marking, token) {
  const line = lineWith(marking, token);
  if (!line) return [];
  const t = placeOfToken(line, token);
  return marking.shown.marks.filter((mark) => {
    if (mark.side !== line.side || (line.side === "target" && mark.system !== line.system) || !isPlaced(line, mark)) return false;
    const under = tokensUnder(line.tokens, mark);
    return under !== null && under.first <= t && t <= under.last;
  });
}

/** @param {Marking} marking @param {Element} node @param {Mark[]} marks */
function drawMarkTip({ root, told, shown, draft }, node, marks) {
  told.hidden = !marks.length || Boolean(draft) || root.classList.contains("no-marks");
  if (told.hidden) return told.replaceChildren();
  told.replaceChildren(...marks.map((mark) => element("p", "",
    sampleOf(mark.severity), element("b", "", titleOfMark(mark, shown)), " · " + (mark.mine ? "you" : mark.annotator || "unnamed annotator"),
    ...(mark.comment ? [element("q", "", mark.comment)] : []))));
  putBelow(root, told, node.getBoundingClientRect());
}

/** @param {Marking} marking */
export function listenToReaders(marking) {
  const { root } = marking;
  const read = (/** @type {Event} */ event) => {
    const node = /** @type {HTMLElement} */ (event.target);
    const token = /** @type {HTMLElement} */ (node.closest(".token"));
    const mark = markIn(marking, event);
    drawMarkTip(marking, token ?? node, mark ? [mark] : token ? marksOn(marking, token) : []);
  };
  root.addEventListener("pointerover", read);
  root.addEventListener("focusin", read);
  for (const end of ["pointerleave", "focusout"]) root.addEventListener(end, () => { marking.told.hidden = true; });
}
