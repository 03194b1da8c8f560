// The lines of an open segment: A, B, the references, the source, and what their marks mean.

import { button, element } from "browser/dom.js";
import { asking } from "browser/glossary_tip.js";
import { A, B, SIDE_NAMES } from "browser/pair.js";
import { formatCount, formatInt, formatScore, oneLine } from "../numbers.js";
import { changedSigns, closestReferences, coverOf, differenceMarks, referenceSigns, textsOf } from "./changes.js";
import { foldsOf, windowsOf } from "./folds.js";
import { linesByName } from "./hits.js";
import { markedText } from "./marked_text.js";
import { bleuOf, sentenceConfig } from "../statistics.js";
import { diffOfWords } from "../word_diff.js";

/** @import { Glossary } from "browser/glossary_tip.js" */
/** @import { Run } from "./folds.js" */
/** @import { Drawing, Marks, Stretch } from "./marked_text.js" */
/** @import { Opened, Side, TextLine, Ui } from "./opened.js" */

/**
 * @typedef {object} Drawn
 * @property {Opened} opened with texts
 * @property {Ui} ui
 * @property {Record<string, import("./hits.js").Found[]>} hits by line, as what follows
 * @property {Record<string, Set<number>>} boxed tokens
 * @property {Record<string, Run[]>} folds
 * @property {(changes: Partial<Ui>) => void} redraw
 * @property {import("./opened.js").MoreSystems} [more]
 */

/** So many references are drawn whole; of more, the closest one. */
const WHOLE_REFERENCES = 2;

/** @type {Side[]} */
const BOTH_SIDES = ["a", "b"];

/** The name of a reference. @param {Opened} opened @param {number} r */
function referenceName({ texts }, r) {
  return texts.references.length > 1 ? `Ref ${formatInt(r + 1)}` : "Reference";
}

/** @param {string} className @param {Node[]} label @param {...Node} content */
function lineRow(className, label, ...content) {
  return element("div", "row " + className, element("div", "label", ...label), ...content);
}

/** The characters of runs of tokens. @param {TextLine} line @param {Run[]} runs @returns {Stretch[]} */
function charactersOf({ tokens }, runs) {
  return runs.map(([first, last]) => [tokens[first].start, tokens[last].end]);
}

/** What is between these stretches of a text. @param {Stretch[]} stretches @param {number} length @returns {Stretch[]} */
function betweenStretches(stretches, length) {
  const ends = [0, ...stretches.flat(), length];
  return Array.from({ length: ends.length / 2 }, (_, i) => /** @type {Stretch} */ ([ends[2 * i], ends[2 * i + 1]])).filter(([start, end]) => end > start);
}

/** How a line with folds is drawn: a button is in place of folded words. @param {TextLine} line @param {Run[] | undefined} folds @param {Drawn} drawn @returns {Drawing} */
function foldedDrawing(line, folds, { ui, redraw }) {
  if (!folds?.length || ui.scored) return {};
  const title = `The same in ${A} and ${B}. Show them in all lines (key f)`;
  return {
    shown: betweenStretches(charactersOf(line, folds), Array.from(line.text).length),
    skipped: (from, to) => {
      const words = line.tokens.filter(({ text, start, end }) => start >= from && end <= to && /[\p{L}\p{N}]/u.test(text)).length;
      return Object.assign(button(`⋯ ${formatCount(words, "word")}`, "unfold", () => redraw({ folded: false })), { title });
    },
  };
}

/** The tokens that a word diff boxes, by line. @param {Opened} opened @param {string} words the two lines @returns {Record<string, Set<number>>} */
function boxedWords(opened, words) {
  const [x, y] = words.split("|"), lines = linesByName(opened);
  if (!lines[x] || !lines[y]) return {};
  const [inX, inY] = diffOfWords(textsOf(lines[x].tokens), textsOf(lines[y].tokens));
  return { [x]: new Set(inX), [y]: new Set(inY) };
}

/** A text with its marks; with windows, these alone. @param {string} name @param {Marks} marks @param {Drawn} drawn @param {Run[]} [windows] */
function liveText(name, marks, drawn, windows) {
  const { opened, ui, hits, boxed, folds } = drawn, line = linesByName(opened)[name];
  const own = (/** @type {number} */ t) => `${marks.own?.(t) ?? ""} ${boxed[name]?.has(t) ? "word" : ""}`.trim();
  const shown = windows && !ui.scored ? { shown: charactersOf(line, windows), skipped: ellipsis } : foldedDrawing(line, folds[name], drawn);
  return markedText(line, { ...marks, own }, { live: true, scored: ui.scored, hits: hits[name], ...shown });
}

/** @param {number[]} statistics @param {string} side @param {Opened} opened */
function scoreOf(statistics, side, { config }) {
  return element("span", ("score " + side).trim(), formatScore(bleuOf(statistics, sentenceConfig(config))));
}

