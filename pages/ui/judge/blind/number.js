// A mark of 0 to 100 as it is typed: two digits are a number ("07" is 7), and what is typed next is
// the other side's. "10" may become "100", so it ends with Enter, as does a digit alone; no other
// digit is taken after it. So no row of digits can be read in two ways.

/** @typedef {"left" | "right"} Half */
/** The number that is typed, or was just now; `id`: no other number has it. @typedef {{side: Half, text: string, id: string}} Entry */

/** @param {Half} side @returns {Half} */
export const opposite = (side) => (side === "left" ? "right" : "left");

/** @param {string} id @param {Half} [side] @returns {Entry} */
export const newEntry = (id, side = "left") => ({ side, text: "", id });

/** @param {Entry} entry */
const isFull = ({ text }) => text.length === 3 || (text.length === 2 && text !== "10");

/** Which side the next digit is for. @param {Entry} entry */
export function target(entry) {
  return isFull(entry) ? opposite(entry.side) : entry.side;
}

/**
 * The entry after a digit; null where it cannot be told what is meant.
 * @param {Entry} entry
 * @param {string} digit
 * @param {string} id of the number, if a new one begins
 */
export function typeDigit(entry, digit, id) {
  if (isFull(entry)) return { side: opposite(entry.side), text: digit, id };
  if (entry.text === "10" && digit !== "0") return null;
  return { ...entry, text: entry.text + digit };
}

/** The entry without its last digit. @param {Entry} entry */
export function eraseDigit(entry) {
  return { ...entry, text: entry.text.slice(0, -1) };
}

/** What a side has as its mark while this is typed. @param {Entry} entry */
export function valueOf({ text }) {
  return text && String(Number(text));
}
