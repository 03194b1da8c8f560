// What is said and not yet saved, in its order, and what was said before: for Ctrl+Z.
//
// An op says that an item (comparison, segment, kind, system, label, number; or whatever else tells
// items apart) is to have a text, where it had the text that was seen. It stays until Python has answered for it: saved; refused because
// another window said something else (a conflict); or not possible now, as where a disk is full:
// then it stays with the problem, and goes along whenever something is sent. All of it is in the
// tab's sessionStorage too, so that a reload loses nothing, and in the browser's when the tab is closed.

import { freshId } from "../../widgets/fresh_id.js";
import { UNSAVED, keepIn, storageOf, stored } from "./storage.js";

/** @typedef {"verdict" | "label" | "note" | "mark"} Kind of what is said */
/** @typedef {{comparison: string, segment: number, kind: Kind, system: string, label: string, number: number}} Item */
/**
 * @template {object} [What=Item]
 * @typedef {What & {id: string, text: string, seen: string, problem: string, tried?: boolean}} Op
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

const NOT_OF_ITEM = ["id", "text", "seen", "problem", "tried"];
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
  return { storage, left, place, ops: [...ops, ...unsaved].map((op) => ({ ...op, tried: false })), past, told, conflicts: new Map() };
}

/**
 * What an item is to have, if something of it waits here.
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
 * What could not be saved, and is not being tried, makes way for what is said of the same.
 * @template {object} What
 * @param {Outbox<What>} box
 * @param {Op<What>} op
 */
export function put(box, op) {
  const stuck = box.ops.find((other) => same(op, other) && other.problem && !other.tried);
  if (stuck) box.ops = box.ops.filter((other) => other !== stuck);
  const joined = stuck ? { ...op, seen: stuck.seen } : op;
  if (joined.text !== joined.seen) box.ops.push(joined);
}

/** All that waits, as it is sent. What was refused gets another number: the last one is answered. @param {Outbox<any>} box */
export function toSend(box) {
  for (const op of box.ops) {
    if (op.problem && !op.tried) op.id = freshId();
    op.tried = true;
  }
  return box.ops.map(({ problem, tried, ...op }) => op);
}

/**
 * What became of each: {} saved, {there} another window's text, {problem} why not.
 * @param {Outbox<any>} box
 * @param {Record<string, OpAnswer>} answers
 */
export function nowAnswered(box, answers) {
  const asked = box.ops;
  box.ops = [];
  for (const op of asked) {
    const answer = answers[op.id];
    if (!answer) { box.ops.push(op); continue; }
    const { there, problem } = answer;
    const before = box.ops.find((other) => same(op, other) && other.problem && !other.tried);
    if (problem) put(box, { ...op, problem, tried: false });
    else if (before && there === before.seen) put(box, { ...op, problem: before.problem, tried: false });
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
  put(box, { ...last, id: freshId(), text: seen, seen: text, problem: "", tried: false });
  return last;
}

/** What could not be saved is given up. @param {Outbox<any>} box */
export function letGo(box) {
  box.ops = box.ops.filter((op) => !op.problem);
}
