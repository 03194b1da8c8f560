// The keys of the screen. Each key has one owner and applies to the segment on the screen; one
// pressed during a step waits for the next segment (see walk.js) and is replayed there.

import { pressMark } from "../../judgements/marking/marking.js";
import { markOfText, takeBack } from "../../judgements/panel/items.js";
import { judgingKey } from "../../judgements/panel/panel.js";
import { FIELDS_OF_TEXT } from "browser/dom.js";
import { changeOf } from "browser/pair_keys.js";
import { layerKey } from "./layers.js";
import { announce, go, send } from "./queue.js";
import { segmentKey } from "browser/segment/texts.js";
import { STEPS } from "browser/segment/view.js";
import { sentences, waits } from "./walk.js";

/** @typedef {import("./queue.js").Opened} Opened */

// ---- The keys.

// Keys that are replayed in a field that a key has opened.
const EDITING = ["Enter", "Backspace", "Delete", "Home", "End", "ArrowLeft", "ArrowRight"];

/** @param {import("../../judgements/panel/items.js").Item} item @param {string} text one that it has, or had */
function inWords({ kind, system, label }, text) {
  if (kind === "verdict") return text;
  if (kind === "label") return `${system} ${label} (${text})`;
  const { category, severity } = markOfText(text);
  return `error: ${category} (${severity})`;
}

/** Undo the last judgment, label or error annotation; whether there is a panel to do so. @param {Opened} opened */
function undo(opened) {
  if (!opened.judging.data) return false;
  const last = takeBack(opened.judging);
  opened.told = "Nothing to undo: this page added no other judgment, label or error annotation here.";
  if (!last) return true;
  const { item } = last;
  const [text, before] = [last.text, last.before].map((text) => text && inWords(item, text));
  const said = text ? `removed “${text}”` : "restored";
  if (item.segment === opened.walk.drawn.segment) send(opened); else go(opened, 0, item.segment);
  opened.told = `Segment ${item.segment + 1}: ${said}${before ? `${text ? "; restored" : ""} “${before}”` : ""}.`;
  return true;
}

/**
 * A key for the segment that is drawn; whether it was of use.
 * @param {Opened} opened
 * @param {string} key
 * @param {Element | null} target
 */
function press(opened, key, target) {
  return pressFirst(opened, key) || actAndAnnounce(opened, () => segmentKey(opened.segment, key, target));
}

/** @param {Opened} opened @param {string} key */
function pressFirst(opened, key) {
  if (opened.walk.step) return false;
  return actAndAnnounce(opened, () => (key === "Undo" ? undo(opened) : judgingKey(opened.judging, key) || layerKey(opened, key)));
}

/** Keep the last message until a key has an effect. @param {Opened} opened @param {() => boolean} act */
function actAndAnnounce(opened, act) {
  const { told } = opened;
  opened.told = "";
  const used = act();
  announce(opened, used ? opened.told : told);
  return used;
}

/**
 * Which keys wait while a step is under way: of those that mean something elsewhere too, the ones
 * that follow a key that opens a field to write in.
 * @param {Opened} opened
 * @param {string} key
 * @param {Element} target
 */
function hold(opened, key, target) {
  const { held } = opened.walk;
  if (key === "g" && !held.length && !opened.judging.open) return false; // another screen is asked for
  const writing = held.some((before) => "ne/".includes(before));
  const steps = key in STEPS && (key.length > 1 || !held.length);
  const elsewhere = key === " " && target.closest?.("button, a, [tabindex]");
  const text = key.length === 1 || ["Escape", "Undo"].includes(key);
  if (steps || (!writing && (elsewhere || !text)) || !(text || EDITING.includes(key))) return false;
  if (!waits(opened.walk, key)) return false;
  announce(opened, opened.told);
  return true;
}

/** @param {KeyboardEvent} event */
function nameOf({ key, shiftKey, ctrlKey, metaKey, altKey, repeat }) {
  const undoes = (ctrlKey || metaKey) && !shiftKey && !altKey && key === "z";
  if (undoes) return "Undo";
  if (ctrlKey || metaKey || altKey || (repeat && !key.startsWith("Arrow") && !(key in STEPS))) return "";
  return shiftKey && key === "Enter" ? "\n" : key;
}

/**
 * Whether a letter is pressed over the dialog that Streamlit opens while the server is away, and
 * closes again: it counts as without the dialog, and its annotation is sent when the server is back.
 * @param {string} key
 * @param {Element} target
 */
function isOverOutage(key, target) {
  const title = target.closest?.('[role="dialog"]')?.querySelector("h2");
  return key.length === 1 && key !== " " && title?.textContent === "Connection error";
}

/**
 * First the keys of the page, before what has the focus; tables have arrow keys of their own, and
 * so the segment's come last.
 * @param {Opened} opened
 * @param {KeyboardEvent} event
 * @param {boolean} first
 */
export function onKey(opened, event, first) {
  const target = /** @type {HTMLElement} */ (event.composedPath()[0]);
  if (changeOf(event)) return; // the masthead's, also while a step is under way
  const key = nameOf(event);
  if (!key || (target.closest?.(FIELDS_OF_TEXT) && !isOverOutage(key, target))) return;
  if (first && opened.marking && pressMark(opened.marking, event)) return event.stopImmediatePropagation();
  if (!(first ? hold(opened, key, target) || pressFirst(opened, key) : press(opened, key, target))) return;
  event.preventDefault();
  if (first) event.stopImmediatePropagation();
}

// ---- Replaying the keys that waited for the next segment.

/** @typedef {HTMLInputElement | HTMLTextAreaElement} Field */

/**
 * A key that opens a field is followed by its text.
 * @param {import("./queue.js").Opened} opened
 * @param {string[]} keys
 */
export function replay(opened, keys) {
  const before = focused();
  for (const [i, key] of keys.entries()) {
    const node = focused();
    const field = node !== before && node?.matches("textarea, input") && /** @type {Field} */ (node);
    if (opened.walk.step && (opened.walk.held.length || !(key in STEPS))) waits(opened.walk, key);
    else if (!field) press(opened, key, null);
    else if (!type(field, key)) return announce(opened, sentences("These keys cannot be applied in a text field.", keys.slice(i)));
  }
}

function focused() {
  let node = document.activeElement;
  while (node?.shadowRoot?.activeElement) node = node.shadowRoot.activeElement;
  return node;
}

/** Type a key in a field; return whether it can be replayed there. @param {Field} field @param {string} key */
function type(field, key) {
  const write = (/** @type {string} */ text, /** @type {number} */ from) => {
    field.setRangeText(text, from, field.selectionEnd, "end");
    field.dispatchEvent(new InputEvent("input", { bubbles: true, composed: true }));
  };
  const { selectionStart, selectionEnd } = field;
  if (key.length === 1) write(key, selectionStart);
  else if (key === "Backspace") write("", selectionStart === selectionEnd ? Math.max(0, selectionEnd - 1) : selectionStart);
  else if (key === "Enter" || key === "Escape") {
    const untaken = field.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, composed: true, cancelable: true }));
    if (untaken && key === "Enter" && field.matches("textarea")) write("\n", selectionStart);
  } else return false;
  return true;
}
