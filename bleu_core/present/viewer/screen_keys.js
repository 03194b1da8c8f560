// g and a letter open a screen, as in the app.

import { FIELDS_OF_TEXT } from "browser/dom.js";

// The milliseconds in which the letter is to follow.
const LETTER_WAIT = 1500;

/** @param {KeyboardEvent} event */
export function isPlainKey({ ctrlKey, metaKey, altKey, isComposing, target }) {
  return !(ctrlKey || metaKey || altKey || isComposing || (target instanceof Element && target.closest(FIELDS_OF_TEXT)));
}

/** @param {import("./page.js").Screen[]} screens */
export function screenKeysInWords(screens) {
  return `g then ${screens.map(({ key }) => key).join(" ")}: ${screens.map(({ label }) => label).join(", ")}`;
}

/**
 * @param {import("./page.js").Screen[]} screens
 * @param {(name: string) => void} open
 */
export function listenForScreens(screens, open) {
  let until = 0;
  addEventListener("keydown", (event) => {
    if (["Shift", "Control", "Alt", "Meta"].includes(event.key)) return;
    const waits = event.timeStamp < until, screen = waits && isPlainKey(event) && screens.find(({ key }) => key === event.key);
    until = event.key === "g" && !event.repeat && isPlainKey(event) ? event.timeStamp + LETTER_WAIT : 0;
    if (!screen) return;
    event.preventDefault();
    event.stopImmediatePropagation(); // the letter means nothing else
    open(screen.name);
  }, { capture: true });
}
