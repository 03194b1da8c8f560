// The card "Words": families of n-grams and phrases that B lost and gained, which add up to Δ.

import { element } from "browser/dom.js";
import { formatCount, formatInt, formatSmallDelta, oneLine } from "../numbers.js";
import { drawText, linkTo } from "../spans.js";
import { evidenceCard, shareBar, toneOf } from "./card_parts.js";

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
