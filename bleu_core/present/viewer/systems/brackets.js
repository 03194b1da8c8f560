// Brackets join systems that do not differ significantly: a line beside their rows, with hooks at its ends.

import { drawing } from "browser/dom.js";

/** @typedef {[first: number, last: number]} Bracket places of systems, the best first */

/** Pixels from one bracket to the next, and of a hook; where in the height of its row a bracket begins and ends. */
const LANE_WIDTH = 14, HOOK_WIDTH = 5, BRACKET_TOP = "22%", BRACKET_BOTTOM = "78%";

/** The lane of each bracket: the first one that is free from its first row on. @param {Bracket[]} brackets */
export function lanesOf(brackets) {
  /** @type {number[]} */
  const lasts = [];
  return brackets.map(([first, last]) => {
    const free = lasts.findIndex((end) => end < first), lane = free < 0 ? lasts.length : free;
    lasts[lane] = last;
    return lane;
  });
}

/**
 * The parts of all brackets that are beside a row; those of neighbours meet.
 * @param {Bracket[]} brackets
 * @param {number} row
 */
export function bracketsBeside(brackets, row) {
  const lanes = lanesOf(brackets), width = (Math.max(-1, ...lanes) + 1) * LANE_WIDTH;
  const svg = drawing("svg", { class: "brackets", width, "aria-hidden": "true" });
  brackets.forEach(([first, last], i) => {
    if (row < first || row > last) return;
    const x = lanes[i] * LANE_WIDTH + 1 + HOOK_WIDTH;
    const y1 = row === first ? BRACKET_TOP : "0%", y2 = row === last ? BRACKET_BOTTOM : "100%";
    svg.append(drawing("line", { x1: x, x2: x, y1, y2 }));
    const hook = (/** @type {string} */ y) => drawing("line", { x1: x - HOOK_WIDTH, x2: x + 1, y1: y, y2: y });
    if (row === first) svg.append(hook(y1));
    if (row === last) svg.append(hook(y2));
  });
  return svg;
}
