// The list of n-grams and the concordance of an n-gram, from the document of a page or an answer of Python.

import { A, B } from "browser/pair.js";
import { creditedStarts, findConcordance, nameOfKind, ngramTests, scoredTokens, startsOf } from "./occurrences.js";
import { truncateText } from "../numbers.js";
import { numberOfRow } from "../segment_numbers.js";
import { facingStretch, facingStretches } from "../word_diff.js";

/** @import { Lines, MemberRow, NgramFamily, NgramRow, Pair, TestSet } from "../document.js" */
/** @import { Concordance, ContextLine, GroupName } from "./concordance.js" */
/** @import { Family, Ngram, Ngrams, NgramView } from "./ngrams.js" */
/** @import { Concordant } from "./occurrences.js" */

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

// ---- The concordance of an n-gram from the document of a page: the `Concordance` of concordance.js.

/** A text with its label, and how often it has the n-gram. @typedef {{label: string, tone: ContextLine["tone"], lines: Lines, starts: number[]}} Side */

/** Segments of one answer, and characters on either side of the n-gram. */
const CONTEXTS = 4, BESIDE = 60;

/** @param {Concordant} segment @returns {GroupName} */
function groupOf({ a, b, creditedA, creditedB }) {
  if (creditedA !== creditedB) return creditedA > creditedB ? "A more" : "B more";
  if (creditedA) return "equal";
  return a || b ? "in no reference" : "in a reference only"; // of an n-gram that a reference has, the first is credited
}

/** @param {TestSet} set @param {Pair} pair @param {string} ngram */
function concordanceGroups(set, pair, ngram) {
  /** @type {Map<GroupName, Concordant[]>} */
  const groups = new Map([["A more", []], ["B more", []], ["equal", []], ["in a reference only", []], ["in no reference", []]]);
  for (const segment of findConcordance(set, pair, ngram)) groups.get(groupOf(segment)).push(segment);
  return groups;
}

/** The larger of those where one system has more; else the largest. @param {Map<GroupName, Concordant[]>} groups @returns {GroupName} */
function usualGroup(groups) {
  const largest = (/** @type {GroupName[]} */ names) => names.toSorted((one, other) => groups.get(other).length - groups.get(one).length)[0];
  const first = largest(["A more", "B more"]);
  return groups.get(first).length ? first : largest([...groups.keys()]);
}

/**
 * @param {import("../embedded.js").Embedded} embedded
 * @param {string} ngram
 * @param {string} group "" for the usual one
 * @param {number} from
 * @returns {Concordance}
 */
export function embeddedConcordance({ set, pair }, ngram, group, from) {
  const groups = concordanceGroups(set, pair, ngram), all = [...groups.values()].flat();
  const sum = (/** @type {"creditedA" | "creditedB"} */ of) => all.reduce((total, segment) => total + segment[of], 0);
  const chosen = /** @type {GroupName} */ (group || usualGroup(groups));
  return {
    ngram,
    kind: nameOfKind(pair, ngram),
    q: pair.ngrams?.rows.find(([text]) => text === ngram)?.[8] ?? null,
    matches: [sum("creditedA"), sum("creditedB")],
    groups: [...groups].map(([name, segments]) => [name, segments.length]),
    group: chosen,
    segments: all.length,
    searched: set.shown ? set.shown.length : null,
    rows: groups.get(chosen).slice(from, from + CONTEXTS).map(({ place }) => contextsOf(set, pair, place, ngram)),
  };
}

/** A segment by its place, with its number. @param {TestSet} set @param {Pair} pair @param {number} place @param {string} ngram */
export function contextsOf(set, pair, place, ngram) {
  return { number: numberOfRow(set, set.shown?.[place] ?? place), lines: contextLines(set, pair, place, ngram) };
}

/**
 * A, B and a reference, with the n-gram where one of them has it, and with what the others have there.
 * @param {TestSet} set @param {Pair} pair @param {number} place @param {string} ngram @returns {ContextLine[]}
 */
function contextLines(set, pair, place, ngram) {
  const tests = ngramTests(ngram);
  /** @type {(label: string, tone: ContextLine["tone"], lines: Lines) => Side} */
  const side = (label, tone, lines) => ({ label, tone, lines, starts: startsOf(scoredTokens(lines, place), tests) });
  const [a, b] = [side(A, "a", set.systems[pair.a].lines), side(B, "b", set.systems[pair.b].lines)];
  const references = set.references.map((lines, i) => side(set.references.length > 1 ? `ref ${i + 1}` : "ref", "muted", lines));
  const present = references.filter(({ lines }) => lines.texts[place] !== null);
  const reference = present.find(({ starts }) => starts.length) ?? present[0];
  const credited = [a, b].map(({ starts }, i) => creditedStarts(set.systems[i ? pair.b : pair.a], place, tests.length, starts));
  const [first, second] = credited[1].length > credited[0].length ? [b, a] : [a, b];
  const anchor = [first, second, reference].find((one) => one?.starts.length);
  const start = anchorStart(anchor, anchor === first ? second : first, place, tests, credited[anchor === b ? 1 : 0]);
  return [a, b, ...(reference ? [reference] : [])].map((one) => {
    const [from, to] = one === anchor ? [start, start + tests.length] : stretchAt(anchor, one, place, tests.length, start, one === reference);
    return { label: one.label, tone: one.tone, hit: one.starts.includes(from) && to === from + tests.length, ...cutAt(one.lines, place, from, to) };
  });
}

/**
 * Which occurrence of the n-gram is shown: the first that the other text lacks, of those that are credited if any is.
 * @param {Side} anchor @param {Side} other @param {number} place @param {((token: string) => boolean)[]} tests @param {number[]} credited
 */
function anchorStart(anchor, other, place, tests, credited) {
  const facing = facingTokens(anchor.lines, other.lines, place), starts = anchor.starts.filter((start) => credited.includes(start));
  const among = starts.length ? starts : anchor.starts;
  return among.find((start) => !other.starts.includes(facingStretch(facing, start, start + tests.length)[0])) ?? among[0];
}

/** @param {Lines} lines @param {Lines} others @param {number} place */
function facingTokens(lines, others, place) {
  const [own, theirs] = [lines, others].map((one) => scoredTokens(one, place).map(({ text }) => text));
  return facingStretches(own, theirs);
}

/**
 * What a text has at the place of the n-gram: what faces it; for a reference, which may have another order of words, the
 * nearest occurrence.
 * @param {Side} anchor @param {Side} one @param {number} place @param {number} order @param {number} start
 * @param {boolean} anywhere @returns {[number, number]}
 */
function stretchAt(anchor, one, place, order, start, anywhere) {
  const [from, to] = facingStretch(facingTokens(anchor.lines, one.lines, place), start, start + order);
  if (!anywhere || !one.starts.length) return [from, to];
  const nearest = one.starts.reduce((best, at) => (Math.abs(at - from) < Math.abs(best - from) ? at : best));
  return [nearest, nearest + order];
}

/** The text before some tokens, these, and the text after. @param {Lines} lines @param {number} place @param {number} from @param {number} to */
function cutAt(lines, place, from, to) {
  const tokens = scoredTokens(lines, place), characters = Array.from(lines.texts[place] ?? "");
  const start = from < to ? tokens[from].start : tokens[from - 1]?.end ?? 0, end = from < to ? tokens[to - 1].end : start;
  const before = start <= BESIDE ? characters.slice(0, start) : ["…", ...characters.slice(start - BESIDE + 1, start)];
  return { before: before.join(""), key: characters.slice(start, end).join(""), after: truncateText(characters.slice(end).join(""), BESIDE) };
}
