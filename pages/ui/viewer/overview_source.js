// The source of the view Overview in the app: what is known of a comparison, again and again until all is.

import { openedSegment } from "viewer/segments/embedded_segment.js";
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
export function overviewSource(asked) {
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
