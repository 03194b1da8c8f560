// A segment as marked_ngrams.py gives it: its references, and the output with two layers that can
// be switched off: credited n-grams and annotated errors.

import { sampleOf, titleOfMark } from "../judgements/marking/layer.js";
import { newMarking, showMarks } from "../judgements/marking/marking.js";
import { element, find } from "browser/dom.js";
import { depths, labelled, step, tokenLine } from "browser/marked_lines.js";

/**
 * @typedef {object} Seen
 * @property {string} of
 * @property {string} system
 * @property {string} name
 * @property {string[]} references
 * @property {string} text
 * @property {import("browser/marked_lines.js").Token[]} tokens
 * @property {number} more
 * @property {import("browser/marked_lines.js").Occurrences} occurrences
 * @property {import("../judgements/marking/marking.js").Mark[]} marks
 */
/** @typedef {HTMLElement & {content?: string}} Root */

/** @param {string} label @param {string} className @param {HTMLElement} lines */
function layerSwitch(label, className, lines) {
  const box = element("label");
  const input = element("input");
  input.type = "checkbox";
  input.checked = true;
  input.onchange = () => { lines.classList.toggle(className, !input.checked); };
  box.append(input, label);
  return box;
}

/** @param {string} name @param {HTMLElement} line */
function row(name, line) {
  const label = element("span", "name", name);
  label.title = name;
  return labelled([label], "system a", line);
}

/** @param {Seen} data */
function outputLine({ text, tokens, occurrences, more }) {
  const orders = occurrences.length;
  const found = depths(occurrences, tokens.length, "longest", "credited");
  const deep = (/** @type {number} */ depth) => (depth ? "d" + step(depth, orders) : "");
  const node = tokenLine(text, tokens, false, (t) => deep(found.tokens[t]), (t) => deep(found.gaps[t]), more ? String(more) : "");
  const [first] = node.querySelectorAll(".token");
  if (first instanceof HTMLElement) first.tabIndex = 0;
  return node;
}

/** One Tab stop; the arrow keys walk the tokens. @param {HTMLElement} line */
function walkTokens(line) {
  line.addEventListener("keydown", (event) => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    const tokens = /** @type {HTMLElement[]} */ ([...line.querySelectorAll(".token")]);
    const next = by && tokens[tokens.indexOf(/** @type {HTMLElement} */ (event.target)) + by];
    if (!next || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    for (const token of tokens) token.tabIndex = token === next ? 0 : -1;
    next.focus();
  });
}

/** @param {Omit<import("browser/dom.js").Mounted, "data"> & {data: Seen}} mounted */
export default function ({ data, parentElement }) {
  /** @type {Root} */
  const root = find(parentElement, ".seen");
  const content = JSON.stringify(data);
  if (root.content === content) return;
  root.content = content;
  const lines = element("div");
  const output = outputLine(data);
  walkTokens(output);
  lines.append(...data.references.map((text, i) => row(data.references.length > 1 ? "Ref " + (i + 1) : "Ref", tokenLine(text, [], false, () => "", () => ""))));
  lines.append(row(data.name, output));
  const marking = newMarking(lines, { categories: [], severities: [] }, () => {});
  marking.on = false;
  const said = element("ul", "said-marks");
  const shown = { of: data.of, lines: [{ side: /** @type {"target"} */ ("target"), system: data.system, node: output, text: data.text, tokens: data.tokens }], marks: data.marks, outputs: [{ system: data.system, name: data.name, key: "" }] };
  said.append(...data.marks.map((mark) => {
    const item = element("li");
    item.append(sampleOf(mark.severity), titleOfMark(mark, shown) + " · " + (mark.annotator || "unnamed annotator"));
    return item;
  }));
  const layers = element("div", "layers");
  layers.append(layerSwitch("credited n-grams", "no-credit", lines), layerSwitch("annotated errors", "no-marks", lines));
  root.replaceChildren(layers, lines, said);
  showMarks(marking, shown);
}
