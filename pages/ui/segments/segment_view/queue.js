// The queue of messages to Python, and the status line about it.

import { LATE, isLate, unsaved } from "../../judgements/panel/outbox.js";
import { freshId } from "browser/fresh_id.js";
import { drawMarks } from "./layers.js";
import { keepWalk, waits, walkBy } from "./walk.js";

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
 * @property {Record<string, string>} tab the storage of this tab
 * @property {number} retry
 * @property {number} silent times that all was sent again since the last run
 * @property {string} texts the drawn data of the segment, as JSON
 * @property {string} session
 * @property {(message: string, value: unknown) => void} setState
 * @property {AbortController} listening
 * @property {(draw: () => void) => void} draw the data of a run, after a release: see pressed.js
 */

// After so many times without an answer the whole page is run: see whole_page.js.
const MOST_SILENT = 3;

/** @param {Opened} opened */
export function send(opened) {
  const { walk, box } = opened;
  // Each message is unique, because a restarted server receives the last value without acting on it.
  opened.setState("presses", { sending: freshId(), changes: unsaved(box), step: walk.step });
  drawn(opened);
}

/** Draw what is not saved yet, and send it again later. @param {Opened} opened */
export function drawn(opened) {
  const { judging, box, walk } = opened;
  if (judging.data) judging.draw();
  drawMarks(opened);
  clearTimeout(opened.retry);
  // Also without an answer: what is sent while the server is away is lost.
  if (unsaved(box).length || walk.step) opened.retry = setTimeout(() => sendAgain(opened), LATE);
  announce(opened, opened.told);
}

/** @param {Opened} opened */
function sendAgain(opened) {
  opened.silent++;
  if (opened.silent % MOST_SILENT === 0) document.dispatchEvent(new Event("bleuscope-run-page"));
  send(opened);
}

/** @param {Opened} opened @param {string} told */
export function announce(opened, told) {
  const { walk, line } = opened;
  opened.told = told;
  const waiting = walk.held.length ? "Waiting for the next segment; keys to apply: " + walk.held.join(" ") : "";
  line.className = "told" + (told ? "" : " waiting");
  line.textContent = told || waiting;
  keepWalk(walk, opened.tab);
  drawState(opened);
}

/** Whether all that was pressed is saved; a key that waits for the next segment is not. @param {Opened} opened */
function drawState({ box, walk, silent, judging }) {
  const { state } = judging.parts, isWaiting = walk.held.length > 0;
  const failed = isLate(box) || (isWaiting && silent > 0);
  const saving = isWaiting || unsaved(box).length > 0;
  state.className = "state" + (failed ? " failed" : "");
  state.textContent = failed ? "not saved" : saving ? "saving …" : judging.began ? "saved" : "";
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
