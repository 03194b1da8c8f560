// Where the texts of a segment are in the document.

/**
 * The place of a segment among those with texts; -1 if it has none in the document.
 * @param {Pick<import("./document.js").TestSet, "shown" | "size">} set
 * @param {number} row
 */
export function shownPlace({ shown, size }, row) {
  if (!shown) return row >= 0 && row < size ? row : -1;
  let low = 0, high = shown.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (shown[middle] < row) low = middle + 1;
    else high = middle;
  }
  return shown[low] === row ? low : -1;
}
