// The screen "Slices": BLEU of A and B on each part of the test set; a part opens its segments.

import { element } from "browser/dom.js";
import { drawTable } from "browser/table.js";
import { drawFilterLine, filteredRows, filterKey } from "./filtered.js";
import { formatDelta, formatInt, formatScore, formatSmallDelta } from "./numbers.js";
import { unattributedNote } from "./segment_numbers.js";
import { sliceColumns, slicePartsOf, wholeSlice } from "./slice_parts.js";
import { moreButton, plainTable, signedCell, termOf } from "./table_parts.js";

/** @typedef {import("./page.js").Page} Page */
/** @typedef {import("./slice_parts.js").SlicePart} SlicePart */
/**
 * @typedef {object} SliceScreen
 * @property {Page} page as it was drawn last
 * @property {string} drawn which comparison, filter and column
 * @property {SlicePart[]} parts
 * @property {SlicePart} whole
 * @property {number} most parts that are drawn
 * @property {Record<"line" | "bar" | "note" | "list" | "more", HTMLElement>} nodes
 */

/** @type {WeakMap<HTMLElement, SliceScreen>} */
const sliceScreens = new WeakMap();

/** Parts drawn at a time. */
const PARTS_AT_A_TIME = 100;
/** Fewer segments are too few for a claim: MIN_SEGMENTS of bleu_core/significance. */
const FEW_SEGMENTS = 30;

/** @param {HTMLElement} root @param {Page} page */
export function drawSlices(root, page) {
  const screen = sliceScreens.get(root) ?? newSliceScreen(root, page);
  const columns = sliceColumns(page.set, page.pair), chosen = columns.find(({ name }) => name === page.state.by) ?? columns[0];
  const { set, pair } = page.state, shown = JSON.stringify([set, pair, filterKey(page), chosen?.name]);
  screen.page = page;
  if (screen.drawn === shown) return;
  screen.drawn = shown;
  screen.most = PARTS_AT_A_TIME;
  drawFilterLine(screen.nodes.line, page);
  drawSliceChoice(screen, columns, chosen);
  if (!chosen) {
    screen.nodes.note.textContent = "This page has no columns to slice by.";
    return;
  }
  const { rows } = filteredRows(page);
  screen.parts = slicePartsOf(page.set, page.pair, chosen, rows);
  screen.whole = wholeSlice(page.set, page.pair, rows);
  screen.nodes.note.textContent = noteOnSlices(screen, chosen.about);
  drawParts(screen, chosen.name);
}

/** @param {HTMLElement} root @param {Page} page @returns {SliceScreen} */
function newSliceScreen(root, page) {
  root.classList.add("slices-screen");
  const [line, bar, note, list, more] = ["", "marked", "note", "frame slices-list", "marked below"].map((name) => element("div", name));
  root.replaceChildren(line, bar, note, list, more);
  /** @type {SliceScreen} */
  const screen = { page, drawn: "", parts: [], whole: null, most: PARTS_AT_A_TIME, nodes: { line, bar, note, list, more } };
  sliceScreens.set(root, screen);
  return screen;
}

/** @param {SliceScreen} screen @param {import("./filter.js").PartColumn[]} columns @param {import("./filter.js").PartColumn | undefined} chosen */
function drawSliceChoice(screen, columns, chosen) {
  const choice = element("select"), label = element("label", "", "Slice by "), bar = element("div", "bar");
  choice.append(...columns.map(({ name }) => new Option(name, name)));
  choice.value = chosen?.name ?? "";
  choice.onchange = () => screen.page.go({ by: choice.value });
  label.append(choice);
  bar.append(label);
  bar.hidden = !chosen;
  // A choice that is made with the keyboard goes on there.
  const focused = screen.nodes.bar.contains(document.activeElement);
  screen.nodes.bar.replaceChildren(bar);
  if (focused) choice.focus();
}

/** @param {SliceScreen} screen @param {string} about */
function noteOnSlices({ parts, page: { set, pair } }, about) {
  const few = parts.some(({ segments }) => segments < FEW_SEGMENTS);
  const notes = [about, `BLEU of each slice as a corpus; points are contributions to Δ ${formatDelta(pair.delta)}.`];
  if (few) notes.push(`“few”: under ${FEW_SEGMENTS} segments, too few for a claim about the slice.`);
  return [...notes, unattributedNote(set, pair)].filter(Boolean).join(" ");
}

/** @param {SliceScreen} screen @param {string} name */
function drawParts(screen, name) {
  const { parts, whole, nodes, page: { doc } } = screen;
  const first = parts.slice(0, screen.most), write = partCells(first);
  const term = (/** @type {string} */ word) => termOf(doc.glossary, word);
  drawTable(nodes.list, plainTable({
    columns: [
      { label: name }, { label: "segments", align: "right", ...term("segment") },
      { label: "BLEU A", align: "right", tone: "a", ...term("slice") }, { label: "BLEU B", align: "right", tone: "b", ...term("slice") },
      { label: "Δ", align: "right", ...term("delta") }, { label: "points", align: "right", ...term("points") },
    ],
    rows: [...first.map((part) => write(part)), write(whole, true)],
    ids: [...first.map((_, i) => String(i)), null], label: "Slices", rules: first.length ? [first.length - 1] : [],
    how: "Enter opens its segments", empty: "No segments.", glossary: doc.glossary,
  }), (i) => {
    const { page } = screen, others = page.state.parts.filter((part) => part[0] !== name);
    page.go({ view: "segments", parts: [...others, [name, screen.parts[Number(i)].value]], seg: -1 });
  });
  nodes.more.replaceChildren(...moreButton(parts.length - first.length, PARTS_AT_A_TIME, (more) => {
    screen.most += more;
    drawParts(screen, name);
  }));
}

/** Bars are as long as the largest of the parts has it. @param {SlicePart[]} parts */
function partCells(parts) {
  const largest = (/** @type {(part: SlicePart) => number} */ of) => Math.max(0, ...parts.map(of).map(Math.abs).filter(Number.isFinite));
  const mostDelta = largest((part) => part.b - part.a), mostPoints = largest((part) => part.points);
  return (/** @type {SlicePart} */ part, isWhole = false) => {
    const few = !isWhole && part.segments < FEW_SEGMENTS ? { mark: "few" } : {};
    return [
      isWhole ? { t: part.label, tone: "strong" } : part.label,
      { t: formatInt(part.segments), ...few },
      formatScore(part.a), formatScore(part.b),
      signedCell(part.b - part.a, formatDelta, isWhole ? 0 : mostDelta),
      signedCell(part.points, formatSmallDelta, isWhole ? 0 : mostPoints),
    ];
  };
}
