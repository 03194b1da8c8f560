// g and a letter open a screen; ? opens the sheet of keys.

import { isWriting } from "./pair_keys.js";

/** @typedef {import("./key_sheet.js").KeyGroup} KeyGroup */

// The milliseconds in which the letter is to follow.
const LETTER_WAIT = 1500;

/** Whether a key without Ctrl, Alt or ⌘ is typed outside of fields. @param {KeyboardEvent} event */
export function isPlainKey(event) {
  return !(event.ctrlKey || event.metaKey || event.altKey || event.isComposing || isWriting(event));
}

/** @param {{key: string, label: string}[]} screens @returns {KeyGroup} */
export function keysOfScreens(screens) {
  return ["Go to", [...screens.map(({ key, label }) => /** @type {[string, string]} */ (["g " + key, label])), ["?", "Keyboard shortcuts"]]];
}

/**
 * A screen that has a use for g or ? has it first. The letter after g comes here before it means
 * something else on the screen.
 * @template {{key: string}} Screen
 * @param {Screen[]} screens
 * @param {(screen: Screen) => void} open
 * @param {() => void} help
 * @param {AbortSignal} [signal]
 */
export function listenForScreens(screens, open, help, signal) {
  let until = 0;
  addEventListener("keydown", (event) => {
    if (["Shift", "Control", "Alt", "Meta"].includes(event.key)) return;
    const screen = event.timeStamp < until && isPlainKey(event) && screens.find(({ key }) => key === event.key);
    until = 0;
    if (!screen) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    open(screen);
  }, { capture: true, signal });
  addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.repeat || !isPlainKey(event)) return;
    if (event.key === "g") until = event.timeStamp + LETTER_WAIT;
    if (event.key !== "?") return;
    event.preventDefault();
    help();
  }, { signal });
}

// In the app the sheet is the header's, and the keys of a screen are those of its components.
const KEYS_WANTED = "bleuscope-keys", HELP_WANTED = "bleuscope-help";

/** The keys that the components on the screen offer. @returns {KeyGroup[]} */
export function offeredKeys() {
  /** @type {KeyGroup[]} */
  const groups = [];
  dispatchEvent(new CustomEvent(KEYS_WANTED, { detail: groups }));
  return groups;
}

/** Show these in the header's sheet too, while `node` is on the screen. @param {Node} node @param {() => KeyGroup[]} groups */
export function offerKeys(node, groups) {
  const offer = (/** @type {Event} */ event) => {
    if (node.isConnected) /** @type {CustomEvent<KeyGroup[]>} */ (event).detail.push(...groups());
    else removeEventListener(KEYS_WANTED, offer);
  };
  addEventListener(KEYS_WANTED, offer);
}

/** Open the header's sheet. */
export function askForHelp() {
  dispatchEvent(new Event(HELP_WANTED));
}

/** @param {() => void} help @param {AbortSignal} signal */
export function listenForHelp(help, signal) {
  addEventListener(HELP_WANTED, help, { signal });
}
