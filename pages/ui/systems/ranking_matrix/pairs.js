// What is known of a pair of systems, whichever of them is the row.

/**
 * A list has an entry a pair, those of an upper triangle row by row: the row is A, the column B.
 * @typedef {object} Pairs
 * @property {string[]} names the best first
 * @property {[number, number]} chosen the places of A and B
 * @property {string} metric
 * @property {boolean} tested
 * @property {Record<string, string>} notes what a cell is, by what is shown
 * @property {[string, string]} family what p is corrected for, and what is said where it is not
 * @property {string[]} delta
 * @property {string[]} short with a decimal less
 * @property {string[]} p
 * @property {string[]} holm
 * @property {number[]} found 2 significant after correction, 1 without it alone, 0 neither
 * @property {string[]} [won] segments that the column wins, once they are counted
 * @property {string[]} [lost]
 * @property {import("../../widgets/glossary_tip.js").Glossary} glossary
 */
/** @typedef {{what: string, alone: boolean}} Shown what the cells show; p of each pair alone */

/** @type {Record<string, string>} */
const TURNED = { "+": "−", "−": "+" };

/** @param {string} delta */
function turned(delta) {
  return delta && delta[0] in TURNED ? TURNED[delta[0]] + delta.slice(1) : delta;
}

/** @param {Pairs} data @param {number} row @param {number} column */
export function pairAt(data, row, column) {
  const upper = row < column;
  const [first, second] = upper ? [row, column] : [column, row];
  const i = first * data.names.length - (first * (first + 1)) / 2 + second - first - 1;
  const sign = upper ? (/** @type {string} */ text) => text : turned;
  return {
    delta: sign(data.delta[i]), short: sign(data.short[i]), p: data.p[i], holm: data.holm[i],
    found: data.found[i],
    // The systems stand the best first: a column to the right of its row is never better.
    tone: /^[+−]/.test(data.delta[i]) || data.found[i] ? (upper ? "loss" : "gain") : "",
    won: (upper ? data.won : data.lost)?.[i], lost: (upper ? data.lost : data.won)?.[i],
  };
}

/** @typedef {ReturnType<typeof pairAt>} OnePair */

/** @param {OnePair} pair @param {Shown} shown */
export function isFound({ found }, { alone }) {
  return found > (alone ? 0 : 1);
}

/** @param {Pairs} data @param {OnePair} pair @param {Shown} shown */
export function chance(data, pair, shown) {
  if (!data.tested) return "not tested";
  const verdict = isFound(pair, shown) ? "significant" : "not significant";
  return "p " + pair.p + (shown.alone ? "" : ", corrected " + pair.holm) + ", " + verdict;
}
