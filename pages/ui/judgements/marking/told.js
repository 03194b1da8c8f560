// What a mark says, shown while the pointer is on it, or the focus on a token of it.

import { element } from "../../widgets/dom.js";
import { putBelow } from "./below.js";
import { tokensUnder } from "./characters.js";
import { isPlaced, sampleOf } from "./layer.js";

/** @typedef {import("./marking.js").Marking} Marking */
/** @typedef {import("./marking.js").Mark} Mark */

export function newTold() {
  const told = element("div", "told-marks");
  told.hidden = true;
  told.setAttribute("role", "status");
  return told;
}

/** The kind of an error and how grave it is, and the output that lacks what is marked in the source. @param {Mark} mark @param {import("./marking.js").Shown} shown */
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
  const t = Number(token.dataset.t);
  return marking.shown.marks.filter((mark) => {
    if (mark.side !== line.side || (line.side === "target" && mark.system !== line.system) || !isPlaced(line, mark)) return false;
    const under = tokensUnder(line.tokens, mark);
    return under !== null && under.first <= t && t <= under.last;
  });
}

/** @param {Marking} marking @param {Element} node @param {Mark[]} marks */
function tellOf({ root, told, shown, draft }, node, marks) {
  told.hidden = !marks.length || Boolean(draft) || root.classList.contains("no-marks");
  if (told.hidden) return told.replaceChildren();
  told.replaceChildren(...marks.map((mark) => {
    const said = element("p");
    said.append(sampleOf(mark.severity), element("b", "", titleOfMark(mark, shown)), " · " + (mark.mine ? "you" : mark.annotator || "somebody without a name"));
    if (mark.comment) said.append(element("q", "", mark.comment));
    return said;
  }));
  putBelow(root, told, node.getBoundingClientRect());
}

/** @param {Marking} marking */
export function listenToReaders(marking) {
  const { root } = marking;
  const read = (/** @type {Event} */ event) => {
    const node = /** @type {HTMLElement} */ (event.target);
    const token = /** @type {HTMLElement} */ (node.closest(".token"));
    const mark = markIn(marking, event);
    tellOf(marking, token ?? node, mark ? [mark] : token ? marksOn(marking, token) : []);
  };
  root.addEventListener("pointerover", read);
  root.addEventListener("focusin", read);
  root.addEventListener("pointerleave", () => { marking.told.hidden = true; });
  root.addEventListener("focusout", () => { marking.told.hidden = true; });
}
