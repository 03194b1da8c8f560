// Where a text is in other texts, in any case. Places are of characters (code points).

/** @typedef {[number, number]} Found from and to */

/** What finds a text in any case. @param {string} text @param {"" | "g"} [all] "g" for all places */
export function anyCase(text, all = "") {
  return new RegExp(text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&"), all + "iu");
}

/** The occurrences of a text in another, in order. @param {string} text @param {string} wanted not empty @returns {Found[]} */
export function findSpans(text, wanted) {
  /** @type {Found[]} */
  const found = [];
  let units = 0, characters = 0;
  const passed = (/** @type {number} */ to) => {
    for (; units < to; characters++) units += text.codePointAt(units) > 0xffff ? 2 : 1;
    return characters;
  };
  for (const { 0: match, index } of text.matchAll(anyCase(wanted, "g"))) found.push([passed(index), passed(index + match.length)]);
  return found;
}

/** Spans in order, those that overlap merged. @param {Found[]} spans @returns {Found[]} */
export function mergeSpans(spans) {
  /** @type {Found[]} */
  const merged = [];
  for (const [start, end] of spans.toSorted((x, y) => x[0] - y[0] || x[1] - y[1])) {
    const last = merged.at(-1);
    if (last && start < last[1]) last[1] = Math.max(last[1], end);
    else merged.push([start, end]);
  }
  return merged;
}
