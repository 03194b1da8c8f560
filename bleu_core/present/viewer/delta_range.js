// The distribution of Δ above the list, on which a range is selected: bins as those of bleu_core/present/delta_bins.py.

import { readRange, writtenRange } from "./filter.js";
import { formatCount, formatDelta, roundedScore } from "./numbers.js";
import { computedOnce, sentenceDeltas } from "./segment_numbers.js";
import { drawDeltaStrip } from "browser/delta_strip.js";

/** @typedef {import("browser/delta_strip.js").Bin} Bin */

// Bins on either side of 0, and tenths of a point in a point: limits are short to write.
const BINS_OF_SIDE = 21, TENTHS = 10;

/** @param {import("./segment_numbers.js").Numbers} deltas of segments @returns {Bin[]} */
function deltaBins(deltas) {
  const changed = Array.from(deltas, roundedScore).filter(Boolean), reach = changed.reduce((most, delta) => Math.max(most, Math.abs(delta)), 0);
  const width = Math.max(1, Math.ceil((reach / BINS_OF_SIDE) * TENTHS));
  const edges = Array.from({ length: 2 * BINS_OF_SIDE + 1 }, (_, i) => (width * (i - BINS_OF_SIDE)) / TENTHS);
  const counts = new Array(2 * BINS_OF_SIDE).fill(0);
  for (const delta of changed) counts[Math.min(counts.length, edges.findLastIndex((edge) => edge <= delta) + 1) - 1]++;
  return counts.map((count, i) => {
    const [low, high] = [edges[i], edges[i + 1]];
    return [low, high, count, `Δ from ${formatDelta(low, 1)} to ${formatDelta(high, 1)}: ${formatCount(count, "segment")}`];
  });
}

/** @param {HTMLElement} root @param {import("./page.js").Page} page */
export function drawDeltaRange(root, { set, pair, state, go }) {
  const bins = computedOnce(pair, "bins", () => deltaBins(sentenceDeltas(set, pair)));
  const same = set.size - bins.reduce((sum, [, , count]) => sum + count, 0);
  drawDeltaStrip(root, {
    bins, selected: readRange(state.delta), unchanged: `${formatCount(same, "segment")} unchanged, not drawn`,
    ends: [formatDelta(bins[0][0], 1), formatDelta(bins.at(-1)[1], 1)],
  }, (limits) => go({ delta: writtenRange(limits), seg: -1 }));
}
