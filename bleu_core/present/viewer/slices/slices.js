// The view "Slices": in which parts of the test set B loses or gains. A slice opens its segments.

import { element } from "browser/dom.js";
import { drawFilterLine } from "../conditions.js";
import { formatDelta, oneLine } from "../numbers.js";
import { drawText } from "../spans.js";
import { newestOnly } from "../source.js";
import { sliceCards } from "./slice_cards.js";
import { drawSliceTable, FEW_SEGMENTS } from "./slice_table.js";

/** @import { Finder, Saved, Text } from "../document.js" */
/** @import { Page } from "../page.js" */
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
 * @property {string} [where] its segments as a filter of the app
 */
/** Of the app: by what the slice finder searches, and whether it waits for a press. @typedef {{least: number, depth: number, waits: boolean}} FinderSearch */
/**
 * @typedef {object} SliceCards
 * @property {Finder | null} [finder]
 * @property {FinderSearch} [search]
 * @property {Saved | null} [saved]
 * @property {[number, number] | null} [interval] of Δ of all segments
 */
/** @typedef {{column: string, about: string, note: Text, rows: SliceRow[]}} SliceGroup the slices by a criterion */
/** @typedef {{key: string, label: string, decimals: number, lower: boolean}} SliceMetric */
/**
 * @typedef {object} Slices
 * @property {Text} sentence on the first criteria, of all segments
 * @property {Text} lead on the first criterion alone
 * @property {string[]} first the criteria that are shown at first
 * @property {string[]} choices all criteria
 * @property {SliceGroup[]} groups
 * @property {SliceRow} whole all segments, or all that the filter selects
 * @property {SliceMetric} metric
 * @property {{key: string, label: string}[]} metrics to choose from
 * @property {boolean} isFiltered
 * @property {number} delta of all segments
 * @property {boolean} hasPoints whether contributions are defined
 * @property {string} unattributed what is missing to Δ in the sum of all segments, in words
 * @property {string} [caveat] what the metric's scores are of
 * @property {Finder | null} [finder]
 * @property {Saved | null} [saved]
 */
/** What opens segments: a value of a column, a named slice, or a filter of the app. @typedef {{column?: string, value?: string, name?: string, where?: string, limits?: string}} OpenedSlice */
/** @typedef {ReturnType<typeof newSliceScreen>} SliceScreen */

/** @param {HTMLElement & {slices?: SliceScreen}} root @param {Page} page */
export function drawSlices(root, page) {
  const screen = root.slices ??= newSliceScreen(root, page), { seg, sort, ...asked } = page.state, shown = JSON.stringify(asked);
  screen.page = page;
  if (screen.drawn === shown) return;
  screen.drawn = shown;
  screen.newest(page.source.slices(page.state.by, page.state), (slices) => {
    screen.slices = /** @type {Slices} */ (slices);
    showSlices(screen);
  });
  const { source } = page, key = JSON.stringify([page.state.set, page.state.pair]);
  if (!source.foundSlices) return;
  if (screen.cardsOf !== key) Object.assign(screen, { cardsOf: key, cards: {} });
  askForFound(screen, false);
  if (!screen.cards.saved) screen.newestSaved(source.savedSlices(), (found) => addCards(screen, found));
}

/** @param {SliceScreen} screen @param {boolean} isSearch */
function askForFound(screen, isSearch) {
  screen.newestFound(screen.page.source.foundSlices(screen.page.state, isSearch), (found) => addCards(screen, found));
}

/** @param {SliceScreen} screen @param {SliceCards} found */
function addCards(screen, found) {
  screen.cards = { ...screen.cards, ...found };
  showSlices(screen);
}

/** What is drawn: which comparison, filter and criterion. @param {HTMLElement} root @param {Page} page as it was drawn last */
function newSliceScreen(root, page) {
  const choice = element("select", { onchange: () => { screen.page.go({ by: choice.value }); } });
  const metric = element("select", { ariaLabel: "Metric", onchange: () => { screen.page.go(/** @type {any} */ ({ metric: metric.value })); } });
  const filter = element("div"), sentence = element("p", "sentence"), choices = element("div", "choice", element("label", "", "Slice by ", choice), metric);
  const table = element("div", "listed"), notes = element("div", "notes"), cards = element("aside", { ariaLabel: "Found and saved slices" });
  const main = element("div", { className: "main", hidden: true }, choices, table, notes); // hidden until there is an answer: nothing moves
  root.classList.add("view", "slices-view");
  root.replaceChildren(filter, sentence, main, cards);
  const screen = {
    page, drawn: "", newest: newestOnly(root), newestFound: newestOnly(root), newestSaved: newestOnly(root), choice, metric,
    slices: /** @type {Slices | null} */ (null), cards: /** @type {SliceCards | null} */ (null), cardsOf: "", // of which comparison
    nodes: { filter, sentence, main, choices, table, notes, cards },
  };
  return screen;
}

