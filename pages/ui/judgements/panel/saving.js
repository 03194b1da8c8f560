// Sends what is not saved to Python, one request at a time, until all of it is: see viewer/answers.py.

import { applyAnswers, LATE, newOutbox, storageOf, unsaved } from "./outbox.js";

/** @typedef {ReturnType<typeof newSaving>} Saving */
/** @typedef {import("./outbox.js").Answer} Answer */

const PATIENCE = 10_000; // milliseconds for an answer

/** The answers by ids of changes; null without any. @param {string} name @param {object} body @returns {Promise<Record<string, Answer> | null>} */
async function post(name, body) {
  const how = { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
  try {
    const response = await fetch(`./answers/${name}`, { ...how, signal: AbortSignal.timeout(PATIENCE) });
    return response.ok ? (await response.json()).answers : null;
  } catch {
    return null;
  }
}

/**
 * @param {"annotations" | "judgements"} name what is saved @param {object} calls
 * @param {(changes: import("./outbox.js").Change<any>[]) => Promise<void>} [calls.reread] gets what is saved now, before they are no longer unsaved
 * @param {(change: import("./outbox.js").Change<any>, answer: Answer) => void} calls.answered
 * @param {() => void} calls.draw
 */
export function newSaving(name, { reread = async () => {}, answered, draw }) {
  const box = newOutbox(`bleuscope-${name} `, storageOf("localStorage"));
  let isSending = false, retry = 0;
  /** Send all that is unsaved; with `keep`, the comparison, too. */
  const send = async (keep = false) => {
    setTimeout(draw, LATE); // it may be late then
    const changes = unsaved(box);
    if (isSending || !(changes.length || keep)) return;
    isSending = true;
    clearTimeout(retry);
    const answers = await post(name, { view: location.search.slice(1), changes, keep });
    if (answers) await Promise.race([reread(changes), new Promise((done) => { setTimeout(done, PATIENCE); })]);
    isSending = false;
    applyAnswers(box, answers ?? {});
    for (const change of changes) if (answers?.[change.id]) answered(change, answers[change.id]);
    draw();
    const rest = unsaved(box), isNew = rest.some(({ id }) => !changes.some((sent) => sent.id === id));
    if (answers && isNew) send();
    else if (rest.length) retry = setTimeout(send, LATE);
  };
  return { box, send };
}
