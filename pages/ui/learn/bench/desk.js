// The desk: the texts that are edited. Its fields are rebuilt only when a bench arrives that was
// not typed here, so that the focus and the cursor stay.

import { button, element, find } from "../../widgets/dom.js";
import { settingsRow } from "./settings.js";

/**
 * @typedef {object} Bench
 * @property {HTMLElement} node
 * @property {Record<string, HTMLElement>} parts
 * @property {import("./bench_data.js").BenchData} [data]
 * @property {import("./bench_data.js").OnDesk} [local] as it is here
 * @property {{order: number, open: Set<number>}} ui the order that is shown, and the steps that are open
 * @property {string} mount what tells this page from others
 * @property {number} count of edits
 * @property {number} timer of an edit that is not sent yet, 0 for none
 * @property {string} sent the serial of the last edit, "" for none
 * @property {((value?: unknown) => void)[]} waiting for its answer
 * @property {(message: "edit" | "reset", typed?: boolean) => void} send
 */

/** @type {Record<"candidates" | "references", string[]>} */
const NAMES = { candidates: ["A", "B"], references: ["Reference 1", "Reference 2", "Reference 3", "Reference 4"] };
const DEBOUNCE = 200; // milliseconds after the last key

/** What is on the desk goes to Python at once, if it fits. @param {Bench} bench */
export function sendNow(bench) {
  clearTimeout(bench.timer);
  if (fits(bench)) bench.send("edit");
}

/** @param {Bench} bench */
export function sendLater(bench) {
  clearTimeout(bench.timer);
  if (fits(bench)) bench.timer = setTimeout(() => bench.send("edit", true), DEBOUNCE);
}

/** Python counts characters, JavaScript their halves too. @param {string} text */
const sizeOf = (text) => Array.from(text).length;

/** @param {Bench} bench */
const fits = ({ local, data }) => [...local.candidates, ...local.references].every((text) => sizeOf(text) <= data.longest);

/** What is said of a text that is too long; nothing is cut. @param {HTMLElement} told @param {string} text @param {number} longest */
function tellSize(told, text, longest) {
  const size = sizeOf(text);
  told.textContent = size > longest ? size + " characters: a text on the bench has at most " + longest + ". Nothing is scored until it is shorter." : "";
}

/** @param {HTMLTextAreaElement} area */
function fit(area) {
  area.style.height = "auto";
  area.style.height = area.scrollHeight + 2 + "px";
}

/** @param {string} label @param {string} title @param {() => void} act */
export function action(label, title, act) {
  const node = button(label, "quiet", act);
  node.title = title;
  return node;
}

/** @param {Bench} bench @param {"candidates" | "references"} kind @param {number} index */
function textField(bench, kind, index) {
  const { local, data } = bench;
  const name = NAMES[kind][index];
  const row = element("div", "field " + (kind === "candidates" ? name.toLowerCase() : "reference"));
  const label = element("label", "", kind === "candidates" ? "Candidate " + name : name);
  const area = element("textarea");
  area.id = kind + index;
  label.htmlFor = area.id;
  area.rows = 1;
  area.dir = "auto";
  area.spellcheck = false;
  area.value = local[kind][index];
  const told = element("p", "toolong");
  told.setAttribute("role", "status");
  area.oninput = () => { local[kind][index] = area.value; fit(area); tellSize(told, area.value, data.longest); sendLater(bench); };
  row.append(label, area);
  const removable = local[kind].length > 1 && index === local[kind].length - 1;
  if (removable) row.append(remover(bench, kind, name));
  row.append(told);
  return row;
}

/** @param {Bench} bench @param {"candidates" | "references"} kind @param {string} name */
function remover(bench, kind, name) {
  const node = action("×", "Remove " + name, () => {
    bench.local[kind].pop();
    drawDesk(bench);
    sendNow(bench);
    find(bench.parts.texts, "#" + kind + (bench.local[kind].length - 1)).focus();
  });
  node.setAttribute("aria-label", node.title);
  return node;
}

/** @param {Bench} bench @param {"candidates" | "references"} kind @param {string} label @param {() => string} text */
function addButton(bench, kind, label, text) {
  return action(label, "", () => {
    bench.local[kind].push(text());
    drawDesk(bench);
    sendNow(bench);
    find(bench.parts.texts, "#" + kind + (bench.local[kind].length - 1)).focus();
  });
}

/** @param {Bench} bench */
export function drawDesk(bench) {
  const { local, parts } = bench;
  const more = element("div", "more-fields");
  const room = (/** @type {"candidates" | "references"} */ kind) => local[kind].length < NAMES[kind].length;
  if (room("candidates")) more.append(addButton(bench, "candidates", "+ Candidate B", () => bench.local.candidates[0]));
  if (room("references")) more.append(addButton(bench, "references", "+ Reference", () => ""));
  more.append(element("span", "muted", "Several lines are several segments: line 1 of all, line 2 of all …"));
  parts.texts.replaceChildren(
    ...local.candidates.map((_, i) => textField(bench, "candidates", i)),
    ...local.references.map((_, i) => textField(bench, "references", i)), more);
  requestAnimationFrame(() => parts.texts.querySelectorAll("textarea").forEach(fit));
  drawSettings(bench);
}

/** @param {Bench} bench */
function drawSettings(bench) {
  const again = () => { drawSettings(bench); sendNow(bench); };
  bench.parts.settings.replaceChildren(settingsRow(bench.data, bench.local.settings, again, () => sendNow(bench), () => sendLater(bench)));
}
