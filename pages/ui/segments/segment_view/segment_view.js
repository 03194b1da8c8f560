// The component: the judgements of the open segment, and its texts. They are one component, so that
// both are always of the same run, each key has one owner, and all messages share one queue.

import { applyAnswers, newOutbox, storageOf, unsaved } from "../../judgements/panel/outbox.js";
import { buildJudging, sendNote, takeJudging } from "../../judgements/panel/panel.js";
import { find } from "browser/dom.js";
import { afterRelease } from "browser/pressed.js";
import { fieldOfFilter } from "../../widgets/expression_box/field_of_filter.js";
import { isEdited } from "browser/segment/editors.js";
import { onKey, replay } from "./keys.js";
import { drawMarks } from "./layers.js";
import { drawn, go, send } from "./queue.js";
import { takeSegment } from "browser/segment/texts.js";
import { newWalk, nowDrawn } from "./walk.js";

/** @typedef {import("./queue.js").Opened} Opened */

const KEYS_OF_PAGE = [
  "[ ] previous and next system as B, { } as A (with more than two systems) · \\ swap A and B",
  "g then o y s n l j e d: Overview, Systems, Segments, N-grams, Slices, Judge, Learn, Data · Ctrl+K or ⌘K search",
];
const KEYS_OF_JUDGING = [
  "a b s x judgment: A better, B better, same, both bad · l add a label, with Shift one more of its kind · n note · Ctrl+Z undo the last judgment, label or error annotation",
  "w annotate errors: click a word or drag over several, or ← → to a word, Shift+← → to extend, Enter; then 1 2 3 severity, a letter for the category, / comment · h toggle BLEU highlights · v toggle error annotations",
];

/** @param {Opened} opened */
function listen(opened) {
  const { signal } = opened.listening;
  const { box, walk, judging } = opened;
  document.addEventListener("keydown", (event) => onKey(opened, event, true), { capture: true, signal });
  document.addEventListener("keydown", (event) => onKey(opened, event, false), { signal });
  document.addEventListener("visibilitychange", () => document.hidden && sendNote(judging), { signal });
  window.addEventListener("beforeunload", (event) => {
    if (unsaved(box).length || walk.held.length) event.preventDefault();
  }, { signal });
}

/** @param {HTMLElement} node @returns {Opened} */
function build(node) {
  const box = newOutbox("bleuscope-unsaved ", storageOf("localStorage")), tab = storageOf("sessionStorage");
  /** @type {import("browser/segment/texts.js").SegmentRoot} */
  const segment = find(node, ".segment");
  const judging = buildJudging(find(node, ".judging"), box, { changed: () => send(opened), typed: () => drawn(opened), isEdited: () => isEdited(segment.view) });
  /** @type {Opened} */
  const opened = {
    node, judging, segment, line: find(node, ".told"), told: "", box, tab, walk: newWalk(tab), retry: 0, silent: 0, marking: null,
    texts: "", session: "", setState: null, listening: new AbortController(),
    draw: afterRelease(node),
  };
  listen(opened);
  return opened;
}

/** Another screen was opened, and nothing here is drawn any more. @param {Opened} opened */
function leave({ node, listening, retry }) {
  if (node.isConnected) return; // Streamlit calls it for a call that was overtaken, too
  listening.abort();
  clearTimeout(retry);
}

/** Take the data of a run. @param {Opened} opened @param {import("browser/dom.js").Mounted} given */
function take(opened, { data, setStateValue, setTriggerValue }) {
  Object.assign(opened, { setState: setStateValue, silent: 0 });
  const { answers, session, judging, run, ...segment } = data;
  applyAnswers(opened.box, answers);
  const { keys, problem } = nowDrawn(opened.walk, data);
  const texts = JSON.stringify(segment);
  if (opened.texts !== texts) {
    takeSegment(opened.segment, data, {
      go: (by) => go(opened, by),
      search: () => fieldOfFilter()?.focus(),
      keys: judging ? [...KEYS_OF_PAGE, ...KEYS_OF_JUDGING] : KEYS_OF_PAGE,
      edit: (edit) => setStateValue("edit", edit),
      makeB: (choice) => setTriggerValue("make_b", choice),
      linesDrawn: () => drawMarks(opened),
    });
  }
  opened.texts = texts;
  opened.judging.node.hidden = !judging;
  if (judging) takeJudging(opened.judging, { ...judging, comparison: data.comparison, segment: data.segment });
  if (problem) opened.told = problem;
  const unknown = opened.session !== session && (unsaved(opened.box).length || opened.walk.step);
  opened.session = session;
  if (unknown) send(opened); // a server that was started anew, or a page, knows of none of it
  else drawn(opened);
  replay(opened, keys);
}

/** @param {import("browser/dom.js").Mounted} mounted */
export default function (mounted) {
  /** @type {HTMLElement & {opened?: Opened}} */
  const root = find(mounted.parentElement, ".opened");
  const opened = root.opened ??= build(root);
  opened.draw(() => take(opened, mounted)); // the last one has the answers of those before it
  return () => leave(opened);
}
