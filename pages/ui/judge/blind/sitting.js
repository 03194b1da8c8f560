// One annotator's session in this tab: the position, the answers, saved or pending, and what each press and key does.
// Items are known only by their positions in this annotator's own order.

import { put, remove, unsaved, waiting } from "../../judgements/panel/outbox.js";

/** @typedef {"left" | "right"} Half */
/** What was answered to an item; "" and 0 are nothing. @typedef {{better?: string, left?: number, right?: number, skipped?: string}} Answer */
/** Two outputs, what stands beside them, and the saved answer. @typedef {{left: string, right: string, source: string | null, references: string[], before: string[], after: string[], answer: Answer}} Item */
/**
 * The data from Python (see blind/__init__.py): `size` is the number of items, `start` the first that is not answered, `reasons`
 * are to skip an item, `closed` is why no answers are taken any more, or "".
 * @typedef {{session: string, annotator: string, name: string, ask: "better" | "rating", size: number, start: number, reasons: string[], closed: string}} Task
 */
/** A press: its position, the output that a digit rated then, and the answer before. @typedef {{at: number, aimed: Half, before: Answer}} Press */
/** @typedef {ReturnType<typeof newSitting>} Sitting */

/** @param {import("../../judgements/panel/outbox.js").Outbox} box @param {Task} task @param {Item[]} items by their places */
export function newSitting(box, task, items) {
  return {
    box, task, items,
    at: task.start, // the place of the item that is shown; `size` of the task: the end
    began: unsaved(box).length > 0, // whether anything has been answered in this tab
    past: /** @type {Press[]} */ ([]),
    aimed: /** @type {Half} */ ("left"), // the output that a digit rates
    open: /** @type {"" | "skip" | "help"} */ (""), // what lies over the item
    told: "",
  };
}

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
function answer(sitting, fields) {
  const before = answerAt(sitting), after = { ...before, ...fields };
  const names = /** @type {(keyof Answer)[]} */ (Object.keys(fields));
  if (names.every((name) => (before[name] || "") === (after[name] || ""))) return;
  sitting.began = true;
  put(sitting.box, placeOf(sitting), JSON.stringify(after));
}

/** A change was answered. @param {Sitting} sitting @param {import("../../judgements/panel/outbox.js").Change<any>} change @param {{problem?: string}} answer */
export function takeAnswer({ task, items }, { session, annotator, at, text }, { problem }) {
  if (!problem && items[at] && session === task.session && annotator === task.annotator) items[at].answer = JSON.parse(text);
}

