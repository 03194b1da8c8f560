// The state of one annotator's session in this tab: position, time, and answers, saved
// or pending. Items are known only by their positions in this annotator's own order.

import { applyAnswers, put, remove, unsaved, waiting } from "../../judgements/panel/outbox.js";

// ---- Time on an item, without pauses of over two minutes and hidden pages. `now` is a parameter, in
// milliseconds.

/** @typedef {{spent: number, last: number | null}} Clock `last`: when something was done last; null: it stands */

const LONGEST_PAUSE = 120_000;

/** @returns {Clock} */
export function newClock() {
  return { spent: 0, last: null };
}

/** Something was done; what has passed since the last counts, if it was no pause. @param {Clock} clock @param {number} now */
export function tick(clock, now) {
  if (clock.last === null) return;
  const passed = now - clock.last;
  if (passed <= LONGEST_PAUSE) clock.spent += Math.max(0, passed);
  clock.last = now;
}

/** @param {Clock} clock @param {number} now */
export function startClock(clock, now) {
  clock.last ??= now;
}

/** @param {Clock} clock @param {number} now */
export function stopClock(clock, now) {
  tick(clock, now);
  clock.last = null;
}

/** The time spent, in seconds; counting restarts from 0. @param {Clock} clock @param {number} now */
export function takeTime(clock, now) {
  stopClock(clock, now);
  const { spent } = clock;
  clock.spent = 0;
  return Math.round(spent / 100) / 10;
}

// ---- Answers.

/** @typedef {"left" | "right"} Half */
/** @typedef {"better" | "rating" | "skipped" | "seconds"} Kind of what is answered */
/** @typedef {"" | "left" | "right"} Side "" for what is of both */
/** @typedef {{session: string, annotator: string, at: number, kind: Kind, side: Side}} Question */
/**
 * Two outputs, what stands beside them, and what Python has as their answers: see `nameOf`.
 * @typedef {object} Item
 * @property {string} left
 * @property {string} right
 * @property {string | null} source
 * @property {string[]} references
 * @property {string[]} before
 * @property {string[]} after
 * @property {Record<string, string>} answers
 */
/**
 * The data from Python (see blind/__init__.py).
 * @typedef {object} Task
 * @property {string} session
 * @property {string} annotator
 * @property {string} name
 * @property {"better" | "rating"} ask
 * @property {number} size how many items there are
 * @property {number} start where this annotator was last
 * @property {string} states of all items, a letter each: see `stateAt`
 * @property {string[]} reasons to skip an item
 * @property {string} closed why no answers are taken any more, or ""
 */
/** The answers of one press, and its position. */
/** `said`: the texts that were there before. @typedef {{at: number, said: {kind: Kind, side: Side, text: string}[]}} Press */
/**
 * @typedef {object} Sitting
 * @property {import("../../judgements/panel/outbox.js").Outbox} box
 * @property {Task} task
 * @property {Map<number, Item>} items those that have come, by their places
 * @property {number} at the place of the one that is shown; `size` of the task: the end
 * @property {boolean} began whether anything has been answered in this tab
 * @property {Press[]} past
 * @property {Press | null} pressing what is being said
 * @property {Half} aimed the output that a digit rates
 * @property {Clock} clock
 * @property {string[]} held keys that wait for the item that they were meant for
 * @property {"" | "skip" | "help"} open what lies over the item
 * @property {string} told
 */

const LETTERS = { skipped: "s", judged: "j", begun: "b", open: "." };

/** @param {Kind} kind @param {Side} side */
export const nameOf = (kind, side) => (side ? `${kind} ${side}` : kind);

/** @param {Sitting} sitting @param {Kind} kind @param {Side} [side] @param {number} [at] @returns {Question} */
function question({ task, at: here }, kind, side = "", at = here) {
  return { session: task.session, annotator: task.annotator, at, kind, side };
}

/** The answer of an item; "" for one that has not arrived. @param {Sitting} sitting @param {Kind} kind @param {Side} [side] @param {number} [at] */
export function answerTo(sitting, kind, side = "", at = sitting.at) {
  return waiting(sitting.box, question(sitting, kind, side, at)) ?? sitting.items.get(at)?.answers[nameOf(kind, side)] ?? "";
}

/** Answer for the item that is shown; that it was skipped is taken back first. @param {Sitting} sitting @param {Kind} kind @param {Side} side @param {string} text */
export function answer(sitting, kind, side, text) {
  const before = answerTo(sitting, kind, side);
  if (text === before) return;
  if (text && kind === sitting.task.ask) answer(sitting, "skipped", "", "");
  sitting.began = true;
  if (kind !== "seconds") sitting.pressing?.said.push({ kind, side, text: before });
  put(sitting.box, question(sitting, kind, side), text);
}

/** The unsaved answers of this session and annotator. @param {Sitting} sitting */
function unsavedHere({ box, task }) {
  return unsaved(box).filter(({ session, annotator }) => session === task.session && annotator === task.annotator);
}

/** @param {Sitting} sitting @param {Record<string, import("../../judgements/panel/outbox.js").Answer>} answers */
export function takeAnswers(sitting, answers) {
  for (const { id, at, kind, side, text } of unsavedHere(sitting)) {
    const item = sitting.items.get(at);
    if (item && answers[id] && !answers[id].problem) item.answers[nameOf(kind, side)] = text;
  }
  applyAnswers(sitting.box, answers);
}

/** Give up what a session that was closed meanwhile does not take any more, and tell so. @param {Sitting} sitting */
export function giveUpLate(sitting) {
  const { box, task } = sitting;
  if (!task.closed) return;
  const late = unsavedHere(sitting).filter(({ id }) => box.problems.has(id));
  if (!late.length) return;
  sitting.told = `Not saved, because it came later: ${late.length} ${late.length === 1 ? "answer" : "answers"}.`;
  remove(box, late);
}

/** Whether the item of a place can be shown. @param {Sitting} sitting @param {number} [at] */
export function hasCome({ items, task, at: here }, at = here) {
  return at >= task.size || items.has(at);
}

/** The sides of an item without an answer, "" for a preference. @param {Sitting} sitting @param {number} [at] */
export function missing(sitting, at = sitting.at) {
  const { ask } = sitting.task;
  const sides = /** @type {Side[]} */ (ask === "better" ? [""] : ["left", "right"]);
  return sides.filter((side) => !answerTo(sitting, ask, side, at));
}

/** @param {Sitting} sitting @param {number} at @returns {"skipped" | "judged" | "begun" | "open"} */
export function stateAt(sitting, at) {
  const { task, items } = sitting;
  if (!items.has(at)) return /** @type {any} */ (Object.entries(LETTERS).find(([, letter]) => letter === task.states[at])?.[0] ?? "open");
  if (answerTo(sitting, "skipped", "", at)) return "skipped";
  const lacks = missing(sitting, at);
  if (!lacks.length) return "judged";
  return task.ask === "rating" && lacks.length === 1 ? "begun" : "open";
}

/** Forget items whose answers are gone, as after a restore: they are asked for again. @param {Sitting} sitting */
export function forgetGone(sitting) {
  const { task, items } = sitting;
  if (task.closed) return;
  for (const at of [...items.keys()]) {
    const isGone = task.states[at] === LETTERS.open && stateAt(sitting, at) !== "open";
    if (isGone && !unsavedHere(sitting).some((change) => change.at === at)) items.delete(at);
  }
}
