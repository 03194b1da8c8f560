// The component of a blind session: the browser has all items, and saves each press at once (saving.js).
// Python is told only when the end is reached or left, a press could not be saved, or the screen is left.

import { discard, unsaved } from "../../judgements/panel/outbox.js";
import { newSaving } from "../../judgements/panel/saving.js";
import { afterRelease, find } from "browser/dom.js";
import { draw, isAtEnd } from "./draw.js";
import { dropLate, goTo, nameOfKey, newSitting, onePress, pressKey, rate, skip, takeAnswer } from "./sitting.js";
import { buildParts } from "./texts.js";

/** @typedef {import("browser/dom.js").Mounted} Mounted */
/** @typedef {ReturnType<typeof buildDesk>} Desk joins the presses of the annotator and the data from Python */

/** @param {HTMLElement} node */
function buildDesk(node) {
  const saving = newSaving("judgements", {
    answered: (change, answer) => {
      takeAnswer(desk.sitting, change, answer);
      if (answer.problem && answer.problem !== desk.problem) desk.python.setTriggerValue("failed", true); // it may be closed
      desk.problem = answer.problem ?? "";
    },
    draw: () => draw(desk),
  });
  const changed = () => {
    const { sitting: { task: { session, annotator } } } = desk, end = isAtEnd(desk.sitting) ? `${session} ${annotator}` : "";
    draw(desk);
    saving.send();
    if (end !== desk.end) desk.python.setStateValue("end", desk.end = end);
  };
  const press = (/** @type {string} */ key) => {
    const isUsed = pressKey(desk.sitting, key);
    if (isUsed) changed();
    return isUsed;
  };
  const parts = buildParts(node, {
    press, leave: () => desk.python.setTriggerValue("leave", true), rate: (side, rating) => { rate(desk.sitting, side, rating); changed(); },
  });
  const desk = {
    node, parts, box: saving.box, press, changed, retry: () => { saving.send(); },
    sitting: /** @type {import("./sitting.js").Sitting} */ (null), // until Python has given a task
    python: /** @type {Mounted} */ (null),
    problem: "", // of the last press that could not be saved
    end: "", // where Python was told that the end is reached
    drawn: -1, // the place of the item whose texts are drawn
    listening: new AbortController(),
    later: afterRelease(node),
    skip: (/** @type {string} */ reason) => { skip(desk.sitting, reason); changed(); },
    goBack: (/** @type {number} */ at) => { onePress(desk.sitting, () => goTo(desk.sitting, at)); changed(); },
    discard: () => { discard(saving.box); changed(); },
  };
  return desk;
}

/** Take the data of a run. @param {Desk} desk @param {Mounted} mounted */
function take(desk, mounted) {
  const { data: { items, ...task } } = mounted, { sitting } = desk;
  desk.python = mounted;
  if (sitting?.task.session !== task.session || sitting.task.annotator !== task.annotator) {
    Object.assign(desk, { sitting: newSitting(desk.box, task, items), drawn: -1 });
  }
  desk.sitting.task = task;
  dropLate(desk.sitting);
  desk.changed();
}

// What has keys of its own. Not so the dialog in which Streamlit tells that its server is away: what is
// pressed is for the item that is shown under it.
const OWN_KEYS = "input, textarea, select";

/** @param {Desk} desk @param {KeyboardEvent} event */
function onKey({ sitting, node, press }, event) {
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

/** @param {Mounted} mounted */
export default function (mounted) {
  /** @type {HTMLElement & {desk?: Desk}} */
  const root = find(mounted.parentElement, ".blind");
  if (!root.desk) {
    const desk = root.desk = buildDesk(root), { signal } = desk.listening;
    document.addEventListener("keydown", (event) => onKey(desk, event), { signal });
    window.addEventListener("beforeunload", (event) => { if (unsaved(desk.box).length) event.preventDefault(); }, { signal });
  }
  const { desk } = root;
  desk.later(() => take(desk, mounted));
  return () => { if (!root.isConnected) desk.listening.abort(); }; // Streamlit calls it for a call that was overtaken, too
}
