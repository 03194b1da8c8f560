// The board, as __init__.py sends it.

import { drawTestSets } from "browser/board.js";
import { find } from "browser/dom.js";
import { afterRelease } from "browser/pressed.js";
import { bringIntoView } from "../../widgets/bring_into_view.js";

/** @typedef {import("browser/board.js").BoardRoot & {tell?: import("browser/board.js").Tell, draw?: (draw: () => void) => void}} Root */

/** The container of the details of a cell. */
const SHOWS = "suite-cell";

/** @param {Omit<import("browser/dom.js").Mounted, "data"> & {data: import("browser/board.js").Board}} mounted */
export default function ({ data, parentElement, setTriggerValue }) {
  /** @type {Root} */
  const root = find(parentElement, ".board");
  root.tell = (message, at) => {
    setTriggerValue(message, at);
    if (message === "choose") bringIntoView(SHOWS, 2 / 3);
  };
  root.draw ??= afterRelease(root);
  root.draw(() => drawTestSets(root, data, (message, at) => root.tell(message, at)));
}
