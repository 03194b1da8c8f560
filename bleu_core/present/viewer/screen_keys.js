// g and a letter open a screen, as in the app; ? opens the sheet of keys.

import { FIELDS_OF_TEXT } from "browser/dom.js";

// The milliseconds in which the letter is to follow.
const LETTER_WAIT = 1500;

/** @param {KeyboardEvent} event */
export function isPlainKey({ ctrlKey, metaKey, altKey, isComposing, target }) {
  return !(ctrlKey || metaKey || altKey || isComposing || (target instanceof Element && target.closest(FIELDS_OF_TEXT)));
}

/** @param {import("./page.js").Screen[]} screens @returns {import("./key_sheet.js").KeyGroup} */
export function keysOfScreens(screens) {
  return ["Go to", [...screens.map(({ key, label }) => /** @type {[string, string]} */ (["g " + key, label])), ["?", "Keyboard shortcuts"]]];
}

/**
 * @param {import("./page.js").Screen[]} screens
 * @param {(name: string) => void} open
 * @param {() => void} help
 */
export function listenForScreens(screens, open, help) {
  let until = 0;
  addEventListener("keydown", (event) => {
    if (["Shift", "Control", "Alt", "Meta"].includes(event.key)) return;
    const waits = event.timeStamp < until, screen = waits && isPlainKey(event) && screens.find(({ key }) => key === event.key);
    until = event.key === "g" && !event.repeat && isPlainKey(event) ? event.timeStamp + LETTER_WAIT : 0;
    if (!screen && !(event.key === "?" && isPlainKey(event))) return;
    event.preventDefault();
    event.stopImmediatePropagation(); // the key means nothing else
    if (screen) open(screen.name);
    else help();
  }, { capture: true });
}
