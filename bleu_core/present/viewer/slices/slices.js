// The view "Slices": in which parts of the test set B loses or gains. A slice opens its segments.

import { element } from "browser/dom.js";
import { drawFilterLine } from "../filter_line.js";
import { formatDelta, oneLine } from "../numbers.js";
import { drawText } from "../spans.js";
import { newestOnly } from "../source.js";
import { sliceCards } from "./slice_cards.js";
import { drawSliceTable, FEW_SEGMENTS } from "./slice_table.js";

/** @typedef {import("../document.js").Text} Text */
/** @typedef {import("../page.js").Page} Page */
/**
 * @typedef {object} SliceRow
 * @property {string} label
 * @property {string} value of the column
 * @property {number} segments
 * @property {number} a BLEU
 * @property {number} b BLEU
 * @property {number} delta
 * @property {number | null} low interval of Δ, simultaneous within the criterion; null without one
 * @property {number | null} high
 * @property {number} points contribution to the whole Δ
 */
/** @typedef {{column: string, about: string, note: Text, rows: SliceRow[]}} SliceGroup the slices by a criterion */
/**
 * @typedef {object} Slices
 * @property {Text} sentence on the first criteria, of all segments
 * @property {Text} lead on the first criterion alone
 * @property {string[]} first the criteria that are shown at first
 * @property {string[]} choices all criteria
 * @property {SliceGroup[]} groups
 * @property {SliceRow} whole all segments, or all that the filter selects
 * @property {boolean} isFiltered
 * @property {number} delta of all segments
 * @property {boolean} hasPoints whether contributions are defined
 * @property {string} unattributed what is missing to Δ in the sum of all segments, in words
 * @property {import("../document.js").Finder | null} finder
 * @property {import("../document.js").Saved | null} saved
 */
/** @typedef {ReturnType<typeof newSliceScreen>} SliceScreen */

/** @type {WeakMap<HTMLElement, SliceScreen>} */
const sliceScreens = new WeakMap();

/** @param {HTMLElement} root @param {Page} page */
export function drawSlices(root, page) {
  const screen = sliceScreens.get(root) ?? newSliceScreen(root, page);
  sliceScreens.set(root, screen);
  const { set, pair, by, text, in: place, delta, parts, slice, has } = page.state;
  const shown = JSON.stringify([set, pair, by, text, place, delta, parts, slice, has]);
  screen.page = page;
  if (screen.drawn === shown) return;
  screen.drawn = shown;
  screen.newest(page.source.slices(by, page.state), (slices) => showSlices(screen, /** @type {Slices} */ (slices)));
}

/** What is drawn: which comparison, filter and criterion. @param {HTMLElement} root @param {Page} page as it was drawn last */
function newSliceScreen(root, page) {
  root.classList.add("view", "slices-view");
  const filter = element("div"), sentence = element("p", "sentence"), bar = element("label", "choice", "Slice by ");
  const table = element("div", "listed"), notes = element("div", "notes"), main = element("div", "main"), cards = element("aside");
  const choice = element("select");
  cards.setAttribute("aria-label", "Found and saved slices");
  bar.append(choice);
  main.append(bar, table, notes);
  root.replaceChildren(filter, sentence, main, cards);
  const screen = { page, drawn: "", newest: newestOnly(), choice, nodes: { filter, sentence, bar, table, notes, cards } };
  choice.onchange = () => screen.page.go({ by: choice.value });
  return screen;
}

/** @param {SliceScreen} screen @param {Slices} slices */
function showSlices(screen, slices) {
  const { page, nodes, choice } = screen, { choices, first, groups, isFiltered } = slices, hasSlices = groups.length > 0;
  drawFilterLine(nodes.filter, page);
  nodes.sentence.hidden = isFiltered || !slices.sentence.length;
  drawText(nodes.sentence, slices.sentence);
  const others = first.length === 1 ? choices.filter((name) => name !== first[0]) : choices;
  choice.replaceChildren(new Option(oneLine(first.join(", "), 60), ""), ...others.map((name) => new Option(oneLine(name, 60), name)));
  choice.value = others.includes(page.state.by) ? page.state.by : "";
  nodes.bar.hidden = nodes.table.hidden = !hasSlices;
  if (hasSlices) {
    drawSliceTable(nodes.table, slices, (column, value) => {
      const kept = page.state.parts.filter(([name]) => name !== column);
      screen.page.go({ view: "segments", parts: [...kept, [column, value]], seg: -1 });
    });
  }
  drawSliceNotes(nodes.notes, slices);
  const cards = sliceCards(slices, (slice) => screen.page.go({ view: "segments", slice, seg: -1 }));
  nodes.cards.replaceChildren(...cards);
  nodes.cards.hidden = !cards.length;
}

/** What the numbers of the table are, and what was resampled. @param {HTMLElement} node @param {Slices} slices */
function drawSliceNotes(node, { groups, isFiltered, delta, hasPoints, unattributed, finder }) {
  const rows = groups.flatMap((group) => group.rows), has = (/** @type {(row: SliceRow) => boolean} */ test) => rows.some(test);
  const notes = !groups.length ? ["This page has no columns to slice by."] : [
    hasPoints ? `Points are contributions to Δ: those of ${isFiltered ? "all segments" : "a group’s slices"} add up to ${formatDelta(delta)}.` : "Points are undefined, because BLEU of a system is 0.",
    hasPoints ? unattributed : "",
    isFiltered ? "Intervals are of all segments only: remove the filter to see them." : "",
    has(({ low }) => low !== null) ? "The intervals of a group hold simultaneously. Bold: the interval excludes 0." : "",
    has(({ segments }) => segments < FEW_SEGMENTS) ? `○ Fewer than ${FEW_SEGMENTS} segments: no interval, no claim.` : "",
  ];
  /** @type {Text} */
  const text = notes.filter(Boolean).map((note) => [note + " "]);
  const own = isFiltered ? [] : groups.flatMap(({ note }) => /** @type {Text} */ ([...note, [" "]]));
  if (!finder) own.push(["The slice finder was not run; on the command line, --find-slices runs it."]);
  node.replaceChildren(drawText(element("p", "muted"), [...text, ...own]));
}
