// The top of the page: screens, the pair of systems, the settings, and the theme.

import { button, element } from "browser/dom.js";
import { asking } from "browser/glossary_tip.js";
import { formatCount, oneLine } from "./numbers.js";
import { pairWith, systemsOfSide } from "./pair_choice.js";
import { hashOf, NOTHING_CHOSEN } from "./state.js";

/** @typedef {import("./page.js").Page} Page */
/** @typedef {import("./page.js").Screen} Screen */
/**
 * @typedef {object} Heading
 * @property {HTMLElement} root
 * @property {HTMLElement} title
 * @property {HTMLElement} mast the pair and the settings
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

// ---- The screens.

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
  const nav = element("nav", "screens");
  nav.setAttribute("aria-label", "Screens");
  const links = screens.map(({ label, key }) => {
    const link = nav.appendChild(element("a", "", label));
    link.title = `Keys: g ${key}`;
    return link;
  });
  nav.onkeydown = (event) => walkLinks(event, links);
  return { nav, links };
}

// ---- The pair.

const STEPPED_BY = { a: "{ and }", b: "[ and ]" };
const PAIR_ROLES = { a: "System A, the baseline", b: "System B, the candidate" };
/** @type {("a" | "b")[]} */
const PAIR_SIDES = ["a", "b"];

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

/** The signature without what all have. @param {string} signature */
function shortSignature(signature) {
  return signature.split("|").filter((field) => !field.startsWith("version:")).join(" | ");
}

/** @param {Page} page */
function mastOf({ doc, set, pair, ...page }) {
  const parts = [];
  if (doc.sets.length > 1) {
    const names = doc.sets.map(({ name }, i) => /** @type {[number, string]} */ ([i, oneLine(name, 80)]));
    parts.push(listOf("Test set", names, doc.sets.indexOf(set), (place) => page.go({ ...NOTHING_CHOSEN, set: place, pair: 0 })));
  }
  if (pair) {
    const both = element("div", "pair");
    const [a, b] = PAIR_SIDES.map((side) => pairSide({ doc, set, pair, ...page }, side));
    both.append(a, element("span", "muted", "vs"), b);
    parts.push(both);
  }
  const facts = element("span", "facts muted", formatCount(set.size, "segment") + " · ");
  facts.append(asking("Δ = B − A", doc.glossary, "delta"));
  const settings = element("code", "settings", shortSignature(set.signature));
  settings.title = set.signature;
  return [...parts, facts, settings];
}

// ---- The heading.

/** @param {import("./document.js").PageDocument} doc @param {Screen[]} screens @returns {Heading} */
export function buildHeading(doc, screens) {
  const root = element("header", "top"), { nav, links } = screenLinks(screens);
  const skip = element("a", "skip", "Skip to content");
  skip.href = "#content";
  skip.onclick = (event) => {
    event.preventDefault();
    document.getElementById("content").focus();
  };
  const title = element("h1", "unseen", doc.title), mast = element("div", "mast");
  root.append(skip, element("span", "brand", "BLEUscope"), title, nav, mast, themeButton());
  return { root, title, mast, links, screens, drawn: "" };
}

/** @param {Heading} heading @param {Page} page @param {import("./state.js").State} usual */
export function showHeading(heading, page, usual) {
  const { state, set, pair } = page;
  heading.title.hidden = ["all", "overview"].includes(state.view); // which have their own
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
  const same = [...heading.mast.querySelectorAll("select")].find((list) => list.getAttribute("aria-label") === chosen);
  same?.focus(); // the next choice by keys
}
