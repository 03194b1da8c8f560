// The component of a blind session, one item per screen. Every step happens in the browser; Python
// gets each press, in order, and sends items ahead.

import { discard, newOutbox, storageOf, unsaved } from "../../judgements/panel/outbox.js";
import { find } from "browser/dom.js";
import { afterRelease } from "browser/pressed.js";
import { draw } from "./draw.js";
import { goTo, nameOfKey, onePress, pressHeld, pressKey, rate, skip, spend } from "./presses.js";
import { send, sendNow } from "./sending.js";
import { forgetGone, giveUpLate, hasCome, newClock, startClock, stopClock, takeAnswers, tick } from "./sitting.js";
import { buildParts } from "./texts.js";

/** @typedef {import("./sitting.js").Sitting} Sitting */

// ---- The desk: joins the presses of the annotator and the data from Python.

/**
 * @typedef {object} Desk
 * @property {HTMLElement} node
 * @property {import("./texts.js").Parts} parts
 * @property {Sitting} [sitting] once Python has given a task
 * @property {import("./sending.js").Line} line
 * @property {number} drawn the place of the item whose texts are drawn
 * @property {AbortController} listening
 * @property {(draw: () => void) => void} later what a run gives, after a release: see pressed.js
 * @property {(key: string) => boolean} press
 * @property {(reason: string) => void} skip
 * @property {(at: number) => void} goBack
 * @property {() => void} retry
 * @property {() => void} discard
 * @property {() => void} changed
 */

/** @param {import("./sitting.js").Task} task @returns {Sitting} */
function newSitting(task) {
  const box = newOutbox("bleuscope-judging ", storageOf("localStorage"));
  return {
    box, task, past: [], at: task.start, items: new Map(), began: unsaved(box).length > 0, pressing: null, aimed: "left",
    clock: newClock(), held: [], open: "", told: "",
  };
}

/** @param {HTMLElement} node @returns {Desk} */
function buildDesk(node) {
  /** @param {() => void} act */
  const doing = (act) => () => { act(); desk.changed(); };
  const press = (/** @type {string} */ key) => {
    const used = pressKey(desk.sitting, key);
    if (used) desk.changed();
    return used;
  };
  const leave = () => {
    spend(desk.sitting);
    sendNow(desk.sitting, desk.line);
    desk.line.leave();
  };
  const parts = buildParts(node, { press, leave, rate: (side, rating) => doing(() => rate(desk.sitting, side, rating))() });
  /** @type {Desk} */
  const desk = {
    node, parts, press, drawn: -1, listening: new AbortController(), later: afterRelease(node),
    line: { setState: null, leave: null, sent: "", toldAt: -1, run: "", timer: 0, silent: false, draw: () => draw(desk) },
    skip: (reason) => doing(() => skip(desk.sitting, reason))(),
    goBack: (at) => doing(() => onePress(desk.sitting, () => goTo(desk.sitting, at)))(),
    retry: () => sendNow(desk.sitting, desk.line),
    discard: doing(() => discard(desk.sitting.box)),
    changed: () => { draw(desk); send(desk.sitting, desk.line); },
  };
  return desk;
}

/** Take the data of a run. @param {Desk} desk @param {import("browser/dom.js").Mounted} given */
function take(desk, { data, setStateValue, setTriggerValue }) {
  const { run, answers, answered, items, ...task } = data;
  const { line } = desk;
  if (desk.sitting?.task.session !== task.session || desk.sitting.task.annotator !== task.annotator) {
    desk.sitting = newSitting(task);
    desk.drawn = -1;
  }
  const { sitting } = desk;
  sitting.task = task;
  Object.assign(line, { setState: setStateValue, leave: () => setTriggerValue("leave", true) });
  for (const [place, item] of Object.entries(items)) if (!sitting.items.has(Number(place))) sitting.items.set(Number(place), item);
  takeAnswers(sitting, answers);
  giveUpLate(sitting);
  forgetGone(sitting);
  if (answered === line.sent || line.run !== run) line.sent = ""; // another run of the server knows of nothing
  line.run = run;
  if (!line.sent) line.silent = false;
  if (hasCome(sitting) && !document.hidden) startClock(sitting.clock, Date.now());
  pressHeld(sitting);
  desk.changed();
}

// ---- The component: listens to keys, and keeps the state when the page is left.

// What has keys of its own. Not so the dialog in which Streamlit tells that its server is away: what is
// pressed is for the item that is shown under it.
const OWN_KEYS = "input, textarea, select";

/** @param {Desk} desk @param {KeyboardEvent} event */
function onKey(desk, event) {
  const { sitting, node, press } = desk;
  const target = /** @type {HTMLElement} */ (event.composedPath()[0]);
  if (!sitting || target.closest?.(OWN_KEYS)) return;
  if ((event.key === "Enter" || event.key === " ") && target.closest?.("button, a")) return;
  const key = nameOfKey(event);
  /** @type {HTMLElement} */
  const reason = sitting.open === "skip" && key === "o" && node.querySelector(".over input");
  if (reason) reason.focus();
  else if (!key || !press(key)) return;
  event.preventDefault();
}

/** @param {Desk} desk */
function listen(desk) {
  const { signal } = desk.listening;
  const active = () => { if (desk.sitting) tick(desk.sitting.clock, Date.now()); };
  for (const name of ["keydown", "pointermove", "pointerdown", "wheel", "scroll"]) document.addEventListener(name, active, { capture: true, passive: true, signal });
  document.addEventListener("keydown", (event) => onKey(desk, event), { signal });
  document.addEventListener("visibilitychange", () => {
    const { sitting } = desk;
    if (sitting && document.hidden) stopClock(sitting.clock, Date.now());
    else if (sitting && hasCome(sitting)) startClock(sitting.clock, Date.now());
  }, { signal });
  window.addEventListener("pagehide", () => { if (desk.sitting) spend(desk.sitting); }, { signal });
  window.addEventListener("beforeunload", (event) => {
    const { sitting } = desk;
    if (sitting && (unsaved(sitting.box).length || sitting.held.length)) event.preventDefault();
  }, { signal });
}

/** Another screen was opened, and nothing here is drawn any more. @param {Desk} desk */
function leave(desk) {
  if (desk.node.isConnected || desk.listening.signal.aborted) return; // Streamlit calls it for a call that was overtaken, too
  desk.listening.abort();
  clearTimeout(desk.line.timer);
  if (desk.sitting) spend(desk.sitting);
}

/** @param {import("browser/dom.js").Mounted} mounted */
export default function (mounted) {
  /** @type {HTMLElement & {desk?: Desk}} */
  const root = find(mounted.parentElement, ".blind");
  if (!root.desk) listen(root.desk = buildDesk(root));
  const { desk } = root;
  desk.later(() => take(desk, mounted));
  return () => leave(desk);
}
