// The header: screens, the pair of systems, settings, and search.

import { button, drawing, element, find } from "browser/dom.js";
import { changeOf, groupOfPairKeys, isWriting, keysOfScreens, listenForHelp, listenForScreens, offeredKeys, showKeySheet } from "browser/keys.js";
import { logo, pairSide, screenLinks, showCurrentScreen, showSide, swapButton } from "browser/top_bar.js";
import { listenForNames } from "../../judgements/renamed.js";
import { keepTyping } from "../../widgets/outage.js";
import { showEntry, termOfLink } from "./glossary_sheet.js";
import { buildPalette, openPalette, toggleByKey } from "./palette.js";
import { namePair } from "./named_pair.js";
import { answer, choose, next, unanswered } from "./pair.js";

/**
 * The pair, the settings in a few words, and the choices of settings, each with its meaning and
 * whether it is in use. @typedef {object} Comparison @property {string} digest @property {string[]} systems
 * @property {number} a @property {number} b @property {string} answered @property {number} segments
 * @property {string} settings @property {string} signature @property {string} about
 * @property {[string, string, boolean][]} choices
 */
/** @typedef {{label: string, key: string, href: string, apart: boolean}} HeaderScreen */
/**
 * `lesson` and `term` are links that lack their last value.
 * @typedef {{screens: HeaderScreen[], current: number, lesson: string, term: string, open: Comparison | null, inSettings: boolean}} HeaderData
 */
/**
 * @typedef {object} Header @property {HTMLElement} root @property {HeaderData} data
 * @property {import("./pair.js").Pair} pair @property {HTMLAnchorElement[]} links
 * @property {HTMLSelectElement} menu @property {HTMLElement} mast the pair and the settings
 * @property {string} systems that the mast shows @property {import("./palette.js").Palette} palette
 * @property {HTMLAnchorElement | null} tip link in the tip that was open at the last press
 * @property {(message: string, value: unknown) => void} send @property {AbortController} listening
 */

// ---- The screens.

/** @param {Header} header @param {number} screen */
function openScreen(header, screen) {
  const { links, menu, data } = header;
  if (screen === data.current) return;
  showCurrentScreen(menu, links, screen); // before Python answers
  header.send("screen", screen);
}

// ---- The pair and the settings.

const SIDES = /** @type {const} */ (["a", "b"]);

/** Show the choice, and send it. @param {Header} header @param {"a" | "b"} side @param {number} system */
function changePair(header, side, system) {
  const message = choose(header.pair, side, system);
  showPair(header);
  header.send("pair", message);
}

/** @param {Header} header */
function swap(header) {
  changePair(header, "a", header.pair.b);
}

/** @param {Header} header */
function showPair({ data, pair, root }) {
  for (const side of SIDES) showSide(find(root, ".system." + side), side, pair[side], data.open.systems[pair[side]]);
  namePair(data.open.digest, pair);
}

/** @param {Header} header */
function buildPair(header) {
  const { systems } = header.data.open, box = element("div", "pair");
  const names = /** @type {[number, string][]} */ (systems.map((name, i) => [i, name]));
  const [a, b] = SIDES.map((side) => pairSide(side, systems.length > 2 ? names : [], (system) => changePair(header, side, system)));
  box.append(a, ...(systems.length > 1 ? [swapButton(() => swap(header))] : []), b);
  return box;
}

/** @param {...[string, Record<string, string | number>]} shapes */
function icon(...shapes) {
  const svg = drawing("svg", { viewBox: "0 0 16 16", "aria-hidden": "true", class: "icon" });
  svg.append(...shapes.map(([name, of]) => drawing(name, of)));
  return svg;
}

/** @param {Header} header */
function buildSettings(header) {
  const node = button("", "settings", () => header.send("settings", true));
  node.append(icon(["path", { d: "M1 4h7M12 4h3M1 12h3M8 12h7" }], ["circle", { cx: 10, cy: 4, r: 2 }], ["circle", { cx: 6, cy: 12, r: 2 }]), element("span", "text"));
  node.setAttribute("aria-haspopup", "dialog");
  return node;
}

/** @param {Header} header */
function showSettings({ root, data: { open: { settings, signature, about } } }) {
  const node = find(root, ".settings");
  find(node, ".text").textContent = settings;
  node.title = `Settings\n${signature}\n${about}`;
  node.setAttribute("aria-label", "Settings: " + settings);
}

/** The same nodes stay, with the focus, unless there are other systems. @param {Header} header */
function showMast(header) {
  const { data: { open }, mast, pair } = header, systems = JSON.stringify(open?.systems ?? null);
  if (header.systems !== systems) {
    header.systems = systems;
    pair.waitingFor = "";
    mast.replaceChildren(...(open ? [buildPair(header), buildSettings(header)] : []));
  }
  if (!open) return;
  answer(pair, open);
  showPair(header);
  showSettings(header);
  const message = unanswered(pair);
  if (message) header.send("pair", message);
}

// ---- Search.

const IS_APPLE = /Mac|iP(hone|ad|od)/.test(navigator.platform), SEARCH_KEYS = IS_APPLE ? "⌘ K" : "Ctrl K";

/** @param {Header} header */
function buildSearch({ palette }) {
  const node = button("", "search", () => openPalette(palette));
  node.append(icon(["circle", { cx: 6.5, cy: 6.5, r: 5 }], ["path", { d: "M10.5 10.5 15 15" }]), element("span", "text", "Search"), element("span", "text keys", SEARCH_KEYS));
  node.title = `Search\nKeys: ${SEARCH_KEYS}`;
  node.setAttribute("aria-label", `Search ${SEARCH_KEYS}`); // as it is seen
  node.setAttribute("aria-keyshortcuts", IS_APPLE ? "Meta+K" : "Control+K");
  return node;
}

