// The command palette: a button at the end of the navigation, and the dialog that it or Ctrl K opens.

import { button, element, find } from "browser/dom.js";
import { drawing } from "browser/svg.js";
import { entriesOf, matches } from "./entries.js";

/**
 * @typedef {object} Palette
 * @property {import("./entries.js").Data} data
 * @property {import("./entries.js").Help | null} help
 * @property {import("./entries.js").Acts} acts
 * @property {HTMLDialogElement} dialog
 * @property {HTMLInputElement} field
 * @property {HTMLElement} list
 * @property {HTMLElement} none
 * @property {import("./entries.js").Entry[]} shown
 * @property {number} at the place of the entry that Enter takes
 * @property {HTMLElement | null} before what had the focus
 */

const HINT = "Screen, segment number, system, setting, lesson or term";
const IS_APPLE = /Mac|iP(hone|ad|od)/.test(navigator.platform);

// ---- The list of entries.

/** @param {Palette} palette */
function showMatches(palette) {
  const { data, help, acts, field, list, none } = palette;
  const groups = matches(field.value, entriesOf(data, help, acts), data, acts);
  palette.shown = groups.flatMap(([, entries]) => entries);
  list.replaceChildren(...groups.map(([kind, entries]) => group(palette, kind, entries)));
  list.hidden = !palette.shown.length;
  none.textContent = palette.shown.length ? "" : help ? "No matches." : "Loading …";
  field.setAttribute("aria-expanded", String(!list.hidden));
  select(palette, 0);
}

/** @param {Palette} palette @param {string} kind @param {import("./entries.js").Entry[]} entries */
function group(palette, kind, entries) {
  const box = element("div");
  box.setAttribute("role", "group");
  box.setAttribute("aria-label", kind);
  const heading = element("div", "kind", kind);
  heading.setAttribute("aria-hidden", "true"); // the group has its name
  box.append(heading, ...entries.map((entry) => option(palette, entry)));
  return box;
}

/** @param {Palette} palette @param {import("./entries.js").Entry} entry */
function option(palette, entry) {
  const node = element("div", "entry"), place = palette.shown.indexOf(entry);
  node.id = "entry-" + place;
  node.setAttribute("role", "option");
  node.append(element("span", "label", entry.label), element("span", "detail", entry.detail));
  node.title = entry.detail ? `${entry.label}\n${entry.detail}` : entry.label;
  node.onpointermove = () => { if (palette.at !== place) select(palette, place, false); };
  node.onclick = () => run(palette, entry);
  return node;
}

/** @param {Palette} palette @param {number} place @param {boolean} [scrolls] */
function select(palette, place, scrolls = true) {
  palette.at = place;
  const options = /** @type {NodeListOf<HTMLElement>} */ (palette.list.querySelectorAll(".entry"));
  options.forEach((node, i) => node.setAttribute("aria-selected", String(i === place)));
  if (options[place]) palette.field.setAttribute("aria-activedescendant", options[place].id);
  else palette.field.removeAttribute("aria-activedescendant");
  if (scrolls) options[place]?.scrollIntoView({ block: place ? "nearest" : "end" });
}

/** @param {Palette} palette @param {import("./entries.js").Entry} entry */
function run(palette, entry) {
  palette.dialog.close();
  entry.run();
}

// ---- The dialog.

/** The element with the focus, also inside of components. */
function focused() {
  let node = /** @type {HTMLElement} */ (document.activeElement);
  while (node?.shadowRoot?.activeElement) node = /** @type {HTMLElement} */ (node.shadowRoot.activeElement);
  return node;
}

/** @param {Palette} palette */
function open(palette) {
  palette.before = focused();
  palette.field.value = "";
  palette.dialog.showModal();
  showMatches(palette);
  palette.field.focus();
  if (!palette.help) fetchHelp(palette);
}

/** Lessons and glossary, once; without an answer they are asked for again when it opens again. @param {Palette} palette */
async function fetchHelp(palette) {
  try {
    const answer = await fetch("./palette.json");
    if (answer.ok) palette.help = await answer.json();
  } catch {
    return; // the rest can still be found
  }
  if (palette.field.value) showMatches(palette);
}

