// Marking errors in texts, and the marks that everybody gave. It knows no screen, and saves nothing.
//
// To mount it: `newMarking(root, typology, say)` once, with a node that holds all lines to be marked
// (the class "markings" is given to it; its sheet is marking.css). Whenever the lines have been drawn
// or what was said of them has changed, `showMarks(marking, what)`: all lines, each with its node as
// `wordLine` (words.js) or `tokenLine` makes it, and all marks, one's own that are not saved yet among
// them. It draws the marks and answers the mouse; `marking.on` says whether anything can be marked.
//
// Keys: call `pressMark(marking, event)` first for each key that is not written in a field
// (FIELDS_OF_TEXT of dom.js, which the form is too), and do nothing where it answers true. On a token
// it takes the arrow keys left and right, with Shift too, Enter and Escape; elsewhere none.
//
// What is said comes as `say(before, after)`: a new mark (before is null), a change, or one's own mark
// taken back (after is null). Whoever is told keeps it and shows it with the next `showMarks`. A mark with
// side "source" is of something that the output `system` lacks. Places are characters of the text as
// Python counts them (see characters.js). Marks of others are never changed.
//
// While the pointer is pressed the lines must stay as they are: see widgets/pressed.js.

import { element } from "../../widgets/dom.js";
import { drawChosen } from "./chosen.js";
import { lineOfDraft, placeForm } from "./draft.js";
import { closeForm, newForm, openForm } from "./form.js";
import { drawLayer, isPlaced, sampleOf } from "./layer.js";
import { listenToPointer, pressToken } from "./selecting.js";
import { listenToReaders, markIn, newTold, titleOfMark } from "./told.js";

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
 * @property {import("../../widgets/marked_lines.js").Token[]} tokens of its nodes of class "token", in their order
 * @property {boolean} [asScored] whether tokens are written, and not the text
 * @property {boolean} [closed] whether it cannot be marked now
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
 * @property {import("./chosen.js").Chosen | null} chosen
 * @property {import("./draft.js").Draft | null} draft
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
    chosen: null, draft: null, form: null, told: newTold(),
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
