// The filter line as a component: see browser/expression/field.js.

import { find } from "browser/dom.js";
import { takeExpression } from "browser/expression/field.js";
import { freshId } from "browser/fresh_id.js";

/** @param {Omit<import("browser/dom.js").Mounted, "data"> & {data: import("browser/expression/field.js").Field}} mounted */
export default function ({ data, parentElement, setTriggerValue }) {
  const root = find(parentElement, ".expression");
  const listening = takeExpression(root, data, (text, as) =>
    setTriggerValue("apply", { text, search: as === "text" || as === "regex", id: freshId() }));
  return () => root.isConnected || listening.abort();
}
