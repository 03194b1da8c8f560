// The source of a page: its document is embedded. Each view has a file of its own for its answers.

/** @typedef {import("./document.js").PageDocument} PageDocument */
/** @typedef {import("./document.js").Pair} Pair */
/** @typedef {import("./document.js").TestSet} TestSet */
/** @typedef {{doc: PageDocument, set: TestSet, pair: Pair}} Embedded */

/** @type {WeakMap<Pair, import("./source.js").Source>} */
const sources = new WeakMap();

/** The source of a pair, always the same one. @param {Embedded} embedded @returns {import("./source.js").Source} */
export function embeddedSource({ pair }) {
  if (!sources.has(pair)) {
    sources.set(pair, /** @type {any} */ ({
      overview: async () => pair.overview,
    }));
  }
  return sources.get(pair);
}
