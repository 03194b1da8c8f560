// The matrix of all pairs of systems, as __init__.py sends it. Only an opened pair is sent to Python.

import { find } from "browser/dom.js";
import { drawPairs } from "browser/matrix.js";
import { afterRelease } from "browser/pressed.js";

/** @typedef {import("browser/matrix.js").MatrixRoot & {open?: (pair: [number, number]) => void, draw?: (draw: () => void) => void}} Root */

/** @param {Omit<import("browser/dom.js").Mounted, "data"> & {data: import("browser/matrix.js").Pairs}} mounted */
export default function ({ data, parentElement, setTriggerValue }) {
  /** @type {Root} */
  const root = find(parentElement, ".pairs");
  root.open = (pair) => setTriggerValue("open", pair);
  root.draw ??= afterRelease(root);
  root.draw(() => drawPairs(root, data, (pair) => root.open(pair)));
}
