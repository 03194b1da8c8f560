// The menu of an open segment: what is marked, and how texts are written.

import { A, B, SIDE_NAMES } from "browser/pair.js";
import { oneLine } from "../numbers.js";
import { button, element, find } from "browser/dom.js";

/** @import { Page } from "../page.js" */
/** @import { MoreSystems, Opened, Ui } from "./opened.js" */
/** @typedef {(changes: Partial<Ui>) => void} Redraw */
/** @typedef {ReturnType<typeof buildOptionsMenu>} OptionsMenu */

/** Open a panel under its button, on its right edge. @param {HTMLButtonElement} opener @param {HTMLElement} panel */
export function opensUnder(opener, panel) {
  panel.popover = "auto";
  opener.popoverTargetElement = panel;
  panel.addEventListener("beforetoggle", () => {
    const { right, bottom } = opener.getBoundingClientRect();
    Object.assign(panel.style, { top: bottom + 4 + "px", right: Math.max(8, document.documentElement.clientWidth - right) + "px" });
  });
}

export function buildOptionsMenu() {
  const opener = Object.assign(button("⋯", "icon", null), { ariaLabel: "Options", title: "Options" }), menu = element("div", "options-menu");
  opensUnder(opener, menu);
  return { button: opener, menu };
}

/** @param {"radio" | "checkbox"} type @param {string} name @param {string} text @param {string} key @param {boolean} checked @param {(on: boolean) => void} act */
function menuOption(type, name, text, key, checked, act) {
  const input = element("input", { type, name, checked, onchange: () => act(input.checked) });
  return element("label", "", input, text, element("kbd", { ariaHidden: "true" }, key));
}

/** @param {string} name @param {...Node} options */
function menuGroup(name, ...options) {
  return element("fieldset", "", element("legend", "", name), ...options);
}

/** @param {Opened} opened @param {Ui} ui @param {Redraw} redraw */
function wordDiffList({ texts }, ui, redraw) {
  const withReferences = texts.references.flatMap((line, r) => (line ? ["a", "b"].map((side) => new Option(`${SIDE_NAMES[side]} and ref ${r + 1}`, `${side}|${r}`)) : []));
  const list = element("select", { onchange: () => redraw({ words: list.value }) }, new Option("none", ""), new Option(`${A} and ${B}`, "a|b"), ...withReferences);
  list.value = ui.words;
  return element("label", "list", "Word differences ", list);
}

/** @param {MoreSystems} more */
function moreSystemsList({ names, shown, choose }) {
  return menuGroup("More systems", ...names.map((name) => menuOption("checkbox", "", oneLine(name, 40), "", shown.includes(name),
    (on) => choose(names.filter((other) => (other === name ? on : shown.includes(other)))))));
}

/** Draw the options as they are set. @param {OptionsMenu} options @param {Opened} opened with texts @param {Ui} ui @param {boolean} foldable @param {Redraw} redraw @param {Page} page */
export function drawOptions({ menu }, opened, ui, foldable, redraw, { help, more }) {
  const chosen = find(menu, ":focus")?.closest("label")?.dataset.option;
  const orders = Array.from({ length: opened.config.max_ngram_order + 1 }, (_, n) =>
    menuOption("radio", "order", n ? String(n) : "all", String(n), ui.order === n, () => redraw({ order: n })));
  const sides = /** @type {[Ui["only"], string, string][]} */ ([["", "lost and gained", ""], ["lost", `lost by ${B}`, "−"], ["gained", `gained by ${B}`, "+"]]).map(([only, text, key]) =>
    menuOption("radio", "only", text, key, ui.only === only, () => redraw({ only })));
  /** @type {[name: "scored" | "allReferences" | "folded", text: string, key: string, isOffered: boolean][]} */
  const switches = [
    ["scored", "Tokens as scored", "t", true], ["allReferences", "All references", "r", opened.texts.references.length > 2],
    ["folded", "Fold words that are the same", "f", foldable],
  ];
  const ways = switches.filter(([, , , isOffered]) => isOffered).map(([name, text, key]) => menuOption("checkbox", "", text, key, ui[name], (on) => redraw({ [name]: on })));
  const keys = button("Keyboard shortcuts", "", () => {
    menu.hidePopover(); // gives back the focus
    help();
  });
  menu.replaceChildren(Object.assign(menuGroup("N-gram order", ...orders), { className: "orders" }), menuGroup("Mark what is", ...sides),
    menuGroup("Text", ...ways, wordDiffList(opened, ui, redraw)), ...(more?.names.length ? [moreSystemsList(more)] : []), keys);
  menu.querySelectorAll("label").forEach((label, i) => { label.dataset.option = String(i); });
  if (chosen) find(menu, `[data-option="${chosen}"] :is(input, select)`)?.focus();
}
