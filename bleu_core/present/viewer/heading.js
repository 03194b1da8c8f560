// The top of the page: screens, the pair of systems, the settings, and the theme.

import { button, element, findAll } from "browser/dom.js";
import { asking } from "browser/glossary_tip.js";
import { A, B } from "browser/pair.js";
import { listOf, logo, pairSide, screenLinks, showCurrentScreen, showSide, swapButton } from "browser/top_bar.js";
import { formatCount, oneLine } from "./numbers.js";
import { pairWith, placeOfPair, systemsOfSide } from "./pair_choice.js";
import { hashOf, NOTHING_CHOSEN } from "./state.js";

/** @import { Page, Screen } from "./page.js" */
/** @typedef {ReturnType<typeof buildHeading>} Heading */

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

// ---- The pair.

/** @param {Page} page @param {"a" | "b"} side */
function sideOfPage(page, side) {
  const { set, pair, go } = page, name = (/** @type {number} */ place) => oneLine(set.systems[place].name, 80);
  const names = systemsOfSide(set, side).map((place) => /** @type {[number, string]} */ ([place, name(place)]));
  const box = pairSide(side, names, (system) => go({ pair: pairWith(set, pair, side, system) }));
  showSide(box, side, pair[side], name(pair[side]));
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
  const label = shortSettings(set.signature), facts = element("p", "", formatCount(set.size, "segment") + " · ", asking(`Δ = ${B} − ${A}`, doc.glossary, "delta"));
  const sheet = element("div", { className: "sheet", popover: "auto" }, element("b", "", "Signature"), element("code", "", set.signature), facts, element("p", "muted", doc.program));
  return [Object.assign(button(label, "settings", null), { popoverTargetElement: sheet, ariaLabel: "Settings: " + label }), sheet];
}

/** @param {Page} page */
function mastOf(page) {
  const { doc: { sets }, set, pair, go } = page, parts = [];
  if (sets.length > 1) {
    const names = sets.map(({ name }, i) => /** @type {[number, string]} */ ([i, oneLine(name, 80)]));
    const list = listOf("Test set", names, (place) => go({ ...NOTHING_CHOSEN, set: place, pair: 0 }));
    list.value = String(sets.indexOf(set));
    parts.push(list);
  }
  if (pair) {
    const turned = placeOfPair(set, pair.b, pair.a), turns = turned >= 0 && turned !== set.pairs.indexOf(pair);
    parts.push(element("div", "pair", sideOfPage(page, "a"), turns ? swapButton(() => go({ pair: turned })) : element("span", "muted", "→"), sideOfPage(page, "b")));
  }
  return [...parts, ...settingsButton(page)];
}

// ---- The heading.

/** @param {import("./document.js").PageDocument} doc @param {Screen[]} screens */
export function buildHeading(doc, screens) {
  const { nav, menu, links } = screenLinks(screens), title = element("h1", "unseen", doc.title), mast = element("div", "mast"); // the pair and the settings
  const skip = element("a", { className: "skip", href: "#content", onclick: (event) => {
    event.preventDefault();
    document.getElementById("content").focus();
  } }, "Skip to content");
  const root = element("header", "top", skip, logo(), title, nav, menu, mast, themeButton());
  return { root, title, mast, menu, links, screens, drawn: "" }; // which set and pair the mast shows
}

/** @param {Heading} heading @param {Page} page @param {import("./state.js").State} usual */
export function showHeading(heading, page, usual) {
  const { state, set, pair } = page;
  showCurrentScreen(heading.menu, heading.links, heading.screens.findIndex(({ name }) => name === state.view));
  heading.links.forEach((link, i) => { link.href = hashOf({ ...state, view: heading.screens[i].name }, usual); });
  const drawn = [state.set, set?.pairs.indexOf(pair)].join();
  if (heading.drawn === drawn || !set) return;
  heading.drawn = drawn;
  const chosen = heading.mast.contains(document.activeElement) && document.activeElement.getAttribute("aria-label");
  heading.mast.replaceChildren(...mastOf(page));
  const same = findAll(heading.mast, "select, button").find((node) => node.getAttribute("aria-label") === chosen);
  same?.focus(); // the next choice by keys
}
