// What each press and each key does. A press applies at once to the item on the screen, and undo
// takes back its answer and its step together.

import { answer, answerAt, missing } from "./sitting.js";

/** @typedef {import("./sitting.js").Half} Half */
/** @typedef {import("./sitting.js").Sitting} Sitting */

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

/** @param {Sitting} sitting @param {import("./sitting.js").Answer} given */
function answerAndGoOn(sitting, given) {
  onePress(sitting, () => {
    answer(sitting, { ...NOTHING, ...given });
    goTo(sitting, sitting.at + 1);
  });
}

/**
 * Rate an output. The second rating opens the next item; on an item that had both, the right one does.
 * @param {Sitting} sitting
 * @param {Half} side
 * @param {number} rating
 */
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

/** Answer keys: the question of each, and its effect. @type {Record<string, [ask: string, act: (sitting: Sitting) => void]>} */
const ANSWERS = {
  ArrowLeft: ["better", (sitting) => answerAndGoOn(sitting, { better: "left" })],
  ArrowRight: ["better", (sitting) => answerAndGoOn(sitting, { better: "right" })],
  s: ["better", (sitting) => answerAndGoOn(sitting, { better: "same" })],
  x: ["better", (sitting) => answerAndGoOn(sitting, { better: "bad" })],
  ",": ["rating", (sitting) => { sitting.aimed = "left"; }],
  ".": ["rating", (sitting) => { sitting.aimed = "right"; }],
};
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
  const ask = RATING.test(key) ? "rating" : ANSWERS[key]?.[0];
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
  if (sitting.task.closed || !sitting.items.length) return false;
  if (sitting.open) return pressOver(sitting, key);
  if (!isKnown(sitting, key)) return false;
  sitting.told = "";
  if (key === "Undo") undo(sitting);
  else if (sitting.at < sitting.task.size || key === "k" || key === "?") {
    if (RATING.test(key)) rate(sitting, sitting.aimed, Number(key));
    else (ANSWERS[key]?.[1] ?? STEPS[key])(sitting);
  }
  return true;
}

/** The name of a key here; "" for keys of no use on this screen. @param {KeyboardEvent} event */
export function nameOfKey({ key, shiftKey, ctrlKey, metaKey, altKey, repeat }) {
  if ((ctrlKey || metaKey) && !shiftKey && !altKey && key === "z") return "Undo";
  if (ctrlKey || metaKey || altKey) return "";
  return repeat ? "" : key;
}
