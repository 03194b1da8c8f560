// A mark as the text of an op, which judgements/marked.py reads and writes.

/** @typedef {import("../marking/marking.js").Said} Said */

/** @param {Omit<Said, "system"> | null | undefined} mark */
export function textOfMark(mark) {
  return mark ? JSON.stringify([mark.category, mark.severity, mark.side, mark.start, mark.end, mark.comment]) : "";
}

/** @param {string} text @returns {Omit<Said, "system">} */
export function markOfText(text) {
  const [category, severity, side, start, end, comment] = JSON.parse(text);
  return { category, severity, side, start, end, comment };
}
