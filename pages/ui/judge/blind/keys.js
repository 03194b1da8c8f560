// The keys of a sitting. Every press is for the item that is shown; while that has not come yet, what
// is pressed waits for it, in its order.

import { hasCome } from "./sitting.js";
import { aim, erase, goOn, prefer, skip, stepBy, type, undo } from "./presses.js";

/** @typedef {import("./sitting.js").Sitting} Sitting */

/** What is said of the item, if it is asked. @type {Record<string, [ask: string, act: (sitting: Sitting) => void]>} */
const ANSWERS = {
  ArrowLeft: ["better", (sitting) => prefer(sitting, "left")],
  ArrowRight: ["better", (sitting) => prefer(sitting, "right")],
  "=": ["better", (sitting) => prefer(sitting, "same")],
  x: ["better", (sitting) => prefer(sitting, "bad")],
  ",": ["score", (sitting) => aim(sitting, "left")],
  ".": ["score", (sitting) => aim(sitting, "right")],
  Backspace: ["score", erase],
};
/** @type {Record<string, (sitting: Sitting) => void>} */
const STEPS = {
  Enter: goOn,
  j: (sitting) => stepBy(sitting, 1),
  k: (sitting) => stepBy(sitting, -1),
  s: (sitting) => { sitting.open = "skip"; },
  "?": (sitting) => { sitting.open = "help"; },
};
/** @type {Record<string, string>} */
const ALSO = { h: "ArrowLeft", l: "ArrowRight", u: "Undo" };
const DIGIT = /^\d$/;

/** @param {Sitting} sitting @param {string} key */
function isKnown({ task }, key) {
  const ask = DIGIT.test(key) ? "score" : ANSWERS[key]?.[0];
  return ask ? task.asks.some((asked) => asked === ask) : key === "Undo" || key in STEPS;
}

/** What lies over the item has all keys. @param {Sitting} sitting @param {string} key */
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
    if (!undo(sitting)) sitting.held.push(key);
  } else if (sitting.at < sitting.task.size || key === "k" || key === "?") {
    if (DIGIT.test(key)) type(sitting, key);
    else (ANSWERS[key]?.[1] ?? STEPS[key])(sitting);
  }
  return true;
}

/** What waited for the item that has come is pressed. @param {Sitting} sitting */
export function pressHeld(sitting) {
  while (sitting.held.length && hasCome(sitting)) pressKey(sitting, sitting.held.shift());
}

/** What a key is called here; "" if it is none of this screen's. @param {KeyboardEvent} event */
export function nameOfKey({ key, shiftKey, ctrlKey, metaKey, altKey, repeat }) {
  if ((ctrlKey || metaKey) && !shiftKey && !altKey && key === "z") return "Undo";
  if (ctrlKey || metaKey || altKey) return "";
  if (repeat && key !== "Backspace") return "";
  return key;
}
