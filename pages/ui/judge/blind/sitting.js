// The state of one annotator's session in this tab: position, and answers, saved or pending. Items are known only by their positions in this annotator's own order.

import { applyAnswers, put, remove, unsaved, waiting } from "../../judgements/panel/outbox.js";

/** @typedef {"left" | "right"} Half */
/** What was answered to an item; "" and 0 are nothing. @typedef {{better?: string, left?: number, right?: number, skipped?: string}} Answer */
/**
 * Two outputs, what stands beside them, and the saved answer.
 * @typedef {object} Item
 * @property {string} left
 * @property {string} right
 * @property {string | null} source
 * @property {string[]} references
 * @property {string[]} before
 * @property {string[]} after
 * @property {Answer} answer
 */
/**
 * The data from Python (see blind/__init__.py).
 * @typedef {object} Task
 * @property {string} session
 * @property {string} annotator
 * @property {string} name
 * @property {"better" | "rating"} ask
 * @property {number} size how many items there are
 * @property {number} start the first item that is not answered
 * @property {string[]} reasons to skip an item
 * @property {string} closed why no answers are taken any more, or ""
 */
/** A press: its position, the output that a digit rated then, and the answer before. @typedef {{at: number, aimed: Half, before: Answer}} Press */
/**
 * @typedef {object} Sitting
 * @property {import("../../judgements/panel/outbox.js").Outbox} box
 * @property {Task} task
 * @property {Item[]} items by their places; none until they have come
 * @property {number} at the place of the one that is shown; `size` of the task: the end
 * @property {boolean} began whether anything has been answered in this tab
 * @property {Press[]} past
 * @property {Half} aimed the output that a digit rates
 * @property {"" | "skip" | "help"} open what lies over the item
 * @property {string} told
 */

/** What identifies an answer. @param {Sitting} sitting @param {number} [at] */
function placeOf({ task, at: here }, at = here) {
  return { session: task.session, annotator: task.annotator, at };
}

/** The answer to an item, saved or not. @param {Sitting} sitting @param {number} [at] @returns {Answer} */
export function answerAt(sitting, at = sitting.at) {
  const text = waiting(sitting.box, placeOf(sitting, at));
  return text === undefined ? sitting.items[at]?.answer ?? {} : JSON.parse(text);
}

/** Change the answer to the item that is shown. @param {Sitting} sitting @param {Answer} fields */
export function answer(sitting, fields) {
  const before = answerAt(sitting), after = { ...before, ...fields };
  const names = /** @type {(keyof Answer)[]} */ (Object.keys(fields));
  if (names.every((name) => (before[name] || "") === (after[name] || ""))) return;
  sitting.began = true;
  put(sitting.box, placeOf(sitting), JSON.stringify(after));
}

/** The unsaved answers of this session and annotator. @param {Sitting} sitting */
function unsavedHere({ box, task }) {
  return unsaved(box).filter(({ session, annotator }) => session === task.session && annotator === task.annotator);
}

/** @param {Sitting} sitting @param {Record<string, import("../../judgements/panel/outbox.js").Answer>} answers */
export function takeAnswers(sitting, answers) {
  for (const { id, at, text } of unsavedHere(sitting)) {
    if (sitting.items[at] && answers[id] && !answers[id].problem) sitting.items[at].answer = JSON.parse(text);
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

/** The fields of an item without an answer. @param {Sitting} sitting @param {number} [at] */
export function missing(sitting, at = sitting.at) {
  const given = answerAt(sitting, at);
  const fields = /** @type {(keyof Answer)[]} */ (sitting.task.ask === "better" ? ["better"] : ["left", "right"]);
  return fields.filter((field) => !given[field]);
}

/** @param {Sitting} sitting @param {number} at @returns {"skipped" | "judged" | "begun" | "open"} */
export function stateAt(sitting, at) {
  if (answerAt(sitting, at).skipped) return "skipped";
  const lacks = missing(sitting, at);
  if (!lacks.length) return "judged";
  return sitting.task.ask === "rating" && lacks.length === 1 ? "begun" : "open";
}
