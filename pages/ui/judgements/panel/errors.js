// Where errors are marked: the system, how grave, and the kinds.

import { element } from "../../widgets/dom.js";
import { itemOf, markError, numbersOf, textOf } from "./items.js";
import { keyButton } from "./key_button.js";

/** @typedef {import("./items.js").Panel} Panel */

/** @param {Panel} panel @param {Partial<Panel>} changes */
export function set(panel, changes) {
  Object.assign(panel, changes);
  panel.draw();
}

/** @param {Panel} panel */
export function errorChoices(panel) {
  const { kinds, severities } = panel.data;
  const sides = element("div", "group"), grades = element("div", "group"), names = element("div", "row");
  sides.setAttribute("aria-label", "System");
  grades.setAttribute("aria-label", "Severity");
  for (const side of /** @type {("A" | "B")[]} */ (["A", "B"])) {
    sides.append(keyButton(side, side.toLowerCase(), panel.side === side, () => set(panel, { side }), side.toLowerCase()));
  }
  severities.forEach((grade, i) => grades.append(keyButton(grade, String(i + 1), panel.grade === grade, () => set(panel, { grade }))));
  names.append(...kinds.map((kind) => kindButton(panel, kind)));
  const first = element("div", "row");
  first.append(element("span", "muted", "An error in"), sides, element("span", "muted", "that is"), grades,
    keyButton("Done", "l", null, () => set(panel, { open: false })), element("span", "muted", "Shift: one more of a kind"));
  return [first, names];
}

/** @param {Panel} panel @param {{name: string, key: string, meaning: string}} kind */
function kindButton(panel, { name, key, meaning }) {
  const given = numbersOf(panel, name);
  const on = given.length > 0 && textOf(panel, itemOf(panel, "label", panel.side, name, given.at(-1))) === panel.grade;
  const node = keyButton(name + (given.length > 1 ? ` ×${given.length}` : ""), key, on, (event) => markError(panel, name, event.shiftKey));
  node.title = `${meaning} With Shift: one more.`.trim();
  return node;
}
