// Editing an output in its line: another text is tried, its scores count up, and nothing is saved.

import { button, element } from "browser/dom.js";
import { SIDE_NAMES } from "browser/pair.js";
import { formatDelta, formatScore } from "viewer/numbers.js";
import { openedSegment } from "viewer/segments/embedded_segment.js";
import { drawOpened } from "viewer/segments/opened.js";
import { newestOnly } from "viewer/source.js";

/** @import { Opened, OpenedView, Side } from "viewer/segments/opened.js" */
/** @import { SegmentSource } from "./segment_source.js" */
/** @typedef {Partial<Record<Side, string>>} Edits */

// After the last key; a longer text is not sent in an address.
const EDIT_PAUSE = 150, LONGEST_EDIT = 5_000;
/** @type {Side[]} */
const EDITED_SIDES = ["a", "b"];

/** What `Page` needs to edit. @returns {Required<Pick<import("viewer/page.js").Page, "edit" | "editLine">>} */
export function newLineEditor() {
  let /** @type {Opened} */ original = null, /** @type {Edits} */ edits = {}, timer = 0;
  let /** @type {ReturnType<typeof newestOnly> | null} */ newest = null;

  /** @param {OpenedView} view @param {Side} side @param {string} text */
  const tryText = (view, side, text) => {
    const { row, texts } = original;
    edits = { ...edits, [side]: text };
    if (text === texts[side].text) delete edits[side];
    const { edited } = /** @type {SegmentSource} */ (/** @type {unknown} */ (view.page.source)), tried = edits;
    newest(Object.keys(tried).length ? edited(row, tried).then((answer) => editedSegment(original, answer, tried)) : Promise.resolve(original), (opened) => {
      if (view.opened?.row === row && edits === tried) drawOpened(view, opened);
    });
  };

  /** @param {OpenedView} view @param {Side} side */
  const begin = (view, side) => {
    const row = rowOfSide(view, side), text = view.opened.texts[side].text;
    if (!row || row.classList.contains("editing") || text.length > LONGEST_EDIT) return;
    const field = element("textarea");
    Object.assign(field, { value: text, rows: 1, maxLength: LONGEST_EDIT, ariaLabel: `Output of ${SIDE_NAMES[side]}`, dir: "auto" });
    const end = () => {
      clearTimeout(timer);
      row.classList.remove("editing");
      tryText(view, side, field.value);
    };
    field.oninput = () => {
      clearTimeout(timer);
      timer = setTimeout(() => tryText(view, side, field.value), EDIT_PAUSE);
    };
    field.onblur = end;
    field.onkeydown = (event) => {
      if (event.isComposing || (event.key !== "Enter" && event.key !== "Escape")) return;
      event.preventDefault();
      if (event.key === "Escape") field.value = original.texts[side].text;
      field.blur();
    };
    row.classList.add("editing");
    row.append(field);
    field.focus();
  };

  return {
    edit: (view) => {
      const { opened } = view;
      newest ??= newestOnly(view.root);
      if (!opened.edited) [original, edits] = [opened, {}];
      for (const side of EDITED_SIDES) {
        const row = rowOfSide(view, side), isOpen = row.classList.contains("editing");
        if (edits[side] !== undefined) row.querySelector(".label").append(button("Reset", "reset", () => tryText(view, side, original.texts[side].text)));
        if (isOpen || opened.texts[side].text.length > LONGEST_EDIT) continue;
        const pencil = button("✎", "pencil", () => begin(view, side));
        pencil.title = pencil.ariaLabel = `Edit ${SIDE_NAMES[side]} (key e): nothing is saved`;
        row.append(pencil);
      }
    },
    editLine: (view) => {
      const focused = /** @type {ShadowRoot} */ (view.root.getRootNode()).activeElement?.closest(".row.system");
      begin(view, focused instanceof HTMLElement && focused.dataset.side === "a" ? "a" : "b");
    },
  };
}

/** @param {OpenedView} view @param {Side} side @returns {HTMLElement} */
function rowOfSide({ parts }, side) {
  return parts.lines.querySelector(`[data-side="${side}"]`);
}

/** A segment with other outputs. Other metrics are those of its own. @param {Opened} original @param {{document: any, corpus: Record<Side, [number, number]>}} answer @param {Edits} edits @returns {Opened} */
function editedSegment(original, { document: { set, pair }, corpus }, edits) {
  const { points, statistics, texts, changes } = openedSegment({ doc: null, set, pair }, 0);
  const effects = EDITED_SIDES.flatMap((side) => {
    const [before, after] = corpus[side];
    return side in edits ? [`BLEU of ${SIDE_NAMES[side]} ${formatScore(before)} → ${formatScore(after)} (${formatDelta(after - before, 3)})`] : [];
  });
  return { ...original, points, statistics, texts, changes, edited: `edited: ${effects.join(", ")}` };
}
