// The cards of the overview: what shows the difference, and links to all of it.

import { drawing, element } from "browser/dom.js";
import { A, B, SIDE_NAMES } from "browser/pair.js";
import { formatCount, formatDelta, formatInt, formatScore, formatSmallDelta, oneLine } from "../numbers.js";
import { differenceLine } from "../segments/changes.js";
import { axisOfSlices, FEW_SEGMENTS, intervalOfSlice, sliceAxisLabels } from "../slices/slice_table.js";
import { drawText, linkTo } from "../spans.js";

/** @import { Text } from "../document.js" */
/** @import { Page } from "../page.js" */
/** @import { Opened } from "../segments/opened.js" */
/** @import { SliceGroup, SliceRow, Slices } from "../slices/slices.js" */

/** A card with its heading, and a link to all that it shows some of. @param {string} name @param {string} title @param {string} about @param {string} all the label of the link @param {string} href */
function evidenceCard(name, title, about, all, href) {
  const more = linkTo(href, "all", `${all} →`);
  return element("section", "card " + name, element("div", "card-top", element("h2", "", title), ...(about ? [element("span", "muted", about)] : []), more));
}

/** The tone of a number, by its sign. @param {number} value */
function toneOf(value) {
  return value > 0 ? "gain" : value < 0 ? "loss" : "muted";
}

/** A bar of a share of its place. @param {number} value @param {number} largest */
function shareBar(value, largest) {
  const bar = element("span", "bar " + toneOf(value));
  bar.style.width = `${(100 * Math.abs(value)) / (largest || 1)}%`;
  return element("span", "room", bar);
}

/** @param {string} name */
function nameOf(name) {
  return element("bdi", "", oneLine(name));
}

// ---- The card "Words": families of n-grams and phrases that B lost and gained, which add up to Δ.

/**
 * N-grams that contain a token, or a sign.
 * @typedef {{text: string, sign: boolean, points: number, wins: [number, number],
 *   examples: string[], more: number, opens: string}} Family
 */
/** @typedef {[text: string, points: number, opens: string]} Phrase */
/** @typedef {{families: Family[], phrases: Phrase[], closing: Text}} Words */

/** @param {Words} words @param {Page} page */
export function wordsCard({ families, phrases, closing }, page) {
  const card = evidenceCard("words", "Words", "", "All n-grams", page.address("#view=ngrams"));
  const largest = Math.max(...families.map(({ points }) => Math.abs(points)));
  for (const [tone, label] of [["loss", `▼ Lost by ${B}`], ["gain", `▲ Gained by ${B}`]]) {
    const own = families.filter(({ points }) => toneOf(points) === tone), chips = phrases.filter(([, points]) => toneOf(points) === tone);
    if (!own.length && !chips.length) continue;
    card.append(element("h3", "tone-" + tone, label), ...own.map((family, i) => familyRow(family, largest, !i, page)));
    if (chips.length) card.append(element("p", "chips", ...chips.map((phrase) => phraseChip(phrase, page))));
  }
  card.append(closing.length ? drawText(element("p", "foot"), closing, page.address) : element("p", "muted", `${A} and ${B} have the same matches.`));
  return card;
}

/** @param {Family} family @param {number} largest points of a family @param {boolean} named whether it says what the numbers count @param {Page} page */
function familyRow({ text, sign, points, wins, examples, more, opens }, largest, named, page) {
  const tone = toneOf(points), title = `Segments in which ${A}, and ${B}, has more matches of these n-grams`;
  const won = element("span", { className: "won muted", title },
    element("span", "tone-a", formatInt(wins[0])), " : ", element("span", "tone-b", formatInt(wins[1])), named ? " segments" : "");
  const row = linkTo(page.address(opens), "family",
    element("bdi", `key ${tone}`, sign ? text : `${oneLine(text)} …`), element("span", "measure", shareBar(points, largest), won),
    element("b", `points tone-${tone}`, formatSmallDelta(points)));
  if (examples.length) {
    const list = element("bdi", "", examples.map((example) => oneLine(example)).join(" · "));
    row.append(element("span", "examples muted", list, more ? ` and ${formatInt(more)} more` : ""));
  }
  row.title = `n-grams with ${sign ? text : `“${oneLine(text)}”`}: ${A} wins ${formatCount(wins[0], "segment")}, ${B} ${formatInt(wins[1])}`;
  return row;
}

