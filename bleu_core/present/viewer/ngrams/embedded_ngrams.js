// The list of n-grams from the document of a page: the `Ngrams` of ngrams.js.

/** @import { Family, Ngram, NgramView, Ngrams } from "./ngrams.js" */
/** @import { MemberRow, NgramFamily, NgramRow } from "../document.js" */

/** What is embedded, or what Python has answered. @typedef {{kind: string, set: import("../document.js").TestSet, pair: import("../document.js").Pair}} Counted */

/** @param {Counted} counted */
function whyNoNgrams({ kind, pair }) {
  if (!pair.prices) return "Points of n-grams are undefined, because BLEU of a system is 0.";
  return kind === "ranking" ? "This page has n-grams only for pairs with the baseline." : "This page has no n-grams.";
}

/** @param {NgramRow | MemberRow} row @returns {Ngram} */
function ngramOf([text, , a, b, winsA, winsB, points, nested = 0]) {
  return { text, matches: [a, b], wins: [winsA, winsB], points, nested };
}

/** @param {NgramFamily} family @returns {Family} */
function familyOf({ text, sign, search, points, wins, substitute, members, others }) {
  const own = members.some(([member]) => member === text) ? 1 : 0;
  return {
    key: sign ? search : text, text, sign, points, wins, substitute,
    with: members.length + others.number - own, members: members.map(ngramOf), others,
  };
}

/** Whether a text is what a family is searched for, with or without quotation marks. @param {NgramFamily} family @param {string} find */
function isNamed({ text, search }, find) {
  return search === find || text.toLowerCase() === find.trim().toLowerCase();
}

/** A test for n-grams that contain a text in any case; in quotation marks as whole tokens. @param {string} find */
function containing(find) {
  const tokens = /^"(.+)"$/s.exec(find)?.[1], wanted = find.trim().toLowerCase();
  return (/** @type {string} */ ngram) => (tokens ? ` ${ngram} `.includes(` ${tokens} `) : ngram.toLowerCase().includes(wanted));
}

/**
 * All families, and the n-grams in none; those of a text or an order without families, except one that the text names,
 * which comes first.
 * @param {Counted} counted
 * @param {NgramView} view
 * @param {number} from
 * @param {number} count
 * @returns {Ngrams}
 */
export function embeddedNgrams(counted, { side, order, find }, from, count) {
  const { set, pair } = counted, orders = set.config.max_ngram_order, all = pair.ngrams;
  /** @type {Omit<Ngrams, "counted" | "sentence">} */
  const none = { size: set.size, orders, families: [], rows: [], total: 0, closing: [], words: null };
  if (!all) return { ...none, counted: false, sentence: [[whyNoNgrams(counted)]] };
  const isOfSide = (/** @type {number} */ points) => !side || (side === "lost" ? points < 0 : points > 0);
  const contains = containing(find), whole = !order && !find;
  const inList = (/** @type {NgramFamily} */ family) => !order && (whole || isNamed(family, find));
  const listed = new Set(all.families.flatMap((family, i) => (inList(family) ? [i] : [])));
  const isListed = (/** @type {NgramRow} */ [text, own, , , , , , , , family]) =>
    !listed.has(family) && (whole ? family < 0 : (!order || own === order) && contains(text));
  const families = all.families.filter((family, i) => listed.has(i) && isOfSide(family.points));
  const rows = all.rows.filter((row) => isListed(row) && isOfSide(row[6]));
  const left = rows.slice(from + count).reduce((sum, row) => sum + row[6], 0);
  const [[first, points], ...rest] = all.closing;
  return {
    ...none, counted: true, sentence: all.sentence, words: all.words,
    families: families.map(familyOf),
    rows: rows.slice(from, from + count).map(ngramOf),
    total: rows.length,
    closing: whole && !side ? [[first, points + left], ...rest, ["Δ", pair.delta]] : [],
  };
}
