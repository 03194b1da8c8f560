// Two layers over the lines of the segment: BLEU highlights, and error annotations.
// Either can be switched off; while annotating, a click on a token annotates it instead of pinning it.

import { wordsOf } from "browser/characters.js";
import { sampleOf } from "../../judgements/marking/layer.js";
import { newMarking, showMarks } from "../../judgements/marking/marking.js";
import { marksNow, recordMark } from "../../judgements/panel/items.js";
import { button, element } from "browser/dom.js";
import { keyButton } from "browser/key_button.js";
import { matchOf } from "browser/segment/view.js";

/** @typedef {import("./queue.js").Opened} Opened */
/** @typedef {import("../../judgements/marking/marking.js").Line} Line */

/** @type {["plain" | "unmarked" | "marking", string][]} what each key changes in how the lines are looked at */
const KEYS = [["plain", "h"], ["unmarked", "v"], ["marking", "w"]];

/** @param {Opened} opened @param {string} key */
export function layerKey(opened, key) {
  const [layer] = KEYS.find(([, its]) => its === key) ?? [];
  if (!layer || !opened.judging.data) return false;
  toggleLayer(opened, layer);
  return true;
}

/** @param {Opened} opened @param {"plain" | "unmarked" | "marking"} layer */
function toggleLayer({ segment }, layer) {
  const { ui, redraw } = segment.view;
  const on = !ui[layer];
  // Annotating needs visible annotations; hiding them ends annotating.
  redraw({ [layer]: on, ...(layer === "marking" && on ? { unmarked: false } : {}), ...(layer === "unmarked" && on ? { marking: false } : {}) });
}

/** The lines that can have marks: of systems with their own texts, and the source. @param {Opened} opened @returns {Line[]} */
function linesOfMarks({ segment, judging }) {
  const { data, ui, parts } = segment.view;
  const { systems } = judging.data;
  const find = (/** @type {string} */ row) => /** @type {HTMLElement | null} */ (parts.lines.querySelector(row + " > .text"));
  const of = (/** @type {"a" | "b"} */ side, /** @type {number} */ i) => ({ system: systems[i], text: data.texts[side], own: data.own[side], node: find(".system." + side), tokens: matchOf(data, side).tokens });
  const others = (data.others ?? []).map(({ text, tokens }, i) => ({ system: systems[i + 2], text, own: text, node: find(`[data-other="${i}"]`), tokens }));
  /** @type {Line[]} */
  const lines = [of("a", 0), of("b", 1), ...others].filter(({ node, text, own }) => node && text === own)
    .map(({ system, text, node, tokens }) => ({ side: "target", system, text, node, tokens, asScored: ui.scored }));
  const source = find(".source");
  if (source) lines.push({ side: "source", system: "", text: data.source, node: source, tokens: ui.marking ? wordsOf(data.source) : [] });
  return lines;
}

/** Draw the error annotations over lines that may have been redrawn. @param {Opened} opened */
export function drawMarks(opened) {
  const { judging, segment } = opened;
  if (!judging.data || judging.node.hidden || !segment.view) return;
  const { data, ui, parts } = segment.view;
  // A segment's lines are drawn before its annotations are known.
  if (judging.data.comparison !== data.comparison || judging.data.segment !== data.segment) return;
  const { kinds, top, severities, systems } = judging.data;
  const marking = opened.marking ??= newMarking(segment, null, (before, after) => recordMark(judging, before, after));
  marking.typology = { categories: [...kinds, ...top.map((name) => ({ name, key: "", meaning: "" }))], severities };
  marking.on = ui.marking;
  const marks = marksNow(judging);
  const names = ["A", "B", ...(data.others ?? []).map(({ name }) => name)];
  showMarks(marking, {
    of: `${judging.data.comparison} ${judging.data.segment}`, lines: linesOfMarks(opened), marks,
    outputs: systems.map((system, i) => ({ system, name: names[i], key: i < 2 ? "ab"[i] : "" })),
  });
  segment.classList.toggle("no-highlight", ui.plain);
  segment.classList.toggle("no-marks", ui.unmarked);
  parts.layers.replaceChildren(...layerRow(opened, marks.length > 0));
  judging.parts.mark ??= markButton(opened);
  judging.parts.mark.setAttribute("aria-pressed", String(ui.marking));
}

/** @param {Opened} opened */
function markButton(opened) {
  const node = keyButton("Annotate errors", "w", false, () => toggleLayer(opened, "marking"));
  node.title = "Click a word, drag over several, or select them with the arrow keys and press Enter";
  opened.judging.parts.labels.after(node);
  return node;
}

/** The legend of the marks, and the switches. @param {Opened} opened @param {boolean} there whether there are marks */
function layerRow(opened, there) {
  const { ui } = opened.segment.view;
  if (!there && !ui.plain && !ui.unmarked && !ui.marking) return [];
  const onOff = (/** @type {string} */ label, /** @type {"plain" | "unmarked"} */ layer, /** @type {string} */ key) => {
    const node = button(label, ui[layer] ? "" : "on", () => toggleLayer(opened, layer));
    node.title = `Show or hide (key ${key})`;
    node.setAttribute("aria-pressed", String(!ui[layer]));
    return node;
  };
  const samples = [...opened.judging.data.severities, "other"].map((severity) => {
    const sample = element("span", "severity");
    sample.append(sampleOf(severity), severity);
    return sample;
  });
  const switches = element("div", "buttons");
  switches.append(onOff("BLEU highlights", "plain", "h"), onOff("error annotations", "unmarked", "v"));
  const hint = ui.marking ? "Click a word or drag over several; press w to stop." : "";
  return [switches, ...(ui.unmarked ? [] : ["annotated errors:", ...samples]), hint];
}