/** @param {SliceScreen} screen */
function showSlices(screen) {
  const { page, nodes, choice, slices } = screen;
  if (!slices) return; // the cards came first
  const { choices, first, groups, isFiltered } = slices, hasSlices = groups.length > 0, cards = screen.cards ?? slices;
  nodes.main.hidden = false;
  drawFilterLine(nodes.filter, page);
  nodes.sentence.hidden = isFiltered || !slices.sentence.length;
  drawText(nodes.sentence, slices.sentence);
  const others = first.length === 1 ? choices.filter((name) => name !== first[0]) : choices;
  choice.replaceChildren(new Option(oneLine(first.join(", "), 60), ""), ...others.map((name) => new Option(oneLine(name, 60), name)));
  choice.value = others.includes(page.state.by) ? page.state.by : "";
  screen.metric.hidden = slices.metrics.length < 2;
  screen.metric.replaceChildren(...slices.metrics.map(({ key, label }) => new Option(label, key)));
  screen.metric.value = slices.metric.key;
  nodes.choices.hidden = nodes.table.hidden = !hasSlices;
  const open = (/** @type {OpenedSlice} */ opened) => openSlice(screen.page, opened), isBleu = slices.metric.key === "bleu";
  const [low, high] = (isBleu && screen.cards?.interval) || [slices.whole.low, slices.whole.high];
  if (hasSlices) drawSliceTable(nodes.table, { ...slices, whole: { ...slices.whole, low, high } }, open);
  drawSliceNotes(nodes.notes, slices, page.source.foundSlices ? "" : "The slice finder was not run; on the command line, --find-slices runs it.");
  nodes.cards.replaceChildren(...sliceCards(slices, cards, page, { open, search: () => askForFound(screen, true) }));
  nodes.cards.hidden = !nodes.cards.childElementCount;
}

/** @param {Page} page @param {OpenedSlice} opened */
function openSlice({ state, go }, { column, value, name, where, limits }) {
  const kept = state.parts.filter(([one]) => one !== column);
  const chosen = where !== undefined ? { where, ...(limits === undefined ? {} : { limits }) }
    : column !== undefined ? { parts: /** @type {[string, string][]} */ ([...kept, [column, value]]) } : { slice: name };
  go({ view: "segments", ...chosen, seg: 0 });
}

/** What the numbers of the table are, and what was resampled. @param {HTMLElement} node @param {Slices} slices @param {string} unsearched */
function drawSliceNotes(node, { groups, isFiltered, delta, hasPoints, unattributed, finder, metric, caveat = "" }, unsearched) {
  const rows = groups.flatMap((group) => group.rows), has = (/** @type {(row: SliceRow) => boolean} */ test) => rows.some(test);
  const notes = !groups.length ? ["This page has no columns to slice by."] : [
    caveat, metric.lower ? "Lower is better." : "",
    hasPoints ? `Points are contributions to Δ${metric.key === "bleu" ? "" : " of BLEU"}: those of ${isFiltered ? "all segments" : "a group’s slices"} add up to ${formatDelta(delta)}.` : "Points are undefined, because BLEU of a system is 0.",
    hasPoints ? unattributed : "",
    isFiltered ? "Intervals are of all segments only: remove the filter to see them." : "",
    has(({ low }) => low !== null) ? "The intervals of a group hold simultaneously. Bold: the interval excludes 0." : "",
    has(({ segments }) => segments < FEW_SEGMENTS) ? `○ Fewer than ${FEW_SEGMENTS} segments: no interval, no claim.` : "",
  ];
  /** @type {Text} */
  const text = notes.filter(Boolean).map((note) => [note + " "]);
  const different = new Map(groups.map(({ note }) => [JSON.stringify(note), note])); // groups share reasons
  const own = isFiltered ? [] : [...different.values()].flatMap((note) => /** @type {Text} */ ([...note, [" "]]));
  if (!finder && unsearched) own.push([unsearched]);
  node.replaceChildren(drawText(element("p", "muted"), [...text, ...own]));
}
