// What each press and each key does. A press applies at once to the item on the screen, and undo
// takes back its answer and its step together.

import { freshId } from "browser/fresh_id.js";
import {
  answer, answerTo, changedSince, clearTold, eraseDigit, hasCome, missing, newEntry, nameOf, opposite, startClock, takeTime, typeDigit, valueOf,
} from "./sitting.js";

/** @typedef {import("./sitting.js").Half} Half */
/** @typedef {import("./sitting.js").Sitting} Sitting */

// ---- Presses.

const MOST_PRESSES = 200;
/** @type {import("./sitting.js").Side[]} */
const SIDES = ["", "left", "right"];
/** @type {Record<string, string>} */
const STILL_ASKED = { better: "which is better", score: "a score for each" };

/** Whether "which is better" is all that is asked: then a choice leads on to the next item. @param {Sitting} sitting */
export const leadsOn = ({ task }) => task.asks.length === 1 && task.asks[0] === "better";

/**
 * @param {Sitting} sitting
 * @param {() => void} act
 * @param {string} [joins]
 */
export function onePress(sitting, act, joins = "") {
  /** @type {import("./sitting.js").Press} */
  const press = sitting.pressing = { at: sitting.at, said: [], joins };
  act();
  sitting.pressing = null;
  const last = sitting.past.at(-1);
  if (!press.said.length && sitting.at === press.at) return;
  if (joins && last?.joins === joins) last.said.push(...press.said);
  else sitting.past = [...sitting.past, press].slice(-MOST_PRESSES);
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
  Object.assign(sitting, { at: there, entry: newEntry(freshId()), open: "", kept: "" });
  if (hasCome(sitting) && !document.hidden) startClock(sitting.clock, Date.now());
}

/** @param {Sitting} sitting @param {string} choice */
function prefer(sitting, choice) {
  onePress(sitting, () => {
    answer(sitting, "better", "", choice);
    if (leadsOn(sitting)) goTo(sitting, sitting.at + 1);
  });
}

/** @param {Sitting} sitting @param {Half} side @param {string} score */
export function rate(sitting, side, score) {
  aim(sitting, side);
  onePress(sitting, () => answer(sitting, "score", side, score));
}

/** Which side digits are for. @param {Sitting} sitting @param {Half} side */
function aim(sitting, side) {
  Object.assign(sitting, { entry: newEntry(freshId(), side), kept: "" });
}

/** @param {Sitting} sitting @param {string} digit */
function type(sitting, digit) {
  if (sitting.kept) {
    sitting.told = sitting.kept;
    return;
  }
  const entry = typeDigit(sitting.entry, digit, freshId());
  if (!entry) sitting.told = "10 or 100? Press Enter for 10.";
  else enter(sitting, entry);
}

/** @param {Sitting} sitting */
function erase(sitting) {
  if (sitting.entry.text) enter(sitting, eraseDigit(sitting.entry));
}

/** @param {Sitting} sitting @param {import("./sitting.js").Entry} entry */
function enter(sitting, entry) {
  sitting.entry = entry;
  onePress(sitting, () => answer(sitting, "score", entry.side, valueOf(entry)), entry.id);
}

/** On to what is still asked, or else to the next item. @param {Sitting} sitting */
function goOn(sitting) {
  const { entry } = sitting;
  const sides = missing(sitting).filter(({ kind }) => kind === "score").map(({ side }) => /** @type {Half} */ (side));
  if (sides.length) {
    const next = entry.text ? opposite(entry.side) : entry.side;
    aim(sitting, sides.includes(next) ? next : sides[0]);
    if (entry.text || next !== sitting.entry.side) return;
  }
  const asked = [...new Set(missing(sitting).map(({ kind }) => STILL_ASKED[kind]).filter(Boolean))];
  if (asked.length && !answerTo(sitting, "skipped")) {
    sitting.told = `Still missing: ${asked.join(" and ")}. Press j to leave the item unanswered.`;
    return;
  }
  onePress(sitting, () => {
    // Whoever goes on has read both: where nothing is marked no error was found.
    if (!answerTo(sitting, "skipped")) for (const { kind, side } of missing(sitting)) answer(sitting, kind, side, "[]");
    goTo(sitting, sitting.at + 1);
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
    for (const ask of sitting.task.asks) for (const side of SIDES) answer(sitting, ask, side, "");
    answer(sitting, "skipped", "", reason);
    goTo(sitting, sitting.at + 1);
  });
}

/** Take back the last press; false where its item has not come, which is shown first. @param {Sitting} sitting */
function undo(sitting) {
  const last = sitting.past.at(-1);
  if (!last) {
    sitting.told = "Nothing more to undo in this tab.";
    return true;
  }
  goTo(sitting, last.at);
  if (!hasCome(sitting)) return false;
  sitting.past = sitting.past.slice(0, -1);
  const changed = changedSince(sitting, last);
  for (const { kind, side, text } of [...last.said].reverse()) {
    if (!changed.includes(nameOf(kind, side))) answer(sitting, kind, side, text);
  }
  sitting.entry = newEntry(freshId(), /** @type {Half} */ (last.said[0]?.side || "left"));
  if (changed.length) sitting.told = "Another window saved a different answer since, which is kept.";
  else sitting.told = last.said.length ? "The last press was taken back." : "Back where the last press was made.";
  return true;
}

// ---- Keys. A press while the item has not arrived waits for it, in order.

/** Answer keys: the question of each, and its effect. @type {Record<string, [ask: string, act: (sitting: Sitting) => void]>} */
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
  clearTold(sitting);
  if (!DIGIT.test(key)) sitting.kept = "";
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

/** Replay the keys that waited for the item that has arrived. @param {Sitting} sitting */
export function pressHeld(sitting) {
  while (sitting.held.length && hasCome(sitting)) pressKey(sitting, sitting.held.shift());
}

/** The name of a key here; "" for keys of no use on this screen. @param {KeyboardEvent} event */
export function nameOfKey({ key, shiftKey, ctrlKey, metaKey, altKey, repeat }) {
  if ((ctrlKey || metaKey) && !shiftKey && !altKey && key === "z") return "Undo";
  if (ctrlKey || metaKey || altKey) return "";
  if (repeat && key !== "Backspace") return "";
  return key;
}
