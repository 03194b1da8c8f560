// A line of text with marks. Marks never split a grapheme: tokens that share one are one piece.

import { element } from "browser/dom.js";

/** @import { TextLine } from "./opened.js" */
/**
 * The classes of what is drawn. Tokens with the same `around` are in one run where the gap between them has it, too.
 * @typedef {object} Marks
 * @property {(t: number) => string} around token t
 * @property {(t: number) => string} between tokens t and t + 1
 * @property {(t: number) => string} [own] of token t, inside its run
 */
/** @typedef {[start: number, end: number]} Stretch characters */
/**
 * @typedef {object} Drawing
 * @property {Stretch[]} [shown] what is drawn of the text, in order; all of it without this
 * @property {(from: number, to: number, isEnd: boolean) => Node} [skipped] draws what is left out
 * @property {Stretch[]} [hits] what a search found
 * @property {boolean} [live] whether each piece is an element `.token` with the number of its first and last token
 * @property {boolean} [scored] whether the tokens are written as they are scored
 */
/** @typedef {{first: number, last: number, start: number, end: number, text: string}} Piece the tokens that share graphemes */

/** Where a grapheme begins, by character. @param {string} text @param {number} length @returns {(place: number) => boolean} */
function graphemeStarts(text, length) {
  if (/^[\x20-\x7e]*$/.test(text)) return () => true;
  const starts = new Uint8Array(length + 1);
  let place = 0;
  for (const { segment } of new Intl.Segmenter(undefined, { granularity: "grapheme" }).segment(text)) {
    starts[place] = 1;
    place += Array.from(segment).length;
  }
  starts[length] = 1;
  return (at) => starts[at] === 1;
}

/** A text as it is drawn: its characters, how a stretch is widened to whole graphemes, and its pieces. @param {TextLine} line @param {boolean} scored */
function readLine({ text, tokens }, scored) {
  const characters = Array.from(text), isStart = graphemeStarts(text, characters.length);
  /** @type {(stretch: Stretch) => Stretch} */
  const widened = ([start, end]) => {
    let from = Math.max(0, start), to = Math.min(characters.length, Math.max(start, end));
    while (!isStart(from)) from--;
    while (!isStart(to)) to++;
    return [from, to];
  };
  /** @type {Piece[]} */
  const pieces = [];
  tokens.forEach((token, t) => {
    const [start, end] = scored ? [token.start, token.end] : widened([token.start, token.end]), before = pieces.at(-1);
    if (!scored && before && start < before.end) Object.assign(before, { last: t, end: Math.max(end, before.end) });
    else pieces.push({ first: t, last: t, start, end, text: token.text });
  });
  return { characters, widened, pieces };
}

/** Of the tokens of a piece, the first mark. @param {Piece} piece @param {((t: number) => string) | undefined} mark */
function markOf({ first, last }, mark) {
  let found = "";
  for (let t = first; mark && t <= last && !found; t++) found = mark(t);
  return found;
}

/** The characters from `start` to `end`, with hits in `mark`. @param {string[]} characters @param {number} start @param {number} end @param {Stretch[]} hits @returns {Node[]} */
function textNodes(characters, start, end, hits) {
  const nodes = [], part = (/** @type {number} */ from, /** @type {number} */ to) => characters.slice(from, to).join("");
  for (const [from, to] of hits) {
    if (to <= start || from >= end) continue;
    const first = Math.max(from, start), last = Math.min(to, end);
    if (first > start) nodes.push(document.createTextNode(part(start, first)));
    nodes.push(element("mark", "", part(first, last)));
    start = last;
  }
  if (end > start) nodes.push(document.createTextNode(part(start, end)));
  return nodes;
}

/** Fills a line: what has the same class is in one element. @param {HTMLElement} root @returns {(className: string, nodes: Node[]) => void} */
function runsInto(root) {
  let run = root, runClass = "";
  return (className, nodes) => {
    if (className !== runClass) run = className ? root.appendChild(element("span", className)) : root;
    runClass = className;
    run.append(...nodes);
  };
}

/** An element around a token, where it needs one. @param {Piece} piece @param {Node[]} nodes @param {string} own @param {boolean} live */
function tokenNodes({ first, last }, nodes, own, live) {
  if (!live) return own ? [element("span", own, ...nodes)] : nodes;
  const token = element("span", { className: "token " + own, tabIndex: -1 }, ...nodes);
  Object.assign(token.dataset, { t: first, last });
  return [token];
}

/**
 * A line whose tokens are marked over its text: punctuation and spacing stay as written.
 * @param {TextLine} line
 * @param {Marks} marks
 * @param {Drawing} [drawing]
 */
export function markedText(line, marks, { shown, skipped = () => document.createTextNode("…"), hits = [], live = false, scored = false } = {}) {
  const root = element("div", /\s\s|[^\S ]/.test(line.text) ? "line spaced" : "line"), put = runsInto(root);
  const { characters, widened, pieces } = readLine(line, scored), length = characters.length, found = hits.map(widened);
  const skip = (/** @type {number} */ from, /** @type {number} */ to) => {
    if (pieces.length && to > from) put("", [skipped(from, to, to === length)]);
  };
  let drawn = 0;
  root.dir = "auto";
  for (const [from, to] of shown ? shown.map(widened) : [/** @type {Stretch} */ ([0, length])]) {
    const cut = (/** @type {number} */ start, /** @type {number} */ end) => textNodes(characters, Math.max(start, from), Math.min(end, to), found);
    skip(drawn, from);
    let end = 0;
    pieces.forEach((piece, p) => {
      const isShown = piece.end > from && piece.start < to, gap = scored ? [document.createTextNode(p ? " " : "")] : cut(end, piece.start);
      end = piece.end;
      if (!isShown) return put("", scored ? [] : gap);
      // A gap without text ends a run as well: spans that only touch stay apart.
      put(p ? marks.between(piece.first - 1) : "", p && live && gap.length ? [element("span", "gap", ...gap)] : gap);
      const isFound = scored && found.some((hit) => hit[0] < piece.end && hit[1] > piece.start);
      const nodes = !scored ? cut(piece.start, piece.end) : [isFound ? element("mark", "", piece.text) : document.createTextNode(piece.text)];
      put(markOf(piece, marks.around), tokenNodes(piece, nodes, markOf(piece, marks.own), live));
    });
    if (!scored) put("", cut(end, length));
    drawn = to;
  }
  skip(drawn, length);
  if (!length) root.append(element("span", "empty", "(empty)"));
  return root;
}
