// The toolbar above the lines, and the legend of their colours.

import { button, element } from "../../widgets/dom.js";
import { asking } from "../../widgets/glossary_tip.js";
import { step } from "../../widgets/marked_lines.js";
import { isLong } from "./view.js";

/** @typedef {import("./view.js").View} View */

// ---- The legend.

/**
 * @param {number} order
 * @param {import("../../widgets/glossary_tip.js").Glossary} glossary
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
    element("span", "chip alike", "equal"), element("span", "chip none", "missed")];
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
  const title = element("div", "title");
  title.append(element("b", "", "Segment " + (data.segment + 1)));
  if (data.document !== null) title.append(element("span", "muted", " · " + data.document));
  if (data.carries) {
    const carries = element("span", "muted carries", " · ");
    carries.append(asking(data.carries, data.glossary, "points"));
    title.append(carries);
  }
  return title;
}

/** @param {View} view */
function stepButtons({ ui, redraw, go }) {
  const steps = element("div", "buttons");
  const add = (/** @type {string} */ label, /** @type {string} */ text, /** @type {() => void} */ act) => {
    const node = steps.appendChild(button(label, "", act));
    node.title = text;
    node.setAttribute("aria-label", text);
  };
  add("‹", "Previous segment (key k)", () => go(-1));
  add("›", "Next segment (key j)", () => go(1));
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

/** @param {View} view */
function wordDiff({ data, ui, redraw }) {
  const words = element("select");
  words.setAttribute("aria-label", "Word diff");
  words.title = "Box the words in which two lines differ";
  const options = [["", "no word diff"], ["a|b", "words: A ≠ B"]];
  data.match.references.forEach((tokens, r) => tokens && options.push(["a|" + r, "words: A ≠ ref " + (r + 1)], ["b|" + r, "words: B ≠ ref " + (r + 1)]));
  for (const [value, label] of options) words.append(Object.assign(element("option", "", label), { value }));
  words.value = ui.words;
  words.onchange = () => redraw({ words: words.value });
  return words;
}

/** @param {View} view */
function help({ data }) {
  const judging = "a b s x judgment: A better, B better, same, both bad · l add a label, with Shift one more of its kind · n note · Ctrl+Z undo the last judgment, label or error annotation";
  const marking = "w annotate errors: click a word or drag over several, or ← → to a word, Shift+← → to extend, Enter; then 1 2 3 severity, a letter for the category, / comment · h toggle BLEU highlights · v toggle error annotations";
  const texts = "j k ↓ ↑ next and previous segment · 1–" + data.order + " n-gram order, 0 longest · d differences only · t tokens as scored · ← → previous and next token · e edit B · / search · Esc unpin";
  const others = "< > focus on another system below A · m use as B";
  const pair = "[ ] previous and next system as B, { } as A (with more than two systems) · \\ swap A and B";
  const screens = "g then o y s n l j e d: Overview, Systems, Segments, N-grams, Slices, Judge, Learn, Data · Ctrl+K or ⌘K search";
  return [texts, pair, screens, ...(data.others ? [others] : []), ...(data.judging ? [judging, marking] : [])].map((keys) => element("p", "keys", keys));
}

/** @param {View} view */
export function drawToolbar(view) {
  const { data, ui, parts, redraw } = view;
  const bar = element("div", "bar");
  bar.append(
    titleOf(view), stepButtons(view), orderButtons(view),
    toggleButton("differences", ui.diff, "Show only n-grams won by one system (key d)", () => redraw({ diff: !ui.diff })),
    toggleButton("tokens", ui.scored, "Show the tokens that are scored (key t)", () => redraw({ scored: !ui.scored })),
    wordDiff(view),
  );
  const long = isLong(data) ? [element("p", "long", LONG)] : [];
  parts.bar.replaceChildren(bar, ...long, ...(ui.help ? help(view) : []));
}
