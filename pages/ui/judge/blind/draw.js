// Draws a session: the item and its answers, the progress, the saving state, and the end.

import { button, element } from "../../widgets/dom.js";
import { leadsOn } from "./presses.js";
import { answerTo, hasCome, stateAt, target } from "./sitting.js";
import { drawMarks, drawTexts, HALVES, marksOf } from "./texts.js";

/** @typedef {import("./blind.js").Desk} Desk */
/** @typedef {import("./sitting.js").Sitting} Sitting */

// ---- The end: items judged, skipped and left out, and the way back to each.

const MOST = 200; // buttons of items that are gone back to

/** @param {Sitting} sitting */
function placesOf(sitting) {
  /** @type {Record<ReturnType<typeof stateAt>, number[]>} */
  const places = { judged: [], skipped: [], begun: [], open: [] };
  for (let at = 0; at < sitting.task.size; at++) places[stateAt(sitting, at)].push(at);
  return places;
}

/** @param {string} label @param {number[]} places @param {(at: number) => void} goBack */
function listOf(label, places, goBack) {
  if (!places.length) return [];
  const row = element("div", "places");
  row.append(element("span", "", label), ...places.slice(0, MOST).map((at) => button(String(at + 1), "", () => goBack(at))));
  if (places.length > MOST) row.append(element("span", "", `and ${places.length - MOST} more`));
  return [row];
}

/** @param {HTMLElement} node @param {Sitting} sitting @param {(at: number) => void} goBack */
function drawEnding(node, sitting, goBack) {
  const { task } = sitting;
  const { judged, skipped, begun, open } = placesOf(sitting);
  const counts = element("p", "counts", `Judged ${judged.length} · skipped ${skipped.length} · left out ${begun.length + open.length}`);
  const title = task.closed || (begun.length + open.length ? "That was the last one." : "All done. Thank you.");
  const lists = task.closed ? [] : [...listOf("Begun:", begun, goBack), ...listOf("Left out:", open, goBack), ...listOf("Skipped:", skipped, goBack)];
  node.replaceChildren(element("h2", "", title), counts, ...lists);
}

// ---- Over the buttons: the reasons to skip an item, and the keys.

/** @typedef {{press: (key: string) => void, skip: (reason: string) => void}} Acts */

const LONGEST_REASON = 1000;

/** @param {Sitting} sitting @param {Acts} acts */
function reasonsOf({ task }, { press, skip }) {
  const field = element("input");
  Object.assign(field, { maxLength: LONGEST_REASON, placeholder: "Another reason", dir: "auto" });
  field.setAttribute("aria-label", "Another reason to skip it");
  field.onkeydown = (event) => {
    if (event.key === "Escape") press("Escape");
    else if (event.key === "Enter" && !event.isComposing && field.value.trim()) skip(field.value.trim());
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const reasons = task.reasons.map((reason, i) => {
    const node = button(reason, "", () => press(String(i + 1)));
    node.append(element("kbd", "", String(i + 1)));
    return node;
  });
  return [element("b", "", "Skip it, as"), ...reasons, field, button("Skip", "", () => field.value.trim() && skip(field.value.trim())), button("Cancel", "", () => press("Escape"))];
}

/** The keys and their effects. @param {Sitting} sitting @returns {[keys: string, does: string][]} */
function keysOf(sitting) {
  const { task } = sitting;
  /** @type {[string, string][]} */
  const keys = [];
  if (task.asks.includes("better")) {
    keys.push(["← h", "the left one is better"], ["→ l", "the right one is better"], ["=", "no preference"], ["x", "both are bad"]);
  }
  if (task.asks.includes("score")) {
    keys.push(["0–9", "a mark of 0 to 100, first left, then right: two digits are a number (07 is 7); after 7 or 10 press Enter"], [", .", "type for the left, for the right"], ["⌫", "takes a digit away"]);
  }
  if (task.asks.includes("spans")) keys.push(["m", "into the next text, to mark errors: ← → along it, Shift further, Enter marks, Esc leaves"]);
  if (!leadsOn(sitting)) keys.push(["↵", task.asks.includes("spans") ? "done, and on to the next; a text without a mark has no error then" : "done, and on to the next"]);
  return [...keys, ["u", "takes the last press back, whatever it was"], ["k", "back"], ["j", "on, and leave it out"], ["s", "skip it, with a reason"]];
}

/** @param {Sitting} sitting @param {Acts} acts */
function helpOf(sitting, { press }) {
  const list = element("dl");
  for (const [keys, does] of keysOf(sitting)) list.append(element("dt", "", keys), element("dd", "", does));
  const title = leadsOn(sitting) ? "A choice leads on to the next by itself." : "Enter leads on to the next.";
  return [element("b", "", title), list, element("p", "", "Each press is saved at once. Time is counted, but for pauses of over two minutes."), button("Close", "", () => press("Escape"))];
}

/** @param {HTMLElement} node @param {Sitting} sitting @param {Acts} acts */
function drawOver(node, sitting, acts) {
  const { open } = sitting;
  if (node.dataset.open === open) return;
  node.dataset.open = open;
  node.hidden = !open;
  node.setAttribute("role", "group");
  node.setAttribute("aria-label", open === "skip" ? "Reasons to skip it" : "Keys");
  node.replaceChildren(...(open === "skip" ? reasonsOf(sitting, acts) : open === "help" ? helpOf(sitting, acts) : []));
}

// ---- The session.

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
  drawMessage(desk); // the texts that are drawn may have taken the place of one that was walked along
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
export function drawMessage({ sitting, parts, line, letGo }) {
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
