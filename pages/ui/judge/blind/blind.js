// The component of a blind session: one item a screen. Every step happens here, in the browser; Python
// is told of each press, in their order, and gives items ahead.

import { pressMark } from "../../judgements/marking/marking.js";
import { leaveBehind } from "../../judgements/panel/storage.js";
import { find } from "../../widgets/dom.js";
import { startClock, stopClock, tick } from "./clock.js";
import { buildDesk, take } from "./desk.js";
import { drawTold } from "./draw.js";
import { nameOfKey } from "./keys.js";
import { spend } from "./presses.js";
import { keep } from "./sending.js";
import { hasCome } from "./sitting.js";

/** @typedef {import("./desk.js").Desk} Desk */

// What has keys of its own. Not so the dialog in which Streamlit tells that its server is away: what is
// pressed is for the item that is shown under it.
const OWN_KEYS = "input, textarea, select, .mark-form";

/** Into the next text whose errors can be marked. @param {Desk} desk @param {Element} target */
function intoText({ lines, sitting }, target) {
  if (!sitting.task.asks.includes("spans") || !lines.length) return false;
  const order = [...lines.filter(({ side }) => side === "target"), ...lines.filter(({ side }) => side === "source")];
  const here = order.findIndex(({ node }) => node.contains(target));
  /** @type {HTMLElement} */
  const token = order[(here + 1) % order.length].node.querySelector(".token");
  sitting.told = "";
  token?.focus();
  return true;
}

/** @param {Desk} desk @param {KeyboardEvent} event */
function onKey(desk, event) {
  const { sitting, marking, node, press } = desk;
  const target = /** @type {HTMLElement} */ (event.composedPath()[0]);
  if (!sitting || target.closest?.(OWN_KEYS) || pressMark(marking, event)) return;
  if ((event.key === "Enter" || event.key === " ") && target.closest?.("button, a")) return;
  const key = nameOfKey(event);
  /** @type {HTMLElement} */
  const reason = sitting.open === "skip" && key === "o" && node.querySelector(".over input");
  if (key === "Escape" && target.closest?.(".token")) target.blur();
  else if (reason) reason.focus();
  else if (!(key === "m" && !sitting.open && intoText(desk, target)) && !(key && press(key))) return;
  event.preventDefault();
}

/** @param {Desk} desk */
function listen(desk) {
  const { signal } = desk.listening;
  const active = () => { if (desk.sitting) tick(desk.sitting.clock, Date.now()); };
  for (const name of ["keydown", "pointermove", "pointerdown", "wheel", "scroll"]) document.addEventListener(name, active, { capture: true, passive: true, signal });
  document.addEventListener("keydown", (event) => onKey(desk, event), { signal });
  document.addEventListener("visibilitychange", () => {
    const { sitting } = desk;
    if (sitting && document.hidden) stopClock(sitting.clock, Date.now());
    else if (sitting && hasCome(sitting)) startClock(sitting.clock, Date.now());
  }, { signal });
  for (const name of ["focusin", "focusout"]) desk.parts.item.addEventListener(name, () => { if (desk.sitting) drawTold(desk); });
  window.addEventListener("pagehide", () => { if (desk.sitting) goAway(desk); }, { signal });
  window.addEventListener("beforeunload", (event) => {
    const { sitting } = desk;
    if (sitting?.box.ops.length || sitting?.held.length) event.preventDefault();
  }, { signal });
}

/** Perhaps for good: what is not saved waits for the next page. @param {Desk} desk */
function goAway({ sitting }) {
  spend(sitting);
  keep(sitting);
  leaveBehind(sitting.box);
}

/** Another screen was opened, and nothing here is drawn any more. @param {Desk} desk */
function leave(desk) {
  if (desk.node.isConnected || desk.listening.signal.aborted) return; // Streamlit calls it for a call that was overtaken, too
  desk.listening.abort();
  clearTimeout(desk.line.timer);
  if (desk.sitting) goAway(desk);
}

/** @param {import("../../widgets/dom.js").Mounted} mounted */
export default function (mounted) {
  /** @type {HTMLElement & {desk?: Desk}} */
  const root = find(mounted.parentElement, ".blind");
  if (!root.desk) listen(root.desk = buildDesk(root));
  const { desk } = root;
  desk.later(() => take(desk, mounted));
  return () => leave(desk);
}
