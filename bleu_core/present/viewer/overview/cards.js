// The cards of the overview: what shows the difference, and links to all of it.

import { drawing, element } from "browser/dom.js";
import { formatCount, formatDelta, formatInt, formatScore, formatSmallDelta, oneLine } from "../numbers.js";
import { differenceLine } from "../segments/changes.js";
import { axisOfSlices, FEW_SEGMENTS, intervalOfSlice, sliceAxisLabels } from "../slices/slice_table.js";
import { drawText, linkTo } from "../spans.js";

/**
 * A card with its heading, and a link to all that it shows some of.
 * @param {string} name
 * @param {string} title
 * @param {string} about
 * @param {string} all the label of the link
 * @param {string} href
 */
export function evidenceCard(name, title, about, all, href) {
  const card = element("section", "card " + name), top = element("div", "card-top");
  top.append(element("h2", "", title));
  if (about) top.append(element("span", "muted", about));
  top.append(linkTo(href, "all", `${all} →`));
  card.append(top);
  return card;
}

/** The tone of a number, by its sign. @param {number} value */
export function toneOf(value) {
  return value > 0 ? "gain" : value < 0 ? "loss" : "muted";
}

/** A bar of a share of its place. @param {number} value @param {number} largest */
export function shareBar(value, largest) {
  const bar = element("span", "bar " + toneOf(value));
  bar.style.width = `${(100 * Math.abs(value)) / (largest || 1)}%`;
  return bar;
}

// ---- The card "Words": families of n-grams and phrases that B lost and gained, which add up to Δ.

/** @typedef {import("../page.js").Page} Page */
/**
 * N-grams that contain a token, or a sign.
 * @typedef {object} Family
 * @property {string} text
 * @property {boolean} sign
 * @property {number} points
 * @property {[number, number]} wins segments that A and B won
 * @property {string[]} examples
 * @property {number} more n-grams of the list that are no examples
 * @property {string} opens
 */
/** @typedef {[text: string, points: number, opens: string]} Phrase */
/** @typedef {{families: Family[], phrases: Phrase[], closing: import("../document.js").Text}} Words */

/** @param {Words} words @param {Page} page */
export function wordsCard({ families, phrases, closing }, page) {
  const card = evidenceCard("words", "Words", "", "All n-grams", page.address("#view=ngrams"));
  const largest = Math.max(...families.map(({ points }) => Math.abs(points)));
  for (const [tone, label] of [["loss", "▼ Lost by B"], ["gain", "▲ Gained by B"]]) {
    const own = families.filter(({ points }) => toneOf(points) === tone), chips = phrases.filter(([, points]) => toneOf(points) === tone);
    if (!own.length && !chips.length) continue;
    card.append(element("h3", "tone-" + tone, label), ...own.map((family, i) => familyRow(family, largest, !i, page)));
    if (chips.length) card.append(phraseChips(chips, page));
  }
  card.append(closing.length ? drawText(element("p", "foot"), closing, page.address) : element("p", "muted", "A and B have the same matches."));
  return card;
}

/** @param {Family} family @param {number} largest points of a family @param {boolean} named whether it says what the numbers count @param {Page} page */
function familyRow({ text, sign, points, wins, examples, more, opens }, largest, named, page) {
  const tone = toneOf(points), row = linkTo(page.address(opens), "family");
  const name = element("bdi", `key ${tone}`, sign ? text : `${oneLine(text)} …`);
  const middle = element("span", "measure"), room = element("span", "room"), won = element("span", "won muted");
  won.title = "Segments in which A, and B, has more matches of these n-grams";
  won.append(element("span", "tone-a", formatInt(wins[0])), " : ", element("span", "tone-b", formatInt(wins[1])), named ? " segments" : "");
  room.append(shareBar(points, largest));
  middle.append(room, won);
  row.append(name, middle, element("b", `points tone-${tone}`, formatSmallDelta(points)));
  if (examples.length) {
    const list = element("span", "examples muted");
    list.append(element("bdi", "", examples.map((example) => oneLine(example)).join(" · ")), more ? ` and ${formatInt(more)} more` : "");
    row.append(list);
  }
  row.title = `n-grams with ${sign ? text : `“${oneLine(text)}”`}: A wins ${formatCount(wins[0], "segment")}, B ${formatInt(wins[1])}`;
  return row;
}

/** @param {Phrase[]} phrases @param {Page} page */
function phraseChips(phrases, page) {
  const list = element("p", "chips");
  list.append(...phrases.map(([text, points, opens]) => {
    const shown = oneLine(text);
    const chip = linkTo(page.address(opens), "chip", element("bdi", "", shown), " ", element("b", `tone-${toneOf(points)}`, formatSmallDelta(points)));
    chip.title = shown;
    return chip;
  }));
  return list;
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
  const sizes = rows.map(({ points, delta }) => Math.abs(points ?? delta)), largest = Math.max(...sizes);
  card.append(...rows.map((row) => segmentRow(row, largest, page)));
  card.append(rows.length ? legendOf() : element("p", "muted", "A and B score the same in every segment."));
  return card;
}

/** @param {ExtremeSegment} segment @param {number} largest @param {Page} page */
function segmentRow({ row, line, document, scores, points, delta, windows, opens }, largest, page) {
  const root = linkTo(page.address(opens), "segment"), about = element("span", "about"), room = element("span", "room");
  const size = points ?? delta, number = points === null ? formatDelta(delta, 1) : formatSmallDelta(points);
  const both = element("span", "both");
  both.append(element("span", "tone-a", formatScore(scores[0], 1)), " → ", element("span", "tone-b", formatScore(scores[1], 1)));
  room.append(shareBar(size, largest));
  about.append(element("b", "", "#" + formatInt(line)), element("bdi", "document", oneLine(document)), both, room, element("b", `points tone-${toneOf(size)}`, number));
  const texts = element("div", "texts");
  root.append(about, texts);
  page.source.segment(row).then((opened) => texts.replaceChildren(...sideLines(opened, windows)));
  return root;
}

