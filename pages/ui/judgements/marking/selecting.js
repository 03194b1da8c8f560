// Which tokens are marked: pressed, dragged over and released; or walked along, and further with Shift.

import { choose, chosenLine, endsOf, stretchOf, tokenNodes } from "./chosen.js";
import { extendDraft } from "./draft.js";
import { openForm } from "./form.js";
import { lineWith, marksOn } from "./told.js";

/** @typedef {import("./marking.js").Marking} Marking */

/** What is chosen is to be marked; of a token alone that is in one's own mark, that is changed. @param {Marking} marking */
function askWhat(marking) {
  const line = chosenLine(marking);
  const { side, system } = marking.chosen;
  const [from, to] = endsOf(marking.chosen);
  const own = from === to && marksOn(marking, tokenNodes(line)[from]).filter(({ mine }) => mine).at(-1);
  if (own) return openForm(marking, { ...own, before: own });
  openForm(marking, { side, system, ...stretchOf(marking.chosen, line), before: null, category: "", severity: "", comment: "" });
}

/** @param {Marking} marking */
export function listenToPointer(marking) {
  const { root } = marking;
  const at = (/** @type {number} */ x, /** @type {number} */ y) => {
    const node = /** @type {ShadowRoot} */ (root.getRootNode()).elementFromPoint(x, y);
    return /** @type {HTMLElement | null} */ (node?.closest(".token"));
  };
  root.addEventListener("pointerdown", (event) => {
    const target = /** @type {Element} */ (event.target);
    const token = /** @type {HTMLElement} */ (target.closest(".token"));
    const line = marking.on && event.button === 0 && token && lineWith(marking, token);
    if (!line || line.closed) return;
    const t = Number(token.dataset.t);
    const { chosen } = marking;
    // A finger that is drawn over the text scrolls it: there the last token is pressed by itself.
    const further = chosen && chosenLine(marking) === line && (event.shiftKey || (event.pointerType === "touch" && marking.draft));
    choose(marking, { side: line.side, system: line.system, anchor: further ? chosen.anchor : t, head: t });
    const listening = new AbortController();
    const { signal } = listening;
    document.addEventListener("pointermove", (moved) => {
      const over = at(moved.clientX, moved.clientY);
      if (over && line.node.contains(over) && event.pointerType !== "touch") choose(marking, { ...marking.chosen, head: Number(over.dataset.t) });
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
export function pressToken(marking, event) {
  const { key, shiftKey } = event;
  const target = /** @type {Element} */ (event.composedPath()[0]);
  const token = /** @type {HTMLElement | null} */ (target.closest?.(".token"));
  const line = token && lineWith(marking, token);
  if (!line || event.ctrlKey || event.metaKey || event.altKey) return false;
  const by = { ArrowLeft: -1, ArrowRight: 1 }[key];
  const here = Number(token.dataset.t);
  const own = chosenLine(marking) === line ? marking.chosen : null;
  if (by) {
    const tokens = tokenNodes(line);
    const there = Math.max(0, Math.min(tokens.length - 1, here + by));
    choose(marking, shiftKey && !line.closed ? { side: line.side, system: line.system, anchor: own?.anchor ?? here, head: there } : null);
    tokens[there].focus();
  } else if (key === "Enter" && !line.closed) {
    if (own?.head !== here) choose(marking, { side: line.side, system: line.system, anchor: here, head: here });
    askWhat(marking);
  } else if (key === "Escape" && marking.chosen) choose(marking, null);
  else return false;
  return true;
}
