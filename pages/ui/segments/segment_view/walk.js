// Where one is on the list, and what is pressed while another segment is on its way.
//
// A press is for the segment that is drawn. Steps count from it, and add up until they are answered.
// What is pressed after a step is for the segment that it leads to: it waits, in its order and
// however long, for the answer to exactly that step and for that segment to be drawn. Where the
// step leads elsewhere, or elsewhere is drawn, all that waits is let go, and it is said.
// Nothing here knows of time, or of the page.

import { freshId } from "../../widgets/fresh_id.js";

/** @typedef {{comparison: string, list: string, segment: number}} Place */
/** @typedef {Place & {id: string, kind: "step", by: number}} Step */
/** @typedef {{segment?: number, problem?: string}} StepAnswer */
/**
 * @typedef {object} Walk
 * @property {Place} drawn
 * @property {Step | null} step under way
 * @property {string[]} held the keys that wait for it
 */

/** The keys that step through the list. @type {Record<string, number>} */
export const STEPS = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 };

/** @returns {Walk} */
export function newWalk() {
  return { drawn: null, step: null, held: [] };
}

/**
 * One step on or back, or with `to` the way to a segment; false if it waits behind other keys.
 * @param {Walk} walk
 * @param {number} by
 * @param {number} [to]
 */
export function walkBy(walk, by, to) {
  if (walk.held.length) return false;
  const { comparison, list, segment } = walk.drawn;
  const from = walk.step ?? { comparison, list, segment, by: 0 };
  walk.step = { ...from, id: freshId(), kind: "step", by: from.by + by };
  if (to !== undefined) Object.assign(walk.step, { segment: to, by });
  return true;
}

/**
 * Whether a key has to wait; if so it is kept.
 * @param {Walk} walk
 * @param {string} key
 */
export function waits(walk, key) {
  if (walk.step) walk.held.push(key);
  return Boolean(walk.step);
}

/**
 * What is drawn now: the keys that it was waited for with, or why they were let go.
 * @param {Walk} walk
 * @param {Place & {answers: Record<string, StepAnswer>}} data
 * @returns {{keys: string[], problem: string}}
 */
export function nowDrawn(walk, { comparison, list, segment, answers }) {
  const { step, held } = walk;
  walk.drawn = { comparison, list, segment };
  const answer = step && answers[step.id];
  if (!answer) return { keys: [], problem: "" };
  Object.assign(walk, { step: null, held: [] });
  const there = answer.segment === segment && step.comparison === comparison;
  if (there && !answer.problem) return { keys: held, problem: "" };
  return { keys: [], problem: sentences(answer.problem || "Another segment was opened meanwhile.", held) };
}

/** @param {string} problem @param {string[]} held */
export function sentences(problem, held) {
  if (!held.length) return problem;
  return `${problem} What was pressed after it was let go: ${held.map((key) => (key === " " ? "Space" : key)).join(" ")}`;
}
