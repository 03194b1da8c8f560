// The class beside its lesson: how many have answered, their answers as bars, and how to join.

import { drawing, element, find, focusOf } from "browser/dom.js";

/** @typedef {{label: string, count: number, right: boolean}} Bar */
/** @typedef {{bars: Bar[], numbers: boolean, notes: string[]}} Tally  bars of numbers are side by side */
/** @typedef {{link: string, squares: string[]}} Join  squares: rows of "0" and "1" */
/** @param {Bar} bar @param {number} most */
function drawBar({ label, count, right }, most) {
  const column = element("span", "length");
  column.style.setProperty("--share", String(count / Math.max(1, most)));
  return element("li", right ? "bar right" : "bar",
    element("span", "label", (right ? "✓ " : "") + label), column, element("span", "count", String(count)));
}

/** @param {Tally} tally */
function drawTally({ bars, numbers, notes }) {
  const most = Math.max(...bars.map((bar) => bar.count));
  const list = element("ol", { className: numbers ? "tally numbers" : "tally choices", ariaLabel: "Answers of the class" });
  list.append(...bars.map((bar) => drawBar(bar, most)));
  return [...notes.map((note) => element("p", "note", note)), list];
}

/** Dark on white in both themes, as cameras want it. @param {Join} join */
function drawJoin({ link, squares }) {
  const size = squares.length;
  const svg = drawing("svg", { class: "qr", viewBox: `0 0 ${size} ${size}`, role: "img", "aria-label": "QR code of " + link, "shape-rendering": "crispEdges" });
  const path = squares.flatMap((row, y) => [...row].map((dark, x) => (dark === "1" ? `M${x} ${y}h1v1h-1z` : ""))).join("");
  svg.append(drawing("rect", { class: "ground", width: size, height: size }), drawing("path", { class: "dark", d: path }));
  return [svg, element("p", "link", link)];
}

/** A part of the desk is closed at first, because the desk may be on the projector. @param {HTMLElement} root @param {string} name @param {string} label @param {Element[]} nodes */
function part(root, name, label, nodes) {
  if (!label) return element("div", name, ...nodes);
  const open = root.querySelector(`details.${name}`)?.hasAttribute("open") ?? false;
  return element("details", { className: name, open }, element("summary", "", label), ...nodes);
}

/** @param {import("browser/dom.js").Mounted} mounted */
export default function ({ data, parentElement }) {
  const root = find(parentElement, ".class");
  const { answered, joined, saved, wall, desk, tally, join } = data, content = JSON.stringify(data);
  if (root.dataset.content === content) return;
  root.dataset.content = content;
  const focused = focusOf(root)?.parentElement?.className;
  /** @type {Element[]} */
  const parts = [element("p", "many", `${answered} of ${joined} answered`)];
  if (saved) parts.unshift(element("p", "saved", "Saved answer: ", element("bdi", "", saved), ". You can change it until the answer is revealed."));
  if (tally) parts.push(part(root, "answers", desk ? "Answers" : "", drawTally(tally)));
  if (join) parts.push(part(root, "join", desk ? "How to join" : "", drawJoin(join)));
  root.classList.toggle("wall", wall);
  root.replaceChildren(...parts);
  if (focused) find(root, `.${focused} summary`)?.focus();
}
