// The menu of an open segment: what is marked, and how texts are written.

import { oneLine } from "../numbers.js";
import { button, element } from "browser/dom.js";

/** @import { Page } from "../page.js" */
/** @import { MoreSystems, Opened, Ui } from "./opened.js" */
/** @typedef {(changes: Partial<Ui>) => void} Redraw */
/** @typedef {{button: HTMLButtonElement, menu: HTMLElement}} OptionsMenu */

/** Open a panel under its button, on its right edge. @param {HTMLButtonElement} opener @param {HTMLElement} panel */
export function opensUnder(opener, panel) {
  panel.popover = "auto";
  opener.popoverTargetElement = panel;
  panel.addEventListener("beforetoggle", () => {
    const { right, bottom } = opener.getBoundingClientRect();
    Object.assign(panel.style, { top: bottom + 4 + "px", right: Math.max(8, document.documentElement.clientWidth - right) + "px" });
  });
}

/** @returns {OptionsMenu} */
export function buildOptionsMenu() {
  const node = button("⋯", "icon", null), menu = element("div", "options-menu");
  node.ariaLabel = node.title = "Options";
  opensUnder(node, menu);
  return { button: node, menu };
}

/** @param {"radio" | "checkbox"} type @param {string} name @param {string} text @param {string} key @param {boolean} checked @param {(on: boolean) => void} act */
function menuOption(type, name, text, key, checked, act) {
  const label = element("label"), input = element("input"), hint = element("kbd", "", key);
  Object.assign(input, { type, name, checked });
  input.onchange = () => act(input.checked);
  hint.ariaHidden = "true";
  label.append(input, text, hint);
  return label;
}

/** @param {string} name @param {...Node} options */
function menuGroup(name, ...options) {
  const set = element("fieldset");
  set.append(element("legend", "", name), ...options);
  return set;
}

/** @param {Opened} opened @param {Ui} ui @param {Redraw} redraw */
function wordDiffList({ texts }, ui, redraw) {
  const list = element("select"), label = element("label", "list");
  list.append(new Option("none", ""), new Option("A and B", "a|b"));
  texts.references.forEach((line, r) => {
    if (line) list.append(...["a", "b"].map((side) => new Option(`${side.toUpperCase()} and ref ${r + 1}`, `${side}|${r}`)));
  });
  list.value = ui.words;
  list.onchange = () => redraw({ words: list.value });
  label.append("Word differences ", list);
  return label;
}

/** @param {MoreSystems} more */
function moreSystemsList({ names, shown, choose }) {
  const list = names.map((name) => menuOption("checkbox", "", oneLine(name, 40), "", shown.includes(name), (on) => choose(names.filter((other) => (other === name ? on : shown.includes(other))))));
  return menuGroup("More systems", ...list);
}

/**
 * Draw the options as they are set.
 * @param {OptionsMenu} options
 * @param {Opened} opened with texts
 * @param {Ui} ui
 * @param {boolean} foldable
 * @param {Redraw} redraw
 * @param {Page} page
 */
export function drawOptions({ menu }, opened, ui, foldable, redraw, { help, more }) {
  const chosen = /** @type {HTMLElement | null} */ (menu.querySelector(":focus"))?.closest("label")?.dataset.option;
  const orders = Array.from({ length: opened.config.max_ngram_order + 1 }, (_, n) =>
    menuOption("radio", "order", n ? String(n) : "all", String(n), ui.order === n, () => redraw({ order: n })));
  const sides = /** @type {[Ui["only"], string, string][]} */ ([["", "lost and gained", ""], ["lost", "lost by B", "−"], ["gained", "gained by B", "+"]]).map(([only, text, key]) =>
    menuOption("radio", "only", text, key, ui.only === only, () => redraw({ only })));
  const ways = [menuOption("checkbox", "", "Tokens as scored", "t", ui.scored, (scored) => redraw({ scored }))];
  if (opened.texts.references.length > 2) ways.push(menuOption("checkbox", "", "All references", "r", ui.allReferences, (allReferences) => redraw({ allReferences })));
  if (foldable) ways.push(menuOption("checkbox", "", "Fold words that are the same", "f", ui.folded, (folded) => redraw({ folded })));
  const ordered = menuGroup("N-gram order", ...orders);
  ordered.className = "orders";
  const keys = button("Keyboard shortcuts", "", () => {
    menu.hidePopover(); // gives back the focus
    help();
  });
  menu.replaceChildren(ordered, menuGroup("Mark what is", ...sides), menuGroup("Text", ...ways, wordDiffList(opened, ui, redraw)), ...(more?.names.length ? [moreSystemsList(more)] : []), keys);
  menu.querySelectorAll("label").forEach((label, i) => { label.dataset.option = String(i); });
  if (chosen) /** @type {HTMLElement} */ (menu.querySelector(`[data-option="${chosen}"] :is(input, select)`))?.focus();
}
