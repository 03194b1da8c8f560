// The tokens of a line that are chosen to be marked.

/** @typedef {import("./marking.js").Marking} Marking */
/** @typedef {import("./marking.js").Line} Line */
/**
 * From one token of a line to another, in the order that they were chosen.
 * @typedef {object} Chosen
 * @property {import("./marking.js").TextSide} side
 * @property {string} system of the line
 * @property {number} anchor
 * @property {number} head
 */

/** @param {Line} line @returns {NodeListOf<HTMLElement>} */
export const tokenNodes = (line) => line.node.querySelectorAll(".token");

/** @param {Marking} marking @returns {Line | null | undefined} */
export function chosenLine({ chosen, shown }) {
  return chosen && shown.lines.find((line) => line.side === chosen.side && line.system === chosen.system);
}

/** The first and the last token. @param {Chosen} chosen */
export function endsOf({ anchor, head }) {
  return [Math.min(anchor, head), Math.max(anchor, head)];
}

/** The characters that are chosen in a line. @param {Chosen} chosen @param {Line} line */
export function stretchOf(chosen, { tokens }) {
  const [from, to] = endsOf(chosen);
  return { start: tokens[from].start, end: tokens[to].end };
}

/** @param {Marking} marking */
export function drawChosen(marking) {
  for (const { node } of marking.shown.lines) node.querySelectorAll(".chosen").forEach((token) => token.classList.remove("chosen"));
  const line = chosenLine(marking);
  if (!line) return;
  const tokens = tokenNodes(line);
  const [from, to] = endsOf(marking.chosen);
  for (let /** @type {Element} */ node = tokens[from]; node; node = node.nextElementSibling) {
    node.classList.add("chosen");
    if (node === tokens[to]) break;
  }
}

/** @param {Marking} marking @param {Chosen | null} chosen */
export function choose(marking, chosen) {
  marking.chosen = chosen;
  drawChosen(marking);
}

/** Choose no more; the focus is on the token that was the last. @param {Marking} marking */
export function leaveChosen(marking) {
  const line = chosenLine(marking);
  if (line) tokenNodes(line)[marking.chosen.head]?.focus({ preventScroll: true });
  choose(marking, null);
}
