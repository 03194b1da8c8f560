// How a question is answered: by a choice, which is one press, or by a number and Enter. The first
// answer counts: then all stands as it was answered, and keeps its place and the focus.

import { button, element } from "../../widgets/dom.js";

/** @typedef {import("./lesson_view.js").Lesson} Lesson */
/** @typedef {import("./lesson_view.js").Send} Send */
/** @typedef {{box: HTMLElement, update: (data: Lesson) => void}} Asked */

/** @param {Lesson} data */
const isSettled = (data) => data.prediction !== null || data.reveal !== null;

/** @param {HTMLButtonElement} node @param {boolean} chosen @param {boolean} settled */
function show(node, chosen, settled) {
  node.classList.toggle("on", chosen);
  node.setAttribute("aria-pressed", String(chosen));
  node.setAttribute("aria-disabled", String(settled)); // which leaves the focus where it is
}

/** @param {string} label @param {string} className @param {string} value @param {Send} send */
function answer(label, className, value, send) {
  const node = button(label, className, () => { if (node.getAttribute("aria-disabled") !== "true") send("predict", value); });
  return node;
}

/** @param {Lesson} data @param {Send} send @returns {Asked} */
export function askChoice(data, send) {
  const box = element("div", "answer");
  box.setAttribute("role", "group");
  box.setAttribute("aria-labelledby", "question");
  const values = [...data.choices.map(([value]) => value), data.dont_know];
  const labels = [...data.choices.map(([, text]) => text), "I don’t know"];
  const nodes = values.map((value, i) => answer(labels[i], value === data.dont_know ? "unknown" : "choice", value, send));
  box.append(...nodes);
  const update = (/** @type {Lesson} */ now) => nodes.forEach((node, i) => {
    show(node, now.prediction === values[i], isSettled(now));
    node.classList.toggle("correct", now.reveal?.value === values[i]);
  });
  return { box, update };
}

/** @param {Lesson} data @param {Send} send @returns {Asked} */
export function askNumber(data, send) {
  const form = element("form", "answer"), input = element("input");
  const check = Object.assign(element("button", "go", "Check"), { type: "submit" });
  const unknown = answer("I don’t know", "unknown", data.dont_know, send);
  const again = element("p", "again");
  again.id = "again";
  again.setAttribute("role", "alert");
  input.setAttribute("aria-label", "Your prediction");
  input.setAttribute("aria-describedby", "question again");
  input.inputMode = "decimal";
  input.autocomplete = "off";
  input.maxLength = data.longest;
  input.placeholder = "a number";
  form.append(input, check, unknown, again);
  form.onsubmit = (event) => { event.preventDefault(); if (!input.readOnly && input.value.trim()) send("predict", input.value.trim()); };
  const update = (/** @type {Lesson} */ now) => {
    const settled = isSettled(now), knows = now.prediction !== now.dont_know;
    if (settled) {
      const left = /** @type {ShadowRoot} */ (form.getRootNode()).activeElement;
      if (left === check || left === unknown && knows) input.focus();
      input.value = knows ? now.prediction ?? "" : "";
    }
    input.readOnly = settled;
    check.hidden = settled;
    unknown.hidden = settled && knows;
    input.hidden = settled && (!knows || now.prediction === null);
    show(unknown, !knows, settled);
    input.setAttribute("aria-invalid", String(Boolean(now.unreadable)));
    again.textContent = now.unreadable ? "“" + now.unreadable + "” cannot be read as a number. Type one such as 3, 0.5, 2/7 or 28.57 %." : "";
  };
  return { box: form, update };
}
