// Changes that are not saved yet: they stay in the browser's storage, and are sent until Python has
// saved them.
//
// An item, which is what identifies it, has at most one, its last text: the last write wins. Tabs share
// the storage, so that the next page saves what another one could not.

import { freshId } from "browser/dom.js";

/**
 * The fields that identify an item, and its text; `made`: when, in milliseconds.
 * @template {object} What @typedef {What & {id: string, text: string, made: number}} Change
 */
/** Why a change was not saved, if it was not; of an annotation, what the list says now. @typedef {{problem?: string, said?: string}} Answer */
/** @typedef {ReturnType<typeof newOutbox>} Outbox */

// Milliseconds without an answer, after which a change is "not saved" and is sent again.
export const LATE = 3000;
const NOT_OF_ITEM = ["id", "text", "made"];

/** A storage of the browser; one that ends with the page if the browser forbids it. @param {"localStorage" | "sessionStorage"} name @returns {Record<string, string>} */
export function storageOf(name) {
  try {
    return window[name];
  } catch {
    return {};
  }
}

/** @param {string} name with which its keys in the storage begin @param {Record<string, string>} storage */
export function newOutbox(name, storage) {
  return {
    name, storage,
    memory: /** @type {Record<string, string>} */ ({}), // changes that the storage, which is full, did not take
    problems: /** @type {Map<string, string>} */ (new Map()), // why changes could not be saved, by their ids
    last: 0, // when the last change was made: each is later than the one before
  };
}

/** @param {Outbox} box @param {object} item */
function keyOf({ name }, item) {
  return name + JSON.stringify(Object.entries(item).filter(([field]) => !NOT_OF_ITEM.includes(field)).sort());
}

/** An item gets a text. @param {Outbox} box @param {object} item @param {string} text */
export function put(box, item, text) {
  box.last = Math.max(box.last + 1, Date.now());
  const key = keyOf(box, item), change = JSON.stringify({ ...item, id: freshId(), text, made: box.last });
  delete box.memory[key];
  try {
    box.storage[key] = change;
  } catch {
    box.memory[key] = change; // whoever leaves the page now is asked
  }
}

/** The unsaved text of an item, if it has one. @param {Outbox} box @param {object} item @returns {string | undefined} */
export function waiting(box, item) {
  const key = keyOf(box, item), change = box.memory[key] ?? box.storage[key];
  return change === undefined ? undefined : JSON.parse(change).text;
}

/** All changes, in the order in which they were made. @param {Outbox} box @returns {Change<any>[]} */
export function unsaved({ name, storage, memory }) {
  const own = Object.entries({ ...storage, ...memory }).filter(([key]) => key.startsWith(name));
  return own.map(([, change]) => JSON.parse(change)).sort((one, other) => one.made - other.made);
}

/** @param {Outbox} box @param {Change<any>[]} changes */
export function remove(box, changes) {
  for (const change of changes) {
    const key = keyOf(box, change);
    delete box.storage[key];
    delete box.memory[key];
    box.problems.delete(change.id);
  }
}

/** @param {Outbox} box @param {Record<string, Answer>} answers by the ids of changes */
export function applyAnswers(box, answers) {
  for (const change of unsaved(box)) {
    const answer = answers[change.id];
    if (answer?.problem) box.problems.set(change.id, answer.problem);
    else if (answer) remove(box, [change]);
  }
}

/** Whether a change could not be saved, or has had no answer for long. @param {Outbox} box */
export function isLate(box) {
  return unsaved(box).some(({ id, made }) => box.problems.has(id) || Date.now() - made >= LATE);
}

/** Why the last change that could not be saved was not; "" if there is none. @param {Outbox} box */
export function problemOf(box) {
  return unsaved(box).map(({ id }) => box.problems.get(id)).findLast(Boolean) ?? "";
}

/** Give up what could not be saved. @param {Outbox} box */
export function discard(box) {
  remove(box, unsaved(box).filter(({ id }) => box.problems.has(id)));
}
