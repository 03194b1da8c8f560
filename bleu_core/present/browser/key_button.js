// A button that shows the key that presses it too.

import { button, element } from "./dom.js";

/**
 * @param {string} label
 * @param {string} key or "" for none
 * @param {boolean | null} pressed null where it is no toggle
 * @param {(event: MouseEvent) => void} act
 * @param {string} [className]
 */
export function keyButton(label, key, pressed, act, className) {
  const node = button(label, className ?? "", act);
  if (key) {
    node.append(element("kbd", "", key));
    node.setAttribute("aria-label", label);
    node.setAttribute("aria-keyshortcuts", key);
  }
  if (pressed !== null) node.setAttribute("aria-pressed", String(pressed));
  return node;
}
