// Marking errors in texts. It knows no screen and saves nothing; a component mounts it over its lines.
//
// `newMarking(root, typology, say)` is called once, with a node that holds all lines to be marked, and
// `showMarks` whenever lines were drawn or marks have changed. Call `pressMark` first for each key outside text
// fields, and do nothing where it returns true. `say(before, after)` tells of a new mark (before is null), a
// change, or one's own mark taken back (after is null); the component stores it and includes it in the next
// `showMarks`. A mark with side "source" is of something that the output `system` lacks. Positions are
// characters as Python counts them. Do not redraw lines while the pointer is pressed: see `afterRelease`.

import { element } from "browser/dom.js";
import {
  choose, chosenLine, closeForm, drawChosen, endsOf, extendDraft, lineOfDraft, newForm, openForm, placeForm, stretchOf,
} from "./form.js";
import {
  drawLayer, isPlaced, lineWith, listenToReaders, markIn, marksOn, newMarkTip, placeOfToken, sampleOf, titleOfMark, tokensOfLine,
} from "./layer.js";

// ---- Selecting tokens: press, or drag and release; or arrow keys, with Shift to extend.

/** Open the form for the chosen tokens, or for one's own mark on a single token. @param {Marking} marking */
function askWhat(marking) {
  const line = chosenLine(marking);
  const { side, system } = marking.chosen;
  const [from, to] = endsOf(marking.chosen);
  const own = from === to && marksOn(marking, tokensOfLine(line)[from]).filter(({ mine }) => mine).at(-1);
  if (own) return openForm(marking, { ...own, before: own });
  openForm(marking, { side, system, ...stretchOf(marking.chosen, line), before: null, category: "", severity: "", comment: "" });
}

/** @param {Marking} marking */
function listenToPointer(marking) {
  const { root } = marking;
  const at = (/** @type {number} */ x, /** @type {number} */ y) => {
    const node = /** @type {ShadowRoot} */ (root.getRootNode()).elementFromPoint(x, y);
    return /** @type {HTMLElement | null} */ (node?.closest(".token"));
  };
  root.addEventListener("pointerdown", (event) => {
    const target = /** @type {Element} */ (event.target);
    const token = /** @type {HTMLElement} */ (target.closest(".token"));
    const line = marking.on && event.button === 0 && token && lineWith(marking, token);
    if (!line) return;
    const t = placeOfToken(line, token);
    const { chosen } = marking;
    // A finger that is drawn over the text scrolls it: there the last token is pressed by itself.
    const further = chosen && chosenLine(marking) === line && (event.shiftKey || (event.pointerType === "touch" && marking.draft));
    choose(marking, { side: line.side, system: line.system, anchor: further ? chosen.anchor : t, head: t });
    const listening = new AbortController();
    const { signal } = listening;
    document.addEventListener("pointermove", (moved) => {
      const over = at(moved.clientX, moved.clientY);
      if (over && line.node.contains(over) && event.pointerType !== "touch") choose(marking, { ...marking.chosen, head: placeOfToken(line, over) });
    }, { signal });
    document.addEventListener("pointercancel", () => { listening.abort(); if (!marking.draft) choose(marking, null); }, { signal });
    document.addEventListener("pointerup", () => {
      listening.abort();
      // After the click, and what has waited for the release.
      setTimeout(() => { if (further && marking.draft) extendDraft(marking); else if (chosenLine(marking)) askWhat(marking); });
    }, { signal });
  });
}

/** A key on a token; whether it was of use. @param {Marking} marking @param {KeyboardEvent} event */
function pressToken(marking, event) {
  const { key, shiftKey } = event;
  const target = /** @type {Element} */ (event.composedPath()[0]);
  const token = /** @type {HTMLElement | null} */ (target.closest?.(".token"));
  const line = token && lineWith(marking, token);
  if (!line || event.ctrlKey || event.metaKey || event.altKey) return false;
  const by = { ArrowLeft: -1, ArrowRight: 1 }[key];
  const here = placeOfToken(line, token);
  const own = chosenLine(marking) === line ? marking.chosen : null;
  if (by) {
    const tokens = tokensOfLine(line);
    const there = Math.max(0, Math.min(tokens.length - 1, here + by));
    choose(marking, shiftKey ? { side: line.side, system: line.system, anchor: own?.anchor ?? here, head: there } : null);
    tokens[there].focus();
  } else if (key === "Enter") {
    if (own?.head !== here) choose(marking, { side: line.side, system: line.system, anchor: here, head: here });
    askWhat(marking);
  } else if (key === "Escape" && marking.chosen) choose(marking, null);
  else return false;
  return true;
}

