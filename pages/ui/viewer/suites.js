// The view Suites: a saved run. Only the segments that changed most are asked for.

import { openedSegment } from "viewer/segments/embedded_segment.js";
import { drawSuite } from "viewer/suites/suites.js";
import { addressOf, stateOfLink, stateOfParams } from "./app_address.js";
import { appView } from "./app_view.js";
import { askPython } from "./ask.js";

/** @typedef {import("./ask.js").Asked} Asked */
/** @typedef {HTMLElement & {content?: string, suite?: import("viewer/suites/suites.js").SuiteScreen}} SuiteRoot */

/** The source of the comparison with these parameters. @param {Asked} asked */
function changedSource(asked) {
  const answer = askPython(asked, "changed");
  return {
    overview: async () => ({ segments: (await answer).segments }),
    segment: async (/** @type {number} */ row) => {
      const { segments, document } = await answer;
      return openedSegment(document, segments.rows.findIndex((/** @type {{row: number}} */ one) => one.row === row));
    },
  };
}

/** @param {SuiteRoot} root @param {any} page */
function drawRun(root, page) {
  const content = JSON.stringify(page.data.suite);
  if (root.content !== content) Object.assign(root, { content, suite: page.data.suite });
  const compared = (/** @type {string} */ opens) => {
    const params = Object.fromEntries(new URL(opens, location.href).searchParams), state = stateOfParams("suites", params);
    return { source: page.source.changed(params), address: (/** @type {string} */ hash) => addressOf(stateOfLink(hash, state), params) };
  };
  drawSuite(root, /** @type {any} */ ({
    ...page, compared, doc: { ...page.doc, suite: root.suite },
    address: (/** @type {string} */ opens) => opens,
  }));
}

export default appView({ draw: drawRun, source: (asked) => ({ changed: (/** @type {any} */ params) => changedSource({ ...asked, params }) }) });
