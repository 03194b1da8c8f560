// Elements and buttons. Text is only ever set as text, never as markup.

/**
 * The argument of a component's function; components.py describes `data` and the messages.
 * @typedef {object} Mounted
 * @property {any} data
 * @property {ParentNode} parentElement
 * @property {(message: string, value: unknown) => void} setStateValue
 * @property {(message: string, value: unknown) => void} setTriggerValue
 */

/**
 * @template {keyof HTMLElementTagNameMap} Name
 * @param {Name} name
 * @param {string} [className]
 * @param {string} [text]
 * @returns {HTMLElementTagNameMap[Name]}
 */
export function element(name, className, text) {
  const node = document.createElement(name);
  if (className) node.className = className;
  if (text !== undefined) node.textContent = text;
  return node;
}

/**
 * @param {string} label
 * @param {string} className
 * @param {((event: MouseEvent) => void) | null} act null for a button that acts otherwise
 */
export function button(label, className, act) {
  const node = element("button", className, label);
  node.type = "button";
  node.onclick = act;
  return node;
}

/** Show which of some buttons is on. @param {HTMLElement[]} buttons @param {HTMLElement} [on] none without it */
export function showPressed(buttons, on) {
  for (const node of buttons) {
    node.classList.toggle("on", node === on);
    node.setAttribute("aria-pressed", String(node === on));
  }
}

/**
 * Whether a key acts as a click; its default action is prevented then.
 * @param {KeyboardEvent} event
 */
export function presses(event) {
  if (event.key !== "Enter" && event.key !== " ") return false;
  event.preventDefault(); // Space would scroll
  return true;
}

/**
 * @param {ParentNode} parent
 * @param {string} selector
 * @returns {HTMLElement}
 */
export function find(parent, selector) {
  return parent.querySelector(selector);
}

/** Elements that take keys for text or for themselves. */
export const FIELDS_OF_TEXT = "input, textarea, select, [contenteditable], [role=slider], [role=listbox], [role=combobox], [role=dialog]";