/** Drop what a session that was closed meanwhile does not take any more, and tell so. @param {Sitting} sitting */
export function dropLate(sitting) {
  const { box, task } = sitting;
  const late = unsaved(box).filter(({ id, session, annotator }) => session === task.session && annotator === task.annotator && box.problems.has(id));
  if (!task.closed || !late.length) return;
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

// ---- Presses.

const MOST_PRESSES = 200;
const NOTHING = { better: "", left: 0, right: 0, skipped: "" };

/** A press that answers the item that is shown, or goes to another. @param {Sitting} sitting @param {() => void} act */
export function onePress(sitting, act) {
  const press = { at: sitting.at, aimed: sitting.aimed, before: answerAt(sitting) };
  act();
  const changed = JSON.stringify(answerAt(sitting, press.at)) !== JSON.stringify(press.before);
  if (changed || sitting.at !== press.at) sitting.past = [...sitting.past, press].slice(-MOST_PRESSES);
}

/** Show another item, or the end. @param {Sitting} sitting @param {number} at */
export function goTo(sitting, at) {
  const there = Math.max(0, Math.min(sitting.task.size, at));
  if (there === sitting.at) return;
  Object.assign(sitting, { at: there, aimed: "left", open: "" });
}

/** @param {Sitting} sitting @param {Answer} given */
function answerAndGoOn(sitting, given) {
  onePress(sitting, () => {
    answer(sitting, { ...NOTHING, ...given });
    goTo(sitting, sitting.at + 1);
  });
}

/** Rate an output. The second rating opens the next item; on an item that had both, the right one does. @param {Sitting} sitting @param {Half} side @param {number} rating */
export function rate(sitting, side, rating) {
  const wasDone = !missing(sitting).length;
  onePress(sitting, () => {
    answer(sitting, { [side]: rating, skipped: "" });
    sitting.aimed = side === "left" ? "right" : "left";
    if (!missing(sitting).length && (!wasDone || side === "right")) goTo(sitting, sitting.at + 1);
  });
}

/** @param {Sitting} sitting @param {number} by */
function stepBy(sitting, by) {
  const { at } = sitting, leftOut = by > 0 && missing(sitting).length && !answerAt(sitting).skipped;
  onePress(sitting, () => goTo(sitting, at + by));
  if (leftOut) sitting.told = `Item ${at + 1} is unanswered. Press Back to return to it.`;
}

/** @param {Sitting} sitting @param {string} reason */
export function skip(sitting, reason) {
  answerAndGoOn(sitting, { skipped: reason });
}

/** Take back the last press. @param {Sitting} sitting */
function undo(sitting) {
  const last = sitting.past.at(-1);
  if (!last) {
    sitting.told = "Nothing more to undo on this page.";
    return;
  }
  goTo(sitting, last.at);
  sitting.past = sitting.past.slice(0, -1);
  answer(sitting, { ...NOTHING, ...last.before });
  sitting.aimed = last.aimed;
  sitting.told = "The last press was taken back.";
}

// ---- Keys.

/** What each key answers to which output is better. @type {Record<string, string>} */
export const BETTER_OF_KEY = { ArrowLeft: "left", ArrowRight: "right", s: "same", x: "bad" };
/** The output that the next digit rates. @type {Record<string, Half>} */
const AIMED_BY_KEY = { ",": "left", ".": "right" };
/** @type {Record<string, (sitting: Sitting) => void>} */
const STEPS = {
  j: (sitting) => stepBy(sitting, 1),
  k: (sitting) => stepBy(sitting, -1),
  n: (sitting) => { sitting.open = "skip"; },
  "?": (sitting) => { sitting.open = "help"; },
};
const RATING = /^[1-5]$/;

/** @param {Sitting} sitting @param {string} key */
function isKnown({ task }, key) {
  const ask = key in BETTER_OF_KEY ? "better" : key in AIMED_BY_KEY || RATING.test(key) ? "rating" : "";
  return ask ? ask === task.ask : key === "Undo" || key in STEPS;
}

/** A box over the item gets all keys. @param {Sitting} sitting @param {string} key */
function pressOver(sitting, key) {
  const reason = sitting.open === "skip" && sitting.task.reasons[Number(key) - 1];
  if (reason) skip(sitting, reason);
  else if (["Escape", "Enter", sitting.open === "skip" ? "n" : "?"].includes(key)) sitting.open = "";
  else return key.length === 1;
  return true;
}

/** Whether a key is of use. @param {Sitting} sitting @param {string} pressed */
export function pressKey(sitting, pressed) {
  const key = pressed === "u" ? "Undo" : pressed;
  if (sitting.task.closed) return false;
  if (sitting.open) return pressOver(sitting, key);
  if (!isKnown(sitting, key)) return false;
  sitting.told = "";
  if (key === "Undo") undo(sitting);
  else if (sitting.at < sitting.task.size || key === "k" || key === "?") {
    if (RATING.test(key)) rate(sitting, sitting.aimed, Number(key));
    else if (key in AIMED_BY_KEY) sitting.aimed = AIMED_BY_KEY[key];
    else if (key in BETTER_OF_KEY) answerAndGoOn(sitting, { better: BETTER_OF_KEY[key] });
    else STEPS[key](sitting);
  }
  return true;
}

/** The name of a key here; "" for keys of no use on this screen. @param {KeyboardEvent} event */
export function nameOfKey({ key, shiftKey, ctrlKey, metaKey, altKey, repeat }) {
  if ((ctrlKey || metaKey) && !shiftKey && !altKey && key === "z") return "Undo";
  return ctrlKey || metaKey || altKey || repeat ? "" : key;
}
