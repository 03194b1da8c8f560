// The page of an item: its fixed parts, its texts, and the errors marked in them.

import { wordLine } from "browser/characters.js";
import { showMarks } from "../../judgements/marking/marking.js";
import { button, element } from "browser/dom.js";
import { onePress } from "./presses.js";
import { answer, answerTo } from "./sitting.js";

/** @typedef {import("../../judgements/marking/marking.js").Line} MarkedLine */
/** @typedef {import("../../judgements/marking/marking.js").Mark} Mark */
/** @typedef {import("../../judgements/marking/marking.js").Said} Said */
/** @typedef {import("./sitting.js").Half} Half */
/** @typedef {import("./sitting.js").Sitting} Sitting */

// ---- The fixed parts, built once: only their texts and states change, so that nothing moves.

/** @typedef {{node: HTMLElement, text: HTMLElement, score: HTMLElement, number: HTMLOutputElement, slider: HTMLInputElement, said: HTMLElement}} Output */
/**
 * @typedef {object} Parts
 * @property {HTMLElement} name of the session
 * @property {HTMLElement} place "37 of 60"
 * @property {HTMLProgressElement} bar
 * @property {HTMLElement} state whether all is saved
 * @property {HTMLElement} told
 * @property {HTMLElement} item
 * @property {HTMLElement} beside
 * @property {Record<Half, Output>} outputs
 * @property {HTMLElement} controls
 * @property {Record<string, HTMLButtonElement>} buttons by their keys
 * @property {HTMLElement} hint
 * @property {HTMLElement} over
 * @property {HTMLElement} ending
 */
/** @typedef {{press: (key: string) => void, rate: (side: Half, score: string) => void, leave: () => void}} Acts */

/** @type {Half[]} */
export const HALVES = ["left", "right"];
const NARROW = { left: "upper", right: "lower" };
/** Of a choice: its key, and how it is written. @type {[key: string, also: string, label: string, side: "" | Half][]} */
const CHOICES = [["ArrowLeft", "← h", "is better", "left"], ["=", "=", "No preference", ""], ["x", "x", "Both are bad", ""], ["ArrowRight", "→ l", "is better", "right"]];
/** @type {[key: string, label: string][]} */
const STEP_BUTTONS = [["k", "Back"], ["Undo", "Undo"], ["s", "Skip …"], ["j", "Next"], ["Enter", "Done"]];
/** @type {Record<string, string>} */
const WRITTEN = { Undo: "u", Enter: "↵" };

/** Where an output stands, which is above or below on a narrow screen. @param {Half} side */
function sideName(side) {
  const capital = (/** @type {string} */ word) => word[0].toUpperCase() + word.slice(1);
  return [element("span", "wide", capital(side)), element("span", "narrow", capital(NARROW[side]))];
}

/** @param {string} key @param {string} written @param {(Node | string)[]} label @param {(key: string) => void} press */
function keyed(key, written, label, press) {
  const node = button("", "", (event) => {
    if (event.detail) node.blur(); // Enter is the page's again
    press(key);
  });
  const words = element("span", "words");
  words.append(...label);
  node.append(words, element("kbd", "", written));
  node.querySelector("kbd").ariaHidden = "true";
  node.setAttribute("aria-keyshortcuts", written);
  return node;
}

/** @param {Half} side @param {Acts} acts @param {HTMLElement} parent @returns {Output} */
function outputOf(side, acts, parent) {
  const node = parent.appendChild(element("section", `output ${side}`));
  const title = node.appendChild(element("h2"));
  title.append(...sideName(side));
  const text = node.appendChild(element("div", "place"));
  const score = node.appendChild(element("div", "score"));
  const number = element("output"), slider = element("input");
  Object.assign(slider, { type: "range", min: "0", max: "100", step: "1" });
  slider.setAttribute("aria-label", `Score from 0 to 100, ${side}`);
  slider.oninput = () => { number.value = slider.value; };
  slider.onchange = () => acts.rate(side, slider.value);
  // A press where the handle is already changes nothing, and is one; a finger that scrolls is none.
  const before = { number: "", slider: "" };
  slider.onpointerdown = () => Object.assign(before, { number: number.value, slider: slider.value });
  slider.onpointerup = () => { acts.rate(side, slider.value); slider.blur(); };
  slider.onpointercancel = () => { number.value = before.number; slider.value = before.slider; };
  const key = side === "left" ? "," : ".";
  score.append(number, slider, element("span", "here", "digits go here"), keyed(key, key, ["type here"], acts.press));
  return { node, text, score, number, slider, said: node.appendChild(element("p", "said")) };
}

