// The view N-grams, and the source of what it draws.

import { contextsOf, embeddedNgrams } from "viewer/ngrams/embedded_ngrams.js";
import { drawNgrams } from "viewer/ngrams/ngrams.js";
import { appView } from "./app_view.js";
import { askPython } from "./ask.js";

/** @import { Source } from "viewer/source.js" */
/** @import { Asked } from "./ask.js" */

/** @param {Asked} asked @returns {Pick<Source, "ngrams" | "concordance" | "ngramsFile">} */
function ngramSource(asked) {
  const { set, pair, defined } = asked;
  /** @type {Record<string, Promise<any>>} by the text that is searched for */
  const ngrams = {};
  return {
    ngramsFile: "./answers/ngrams.csv?" + new URLSearchParams({ view: String(new URLSearchParams(asked.params)) }),
    ngrams: async (view, from, count) => {
      const all = await (ngrams[view.find] ??= askPython(asked, "ngrams", view.find ? { find: view.find } : {}));
      return embeddedNgrams({ kind: "comparison", set, pair: { ...pair, prices: defined ? [] : null, ngrams: all } }, view, from, count);
    },
    concordance: async (ngram, group, from) => {
      const { document, ...found } = await askPython(asked, "concordance", { ngram, group, from });
      const rows = found.rows.map((/** @type {number} */ _, /** @type {number} */ place) => contextsOf(document.set, document.pair, place, ngram));
      return { ...found, rows };
    },
  };
}

export default appView({ draw: drawNgrams, source: ngramSource });
