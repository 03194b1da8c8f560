// The view Segments.

import { drawSegments, SEGMENTS_KEYS } from "viewer/segments/segments.js";
import { ANNOTATION_KEYS, annotatingOf, withAnnotations } from "./annotate.js";
import { addressOf } from "./app_address.js";
import { appView, openScreen } from "./app_view.js";
import { newLineEditor } from "./edit.js";
import { newExpressionFilter } from "./expression_filter.js";
import { segmentSource } from "./segment_source.js";

/** @import { View } from "./app_view.js" */

const LONGEST_MORE = 4; // systems

/** The systems beside A and B, whose names are in the address. @param {View} view @returns {import("viewer/segments/opened.js").MoreSystems} */
function moreSystems(view) {
  const { params, others: { names, shown }, set: { systems: [a, b] } } = view.data;
  const open = (/** @type {string[]} */ more, /** @type {Record<string, string>} */ pair = {}) => {
    const { more: _, ...rest } = params, written = more.slice(0, LONGEST_MORE).map((name) => name.replaceAll("%", "%25").replaceAll(",", "%2C")).join();
    openScreen(view, addressOf(view.state, { ...rest, ...(written ? { more: written } : {}), ...pair }));
  };
  return { names, shown, choose: (chosen) => open(chosen), useAsB: (name) => open(shown.map((/** @type {string} */ one) => (one === name ? b.name : one)), { a: a.name, b: name }) };
}

/** @param {View} view */
function segmentsPage(view) {
  const { saves } = view.data;
  return {
    newFilter: newExpressionFilter, more: moreSystems(view), version: view.version, ...(view.editor ??= newLineEditor()), ...annotatingOf(view),
    ...(saves ? { saveSlice: () => view.send("command", "save-slice") } : {}),
  };
}

export default appView({
  draw: drawSegments, source: (asked) => withAnnotations(asked, segmentSource(asked)), page: segmentsPage,
  keys: () => [...SEGMENTS_KEYS, ["Edit", [["e", "Edit the output in its line; Esc: reset"]]], ANNOTATION_KEYS],
});