/** @param {HTMLElement} node @param {Acts} acts @returns {Parts} */
export function buildParts(node, acts) {
  const add = (/** @type {HTMLElement} */ parent, /** @type {"div" | "header" | "h1" | "p" | "footer" | "span"} */ tag, /** @type {string} */ name) => parent.appendChild(element(tag, name));
  const head = add(node, "header", "head");
  const name = add(head, "h1", "name"), place = add(head, "span", "where"), bar = head.appendChild(element("progress"));
  bar.setAttribute("aria-label", "Progress");
  const state = add(head, "span", "state");
  state.setAttribute("role", "status");
  head.append(keyed("?", "?", ["Keys"], acts.press), button("Leave", "leave", acts.leave));
  const told = add(node, "p", "told");
  told.setAttribute("role", "status");
  const item = add(node, "div", "item"), beside = add(item, "div", "beside"), both = add(item, "div", "outputs");
  const outputs = { left: outputOf("left", acts, both), right: outputOf("right", acts, both) };
  const ending = add(node, "div", "ending"), controls = add(node, "footer", "controls");
  const over = add(controls, "div", "over"), choices = add(controls, "div", "choices"), steps = add(controls, "div", "steps");
  choices.setAttribute("role", "group");
  choices.setAttribute("aria-label", "Which is better");
  /** @type {Record<string, HTMLButtonElement>} */
  const buttons = {};
  for (const [key, written, label, side] of CHOICES) {
    buttons[key] = choices.appendChild(keyed(key, written, side ? [...sideName(side), " " + label] : [label], acts.press));
  }
  for (const [key, label] of STEP_BUTTONS) buttons[key] = steps.appendChild(keyed(key, WRITTEN[key] ?? key, [label], acts.press));
  const hint = add(steps, "p", "hint");
  return { name, place, bar, state, told, item, beside, outputs, controls, buttons, hint, over, ending };
}

// ---- Texts and marks of an item.

/** @param {string} text */
function plainLine(text) {
  const line = element("div", "text", text);
  line.dir = "auto";
  if (!text) line.append(element("span", "empty", "(empty)"));
  return line;
}

/** @param {string} title @param {HTMLElement[]} lines */
function besideColumn(title, lines) {
  const column = element("section");
  if (lines.length) column.append(element("h2", "", title), ...lines);
  return column;
}

/** A neighbour in the document. @param {string} text */
function contextLine(text) {
  const line = plainLine(text);
  line.classList.add("context");
  return line;
}

/**
 * Draw the texts of an item that is not the one drawn before.
 * @param {Parts} parts
 * @param {import("./sitting.js").Item} item
 * @param {boolean} marked whether errors are marked in them
 * @returns {MarkedLine[]} the lines that can be marked
 */
export function drawTexts({ beside, outputs }, item, marked) {
  /** @type {MarkedLine[]} */
  const lines = [];
  const lineOf = (/** @type {string} */ text, /** @type {"source" | "target"} */ side, /** @type {string} */ system) => {
    if (!marked) return plainLine(text);
    const { node, tokens } = wordLine(text);
    node.classList.add("markable");
    lines.push({ side, system, node, text, tokens });
    return node;
  };
  const { source, references, before, after } = item;
  const own = source === null ? [] : [lineOf(source, "source", "")];
  const title = source === null ? "Context" : before.length + after.length ? "Source in context" : "Source";
  beside.replaceChildren(
    besideColumn(title, [...before.map(contextLine), ...own, ...after.map(contextLine)]),
    besideColumn(references.length > 1 ? "References" : "Reference", references.map(plainLine)),
  );
  for (const side of HALVES) outputs[side].text.replaceChildren(lineOf(item[side], "target", side));
  return lines;
}

/** The marks of an output as they are answered. @param {Sitting} sitting @param {string} system @returns {Mark[]} */
export function marksOf(sitting, system) {
  const side = /** @type {"left" | "right"} */ (system);
  /** @type {Omit<Said, "system">[]} */
  const found = JSON.parse(answerTo(sitting, "spans", side) || "[]");
  return found.map((mark, i) => ({ ...mark, system, id: `${system} ${i}`, annotator: sitting.task.annotator, mine: true }));
}

/** @param {import("../../judgements/marking/marking.js").Marking} marking @param {Sitting} sitting @param {MarkedLine[]} lines */
export function drawMarks(marking, sitting, lines) {
  const outputs = HALVES.map((side) => ({ system: side, name: side, key: side === "left" ? "," : "." }));
  showMarks(marking, { of: String(sitting.at), lines, marks: HALVES.flatMap((side) => marksOf(sitting, side)), outputs });
}

/** An error is marked, changed or taken back. @param {Sitting} sitting @param {Mark | null} before @param {Said | null} after */
export function mark(sitting, before, after) {
  sitting.told = "";
  // By its content: an error of another window may have its number by now.
  const placeOn = (/** @type {string} */ side) => marksOf(sitting, side).findIndex((one) => before?.system === side && asText([one]) === asText([before]));
  if (before && HALVES.every((side) => placeOn(side) < 0)) {
    sitting.told = "Another window changed this error. Its version is shown.";
    return;
  }
  onePress(sitting, () => {
    for (const side of HALVES) {
      /** @type {(Mark | Said)[]} */
      const marks = marksOf(sitting, side), place = placeOn(side), here = after?.system === side ? [after] : [];
      const changed = place < 0 ? [...marks, ...here] : [...marks.slice(0, place), ...here, ...marks.slice(place + 1)];
      if (asText(changed) !== asText(marks)) answer(sitting, "spans", side, asText(changed));
    }
  });
}

/** @param {(Mark | Said)[]} marks */
function asText(marks) {
  const plain = marks.map(({ category, severity, start, end, side, comment }) => ({ category, severity, start, end, side, comment }));
  return plain.length ? JSON.stringify(plain) : "";
}
