// Marking errors in texts. It knows no screen and saves nothing; a component mounts it over its lines.
//
// Mount it once: `newMarking(root, typology, say)`, with a node that holds all lines to be marked. (The
// node gets the class "markings"; its sheet is marking.css.) Call `showMarks(marking, shown)` whenever
// lines were drawn or marks have changed: with all lines, each with its node as `markedText`
// (marked_text.js) makes it, and all marks, including one's own unsaved ones. It draws
// the marks and handles the mouse; `marking.on` says whether errors can be marked.
//
// Keys: call `pressMark(marking, event)` first for each key outside text fields (FIELDS_OF_TEXT of
// dom.js, which include the form), and do nothing where it returns true. On a token it uses the left
// and right arrow keys, also with Shift, Enter and Escape; elsewhere no key.
//
// Changes come as `say(before, after)`: a new mark (before is null), a change, or one's own mark taken
// back (after is null). The component stores it and includes it in the next `showMarks`. A mark with
// side "source" is of something that the output `system` lacks. Positions are characters as Python
// counts them (see characters.js). Marks of others never change.
//
// Do not redraw lines while the pointer is pressed: see widgets/pressed.js.

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

/**
 * A key on a token; whether it was of use.
 * @param {Marking} marking
 * @param {KeyboardEvent} event
 */
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

/** @typedef {"target" | "source"} TextSide */
/**
 * @typedef {object} Said what a mark says
 * @property {string} system the output that has the error
 * @property {TextSide} side the text that is marked
 * @property {number} start
 * @property {number} end
 * @property {string} category
 * @property {string} severity
 * @property {string} comment
 */
/**
 * `start` and `end` are -1 where no place is given; `id` is no other mark's; `mine`: it can be changed.
 * @typedef {Said & {id: string, annotator: string, mine: boolean}} Mark
 */
/**
 * A text as it is drawn.
 * @typedef {object} Line
 * @property {TextSide} side
 * @property {string} system "" for the source
 * @property {HTMLElement} node
 * @property {string} text what is drawn of it, the first characters if not all
 * @property {import("browser/characters.js").Token[]} tokens one for each of its nodes of class "token", in their order
 * @property {boolean} [asScored] whether tokens are written, and not the text
 */
/** @typedef {{system: string, name: string, key: string}} Output that something may be missing in, and its key */
/** @typedef {{categories: {name: string, key: string, meaning: string}[], severities: string[]}} Typology */
/**
 * @typedef {object} Shown
 * @property {string} of what the lines are of: where it is another one, what was begun is let go
 * @property {Line[]} lines
 * @property {Mark[]} marks
 * @property {Output[]} outputs
 */
/**
 * @typedef {object} Marking
 * @property {HTMLElement} root
 * @property {Typology} typology may be replaced
 * @property {(before: Mark | null, after: Said | null) => void} say
 * @property {boolean} on whether anything can be marked
 * @property {Shown} shown
 * @property {import("./form.js").Chosen | null} chosen
 * @property {import("./form.js").Draft | null} draft
 * @property {HTMLElement} form
 * @property {HTMLElement} told
 */

/**
 * @param {HTMLElement} root
 * @param {Typology} typology
 * @param {(before: Mark | null, after: Said | null) => void} say
 * @returns {Marking}
 */
export function newMarking(root, typology, say) {
  /** @type {Marking} */
  const marking = {
    root, typology, say, on: true, shown: { of: "", lines: [], marks: [], outputs: [] },
    chosen: null, draft: null, form: null, told: newMarkTip(),
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
  const node = element("button", "unplaced");
  node.type = "button";
  node.dataset.mark = mark.id;
  node.append(sampleOf(mark.severity), titleOfMark(mark, shown));
  return node;
}

/**
 * Whether a key is of use here; if so it does nothing else.
 * @param {Marking} marking
 * @param {KeyboardEvent} event
 */
export function pressMark(marking, event) {
  const used = marking.on && pressToken(marking, event);
  if (used) event.preventDefault();
  return used;
}
