// What is being said of which stretch of which line; the form stands below it.

import { putBelow } from "./below.js";
import { chosenLine, drawChosen, stretchOf } from "./chosen.js";
import { boxesOf, isPlaced } from "./layer.js";

/** @typedef {import("./marking.js").Marking} Marking */
/** What is being said, and the mark that it is to replace. @typedef {import("./marking.js").Said & {before: import("./marking.js").Mark | null}} Draft */

/** The line that is being marked. @param {Marking} marking */
export function lineOfDraft({ draft, shown }) {
  const { side, system } = draft;
  return shown.lines.find((line) => line.side === side && (side === "source" || line.system === system));
}

/** The form stands below what is marked. @param {Marking} marking */
export function placeForm(marking) {
  const { root, form, draft } = marking;
  const line = lineOfDraft(marking);
  if (!line) return;
  const boxes = isPlaced(line, draft) ? boxesOf(line, draft) : [];
  putBelow(root, form, boxes.at(-1) ?? line.node.getBoundingClientRect());
}

/** What is marked is from now on what is chosen. @param {Marking} marking */
export function extendDraft(marking) {
  Object.assign(marking.draft, stretchOf(marking.chosen, chosenLine(marking)));
  placeForm(marking);
}

/** One token more, or less. @param {Marking} marking @param {number} by */
export function moveEnd(marking, by) {
  const line = chosenLine(marking), { chosen } = marking;
  if (!line) return; // it stands at no character
  chosen.head = Math.max(0, Math.min(line.tokens.length - 1, chosen.head + by));
  drawChosen(marking);
  extendDraft(marking);
}
