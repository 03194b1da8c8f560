// What lies over the buttons when it is asked for: reasons to skip an item, and the keys.

import { button, element } from "../../widgets/dom.js";
import { leadsOn } from "./presses.js";

/** @typedef {import("./sitting.js").Sitting} Sitting */
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

/** What each key does. @param {Sitting} sitting @returns {[keys: string, does: string][]} */
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
export function drawOver(node, sitting, acts) {
  const { open } = sitting;
  if (node.dataset.open === open) return;
  node.dataset.open = open;
  node.hidden = !open;
  node.setAttribute("role", "group");
  node.setAttribute("aria-label", open === "skip" ? "Reasons to skip it" : "Keys");
  node.replaceChildren(...(open === "skip" ? reasonsOf(sitting, acts) : open === "help" ? helpOf(sitting, acts) : []));
}
