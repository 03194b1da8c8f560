// The annotations of the open segment as this window sees them: verdict, labels, note and marks.

import { put, unsaved, waiting } from "./outbox.js";

/** @import { Mark, Said } from "../marking/marking.js" */
/** @import { Panel } from "./panel.js" */
/** @typedef {"verdict" | "label" | "note" | "mark"} Kind of what is said */
/** @typedef {{comparison: string, segment: number, kind: Kind, system: string, label: string, number: number}} Item */
/** What an item got, and what it had before. @typedef {{item: Item, text: string, before: string}} Step */

// ---- A mark as the text of an item, which viewer/annotation_answers.py reads.

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

/** @typedef {Said & {number: number, annotator: string, mine: boolean}} SavedMark */
/** @typedef {{verdict: string, note: string, labels: {system: string, name: string, number: number, severity: string}[]}} Saved */
/**
 * The annotations of a segment, as annotation_answers.py gives them: `kinds` are of errors, `top`
 * MQM's categories that are no kinds, `verdicts` have their keys, `systems` is what A and B are
 * called in marks, `others` what other people say; `unkept`: the comparison has to be saved before.
 * @typedef {object} Judging
 * @property {string} comparison @property {number} segment @property {Saved} saved @property {boolean} unkept
 * @property {{name: string, key: string, meaning: string}[]} kinds @property {[string, string][]} verdicts
 * @property {string[]} severities @property {string[]} others @property {string[]} top @property {string[]} systems @property {SavedMark[]} marks
 */

/** @param {Panel} panel @param {Kind} kind @returns {Item} */
export function itemOf({ data }, kind, system = "", label = "", number = 0) {
  return { comparison: data.comparison, segment: data.segment, kind, system, label, number };
}

/** The text in Python, or an unsaved one. @param {Panel} panel @param {Item} item */
export function textOf({ data, box }, item) {
  const { saved, comparison, segment } = data;
  const text = waiting(box, item);
  if (text !== undefined) return text;
  if (item.comparison !== comparison || item.segment !== segment) return "";
  if (item.kind === "mark") return textOfMark(data.marks.find((mark) => mark.mine && mark.system === item.system && mark.number === item.number));
  if (item.kind !== "label") return saved[item.kind];
  return saved.labels.find((l) => l.system === item.system && l.name === item.label && l.number === item.number)?.severity ?? "";
}

/** The items of a kind that have a text, with unsaved ones. @param {Panel} panel @param {Kind} kind @param {Item[]} saved */
function itemsNow(panel, kind, saved) {
  const items = [...saved];
  for (const { system, label, number } of unsavedHere(panel, kind)) {
    const isHere = items.some((item) => item.system === system && item.label === label && item.number === number);
    if (!isHere) items.push(itemOf(panel, kind, system, label, number));
  }
  return items.map((item) => ({ ...item, text: textOf(panel, item) })).filter(({ text }) => text);
}

/** @param {Panel} panel */
export function labels(panel) {
  return itemsNow(panel, "label", panel.data.saved.labels.map(({ system, name, number }) => itemOf(panel, "label", system, name, number)));
}

/** @param {Panel} panel @param {Kind} [kind] any without it @returns {Item[]} */
export function unsavedHere({ box, data }, kind) {
  return unsaved(box).filter((change) => (!kind || change.kind === kind) && change.comparison === data.comparison && change.segment === data.segment);
}

/** The numbers of the errors of a kind in the system that is chosen, the last one last. @param {Panel} panel @param {string} name */
export function numbersOf(panel, name) {
  return labels(panel).filter((l) => l.system === panel.side && l.label === name).map((l) => l.number).sort((x, y) => x - y);
}

const MOST_PAST = 200;

/** @param {Panel} panel @param {Item} item @param {string} text */
export function recordJudgement(panel, item, text) {
  const before = textOf(panel, item);
  if (text === before) return;
  panel.past = [...panel.past, { item, text, before }].slice(-MOST_PAST);
  put(panel.box, item, text);
  panel.changed();
}

/** Give back what an item had before the last change; return that change, if there is one. @param {Panel} panel */
export function undoLast(panel) {
  const last = panel.past.findLast(({ item }) => item.comparison === panel.data.comparison);
  if (!last) return null;
  panel.past = panel.past.filter((step) => step !== last);
  put(panel.box, last.item, last.before);
  return last;
}

/** Say it, or take it back; an output that was edited is not judged. @param {Panel} panel @param {Kind} kind @param {string} text */
export function toggle(panel, kind, text, system = "", label = "", number = 0) {
  panel.edited = panel.isEdited();
  if (panel.edited) return panel.draw();
  const item = itemOf(panel, kind, system, label, number);
  recordJudgement(panel, item, textOf(panel, item) === text ? "" : text);
}

/** An error of a kind: given, taken back or made graver; `more` gives one more of the kind. @param {Panel} panel @param {string} name @param {boolean} more */
export function markError(panel, name, more) {
  const last = numbersOf(panel, name).at(-1) ?? -1;
  const item = itemOf(panel, "label", panel.side, name, more ? last + 1 : Math.max(last, 0));
  toggle(panel, "label", panel.grade, item.system, name, item.number);
  Object.assign(panel, { ungraded: panel.isGraded || !textOf(panel, item) ? null : item, isGraded: false });
}

// ---- Marks on the texts.

/** The marks, with unsaved ones. @param {Panel} panel @returns {Mark[]} */
export function marksNow(panel) {
  const { marks } = panel.data, saved = marks.filter(({ mine }) => mine);
  const own = itemsNow(panel, "mark", saved.map(({ system, number }) => itemOf(panel, "mark", system, "", number)));
  return [
    ...marks.filter(({ mine }) => !mine).map((mark) => ({ ...mark, id: [mark.system, mark.number, mark.annotator].join(" ") })),
    ...own.map(({ system, number, text }) => ({ ...markOfText(text), system, id: `${system} ${number}`, annotator: "", mine: true })),
  ];
}

/** Say what was marked, changed or taken back. @param {Panel} panel @param {Mark | null} before @param {Said | null} after */
export function recordMark(panel, before, after) {
  const stays = before && after && before.system === after.system;
  if (before) recordJudgement(panel, itemOf(panel, "mark", before.system, "", Number(before.id.split(" ")[1])), stays ? textOfMark(after) : "");
  if (after && !stays) recordJudgement(panel, itemOf(panel, "mark", after.system, "", freshNumber(panel, after.system)), textOfMark(after));
}

/** One that no mark of the output has, nor one that was taken back. @param {Panel} panel @param {string} system */
function freshNumber(panel, system) {
  const { data, past } = panel;
  const given = past.map(({ item }) => item).filter(({ kind, comparison, segment }) => kind === "mark" && comparison === data.comparison && segment === data.segment);
  return Math.max(-1, ...[...data.marks, ...unsavedHere(panel, "mark"), ...given].filter((one) => one.system === system).map(({ number }) => number)) + 1;
}
