// The list below the line: what can be chosen, which one is, and where it stands on the screen.

import { element } from "../dom.js";

/** @typedef {import("./completing.js").Choice} Choice */
/**
 * @typedef {object} Choices
 * @property {HTMLElement} node
 * @property {Choice[]} choices
 * @property {number} active -1 for none
 */

/** @param {string} id @param {(choice: Choice) => void} choose @returns {Choices} */
export function choicesBox(id, choose) {
  const node = element("div", "choices");
  node.id = id;
  node.setAttribute("role", "listbox");
  node.setAttribute("aria-label", "What may stand here");
  node.popover = "manual"; // above everything, whatever scrolls or is cut around it
  /** @type {Choices} */
  const box = { node, choices: [], active: -1 };
  node.onpointerdown = (event) => event.preventDefault(); // the field keeps the focus
  node.onclick = (event) => {
    const row = event.target instanceof Element && event.target.closest("[role=option]");
    if (row) choose(box.choices[[...node.children].indexOf(row)]);
  };
  return box;
}

/** @param {Choices} box @param {HTMLElement} field @param {Choice[]} choices none closes it */
export function showChoices(box, field, choices) {
  box.choices = choices;
  box.node.replaceChildren(...choices.map((choice, i) => {
    const row = element("div", "choice");
    row.id = `${box.node.id}-${i}`;
    row.setAttribute("role", "option");
    row.append(element("span", "told", choice.told));
    if (choice.about) row.append(element("span", "about", choice.about));
    return row;
  }));
  activate(box, field, -1);
  const isOpen = choices.length > 0;
  field.setAttribute("aria-expanded", String(isOpen));
  if (box.node.isConnected) box.node.togglePopover(isOpen);
  if (isOpen) place(box, field);
}

/** @param {Choices} box @param {HTMLElement} field */
function place({ node }, field) {
  const at = field.getBoundingClientRect(), below = innerHeight - at.bottom - 12;
  node.style.maxHeight = Math.max(120, Math.min(320, Math.max(below, at.top - 12))) + "px";
  node.style.width = Math.min(Math.max(at.width, 380), 720, innerWidth - 16) + "px";
  const size = node.getBoundingClientRect();
  node.style.left = Math.max(8, Math.min(at.left, innerWidth - size.width - 8)) + "px";
  node.style.top = (below < Math.min(size.height, 160) ? at.top - size.height - 2 : at.bottom + 2) + "px";
}

/** @param {Choices} box @param {HTMLElement} field @param {number} index */
export function activate(box, field, index) {
  box.node.children[box.active]?.removeAttribute("aria-selected");
  box.active = index;
  const row = box.node.children[index];
  if (!row) return field.removeAttribute("aria-activedescendant");
  row.setAttribute("aria-selected", "true");
  row.scrollIntoView({ block: "nearest" });
  field.setAttribute("aria-activedescendant", row.id);
}

/** To the next of them, or the one before; from the last to none, and on. @param {Choices} box @param {HTMLElement} field @param {number} by */
export function walkChoices(box, field, by) {
  const number = box.choices.length + 1;
  activate(box, field, ((box.active + 1 + by + number) % number) - 1);
}
