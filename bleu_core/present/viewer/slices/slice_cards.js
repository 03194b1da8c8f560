// The cards beside the table: what the slice finder found, and the slices that were saved.

import { button, element } from "browser/dom.js";
import { formatCount, formatDelta, formatInt, formatShare, toneOfText } from "../numbers.js";
import { intervalText } from "../intervals.js";
import { drawText } from "../spans.js";

/** @import { Finder, FoundSlice, Saved } from "../document.js" */
/** @import { Page } from "../page.js" */
/** @import { FinderSearch, OpenedSlice, SliceCards, Slices } from "./slices.js" */
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
  const choose = (/** @type {"least" | "depth"} */ name, /** @type {string} */ ariaLabel, /** @type {number[]} */ choices, /** @type {number} */ chosen, /** @type {(number: number) => string} */ text) => {
    const all = [...new Set([...choices, chosen])].sort((one, other) => one - other);
    const choice = element("select", { ariaLabel, onchange: () => { go(/** @type {any} */ ({ [name]: choice.value }), true); } },
      ...all.map((number) => new Option(text(number), String(number))));
    choice.value = String(chosen);
    return choice;
  };
  const bar = element("div", "search",
    choose("least", "Minimum segments", LEAST_SEGMENTS, least, (number) => `${formatInt(number)} or more segments`),
    choose("depth", "Conditions", DEPTHS, depth, (number) => (number > 1 ? `up to ${number} conditions` : "1 condition")));
  return waits ? [bar, button(`Search ${formatCount(size, "segment")}`, "", act)] : [bar];
}

/** @param {string} title */
function titledCard(title) {
  return element("section", "card", element("h2", "", title));
}

/** @param {number} number */
function signedText(number) {
  const text = formatDelta(number);
  return element("b", toneOfText(text), text);
}

/** @param {string} expression */
function codeOf(expression) {
  return element("code", { className: "expression", dir: "auto" }, expression);
}

/** @param {Finder} finder @param {{delta: number, size: number}} all @param {Open} open @param {Save} save */
function foundSlices({ notes, slices }, all, open, save) {
  const tested = slices.filter((slice) => slice.tested), others = slices.filter((slice) => !slice.tested);
  const [first, ...rest] = notes.map((note) => drawText(element("p", "note"), note));
  const nodes = [...(first ? [first] : []), ...tested.map((slice, i) => foundSlice(slice, all, i === 0, open, save)), ...rest];
  const title = formatCount(others.length, "slice described, not tested", "slices described, not tested");
  if (others.length) nodes.push(element("details", "untested", element("summary", "", title), ...others.map((slice) => foundSlice(slice, all, false, open, save))));
  return nodes;
}

/** @param {FoundSlice & OpenedSlice} slice @param {{delta: number, size: number}} all @param {boolean} isOpen @param {Open} open @param {Save} save */
function foundSlice(slice, { delta, size }, isOpen, open, save) {
  const { name, tested, segments, tokens, points, share, surplus, interval, bounds, verdict } = slice;
  const fact = (/** @type {string} */ label, /** @type {Node | string} */ value, /** @type {string} */ more) => [
    element("dt", "", label), element("dd", "", value, element("span", "muted", more)),
  ];
  const range = (/** @type {[number, number] | null} */ ends) => (ends ? " " + intervalText(ends, formatDelta) : "");
  const facts = element("dl", "",
    ...fact("segments", formatInt(segments), `${size ? ` of ${formatInt(size)}` : ""}, ${formatShare(tokens)} of the reference tokens`),
    ...fact("points", signedText(points), ` of ${formatDelta(delta)}, ${formatShare(share)} of the ${points < 0 ? "losses" : "gains"}`),
    ...fact(tested ? "Δ on the held-out half" : "Δ", formatDelta(slice.delta), range(interval)),
    ...(surplus === null ? [] : fact("beyond its share", formatDelta(surplus), range(bounds))));
  const show = Object.assign(button("Show segments", "", () => open(slice)), { ariaLabel: `Show segments of ${name}` });
  const keep = Object.assign(button("Save slice", "", () => save(name)), { ariaLabel: `Save slice ${name}` });
  return element("details", { className: "found", open: isOpen },
    element("summary", "", signedText(slice.delta), codeOf(name), element("span", "muted state", verdict[0][0])), facts,
    drawText(element("p", "verdict"), verdict), show, ...(save ? [keep] : []));
}

/** @param {Saved & {unsaved?: string}} saved `unsaved` is the filter that is not among them @param {Open} open @param {Save} save */
function savedCard({ note, slices, unsaved }, open, save) {
  const card = titledCard("Saved slices");
  for (const saved of slices) {
    const { name, expression, segments, delta, interval, note: why } = saved, link = button("", "link", () => open(saved));
    link.append(element("bdi", "", name));
    card.append(element("div", "saved", segments ? link : element("b", "", name),
      ...(delta === null ? [] : [signedText(delta), element("span", "muted", formatCount(segments, "segment"))]),
      codeOf(expression), element("span", "muted more", why || `95% CI ${intervalText(interval, formatDelta)}`)));
  }
  card.append(drawText(element("p", "note"), note));
  if (unsaved && save) card.append(button("Save this filter", "", () => save(unsaved)));
  return card;
}