/** @param {Phrase} phrase @param {Page} page */
function phraseChip([text, points, opens], page) {
  const number = element("b", `tone-${toneOf(points)}`, formatSmallDelta(points));
  return Object.assign(linkTo(page.address(opens), "chip", nameOf(text), " ", number), { title: oneLine(text) });
}

// ---- The card "Segments": those that contribute most to Δ, cut around their largest change.

/** @typedef {[a: [start: number, end: number], b: [start: number, end: number]]} Windows the characters of A and of B that are shown */
/**
 * @typedef {object} ExtremeSegment
 * @property {number} row
 * @property {number} line of the test set
 * @property {string} document
 * @property {[number, number]} scores sentence BLEU of A and B
 * @property {number | null} points null where they are undefined
 * @property {number} delta of sentence BLEU
 * @property {Windows} windows
 * @property {string} opens
 */
/** @typedef {{title: string, of: number, opens: string, rows: ExtremeSegment[]}} Extremes */

/** @param {Extremes} extremes @param {Page} page @param {string} [heading] */
export function segmentsCard({ title, of, opens, rows }, page, heading = "Segments") {
  const card = evidenceCard("segments", heading, title, `All ${formatCount(of, "segment")}`, page.address(opens));
  const largest = Math.max(...rows.map(({ points, delta }) => Math.abs(points ?? delta)));
  card.append(...rows.map((row) => segmentRow(row, largest, page)));
  card.append(rows.length ? legendOfChanges() : element("p", "muted", `${A} and ${B} score the same in every segment.`));
  return card;
}

/** @param {ExtremeSegment} segment @param {number} largest @param {Page} page */
function segmentRow({ row, line, document, scores, points, delta, windows, opens }, largest, page) {
  const [a, b] = scores.map((score) => formatScore(score, 1)), size = points ?? delta, texts = element("div", "texts");
  page.source.segment(row).then((opened) => texts.replaceChildren(...sideLines(opened, windows)));
  return linkTo(page.address(opens), "segment", element("span", "about",
    element("b", "", "#" + formatInt(line)), element("bdi", "document", oneLine(document)),
    element("span", "both", element("span", "tone-a", a), " → ", element("span", "tone-b", b)), shareBar(size, largest),
    element("b", `points tone-${toneOf(size)}`, points === null ? formatDelta(delta, 1) : formatSmallDelta(points))), texts);
}

/** @param {Opened} opened @param {Windows} windows */
function sideLines(opened, windows) {
  if (!opened.texts) return [element("p", "muted", opened.missing)];
  return /** @type {const} */ (["a", "b"]).map((side, i) => (
    element("div", "of-side", element("b", "tone-" + side, SIDE_NAMES[side]), differenceLine(opened, side, windows[i]))));
}

/** How lost and gained passages look. */
function legendOfChanges() {
  const entries = [["lost", "lost", `matched only in ${A}`], ["gained", "gained", `matched only in ${B}`], ["own", "words", `of ${B} alone, unmatched`]];
  return element("p", "foot legend", ...entries.map(([name, word, about]) => element("span", "", element("span", name, word), " " + about)));
}

// ---- The card "Where": slices with their intervals on one axis, and points along the test set.

/**
 * @typedef {object} PointBars
 * @property {string} title
 * @property {[name: string, points: number][]} bars
 * @property {string} opens
 * @property {Text} closing
 */

/** The most slices that the card shows, and steps of their axis. */
const MOST_SLICES = 7, STEPS = 3;