/** @param {Side} side @param {Drawn} drawn */
function outputRow(side, drawn) {
  const { opened, ui } = drawn, letter = element("b", { className: side, title: opened.names[side] }, SIDE_NAMES[side]);
  const score = Object.assign(scoreOf(opened.statistics[side], side, opened), { title: "Sentence BLEU" });
  const row = lineRow("system " + side, [letter, score], liveText(side, systemMarks(opened, side, ui), drawn));
  row.dataset.side = side;
  return row;
}

/** A further system: its text, with a line under what is credited. @param {Opened["others"][number]} other @param {Drawn} drawn */
function otherRow({ name, text, statistics }, { opened, more }) {
  const credited = coverOf(text.signs, text.tokens.length), mark = (/** @type {unknown} */ is) => (is ? "shared" : "");
  return lineRow("other", [element("bdi", { title: name }, oneLine(name)), scoreOf(statistics, "", opened)],
    markedText(text, { around: (t) => mark(credited.tokens[t]), between: (t) => mark(credited.gaps[t]) }),
    button(`Use as ${B}`, "use", () => more.useAsB(name)));
}

/** @param {number} from @param {number} _to @param {boolean} isEnd */
function ellipsis(from, _to, isEnd) {
  return document.createTextNode(`${from ? " " : ""}…${isEnd ? "" : " "}`);
}

/** @param {number} r @param {string} note @param {Drawn} drawn @param {Run[]} [windows] */
function referenceLine(r, note, drawn, windows) {
  const { opened, ui } = drawn, text = liveText(String(r), referenceMarks(opened, r, ui), drawn, windows);
  const row = lineRow("reference" + (windows ? " windows" : ""), [element("span", "", referenceName(opened, r)), element("span", "", note)], text);
  row.dataset.reference = String(r);
  return row;
}

/** The tokens of a reference with n-grams that a system changed. @param {Opened} opened @param {number} r */
function changedTokensOf(opened, r) {
  const size = opened.texts.references[r].tokens.length, [a, b] = BOTH_SIDES.map((side) => coverOf(referenceSigns(opened, side, r), size).tokens);
  return [...a.keys()].filter((t) => a[t] || b[t]);
}

const REFERENCE_START = 8; // tokens of a reference without changed n-grams

/** @param {Drawn} drawn */
function referenceRows(drawn) {
  const { opened, ui, redraw } = drawn, { order, changed } = closestReferences(opened), number = opened.texts.references.length;
  const all = number <= WHOLE_REFERENCES || ui.allReferences;
  const rows = order.map(({ r, has, alone }, i) => {
    const counted = changed && number > WHOLE_REFERENCES ? `${formatInt(has)} of ${formatInt(changed)}` : "";
    if (all || i === 0) return referenceLine(r, all ? counted : "closest", drawn);
    const { length } = opened.texts.references[r].tokens, windows = windowsOf(length, changedTokensOf(opened, r)), last = Math.min(REFERENCE_START, length) - 1;
    const row = referenceLine(r, "", drawn, windows.length || last < 0 ? windows : [[0, last]]);
    if (alone) row.append(element("span", "alone", `${formatInt(alone)} of ${formatInt(changed)} changed n-grams only here`));
    return row;
  });
  const missing = opened.texts.references.flatMap((line, r) => (line ? [] : [referenceName(opened, r)]));
  if (missing.length) rows.push(lineRow("reference", [element("span", "", missing.join(", "))], element("div", "line muted", "This segment has no such reference.")));
  if (number > WHOLE_REFERENCES) {
    const label = all ? "Closest only" : `All references ${formatInt(number)}`, count = `“${formatInt(order[0]?.has ?? 0)} of ${formatInt(changed)}”`;
    const why = all && changed ? `Closest first: ${count} counts the n-grams that changed and occur in the reference.` : "";
    const node = button(label, "all-references", () => redraw({ allReferences: !ui.allReferences }));
    node.title = "Key r";
    rows.push(lineRow("choice", [], element("span", "muted", why), node));
  }
  return rows;
}

/** Whether a search found something in folded words. @param {Pick<Drawn, "opened" | "hits">} drawn @param {Drawn["folds"]} folds */
function hidesHits({ opened, hits }, folds) {
  const lines = linesByName(opened);
  return Object.entries(folds).some(([name, runs]) => charactersOf(lines[name], runs).some(([from, to]) => hits[name]?.some(([start, end]) => start < to && end > from)));
}

/** @param {Omit<Drawn, "folds" | "boxed">} given @returns {{rows: HTMLElement[], foldable: boolean}} */
export function lineRows(given) {
  const { opened, ui, hits } = given, found = foldsOf(opened, (r) => changedTokensOf(opened, r)), { source } = opened.texts;
  const drawn = { ...given, boxed: boxedWords(opened, ui.words), folds: ui.folded && !hidesHits(given, found) ? found : {} };
  const rows = [...BOTH_SIDES.map((side) => outputRow(side, drawn)), ...(opened.others ?? []).map((other) => otherRow(other, drawn)), ...referenceRows(drawn)];
  if (source !== null) {
    rows.push(lineRow("source", [element("span", "", "Source")], markedText({ text: source, tokens: [] }, { around: () => "", between: () => "" }, { hits: hits.source })));
  }
  return { rows, foldable: Object.values(found).some((runs) => runs.length > 0) };
}

