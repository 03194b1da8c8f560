// A table, as table/__init__.py sends it.

import { afterRelease, find } from "browser/dom.js";
import { drawTable } from "browser/table.js";

/** @typedef {import("browser/table.js").Frame & {open?: (id: string) => void, draw?: (draw: () => void) => void}} Root */

/** @param {Omit<import("browser/dom.js").Mounted, "data"> & {data: import("browser/table.js").Table}} mounted */
export default function ({ data, parentElement, setTriggerValue }) {
  /** @type {Root} */
  const root = find(parentElement, ".frame");
  root.open = (id) => setTriggerValue("open", id);
  root.draw ??= afterRelease(root);
  root.draw(() => drawTable(root, data, (id) => root.open(id)));
}
