// The card "Segments": those that contribute most to Δ, cut around their largest change.

import { element } from "browser/dom.js";
import { formatCount, formatDelta, formatInt, formatScore, formatSmallDelta, oneLine } from "../numbers.js";
import { differenceLine } from "../segments/difference.js";
import { linkTo } from "../spans.js";
import { evidenceCard, shareBar, toneOf } from "./card_parts.js";

/** @typedef {import("../page.js").Page} Page */
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
