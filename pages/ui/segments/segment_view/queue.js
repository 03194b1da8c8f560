// The queue of messages to Python, and the status line about it.

import { toSend } from "../../judgements/panel/outbox.js";
import { draft } from "../../judgements/panel/panel.js";
import { store } from "../../judgements/panel/storage.js";
import { freshId } from "browser/fresh_id.js";
import { isEdited } from "browser/segment/editors.js";
import { drawMarks } from "./layers.js";
import { sentences, waits, walkBy } from "./walk.js";

/**
 * The component: the annotation panel, and the texts.
 * @typedef {object} Opened
 * @property {HTMLElement} node
 * @property {import("../../judgements/panel/items.js").Panel} judging
 * @property {import("browser/segment/texts.js").SegmentRoot} segment
 * @property {import("../../judgements/marking/marking.js").Marking} marking
 * @property {HTMLElement} line the status line
 * @property {string} told the message in it
 * @property {import("../../judgements/panel/outbox.js").Outbox} box
 * @property {import("./walk.js").Walk} walk
 * @property {number} retry
 * @property {number} silent times that presses were sent again since the last run
 * @property {() => void} reload
 * @property {string} texts the drawn data of the segment, as JSON
 * @property {string} session
 * @property {(message: string, value: unknown) => void} setState
 * @property {AbortController} listening
 * @property {(draw: () => void) => void} draw the data of a run, after a release: see pressed.js
 */

const RETRY = 5000; // milliseconds until unsaved or unanswered presses are sent again
// After so many times without an answer of a server that runs, the page is loaded again: a server
// that was restarted meanwhile may not know the part of the page that it is asked to run.
const MOST_SILENT = 6;

/** @param {Opened} opened */
export function send(opened) {
  const { walk, box } = opened;
  // Each message is unique, because a restarted server receives the last value without acting on it.
  opened.setState("presses", { sending: freshId(), presses: [...toSend(box), ...(walk.step ? [walk.step] : [])] });
  drawn(opened);
}

/** Draw pending answers, store them in the tab, and try again. @param {Opened} opened */
export function drawn(opened) {
  const { judging, box, walk } = opened;
  if (judging.data) judging.draw();
  drawMarks(opened);
  store(box, judging.data && draft(judging));
  clearTimeout(opened.retry);
  // Also without an answer: what is sent while the server is away is lost.
  if (box.ops.length || walk.step) opened.retry = setTimeout(() => sendAgain(opened), RETRY);
  announce(opened, opened.told);
}

/** @param {Opened} opened */
async function sendAgain(opened) {
  const { listening, box, judging, walk } = opened;
  send(opened);
  if (++opened.silent < MOST_SILENT) return;
  const isThere = await fetch("./_stcore/health", { cache: "no-store" }).then((health) => health.ok, () => false);
  if (!isThere || !opened.silent) return;
  if (isBusy(opened)) return announce(opened, RESTARTED);
  const told = walk.held.length ? sentences("The page was loaded again before the next segment loaded.", walk.held) : "";
  store(box, judging.data && draft(judging), told);
  listening.abort(); // nothing is lost, so nobody is asked
  opened.reload();
}

const RESTARTED = "The server was restarted. Leave the field, or reset the edited output, and what you entered is saved.";

/** Whether somebody types in a field, whose letters would be keys after a reload, or has edited an output. @param {Opened} opened */
function isBusy({ segment }) {
  let focused = document.activeElement;
  while (focused?.shadowRoot?.activeElement) focused = focused.shadowRoot.activeElement;
  return focused?.matches("input, textarea, select") || isEdited(segment.view);
}

/** @param {Opened} opened @param {string} told */
export function announce(opened, told) {
  opened.told = told;
  const waiting = opened.walk.held.length ? "Waiting for the next segment; keys to apply: " + opened.walk.held.join(" ") : "";
  opened.line.className = "told" + (told ? "" : " waiting");
  opened.line.textContent = told || waiting;
}

/**
 * Step so many segments on, or with `to` go to that one.
 * @param {Opened} opened
 * @param {number} by
 * @param {number} [to]
 */
export function go(opened, by, to) {
  opened.told = "";
  if (walkBy(opened.walk, by, to)) return send(opened);
  waits(opened.walk, by > 0 ? "ArrowDown" : "ArrowUp");
  announce(opened, "");
}
