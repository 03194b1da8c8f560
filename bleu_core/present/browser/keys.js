// Keys of all screens: g and a letter open one, [ ] { } and \ change the pair, ? opens the sheet of keys.

import { button, element, FIELDS_OF_TEXT } from "./dom.js";
import { A, B } from "./pair.js";

/** @typedef {[keys: string, what: string]} KeyLine keys, with spaces between them */
/** @typedef {[title: string, lines: KeyLine[]]} KeyGroup */

/** Whether the user types there or answers a dialog; the header's own lists are no field. @param {KeyboardEvent} event */
export function isWriting(event) {
  return event.composedPath().some((node) => node instanceof Element && node.matches(FIELDS_OF_TEXT) && !node.matches(".system select"));
}

/** Whether a key without Ctrl, Alt or ⌘ is typed outside of fields. @param {KeyboardEvent} event */
export function isPlainKey(event) {
  return !(event.ctrlKey || event.metaKey || event.altKey || event.isComposing || isWriting(event));
}

// ---- The pair: [ and ] step B, { and } step A, \ swaps. On other layouts the keys at the same places work too, unless
// they type a letter, a digit or a key of a screen.

/** @typedef {"swap" | {side: "a" | "b", by: number}} Change */

/** @type {Record<string, Change>} */
const CHANGE_BY_SIGN = { "[": { side: "b", by: -1 }, "]": { side: "b", by: 1 }, "{": { side: "a", by: -1 }, "}": { side: "a", by: 1 }, "\\": "swap" };
/** @type {Record<string, [string, string]>} what each place types on a US keyboard, and with Shift */
const SIGNS_AT_PLACE = { BracketLeft: ["[", "{"], BracketRight: ["]", "}"], Backslash: ["\\", "\\"] };

/** The change of the pair that a key asks for, if any. @param {KeyboardEvent} event @returns {Change | undefined} */
export function changeOf(event) {
  const { key, code, shiftKey, ctrlKey, metaKey, altKey, repeat } = event;
  if (metaKey || repeat || event.isComposing || (ctrlKey && !altKey)) return undefined;
  if (key in CHANGE_BY_SIGN) return CHANGE_BY_SIGN[key]; // with AltGr, which says that Ctrl and Alt are down, too
  if (ctrlKey || altKey || !(code in SIGNS_AT_PLACE) || /^[a-z0-9/?]$/i.test(key)) return undefined;
  return CHANGE_BY_SIGN[SIGNS_AT_PLACE[code][Number(shiftKey)]];
}

/** What the sheet of keys says of them. @param {boolean} steps @param {boolean} swaps @returns {KeyGroup[]} */
export function groupOfPairKeys(steps, swaps) {
  /** @type {KeyLine[]} */
  const keys = steps ? [["[ ]", `Previous, next system as ${B}`], ["{ }", `Previous, next system as ${A}`]] : [];
  if (swaps) keys.push(["\\", `Swap ${A} and ${B}`]);
  return keys.length ? [["Systems", keys]] : [];
}

// ---- Screens.

const LETTER_WAIT = 1500; // milliseconds in which the letter is to follow

/** @param {{key: string, label: string}[]} screens @returns {KeyGroup} */
export function keysOfScreens(screens) {
  return ["Go to", [...screens.map(({ key, label }) => /** @type {KeyLine} */ (["g " + key, label])), ["?", "Keyboard shortcuts"]]];
}

/**
 * A screen that has a use for g or ? has it first. The letter after g comes here before it means something else.
 * @template {{key: string}} Screen
 * @param {Screen[]} screens
 * @param {(screen: Screen) => void} open
 * @param {() => void} help
 * @param {AbortSignal} [signal]
 */
export function listenForScreens(screens, open, help, signal) {
  let until = 0;
  addEventListener("keydown", (event) => {
    if (["Shift", "Control", "Alt", "Meta"].includes(event.key)) return;
    const screen = event.timeStamp < until && isPlainKey(event) && screens.find(({ key }) => key === event.key);
    until = 0;
    if (!screen) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    open(screen);
  }, { capture: true, signal });
  addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.repeat || !isPlainKey(event)) return;
    if (event.key === "g") until = event.timeStamp + LETTER_WAIT;
    if (event.key !== "?") return;
    event.preventDefault();
    help();
  }, { signal });
}

// ---- The sheet. In the app it is the header's, and the keys of a screen are those of its components.

const KEYS_WANTED = "bleuscope-keys", HELP_WANTED = "bleuscope-help";

/** The keys that the components on the screen offer. @returns {KeyGroup[]} */
export function offeredKeys() {
  /** @type {KeyGroup[]} */
  const groups = [];
  dispatchEvent(new CustomEvent(KEYS_WANTED, { detail: groups }));
  return groups;
}

/** Show these in the header's sheet too, while `node` is on the screen. @param {Node} node @param {() => KeyGroup[]} groups */
export function offerKeys(node, groups) {
  const offer = (/** @type {Event} */ event) => {
    if (node.isConnected) /** @type {CustomEvent<KeyGroup[]>} */ (event).detail.push(...groups());
    else removeEventListener(KEYS_WANTED, offer);
  };
  addEventListener(KEYS_WANTED, offer);
}

/** Open the header's sheet. */
export function askForHelp() {
  dispatchEvent(new Event(HELP_WANTED));
}

/** @param {() => void} help @param {AbortSignal} signal */
export function listenForHelp(help, signal) {
  addEventListener(HELP_WANTED, help, { signal });
}

/** @param {KeyGroup} group */
function keyGroup([title, lines]) {
  const entries = lines.flatMap(([keys, what]) => [element("dt", "", ...keys.split(" ").map((key) => element("kbd", "", key))), element("dd", "", what)]);
  return element("section", "", element("h3", "", title), element("dl", "", ...entries));
}

/** Open the sheet, which Escape closes. @param {KeyGroup[]} groups @param {Node} [parent] */
export function showKeySheet(groups, parent = document.body) {
  // Keys of the page are off while one is asked something: see FIELDS_OF_TEXT.
  const sheet = element("dialog", { className: "key-sheet", role: "dialog", ariaLabel: "Keyboard shortcuts", onclose: () => sheet.remove() },
    element("div", "head", element("h2", "", "Keyboard shortcuts"), button("Close", "", () => sheet.close())),
    element("div", "groups", ...groups.map(keyGroup)));
  sheet.onclick = ({ target }) => { if (target === sheet) sheet.close(); }; // beside it
  parent.appendChild(sheet);
  sheet.showModal();
}

// ---- A button that shows the key that presses it too.

/**
 * @param {string} label
 * @param {string} key or "" for none
 * @param {boolean | null} pressed null where it is no toggle
 * @param {(event: MouseEvent) => void} act
 * @param {string} [className]
 */
export function keyButton(label, key, pressed, act, className = "") {
  const node = button(label, className, act);
  if (key) {
    node.append(element("kbd", "", key));
    node.ariaLabel = label;
    node.setAttribute("aria-keyshortcuts", key);
  }
  if (pressed !== null) node.ariaPressed = String(pressed);
  return node;
}
