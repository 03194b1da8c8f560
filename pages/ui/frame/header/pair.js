// The pair of systems: a choice is shown at once; steps count from the pair on the screen, not from a
// late answer.

import { freshId } from "browser/dom.js";

/**
 * @typedef {object} Pair @property {number} a @property {number} b
 * @property {string} waitingFor the id of the choice that is not answered, '' for none
 * @property {number} again how often it was sent again
 */

// A choice that comes while Python works on another one may get lost. So often it is sent again.
const MOST = 3;

/** @param {Pair} pair @param {{a: number, b: number, answered: string}} data */
export function answer(pair, { a, b, answered }) {
  if (pair.waitingFor && pair.waitingFor !== answered && pair.again < MOST) return;
  Object.assign(pair, { a, b, waitingFor: "" });
}

/** The choice to send again after an answer to another one; nothing if all are answered. @param {Pair} pair */
export function unanswered(pair) {
  if (!pair.waitingFor) return undefined;
  pair.again += 1;
  return { id: pair.waitingFor, a: pair.a, b: pair.b };
}

/**
 * The choice to send for this system as A or B; if it is the other one, the two swap.
 * @param {Pair} pair @param {"a" | "b"} side @param {number} system
 */
export function choose(pair, side, system) {
  const other = side === "a" ? "b" : "a";
  if (pair[other] === system) pair[other] = pair[side];
  pair[side] = system;
  pair.waitingFor = freshId();
  pair.again = 0;
  return { id: pair.waitingFor, a: pair.a, b: pair.b };
}

/**
 * The system that many places on, from the last to the first, but for the other of the two.
 * @param {Pair} pair @param {"a" | "b"} side @param {number} by 1 or -1
 * @param {number} number how many systems there are
 */
export function next(pair, side, by, number) {
  let system = pair[side];
  do system = (system + by + number) % number;
  while (system === (side === "a" ? pair.b : pair.a));
  return system;
}
