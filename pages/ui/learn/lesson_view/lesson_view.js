// A lesson. The prediction is sent when it is made; the answer comes only then.

import { button, element, find } from "../../widgets/dom.js";

/** @typedef {(message: "predict" | "variant" | "go", value: string) => void} Send */
/** @typedef {{answer: string, right: boolean | null, why: string[]}} Reveal */

/** @param {any} data @param {Send} send */
function kicker(data, send) {
  const line = element("p", "kicker");
  line.append(element("span", "", "Lesson " + data.number + " of " + data.of));
  const steps = element("span", "steps");
  for (const [label, name, title] of [["‹", data.previous, "Previous lesson"], ["›", data.next, "Next lesson"]]) {
    const node = button(label, "", () => send("go", name));
    node.disabled = name === null;
    node.setAttribute("aria-label", title);
    node.title = title;
    steps.append(node);
  }
  line.append(steps);
  return line;
}

/**
 * A question with choices: one press is the prediction. With a number: typed, then Enter.
 * @param {any} data
 * @param {Send} send
 */
function ask(data, send) {
  const box = element("div", "answer");
  for (const [value, text] of data.choices) {
    const chosen = data.prediction === value;
    const node = button(text, "choice" + (chosen ? " on" : ""), () => send("predict", value));
    node.setAttribute("aria-pressed", String(chosen));
    box.append(node);
  }
  if (!data.choices.length) box.append(numberField(data.prediction, send));
  return box;
}

/** @param {string | null} prediction @param {Send} send */
function numberField(prediction, send) {
  const form = element("form");
  const input = element("input");
  input.setAttribute("aria-label", "Your prediction");
  input.inputMode = "decimal";
  input.autocomplete = "off";
  input.maxLength = 20;
  input.placeholder = "a number";
  input.value = prediction ?? "";
  form.append(input, Object.assign(element("button", "go", "Check"), { type: "submit" }));
  form.onsubmit = (event) => { event.preventDefault(); if (input.value.trim()) send("predict", input.value.trim()); };
  return form;
}

/** @param {Reveal} given */
function reveal({ answer, right, why }) {
  const box = element("div", "reveal" + (right === null ? "" : right ? " right" : " wrong"));
  const verdict = right === null ? "Answer: " : right ? "✓ Right: " : "✗ Not quite. It is ";
  const line = element("p", "verdict");
  line.append(element("span", "", verdict), element("b", "figure", answer));
  box.append(line, ...why.map((text) => element("p", "", text)));
  return box;
}

/** @param {any} data @param {Send} send */
function card(data, send) {
  const box = element("div", "card");
  const result = element("div");
  result.setAttribute("aria-live", "polite");
  if (data.reveal) result.append(reveal(data.reveal));
  box.append(element("p", "question", data.question), ask(data, send), result);
  return box;
}

/** @param {{name: string, label: string, on: boolean}[]} given @param {Send} send */
function variants(given, send) {
  const bar = element("div", "variants");
  bar.append(element("span", "muted", "On the bench:"));
  for (const { name, label, on } of given) {
    const node = button(label, on ? "on" : "", () => send("variant", name));
    node.setAttribute("aria-pressed", String(on));
    bar.append(node);
  }
  return bar;
}

/** @param {Element} node */
const nameOf = (node) => node.getAttribute("aria-label") || node.textContent;

/** @param {import("../../widgets/dom.js").Mounted} mounted */
export default function ({ data, parentElement, setTriggerValue: send }) {
  /** @type {HTMLElement & {name?: string}} */
  const root = find(parentElement, ".lesson");
  const nodes = [kicker(data, send), element("h2", "", data.title)];
  for (const text of data.text) nodes.push(element("p", "prose", text));
  nodes.push(card(data, send));
  if (data.variants.length) nodes.push(variants(data.variants, send));
  nodes.push(element("p", "source", data.source));
  // What had the focus has it again, but in another lesson.
  const focused = root.name === data.name && /** @type {ShadowRoot} */ (root.getRootNode()).activeElement;
  const again = focused && root.contains(focused) ? nameOf(focused) : null;
  root.replaceChildren(...nodes);
  root.name = data.name;
  if (!again) return;
  /** @type {NodeListOf<HTMLElement>} */
  const candidates = root.querySelectorAll("button, input");
  [...candidates].find((node) => nameOf(node) === again)?.focus();
}