/** @param {import("../segments/opened.js").Opened} opened @param {Windows} windows */
function sideLines(opened, windows) {
  if (!opened.texts) return [element("p", "muted", opened.missing)];
  return /** @type {const} */ (["a", "b"]).map((side, i) => {
    const node = element("div", "of-side");
    node.append(element("b", "tone-" + side, side.toUpperCase()), differenceLine(opened, side, windows[i]));
    return node;
  });
}

/** How lost and gained passages look. */
function legendOf() {
  const foot = element("p", "foot legend");
  foot.append(...[["lost", "lost", "matched only in A"], ["gained", "gained", "matched only in B"], ["own", "words", "of B alone, unmatched"]].map(([name, word, about]) => {
    const entry = element("span");
    entry.append(element("span", name, word), " " + about);
    return entry;
  }));
  return foot;
}

// ---- The card "Where": slices with their intervals on one axis, and points along the test set.

/**
 * @typedef {object} PointBars
 * @property {string} title
 * @property {[name: string, points: number][]} bars
 * @property {string} opens
 * @property {import("../document.js").Text} closing
 */

/** The most slices that the card shows, and steps of their axis. */
const MOST_SLICES = 7, STEPS = 3;

/**
 * @param {PointBars | null} bars null where points are undefined
 * @param {import("../slices/slices.js").Slices} slices
 * @param {Page} page
 */
export function whereCard(bars, slices, page) {
  const [by = ""] = slices.first, group = slices.groups.find(({ column }) => column === by);
  const href = page.address("#" + new URLSearchParams({ view: "slices", by }));
  const card = evidenceCard("where", "Where", "", "All slices", href);
  if (group) card.append(drawText(element("p", "told"), slices.lead), sliceList(group, slices.hasPoints, page));
  if (bars) card.append(barsOf(bars, page), drawText(element("p", "foot"), bars.closing, page.address));
  else if (!group) card.append(element("p", "muted", "There are no slices."));
  return card;
}

/** @param {import("../slices/slices.js").SliceGroup} group @param {boolean} hasPoints @param {Page} page */
function sliceList({ column, note, rows }, hasPoints, page) {
  /** @typedef {import("../slices/slices.js").SliceRow} SliceRow */
  const sizeOf = (/** @type {SliceRow} */ { points, delta }) => Math.abs(hasPoints ? points : delta);
  const largest = [...rows].sort((one, other) => sizeOf(other) - sizeOf(one)).slice(0, MOST_SLICES);
  const shown = rows.filter((row) => largest.includes(row)), axis = axisOfSlices(shown, STEPS);
  const list = element("div", "slices"), head = element("div", "head muted"), foot = element("div", "axis");
  const tested = shown.some(({ low }) => low !== null);
  const heading = element("span", "", tested ? "Δ alone, simultaneous 95% CI" : "Δ alone");
  heading.title = note.map(([text]) => text).join("");
  if (shown.length < rows.length) heading.prepend(`${formatInt(shown.length)} of ${formatInt(rows.length)} slices: `);
  head.append(heading, element("span", "", "Δ"));
  foot.append(element("span"), sliceAxisLabels(axis), element("span"));
  list.append(head, ...shown.map((row) => {
    const { label, value, where, segments, delta, low, high } = row, name = oneLine(label);
    const { plot, isClear, tone } = intervalOfSlice(row, axis, segments < FEW_SEGMENTS);
    const opens = page.address("#" + new URLSearchParams({ view: "segments", ...(where ? { slice: where } : { [`part.${column}`]: value }) }));
    const number = element("span", isClear ? "tone-" + tone : "", formatDelta(delta));
    const link = linkTo(opens, isClear ? "slice clear" : "slice", element("bdi", "", name), plot, number);
    const few = segments < FEW_SEGMENTS ? `, fewer than ${FEW_SEGMENTS} segments` : "";
    const range = low === null ? few : `, 95% CI [${formatDelta(low)}, ${formatDelta(high)}]`;
    link.title = `${name}: Δ ${formatDelta(delta)}${range}; ${formatInt(segments)} segments`;
    return link;
  }), foot);
  return list;
}

/** @param {PointBars} found @param {Page} page */
function barsOf({ title, bars, opens }, page) {
  const values = bars.map(([, points]) => points), high = Math.max(0, ...values), low = Math.min(0, ...values);
  const plot = drawing("svg", { "aria-hidden": "true" }), size = high - low || 1, width = 100 / bars.length;
  const down = (/** @type {number} */ value) => (100 * (high - value)) / size;
  plot.append(...bars.map(([name, points], i) => {
    const bar = drawing("rect", {
      class: toneOf(points) + (points && [high, low].includes(points) ? " extreme" : ""),
      x: `${(i + 0.08) * width}%`, width: `${0.84 * width}%`,
      y: `${down(Math.max(points, 0))}%`, height: `${(100 * Math.abs(points)) / size}%`,
    });
    bar.append(drawing("title", {}, `${oneLine(name)}: ${formatSmallDelta(points)} points`));
    return bar;
  }));
  plot.append(drawing("line", { class: "zero", x1: 0, x2: "100%", y1: `${down(0)}%`, y2: `${down(0)}%` }));
  const ends = element("span", "ends muted");
  ends.append(...[bars[0], bars[bars.length - 1]].map(([name]) => element("bdi", "", oneLine(name))));
  return linkTo(page.address(opens), "bars", element("span", "muted", title), plot, ends);
}
