// Judgements that are not saved yet, in order, and earlier ones for Ctrl+Z.
//
// An op gives an item (comparison, segment, kind, system, label, number, or other fields that
// identify items) a text, in place of the text that the annotator saw. It stays until Python answers:
// saved; refused because another window judged otherwise (a conflict); or not possible now, e.g. with
// a full disk. In the last case it keeps the problem, and is sent again with each message. All ops are
// also in the tab's sessionStorage, so that a reload loses nothing, and in the browser's storage when
// the tab is closed.

import { freshId } from "browser/fresh_id.js";
import { UNSAVED, keepIn, storageOf, stored } from "./storage.js";

/** @typedef {"verdict" | "label" | "note" | "mark"} Kind of what is said */
/** @typedef {{comparison: string, segment: number, kind: Kind, system: string, label: string, number: number}} Item */
/**
 * @template {object} [What=Item]
 * @typedef {What & {id: string, text: string, seen: string, problem: string, tried?: boolean, unsure?: boolean}} Op `unsure`: it may be saved, as an answer was lost
 */
/** @typedef {{there?: string, problem?: string}} OpAnswer */
/**
 * @template {object} [What=Item]
 * @typedef {object} Outbox
 * @property {Storage | null} storage the tab's
 * @property {Storage | null} left the browser's
 * @property {string} place in both
 * @property {Op<What>[]} ops
 * @property {Op<What>[]} past
 * @property {string} told what the page before has to tell
 * @property {Map<string, {op: Op<What>, there: string}>} conflicts by their items
 */

const NOT_OF_ITEM = ["id", "text", "seen", "problem", "tried", "unsure"];
const MOST_PAST = 200;
/** @param {object} op */
export const keyOf = (op) => JSON.stringify(Object.entries(op).filter(([field]) => !NOT_OF_ITEM.includes(field)).sort());
/** @param {object} op @param {object} other */
export const same = (op, other) => keyOf(op) === keyOf(other);

/**
 * `tab` has the storages; a browser may forbid to ask for them. What a tab that was closed had not
 * saved is taken over.
 * @param {import("./storage.js").Tab} tab
 * @param {string} [place]
 * @returns {Outbox<any>}
 */
export function newOutbox(tab, place = UNSAVED) {
  const storage = storageOf(tab, "sessionStorage"), left = storageOf(tab, "localStorage");
  const { ops = [], past = [], told = "" } = stored(storage, place);
  const unsaved = (stored(left, place).ops ?? []).filter(({ id }) => !ops.some((op) => op.id === id));
  keepIn(left, place, null);
  return { storage, left, place, ops: [...ops, ...unsaved].map((op) => ({ ...op, tried: false, unsure: op.unsure || op.tried })), past, told, conflicts: new Map() };
}

/**
 * The pending text of an item, if there is one.
 * @template {object} What
 * @param {Outbox<What>} box
 * @param {What} item
 */
export function waiting(box, item) {
  return box.ops.findLast((op) => same(op, item))?.text;
}

/**
 * Say that an item is to have a text, where it had the one that was seen.
 * @param {Outbox} box
 * @param {Item} item
 * @param {string} text
 * @param {string} seen
 */
export function add(box, item, text, seen) {
  if (text === seen) return;
  box.conflicts.delete(keyOf(item));
  const op = { ...item, id: freshId(), text, seen, problem: "" };
  if (item.kind !== "note") box.past = [...box.past, op].slice(-MOST_PAST);
  put(box, op);
}

/**
 * A failed judgement that is not being retried is replaced by a newer one of the same item.
 * @template {object} What
 * @param {Outbox<What>} box
 * @param {Op<What>} op
 */
export function put(box, op) {
  const stuck = box.ops.find((other) => same(op, other) && other.problem && !other.tried && !other.unsure);
  if (stuck) box.ops = box.ops.filter((other) => other !== stuck);
  const joined = stuck ? { ...op, seen: stuck.seen } : op;
  if (joined.text !== joined.seen) box.ops.push(joined);
}

/** The next name of an op, which is the same in each tab that has it. @param {string} id */
function nextId(id) {
  const [name, times = "0"] = id.split("+");
  return `${name}+${Number(times) + 1}`;
}

/** All that waits, as it is sent. What could not be saved gets another name: the last one is answered. @param {Outbox<any>} box */
export function toSend(box) {
  for (const op of box.ops) {
    if (op.problem && !op.tried) op.id = nextId(op.id);
    op.unsure ||= op.tried;
    op.tried = true;
  }
  return box.ops.map(({ problem, tried, unsure, ...op }) => op);
}

/**
 * The outcome of each: {} saved, {there} another window's text, {problem} why not.
 * @param {Outbox<any>} box
 * @param {Record<string, OpAnswer>} answers
 */
export function nowAnswered(box, answers) {
  const asked = box.ops;
  box.ops = [];
  const isSaved = (/** @type {Op<any>} */ op) => answers[op.id] && !answers[op.id].problem && answers[op.id].there === undefined;
  for (const [place, op] of asked.entries()) {
    const answer = answers[op.id];
    if (!answer) { box.ops.push(op); continue; }
    const { there, problem } = answer;
    const before = box.ops.find((other) => same(op, other) && other.problem && !other.tried);
    if (problem) put(box, { ...op, problem, tried: false });
    else if (before && there === before.seen) put(box, { ...op, problem: before.problem, tried: false });
    // Both were saved, and the answer was lost: the later one is what is there.
    else if (asked.slice(place + 1).some((later) => same(op, later) && later.text === there && isSaved(later))) continue;
    else if (there !== undefined) {
      box.conflicts.set(keyOf(op), { op, there });
      box.past = box.past.filter(({ id }) => id !== op.id);
    } else {
      box.conflicts.delete(keyOf(op));
      box.ops = box.ops.filter((other) => other !== before); // it was said anew since
    }
  }
}

/**
 * Say again what there was before the last verdict or label; answer what was taken back, if anything.
 * @param {Outbox} box
 * @param {string} comparison
 */
export function takeBack(box, comparison) {
  const last = box.past.findLast((op) => op.comparison === comparison);
  if (!last) return null;
  box.past = box.past.filter((op) => op !== last);
  const { text, seen } = last;
  put(box, { ...last, id: freshId(), text: seen, seen: text, problem: "", tried: false, unsure: false });
  return last;
}

/** Give up judgements that could not be saved. @param {Outbox<any>} box */
export function letGo(box) {
  box.ops = box.ops.filter((op) => !op.problem);
}
