// Elements, buttons and drawings. Text is only ever set as text, never as markup.

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

/** @param {string} label @param {string} className @param {((event: MouseEvent) => void) | null} act null for a button that acts otherwise */
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

/** @param {ParentNode} parent @param {string} selector */
export function findAll(parent, selector) {
  return [.../** @type {NodeListOf<HTMLElement>} */ (parent.querySelectorAll(selector))];
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

// ---- Elements redrawn under a pressed pointer lose their click: the release finds another element.

/**
 * @param {HTMLElement} node
 * @returns {(draw: () => void) => void} draws at once, or, while the pointer is pressed on the node,
 *     after its release and click: of several drawings the last one
 */
export function afterRelease(node) {
  /** @type {(() => void) | null} */
  let waiting = null;
  let pressed = false;
  node.addEventListener("pointerdown", (event) => {
    if (event.button !== 0 || pressed || event.composedPath()[0] instanceof HTMLSelectElement) return; // its list takes the release
    pressed = true;
    const listening = new AbortController();
    const { signal } = listening;
    const release = () => {
      if (signal.aborted) return;
      listening.abort();
      const draw = waiting;
      pressed = false;
      waiting = null;
      if (node.isConnected) draw?.();
    };
    for (const end of ["pointerup", "pointercancel"]) document.addEventListener(end, () => setTimeout(release), { signal });
    document.addEventListener("pointermove", (moved) => { if (!moved.buttons) release(); }, { signal });
  }, { capture: true });
  return (draw) => { if (pressed) waiting = draw; else draw(); };
}

// ---- A table is one stop of the Tab key: up and down walk its rows, left and right the links and buttons of
// one; Home and End go to the first and the last row. Hidden rows are passed over.

/**
 * @param {HTMLTableElement} table
 * @param {HTMLElement} [start] the stop of the Tab key; else the first
 * @param {string} [what] what else than rows is walked to
 */
export function walkable(table, start, what = ".asks") {
  const rows = [...table.rows]
    .map((row) => [row, ...findAll(row, what)])
    .map((nodes) => nodes.filter((node) => node.tabIndex === 0))
    .filter((stops) => stops.length);
  const stops = rows.flat();
  const stopAt = (/** @type {EventTarget} */ node) => stops.forEach((other) => { other.tabIndex = other === node ? 0 : -1; });
  const isStop = (/** @type {EventTarget} */ node) => stops.some((stop) => stop === node);
  if (stops.length) stopAt(start ?? stops[0]);
  table.addEventListener("focusin", (event) => {
    if (isStop(event.target)) stopAt(event.target);
  });
  table.addEventListener("keydown", (event) => {
    const seen = rows.filter((row) => !row[0].closest("tr").hidden);
    const r = seen.findIndex((row) => row.some((stop) => stop === event.target));
    if (r < 0 || event.ctrlKey || event.metaKey || event.altKey) return;
    const c = seen[r].findIndex((stop) => stop === event.target);
    const level = (/** @type {HTMLElement[] | undefined} */ row) => row?.[Math.min(c, row.length - 1)];
    /** @type {Record<string, HTMLElement>} */
    const next = {
      ArrowUp: level(seen[r - 1]), ArrowDown: level(seen[r + 1]),
      ArrowLeft: seen[r][c - 1], ArrowRight: seen[r][c + 1],
      Home: seen[0][0], End: seen.at(-1)[0],
    };
    if (!next[event.key]) return;
    event.preventDefault();
    event.stopPropagation(); // the arrow keys of the page are others
    next[event.key].focus();
  });
}
