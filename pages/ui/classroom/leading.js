// What a teacher asks for next, by a button or by a key, on the desk and at the wall.

import { FIELDS_OF_TEXT } from "../widgets/dom.js";

/** @typedef {import("./news.js").Attending} Attending */
/** @typedef {{lesson?: string, activity?: string, phase?: string}} Step */

/** @type {Record<string, string>} */
export const STEPS = { open: "Open", closed: "Close", revealed: "Reveal" };
/** @type {Record<string, string>} */
export const ACTIVITIES = { question: "Question", vote: "Vote", challenge: "Challenge" };

/** @param {string | null} lesson @returns {Step | null} */
export const toLesson = (lesson) => (lesson === null ? null : { lesson, activity: "question", phase: "waiting" });

/** What each key asks for. @param {any} data @returns {Record<string, Step | null>} */
const stepsOf = (data) => ({
  o: { phase: "open" },
  c: { phase: "closed" },
  r: { phase: "revealed" },
  n: toLesson(data.next),
  p: toLesson(data.previous),
  q: toActivity(data, "question"),
  v: toActivity(data, "vote"),
  h: toActivity(data, "challenge"),
});

/** @param {any} data @param {string} activity @returns {Step | null} */
export function toActivity(data, activity) {
  return data.activities.includes(activity) ? { activity, phase: "waiting" } : null;
}

/**
 * Let the keys lead. They are heard before the page's own: of Streamlit, R runs the page again.
 * @param {Attending} root
 */
export function leadByKeys(root) {
  window.addEventListener("keydown", (event) => {
    const { key, ctrlKey, metaKey, altKey, repeat } = event;
    if (!root.isConnected || ctrlKey || metaKey || altKey || repeat || event.isComposing || isTyping(event)) return;
    const steps = stepsOf(root.data), asked = key.toLowerCase();
    if (!(asked in steps)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (steps[asked]) root.send("lead", steps[asked]);
  }, { capture: true, signal: root.leaving.signal });
}

/** @param {KeyboardEvent} event */
function isTyping(event) {
  return event.composedPath().some((node) => node instanceof Element && node.matches(FIELDS_OF_TEXT));
}
