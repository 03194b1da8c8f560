// Parts of the header of the app and of the page: logo, screens, and the two systems.

import { button, drawing, element, find } from "./dom.js";
import { A, B, SIDE_NAMES } from "./pair.js";

/** @typedef {"a" | "b"} Side */
/** @typedef {[value: number, text: string][]} Names */

/** Two columns, as A's and B's. */
export function logo() {
  return drawing("svg", { width: 20, height: 18, viewBox: "0 0 20 18", "aria-hidden": "true", class: "logo" },
    drawing("rect", { x: 0, y: 1, width: 9, height: 14, rx: 1.5, class: "a" }),
    drawing("rect", { x: 11, y: 4, width: 9, height: 14, rx: 1.5, class: "b" }));
}

// ---- The screens: links, and a list of the same where they have no room.

/** Left and right walk the links, and Home and End. @param {KeyboardEvent} event @param {HTMLElement[]} links */
function walkLinks(event, links) {
  const at = links.findIndex((link) => link === event.target), last = links.length - 1;
  /** @type {Record<string, number>} */
  const next = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: last };
  if (at < 0 || !(event.key in next)) return;
  event.preventDefault();
  event.stopPropagation();
  links[Math.max(0, Math.min(last, next[event.key]))].focus();
}

/** @param {{label: string, key: string}[]} screens */
export function screenLinks(screens) {
  const links = screens.map(({ label, key }) => {
    const link = element("a", { title: `Keys: g ${key}` }, label);
    link.dataset.label = label;
    return link;
  });
  const nav = element("nav", { className: "screens", ariaLabel: "Screens", onkeydown: (event) => walkLinks(event, links) }, ...links);
  const menu = element("select", { className: "menu", ariaLabel: "Screen", onchange: () => links[menu.selectedIndex].click() },
    ...screens.map(({ label }) => new Option(label)));
  return { nav, menu, links };
}

/** @param {HTMLSelectElement} menu @param {HTMLAnchorElement[]} links @param {number} current */
export function showCurrentScreen(menu, links, current) {
  menu.selectedIndex = current;
  links.forEach((link, i) => { link.ariaCurrent = i === current ? "page" : null; });
}

// ---- The pair.

const STEPPED_BY = { a: "{ and }", b: "[ and ]" };
const PAIR_ROLES = { a: `System ${A}, the baseline`, b: `System ${B}, the candidate` };

/** @param {string} label @param {Names} names @param {(value: number) => void} choose */
export function listOf(label, names, choose) {
  // After a choice by mouse, keys go to the screen; here they would choose by first letter.
  let byMouse = false;
  const list = element("select", {
    className: "name", ariaLabel: label, onpointerdown: () => { byMouse = true; }, onkeydown: () => { byMouse = false; },
    onchange: () => {
      choose(Number(list.value));
      if (byMouse) list.blur();
    },
  }, ...names.map(([value, text]) => new Option(text, String(value))));
  return list;
}

/** A system's sign and its name, or the list that it is chosen from. @param {Side} side @param {Names} names @param {(system: number) => void} choose */
export function pairSide(side, names, choose) {
  const name = names.length > 1 ? listOf(PAIR_ROLES[side], names, choose) : element("span", "name");
  if (names.length > 1) name.setAttribute("aria-keyshortcuts", STEPPED_BY[side].replace(" and", ""));
  return element("span", "system " + side, element("span", "square"), element("b", "", SIDE_NAMES[side]), name);
}

/** @param {HTMLElement} box @param {Side} side @param {number} system @param {string} text its name */
export function showSide(box, side, system, text) {
  const name = find(box, ".name"), isChosen = name instanceof HTMLSelectElement;
  if (isChosen) name.value = String(system);
  else name.textContent = text === SIDE_NAMES[side] ? "" : text; // not "A A"
  box.title = `${PAIR_ROLES[side]}: ${text}` + (isChosen ? `\nKeys: ${STEPPED_BY[side]}` : "");
}

/** @param {() => void} swap */
export function swapButton(swap) {
  const turn = button("⇄", "turn", swap), title = `Swap ${A} and ${B}`;
  Object.assign(turn, { title: `${title}\nKey: \\`, ariaLabel: title });
  turn.setAttribute("aria-keyshortcuts", "\\");
  return turn;
}
