// g and a letter open a screen.

import { isWriting } from "browser/pair_keys.js";

// The milliseconds in which the letter is to follow.
const WAIT = 1500;
const SHIFTS = ["Shift", "Control", "Alt", "Meta"];

/** @param {KeyboardEvent} event */
function isPlain(event) {
  const { ctrlKey, metaKey, altKey, shiftKey, repeat, isComposing } = event;
  return !(ctrlKey || metaKey || altKey || shiftKey || repeat || isComposing || isWriting(event));
}

/**
 * A screen that has a use for g, as the key of a label, has it first. The letter after it comes
 * here before it means something else on the screen.
 * @param {(letter: string) => boolean} open whether the letter is a screen's
 * @param {AbortSignal} signal
 */
export function openByKeys(open, signal) {
  let until = 0;
  window.addEventListener("keydown", (event) => {
    if (SHIFTS.includes(event.key)) return;
    const waits = event.timeStamp < until;
    until = 0;
    if (!waits || !isPlain(event) || !open(event.key)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  }, { capture: true, signal });
  window.addEventListener("keydown", (event) => {
    if (event.key === "g" && !event.defaultPrevented && isPlain(event)) until = event.timeStamp + WAIT;
  }, { signal });
}
