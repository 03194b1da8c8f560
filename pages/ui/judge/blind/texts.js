// The page of an item: its fixed parts and its texts.

import { button, element } from "browser/dom.js";
import { BETTER_OF_KEY } from "./sitting.js";

/** @typedef {import("./sitting.js").Half} Half */

// ---- The fixed parts, built once: only their texts and states change, so that nothing moves.

/** @typedef {ReturnType<typeof outputOf>} Output */
/** @typedef {ReturnType<typeof buildParts>} Parts the nodes by their names; `buttons` by their keys */
/** @typedef {{press: (key: string) => void, rate: (side: Half, rating: number) => void, leave: () => void}} Acts */

/** @type {Half[]} */
export const HALVES = ["left", "right"];
/** @type {[key: string, written: string, label: string][]} */
const CHOICES = [["ArrowLeft", "←", " is better"], ["s", "s", "No preference"], ["x", "x", "Both are bad"], ["ArrowRight", "→", " is better"]];
/** @type {[key: string, written: string, label: string][]} */
const STEP_BUTTONS = [["k", "k", "Back"], ["Undo", "u", "Undo"], ["n", "n", "Skip …"], ["j", "j", "Next"]];
/** Where an output stands, which is above or below on a narrow screen. @type {Record<string, [wide: string, narrow: string]>} */
const SIDE_NAMES = { left: ["Left", "Upper"], right: ["Right", "Lower"] };

/** @param {string} side none for a choice of neither */
function sideName(side) {
  return (SIDE_NAMES[side] ?? []).map((name, i) => element("span", i ? "narrow" : "wide", name));
}

/** @param {string} key @param {string} written @param {(Node | string)[]} label @param {(key: string) => void} press */
function keyed(key, written, label, press) {
  const node = button("", "", (event) => {
    if (event.detail) node.blur(); // Enter is the page's again
    press(key);
  });
  node.append(element("span", "words", ...label), element("kbd", { ariaHidden: "true" }, written));
  node.setAttribute("aria-keyshortcuts", written);
  return node;
}

/** @param {Half} side @param {Acts} acts */
function outputOf(side, acts) {
  const ratings = ["1", "2", "3", "4", "5"].map((value) => button(value, "", (event) => {
    if (event.detail) /** @type {HTMLElement} */ (event.currentTarget).blur();
    acts.rate(side, Number(value));
  }));
  const rating = element("div", { className: "rating", role: "group", ariaLabel: `Rating from 1 (worst) to 5 (best), ${side}` },
    element("span", "", "worst"), ...ratings, element("span", "", "best"));
  const text = element("div", "place"), node = element("section", `output ${side}`, element("h2", "", ...sideName(side)), text, rating);
  return { node, text, rating, ratings };
}

/** @param {HTMLElement} node @param {Acts} acts */
export function buildParts(node, acts) {
  const name = element("h1", "name"), place = element("span", "where"), bar = element("progress", { ariaLabel: "Progress" });
  const state = element("span", { className: "state", role: "status" }), told = element("p", { className: "told", role: "status" });
  const outputs = { left: outputOf("left", acts), right: outputOf("right", acts) };
  const beside = element("div", "beside"), over = element("div", "over"), hint = element("p", "hint"), ending = element("div", "ending");
  const item = element("div", "item", beside, element("div", "outputs", outputs.left.node, outputs.right.node));
  /** @type {Record<string, HTMLButtonElement>} */
  const buttons = {};
  const choices = CHOICES.map(([key, written, label]) => buttons[key] = keyed(key, written, [...sideName(BETTER_OF_KEY[key]), label], acts.press));
  const steps = STEP_BUTTONS.map(([key, written, label]) => buttons[key] = keyed(key, written, [label], acts.press));
  const controls = element("footer", "controls", over,
    element("div", { className: "choices", role: "group", ariaLabel: "Which is better" }, ...choices), element("div", "steps", ...steps, hint));
  node.append(
    element("header", "head", name, place, bar, state, keyed("?", "?", ["Keys"], acts.press), button("Leave", "leave", acts.leave)),
    told, item, ending, controls,
  );
  return { name, place, bar, state, told, item, beside, outputs, controls, buttons, hint, over, ending };
}

// ---- Texts of an item.

/** @param {string} text @param {string} className */
function plainLine(text, className = "text") {
  return element("div", { className, dir: "auto" }, text || element("span", "empty", "(empty)"));
}

/** @param {string} title @param {HTMLElement[]} lines */
function besideColumn(title, lines) {
  return element("section", "", ...(lines.length ? [element("h2", "", title), ...lines] : []));
}

/** Draw the texts of an item that is not the one drawn before. @param {Parts} parts @param {import("./sitting.js").Item} item */
export function drawTexts({ beside, outputs }, item) {
  const { source, references, before, after } = item;
  const context = (/** @type {string} */ text) => plainLine(text, "text context");
  const own = source === null ? [] : [plainLine(source)];
  const title = source === null ? "Context" : before.length + after.length ? "Source in context" : "Source";
  beside.replaceChildren(
    besideColumn(title, [...before.map(context), ...own, ...after.map(context)]),
    besideColumn(references.length > 1 ? "References" : "Reference", references.map((text) => plainLine(text))),
  );
  for (const side of HALVES) outputs[side].text.replaceChildren(plainLine(item[side]));
}
