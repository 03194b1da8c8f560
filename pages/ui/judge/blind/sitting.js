// The state of one annotator's session in this tab: position, time, and answers, saved
// or pending. Items are known only by their positions in this annotator's own order.

import { keyOf, nowAnswered, put, waiting } from "../../judgements/panel/outbox.js";
import { freshId } from "browser/fresh_id.js";

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
/** `said`: the texts that were there before, and those that were given. @typedef {{at: number, said: {kind: Kind, side: Side, text: string, given: string}[]}} Press */
/**
 * @typedef {object} Sitting
 * @property {import("../../judgements/panel/outbox.js").Outbox<Question>} box
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
 * @property {number} toldUntil before this time, no key takes away what is told
 */

const LETTERS = { skipped: "s", judged: "j", begun: "b", open: "." };

/** @param {Kind} kind @param {Side} side */
export const nameOf = (kind, side) => (side ? `${kind} ${side}` : kind);

/** @param {Sitting} sitting @param {Kind} kind @param {Side} [side] @param {number} [at] @returns {Question} */
function question({ task, at: here }, kind, side = "", at = here) {
  return { session: task.session, annotator: task.annotator, at, kind, side };
}

const READING = 5000; // milliseconds; who is in a hurry presses ten keys a second

/** A key takes away what is told, but not at once where an answer was refused. @param {Sitting} sitting */
export function clearTold(sitting) {
  if (Date.now() >= sitting.toldUntil) sitting.told = "";
}

/** The answer of an item; "" for one that has not arrived. @param {Sitting} sitting @param {Kind} kind @param {Side} [side] @param {number} [at] */
export function answerTo(sitting, kind, side = "", at = sitting.at) {
  return waiting(sitting.box, question(sitting, kind, side, at)) ?? sitting.items.get(at)?.answers[nameOf(kind, side)] ?? "";
}

/** Answer for the item that is shown; that it was skipped is taken back first. @param {Sitting} sitting @param {Kind} kind @param {Side} side @param {string} text */
export function answer(sitting, kind, side, text) {
  const seen = answerTo(sitting, kind, side);
  if (text === seen) return;
  if (text && kind === sitting.task.ask) answer(sitting, "skipped", "", "");
  const asked = question(sitting, kind, side);
  sitting.began = true;
  if (kind !== "seconds") sitting.pressing?.said.push({ kind, side, text: seen, given: text });
  sitting.box.conflicts.delete(keyOf(asked));
  put(sitting.box, { ...asked, id: freshId(), text, seen, problem: "" });
}

/** What came of each press; of one that was refused, all answers to its item. @param {Sitting} sitting @param {Record<string, import("../../judgements/panel/outbox.js").OpAnswer & {answers?: Record<string, string>}>} answers */
export function takeAnswers(sitting, answers) {
  const { box, task, items } = sitting;
  for (const op of box.ops) {
    const done = answers[op.id];
    const item = op.session === task.session && op.annotator === task.annotator && items.get(op.at);
    if (!item || !done || done.problem) continue;
    if (done.answers) item.answers = { ...done.answers };
    else if (op.unsure) items.delete(op.at); // it was saved once; what is there now is asked for
    else item.answers[nameOf(op.kind, op.side)] = op.text;
  }
  nowAnswered(box, answers);
  // A time is of no window: what another one has spent is added to.
  for (const [key, { op, there }] of box.conflicts) {
    if (op.kind !== "seconds") continue;
    box.conflicts.delete(key);
    put(box, { ...op, id: freshId(), seen: there, text: String(Number(there) + Number(op.text) - Number(op.seen)), tried: false });
  }
}

/** Tell what was refused: the item shows what is kept. @param {Sitting} sitting */
export function reportRefusals(sitting) {
  const { box, task } = sitting;
  const isHere = (/** @type {Question} */ op) => op.session === task.session && op.annotator === task.annotator;
  const all = [...box.conflicts.values()].map(({ op }) => op), refused = all.filter(isHere);
  if (all.length > refused.length) sitting.told = "Answers in another session were not saved: another window saved different ones, which are kept.";
  const places = [...new Set(refused.map(({ at }) => at + 1))].join(", ");
  const isShown = refused.every(({ at }) => at === sitting.at);
  const how = isShown ? "Answer again to change it." : "Go back to change it.";
  if (refused.length) sitting.told = `Item ${places}: another window saved a different answer, which is kept. ${how}`;
  if (all.length) sitting.toldUntil = Date.now() + READING;
  box.conflicts.clear();
  for (const op of refused) forgetStep(sitting, op);
  for (const op of refused) if (op.kind === "skipped" && op.text) putBack(sitting, op);
  if (!task.closed) return;
  // Those of other sessions, and of other people, may still be saved.
  const late = box.ops.filter((op) => op.problem && isHere(op));
  if (!late.length) return;
  sitting.told = `Not saved, because it came later: ${late.length} ${late.length === 1 ? "answer" : "answers"}.`;
  box.ops = box.ops.filter((op) => !late.includes(op));
}

/** A refused answer cannot be taken back. @param {Sitting} sitting @param {Question & {text: string}} op */
function forgetStep(sitting, { at, kind, side, text }) {
  for (const press of sitting.past) {
    if (press.at === at) press.said = press.said.filter((one) => one.kind !== kind || one.side !== side || one.given !== text);
  }
}

/** Of an item that was not skipped after all, one's own answers stay. @param {Sitting} sitting @param {Question} skip */
function putBack(sitting, { at }) {
  const press = sitting.past.findLast((one) => one.at === at);
  for (const { kind, side, text } of press?.said.filter(({ given }) => !given) ?? []) {
    put(sitting.box, { ...question(sitting, kind, side, at), id: freshId(), text, seen: "", problem: "" });
  }
  if (press) press.said = [];
}

/** The answers of a press that are not what it gave last: another window changed them. @param {Sitting} sitting @param {Press} press */
export function changedSince(sitting, { at, said }) {
  const given = new Map(said.map((one) => [nameOf(one.kind, one.side), one]));
  const changed = [...given.values()].filter(({ kind, side, given: text }) => answerTo(sitting, kind, side, at) !== text);
  return changed.map(({ kind, side }) => nameOf(kind, side));
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
  const { box, task, items } = sitting;
  if (task.closed) return;
  for (const at of [...items.keys()]) {
    const isGone = task.states[at] === LETTERS.open && stateAt(sitting, at) !== "open";
    if (isGone && !box.ops.some((op) => op.at === at)) items.delete(at);
  }
}
