// The component of a blind session: the browser has all items; Python gets each press, in order.

import { discard, LATE, newOutbox, storageOf, unsaved } from "../../judgements/panel/outbox.js";
import { afterRelease, find, freshId } from "browser/dom.js";
import { draw } from "./draw.js";
import { goTo, nameOfKey, onePress, pressKey, rate, skip } from "./presses.js";
import { giveUpLate, takeAnswers } from "./sitting.js";
import { buildParts } from "./texts.js";

/** @typedef {import("./sitting.js").Sitting} Sitting */

// ---- What is sent to Python, one message at a time: all changes that are not saved, in their order, and
// where this annotator is. A message without an answer, because a server stands still or is another
// one, is sent again.

/**
 * @typedef {object} Line
 * @property {(message: string, value: unknown) => void} setState
 * @property {string} sent the message that is under way, or ""
 * @property {number} toldAt where Python was told that this annotator is
 * @property {string} run the server's session
 * @property {number} timer
 * @property {boolean} silent whether the last message had no answer for long
 * @property {() => void} draw
 * @property {() => void} leave the screen
 */

/** @param {Sitting} sitting @param {Line} line */
function send(sitting, line) {
  const { box, at, items, task } = sitting;
  if (line.sent) return;
  clearTimeout(line.timer);
  const lacksItems = !items.length && !task.closed;
  const isNew = unsaved(box).some(({ id }) => !box.problems.has(id)) || lacksItems || at !== line.toldAt;
  if (isNew) sendNow(sitting, line);
  else if (unsaved(box).length) line.timer = setTimeout(() => sendNow(sitting, line), LATE);
}

/** Whatever is under way. @param {Sitting} sitting @param {Line} line */
function sendNow(sitting, line) {
  clearTimeout(line.timer);
  line.sent = freshId();
  line.toldAt = sitting.at;
  const { box, at, items, task: { session, annotator } } = sitting;
  line.setState("presses", { sending: line.sent, session, annotator, at, wants: !items.length, changes: unsaved(box) });
  line.timer = setTimeout(() => {
    line.silent = true;
    line.draw();
    sendNow(sitting, line);
  }, LATE);
}

// ---- The desk: joins the presses of the annotator and the data from Python.

/**
 * @typedef {object} Desk
 * @property {HTMLElement} node
 * @property {import("./texts.js").Parts} parts
 * @property {Sitting} [sitting] once Python has given a task
 * @property {Line} line
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
    box, task, past: [], at: task.start, items: [], began: unsaved(box).length > 0, aimed: "left",
    open: "", told: "",
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
  if (items.length && !sitting.items.length) sitting.items = items;
  takeAnswers(sitting, answers);
  giveUpLate(sitting);
  if (answered === line.sent || line.run !== run) line.sent = ""; // another run of the server knows of nothing
  line.run = run;
  if (!line.sent) line.silent = false;
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
  document.addEventListener("keydown", (event) => onKey(desk, event), { signal });
  window.addEventListener("beforeunload", (event) => {
    const { sitting } = desk;
    if (sitting && unsaved(sitting.box).length) event.preventDefault();
  }, { signal });
}

/** Another screen was opened, and nothing here is drawn any more. @param {Desk} desk */
function leave(desk) {
  if (desk.node.isConnected || desk.listening.signal.aborted) return; // Streamlit calls it for a call that was overtaken, too
  desk.listening.abort();
  clearTimeout(desk.line.timer);
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
