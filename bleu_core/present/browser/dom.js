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
 * A new element with what is in it.
 * @template {keyof HTMLElementTagNameMap} Name
 * @param {Name} name
 * @param {string | Partial<HTMLElementTagNameMap[Name]>} [properties] its class, or its properties
 * @param {(Node | string)[]} content
 * @returns {HTMLElementTagNameMap[Name]}
 */
export function element(name, properties = "", ...content) {
  const node = document.createElement(name);
  if (typeof properties !== "string") Object.assign(node, properties);
  else if (properties) node.className = properties;
  node.append(...content);
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

/** Whether a click on a link opens it here, not in another tab. @param {MouseEvent} event */
export function isPlainClick(event) {
  return !(event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey || event.button);
}

/** Whether a key acts as a click; its default action is prevented then. @param {KeyboardEvent} event */
export function presses(event) {
  if (event.key !== "Enter" && event.key !== " ") return false;
  event.preventDefault(); // Space would scroll
  return true;
}

/** @param {ParentNode} parent @param {string} selector @returns {HTMLElement} */
export function find(parent, selector) {
  return parent.querySelector(selector);
}

/** What is focused in the document or the shadow tree of a node. @param {Node} node */
export function focusOf(node) {
  return /** @type {HTMLElement | null} */ (/** @type {Document | ShadowRoot} */ (node.getRootNode()).activeElement);
}

/** A drawing: an SVG node. @param {string} name @param {Record<string, string | number>} attributes @param {(Node | string)[]} content */
export function drawing(name, attributes, ...content) {
  const node = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, String(value));
  node.append(...content);
  return node;
}

/** A name that nothing else has, in no tab and no session. */
export function freshId() {
  return crypto.getRandomValues(new Uint32Array(2)).join("-");
}

/** Elements that take keys for text or for themselves. */
export const FIELDS_OF_TEXT = "input, textarea, select, [contenteditable], [role=slider], [role=listbox], [role=combobox], [role=dialog]";