/** @param {PointBars | null} bars null where points are undefined @param {Slices} slices @param {Page} page */
export function whereCard(bars, slices, page) {
  const [by = ""] = slices.first, group = slices.groups.find(({ column }) => column === by);
  const card = evidenceCard("where", "Where", "", "All slices", page.address("#" + new URLSearchParams({ view: "slices", by })));
  if (group) card.append(drawText(element("p", "told"), slices.lead), sliceList(group, slices.hasPoints, page));
  if (bars) card.append(barsOf(bars, page), drawText(element("p", "foot"), bars.closing, page.address));
  else if (!group) card.append(element("p", "muted", "There are no slices."));
  return card;
}

/** @param {SliceGroup} group @param {boolean} hasPoints @param {Page} page */
function sliceList({ column, note, rows }, hasPoints, page) {
  const sizeOf = (/** @type {SliceRow} */ { points, delta }) => Math.abs(hasPoints ? points : delta);
  const largest = rows.toSorted((one, other) => sizeOf(other) - sizeOf(one)).slice(0, MOST_SLICES);
  const shown = rows.filter((row) => largest.includes(row)), axis = axisOfSlices(shown, STEPS);
  const some = shown.length < rows.length ? `${formatInt(shown.length)} of ${formatInt(rows.length)} slices: ` : "";
  const tested = shown.some(({ low }) => low !== null) ? "Δ alone, simultaneous 95% CI" : "Δ alone";
  const heading = element("span", { title: note.map(([text]) => text).join("") }, some, tested);
  return element("div", "slices", element("div", "head muted", heading, element("span", "", "Δ")),
    ...shown.map((row) => sliceLink(row, column, axis, page)),
    element("div", "axis", element("span"), sliceAxisLabels(axis), element("span")));
}

/** @param {SliceRow} row @param {string} column @param {ReturnType<typeof axisOfSlices>} axis @param {Page} page */
function sliceLink(row, column, axis, page) {
  const { label, value, where, segments, delta, low, high } = row, isFew = segments < FEW_SEGMENTS;
  const { plot, isClear, tone } = intervalOfSlice(row, axis, isFew), filter = where ? { slice: where } : { [`part.${column}`]: value };
  const link = linkTo(page.address("#" + new URLSearchParams({ view: "segments", ...filter })), isClear ? "slice clear" : "slice",
    nameOf(label), plot, element("span", isClear ? "tone-" + tone : "", formatDelta(delta)));
  const range = low !== null ? `, 95% CI [${formatDelta(low)}, ${formatDelta(high)}]` : isFew ? `, fewer than ${FEW_SEGMENTS} segments` : "";
  link.title = `${oneLine(label)}: Δ ${formatDelta(delta)}${range}; ${formatInt(segments)} segments`;
  return link;
}

/** @param {PointBars} points @param {Page} page */
function barsOf({ title, bars, opens }, page) {
  const values = bars.map(([, points]) => points), high = Math.max(0, ...values), low = Math.min(0, ...values);
  const size = high - low || 1, width = 100 / bars.length, down = (/** @type {number} */ value) => (100 * (high - value)) / size;
  const plot = drawing("svg", { "aria-hidden": "true" }, ...bars.map(([name, points], i) => drawing("rect", {
    class: toneOf(points) + (points && [high, low].includes(points) ? " extreme" : ""),
    x: `${(i + 0.08) * width}%`, width: `${0.84 * width}%`,
    y: `${down(Math.max(points, 0))}%`, height: `${(100 * Math.abs(points)) / size}%`,
  }, drawing("title", {}, `${oneLine(name)}: ${formatSmallDelta(points)} points`))),
  drawing("line", { class: "zero", x1: 0, x2: "100%", y1: `${down(0)}%`, y2: `${down(0)}%` }));
  const ends = element("span", "ends muted", ...[bars[0], bars.at(-1)].map(([name]) => nameOf(name)));
  return linkTo(page.address(opens), "bars", element("span", "muted", title), plot, ends);
}
