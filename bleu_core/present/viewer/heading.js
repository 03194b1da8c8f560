// The top of the page: screens, the pair of systems, the settings, and the theme.

import { button, element } from "browser/dom.js";
import { asking } from "browser/glossary_tip.js";
import { drawing } from "browser/svg.js";
import { formatCount, oneLine } from "./numbers.js";
import { pairWith, placeOfPair, systemsOfSide } from "./pair_choice.js";
import { hashOf, NOTHING_CHOSEN } from "./state.js";

/** @typedef {import("./page.js").Page} Page */
/** @typedef {import("./page.js").Screen} Screen */
/**
 * @typedef {object} Heading
 * @property {HTMLElement} root
 * @property {HTMLElement} title
 * @property {HTMLElement} mast the pair and the settings
 * @property {HTMLSelectElement} menu of the screens, on a phone
 * @property {HTMLAnchorElement[]} links to the screens
 * @property {Screen[]} screens
 * @property {string} drawn which set and pair the mast shows
 */

// ---- The theme.

/** @type {["" | "light" | "dark", string, string][]} each with its sign and its name */
const THEMES = [["", "◐", "system"], ["light", "☀", "light"], ["dark", "☾", "dark"]];
const THEME_NAME = "bleuscope-theme";

/** Where the choice is kept, if the browser lets a file or a frame keep anything. @param {string} [theme] */
function keptTheme(theme) {
  try {
    if (theme !== undefined) localStorage.setItem(THEME_NAME, theme);
    return localStorage.getItem(THEME_NAME) ?? "";
  } catch {
    return theme ?? "";
  }
}

