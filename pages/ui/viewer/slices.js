// The view Slices, and the source of what it draws.

import { drawSlices } from "viewer/slices/slices.js";
import { appView } from "./app_view.js";
import { askPython } from "./ask.js";

/** @import { Source } from "viewer/source.js" */
/** @import { AppState } from "./app_address.js" */
/** @import { Asked } from "./ask.js" */
/** @import { View } from "./app_view.js" */

/** What is chosen here, which the parameters of the view may not have yet. @type {(keyof AppState)[]} */
const CHOSEN = ["by", "metric", "least", "depth"];

/** @param {Asked} asked @returns {Pick<Source, "slices" | "foundSlices" | "savedSlices">} */
function sliceSource(asked) {
  const now = (/** @type {any} */ state) => {
    const given = Object.entries(asked.params).filter(([name]) => !CHOSEN.includes(/** @type {keyof AppState} */ (name)));
    const chosen = CHOSEN.filter((name) => state[name]).map((name) => [name, state[name]]);
    return { ...asked, params: Object.fromEntries([...given, ...chosen]) };
  };
  return {
    slices: async (_by, query) => {
      const found = await askPython(now(query), "slices");
      // JSON has no NaN.
      for (const row of [found.whole, ...found.groups.flatMap((/** @type {any} */ group) => group.rows)]) {
        for (const name of ["a", "b", "delta", "points"]) row[name] ??= NaN;
      }
      return found;
    },
    foundSlices: (query, isSearch) => askPython(now(query), "found-slices", isSearch ? { search: "yes" } : {}),
    savedSlices: () => askPython(asked, "saved-slices"),
  };
}

/** @param {View} view */
function slicesPage(view) {
  return view.data.saves ? { saveSlice: (/** @type {string} */ where) => view.send("command", where) } : {};
}

export default appView({ draw: drawSlices, source: sliceSource, page: /** @type {any} */ (slicesPage) });
