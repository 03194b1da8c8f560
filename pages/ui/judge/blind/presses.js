// What each press and each key does. A press applies at once to the item on the screen, and undo
// takes back its answer and its step together.

import { answer, answerTo, hasCome, missing, startClock, takeTime } from "./sitting.js";

/** @typedef {import("./sitting.js").Half} Half */
/** @typedef {import("./sitting.js").Sitting} Sitting */

// ---- Presses.

const MOST_PRESSES = 200;
/** @type {import("./sitting.js").Side[]} */
const SIDES = ["", "left", "right"];
/**
 * @param {Sitting} sitting
 * @param {() => void} act
 */
export function onePress(sitting, act) {
  /** @type {import("./sitting.js").Press} */
  const press = sitting.pressing = { at: sitting.at, said: [] };
  act();
  sitting.pressing = null;
  if (press.said.length || sitting.at !== press.at) sitting.past = [...sitting.past, press].slice(-MOST_PRESSES);
}

/** The time that was spent on the item that is shown is its own. @param {Sitting} sitting */
export function spend(sitting) {
  const spent = takeTime(sitting.clock, Date.now());
  if (!hasCome(sitting) || sitting.at >= sitting.task.size) return;
  const total = Number(answerTo(sitting, "seconds")) + spent;
  answer(sitting, "seconds", "", total.toFixed(1));
}

/** Show another item, or the end. @param {Sitting} sitting @param {number} at */
export function goTo(sitting, at) {
  const there = Math.max(0, Math.min(sitting.task.size, at));
  if (there === sitting.at) return;
  spend(sitting);
  Object.assign(sitting, { at: there, aimed: "left", open: "" });
  if (hasCome(sitting) && !document.hidden) startClock(sitting.clock, Date.now());
}

/** @param {Sitting} sitting @param {string} choice */
function prefer(sitting, choice) {
  onePress(sitting, () => {
    answer(sitting, "better", "", choice);
    goTo(sitting, sitting.at + 1);
  });
}

/**
 * Rate an output. The second rating opens the next item; on an item that had both, the right one does.
 * @param {Sitting} sitting
 * @param {Half} side
 * @param {string} rating
 */
export function rate(sitting, side, rating) {
  const wasDone = !missing(sitting).length;
  onePress(sitting, () => {
    answer(sitting, "rating", side, rating);
    sitting.aimed = side === "left" ? "right" : "left";
    if (!missing(sitting).length && (!wasDone || side === "right")) goTo(sitting, sitting.at + 1);
  });
}

/** @param {Sitting} sitting @param {number} by */
function stepBy(sitting, by) {
  const { at } = sitting, leftOut = by > 0 && missing(sitting).length && !answerTo(sitting, "skipped");
  onePress(sitting, () => goTo(sitting, at + by));
  if (leftOut) sitting.told = `Item ${at + 1} is unanswered. Press Back to return to it.`;
}

/** @param {Sitting} sitting @param {string} reason */
export function skip(sitting, reason) {
  onePress(sitting, () => {
    for (const side of SIDES) answer(sitting, sitting.task.ask, side, "");
    answer(sitting, "skipped", "", reason);
    goTo(sitting, sitting.at + 1);
  });
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
  for (const { kind, side, text } of [...last.said].reverse()) answer(sitting, kind, side, text);
  sitting.aimed = /** @type {Half} */ (last.said[0]?.side || "left");
  sitting.told = last.said.length ? "The last press was taken back." : "Back where the last press was made.";
}

// ---- Keys. A press while the item has not arrived waits for it, in order.

/** Answer keys: the question of each, and its effect. @type {Record<string, [ask: string, act: (sitting: Sitting) => void]>} */
const ANSWERS = {
  ArrowLeft: ["better", (sitting) => prefer(sitting, "left")],
  ArrowRight: ["better", (sitting) => prefer(sitting, "right")],
  "=": ["better", (sitting) => prefer(sitting, "same")],
  x: ["better", (sitting) => prefer(sitting, "bad")],
  ",": ["rating", (sitting) => { sitting.aimed = "left"; }],
  ".": ["rating", (sitting) => { sitting.aimed = "right"; }],
};
/** @type {Record<string, (sitting: Sitting) => void>} */
const STEPS = {
  j: (sitting) => stepBy(sitting, 1),
  k: (sitting) => stepBy(sitting, -1),
  s: (sitting) => { sitting.open = "skip"; },
  "?": (sitting) => { sitting.open = "help"; },
};
/** @type {Record<string, string>} */
const ALSO = { h: "ArrowLeft", l: "ArrowRight", u: "Undo" };
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
  else if (["Escape", "Enter", sitting.open === "skip" ? "s" : "?"].includes(key)) sitting.open = "";
  else return key.length === 1;
  return true;
}

/** Whether a key is of use; it has been pressed then, or waits. @param {Sitting} sitting @param {string} pressed */
export function pressKey(sitting, pressed) {
  const key = ALSO[pressed] ?? pressed;
  if (sitting.task.closed) return false;
  if (sitting.open && hasCome(sitting)) return pressOver(sitting, key);
  if (!isKnown(sitting, key)) return Boolean(sitting.open);
  sitting.told = "";
  if (!hasCome(sitting)) {
    if (key === "Undo" && sitting.held.length && sitting.held.at(-1) !== key) sitting.held.pop();
    else sitting.held.push(key);
  } else if (key === "Undo") {
    undo(sitting);
  } else if (sitting.at < sitting.task.size || key === "k" || key === "?") {
    if (RATING.test(key)) rate(sitting, sitting.aimed, key);
    else (ANSWERS[key]?.[1] ?? STEPS[key])(sitting);
  }
  return true;
}

/** Replay the keys that waited for the item that has arrived. @param {Sitting} sitting */
export function pressHeld(sitting) {
  while (sitting.held.length && hasCome(sitting)) pressKey(sitting, sitting.held.shift());
}

/** The name of a key here; "" for keys of no use on this screen. @param {KeyboardEvent} event */
export function nameOfKey({ key, shiftKey, ctrlKey, metaKey, altKey, repeat }) {
  if ((ctrlKey || metaKey) && !shiftKey && !altKey && key === "z") return "Undo";
  if (ctrlKey || metaKey || altKey) return "";
  return repeat ? "" : key;
}
