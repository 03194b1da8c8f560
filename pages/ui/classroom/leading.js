// Leading a class, from the desk or the projector view: how to join, and steps by button or key.

import { element, FIELDS_OF_TEXT } from "browser/dom.js";
import { drawing } from "browser/svg.js";

/** @typedef {import("./news.js").Attending} Attending */

// ---- How to join: the address and the code, and both as a QR code.

/** @typedef {{code: string, address: string, squares: string[]}} Join  squares: rows of "0" and "1" */

/** Dark on white in both themes, as cameras want it. @param {Join} join */
function qrCode({ squares, address }) {
  const size = squares.length;
  const svg = drawing("svg", { class: "qr", viewBox: `0 0 ${size} ${size}`, role: "img", "aria-label": "QR code of " + address, "shape-rendering": "crispEdges" });
  const path = squares.flatMap((row, y) => [...row].map((dark, x) => (dark === "1" ? `M${x} ${y}h1v1h-1z` : ""))).join("");
  svg.append(drawing("rect", { class: "ground", width: size, height: size }), drawing("path", { class: "dark", d: path }));
  return svg;
}

/** @param {Join} join */
export function howToJoin(join) {
  const box = element("div", "join");
  const words = element("p", "way");
  words.append(element("span", "address", join.address), element("span", "code", join.code));
  box.append(words);
  if (join.squares.length) box.append(qrCode(join));
  return box;
}

// ---- Steps of the lesson, by button or key.

/** @typedef {{lesson?: string, activity?: string, phase?: string}} Step */

/** @type {Record<string, string>} */
export const STEPS = { open: "Open", closed: "Close", revealed: "Reveal" };
/** @type {Record<string, string>} */
export const ACTIVITIES = { question: "Question", vote: "Vote", challenge: "Challenge" };

/** @param {string | null} lesson @returns {Step | null} */
export const toLesson = (lesson) => (lesson === null ? null : { lesson, activity: "question", phase: "waiting" });

/** The step of each key. @param {any} data @returns {Record<string, Step | null>} */
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
 * Lead by keys. They take precedence over Streamlit's keys: there, R reruns the page.
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
