// The cards beside the table: what the slice finder found, and the slices that were saved.

import { button, element } from "browser/dom.js";
import { formatCount, formatDelta, formatInt } from "../numbers.js";
import { intervalText } from "../intervals.js";
import { drawText } from "../spans.js";

/** @typedef {import("../document.js").Finder} Finder */
/** @typedef {import("../document.js").FoundSlice} FoundSlice */
/** @typedef {import("../document.js").Saved} Saved */
/** @typedef {import("./slices.js").Slices} Slices */

/** @import { Page } from "../page.js" */
/** @import { FinderSearch, OpenedSlice, SliceCards } from "./slices.js" */
/** @typedef {(slice: OpenedSlice) => void} Open */
/** What can be saved, where it can: the expression of a slice. @typedef {((where: string) => void) | undefined} Save */

/** Of the slice finder, from and to: LEAST and LARGEST, and DEPTHS of pages/ui/view.py. */
const LEAST_SEGMENTS = [10, 20, 30, 50, 100, 200, 500, 1000, 10_000], DEPTHS = [1, 2, 3];

/** The cards that have something to show. @param {Slices} slices @param {SliceCards} cards @param {Page} page @param {{open: Open, search: () => void}} acts */
export function sliceCards({ delta, whole, isFiltered }, { finder, search, saved }, page, { open, search: act }) {
  const save = /** @type {Page & {saveSlice?: Save}} */ (page).saveSlice, cards = [];
  if (finder || page.source.foundSlices) {
    const card = titledCard("Slice finder");
    if (search) card.append(...searchControls(search, page, whole.segments, act));
    if (finder) card.append(...foundSlices(finder, { delta, size: isFiltered ? 0 : whole.segments }, open, save));
    cards.push(card);
  }
  if (saved) cards.push(savedCard(saved, open, save));
  return cards;
}

/** How it searches, and a button where it waits. @param {FinderSearch} search @param {Page} page @param {number} size @param {() => void} act */
function searchControls({ least, depth, waits }, { go }, size, act) {
  const choose = (/** @type {string} */ name, /** @type {number[]} */ choices, /** @type {number} */ chosen, /** @type {(number: number) => string} */ text) => {
    const choice = element("select"), all = [...new Set([...choices, chosen])].sort((one, other) => one - other);
    choice.append(...all.map((number) => new Option(text(number), String(number))));
    choice.value = String(chosen);
    choice.setAttribute("aria-label", name);
    choice.onchange = () => { go(/** @type {any} */ ({ [name === "Conditions" ? "depth" : "least"]: choice.value }), true); };
    return choice;
  };
  const bar = element("div", "search");
  bar.append(
    choose("Minimum segments", LEAST_SEGMENTS, least, (number) => `${formatInt(number)} or more segments`),
    choose("Conditions", DEPTHS, depth, (number) => (number > 1 ? `up to ${number} conditions` : "1 condition")),
  );
  return waits ? [bar, button(`Search ${formatCount(size, "segment")}`, "", act)] : [bar];
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

/** @param {Finder} finder @param {{delta: number, size: number}} all @param {Open} open @param {Save} save */
function foundSlices({ notes, slices }, all, open, save) {
  const tested = slices.filter((one) => one.tested), others = slices.filter((one) => !one.tested);
  const [first, ...rest] = notes.map((note) => drawText(element("p", "note"), note));
  const found = tested.map((one, i) => foundSlice(one, all, i === 0, open, save));
  const nodes = [...(first ? [first] : []), ...found, ...rest];
  if (others.length) {
    const folded = element("details", "untested");
    folded.append(element("summary", "", formatCount(others.length, "slice described, not tested", "slices described, not tested")), ...others.map((one) => foundSlice(one, all, false, open, save)));
    nodes.push(folded);
  }
  return nodes;
}

/** @param {FoundSlice & OpenedSlice} found @param {{delta: number, size: number}} all @param {boolean} isOpen @param {Open} open @param {Save} save */
function foundSlice(found, { delta, size }, isOpen, open, save) {
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
  const named = (/** @type {string} */ label, /** @type {() => void} */ act) => {
    const node = button(label, "", act);
    node.setAttribute("aria-label", `${label} ${label.startsWith("Show") ? "of " : ""}${name}`);
    return node;
  };
  const buttons = [named("Show segments", () => open(found)), ...(save ? [named("Save slice", () => save(name))] : [])];
  node.append(summary, facts, drawText(element("p", "verdict"), found.verdict), ...buttons);
  return node;
}

/** @param {Saved & {unsaved?: string}} saved `unsaved` is the filter that is not among them @param {Open} open @param {Save} save */
function savedCard({ note, slices, unsaved }, open, save) {
  const card = titledCard("Saved slices");
  for (const saved of slices) {
    const { name, expression, segments, delta, interval, note: why } = saved;
    const node = element("div", "saved"), link = button("", "link", () => open(saved)), code = element("code", "expression", expression);
    link.append(element("bdi", "", name));
    code.dir = "auto";
    node.append(segments ? link : element("b", "", name));
    if (delta !== null) node.append(signedText(delta), element("span", "muted", formatCount(segments, "segment")));
    node.append(code, element("span", "muted more", why || `95% CI ${intervalText(interval, formatDelta)}`));
    card.append(node);
  }
  card.append(drawText(element("p", "note"), note));
  if (unsaved && save) card.append(button("Save this filter", "", () => save(unsaved)));
  return card;
}