/** @param {Palette} palette @param {KeyboardEvent} event */
function onKey(palette, event) {
  const { shown, at } = palette;
  const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  event.stopPropagation(); // no key of the screen below
  if (by && shown.length) select(palette, (at + by + shown.length) % shown.length);
  else if (event.key === "Enter" && !event.isComposing && shown[at]) run(palette, shown[at]);
  else return;
  event.preventDefault();
}

/** @param {Palette} palette */
function buildDialog(palette) {
  const { dialog, field, list, none } = palette;
  dialog.setAttribute("aria-label", "Search");
  const attributes = { role: "combobox", "aria-autocomplete": "list", "aria-controls": "list", "aria-label": HINT, placeholder: HINT, autocomplete: "off", autocapitalize: "off", spellcheck: "false", type: "text" };
  for (const [name, value] of Object.entries(attributes)) field.setAttribute(name, value);
  list.id = "list";
  list.setAttribute("role", "listbox");
  list.setAttribute("aria-label", "Matches");
  none.setAttribute("role", "status");
  field.oninput = () => showMatches(palette);
  dialog.onkeydown = (event) => onKey(palette, event);
  dialog.onpointerdown = (event) => {
    if (event.target === dialog) dialog.close(); // beside it
    else if (event.target !== field) event.preventDefault(); // the field keeps the focus
  };
  dialog.onmousedown = (event) => { if (event.target !== field) event.preventDefault(); };
  dialog.onclose = () => palette.before?.focus({ preventScroll: true });
  dialog.append(field, list, none);
}

/** @param {Palette} palette */
function openButton(palette) {
  const node = button("", "open", () => open(palette));
  const icon = drawing("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" });
  icon.append(drawing("circle", { cx: 10, cy: 10, r: 7 }), drawing("path", { d: "M15.5 15.5 21 21" }));
  const name = IS_APPLE ? "⌘ K" : "Ctrl K";
  node.append(icon, element("span", "text", "Search"), element("span", "text", name));
  node.title = `Search\nKeys: ${name}`;
  node.setAttribute("aria-label", `Search ${name}`); // as it is seen
  node.setAttribute("aria-keyshortcuts", IS_APPLE ? "Meta+K" : "Control+K");
  return node;
}

// ---- The component.

/** @type {WeakMap<HTMLElement, Palette>} */
const drawn = new WeakMap();

/** Ctrl K opens and closes it, also in a field, but not over another dialog. @param {Palette} palette @param {KeyboardEvent} event */
function onShortcut(palette, event) {
  const { key, ctrlKey, metaKey, shiftKey, altKey } = event;
  if (key.toLowerCase() !== "k" || !(IS_APPLE ? metaKey : ctrlKey) || shiftKey || altKey) return;
  if (!palette.dialog.open && document.querySelector('[data-testid="stDialog"]')) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  if (event.repeat) return;
  if (palette.dialog.open) palette.dialog.close(); else open(palette);
}

/** @param {HTMLElement} root @returns {Palette} */
function build(root) {
  const palette = /** @type {Palette} */ ({ data: null, acts: null, help: null, dialog: element("dialog"), field: element("input"), list: element("div", "list"), none: element("p", "none"), shown: [], at: 0, before: null });
  buildDialog(palette);
  root.replaceChildren(openButton(palette), palette.dialog);
  return palette;
}

/** @param {import("browser/dom.js").Mounted} mounted */
export default function ({ data, parentElement, setTriggerValue }) {
  const root = find(parentElement, ".palette");
  const palette = drawn.get(root) ?? build(root);
  drawn.set(root, palette);
  palette.data = data;
  palette.acts = {
    screen: (place) => /** @type {HTMLElement} */ (document.querySelectorAll(".st-key-navigation a")[place])?.click(),
    visit: (link) => location.assign(link),
    system: (side, system) => setTriggerValue("system", { side, system }),
    setting: (place) => setTriggerValue("setting", place),
  };
  const listening = new AbortController();
  window.addEventListener("keydown", (event) => onShortcut(palette, event), { capture: true, signal: listening.signal });
  return () => listening.abort();
}