function themeButton() {
  let now = Math.max(0, THEMES.findIndex(([theme]) => theme === keptTheme()));
  const node = button("", "theme", () => {
    now = (now + 1) % THEMES.length;
    keptTheme(THEMES[now][0]);
    show();
  });
  const show = () => {
    const [theme, sign, name] = THEMES[now];
    document.documentElement.dataset.theme = theme;
    node.textContent = sign;
    node.title = `Theme: ${name}`;
    node.setAttribute("aria-label", `Theme: ${name}. Switch to ${THEMES[(now + 1) % THEMES.length][2]}`);
  };
  show();
  return node;
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

/** @param {Screen[]} screens */
function screenLinks(screens) {
  const nav = element("nav", "screens"), menu = element("select", "menu");
  nav.setAttribute("aria-label", "Screens");
  menu.setAttribute("aria-label", "Screen");
  const links = screens.map(({ label, key }) => {
    const link = nav.appendChild(element("a", "", label));
    link.title = `Keys: g ${key}`;
    return link;
  });
  menu.append(...screens.map(({ name, label }) => new Option(label, name)));
  menu.onchange = () => links[menu.selectedIndex].click();
  nav.onkeydown = (event) => walkLinks(event, links);
  return { nav, menu, links };
}

// ---- The pair.

const STEPPED_BY = { a: "{ and }", b: "[ and ]" };
const PAIR_ROLES = { a: "System A, the baseline", b: "System B, the candidate" };

/** @param {string} label @param {[number, string][]} options @param {number} chosen @param {(value: number) => void} choose */
function listOf(label, options, chosen, choose) {
  const list = element("select", "name");
  list.setAttribute("aria-label", label);
  list.append(...options.map(([value, text]) => new Option(text, String(value), false, value === chosen)));
  list.onchange = () => choose(Number(list.value));
  return list;
}

/** @param {Page} page @param {"a" | "b"} side */
function pairSide(page, side) {
  const { set, pair, go } = page, name = oneLine(set.systems[pair[side]].name, 80);
  const box = element("span", "system " + side);
  const there = systemsOfSide(set, side);
  const options = there.map((place) => /** @type {[number, string]} */ ([place, oneLine(set.systems[place].name, 80)]));
  box.title = `${PAIR_ROLES[side]}: ${name}` + (there.length > 1 ? `\nKeys: ${STEPPED_BY[side]}` : "");
  box.append(element("span", "square"), element("b", "", side.toUpperCase()), there.length > 1
    ? listOf(PAIR_ROLES[side], options, pair[side], (system) => go({ pair: pairWith(set, pair, side, system) }))
    : name === side.toUpperCase() ? "" : element("span", "name", name));
  return box;
}

/** The settings in a few words: what each signature says, and what is unusual in this one. @param {string} signature */
function shortSettings(signature) {
  const { tok, case: letters, nrefs, ...others } = Object.fromEntries(signature.split("|").map((field) => field.split(":")));
  const unusual = Object.entries(others).filter(([name, value]) => name !== "version" && USUAL_SETTINGS[name] !== value);
  const references = nrefs === "var" ? "several refs" : `${nrefs} ${nrefs === "1" ? "ref" : "refs"}`;
  return [tok, letters === "lc" ? "lowercased" : "cased", references, ...unusual.map((field) => field.join(":"))].join(" · ");
}

/** @type {Record<string, string>} */
const USUAL_SETTINGS = { eff: "no", smooth: "exp" };

/** @param {Page} page */
function settingsButton({ set, doc }) {
  const label = shortSettings(set.signature), open = button(label, "settings", null), sheet = element("div", "sheet");
  sheet.popover = "auto";
  open.popoverTargetElement = sheet;
  open.setAttribute("aria-label", "Settings: " + label);
  const facts = element("p", "", formatCount(set.size, "segment") + " · ");
  facts.append(asking("Δ = B − A", doc.glossary, "delta"));
  sheet.append(element("b", "", "Signature"), element("code", "", set.signature), facts, element("p", "muted", doc.program));
  return [open, sheet];
}

/** @param {Page} page */
function mastOf({ doc, set, pair, ...page }) {
  const parts = [];
  if (doc.sets.length > 1) {
    const names = doc.sets.map(({ name }, i) => /** @type {[number, string]} */ ([i, oneLine(name, 80)]));
    parts.push(listOf("Test set", names, doc.sets.indexOf(set), (place) => page.go({ ...NOTHING_CHOSEN, set: place, pair: 0 })));
  }
  if (pair) {
    const both = element("div", "pair"), whole = { doc, set, pair, ...page };
    const turned = placeOfPair(set, pair.b, pair.a), turn = button("⇄", "turn", () => page.go({ pair: turned }));
    turn.title = "Swap A and B (key \\)";
    turn.setAttribute("aria-label", "Swap A and B");
    both.append(pairSide(whole, "a"), turned >= 0 && turned !== set.pairs.indexOf(pair) ? turn : element("span", "muted", "→"), pairSide(whole, "b"));
    parts.push(both);
  }
  return [...parts, ...settingsButton({ doc, set, pair, ...page })];
}

// ---- The heading.

/** Two columns, as A's and B's. */
function logo() {
  const svg = drawing("svg", { width: 20, height: 18, viewBox: "0 0 20 18", "aria-hidden": "true", class: "logo" });
  svg.append(drawing("rect", { x: 0, y: 1, width: 9, height: 14, rx: 1.5, class: "a" }), drawing("rect", { x: 11, y: 4, width: 9, height: 14, rx: 1.5, class: "b" }));
  return svg;
}

/** @param {import("./document.js").PageDocument} doc @param {Screen[]} screens @returns {Heading} */
export function buildHeading(doc, screens) {
  const root = element("header", "top"), { nav, menu, links } = screenLinks(screens);
  const skip = element("a", "skip", "Skip to content");
  skip.href = "#content";
  skip.onclick = (event) => {
    event.preventDefault();
    document.getElementById("content").focus();
  };
  const title = element("h1", "unseen", doc.title), mast = element("div", "mast");
  root.append(skip, logo(), title, nav, menu, mast, themeButton());
  return { root, title, mast, menu, links, screens, drawn: "" };
}

/** @param {Heading} heading @param {Page} page @param {import("./state.js").State} usual */
export function showHeading(heading, page, usual) {
  const { state, set, pair } = page;
  heading.menu.value = state.view;
  heading.links.forEach((link, i) => {
    const { name } = heading.screens[i];
    link.href = hashOf({ ...state, view: name }, usual);
    if (name === state.view) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  });
  const drawn = [state.set, set?.pairs.indexOf(pair)].join();
  if (heading.drawn === drawn || !set) return;
  heading.drawn = drawn;
  const chosen = heading.mast.contains(document.activeElement) && document.activeElement.getAttribute("aria-label");
  heading.mast.replaceChildren(...mastOf(page));
  const same = [.../** @type {NodeListOf<HTMLElement>} */ (heading.mast.querySelectorAll("select, button"))].find((node) => node.getAttribute("aria-label") === chosen);
  same?.focus(); // the next choice by keys
}