// ---- The marking.

/** @typedef {"target" | "source"} TextSide the text that is marked */
/** What a mark says of the output `system`. @typedef {{system: string, side: TextSide, start: number, end: number, category: string, severity: string, comment: string}} Said */
/** `start` and `end` are -1 where no place is given; `mine`: it can be changed. @typedef {Said & {id: string, annotator: string, mine: boolean}} Mark */
/**
 * A text as it is drawn, the first characters if not all; its tokens, one for each of its nodes of
 * class "token"; `asScored`: they are written, and not the text. `system` is "" for the source.
 * @typedef {{side: TextSide, system: string, node: HTMLElement, text: string, tokens: import("browser/characters.js").Token[], asScored?: boolean}} Line
 */
/** What something may be missing in, and its key. @typedef {{system: string, name: string, key: string}} Output */
/** @typedef {{categories: {name: string, key: string, meaning: string}[], severities: string[]}} Typology */
/** Where `of` is another one, what was begun is dropped. @typedef {{of: string, lines: Line[], marks: Mark[], outputs: Output[]}} Shown */
/** @typedef {ReturnType<typeof newMarking>} Marking */

/** @param {HTMLElement} root @param {Typology} typology may be replaced @param {(before: Mark | null, after: Said | null) => void} say */
export function newMarking(root, typology, say) {
  const marking = {
    root, typology, say,
    on: true, // whether anything can be marked
    shown: /** @type {Shown} */ ({ of: "", lines: [], marks: [], outputs: [] }),
    chosen: /** @type {import("./form.js").Chosen | null} */ (null),
    draft: /** @type {import("./form.js").Draft | null} */ (null),
    form: /** @type {HTMLElement} */ (null), told: newMarkTip(),
  };
  marking.form = newForm(marking);
  root.classList.add("markings");
  root.append(marking.told, marking.form);
  listenToPointer(marking);
  listenToReaders(marking);
  root.addEventListener("click", (event) => {
    const mark = markIn(marking, event);
    if (mark?.mine && marking.on) openForm(marking, { ...mark, before: mark });
  });
  return marking;
}

/** Draw the marks of lines that have just been drawn. @param {Marking} marking @param {Shown} shown */
export function showMarks(marking, shown) {
  const before = marking.shown;
  marking.shown = shown;
  if (before.of !== shown.of) marking.told.hidden = true;
  if (before.of !== shown.of || (marking.draft && !lineOfDraft(marking))) closeForm(marking);
  marking.root.classList.toggle("on", marking.on);
  for (const line of shown.lines) {
    const marks = shown.marks.filter((mark) => lineOf(shown, mark) === line);
    line.node.querySelectorAll(".marks, .unplaced").forEach((node) => node.remove());
    drawLayer(line, marks.filter((mark) => mark.side === line.side));
    line.node.append(...marks.filter((mark) => mark.side !== line.side || !isPlaced(line, mark)).map((mark) => unplaced(mark, shown)));
  }
  drawChosen(marking);
  if (marking.draft) placeForm(marking);
}

/** The line that a mark is drawn in; of a source that is not shown, the output's. @param {Shown} shown @param {Mark} mark */
function lineOf({ lines }, { side, system }) {
  const source = side === "source" && lines.find((line) => line.side === "source");
  return source || lines.find((line) => line.side === "target" && line.system === system);
}

/** An error that stands at no character that is drawn. @param {Mark} mark @param {Shown} shown */
function unplaced(mark, shown) {
  const node = element("button", { className: "unplaced", type: "button" }, sampleOf(mark.severity), titleOfMark(mark, shown));
  node.dataset.mark = mark.id;
  return node;
}

/** Whether a key is of use here; if so it does nothing else. @param {Marking} marking @param {KeyboardEvent} event */
export function pressMark(marking, event) {
  const used = marking.on && pressToken(marking, event);
  if (used) event.preventDefault();
  return used;
}
