// Annotating the open segment of the viewer: the panel under its texts, error marks over them, and their keys.
//
// A key applies to the segment on the screen. One that is pressed after a step waits until the segment that the step
// leads to is drawn; if it leads nowhere, or another segment is drawn, the waiting keys are dropped, and a message says so.
// They wait, too, while the header names another pair than that of the texts, and after the annotator's name has changed;
// nothing can be pressed then. All keys after a waiting one wait, those of the header included, and then act in their order.

import { afterRelease, button, element, FIELDS_OF_TEXT } from "browser/dom.js";
import { wordsOf } from "browser/characters.js";
import { markedText } from "viewer/segments/marked_text.js";
import { OWN_ARROWS } from "viewer/segments/opened.js";
import { markOfText, marksNow, recordMark, undoLast } from "../judgements/panel/items.js";
import { isLate, unsaved } from "../judgements/panel/outbox.js";
import { buildPanel, drawPanel, hasAnnotations, judgingKey, outputsOf, sendNote, takeJudging } from "../judgements/panel/panel.js";
import { RENAMED } from "../judgements/renamed.js";
import { newSaving } from "../judgements/panel/saving.js";
import { sampleOf } from "../judgements/marking/layer.js";
import { openForm } from "../judgements/marking/form.js";
import { newMarking, pressMark, showMarks } from "../judgements/marking/marking.js";
import { namedPair, PAIR_NAMED } from "../frame/header/named_pair.js";
import { hasOutage, isInOutage } from "../widgets/outage.js";
import { askPython } from "./ask.js";

/** @import { Opened, OpenedView } from "viewer/segments/opened.js" */
/** @import { View } from "./app_view.js" */
/** @import { Judging } from "../judgements/panel/items.js" */
/** @import { Line } from "../judgements/marking/marking.js" */
/** @typedef {ReturnType<typeof newAnnotating>} Annotating */

// ---- What is saved comes with the segment.

/** @typedef {ReturnType<typeof withAnnotations>} AnnotatedSource */

/** A source whose segments have their annotations. @param {import("./ask.js").Asked} asked @param {ReturnType<typeof import("./segment_source.js").segmentSource>} source */
export function withAnnotations(asked, source) {
  const annotations = (/** @type {number} */ row) => /** @type {Promise<Judging | null>} */ (askPython(asked, "annotations", { row }));
  const ready = /** @type {Map<number, Promise<Judging | null>>} */ (new Map()); // of the segments beside the open one
  const times = /** @type {Map<number, number>} */ (new Map()); // how often changes of a segment were saved
  /** @param {number} row @returns {Promise<Opened & {judging: Judging | null} | null>} */
  const segment = async (row) => {
    if (row < 0) return null;
    const before = times.get(row), [opened, judging] = await Promise.all([source.segment(row), ready.get(row) ?? annotations(row)]);
    if (times.get(row) !== before) return segment(row);
    ready.clear();
    if (judging) for (const one of source.beside(row)) ready.set(one, annotations(one));
    return opened && { ...opened, judging };
  };
  /** A change is saved: what was read before may lack it. @param {number} row */
  const saved = (row) => {
    ready.delete(row);
    times.set(row, (times.get(row) ?? 0) + 1);
  };
  return { ...source, annotations, segment, saved };
}

/** The annotations of the open segment; null where nothing can be saved. @param {OpenedView} view @returns {Judging | null} */
function judgingOf({ opened }) {
  return /** @type {Opened & {judging?: Judging}} */ (opened)?.judging ?? null;
}

// ---- Marks over the texts.

/** What each `.token` of a line covers. @param {HTMLElement} node @param {{start: number, end: number, text: string}[]} tokens */
function piecesOf(node, tokens) {
  return [.../** @type {NodeListOf<HTMLElement>} */ (node.querySelectorAll(".token"))].map(({ dataset: { t, last } }) => {
    const { start, text } = tokens[Number(t)], { end } = tokens[Number(last)];
    return { start, end, text };
  });
}

