// A lesson and its question. The answer comes only when it may be seen.

import { CONTROLS } from "./question_controls.js";
import { button, element, find, focusOf } from "browser/dom.js";
import { keep } from "../prediction_cookie.js";

/** @typedef {(message: "predict" | "variant" | "go" | "wall", value: string) => void} Send */
/** @typedef {{name: string, label: string, on: boolean}[]} Variants */
/** @typedef {import("./question_controls.js").Question & {text: string[], reveal: {why: string[]} & Record<string, any> | null, variants: Variants}} Lesson */
/** @typedef {HTMLElement & {content?: string, update?: (data: Lesson) => void, asked?: Record<string, import("./question_controls.js").Controls>}} Root */

/** @param {Lesson} data @param {Send} send */
function kicker(data, send) {
  const line = element("div", "kicker", element("span", "", `Lesson ${data.number} of ${data.of}`));
  if (!data.leads) return line;
  const steps = [["‹", data.previous, "Previous lesson"], ["›", data.next, "Next lesson"]].map(([label, name, title]) =>
    Object.assign(button(label, "", () => send("go", name)), { disabled: name === null, ariaLabel: title, title }));
  const wall = button(data.wall ? "Exit projector view" : "Projector view", "towall", () => send("wall", "turn"));
  wall.title = data.wall ? "Back to the lessons" : "Show only the question and the bench, in large type";
  line.append(element("span", "steps", ...steps), wall);
  return line;
}

/** The result, announced to screen readers, and the explanation. */
function result() {
  const verdict = element("p", { className: "verdict", role: "status" }), why = element("div", "why");
  const box = element("div", "", verdict, why);
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
  const buttons = data.variants.map(({ name, label }) => button(label, "", () => send("variant", name)));
  const box = element("div", { className: "variants", hidden: !buttons.length }, element("span", "muted", "Put on the bench:"), ...buttons);
  const update = (/** @type {Lesson} */ { variants }) => buttons.forEach((node, i) => {
    Object.assign(node, { className: variants[i].on ? "on" : "", ariaPressed: String(variants[i].on) });
  });
  return { box, update };
}

/** Draw a new lesson. @param {Root} root @param {Lesson} data @param {Send} send */
function build(root, data, send) {
  const title = element("h2", { tabIndex: -1 }, data.title);
  // Kept, with what is typed and not saved, for when the teacher of a class leads elsewhere and back.
  const asked = (root.asked ??= {})[root.content] ??= CONTROLS[data.kind](data, (value) => send("predict", value));
  const told = result(), offered = variants(data, send);
  asked.box.hidden = !data.asks;
  root.replaceChildren(
    kicker(data, send), title, ...data.text.map((text) => element("p", "prose", text)),
    element("div", "card", element("p", { className: "question", id: "question" }, data.question), asked.box, told.box),
    offered.box, element("p", "source", data.source),
  );
  root.update = (now) => [asked, told, offered].forEach((part) => part.update(now));
  return title;
}

/** @param {import("browser/dom.js").Mounted} mounted */
export default function ({ data, parentElement, setTriggerValue }) {
  /** @type {Root} */
  const root = find(parentElement, ".lesson");
  const { prediction, unreadable, reveal, keep: kept, variants: offered, ...lasting } = /** @type {Lesson} */ (data);
  const content = JSON.stringify([lasting, offered.map(({ name }) => name)]);
  if (root.content !== content) {
    root.content = content;
    const hadFocus = root.contains(focusOf(root)), title = build(root, data, setTriggerValue);
    // After a step by key, the focus is at the top of the next lesson.
    if (hadFocus) title.focus();
  }
  root.className = data.wall ? "lesson paper wall" : "lesson paper";
  root.update(data);
  if (kept) keep(kept[0], kept[1]);
}