// ---- How tokens are marked: by the difference or by all matches, in the lines of systems and of references.

/** Steps of colour: the highest order is the deepest, however many there are. @param {number} depth @param {number} orders */
export function step(depth, orders) {
  return depth === 0 ? 0 : orders <= 4 ? depth + 4 - orders : Math.ceil((depth * 4) / orders);
}

/** Whether changes of a side are marked: those of A are lost. @param {Ui} ui @param {Side} side */
function isMarked({ only }, side) {
  return !only || (only === "lost") === (side === "a");
}

/** Every token by the longest credited n-gram over it; what is clipped. @param {Opened} opened @param {Side} side @param {Ui} ui @returns {Marks} */
function allMatchMarks(opened, side, ui) {
  const { signs, tokens } = opened.texts[side], { order, only } = ui, size = tokens.length;
  const credited = !only ? signs : isMarked(ui, side) ? changedSigns(opened, side) : [];
  const good = coverOf(credited, size, "+", order), over = coverOf(signs, size, "^", order || 1);
  const deep = (/** @type {number} */ n) => (n ? "m" + step(n, opened.config.max_ngram_order) : "");
  return {
    around: (t) => deep(good.tokens[t]),
    between: (t) => deep(good.gaps[t]),
    own: (t) => [!only && over.tokens[t] ? "clipped" : "", order > 1 && credited[order - 1]?.[t] === "+" ? "begins" : ""].filter(Boolean).join(" "),
  };
}

/** @param {Opened} opened @param {Side} side @param {Ui} ui @returns {Marks} */
export function systemMarks(opened, side, ui) {
  if (ui.all) return allMatchMarks(opened, side, ui);
  return differenceMarks(opened, side, isMarked(ui, side) ? ui.order : -1);
}

/** Of a reference: what A had there, and what B has; or which of both covers it by longer n-grams. @param {Opened} opened @param {number} r @param {Ui} ui @returns {Marks} */
export function referenceMarks(opened, r, ui) {
  const size = opened.texts.references[r].tokens.length, all = ui.all && !ui.only;
  const [a, b] = /** @type {Side[]} */ (["a", "b"]).map((side) => {
    const signs = all ? opened.texts[side].covered[r] : isMarked(ui, side) ? referenceSigns(opened, side, r) : [];
    return coverOf(signs, size, "+", ui.order);
  });
  const of = (/** @type {number} */ inA, /** @type {number} */ inB, /** @type {string} */ none) => {
    if (!all) return [inA ? "had-a" : "", inB ? "has-b" : ""].filter(Boolean).join(" ");
    return inA > inB ? "had-a" : inB > inA ? "has-b" : inA ? "equal" : none;
  };
  return { around: (t) => of(a.tokens[t], b.tokens[t], all ? "missed" : ""), between: (t) => of(a.gaps[t], b.gaps[t], "") };
}

// ---- What the marks of an open segment mean, in one line.

/** @param {string} name @param {...[className: string, text: string]} samples */
function legendItem(name, ...samples) {
  return element("span", "item", name, ...samples.flatMap(([className, text], i) => [i ? ", " : name && " ", element("span", className, text)]));
}

/** A sample of each colour, with its orders. @param {string} side @param {number} highest */
function depthSamples(side, highest) {
  const orders = Array.from({ length: highest }, (_, i) => i + 1), depths = new Set(orders.map((n) => step(n, highest)));
  return element("span", "item depths " + side, ...Array.from(depths, (depth) => {
    const own = orders.filter((n) => step(n, highest) === depth);
    return element("span", "m" + depth, own.length > 1 ? `${own[0]}–${own.at(-1)}` : String(own[0]));
  }));
}

/** @param {Opened} opened @param {Ui} ui @param {Glossary} glossary @param {boolean} searched */
export function segmentLegend({ config: { max_ngram_order: orders }, texts }, ui, glossary, searched) {
  const references = texts.references.length > 1 ? "references:" : "reference:";
  const hits = searched ? [legendItem("search:", ["found", "found"])] : [];
  if (ui.all) {
    return [asking("longest match", glossary, "depth"), depthSamples("a", orders), depthSamples("b", orders), legendItem("", ["clipped", "clipped"]),
      legendItem(references, ["had-a", `more in ${A}`], ["has-b", `more in ${B}`], ["equal", "equal"], ["missed", "missed"]), ...hits];
  }
  const own = legendItem("", ["own", `${B}’s own words`]);
  own.append(", unmatched; bold: changed");
  return [
    legendItem("", ["lost", `lost by ${B}`]), legendItem("", ["gained", `gained by ${B}`]), legendItem("", ["shared", "matched in both"]), own,
    legendItem(references, ["had-a", `matched by ${A}`], ["has-b", `matched by ${B}`]), ...hits,
  ];
}