/** The lines that can have marks: of the systems' own texts, and the source. @param {Annotating} annotating @returns {Line[]} */
function linesOfMarks({ view, on, panel }) {
  const { texts } = view.opened, { lines } = view.parts, asScored = view.ui.scored;
  if (!texts) return [];
  const rows = panel.isEdited() ? [] : /** @type {("a" | "b")[]} */ (["a", "b"]);
  /** @type {Line[]} */
  const found = rows.map((side, i) => {
    const node = /** @type {HTMLElement} */ (lines.querySelector(`[data-side="${side}"] .line`)), { text, tokens } = texts[side];
    return { side: "target", system: panel.data.systems[i], node, text, tokens: piecesOf(node, tokens), asScored };
  });
  let source = /** @type {HTMLElement | null} */ (lines.querySelector(".row.source .line"));
  if (!source) return found;
  const words = on ? wordsOf(texts.source) : [];
  if (on && !source.querySelector(".token")) { // its words can be marked, too
    const plain = source;
    source = markedText({ text: texts.source, tokens: words }, { around: () => "", between: () => "" }, { live: true });
    source.querySelector(".token")?.setAttribute("tabindex", "0");
    plain.replaceWith(source);
  }
  return [...found, { side: "source", system: "", node: source, text: texts.source, tokens: piecesOf(source, words) }];
}

/** @param {Annotating} annotating */
function drawMarks(annotating) {
  const { view, panel, marking, on } = annotating, { kinds, top, severities, comparison, segment } = panel.data, marks = marksNow(panel);
  marking.typology = { categories: [...kinds, ...top.map((name) => ({ name, key: "", meaning: "" }))], severities };
  marking.on = on;
  showMarks(marking, { of: `${comparison} ${segment}`, lines: linesOfMarks(annotating), marks, outputs: outputsOf(panel.data) });
  const { legend } = view.parts;
  legend.querySelectorAll(".severity").forEach((node) => node.remove());
  for (const severity of new Set(marks.map((mark) => mark.severity))) {
    const item = element("span", "item severity");
    item.append(sampleOf(severity), ` ${severity || "no severity"}`);
    legend.append(item);
  }
}

// ---- Drawing.

/** Draw what the open segment has, once nothing of it is pressed. @param {Annotating} annotating */
function drawAll(annotating) {
  annotating.released(() => drawNow(annotating));
}

/** Folded words, which marks would be in, are shown. @param {Annotating} annotating */
function drawNow(annotating) {
  const { view, panel, open, on, held } = annotating, { annotations, lines } = view.parts;
  if (!judgingOf(view)) return;
  const isShown = on || hasAnnotations(panel);
  if ((on || marksNow(panel).length) && lines.querySelector(".unfold")) return view.redraw({ folded: false });
  annotations.hidden = !isShown;
  open.ariaPressed = String(on);
  open.classList.toggle("on", on);
  drawPanel(panel, on, held.length > 0);
  drawMarks(annotating);
  const { data: { comparison }, box } = panel;
  for (const change of isLate(box) ? unsaved(box) : []) if (change.comparison === comparison) tellList(annotating, change.segment, "not saved", " loss");
}

/** What the list says of the annotations of a segment, as list.js draws it. @param {Annotating} annotating @param {number} row @param {string} text @param {string} [tone] */
function tellList({ view }, row, text, tone = "") {
  const place = view.root.parentElement.querySelector(`#entry-${row} .document`);
  place?.querySelector(".said")?.remove();
  if (text) place?.prepend(element("b", "said" + tone, text + " "));
}

/** @param {Annotating} annotating */
function switchOn(annotating) {
  annotating.on = !annotating.on;
  annotating.view.redraw({});
}

/** @param {View} host */
function sourceOfView({ source }) {
  return /** @type {AnnotatedSource} */ (/** @type {unknown} */ (source));
}

/** Changes were saved: read anew what is saved of the open segment. @param {Annotating} annotating @param {import("../judgements/panel/items.js").Item[]} changes */
async function reread(annotating, changes) {
  const { host, view, panel } = annotating, source = sourceOfView(host), { seg, where } = host.state, row = view.opened?.row ?? -1;
  for (const { comparison, segment } of changes) if (comparison === panel.data.comparison) source.saved(segment);
  if (row < 0) return;
  const judging = await source.annotations(row);
  if (where) { // the list may be another one
    source.forget();
    host.version++;
    if (!seg) view.page.go({ seg: row + 1 }, true); // it stays open where it leaves the list
    else host.redraw();
  }
  if (view.opened?.row !== row) return; // another one was read meanwhile
  Object.assign(judgingOf(view), judging);
  takeJudging(panel, judgingOf(view));
}

// ---- Keys.

