// The texts of an item, in the same places as those of every other, and the errors marked in them.

import { showMarks } from "../../judgements/marking/marking.js";
import { wordLine } from "../../judgements/marking/words.js";
import { element } from "../../widgets/dom.js";
import { onePress } from "./presses.js";
import { answer, answerTo } from "./sitting.js";
import { HALVES } from "./parts.js";

/** @typedef {import("./sitting.js").Sitting} Sitting */
/** @typedef {import("../../judgements/marking/marking.js").Mark} Mark */
/** @typedef {import("../../judgements/marking/marking.js").Said} Said */
/** @typedef {import("../../judgements/marking/marking.js").Line} MarkedLine */

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
 * @param {import("./parts.js").Parts} parts
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
  const title = source === null ? "Context" : before.length + after.length ? "Source, in its context" : "Source";
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
  onePress(sitting, () => {
    for (const side of HALVES) {
      const marks = marksOf(sitting, side);
      /** @type {(Mark | Said)[]} */
      const changed = marks.map((one) => (one.id === before?.id && after?.system === side ? after : one)).filter((one) => one !== marks.find(({ id }) => id === before?.id));
      if (after?.system === side && !changed.includes(after)) changed.push(after);
      if (JSON.stringify(changed) !== JSON.stringify(marks)) answer(sitting, "spans", side, asText(changed));
    }
  });
}

/** @param {(Mark | Said)[]} marks */
function asText(marks) {
  const plain = marks.map(({ category, severity, start, end, side, comment }) => ({ category, severity, start, end, side, comment }));
  return plain.length ? JSON.stringify(plain) : "";
}
