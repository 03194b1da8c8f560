// A sentence and an expression, set as text, and what can be done about them: see segment_filter.py.

import { button, element, find } from "browser/dom.js";

/** @param {import("browser/dom.js").Mounted} mounted */
export default function ({ data, parentElement, setTriggerValue }) {
  const root = find(parentElement, ".subset");
  root.className = "subset " + data.tone;
  if (!root.childElementCount) { // the buttons stay, with the focus, whatever is said beside them
    root.append(element("span", "told"), element("code", "where"), button("", "only", () => {}), button("Change filter", "filter", () => {}));
  }
  const [told, where, only, filter] = /** @type {HTMLElement[]} */ ([...root.children]);
  told.textContent = data.told;
  told.dataset.code = data.code;
  where.replaceChildren(element("bdi", "", data.where));
  only.textContent = data.switch;
  only.onclick = () => setTriggerValue("only", true);
  filter.onclick = () => setTriggerValue("filter", true);
}
