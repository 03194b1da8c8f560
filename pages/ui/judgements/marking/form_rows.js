// The rows of the form of an error: where something is missing, how grave it is, its kind, a comment.

import { button, element } from "../../widgets/dom.js";
import { keyButton } from "../panel/key_button.js";
import { sampleOf } from "./layer.js";

/** @typedef {import("./marking.js").Marking} Marking */
/** @typedef {(choice: Partial<import("./draft.js").Draft>) => void} Decide */
/** @typedef {{give: () => void, takeAway: () => void, oneMore: () => void, close: () => void}} Acts */

/** @param {string} label */
function groupOf(label) {
  const group = element("div", "group");
  group.setAttribute("role", "group");
  group.setAttribute("aria-label", label);
  return group;
}

/** Which output lacks what is marked in the source. @param {Marking} marking @param {Decide} decide */
export function missingRow({ draft, shown }, decide) {
  if (draft.side !== "source" || shown.outputs.length < 2) return [];
  const row = element("div", "row"), group = groupOf("Missing in");
  for (const { system, name, key } of shown.outputs) group.append(keyButton(name, key, draft.system === system, () => decide({ system })));
  row.append(element("span", "muted", "Missing in"), group);
  return [row];
}

/** @param {Marking} marking @param {Decide} decide */
export function severityRow({ draft, typology }, decide) {
  const row = groupOf("Severity");
  typology.severities.forEach((severity, i) => {
    row.appendChild(keyButton(severity, String(i + 1), draft.severity === severity, () => decide({ severity }))).prepend(sampleOf(severity));
  });
  return row;
}

/** The kinds there are, and that of the mark where it is another. @param {Marking} marking @param {Decide} decide */
export function categoryRow({ draft, typology }, decide) {
  const { categories } = typology;
  const row = groupOf("Category");
  row.className = "kinds";
  const known = !draft.category || categories.some(({ name }) => name === draft.category);
  for (const { name, key, meaning } of known ? categories : [...categories, { name: draft.category, key: "", meaning: "" }]) {
    row.appendChild(keyButton(name, key, draft.category === name, () => decide({ category: name }))).title = meaning;
  }
  return row;
}

/** @param {Marking} marking @param {Acts} acts */
export function lastRow({ draft }, { give, takeAway, oneMore, close }) {
  const row = element("div", "row");
  const comment = element("input");
  comment.value = draft.comment;
  comment.maxLength = 1000;
  comment.dir = "auto";
  comment.placeholder = "Comment  (/)";
  comment.setAttribute("aria-label", "Comment on this error");
  comment.oninput = () => { draft.comment = comment.value; };
  row.append(comment);
  if (draft.before) row.append(button("Save", "", give), button("Take back", "", takeAway), button("One more here", "", oneMore));
  row.append(button("Close", "", close));
  return row;
}
