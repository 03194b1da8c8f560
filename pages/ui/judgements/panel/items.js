// The judgements of the open segment as this window sees them: verdict, labels and marks.

import { add, same, waiting } from "./outbox.js";

/** @typedef {import("../marking/marking.js").Mark} Mark */
/** @typedef {import("../marking/marking.js").Said} Said */
/** @typedef {import("./outbox.js").Item} Item */

// ---- A mark as the text of an op, which judgements/saved_annotations.py reads and writes.

/** @param {Omit<Said, "system"> | null | undefined} mark */
function textOfMark(mark) {
  return mark ? JSON.stringify([mark.category, mark.severity, mark.side, mark.start, mark.end, mark.comment]) : "";
}

/** @param {string} text @returns {Omit<Said, "system">} */
export function markOfText(text) {
  const [category, severity, side, start, end, comment] = JSON.parse(text);
  return { category, severity, side, start, end, comment };
}

// ---- Verdicts and labels.

/**
 * The data of the panel, and the segment that it belongs to.
 * @typedef {object} Judging
 * @property {string} comparison
 * @property {number} segment
 * @property {{verdict: string, note: string, labels: {system: string, name: string, number: number, severity: string}[]}} said
 * @property {{name: string, key: string, meaning: string}[]} kinds of errors
 * @property {[string, string][]} verdicts each with its key
 * @property {string[]} severities
 * @property {string[]} others what other people say
 * @property {string[]} top MQM's categories that are no kinds
 * @property {string[]} systems what A, B and those under them are called in marks
 * @property {(import("../marking/marking.js").Said & {number: number, annotator: string, mine: boolean})[]} marks
 */
/**
 * @typedef {object} Panel
 * @property {HTMLElement} node
 * @property {Record<string, HTMLElement>} parts
 * @property {HTMLTextAreaElement} area of the note
 * @property {import("./outbox.js").Outbox} box
 * @property {Judging} [data]
 * @property {Item} [note]
 * @property {string} base the text that the note's field began with: what a save may replace
 * @property {number} timer of the note
 * @property {"A" | "B"} side that errors are marked in
 * @property {string} grade of those errors
 * @property {boolean} open whether errors can be marked
 * @property {boolean} edited whether a key was refused, as the texts are edits
 * @property {boolean} began whether anything was said
 * @property {() => void} changed tells the component that something was said
 * @property {() => boolean} isEdited whether the texts are edits, which are no outputs of a system
 * @property {() => void} draw
 */

/**
 * @param {Panel} panel
 * @param {import("./outbox.js").Kind} kind
 * @returns {Item}
 */
export function itemOf({ data }, kind, system = "", label = "", number = 0) {
  return { comparison: data.comparison, segment: data.segment, kind, system, label, number };
}

/** The text in Python, overlaid by pending ones. @param {Panel} panel @param {Item} item */
export function textOf({ data, box }, item) {
  const { said, comparison, segment } = data;
  const text = waiting(box, item);
  if (text !== undefined) return text;
  if (item.comparison !== comparison || item.segment !== segment) return "";
  if (item.kind === "mark") return textOfMark(data.marks.find((mark) => mark.mine && mark.system === item.system && mark.number === item.number));
  if (item.kind !== "label") return said[item.kind];
  return said.labels.find((l) => l.system === item.system && l.name === item.label && l.number === item.number)?.severity ?? "";
}

/** @param {Panel} panel */
export function labels(panel) {
  /** @type {Item[]} */
  const places = panel.data.said.labels.map((l) => itemOf(panel, "label", l.system, l.name, l.number));
  for (const op of panel.box.ops) {
    const here = op.kind === "label" && same(op, itemOf(panel, "label", op.system, op.label, op.number));
    if (here && !places.some((p) => same(p, op))) places.push(op);
  }
  return places.map((p) => ({ ...p, text: textOf(panel, p) })).filter((p) => p.text);
}

/**
 * The numbers of the errors of a kind in the system that is chosen, the last one last.
 * @param {Panel} panel
 * @param {string} name
 */
export function numbersOf(panel, name) {
  return labels(panel).filter((l) => l.system === panel.side && l.label === name).map((l) => l.number).sort((x, y) => x - y);
}

/** @param {Panel} panel @param {Item} item @param {string} text @param {string} seen */
export function recordJudgement(panel, item, text, seen) {
  add(panel.box, item, text, seen);
  panel.began = true;
  panel.changed();
}

/**
 * Say it, or take it back. The outputs that are judged are those of the systems, not what was
 * tried instead.
 * @param {Panel} panel
 * @param {import("./outbox.js").Kind} kind
 * @param {string} text
 */
export function toggle(panel, kind, text, system = "", label = "", number = 0) {
  panel.edited = panel.isEdited();
  if (panel.edited) return panel.draw();
  const item = itemOf(panel, kind, system, label, number);
  const now = textOf(panel, item);
  recordJudgement(panel, item, now === text ? "" : text, now);
}

/**
 * An error of a kind: given, taken back or made graver; `more` gives one more of the kind.
 * @param {Panel} panel
 * @param {string} name
 * @param {boolean} more
 */
export function markError(panel, name, more) {
  const last = numbersOf(panel, name).at(-1) ?? -1;
  toggle(panel, "label", panel.grade, panel.side, name, more ? last + 1 : Math.max(last, 0));
}

// ---- Marks on the texts.

/** The marks that there are once all that waits is saved. @param {Panel} panel @returns {Mark[]} */
export function marksNow(panel) {
  const { marks } = panel.data;
  const own = marks.filter(({ mine }) => mine).map(({ system, number }) => itemOf(panel, "mark", system, "", number));
  for (const op of panel.box.ops) {
    const here = op.kind === "mark" && same(op, itemOf(panel, "mark", op.system, "", op.number));
    if (here && !own.some((item) => same(item, op))) own.push(itemOf(panel, "mark", op.system, "", op.number));
  }
  const others = marks.filter(({ mine }) => !mine).map((mark) => ({ ...mark, id: [mark.system, mark.number, mark.annotator].join(" ") }));
  return [...others, ...own.flatMap((item) => {
    const text = textOf(panel, item);
    return text ? [{ ...markOfText(text), system: item.system, id: `${item.system} ${item.number}`, annotator: "", mine: true }] : [];
  })];
}

/**
 * Say what was marked, changed or taken back.
 * @param {Panel} panel
 * @param {Mark | null} before
 * @param {Said | null} after
 */
export function recordMark(panel, before, after) {
  const stays = before && after && before.system === after.system;
  if (before) recordJudgement(panel, itemOf(panel, "mark", before.system, "", Number(before.id.split(" ")[1])), stays ? textOfMark(after) : "", textOfMark(before));
  if (after && !stays) recordJudgement(panel, itemOf(panel, "mark", after.system, "", freshNumber(panel, after.system)), textOfMark(after), "");
}

/** One that no mark of the output has, nor one that was taken back. @param {Panel} panel @param {string} system */
function freshNumber({ data, box }, system) {
  const waits = [...box.ops, ...box.past].filter((op) => op.kind === "mark" && op.comparison === data.comparison && op.segment === data.segment);
  return Math.max(-1, ...[...data.marks, ...waits].filter((one) => one.system === system).map(({ number }) => number)) + 1;
}
