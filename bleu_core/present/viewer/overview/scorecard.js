// The result at a glance: both scores, Δ with its interval, and the grade.

import { drawing, element } from "browser/dom.js";
import { asking } from "browser/glossary_tip.js";
import { oneLine } from "../numbers.js";

/**
 * Texts, and places on the axis in percent.
 * @typedef {object} Scorecard
 * @property {string[]} names of A and B
 * @property {string[]} scores
 * @property {string} delta
 * @property {string} tone of Δ
 * @property {string} interval
 * @property {string} p
 * @property {string} unit
 * @property {[low: number, delta: number, high: number, zero: number] | null} axis null without a test
 * @property {string} grade
 * @property {string} badge the grade in words
 * @property {string[]} reasons why it is only "barely"
 * @property {import("./overview.js").Check[]} checks
 */

/** @typedef {import("browser/glossary_tip.js").Glossary} Glossary */

/** @param {Scorecard} card @param {HTMLElement[]} more after the reasons @param {Glossary} glossary */
export function drawScorecard(card, more, glossary) {
  const root = element("section", "card scorecard"), arrow = element("span", "arrow", "→");
  const delta = sideOf("delta", [asking("Δ BLEU", glossary, "delta")], card.delta, card.tone);
  arrow.setAttribute("aria-hidden", "true");
  root.append(systemSide(card, 0), arrow, systemSide(card, 1), delta, intervalOf(card, glossary), gradeOf(card, more));
  return root;
}

/** @param {string} name @param {HTMLElement[]} who @param {string} number @param {string} tone */
function sideOf(name, who, number, tone) {
  const side = element("div", "side " + name), label = element("div", "who");
  label.append(...who);
  side.append(label, element("div", "number" + (tone ? ` tone-${tone}` : ""), number));
  return side;
}

/** @param {Scorecard} card @param {0 | 1} i */
function systemSide({ names, scores }, i) {
  const letter = "AB"[i], key = "ab"[i], shown = oneLine(names[i]), name = element("bdi", "", shown);
  name.title = shown;
  const who = [element("i", "square " + key), element("b", "", letter), ...(names[i] === letter ? [] : [name])];
  return sideOf(key, who, scores[i], key);
}

/** @param {Scorecard} card @param {Glossary} glossary */
function intervalOf({ axis, interval, p, unit, tone }, glossary) {
  const box = element("div", "interval"), line = element("p"), more = element("span", "muted", unit);
  if (!axis) return box;
  const [low, delta, , zero] = axis.map((place) => `${place}%`);
  const plot = drawing("svg", { "aria-hidden": "true" });
  plot.append(
    drawing("line", { class: "ground", x1: 0, x2: "100%", y1: 28, y2: 28 }),
    drawing("rect", { class: "reach " + tone, x: low, width: `${axis[2] - axis[0]}%`, y: 11, height: 9, rx: 4.5 }),
    drawing("line", { class: "zero", x1: zero, x2: zero, y1: 4, y2: 28 }),
    drawing("text", { x: zero, dx: 5, y: 13 }, "0"),
    drawing("line", { class: "middle", x1: delta, x2: delta, y1: 7, y2: 24 }),
  );
  line.append(asking(interval, glossary, "confidence-interval"), " · ", asking(p, glossary, "p-value"), " ", element("span", "muted dot", "· "), more);
  box.append(plot, line);
  return box;
}

const GRADE_SIGNS = { better: "▲", worse: "▼", better_barely: "▲", worse_barely: "▼" };

/** @param {Scorecard} card @param {HTMLElement[]} more */
function gradeOf({ grade, badge, reasons }, more) {
  const box = element("div", "grade"), sign = GRADE_SIGNS[/** @type {keyof typeof GRADE_SIGNS} */ (grade)];
  box.append(element("span", `badge ${grade}`, sign ? `${sign} ${badge}` : badge));
  if (!reasons.length) return box;
  const why = element("span", "reasons", reasons.join("; ") + " ");
  why.append(...more);
  box.append(why);
  return box;
}
