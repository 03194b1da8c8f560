// The view Overview, and the source of what it draws: what is known, again and again until all is.

import { drawOverview } from "viewer/overview/overview.js";
import { openedSegment } from "viewer/segments/embedded_segment.js";
import { appView } from "./app_view.js";
import { askPython } from "./ask.js";

/** @import { Source } from "viewer/source.js" */
/** @import { Overview } from "viewer/overview/overview.js" */
/** @import { Asked } from "./ask.js" */
/**
 * An answer to the question "overview": `rows` are the segments of `document`.
 * @typedef {{overview: Overview, slices: any, rows: number[], document: any}} Content
 */

const BETWEEN = 300; // milliseconds between two questions

/** @param {Asked} asked @returns {Pick<Source, "overview" | "slices" | "segment">} */
function overviewSource(asked) {
  let has = "", /** @type {Promise<Content>} */ content = null;
  /** @returns {Promise<Overview>} */
  const overview = async () => {
    const answer = askPython(asked, "overview", { has }), before = content;
    content = answer.then(({ content: fresh }) => fresh ?? before);
    const { version, testing, stopped } = await answer, known = (await content).overview;
    has = version;
    asked.report(testing?.what ?? "", testing?.part ?? 1);
    if (stopped) asked.fail("Not everything was computed.");
    if (!testing) return known;
    const later = () => new Promise((done) => { setTimeout(done, BETWEEN); }).then(overview);
    return { ...known, scorecard: { ...known.scorecard, badge: testing.badge || known.scorecard.badge }, later };
  };
  return {
    overview,
    slices: async () => (await content).slices,
    segment: async (row) => {
      const { rows, document } = await content;
      return openedSegment(document, rows.indexOf(row));
    },
  };
}

export default appView({ draw: drawOverview, source: overviewSource });