const AGAIN = 100; // milliseconds
const JUDGING_KEYS = ["l", "n", "w", "Undo"], HELD_BY_NAME = /^(Enter|Escape|Backspace|Undo|Arrow.*|Page.*|Home|End)$/;
/** @type {Record<string, number>} */
const STEPS_OF_KEYS = { j: 1, k: -1 };

/** For the sheet of keys. @type {import("browser/keys.js").KeyGroup} */
export const ANNOTATION_KEYS = ["Annotate", [
  ["a b s x", "A better, B better, same, both bad"],
  ["l", "Add a label; Shift: one more of its kind"],
  ["n", "Note"],
  ["w", "Annotate; mark errors by clicking words"],
  ["← →", "To a word; with Shift: extend; Enter: mark it"],
  ["1 2 3", "Severity of a label or an error; a letter: its kind"],
  ["Ctrl+Z", "Undo the last judgment, label or error"],
]];

/** @param {KeyboardEvent} event */
function nameOfPress({ key, shiftKey, ctrlKey, metaKey, altKey, repeat }) {
  if ((ctrlKey || metaKey) && !shiftKey && !altKey && key === "z") return "Undo";
  return ctrlKey || metaKey || altKey || repeat ? "" : key;
}

/** Whether a key annotates, or leads to what it annotates. @param {Annotating} annotating @param {KeyboardEvent} event */
function isForSegment({ panel, on }, event) {
  const key = nameOfPress(event), target = /** @type {Element} */ (event.composedPath()[0]);
  if (panel.choosing && (key === "Escape" || key.trim().length === 1)) return true;
  if (on && /^Arrow(Left|Right)$/.test(key)) return !target.closest(OWN_ARROWS);
  if (on && /^(Enter|Escape)$/.test(key)) return target.matches(".token");
  return [...panel.data.verdicts.map(([, its]) => its), ...JUDGING_KEYS].includes(key);
}

/** Whether a key waits for the next segment. @param {Annotating} annotating @param {KeyboardEvent} event */
function holds(annotating, event) {
  const { view, held } = annotating, key = nameOfPress(event);
  if (view.awaited === null && !held.length) return false;
  if (!(held.length ? key.length === 1 || HELD_BY_NAME.test(key) : isForSegment(annotating, event))) return false;
  hold(annotating, [event]);
  drawAll(annotating);
  return true;
}

/** Let keys wait for the pair that the header names now. @param {Annotating} annotating @param {KeyboardEvent[]} events */
function hold(annotating, events) {
  if (!annotating.held.length) annotating.heldFor = namedPair();
  annotating.held.push(...events);
}

/** @param {Annotating} annotating @param {string} key */
function press(annotating, key) {
  const { view, panel, on } = annotating;
  if (key === "Undo") undo(annotating);
  else if (key === "w" && !panel.choosing) switchOn(annotating);
  else if (on && key === "Escape" && !panel.choosing && !view.ui.pinned) switchOn(annotating);
  else if (panel.data.unkept || !on) { // the first key opens the panel, which stays open
    const isUsed = [...panel.data.verdicts.map(([, its]) => its), "l", "n"].includes(key);
    if (isUsed) switchOn(annotating);
    return isUsed && (panel.data.unkept || judgingKey(panel, key));
  } else return judgingKey(panel, key);
  return true;
}

/** Wait for the pair that the header names, and for what the new name has; once it is here, and a step has ended, take the keys that waited. @param {Annotating} annotating */
function followPair(annotating) {
  const { view, held, former, panel: { data } } = annotating, { row } = view.opened;
  const isOther = data === former || namedPair() !== [data.comparison.split("~")[0], ...data.systems].join(" ");
  if (isOther) view.awaited ??= row;
  else if (view.root.ariaBusy === "true" && view.awaited === row) Object.assign(view, { awaited: null, reached: true });
  view.root.ariaBusy = String(isOther);
  if (view.awaited === null && held.length) replay(annotating);
}

