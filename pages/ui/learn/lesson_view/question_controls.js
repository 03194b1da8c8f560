// The controls of each kind of question: choices, or a number and Enter. The first answer counts, in a
// class the last before the reveal; then the controls keep their state, place and focus.

import { button, element, focusOf } from "browser/dom.js";

/** @typedef {(answer: string) => void} Send */
/** @typedef {Record<string, any> & {kind: "choice" | "number", choices: [string, string][]}} Question from `lesson_data` of __init__.py */
/** @typedef {{box: HTMLElement, update: (data: Question) => void}} Controls */

/** @param {Question} data */
const isSettled = (data) => data.reveal !== null || (data.prediction !== null && !data.correctable);

/** @param {HTMLButtonElement} node @param {boolean} chosen @param {boolean} settled */
function showChoice(node, chosen, settled) {
  node.classList.toggle("on", chosen);
  node.ariaPressed = String(chosen);
  node.ariaDisabled = String(settled); // keeps the focus
}

/** @param {string} label @param {string} className @param {string} value @param {Send} send */
function answer(label, className, value, send) {
  const node = button(label, className, () => { if (node.ariaDisabled !== "true") send(value); });
  return node;
}

/** @param {Question} data @param {Send} send @returns {Controls} */
function choose(data, send) {
  const values = [...data.choices.map(([value]) => value), data.dont_know];
  const nodes = data.choices.map(([value, text]) => answer(text, "choice", value, send));
  nodes.push(answer("I don’t know", "unknown", data.dont_know, send));
  const box = element("div", { className: "answer", role: "group" }, ...nodes);
  box.setAttribute("aria-labelledby", "question");
  const update = (/** @type {Question} */ now) => nodes.forEach((node, i) => {
    showChoice(node, now.prediction === values[i], isSettled(now));
    node.classList.toggle("correct", now.reveal?.value === values[i]);
  });
  return { box, update };
}

/** @param {Question} data @param {Send} send @returns {Controls} */
function type(data, send) {
  const input = element("input", {
    ariaLabel: "Your prediction", inputMode: "decimal", autocomplete: "off", maxLength: data.longest, placeholder: "a number",
  });
  input.setAttribute("aria-describedby", "question rule again");
  const check = element("button", { className: "go", type: "submit" }, data.correctable ? "Save answer" : "Check"), unknown = answer("I don’t know", "unknown", data.dont_know, send);
  const again = element("p", { className: "again", id: "again", role: "alert" });
  const rule = element("p", { className: "rule", id: "rule" }, "Exact, or rounded to two digits or more: 62.5, 62.5%, 0.625 or 5/8.");
  const form = element("form", "answer", input, check, unknown, rule, again);
  /** @type {string | null} */
  let shown = null;
  let unsaved = "";
  form.onsubmit = (event) => { event.preventDefault(); if (!input.readOnly && input.value.trim()) send(input.value.trim()); };
  const update = (/** @type {Question} */ now) => {
    const settled = isSettled(now), knows = now.prediction !== now.dont_know, left = focusOf(form);
    if (now.correctable && settled && !input.readOnly && input.value.trim() !== (now.prediction ?? "")) unsaved = input.value.trim();
    if (settled && (left === check || left === unknown && knows)) input.focus();
    if (settled || now.prediction !== shown) input.value = knows ? now.prediction ?? "" : "";
    shown = now.prediction; // what is typed to correct it stays
    input.readOnly = settled;
    check.hidden = rule.hidden = settled;
    unknown.hidden = settled && knows;
    input.hidden = settled && (!knows || now.prediction === null);
    showChoice(unknown, !knows, settled);
    input.ariaInvalid = String(Boolean(now.unreadable));
    again.textContent = unsaved ? "“" + unsaved + "” was not saved before the answer was revealed." : now.unreadable && !settled ? "“" + now.unreadable + "” is not a number. Type a number such as 3, 0.5, 5/8 or 62.5%." : "";
  };
  return { box: form, update };
}

export const CONTROLS = { choice: choose, number: type };
