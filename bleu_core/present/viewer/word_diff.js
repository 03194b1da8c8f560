// The word diff of two lists of tokens: that of Python's difflib.SequenceMatcher without "junk", which
// the core uses, match for match.

/** @typedef {[number, number, number]} Matching from a token of one list, from one of the other, and how many */

/**
 * The longest matching block within two stretches: of equally long ones the first in a, then in b.
 * @param {string[]} a
 * @param {Map<string, number[]>} placesInB
 * @param {[number, number, number, number]} stretches from and to in a, from and to in b
 * @returns {Matching}
 */
function longestMatching(a, placesInB, [fromA, toA, fromB, toB]) {
  /** @type {Matching} */
  let best = [fromA, fromB, 0];
  /** @type {Map<number, number>} */
  let before = new Map(); // the length of the block that ends at a token of b and the one before in a
  for (let i = fromA; i < toA; i++) {
    /** @type {Map<number, number>} */
    const here = new Map();
    for (const j of placesInB.get(a[i]) ?? []) {
      if (j < fromB) continue;
      if (j >= toB) break;
      const length = (before.get(j - 1) ?? 0) + 1;
      here.set(j, length);
      if (length > best[2]) best = [i - length + 1, j - length + 1, length];
    }
    before = here;
  }
  return best;
}

/** @param {string[]} tokens */
function placesOfTokens(tokens) {
  /** @type {Map<string, number[]>} */
  const places = new Map();
  tokens.forEach((token, place) => {
    const others = places.get(token);
    if (others) others.push(place);
    else places.set(token, [place]);
  });
  return places;
}

/** The blocks that both have, in order. @param {string[]} a @param {string[]} b */
export function matchingBlocks(a, b) {
  const placesInB = placesOfTokens(b);
  /** @type {Matching[]} */
  const blocks = [];
  /** @type {[number, number, number, number][]} */
  const left = [[0, a.length, 0, b.length]];
  while (left.length) {
    const stretches = left.pop();
    const [fromA, toA, fromB, toB] = stretches, [i, j, length] = longestMatching(a, placesInB, stretches);
    if (!length) continue;
    blocks.push([i, j, length]);
    if (fromA < i && fromB < j) left.push([fromA, i, fromB, j]);
    if (i + length < toA && j + length < toB) left.push([i + length, toA, j + length, toB]);
  }
  return blocks.sort((one, other) => one[0] - other[0]);
}

/** The tokens of a, and of b, that the other lacks. @param {string[]} a @param {string[]} b @returns {[number[], number[]]} */
export function diffOfWords(a, b) {
  const inA = new Uint8Array(a.length), inB = new Uint8Array(b.length);
  for (const [i, j, length] of matchingBlocks(a, b)) {
    inA.fill(1, i, i + length);
    inB.fill(1, j, j + length);
  }
  const others = (/** @type {Uint8Array} */ matched) => [...matched.keys()].filter((t) => !matched[t]);
  return [others(inA), others(inB)];
}

// ---- Which tokens of one text stand where those of another do, by their word diff.

/**
 * For each token of a text the stretch of the other that stands at its place: the same token, the one that faces it in a
 * stretch of equal length, or all tokens of a stretch of another length.
 * @param {string[]} tokens
 * @param {string[]} others
 * @returns {[number, number][]}
 */
export function facingStretches(tokens, others) {
  const [own, theirs] = diffOfWords(tokens, others).map((places) => new Set(places));
  /** @type {[number, number][]} */
  const facing = [];
  for (let i = 0, j = 0; i < tokens.length || j < others.length;) {
    const start = i, from = j;
    while (own.has(i)) i++;
    while (theirs.has(j)) j++;
    const isEqual = i - start === j - from;
    for (let k = start; k < i; k++) facing.push(isEqual ? [from + k - start, from + k - start + 1] : [from, j]);
    if (i < tokens.length) facing.push([j, j + 1]);
    i++;
    j++;
  }
  return facing;
}

/** The stretch that faces some tokens. @param {[number, number][]} facing @param {number} start @param {number} end @returns {[number, number]} */
export function facingStretch(facing, start, end) {
  const some = facing.slice(start, end);
  return [Math.min(...some.map(([from]) => from)), Math.max(...some.map(([, to]) => to))];
}
