// Draws a session: the item and its answers, the progress, the saving state, and the end.

import { button, element } from "browser/dom.js";
import { isLate, problemOf, unsaved } from "../../judgements/panel/outbox.js";
import { answerAt, BETTER_OF_KEY, stateAt } from "./sitting.js";
import { drawTexts, HALVES } from "./texts.js";

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
  const buttons = places.slice(0, MOST).map((at) => button(String(at + 1), "", () => goBack(at)));
  const more = places.length > MOST ? [element("span", "", `and ${places.length - MOST} more`)] : [];
  return [element("div", "places", element("span", "", label), ...buttons, ...more)];
}

/** @param {HTMLElement} node @param {Sitting} sitting @param {(at: number) => void} goBack */
function drawEnding(node, sitting, goBack) {
  const { task } = sitting;
  const { judged, skipped, begun, open } = placesOf(sitting);
  const counts = element("p", "counts", `Judged ${judged.length} · skipped ${skipped.length} · unanswered ${begun.length + open.length}`);
  const title = task.closed || (begun.length + open.length ? "Last item reached." : "All done. Thank you.");
  const lists = task.closed ? [] : [...listOf("Started:", begun, goBack), ...listOf("Unanswered:", open, goBack), ...listOf("Skipped:", skipped, goBack)];
  node.replaceChildren(element("h2", "", title), ...(sitting.items.length ? [counts] : []), ...lists);
}

// ---- Over the buttons: the reasons to skip an item, and the keys.

/** @typedef {{press: (key: string) => void, skip: (reason: string) => void}} Acts */

const LONGEST_REASON = 1000;

/** @param {Sitting} sitting @param {Acts} acts */
function reasonsOf({ task }, { press, skip }) {
  const field = element("input", { maxLength: LONGEST_REASON, placeholder: "Another reason", dir: "auto", ariaLabel: "Another reason to skip" });
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
  return [element("b", "", "Skip because"), ...reasons, field, button("Skip", "", () => field.value.trim() && skip(field.value.trim())), button("Cancel", "", () => press("Escape"))];
}

/** The keys and their effects, by what is asked. @type {Record<"better" | "rating", [keys: string, does: string][]>} */
const ANSWER_KEYS = {
  better: [["←", "left is better"], ["→", "right is better"], ["s", "no preference"], ["x", "both are bad"]],
  rating: [["1–5", "rate an output, left first, then right: 1 is worst, 5 is best"], [", .", "rate the left, the right"]],
};
/** @type {[keys: string, does: string][]} */
const STEP_KEYS = [["u", "undo the last action"], ["k", "previous item"], ["j", "next item, leaving this one as it is"], ["n", "skip with a reason"]];
const LEADS_ON = { better: "Each choice opens the next item.", rating: "The second rating opens the next item." };

/** @param {Sitting} sitting @param {Acts} acts */
function helpOf({ task }, { press }) {
  const lines = [...ANSWER_KEYS[task.ask], ...STEP_KEYS].flatMap(([keys, does]) => [element("dt", "", keys), element("dd", "", does)]);
  return [element("b", "", LEADS_ON[task.ask]), element("dl", "", ...lines), element("p", "", "Answers are saved at once."), button("Close", "", () => press("Escape"))];
}

/** @param {HTMLElement} node @param {Sitting} sitting @param {Acts} acts */
function drawOver(node, sitting, acts) {
  const { open } = sitting;
  if (node.dataset.open === open) return;
  node.dataset.open = open;
  Object.assign(node, { hidden: !open, role: "group", ariaLabel: open === "skip" ? "Reasons to skip" : "Keys" });
  node.replaceChildren(...(open === "skip" ? reasonsOf(sitting, acts) : open === "help" ? helpOf(sitting, acts) : []));
}

// ---- The session.

const SILENT = "The server does not respond. Your answers stay in this browser and are saved when it does.";

/** @param {Sitting} sitting */
export function isAtEnd({ at, task }) {
  return at >= task.size || Boolean(task.closed);
}

/** @param {Desk} desk */
export function draw(desk) {
  const { sitting, parts } = desk, atEnd = isAtEnd(sitting);
  parts.item.hidden = parts.controls.hidden = atEnd;
  parts.ending.hidden = !atEnd;
  drawHead(desk, atEnd);
  if (atEnd) drawEnding(parts.ending, sitting, desk.goBack);
  else {
    drawItem(desk);
    drawOver(parts.over, sitting, desk);
  }
  drawMessage(desk);
}

/** @param {Desk} desk @param {boolean} atEnd */
function drawHead({ sitting, parts, box }, atEnd) {
  const { task, at } = sitting;
  parts.name.textContent = task.name;
  parts.place.textContent = atEnd ? "" : `${at + 1} of ${task.size}`;
  parts.bar.max = task.size;
  parts.bar.value = Math.min(task.size, at + (atEnd ? 0 : 1));
  const isFailed = isLate(box);
  parts.state.className = isFailed ? "state failed" : "state";
  parts.state.textContent = isFailed ? "not saved" : unsaved(box).length ? "saving …" : sitting.began ? "saved" : "";
}

/** @param {Desk} desk */
function drawMessage({ sitting, parts, box, retry, discard }) {
  const problem = problemOf(box), late = isLate(box);
  parts.told.replaceChildren(late ? "" : sitting.told);
  if (!late) return;
  parts.told.append(`Not saved: ${unsaved(box).length}. ${problem ? `${problem} Saving is retried.` : SILENT} `, button("Retry", "", retry));
  if (problem) parts.told.append(" ", button("Discard", "", discard));
}

/** @param {Desk} desk */
function drawItem(desk) {
  const { sitting, parts } = desk, { at, items, aimed, task: { ask } } = sitting, given = answerAt(sitting);
  if (desk.drawn !== at) {
    desk.drawn = at;
    drawTexts(parts, items[at]);
    if (parts.item.getBoundingClientRect().top < 0) parts.told.scrollIntoView();
  }
  for (const side of HALVES) {
    const { node, rating, ratings } = parts.outputs[side];
    node.classList.toggle("preferred", given.better === side);
    rating.hidden = ask !== "rating";
    rating.classList.toggle("aimed", aimed === side);
    for (const digit of ratings) digit.ariaPressed = String(Number(digit.textContent) === given[side]);
  }
  for (const [key, better] of Object.entries(BETTER_OF_KEY)) parts.buttons[key].ariaPressed = String(given.better === better);
  parts.buttons.s.parentElement.hidden = ask !== "better";
  parts.hint.textContent = given.skipped ? `Skipped: ${given.skipped}` : LEADS_ON[ask];
}
