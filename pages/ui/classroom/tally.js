// The answers of the class, as bars: side by side for numbers, one under another for choices.

import { element } from "browser/dom.js";

/** @typedef {{label: string, count: number, right: boolean}} Bar */
/** @typedef {{score: string, text?: string}} Best */
/** @typedef {{bars: Bar[], numbers: boolean, notes: string[]}} Tally */

/** @param {Bar} bar @param {number} most */
function drawBar({ label, count, right }, most) {
  const row = element("li", "bar" + (right ? " right" : ""));
  const column = element("span", "length");
  column.style.setProperty("--share", String(count / Math.max(1, most)));
  row.append(element("span", "label", (right ? "✓ " : "") + label), column, element("span", "count", String(count)));
  return row;
}

/** @param {Tally} tally */
export function drawTally({ bars, numbers, notes }) {
  const list = element("ol", numbers ? "tally numbers" : "tally choices");
  list.setAttribute("aria-label", "Answers of the class");
  const most = Math.max(...bars.map((bar) => bar.count));
  list.append(...bars.map((bar) => drawBar(bar, most)));
  return [...notes.map((note) => element("p", "tallynote", note)), list];
}

/** @param {{answered: number, present: number, stage: {activity: string}}} news */
export function howMany({ answered, present, stage }) {
  const did = stage.activity === "challenge" ? "submitted an edit" : "answered";
  return answered + " of " + Math.max(answered, present) + " " + did;
}

/** The best edits of the class: at first only the scores, then the texts. @param {Best[]} best */
export function drawBest(best) {
  if (!best.length) return [element("p", "tallynote", "No edits yet.")];
  const list = element("ol", "best");
  list.setAttribute("aria-label", "Best edits of the class");
  for (const { score, text } of best) {
    const row = element("li");
    row.append(element("b", "score", score), ...(text === undefined ? [] : [element("span", "edit", text)]));
    list.append(row);
  }
  return [element("p", "tallynote", "Best BLEU in the class:"), list];
}

/** The references to compare a vote with. @param {string[]} references */
export function drawReferences(references) {
  return references.map((text, i) => {
    const line = element("p", "reference", text);
    line.prepend(element("span", "of", references.length > 1 ? "Reference " + (i + 1) : "Reference"));
    return line;
  });
}
