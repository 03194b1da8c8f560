// The keys that change the pair: [ and ] step B, { and } step A, \ swaps. On other layouts the keys
// at the same places work too, unless they type a letter, a digit or a key of a screen.

import { FIELDS_OF_TEXT } from "browser/dom.js";

/** @typedef {"swap" | {side: "a" | "b", by: number}} Change */

/** @type {Record<string, Change>} */
const BY_SIGN = {
  "[": { side: "b", by: -1 },
  "]": { side: "b", by: 1 },
  "{": { side: "a", by: -1 },
  "}": { side: "a", by: 1 },
  "\\": "swap",
};
/** @type {Record<string, [string, string]>} what each place types on a US keyboard, and with Shift */
const AT_PLACE = { BracketLeft: ["[", "{"], BracketRight: ["]", "}"], Backslash: ["\\", "\\"] };

/**
 * The change that a key asks for, if any.
 * @param {KeyboardEvent} event
 * @returns {Change | undefined}
 */
export function changeOf(event) {
  const { key, code, shiftKey, ctrlKey, metaKey, altKey, repeat } = event;
  if (metaKey || repeat || event.isComposing || (ctrlKey && !altKey)) return undefined;
  if (key in BY_SIGN) return BY_SIGN[key]; // with AltGr, which says that Ctrl and Alt are down, too
  if (ctrlKey || altKey || !(code in AT_PLACE) || /^[a-z0-9/?]$/i.test(key)) return undefined;
  return BY_SIGN[AT_PLACE[code][Number(shiftKey)]];
}

/**
 * Whether the user types there or answers a dialog; the header's own lists are no field.
 * @param {KeyboardEvent} event
 */
export function isWriting(event) {
  return event.composedPath().some((node) => node instanceof Element && node.matches(FIELDS_OF_TEXT) && !node.matches(".system select"));
}

/** What the sheet of keys says of them. @param {boolean} steps @param {boolean} swaps @returns {import("./key_sheet.js").KeyGroup[]} */
export function groupOfPairKeys(steps, swaps) {
  /** @type {import("./key_sheet.js").KeyLine[]} */
  const keys = [];
  if (steps) keys.push(["[ ]", "Previous, next system as B"], ["{ }", "Previous, next system as A"]);
  if (swaps) keys.push(["\\", "Swap A and B"]);
  return keys.length ? [["Systems", keys]] : [];
}
