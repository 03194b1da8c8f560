// What is shown of a sitting: the item and its answers, how far one is, and whether all is saved.

import { button, element } from "../../widgets/dom.js";
import { drawEnding } from "./ending.js";
import { target } from "./number.js";
import { drawOver } from "./over.js";
import { HALVES } from "./parts.js";
import { leadsOn } from "./presses.js";
import { answerTo, hasCome, stateAt } from "./sitting.js";
import { drawMarks, drawTexts, marksOf } from "./texts.js";

/** @typedef {import("./desk.js").Desk} Desk */

const SILENT = "The server does not answer. What you press is kept in this browser, and saved when it does.";
const WALKED = "In a text: ← → lead along it, with Shift further, Enter marks an error. Esc leaves it.";

/** @param {Desk} desk */
export function draw(desk) {
  const { sitting, parts } = desk;
  const { task, at } = sitting;
  const atEnd = at >= task.size || Boolean(task.closed);
  parts.item.hidden = parts.controls.hidden = atEnd;
  parts.ending.hidden = !atEnd;
  drawHead(desk, atEnd);
  if (atEnd) drawEnding(parts.ending, sitting, desk.goBack);
  else {
    drawItem(desk);
    drawControls(desk);
    drawOver(parts.over, sitting, desk);
  }
  drawTold(desk); // the texts that are drawn may have taken the place of one that was walked along
}

/** @param {Desk} desk @param {boolean} atEnd */
function drawHead({ sitting, parts }, atEnd) {
  const { task, at, box } = sitting;
  parts.name.textContent = task.name;
  parts.place.textContent = atEnd ? "" : `${at + 1} of ${task.size}`;
  parts.bar.max = task.size;
  parts.bar.value = Math.min(task.size, at + (atEnd ? 0 : 1));
  const failed = box.ops.some((op) => op.problem);
  parts.state.className = failed ? "state failed" : "state";
  parts.state.textContent = failed ? "not saved" : box.ops.length ? "saving …" : sitting.began ? "saved" : "";
}

/** @param {Desk} desk */
export function drawTold({ sitting, parts, line, letGo }) {
  const stuck = sitting.box.ops.filter((op) => op.problem);
  const waiting = sitting.held.length ? `The next texts are on their way; what was pressed waits for them: ${sitting.held.join(" ")}` : "";
  const silent = line.silent ? SILENT : "";
  const walked = parts.item.querySelector(".token:focus") ? WALKED : "";
  parts.told.replaceChildren(stuck.length ? "" : silent || sitting.told || walked || waiting);
  if (!stuck.length) return;
  parts.told.append(`Not saved: ${stuck.length}. ${stuck.at(-1).problem} It is kept here and tried again. `, button("Let go", "", letGo));
}

/** @param {Desk} desk */
function drawItem(desk) {
  const { sitting, parts, marking } = desk;
  const { at, items, task } = sitting;
  const come = hasCome(sitting), marked = task.asks.includes("spans");
  parts.item.setAttribute("aria-busy", String(!come));
  if (desk.drawn !== (come ? at : -1)) {
    desk.drawn = come ? at : -1;
    /** @type {import("./sitting.js").Item} */
    const nothing = { left: "…", right: "…", source: null, references: [], before: [], after: [], answers: {} };
    desk.lines = drawTexts(parts, items.get(at) ?? nothing, marked && come);
    desk.marks = "";
    if (parts.item.getBoundingClientRect().top < 0) parts.told.scrollIntoView();
  }
  const marks = JSON.stringify(HALVES.map((side) => answerTo(sitting, "spans", side)));
  if (marked && come && desk.marks !== marks) drawMarks(marking, sitting, desk.lines);
  desk.marks = marks;
  for (const side of HALVES) drawAnswers(desk, side, come);
}

/** @param {Desk} desk @param {"left" | "right"} side @param {boolean} come */
function drawAnswers({ sitting, parts }, side, come) {
  const { node, score, number, slider, said } = parts.outputs[side];
  const { asks } = sitting.task;
  const value = answerTo(sitting, "score", side);
  node.classList.toggle("preferred", answerTo(sitting, "better") === side);
  score.hidden = !asks.includes("score");
  score.classList.toggle("aimed", target(sitting.entry) === side);
  score.classList.toggle("none", value === "");
  number.value = value || "–";
  if (slider.value !== (value || "50")) slider.value = value || "50";
  slider.disabled = !come;
  slider.setAttribute("aria-valuetext", value || "none yet");
  said.hidden = !asks.includes("spans");
  const marks = marksOf(sitting, side).length;
  const none = answerTo(sitting, "spans", side) ? "No error" : "No error marked: Done says that there is none";
  said.textContent = marks ? `${marks} ${marks === 1 ? "error" : "errors"} marked` : none;
}

/** @param {Desk} desk */
function drawControls({ sitting, parts }) {
  const { task } = sitting;
  const better = answerTo(sitting, "better");
  const keys = { ArrowLeft: "left", ArrowRight: "right", "=": "same", x: "bad" };
  for (const [key, choice] of Object.entries(keys)) {
    parts.buttons[key].parentElement.hidden = !task.asks.includes("better");
    parts.buttons[key].setAttribute("aria-pressed", String(better === choice));
  }
  parts.buttons.Enter.hidden = leadsOn(sitting);
  const skipped = stateAt(sitting, sitting.at) === "skipped" ? `Skipped: ${answerTo(sitting, "skipped")}` : "";
  const usual = leadsOn(sitting) ? "A choice leads on to the next by itself." : "Done leads on to the next.";
  parts.hint.replaceChildren(element("span", "", skipped || usual));
}
