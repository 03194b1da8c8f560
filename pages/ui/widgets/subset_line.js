// A switch, a sentence and an expression, set as text: see line_components.py.

import { button, element, find } from "browser/dom.js";

/** @param {import("browser/dom.js").Mounted} mounted */
export default function ({ data, parentElement, setTriggerValue }) {
  const root = find(parentElement, ".subset");
  root.className = "subset " + data.tone;
  let pressed = /** @type {HTMLButtonElement | null} */ (root.querySelector(".only"));
  const told = element("span", "told", data.told), where = element("code", "where");
  where.append(element("bdi", "", data.where));
  const said = data.where ? [told, where] : [told];
  if (!pressed) { // it stays, with the focus, whatever is said beside it
    pressed = button("Only these segments", "only", () => {});
    pressed.setAttribute("role", "switch");
    root.replaceChildren(pressed);
  }
  pressed.onclick = () => setTriggerValue("only", true);
  pressed.setAttribute("aria-checked", String(data.on));
  while (pressed.nextSibling) pressed.nextSibling.remove();
  pressed.after(...said);
}
