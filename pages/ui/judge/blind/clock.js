// How long an item is looked at. A pause of over two minutes is not counted, nor is the time in which
// the page is hidden. Nothing here knows what time it is: `now` is given, in milliseconds.

/** @typedef {{spent: number, last: number | null}} Clock `last`: when something was done last; null: it stands */

const LONGEST_PAUSE = 120_000;

/** @returns {Clock} */
export function newClock() {
  return { spent: 0, last: null };
}

/** Something was done; what has passed since the last counts, if it was no pause. @param {Clock} clock @param {number} now */
export function tick(clock, now) {
  if (clock.last === null) return;
  const passed = now - clock.last;
  if (passed <= LONGEST_PAUSE) clock.spent += Math.max(0, passed);
  clock.last = now;
}

/** @param {Clock} clock @param {number} now */
export function startClock(clock, now) {
  clock.last ??= now;
}

/** @param {Clock} clock @param {number} now */
export function stopClock(clock, now) {
  tick(clock, now);
  clock.last = null;
}

/** What was spent, in seconds; from now on it counts anew. @param {Clock} clock @param {number} now */
export function takeTime(clock, now) {
  stopClock(clock, now);
  const { spent } = clock;
  clock.spent = 0;
  return Math.round(spent / 100) / 10;
}