/** The keys that waited, now that the segment is drawn that they are for. @param {Annotating} annotating */
function replay(annotating) {
  const { view, held } = annotating;
  if (!view.reached) return drop(annotating, view.told.textContent || "Another segment was opened.");
  if (annotating.heldFor !== namedPair()) return drop(annotating, "Another pair was chosen.");
  // Until the dialog is gone, no field gets the focus, and what is for the note would be keys.
  if (hasOutage()) return void setTimeout(() => { if (held.length) followPair(annotating); }, AGAIN);
  const events = held.splice(0);
  for (const [i, event] of events.entries()) {
    if (view.awaited !== null) return hold(annotating, events.slice(i));
    const node = focused(), ends = /^(Enter|Escape)$/.test(event.key) && !event.shiftKey;
    if ("selectionStart" in node && node.selectionStart !== null && !ends) typeKey(/** @type {HTMLTextAreaElement} */ (node), event);
    else node.dispatchEvent(new KeyboardEvent("keydown", event)); // to all who listen, as if it were pressed now
  }
}

/** Drop the keys that wait, and say so. @param {Annotating} annotating @param {string} why */
function drop(annotating, why) {
  const { view, held } = annotating;
  if (held.length) view.told.textContent = `${why} These keys were dropped: ${held.splice(0).map(nameOfPress).join(" ")}`;
  drawAll(annotating);
}

/** What has the focus, in whichever component. */
function focused() {
  let node = document.activeElement ?? document.body;
  while (node.shadowRoot?.activeElement) node = node.shadowRoot.activeElement;
  return node;
}

/** @param {HTMLTextAreaElement | HTMLInputElement} field @param {KeyboardEvent} event */
function typeKey(field, event) {
  const { selectionStart, selectionEnd } = field, key = event.key === "Enter" ? "\n" : nameOfPress(event);
  if (key === "Backspace") field.setRangeText("", Math.max(0, selectionStart - 1), selectionEnd, "end");
  else if (key.length === 1) field.setRangeText(key, selectionStart, selectionEnd, "end");
  field.dispatchEvent(new InputEvent("input", { bubbles: true }));
}

/** What an item says. @param {import("../judgements/panel/items.js").Item} item @param {string} text */
function inWords({ kind, system, label }, text) {
  if (kind === "verdict" || !text) return text;
  if (kind === "label") return `${system} ${label} (${text})`;
  const { category, severity } = markOfText(text);
  return `error: ${category} (${severity})`;
}

/** Undo the last judgment, label or error annotation, and open its segment. @param {Annotating} annotating @returns {void} */
function undo(annotating) {
  const { view, panel } = annotating, last = undoLast(panel);
  if (!last) return void (view.told.textContent = "Nothing to undo: this page added no other judgment, label or error annotation here.");
  const { item } = last, [text, before] = [last.text, last.before].map((one) => inWords(item, one));
  const message = `Segment ${item.segment + 1}: ${text ? `removed “${text}”` : "restored"}${before ? `${text ? "; restored" : ""} “${before}”` : ""}.`;
  panel.changed();
  if (item.segment === view.opened.row) view.told.textContent = message;
  else {
    annotating.tells = message;
    view.page.go({ seg: item.segment + 1 });
  }
}

/** Whether a key is pressed over the dialog that Streamlit opens while the server is away. @param {string} key @param {Element} target */
function isOverOutage(key, target) {
  return (key.length === 1 || key === "Enter" || key === "Backspace") && !target.closest?.("button") && isInOutage(target);
}

// ---- The annotator's part of a view.

