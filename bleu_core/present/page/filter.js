// The segments that match an expression, as bleu_core/segments/expressions chooses them.

/**
 * Columns that follow from the document, under the names of bleu_core/segments/columns; Python saves all others
 * that it can. # is any order of n-grams.
 */
export const COMPUTED_COLUMNS = [
  "line", "source", "reference", "a", "b", "text", // texts of the shown segments only
  "a.bleu", "b.bleu", "delta", "gain", "points", "points.p#", "points.bp", "a.matches#", "b.matches#",
  "reference.length", "a.length", "b.length", "a.ratio", "b.ratio", // not "source.length"
];
