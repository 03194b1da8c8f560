// The position in the list, and the keys pressed while another segment is loading.
//
// A press applies to the segment on the screen. Steps count from it, and add up until they are
// answered. A key pressed after a step is for the segment that the step leads to: it waits, in order
// and however long, until exactly that step is answered and that segment is drawn. If the step leads
// elsewhere, or another segment is drawn, all waiting keys are dropped, and a message says so. Nothing
// here depends on time; after a reload, the step and its keys are those of before.

import { freshId } from "browser/fresh_id.js";

/** @typedef {{comparison: string, list: string, segment: number}} Place */
/** @typedef {Place & {id: string, by: number}} Step */
/** @typedef {{segment?: number, problem?: string}} StepAnswer */
/**
 * @typedef {object} Walk
 * @property {Place} drawn
 * @property {Step | null} step under way
 * @property {string[]} held the keys that wait for it
 */

const KEPT = "bleuscope-walk";

/**
 * A step that a page of this tab had under way is taken on: it is sent again, and its keys still wait.
 * @param {Record<string, string>} tab the storage of this tab
 * @returns {Walk}
 */
export function newWalk(tab) {
  return { drawn: null, step: null, held: [], ...JSON.parse(tab[KEPT] ?? "{}") };
}

/** @param {Walk} walk @param {Record<string, string>} tab */
export function keepWalk({ step, held }, tab) {
  if (step) tab[KEPT] = JSON.stringify({ step, held });
  else delete tab[KEPT];
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
  walk.step = { ...from, id: freshId(), by: from.by + by };
  if (to !== undefined) Object.assign(walk.step, { segment: to, by });
  return true;
}

/**
 * Whether a key has to wait; if so it is queued.
 * @param {Walk} walk
 * @param {string} key
 */
export function waits(walk, key) {
  if (walk.step) walk.held.push(key);
  return Boolean(walk.step);
}

/**
 * Note the segment that is drawn now; return the keys that waited for it, or why they were dropped.
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
  return { keys: [], problem: sentences(answer.problem || "Another segment was opened in the meantime.", held) };
}

/** @param {string} problem @param {string[]} held */
export function sentences(problem, held) {
  if (!held.length) return problem;
  return `${problem} These keys were dropped: ${held.map((key) => (key === " " ? "Space" : key)).join(" ")}`;
}
