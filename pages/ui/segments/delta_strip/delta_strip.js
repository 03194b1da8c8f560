// The strip of Δ as a component, which sends the range that is selected.

import { drawDeltaStrip } from "browser/delta_strip.js";
import { find } from "browser/dom.js";

/** @typedef {import("browser/delta_strip.js").DeltaData} DeltaData */

/** @param {Omit<import("browser/dom.js").Mounted, "data"> & {data: DeltaData}} mounted */
export default function ({ data, parentElement, setTriggerValue }) {
  drawDeltaStrip(find(parentElement, ".delta-strip"), data, (limits) => setTriggerValue("range", limits));
}
