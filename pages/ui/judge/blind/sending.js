// What is sent to Python, one message at a time: all changes that are not saved, in their order,
// where this annotator is, and which items are wanted. A message that gets no answer, because a server
// stands still or is another one, is sent again.

import { LATE, unsaved } from "../../judgements/panel/outbox.js";
import { freshId } from "browser/fresh_id.js";

/** @typedef {import("./sitting.js").Sitting} Sitting */
/**
 * @typedef {object} Line
 * @property {(message: string, value: unknown) => void} setState
 * @property {string} sent the message that is under way, or ""
 * @property {number} toldAt where Python was told that this annotator is
 * @property {string} run the server's session
 * @property {number} timer
 * @property {boolean} silent whether the last message had no answer for long
 * @property {() => void} draw
 * @property {() => void} leave the screen
 */

// Items are asked for when fewer than FEW are there to come, and then as many as MANY.
const FEW = 20;
const MANY = 40;
const BEHIND = 2;

/** The places of the items that are wanted. @param {Sitting} sitting */
function wanted({ items, at, task }) {
  const lacking = (/** @type {number} */ from, /** @type {number} */ to) => {
    const places = [];
    for (let place = Math.max(0, from); place < Math.min(task.size, to); place++) if (!items.has(place)) places.push(place);
    return places;
  };
  return lacking(at - BEHIND, at + FEW).length ? lacking(at - BEHIND, at + MANY) : [];
}

/** @param {Sitting} sitting @param {Line} line */
export function send(sitting, line) {
  const { box, at } = sitting;
  if (line.sent) return;
  clearTimeout(line.timer);
  const isNew = unsaved(box).some(({ id }) => !box.problems.has(id)) || wanted(sitting).length || at !== line.toldAt;
  if (isNew) sendNow(sitting, line);
  else if (unsaved(box).length) line.timer = setTimeout(() => sendNow(sitting, line), LATE);
}

/** Whatever is under way. @param {Sitting} sitting @param {Line} line */
export function sendNow(sitting, line) {
  clearTimeout(line.timer);
  line.sent = freshId();
  line.toldAt = sitting.at;
  const { box, at, task: { session, annotator } } = sitting;
  line.setState("presses", { sending: line.sent, session, annotator, at, wants: wanted(sitting), changes: unsaved(box) });
  line.timer = setTimeout(() => {
    line.silent = true;
    line.draw();
    sendNow(sitting, line);
  }, LATE);
}
