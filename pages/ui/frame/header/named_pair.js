// Which pair the header names, for other components of the page.

/** The event of the window after the header has named another pair. */
export const PAIR_NAMED = "bleuscope-pair";

/** The digest of the test set, and the places of A and B in it; no pair before there is a header. */
export function namedPair() {
  return document.documentElement.dataset.pair;
}

/** @param {string} digest @param {{a: number, b: number}} pair */
export function namePair(digest, { a, b }) {
  const named = `${digest} ${a} ${b}`;
  if (named === namedPair()) return;
  document.documentElement.dataset.pair = named;
  dispatchEvent(new Event(PAIR_NAMED));
}
