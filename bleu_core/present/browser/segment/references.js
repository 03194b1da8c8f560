// Many references: all but the closest one are folded away, so that A and B stay in sight.

import { button, element } from "../dom.js";

/** @typedef {import("./view.js").View} View */

/** So many are shown together; of more, the closest one. */
export const MOST_REFERENCES = 2;

/** How many n-grams of A and B a reference matches. @param {View} view @param {number} r */
function matchesOf({ data }, r) {
  const counts = [data.match.match_a, data.match.match_b].map(({ references }) =>
    (references[r]?.occurrences ?? []).flat().filter((status) => status === "covered").length);
  return counts[0] + counts[1];
}

/** How far the length of a reference is from those of A and B. @param {View} view @param {number} r */
function apart({ data: { match } }, r) {
  const length = match.references[r].length;
  return Math.abs(length - match.match_a.tokens.length) + Math.abs(length - match.match_b.tokens.length);
}

/** The reference with most matches; of equal ones, that of the closest length. @param {View} view */
function closest(view) {
  const there = view.data.match.references.flatMap((tokens, r) => (tokens ? [r] : []));
  return there.sort((x, y) => matchesOf(view, y) - matchesOf(view, x) || apart(view, x) - apart(view, y) || x - y)[0];
}

/** @param {View} view */
function isFolded({ data, ui }) {
  return data.references.length > MOST_REFERENCES && !ui.allReferences;
}

/** The references that are drawn; that of the word diff is never folded. @param {View} view */
export function shownReferences(view) {
  const all = view.data.references.map((_, r) => r);
  if (!isFolded(view)) return all;
  const kept = [closest(view), Number.parseInt(view.ui.words.split("|")[1])];
  return all.filter((r) => kept.includes(r));
}

/** What is folded, and the way to it. @param {View} view */
export function foldLine(view) {
  const { data, ui, redraw } = view, number = data.references.length;
  if (number <= MOST_REFERENCES) return [];
  const line = element("div", "fold"), r = closest(view);
  const label = ui.allReferences ? "Show the closest reference only" : `Show all ${number} references`;
  const node = button(label, "", () => redraw({ allReferences: !ui.allReferences }));
  node.title = "Key r";
  const why = r === undefined ? "" : `Ref ${r + 1} is the closest: most matching n-grams of A and B (${matchesOf(view, r)}).`;
  line.append(node, element("span", "muted", why));
  return [line];
}
