// The page of an item: its fixed parts and its texts.

import { button, element } from "browser/dom.js";

/** @typedef {import("./sitting.js").Half} Half */

// ---- The fixed parts, built once: only their texts and states change, so that nothing moves.

/** @typedef {{node: HTMLElement, text: HTMLElement, rating: HTMLElement, ratings: HTMLButtonElement[]}} Output */
/** @typedef {ReturnType<typeof buildParts>} Parts the nodes by their names; `buttons` by their keys */
/** @typedef {{press: (key: string) => void, rate: (side: Half, rating: number) => void, leave: () => void}} Acts */

/** @type {Half[]} */
export const HALVES = ["left", "right"];
const NARROW = { left: "upper", right: "lower" };
/** Of a choice: its key, and how it is written. @type {[key: string, also: string, label: string, side: "" | Half][]} */
const CHOICES = [["ArrowLeft", "←", "is better", "left"], ["s", "s", "No preference", ""], ["x", "x", "Both are bad", ""], ["ArrowRight", "→", "is better", "right"]];
/** @type {[key: string, label: string][]} */
const STEP_BUTTONS = [["k", "Back"], ["Undo", "Undo"], ["n", "Skip …"], ["j", "Next"]];
/** @type {Record<string, string>} */
const WRITTEN = { Undo: "u" };

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
  const rating = node.appendChild(element("div", "rating"));
  rating.setAttribute("role", "group");
  rating.setAttribute("aria-label", `Rating from 1 (worst) to 5 (best), ${side}`);
  const ratings = ["1", "2", "3", "4", "5"].map((value) => button(value, "", (event) => {
    if (event.detail) /** @type {HTMLElement} */ (event.currentTarget).blur();
    acts.rate(side, Number(value));
  }));
  rating.append(element("span", "", "worst"), ...ratings, element("span", "", "best"));
  return { node, text, rating, ratings };
}

/** @param {HTMLElement} node @param {Acts} acts */
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

// ---- Texts of an item.

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

/** Draw the texts of an item that is not the one drawn before. @param {Parts} parts @param {import("./sitting.js").Item} item */
export function drawTexts({ beside, outputs }, item) {
  const { source, references, before, after } = item;
  const own = source === null ? [] : [plainLine(source)];
  const title = source === null ? "Context" : before.length + after.length ? "Source in context" : "Source";
  beside.replaceChildren(
    besideColumn(title, [...before.map(contextLine), ...own, ...after.map(contextLine)]),
    besideColumn(references.length > 1 ? "References" : "Reference", references.map(plainLine)),
  );
  for (const side of HALVES) outputs[side].text.replaceChildren(plainLine(item[side]));
}
