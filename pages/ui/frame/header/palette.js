// The command palette: the dialog that the header's search or Ctrl K opens.

import { element } from "browser/dom.js";
import { entriesOf, matches } from "./entries.js";
import { fetchHelp } from "./help.js";

/** @typedef {import("./header.js").Header} Header */
/**
 * @typedef {object} Palette @property {Header} header
 * @property {import("./help.js").Help | null} help null until it has come
 * @property {import("./entries.js").Acts} acts @property {HTMLDialogElement} dialog
 * @property {HTMLInputElement} field @property {HTMLElement} list @property {HTMLElement} none
 * @property {import("./entries.js").Entry[]} shown
 * @property {number} at the place of the entry that Enter takes
 * @property {HTMLElement | null} before what had the focus
 */

const HINT = "Screen, segment number, system, setting, lesson or term";

// ---- The list of entries.

/** @param {Palette} palette */
function showMatches(palette) {
  const { header: { data }, help, acts, field, list, none } = palette;
  const groups = matches(field.value, entriesOf(data, help, acts), data, acts);
  palette.shown = groups.flatMap(([, entries]) => entries);
  list.replaceChildren(...groups.map(([kind, entries]) => entryGroup(palette, kind, entries)));
  list.hidden = !palette.shown.length;
  none.textContent = palette.shown.length ? "" : help ? "No matches." : "Loading …";
  field.ariaExpanded = String(!list.hidden);
  selectEntry(palette, 0);
}

/** @param {Palette} palette @param {string} kind @param {import("./entries.js").Entry[]} entries */
function entryGroup(palette, kind, entries) {
  const heading = element("div", { className: "kind", ariaHidden: "true" }, kind); // the group has its name
  return element("div", { role: "group", ariaLabel: kind }, heading, ...entries.map((entry) => entryOption(palette, entry)));
}

/** @param {Palette} palette @param {import("./entries.js").Entry} entry */
function entryOption(palette, entry) {
  const { label, detail } = entry, place = palette.shown.indexOf(entry);
  const node = element("div", { className: "entry", id: "entry-" + place, role: "option", title: detail ? `${label}\n${detail}` : label },
    element("span", "label", label), element("span", "detail", detail));
  node.onpointermove = () => { if (palette.at !== place) selectEntry(palette, place, false); };
  node.onclick = () => runEntry(palette, entry);
  return node;
}

/** @param {Palette} palette @param {number} place @param {boolean} [scrolls] */
function selectEntry(palette, place, scrolls = true) {
  palette.at = place;
  const options = /** @type {NodeListOf<HTMLElement>} */ (palette.list.querySelectorAll(".entry"));
  options.forEach((node, i) => { node.ariaSelected = String(i === place); });
  if (options[place]) palette.field.setAttribute("aria-activedescendant", options[place].id);
  else palette.field.removeAttribute("aria-activedescendant");
  if (scrolls) options[place]?.scrollIntoView({ block: place ? "nearest" : "end" });
}

/** @param {Palette} palette @param {import("./entries.js").Entry} entry */
function runEntry(palette, entry) {
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
export function openPalette(palette) {
  palette.before = focused();
  palette.field.value = "";
  palette.dialog.showModal();
  showMatches(palette);
  palette.field.focus();
  if (!palette.help) addHelp(palette);
}

/** Without lessons and glossary the rest can still be found. @param {Palette} palette */
async function addHelp(palette) {
  palette.help = await fetchHelp();
  if (palette.field.value) showMatches(palette);
}

/** @param {Palette} palette @param {KeyboardEvent} event */
function onPaletteKey(palette, event) {
  const { shown, at } = palette;
  const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  event.stopPropagation(); // no key of the screen below
  if (by && shown.length) selectEntry(palette, (at + by + shown.length) % shown.length);
  else if (event.key === "Enter" && !event.isComposing && shown[at]) runEntry(palette, shown[at]);
  else return;
  event.preventDefault();
}

/** @param {Header} header @param {import("./entries.js").Acts} acts @returns {Palette} */
export function buildPalette(header, acts) {
  const field = element("input", {
    type: "text", role: "combobox", ariaAutoComplete: "list", ariaLabel: HINT, placeholder: HINT, autocomplete: "off", autocapitalize: "off", spellcheck: false,
  });
  const list = element("div", { className: "list", id: "list", role: "listbox", ariaLabel: "Matches" });
  const none = element("p", { className: "none", role: "status" });
  const dialog = element("dialog", { className: "palette", ariaLabel: "Search" }, field, list, none);
  /** @type {Palette} */
  const palette = { header, acts, help: null, dialog, field, list, none, shown: [], at: 0, before: null };
  field.setAttribute("aria-controls", list.id);
  field.oninput = () => showMatches(palette);
  dialog.onkeydown = (event) => onPaletteKey(palette, event);
  dialog.onpointerdown = (event) => {
    if (event.target === dialog) dialog.close(); // beside it
    else if (event.target !== field) event.preventDefault(); // the field keeps the focus
  };
  dialog.onmousedown = (event) => { if (event.target !== field) event.preventDefault(); };
  dialog.onclose = () => palette.before?.focus({ preventScroll: true });
  return palette;
}

/**
 * Ctrl K opens and closes it, also in a field, but not over another dialog.
 * @param {KeyboardEvent} event @param {Palette} palette @param {boolean} isApple
 */
export function toggleByKey(event, palette, isApple) {
  const { key, ctrlKey, metaKey, shiftKey, altKey } = event, { dialog } = palette;
  if (key.toLowerCase() !== "k" || !(isApple ? metaKey : ctrlKey) || shiftKey || altKey) return;
  if (!dialog.open && (document.querySelector('[data-testid="stDialog"]') || palette.header.root.querySelector("dialog[open]"))) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  if (event.repeat) return;
  if (dialog.open) dialog.close(); else openPalette(palette);
}
