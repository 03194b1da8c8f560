// The component as it stands in the page: what is pressed and what Python gives come together here.

import { newMarking } from "../../judgements/marking/marking.js";
import { letGo, newOutbox } from "../../judgements/panel/outbox.js";
import { stored } from "../../judgements/panel/storage.js";
import { freshId } from "../../widgets/fresh_id.js";
import { afterRelease } from "../../widgets/pressed.js";
import { newClock, startClock } from "./clock.js";
import { draw } from "./draw.js";
import { pressHeld, pressKey } from "./keys.js";
import { newEntry } from "./number.js";
import { buildParts } from "./parts.js";
import { goTo, onePress, rate, skip, spend } from "./presses.js";
import { send, sendNow } from "./sending.js";
import { hasCome, takeAnswers } from "./sitting.js";
import { mark } from "./texts.js";

/** @typedef {import("./sitting.js").Sitting} Sitting */
/**
 * @typedef {object} Desk
 * @property {HTMLElement} node
 * @property {import("./parts.js").Parts} parts
 * @property {Sitting} [sitting] once Python has given a task
 * @property {import("./sending.js").Line} line
 * @property {import("../../judgements/marking/marking.js").Marking} marking
 * @property {import("../../judgements/marking/marking.js").Line[]} lines that can be marked
 * @property {number} drawn the place of the item whose texts are drawn
 * @property {string} marks those that are drawn
 * @property {AbortController} listening
 * @property {(draw: () => void) => void} later what a run gives, after a release: see pressed.js
 * @property {(key: string) => boolean} press
 * @property {(reason: string) => void} skip
 * @property {(at: number) => void} goBack
 * @property {() => void} letGo
 * @property {() => void} changed
 */

const KEPT_IN = "bleuscope-judging";

/** Where the tab was, if it was here. @param {import("./sitting.js").Task} task @returns {Sitting} */
function newSitting(task) {
  const box = newOutbox(window, KEPT_IN);
  /** @type {{of?: string, past?: import("./sitting.js").Press[], at?: number, spent?: number}} */
  const kept = JSON.parse(JSON.stringify(stored(box.storage, KEPT_IN)));
  const { past = [], at = task.start, spent = 0 } = kept.of === `${task.session} ${task.annotator}` ? kept : {};
  box.past = []; // a press may be several ops
  return {
    box, task, past, at: Math.min(at, task.size), items: new Map(), began: past.length + box.ops.length > 0, pressing: null, entry: newEntry(freshId()),
    clock: { ...newClock(), spent }, held: [], open: "", told: "",
  };
}

/** @param {HTMLElement} node @returns {Desk} */
export function buildDesk(node) {
  /** @param {() => void} act */
  const doing = (act) => () => { act(); desk.changed(); };
  const press = (/** @type {string} */ key) => {
    const used = pressKey(desk.sitting, key);
    if (used) desk.changed();
    return used;
  };
  const leave = () => {
    spend(desk.sitting);
    sendNow(desk.sitting, desk.line);
    desk.line.leave();
  };
  const parts = buildParts(node, { press, leave, rate: (side, score) => doing(() => rate(desk.sitting, side, score))() });
  /** @type {Desk} */
  const desk = {
    node, parts, press, lines: [], drawn: -1, marks: "", listening: new AbortController(), later: afterRelease(node),
    line: { setState: null, leave: null, sent: "", toldAt: -1, run: "", timer: 0, silent: false, draw: () => draw(desk) },
    marking: newMarking(parts.item, { categories: [], severities: [] }, (before, after) => doing(() => mark(desk.sitting, before, after))()),
    skip: (reason) => doing(() => skip(desk.sitting, reason))(),
    goBack: (at) => doing(() => onePress(desk.sitting, () => goTo(desk.sitting, at)))(),
    letGo: doing(() => letGo(desk.sitting.box)),
    changed: () => { draw(desk); send(desk.sitting, desk.line); },
  };
  return desk;
}

/** What a run gives. @param {Desk} desk @param {import("../../widgets/dom.js").Mounted} given */
export function take(desk, { data, setStateValue, setTriggerValue }) {
  const { run, answers, answered, items, ...task } = data;
  const { line } = desk;
  if (desk.sitting?.task.session !== task.session || desk.sitting.task.annotator !== task.annotator) {
    desk.sitting = newSitting(task);
    Object.assign(desk, { drawn: -1, marks: "" });
  }
  const { sitting } = desk;
  sitting.task = task;
  desk.marking.typology = task.typology;
  Object.assign(line, { setState: setStateValue, leave: () => setTriggerValue("leave", true) });
  for (const [place, item] of Object.entries(items)) if (!sitting.items.has(Number(place))) sitting.items.set(Number(place), item);
  takeAnswers(sitting, answers);
  tellOfRefusals(sitting);
  if (answered === line.sent || line.run !== run) line.sent = ""; // another run of the server knows of nothing
  line.run = run;
  if (!line.sent) line.silent = false;
  if (hasCome(sitting) && !document.hidden) startClock(sitting.clock, Date.now());
  pressHeld(sitting);
  desk.changed();
}

/** What was refused is seen where it was said, or is told. @param {Sitting} sitting */
function tellOfRefusals(sitting) {
  const { box, task } = sitting;
  const others = [...box.conflicts.values()].map(({ op }) => op.at + 1);
  if (others.length) sitting.told = `Item ${[...new Set(others)].join(", ")}: another window answered otherwise meanwhile, and that stands. Go back to change it.`;
  box.conflicts.clear();
  const late = task.closed ? box.ops.filter((op) => op.problem).length : 0;
  if (!late) return;
  sitting.told = `What was pressed after that was not taken: ${late} ${late === 1 ? "answer" : "answers"}.`;
  letGo(box);
}
