// A lesson and its question. The answer comes only when it may be seen.

import { CONTROLS } from "./question_controls.js";
import { button, element, find } from "browser/dom.js";
import { keep } from "../prediction_cookie.js";

/** @typedef {(message: "predict" | "variant" | "go" | "wall", value: string) => void} Send */
/** @typedef {{name: string, label: string, on: boolean}[]} Variants */
/** @typedef {import("./question_controls.js").Question & {text: string[], reveal: {why: string[]} & Record<string, any> | null, variants: Variants}} Lesson */
/** @typedef {HTMLElement & {content?: string, update?: (data: Lesson) => void}} Root */

/** @param {Lesson} data @param {Send} send */
function kicker(data, send) {
  const line = element("div", "kicker");
  line.append(element("span", "", "Lesson " + data.number + " of " + data.of));
  const steps = element("span", "steps");
  for (const [label, name, title] of [["‹", data.previous, "Previous lesson"], ["›", data.next, "Next lesson"]]) {
    const node = button(label, "", () => send("go", name));
    node.disabled = name === null;
    node.setAttribute("aria-label", title);
    node.title = title;
    steps.append(node);
  }
  if (data.leads) line.append(steps, wallButton(data, send));
  return line;
}

/** The button to the projector view, and back. @param {Lesson} data @param {Send} send */
function wallButton({ wall }, send) {
  const node = button(wall ? "Exit projector view" : "Projector view", "towall", () => send("wall", "turn"));
  node.title = wall ? "Back to the lessons" : "Show only the question and the bench, in large type";
  return node;
}

/** The result, announced to screen readers, and the explanation. */
function result() {
  const box = element("div");
  const verdict = element("p", "verdict");
  verdict.setAttribute("role", "status");
  const why = element("div", "why");
  box.append(verdict, why);
  const update = (/** @type {Lesson} */ { reveal }) => {
    const said = reveal && (reveal.right === null ? "Answer: " : reveal.right ? "✓ Right: " : "✗ Not quite. Answer: ");
    box.className = !reveal ? "" : reveal.right === null ? "reveal" : reveal.right ? "reveal right" : "reveal wrong";
    if ((said ?? "") + (reveal?.answer ?? "") === verdict.textContent) return;
    verdict.replaceChildren(...(reveal ? [element("span", "", said), element("b", "figure", reveal.answer)] : []));
    why.replaceChildren(...(reveal?.why ?? []).map((text) => element("p", "", text)));
  };
  return { box, update };
}

/** @param {Lesson} data @param {Send} send */
function variants(data, send) {
  const bar = element("div", "variants");
  bar.append(element("span", "muted", "Put on the bench:"));
  const buttons = data.variants.map(({ name, label }) => button(label, "", () => send("variant", name)));
  bar.append(...buttons);
  bar.hidden = !buttons.length;
  const update = (/** @type {Lesson} */ { variants }) => buttons.forEach((node, i) => {
    node.className = variants[i].on ? "on" : "";
    node.setAttribute("aria-pressed", String(variants[i].on));
  });
  return { box: bar, update };
}

/** Draw a new lesson. @param {Root} root @param {Lesson} data @param {Send} send */
function build(root, data, send) {
  const title = element("h2", "", data.title);
  title.tabIndex = -1;
  const card = element("div", "card");
  const question = element("p", "question", data.question);
  question.id = "question";
  const asked = CONTROLS[data.kind](data, (value) => send("predict", value));
  const told = result(), offered = variants(data, send);
  asked.box.hidden = !data.asks;
  card.append(question, asked.box, told.box);
  root.replaceChildren(kicker(data, send), title, ...data.text.map((text) => element("p", "prose", text)), card, offered.box, element("p", "source", data.source));
  root.update = (now) => {
    asked.update(now);
    told.update(now);
    offered.update(now);
  };
  return title;
}

/** @param {import("browser/dom.js").Mounted} mounted */
export default function ({ data, parentElement, setTriggerValue }) {
  /** @type {Root} */
  const root = find(parentElement, ".lesson");
  const { prediction, unreadable, reveal, keep: kept, variants: offered, ...lasting } = /** @type {Lesson} */ (data);
  const content = JSON.stringify([lasting, offered.map(({ name }) => name)]);
  if (root.content !== content) {
    const hadFocus = root.contains(/** @type {ShadowRoot} */ (root.getRootNode()).activeElement);
    const title = build(root, data, setTriggerValue);
    // After a step by key, the focus is at the top of the next lesson.
    if (hadFocus) title.focus();
  }
  root.content = content;
  root.className = data.wall ? "lesson paper wall" : "lesson paper";
  root.update(data);
  if (kept) keep(kept[0], kept[1]);
}
