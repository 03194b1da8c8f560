// What is under the pointer: the n-gram of a token, lit wherever it occurs, and what became of it.

import { lightIn, ngramText, unlight } from "../../widgets/marked_lines.js";
import { inFocus } from "./others.js";
import { SIDES, markedIn, matchOf } from "./view.js";

/** @typedef {import("./view.js").View} View */

/**
 * The n-gram that a token stands for under the chosen order: the longest credited one over it, else
 * a clipped one, else what begins there.
 * @param {import("./view.js").Occurrences} occurrences
 * @param {number} t
 * @param {import("../../widgets/marked_lines.js").Order} order
 * @param {"credited" | "covered"} good
 */
function ngramAt(occurrences, t, order, good) {
  const highest = occurrences.length;
  const orders = order === "longest" ? Array.from({ length: highest }, (_, i) => highest - i) : [order];
  for (const status of [good, "clipped"]) {
    for (const n of orders) {
      for (let start = Math.max(0, t - n + 1); start <= t; start++) {
        if (occurrences[n - 1][start] === status) return { start, n };
      }
    }
  }
  const n = order === "longest" ? 1 : order;
  const start = Math.min(t, Math.max(0, occurrences[0].length - n));
  return { start, n: Math.min(n, occurrences[0].length) };
}

/** The tokens of a row, if it has any. @param {View} view @param {HTMLElement} row */
function tokensIn({ data }, row) {
  const line = markedIn(data, row.dataset);
  return line ? line.tokens : data.match.references[Number(row.dataset.reference)];
}

/**
 * What the token of a row stands for: its n-gram, and what became of it there.
 * @param {View} view
 * @param {HTMLElement} span
 */
export function under(view, span) {
  const { data, ui } = view;
  /** @type {HTMLElement} */
  const row = span.closest(".row");
  const t = Number(span.dataset.t);
  const line = markedIn(data, row.dataset);
  if (line) {
    const { occurrences, tokens } = line;
    const { start, n } = ngramAt(occurrences, t, ui.order, "credited");
    return { text: ngramText(tokens, start, n), status: "here: " + occurrences[n - 1][start] };
  }
  const r = Number(row.dataset.reference);
  const [best] = SIDES.map((side) => ngramAt(matchOf(data, side).references[r].occurrences, t, ui.order, "covered"))
    .sort((x, y) => y.n - x.n);
  return { text: ngramText(data.match.references[r], best.start, best.n), status: "" };
}

/**
 * Light an n-gram, or with null none, and tell of it.
 * @param {View} view
 * @param {string | null} text
 * @param {string} status
 */
export function light(view, text, status) {
  const { data, parts, ngrams } = view;
  unlight(parts.lines);
  const g = ngrams.get(text);
  // What none of A, B and the references has may stand in another system's line.
  const known = Boolean(g || (text && data.others));
  parts.inspector.classList.toggle("muted", !known);
  if (!known) {
    const focus = data.others ? "In focus beside A: " + (inFocus(view)?.name ?? "B, " + data.names.b) + ". " : "";
    parts.inspector.textContent = focus + "Hover or focus a token to see its n-gram; click to keep it.";
    return;
  }
  const order = text.split(" ").length; // no token has a space
  for (const row of /** @type {NodeListOf<HTMLElement>} */ (parts.lines.querySelectorAll(".row"))) {
    const tokens = tokensIn(view, row);
    if (tokens) lightIn(row, tokens, text, order);
  }
  const ngram = "‹" + text + "› · order " + order;
  const here = status ? " · " + status : "";
  if (!g) {
    parts.inspector.textContent = ngram + " · not in what is opened of A, B and references" + here;
    return;
  }
  const most = data.references.length > 1 ? "most in one reference " : "in the reference ";
  parts.inspector.textContent = ngram + " · in A " + g.in_a + "× · in B " + g.in_b + "× · "
    + most + g.limit + "× · credited A " + g.credited_a + ", B " + g.credited_b + here;
}
