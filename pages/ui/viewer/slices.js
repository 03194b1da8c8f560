// The view Slices.

import { drawSlices } from "viewer/slices/slices.js";
import { appView } from "./app_view.js";
import { sliceSource } from "./slice_source.js";

/** @import { View } from "./app_view.js" */

/** @param {View} view */
function slicesPage(view) {
  return view.data.saves ? { saveSlice: (/** @type {string} */ where) => view.send("command", where) } : {};
}

export default appView({ draw: drawSlices, source: sliceSource, page: /** @type {any} */ (slicesPage) });
