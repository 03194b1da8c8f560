// Which line under the text a mark is drawn on, so that none hides another: each annotator has
// lines of their own, one's own the nearest.

/**
 * The lane of each mark, from 0, and how many there are.
 * @param {import("./marking.js").Mark[]} marks with spans
 */
export function lanesOf(marks) {
  const names = [...new Set(marks.map(annotatorOf))].sort((x, y) => Number(y[0] === "+") - Number(x[0] === "+") || (x < y ? -1 : 1));
  /** @type {number[]} */
  const lanes = new Array(marks.length).fill(0);
  let taken = 0;
  for (const name of names) {
    /** @type {number[]} */
    const ends = []; // of each lane of this annotator, where its last mark ends
    const own = marks.map((_, i) => i).filter((i) => annotatorOf(marks[i]) === name);
    own.sort((i, j) => marks[i].start - marks[j].start || marks[j].end - marks[i].end);
    for (const i of own) {
      const free = ends.findIndex((end) => end <= marks[i].start);
      const lane = free < 0 ? ends.length : free;
      ends[lane] = Math.max(marks[i].end, marks[i].start + 1);
      lanes[i] = taken + lane;
    }
    taken += ends.length;
  }
  return { lanes, count: taken };
}

/** @param {import("./marking.js").Mark} mark */
function annotatorOf({ mine, annotator }) {
  return (mine ? "+" : "-") + annotator;
}
