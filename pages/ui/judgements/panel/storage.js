// Where what is not saved yet outlives the page, and a tab that is closed.

/** @typedef {import("./outbox.js").Outbox} Outbox */
/** @typedef {import("./outbox.js").Op} Op */
/** @typedef {{sessionStorage: Storage, localStorage: Storage}} Tab */
/** @typedef {{ops?: Op[], past?: Op[], told?: string}} Kept */

export const UNSAVED = "bleuscope-unsaved";

/** @param {Tab} tab @param {"sessionStorage" | "localStorage"} name */
export function storageOf(tab, name) {
  try {
    return tab[name] ?? null;
  } catch {
    return null; // what is unsaved is asked about before the page is left
  }
}

/** @param {Storage | null} storage @param {string} place @returns {Kept} */
export function stored(storage, place) {
  try {
    return JSON.parse(storage.getItem(place)) ?? {};
  } catch {
    return {};
  }
}

/** @param {Storage | null} storage @param {string} place @param {object | null} kept */
export function keepIn(storage, place, kept) {
  try {
    if (kept) storage.setItem(place, JSON.stringify(kept));
    else storage.removeItem(place);
  } catch { /* it is full, or there is none */ }
}

/**
 * What the next page is to send: also notes and marks that were refused, as it then offers the choice.
 * @param {import("./outbox.js").Outbox<any>} box
 * @param {Op | null} draft a note that is being written, as an op
 */
function unsaved(box, draft) {
  const refused = [...box.conflicts.values()].map(({ op }) => op).filter(({ kind, text }) => kind === "note" || (kind === "mark" && text));
  return [...refused, ...box.ops, ...(draft ? [draft] : [])];
}

/**
 * @param {Outbox} box
 * @param {Op | null} draft
 * @param {string} [told] what the next page has to tell
 */
export function store(box, draft, told = "") {
  const ops = unsaved(box, draft);
  keepIn(box.storage, box.place, ops.length || box.past.length || told ? { ops, past: box.past, told } : null);
}

/**
 * The page is going, perhaps for good. What was sent may arrive or not: it is sent again by the
 * next page that is opened; Python knows what it has saved by its id.
 * @param {import("./outbox.js").Outbox<any>} box
 * @param {Op | null} [draft]
 */
export function leaveBehind(box, draft = null) {
  const ops = unsaved(box, draft), known = stored(box.left, box.place).ops ?? [];
  const others = known.filter(({ id }) => !ops.some((op) => op.id === id));
  if (ops.length) keepIn(box.left, box.place, { ops: [...others, ...ops] });
}
