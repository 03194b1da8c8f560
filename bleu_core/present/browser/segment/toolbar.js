// The toolbar above the lines, and the legend of their colours.

import { button, element } from "../dom.js";
import { asking } from "../glossary_tip.js";
import { step } from "../marked_lines.js";
import { MOST_REFERENCES } from "./references.js";
import { isLong } from "./view.js";

/** @typedef {import("./view.js").View} View */
/** @typedef {import("./view.js").Difference} Difference */

// ---- The legend.

/**
 * @param {number} order
 * @param {import("../glossary_tip.js").Glossary} glossary
 * @param {boolean} searched
 * @param {boolean} others
 */
export function legend(order, glossary, searched, others) {
  const all = Array.from({ length: order }, (_, i) => i + 1);
  const steps = [...new Set(all.map((n) => step(n, order)))];
  const chips = (/** @type {string} */ side) => steps.map((s) => {
    const of = all.filter((n) => step(n, order) === s);
    const label = of.length > 1 ? of[0] + "–" + of.at(-1) : String(of[0]);
    return element("span", "chip " + side + " d" + s, label);
  });
  const items = [asking("longest match", glossary, "depth"), ...chips("a"), ...chips("b"), ...(others ? chips("other") : []), element("span", "chip clipped", "clipped"),
    element("span", "sep", "references:"), element("span", "chip more-a", "more in A"), element("span", "chip more-b", "more in B"),
    element("span", "chip alike", "equal"), element("span", "chip missed", "missed")];
  if (searched) items.push(element("span", "sep", "search:"), element("mark", "", "found"));
  return items;
}

// ---- The toolbar.

const LONG = "Long segment: only the beginning of each line is shown. Scores and n-gram counts are for the whole segment.";

/** @param {string} label @param {boolean} on @param {string} title @param {() => void} act */
function toggleButton(label, on, title, act) {
  const node = button(label, on ? "on" : "", act);
  node.title = title;
  node.setAttribute("aria-pressed", String(on));
  return node;
}

/** @param {View} view */
function titleOf({ data }) {
  const title = element("div", "title"), name = title.appendChild(element("b", "number"));
  name.append(element("span", "noun", "Segment "), (data.segment + 1).toLocaleString("en-US"));
  if (data.document !== null) {
    const document = title.appendChild(element("span", "muted document"));
    document.append("· ", element("bdi", "", data.document));
    document.title = data.document;
  }
  if (data.carries) title.appendChild(element("span", "muted carries", "· ")).append(asking(data.carries, data.glossary, "points"), element("span", "noun", data.total));
  return title;
}

/** @param {View} view */
function stepButtons({ ui, redraw, hooks }) {
  const steps = element("div", "buttons");
  const add = (/** @type {string} */ label, /** @type {string} */ text, /** @type {() => void} */ act) => {
    const node = steps.appendChild(button(label, "", act));
    node.title = text;
    node.setAttribute("aria-label", text);
  };
  add("‹", "Previous segment (key k)", () => hooks.go(-1));
  add("›", "Next segment (key j)", () => hooks.go(1));
  add("?", "Keyboard shortcuts", () => redraw({ help: !ui.help }));
  return steps;
}

/** @param {View} view */
function orderButtons({ data, ui, redraw }) {
  const orders = element("div", "buttons");
  const title = "Color each token by its longest credited n-gram (key 0)";
  orders.append(toggleButton("longest", ui.order === "longest", title, () => redraw({ order: "longest" })));
  for (let n = 1; n <= data.order; n++) {
    orders.append(toggleButton(String(n), ui.order === n, "Show n-grams of order " + n + " (key " + n + ")", () => redraw({ order: n })));
  }
  return orders;
}

/** @type {[Difference, string, string, string][]} each with its label, its key and what it shows */
export const DIFFERENCES = [
  ["both", "A ≠ B", "d", "Show only n-grams credited more often in one system"],
  ["lost", "B lost", "-", "Show only n-grams credited more often in A"],
  ["gained", "B gained", "+", "Show only n-grams credited more often in B"],
];

/** @param {View} view */
function differenceButtons({ ui, redraw }) {
  const group = element("div", "buttons");
  group.append(...DIFFERENCES.map(([diff, label, key, title]) =>
    toggleButton(label, ui.diff === diff, `${title} (key ${key})`, () => redraw({ diff: ui.diff === diff ? "" : diff }))));
  return group;
}

/** @param {View} view */
function wordDiff({ data, ui, redraw }) {
  const words = element("select");
  words.setAttribute("aria-label", "Word diff");
  words.title = "Box the words in which two lines differ";
  const options = [["", "word diff"], ["a|b", "A ≠ B"]];
  data.match.references.forEach((tokens, r) => tokens && options.push(["a|" + r, "A ≠ ref " + (r + 1)], ["b|" + r, "B ≠ ref " + (r + 1)]));
  for (const [value, label] of options) words.append(Object.assign(element("option", "", label), { value }));
  words.value = ui.words;
  words.onchange = () => redraw({ words: words.value });
  return words;
}

/** @param {View} view */
function help({ data, hooks }) {
  const edits = hooks.edit ? " · e edit B" : "";
  const texts = "j k ↓ ↑ next and previous segment · 1–" + data.order + " n-gram order, 0 longest · d differences only, − what B lost, + what B gained · t tokens as scored · ← → previous and next token" + edits + " · / search · Esc unpin";
  const references = "r all references, or the closest one";
  const others = "< > focus on another system below A · m use as B";
  return [texts, ...(data.references.length > MOST_REFERENCES ? [references] : []), ...(data.others ? [others] : []), ...hooks.keys].map((keys) => element("p", "keys", keys));
}

/** @param {View} view */
export function drawToolbar(view) {
  const { data, ui, parts, redraw } = view;
  const bar = element("div", "bar");
  bar.append(
    titleOf(view), stepButtons(view), orderButtons(view),
    differenceButtons(view),
    toggleButton("tokens", ui.scored, "Show the tokens that are scored (key t)", () => redraw({ scored: !ui.scored })),
    wordDiff(view),
  );
  const long = isLong(data) ? [element("p", "long", LONG)] : [];
  parts.bar.replaceChildren(bar, ...long, ...(ui.help ? help(view) : []));
}
