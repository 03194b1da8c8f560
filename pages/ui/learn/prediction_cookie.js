// Predictions in a cookie, which predictions.py reads with the first request after a reload.

const COOKIE = "bleuscope-learn", LONGEST = 3500, HALF_A_YEAR = 182 * 24 * 60 * 60;

function read() {
  const all = document.cookie.split("; ").find((one) => one.startsWith(COOKIE + "="));
  return new URLSearchParams((all ?? "").slice(COOKIE.length + 1));
}

/** @param {URLSearchParams} kept */
function write(kept) {
  // A cookie holds at most 4 KiB; the oldest predictions are dropped first.
  while (kept.toString().length > LONGEST) kept.delete([...kept.keys()][0]);
  document.cookie = `${COOKIE}=${kept}; Max-Age=${HALF_A_YEAR}; SameSite=Strict`;
}

/** Save a text under a name, unless there is one: the first counts. @param {string} name @param {string} text */
export function keep(name, text) {
  const kept = read();
  if (kept.has(name)) return;
  kept.set(name, text);
  write(kept);
}

/** Delete the text saved under a name. @param {string} name */
export function drop(name) {
  const kept = read();
  kept.delete(name);
  write(kept);
}
