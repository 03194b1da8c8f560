// What waited for a segment, pressed once that is drawn.

import { press } from "./keys.js";
import { announce } from "./queue.js";
import { STEPS, sentences, waits } from "./walk.js";

/** @typedef {HTMLInputElement | HTMLTextAreaElement} Field */

/**
 * A key that opens a field is followed by its text.
 * @param {import("./queue.js").Opened} opened
 * @param {string[]} keys
 */
export function replay(opened, keys) {
  const before = focused();
  for (const [i, key] of keys.entries()) {
    const node = focused();
    const field = node !== before && node?.matches("textarea, input") && /** @type {Field} */ (node);
    if (opened.walk.step && (opened.walk.held.length || !(key in STEPS))) waits(opened.walk, key);
    else if (!field) press(opened, key, null);
    else if (!type(field, key)) return announce(opened, sentences("This cannot be repeated in a field.", keys.slice(i)));
  }
}

function focused() {
  let node = document.activeElement;
  while (node?.shadowRoot?.activeElement) node = node.shadowRoot.activeElement;
  return node;
}

/** What a key does in a field; whether it can be told. @param {Field} field @param {string} key */
function type(field, key) {
  const write = (/** @type {string} */ text, /** @type {number} */ from) => {
    field.setRangeText(text, from, field.selectionEnd, "end");
    field.dispatchEvent(new InputEvent("input", { bubbles: true, composed: true }));
  };
  const { selectionStart, selectionEnd } = field;
  if (key.length === 1) write(key, selectionStart);
  else if (key === "Backspace") write("", selectionStart === selectionEnd ? Math.max(0, selectionEnd - 1) : selectionStart);
  else if (key === "Enter" || key === "Escape") {
    const untaken = field.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, composed: true, cancelable: true }));
    if (untaken && key === "Enter" && field.matches("textarea")) write("\n", selectionStart);
  } else return false;
  return true;
}
