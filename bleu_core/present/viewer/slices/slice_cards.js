// The cards beside the table: what the slice finder found, and the slices that were saved.

import { button, element } from "browser/dom.js";
import { formatCount, formatDelta, formatInt } from "../numbers.js";
import { intervalText } from "../intervals.js";
import { drawText } from "../spans.js";

/** @typedef {import("../document.js").Finder} Finder */
/** @typedef {import("../document.js").FoundSlice} FoundSlice */
/** @typedef {import("../document.js").Saved} Saved */
/** @typedef {import("./slices.js").Slices} Slices */

/** The cards that have something to show. @param {Slices} slices @param {(slice: string) => void} open its segments */
export function sliceCards({ finder, saved, delta, whole, isFiltered }, open) {
  const cards = [];
  if (finder) cards.push(finderCard(finder, { delta, size: isFiltered ? 0 : whole.segments }, open));
  if (saved) cards.push(savedCard(saved, open));
  return cards;
}

/** @param {string} title */
function titledCard(title) {
  const card = element("section", "card");
  card.append(element("h2", "", title));
  return card;
}

/** @param {number} number */
function signedText(number) {
  const text = formatDelta(number);
  return element("b", /[1-9∞]/.test(text) ? (number < 0 ? "loss" : "gain") : "", text);
}

/** @param {Finder} finder @param {{delta: number, size: number}} all @param {(slice: string) => void} open */
function finderCard({ notes, slices }, all, open) {
  const card = titledCard("Slice finder"), tested = slices.filter((one) => one.tested), others = slices.filter((one) => !one.tested);
  const [first, ...rest] = notes.map((note) => drawText(element("p", "note"), note));
  const found = tested.map((one, i) => foundSlice(one, all, i === 0, open));
  card.append(first, ...found, ...rest);
  if (others.length) {
    const folded = element("details", "untested");
    folded.append(element("summary", "", formatCount(others.length, "slice described, not tested", "slices described, not tested")), ...others.map((one) => foundSlice(one, all, false, open)));
    card.append(folded);
  }
  return card;
}

/** @param {FoundSlice} found @param {{delta: number, size: number}} all @param {boolean} isOpen @param {(slice: string) => void} open */
function foundSlice(found, { delta, size }, isOpen, open) {
  const node = element("details", "found"), summary = element("summary"), facts = element("dl");
  const { name, tested, segments, points, share, surplus } = found;
  node.open = isOpen;
  const expression = element("code", "expression", name), number = signedText(found.delta);
  expression.dir = "auto";
  summary.append(number, expression, element("span", "muted state", found.verdict[0][0]));
  const fact = (/** @type {string} */ label, /** @type {(Node | string)[]} */ value, /** @type {string} */ more) => {
    const cell = element("dd");
    cell.append(...value, element("span", "muted", more));
    facts.append(element("dt", "", label), cell);
  };
  const range = (/** @type {[number, number] | null} */ ends) => (ends ? " " + intervalText(ends, formatDelta) : "");
  fact("segments", [formatInt(segments)], size ? ` of ${formatInt(size)}, ${Math.round((100 * segments) / size)}%` : "");
  fact("points", [signedText(points)], ` of ${formatDelta(delta)}, ${Math.round(100 * share)}% of the ${points < 0 ? "losses" : "gains"}`);
  fact(tested ? "Δ on the held-out half" : "Δ", [formatDelta(found.delta)], range(found.interval));
  if (surplus !== null) fact("beyond its share", [formatDelta(surplus)], range(found.bounds));
  const show = button("Show segments", "", () => open(name));
  show.setAttribute("aria-label", `Show segments of ${name}`);
  node.append(summary, facts, drawText(element("p", "verdict"), found.verdict), show);
  return node;
}

/** @param {Saved} saved @param {(slice: string) => void} open */
function savedCard({ note, slices }, open) {
  const card = titledCard("Saved slices");
  for (const { name, expression, segments, delta, interval, note: why } of slices) {
    const node = element("div", "saved"), link = button("", "link", () => open(name)), code = element("code", "expression", expression);
    link.append(element("bdi", "", name));
    code.dir = "auto";
    node.append(segments ? link : element("b", "", name));
    if (delta !== null) node.append(signedText(delta), element("span", "muted", formatCount(segments, "segment")));
    node.append(code, element("span", "muted more", why || `95% CI ${intervalText(interval, formatDelta)}`));
    card.append(node);
  }
  card.append(drawText(element("p", "note"), note));
  return card;
}