// ---- Keys and links of the whole page.

/** A key that the screen has a use for is the screen's. @param {KeyboardEvent} event @param {Header} header */
function onKey(event, header) {
  const asked = changeOf(event), number = header.data.open?.systems.length ?? 0;
  if (!asked || event.defaultPrevented || isWriting(event) || number < (asked === "swap" ? 2 : 3)) return;
  event.preventDefault();
  if (asked === "swap") swap(header);
  else changePair(header, asked.side, next(header.pair, asked.side, asked.by, number));
}

/** @param {Header} header */
function showKeys({ root, data: { screens, open } }) {
  const number = open?.systems.length ?? 0;
  const [title, keys] = keysOfScreens(screens);
  showKeySheet([...offeredKeys(), ...groupOfPairKeys(number > 2, number > 1), [title, [...keys, [SEARCH_KEYS, "Search"]]]], root);
}

/** The link in the tip of Streamlit's that is open: a press on its "?" closes it. @returns {HTMLAnchorElement | null} */
const linkInTip = () => document.querySelector('[role="tooltip"] a[href*="term="]');

/**
 * A link to an entry of the glossary opens it over the page. So does a press on a "?" of
 * Streamlit's. Its "Skip to main content", the first stop of the Tab key, leads below the header.
 * @param {MouseEvent} event @param {Header} header
 */
function onClick(event, header) {
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey || event.button) return;
  const path = event.composedPath().filter((node) => node instanceof HTMLElement);
  if (path.some((node) => node.dataset.testid === "stSkipToContent")) {
    event.preventDefault();
    event.stopPropagation();
    contentBelow(header.root).focus();
    return;
  }
  const isHelp = event.detail && path.some((node) => node.matches('button[aria-label^="Help"]'));
  const link = path.find((node) => node instanceof HTMLAnchorElement) ?? (isHelp && header.tip);
  const term = link instanceof HTMLAnchorElement && !link.matches(".way-to-learn") && termOfLink(link);
  if (!term) return;
  event.preventDefault();
  showEntry(header, term);
}

/** @param {Header} header */
function listen(header) {
  const { signal } = header.listening, { screens } = header.data;
  keepTyping(signal); // before all other keys
  listenForNames((name) => header.send("annotator", name), signal);
  listenForScreens(screens, (screen) => openScreen(header, screens.indexOf(screen)), () => showKeys(header), signal);
  listenForHelp(() => showKeys(header), signal);
  addEventListener("keydown", (event) => onKey(event, header), { signal });
  addEventListener("keydown", (event) => toggleByKey(event, header.palette, IS_APPLE), { capture: true, signal });
  document.addEventListener("pointerdown", () => { header.tip = linkInTip(); }, { capture: true, signal });
  document.addEventListener("click", (event) => onClick(event, header), { capture: true, signal });
}

/** What is under the header. @param {HTMLElement} root */
function contentBelow(root) {
  const host = /** @type {ShadowRoot} */ (root.getRootNode()).host.closest(".st-key-header");
  let node = /** @type {HTMLElement} */ (host.nextElementSibling);
  while (node?.nextElementSibling && !node.offsetHeight) node = /** @type {HTMLElement} */ (node.nextElementSibling);
  node.tabIndex = -1;
  return node;
}

// ---- The component.

/** From run to run. @type {WeakMap<HTMLElement, Header>} */
const drawn = new WeakMap();

/** @param {HTMLElement} root @param {HeaderData} data @returns {Header} */
function build(root, data) {
  const { nav, menu, links } = screenLinks(data.screens), mast = element("div", "mast");
  /** @type {Header} */
  const header = { root, data, links, menu, mast, systems: "", pair: { a: 0, b: 0, waitingFor: "", again: 0 }, listening: new AbortController(), palette: null, tip: null, send: () => {} };
  header.palette = buildPalette(header, {
    screen: (screen) => openScreen(header, screen),
    segment: (number) => header.send("segment", number),
    lesson: (name) => location.assign(header.data.lesson + encodeURIComponent(name)),
    term: (name) => { showEntry(header, name); },
    system: (side, system) => changePair(header, side, system),
    setting: (place) => header.send("setting", place),
  });
  links.forEach((link, i) => {
    link.classList.toggle("apart", data.screens[i].apart);
    link.onclick = (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return; // the browser opens a tab or window
      event.preventDefault();
      openScreen(header, i);
    };
  });
  root.replaceChildren(logo(), nav, menu, mast, buildSearch(header), header.palette.dialog);
  listen(header);
  return header;
}

/** @param {import("browser/dom.js").Mounted} mounted */
export default function ({ data, parentElement, setTriggerValue }) {
  const root = find(parentElement, ".top");
  const header = drawn.get(root) ?? build(root, data);
  const wasInSettings = drawn.has(root) && header.data.inSettings;
  drawn.set(root, header);
  header.data = data;
  header.send = setTriggerValue;
  showCurrentScreen(header.menu, header.links, data.current);
  header.links.forEach((link, i) => { link.href = data.screens[i].href; });
  showMast(header);
  if (wasInSettings && !data.inSettings) /** @type {HTMLElement | null} */ (root.querySelector(".settings"))?.focus();
  return () => root.isConnected || header.listening.abort(); // called for a call that was overtaken, too
}
