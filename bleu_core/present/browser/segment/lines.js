// The lines of the segment: source, references and systems, with credited, clipped and won n-grams.

import { wordsOf } from "../characters.js";
import { button, element } from "../dom.js";
import { depths, labelled, ngramText, step, tokenLine } from "../marked_lines.js";
import { edit } from "./editors.js";
import { foldLine, shownReferences } from "./references.js";
import { signTone } from "./tables.js";
import { matchOf, SIDES, winners } from "./view.js";

/** @typedef {import("./view.js").Other} Other */
/** @typedef {import("./view.js").Side} Side */
/** @typedef {import("./view.js").View} View */

// ---- More systems under A and B: their lines, the one in focus, and the step to the next.

/** The keys that step through the systems below A. @type {Record<string, number>} */
export const OTHER_STEPS = { ">": 1, "<": -1 };

/** The system in focus, if it is not B. @param {View} view */
export function inFocus({ data, ui }) {
  return data.others?.find((other) => other.system === ui.other);
}

/** Move the focus to the next system: B, or one below it. @param {View} view @param {number} by */
export function stepOther({ data, ui, parts, redraw }, by) {
  const all = ["", ...data.others.map((other) => other.system)];
  const now = Math.max(0, all.indexOf(ui.other));
  redraw({ other: all[(now + by + all.length) % all.length] });
  parts.lines.querySelector("[aria-current]").scrollIntoView({ block: "nearest" });
}

/** Let a system be compared with A. @param {View} view @param {Other} other */
export function makeB({ data, hooks }, { system }) {
  hooks.makeB({ comparison: data.comparison, segment: data.segment, system });
}

/** A score and its Δ to A. @param {string} score @param {string} [delta] */
function scoreOf(score, delta) {
  const node = element("span", "scored", score);
  node.title = "Sentence BLEU" + (delta ? ", and Δ to A" : "");
  if (delta) node.append(" ", element("span", signTone(delta), delta));
  return node;
}

/** @param {HTMLElement} row @param {boolean} on */
function focusRow(row, on) {
  if (on) row.setAttribute("aria-current", "true");
}

/** @param {View} view */
function moreSystemsHeading(view) {
  const { ui } = view;
  const box = element("div", "more-systems");
  box.append(element("b", "", "More systems"), " ", element("span", "muted",
    "Sentence BLEU and Δ to A. Wins, reference underlines, word diff, tables and edits are for A and B only."));
  const other = inFocus(view);
  if (ui.diff) box.append(" ", element("span", "", "Differences: A compared with " + (other ? other.name : "B") + ", every other line with A."));
  return box;
}

/**
 * @param {View} view
 * @param {(other: Other) => HTMLElement} draw the line of one
 */
function otherRows(view, draw) {
  const { data } = view;
  if (!data.others) return [];
  const rows = data.others.map((other, i) => {
    const line = draw(other);
    const choose = line.appendChild(button("use as B", "pencil", () => makeB(view, other)));
    choose.title = "Compare A with " + other.name + " (key m: the system in focus)";
    const name = element("span", "name", other.name);
    name.title = other.name;
    const row = labelled([name, scoreOf(other.score, other.delta)], "system other", line);
    row.dataset.other = String(i);
    focusRow(row, inFocus(view) === other);
    return row;
  });
  return [moreSystemsHeading(view), ...rows];
}

// ---- "Differences only": the n-grams that keep their highlight.

/**
 * With "differences only", an n-gram counts where its system won it.
 * @param {View} view
 * @param {import("./view.js").Occurrences} occurrences
 * @param {import("./view.js").Token[]} tokens
 * @param {(ngram: string) => boolean} won
 */
function countedOccurrences({ ui }, occurrences, tokens, won) {
  if (!ui.diff) return occurrences;
  return occurrences.map((row, i) => row.map((status, s) => (won(ngramText(tokens, s, i + 1)) ? status : "unmatched")));
}

/** Which n-grams one of these won, of A and B. @param {View} view @param {string[]} winners */
function wonBy({ ngrams }, winners) {
  return (/** @type {string} */ ngram) => winners.includes(ngrams.get(ngram)?.outcome);
}

/** Which n-grams a system won: A over the one in focus. @param {View} view @param {Side} side */
function wonBySide(view, side) {
  if (!winners(view.ui).includes(side.toUpperCase())) return () => false;
  const other = side === "a" && inFocus(view);
  return other ? within(other.lost) : wonBy(view, [side.toUpperCase()]);
}

/** @param {string[]} ngrams */
function within(ngrams) {
  const all = new Set(ngrams);
  return (/** @type {string} */ ngram) => all.has(ngram);
}

/**
 * The runs of tokens in n-grams that a system won, as they are written.
 * @param {View} view
 * @param {Side} side
 */
export function wonRuns(view, side) {
  const { tokens, occurrences } = matchOf(view.data, side), characters = Array.from(view.data.texts[side]);
  const good = depths(countedOccurrences(view, occurrences, tokens, wonBySide(view, side)), tokens.length, view.ui.order, "credited");
  /** @type {{text: string, tokens: number}[]} */
  const runs = [];
  for (let t = 0, start = 0; t < tokens.length; t++) {
    if (!t || !good.gaps[t - 1]) start = t;
    if (!good.tokens[t] || good.gaps[t]) continue;
    runs.push({ text: characters.slice(tokens[start].start, tokens[t].end).join(""), tokens: t + 1 - start });
  }
  return runs;
}

// ---- The lines.

/** @typedef {Record<string, Set<number>>} Boxed by line, the tokens that a word diff boxes */