/** @param {View} host @param {OpenedView} view */
function newAnnotating(host, view) {
  const open = button("Annotate", "", () => switchOn(annotating)), calls = {
    changed: () => { saving.send(); drawAll(annotating); }, typed: () => drawAll(annotating), draw: () => drawAll(annotating),
    isEdited: () => Boolean(annotating.view.opened.edited), switchOn: () => switchOn(annotating),
    hasTexts: () => Boolean(annotating.view.opened.texts),
    excerpt: (/** @type {import("../judgements/marking/marking.js").Mark} */ { side, system, start, end }) => {
      const { texts } = annotating.view.opened, text = side === "source" ? texts?.source : texts?.[panel.data.systems.indexOf(system) ? "b" : "a"].text;
      return start < 0 || !texts ? "" : `“${Array.from(text ?? "").slice(start, end).join("")}”`;
    },
    openMark: (/** @type {import("../judgements/marking/marking.js").Mark} */ mark) => openForm(marking, { ...mark, before: mark }),
    openDialog: () => host.send("command", "annotations"), openName: () => host.send("command", "annotator"), keep: () => { saving.send(true); },
  };
  const answered = (/** @type {import("../judgements/panel/items.js").Item} */ { comparison, segment }, /** @type {import("../judgements/panel/outbox.js").Answer} */ { said }) => {
    if (said === undefined || comparison !== panel.data.comparison) return;
    sourceOfView(host).tell(segment, said);
    tellList(annotating, segment, said);
  };
  const saving = newSaving("annotations", { reread: (changes) => reread(annotating, changes), answered, draw: () => drawAll(annotating) }), panel = buildPanel(view.parts.annotations, saving.box, calls);
  const marking = newMarking(view.parts.texts, null, (before, after) => recordMark(panel, before, after));
  const annotating = {
    host, view, panel, marking, open, released: afterRelease(view.root),
    on: false, // whether the panel is open and words can be marked, in every segment
    held: /** @type {KeyboardEvent[]} */ ([]), // keys that wait for the next segment
    heldFor: /** @type {string | undefined} */ (""), // the pair that the header named when they were pressed
    former: /** @type {Judging | null} */ (null), // what is shown of a former name
    tells: "", // once the segment is drawn
  };
  open.title = "Key w";
  view.options.button.before(open);
  // A word that is marked is not pinned.
  view.parts.lines.addEventListener("click", (event) => {
    if (annotating.on && /** @type {Element} */ (event.target).closest(".token")) event.stopPropagation();
  }, { capture: true });
  // Nothing in them can be pressed while they wait for their pair.
  for (const kind of ["pointerdown", "mousedown", "click"]) view.root.addEventListener(kind, (event) => {
    const isIn = [view.parts.texts, view.parts.annotations].some((part) => event.composedPath().includes(part));
    if (view.root.ariaBusy !== "true" || !isIn) return;
    event.preventDefault();
    event.stopPropagation();
  }, { capture: true });
  listenToDocument(annotating);
  saving.send(); // what an earlier page could not
  return annotating;
}

/** @param {Annotating} annotating */
function listenToDocument(annotating) {
  const { host, view, panel, held } = annotating;
  document.addEventListener("keydown", (event) => {
    const target = /** @type {Element} */ (event.composedPath()[0]), key = nameOfPress(event);
    const isOurs = key === "Undo" ? !target.closest?.(FIELDS_OF_TEXT) : isOverOutage(key, target);
    if (!view.root.isConnected || !isOurs) return;
    if (annotateKeyOf(annotating, event)) event.preventDefault();
    else if (key in STEPS_OF_KEYS) view.step(STEPS_OF_KEYS[key]); // a key after it is not for the segment before it
  });
  document.addEventListener("visibilitychange", () => { if (document.hidden) sendNote(panel); });
  addEventListener(PAIR_NAMED, () => {
    if (view.root.isConnected && view.opened) followPair(annotating);
  });
  // All that is shown is read anew for another name.
  addEventListener(RENAMED, () => {
    if (!view.root.isConnected || !view.opened) return;
    annotating.former = panel.data;
    followPair(annotating);
    host.progress.again();
  });
  addEventListener("beforeunload", (event) => {
    if (unsaved(panel.box).length || held.length) event.preventDefault();
  });
}

/** @param {Annotating} annotating @param {KeyboardEvent} event */
function annotateKeyOf(annotating, event) {
  const key = nameOfPress(event), { view, marking } = annotating;
  if (!key || !judgingOf(view)) return false;
  const { told } = view, before = told.textContent;
  if (view.awaited === null && !annotating.held.length && pressMark(marking, event)) return true;
  told.textContent = "";
  const isUsed = holds(annotating, event) || press(annotating, key);
  if (!isUsed) told.textContent = before;
  return isUsed;
}

/** What the page of a view does to annotate. @param {View & {annotating?: Annotating}} host */
export function annotatingOf(host) {
  return {
    annotate: (/** @type {OpenedView} */ view) => {
      const judging = judgingOf(view);
      if (!judging) return host.annotating && drop(host.annotating, view.opened ? "Nothing can be saved." : "No segment is open.");
      const annotating = host.annotating ??= newAnnotating(host, view);
      takeJudging(annotating.panel, judging);
      drawAll(annotating);
      if (annotating.tells) view.told.textContent = annotating.tells;
      annotating.tells = "";
      followPair(annotating);
    },
    annotateKey: (/** @type {KeyboardEvent} */ event) => Boolean(host.annotating) && annotateKeyOf(host.annotating, event),
  };
}
