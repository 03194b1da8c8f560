// An opened segment from the document of a page.

import { documentOf, numberOfRow, shownPlace, tokensAt } from "../segment_numbers.js";
import { oneLine } from "../numbers.js";
import { pointsOfRow, rowOf } from "../statistics.js";

/** @import { Embedded } from "../embedded.js" */
/** @import { Opened, OutputLine } from "./opened.js" */

const TOO_LONG = "A line of this segment is too long to be displayed: it has more than 1,000 tokens or 20,000 characters.";

/** @param {import("../document.js").Lines} lines @param {number} place */
function textLine(lines, place) {
  const tokens = tokensAt(lines, place);
  return tokens && { text: lines.texts[place], tokens };
}

/** @param {import("../document.js").System} system @param {number} place @returns {OutputLine} */
export function outputLine({ lines, occurrences, covered }, place) {
  return { ...textLine(lines, place), signs: occurrences[place], covered: covered.map((places) => places[place]) };
}

/** @param {Embedded["pair"]["changes"] | undefined} changes @param {number} place @returns {Opened["changes"]} */
function changesAt(changes, place) {
  const a = changes?.a[place], b = changes?.b[place];
  return a && b ? { a, b, sentence: changes.sentences[place] ?? [], lead: changes.leads[place] } : null;
}

/**
 * A segment of a document; null where there is no such segment.
 * @param {Embedded} embedded @param {number} row @param {string} missing why it has no texts, if so @returns {Opened | null}
 */
export function openedSegment({ set, pair }, row, missing = TOO_LONG) {
  if (!(row >= 0 && row < set.size)) return null;
  const { config, systems, references, source } = set, place = shownPlace(set, row);
  const a = systems[pair.a], b = systems[pair.b], points = pointsOfRow(set, pair, row);
  const texts = place < 0 ? null : {
    a: outputLine(a, place), b: outputLine(b, place), references: references.map((lines) => textLine(lines, place)), source: source ? source[place] : null,
  };
  return {
    row, number: numberOfRow(set, row), document: documentOf(set, row), names: { a: oneLine(a.name), b: oneLine(b.name) },
    config, points: Number.isNaN(points) ? null : points, delta: pair.delta, prices: pair.prices,
    statistics: { a: rowOf(a, row), b: rowOf(b, row) },
    metrics: pair.metrics.map(({ a: ofA, b: ofB, ...about }) => ({ ...about, a: ofA[row], b: ofB[row] })),
    texts,
    missing: texts ? "" : missing,
    changes: changesAt(pair.changes, place),
  };
}