/** @param {View} view @returns {Boxed} */
function wordMarks({ data, ui }) {
  if (!data.words[ui.words]) ui.words = ""; // this segment may lack that reference
  if (!ui.words) return {};
  const [x, y] = ui.words.split("|");
  const [onlyX, onlyY] = data.words[ui.words];
  return { [x]: new Set(onlyX), [y]: new Set(onlyY) };
}

/** @param {View} view @param {Side} side @param {Boxed} marks */
function systemRow(view, side, marks) {
  const { data } = view;
  const line = systemLine(view, {
    ...matchOf(data, side), text: data.texts[side], more: data.more[side], hits: data.hits[side], won: wonBySide(view, side), boxed: marks[side],
  });
  if (!data.more[side] && view.hooks.edit) line.append(pencilOf(view, side));
  const letter = side.toUpperCase(), name = data.names[side];
  const label = [element("b", side, letter), element("span", "name", name === letter ? "" : name)];
  if (data.texts[side] !== data.own[side]) label.push(element("span", "edited", "edited"));
  const { score } = data.numbers;
  label.push(side === "a" ? scoreOf(score.a) : scoreOf(score.b, score.delta));
  const row = labelled(label, "system " + side, line);
  row.dataset.side = side;
  if (data.others) focusRow(row, side === "b" && !inFocus(view));
  return row;
}

/**
 * @typedef {object} Line the data of a system's line
 * @property {string} text
 * @property {string} more
 * @property {import("./view.js").Token[]} tokens
 * @property {import("./view.js").Occurrences} occurrences
 * @property {(ngram: string) => boolean} won
 * @property {import("./view.js").Hits} [hits]
 * @property {Set<number>} [boxed]
 */
/** @param {View} view @param {Line} drawn */
function systemLine(view, { text, more, tokens, occurrences, won, hits, boxed }) {
  const { data, ui } = view;
  const shown = countedOccurrences(view, occurrences, tokens, won);
  const good = depths(shown, tokens.length, ui.order, "credited");
  const over = depths(shown, tokens.length, ui.order === "longest" ? 1 : ui.order, "clipped");
  const mark = (/** @type {number} */ t) => {
    const names = ["d" + step(good.tokens[t], data.order)];
    if (over.tokens[t]) names.push("clipped");
    if (ui.order !== "longest" && ui.order > 1 && shown[ui.order - 1][t] === "credited") names.push("begins");
    if (boxed?.has(t)) names.push("word");
    return names.join(" ");
  };
  const gap = (/** @type {number} */ t) => "d" + step(good.gaps[t], data.order);
  const line = tokenLine(text, tokens, ui.scored, mark, gap, more, hits);
  tokensOf(line).forEach((span, t) => {
    // The orders of the credited n-grams that begin here, which the fractions sum.
    span.dataset.begins = occurrences.map((row, i) => (row[t] === "credited" ? i + 1 : "")).filter(Boolean).join(" ");
  });
  return line;
}

/** @param {View} view @param {Side} side */
function pencilOf(view, side) {
  const open = view.ui.editing[side];
  const pencil = button(open ? "close" : "✎ edit", "pencil", () => edit(view, side, !open));
  pencil.title = "Try another output for " + side.toUpperCase() + "; the edit is not saved (key e for B)";
  return pencil;
}

/** @param {View} view @param {number} r @param {Boxed} marks */
function referenceRow(view, r, marks) {
  const { data, ui } = view;
  const tokens = data.match.references[r];
  const label = [element("span", "", data.references.length > 1 ? "Ref " + (r + 1) : "Reference")];
  if (!tokens) return labelled(label, "reference", element("div", "text muted", "(no such reference for this segment)"));
  const [a, b] = SIDES.map((side) =>
    depths(countedOccurrences(view, matchOf(data, side).references[r].occurrences, tokens, wonBy(view, winners(ui))), tokens.length, ui.order, "covered"));
  const cover = (/** @type {number} */ x, /** @type {number} */ y) => (x > y ? "more-a" : y > x ? "more-b" : x && !ui.diff ? "alike" : "none");
  const line = tokenLine(data.references[r], tokens, ui.scored,
    (t) => (ui.diff || a.tokens[t] || b.tokens[t] ? cover(a.tokens[t], b.tokens[t]) : "missed") + (marks[r]?.has(t) ? " word" : ""), (t) => cover(a.gaps[t], b.gaps[t]),
    data.more[r], data.hits[r]);
  const row = labelled(label, "reference", line);
  row.dataset.reference = String(r);
  return row;
}

/** @param {View} view */
function sourceLine({ data, ui }) {
  // In words only where they can be marked.
  const words = ui.marking ? wordsOf(data.source) : [];
  const line = tokenLine(data.source, words, false, () => "", () => "", "", data.hits.source);
  if (data.source_more) line.append(element("span", "more", "\u2026 " + data.source_more + " more characters"));
  return line;
}

/** @param {View} view */
export function drawLines(view) {
  const { data, parts } = view;
  const marks = wordMarks(view);
  const rows = [];
  if (data.source !== null) rows.push(labelled([element("span", "", "Source")], "source", sourceLine(view)));
  rows.push(...shownReferences(view).map((r) => referenceRow(view, r, marks)), ...foldLine(view));
  for (const side of SIDES) rows.push(systemRow(view, side, marks));
  rows.push(...otherRows(view, (other) => systemLine(view, { ...other, won: winners(view.ui).includes("B") ? within(other.gained) : () => false })));
  parts.lines.replaceChildren(...rows);
  for (const row of rows) {
    const [first] = tokensOf(row);
    if (first) first.tabIndex = 0;
  }
}

/** @param {Element} node @returns {NodeListOf<HTMLElement>} */
export function tokensOf(node) {
  return node.querySelectorAll(".token");
}
