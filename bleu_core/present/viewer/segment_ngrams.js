// The tokens and n-grams of a segment, expanded and counted from the compact document.

/** @typedef {import("browser/marked_lines.js").Token} Token */
/** @typedef {import("browser/marked_lines.js").Status} Status */
/** @typedef {import("browser/segment/view.js").ComparedNgram} ComparedNgram */
/** @typedef {import("./document.js").Lines} Lines */
/** @typedef {import("./document.js").Pair} Pair */
/** @typedef {import("./document.js").TestSet} TestSet */

const BEYOND_BMP = /[\ud800-\udfff]/;

/**
 * The tokens of a line; null where the segment lacks it.
 * @param {Lines} lines
 * @param {number} place
 * @returns {Token[] | null}
 */
export function tokensAt({ texts, tokens, scored }, place) {
  const text = texts[place], widths = tokens[place], other = scored[place] ?? {};
  if (text === null || !widths) return null;
  const characters = BEYOND_BMP.test(text) ? Array.from(text) : null;
  const part = (/** @type {number} */ start, /** @type {number} */ end) =>
    characters ? characters.slice(start, end).join("") : text.slice(start, end);
  const found = [];
  for (let t = 0, end = 0; 2 * t < widths.length; t++) {
    const start = end + widths[2 * t];
    end = start + widths[2 * t + 1];
    found.push({ text: other[t] ?? part(start, end), start, end });
  }
  return found;
}

/** @type {Record<string, Status>} */
const OF_OUTPUT = { "+": "credited", "^": "clipped", "-": "unmatched" };
/** @type {Record<string, Status>} */
const OF_REFERENCE = { "+": "covered", "-": "missed" };

/** @param {string[]} orders @param {Record<string, Status>} meaning */
function statusesOf(orders, meaning) {
  return orders.map((signs) => Array.from(signs, (sign) => meaning[sign]));
}

/**
 * The tokens of a system's line, and the status of every n-gram in it and in the references.
 * @param {import("./document.js").System} system
 * @param {number} place
 * @returns {import("browser/segment/view.js").Match}
 */
export function matchAt({ lines, occurrences, covered }, place) {
  return {
    tokens: tokensAt(lines, place),
    occurrences: statusesOf(occurrences[place], OF_OUTPUT),
    references: covered.map((places) => (places[place] ? { occurrences: statusesOf(places[place], OF_REFERENCE) } : null)),
  };
}

/**
 * The n-grams of a line by order, and how often each occurs.
 * @typedef {{orders: string[][], counts: Map<string, number>}} NgramLine
 */

/**
 * @param {Token[]} tokens
 * @param {number} highest
 * @returns {NgramLine}
 */
function ngramLine(tokens, highest) {
  /** @type {string[][]} */
  const orders = [];
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (let n = 1; n <= highest; n++) {
    const before = orders[n - 2];
    const ngrams = tokens.slice(n - 1).map(({ text }, i) => (before ? before[i] + " " + text : text));
    for (const ngram of ngrams) counts.set(ngram, (counts.get(ngram) ?? 0) + 1);
    orders.push(ngrams);
  }
  return { orders, counts };
}

/** @param {number} creditedA @param {number} creditedB @param {number} limit @returns {ComparedNgram["outcome"]} */
function outcomeOf(creditedA, creditedB, limit) {
  if (creditedA !== creditedB) return creditedA > creditedB ? "A" : "B";
  return creditedA ? "shared" : limit ? "missed" : "unreferenced";
}

/**
 * A row of the clipping table.
 * @param {string} text
 * @param {number} order
 * @param {[number, number]} inOutputs
 * @param {number[]} in_refs
 * @returns {ComparedNgram}
 */
function comparedNgram(text, order, [in_a, in_b], in_refs) {
  const limit = Math.max(...in_refs);
  const credited_a = Math.min(in_a, limit), credited_b = Math.min(in_b, limit);
  return {
    text, order, in_a, in_b, in_refs, limit, credited_a, credited_b,
    clipped_a: limit ? in_a - credited_a : 0,
    clipped_b: limit ? in_b - credited_b : 0,
    outcome: outcomeOf(credited_a, credited_b, limit),
  };
}

/**
 * The n-grams of two outputs and of their references, by order, then as they appear.
 * @param {Token[]} a
 * @param {Token[]} b
 * @param {(Token[] | null)[]} references
 * @param {number} highest
 */
export function clippingRows(a, b, references, highest) {
  const lines = [a, b, ...references].map((tokens) => tokens && ngramLine(tokens, highest));
  const [lineA, lineB, ...others] = lines;
  /** @type {Map<string, ComparedNgram>} */
  const rows = new Map();
  for (let order = 1; order <= highest; order++) {
    for (const text of lines.flatMap((line) => line?.orders[order - 1] ?? [])) {
      if (rows.has(text)) continue;
      const count = (/** @type {NgramLine | null} */ line) => line?.counts.get(text) ?? 0;
      rows.set(text, comparedNgram(text, order, [count(lineA), count(lineB)], others.map(count)));
    }
  }
  return [...rows.values()];
}

/** How many n-grams each filter of the clipping table finds. @param {ComparedNgram[]} rows */
export function tallyOf(rows) {
  const tally = { differ: 0, clipped: 0, missed: 0, all: rows.length };
  for (const { credited_a, credited_b, clipped_a, clipped_b, outcome } of rows) {
    if (credited_a !== credited_b) tally.differ++;
    if (clipped_a || clipped_b) tally.clipped++;
    if (outcome === "missed") tally.missed++;
  }
  return tally;
}
