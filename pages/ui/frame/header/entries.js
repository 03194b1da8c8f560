// What the palette finds: its entries, and which of them match.

import { SIDE_NAMES } from "browser/pair.js";

/**
 * @typedef {object} Entry @property {string} kind the heading it is under @property {string} label
 * @property {string} detail @property {string} words all that is searched, in lower case
 * @property {string[]} names the label and other names, in lower case @property {() => void} run
 */

/** @typedef {import("./header.js").HeaderData} HeaderData */
/** @typedef {import("./help.js").Help} Help */
/**
 * @typedef {object} Acts @property {(place: number) => void} screen
 * @property {(number: number) => void} segment @property {(name: string) => void} lesson
 * @property {(name: string) => void} term
 * @property {(side: "a" | "b", system: number) => void} system
 * @property {(place: number) => void} setting
 */

const MOST_ENTRIES = 12;
const IN_USE = "✓ in use";

/** @param {string} kind @param {string} label @param {string} detail @param {() => void} run @param {string} [also] @returns {Entry} */
function entry(kind, label, detail, run, also = "") {
  const names = [label, ...also.split(", ")].map((name) => name.toLowerCase());
  return { kind, label, detail, run, names, words: [kind.toLowerCase(), ...names].join(" ") };
}

/** All entries but the segments. @param {HeaderData} data @param {Help | null} help null until it has come @param {Acts} acts */
export function entriesOf(data, help, acts) {
  const { open } = data;
  const screens = data.screens.map(({ label, key }, i) => entry("Screens", label, "g " + key, () => acts.screen(i)));
  const settings = (open?.choices ?? []).map(([name, meaning, used], i) => entry("Settings", name, used ? IN_USE : meaning, () => { if (!used) acts.setting(i); }, `${name.replace(": ", ", ")}, ${meaning}`));
  const lessons = (help?.lessons ?? []).map(([name, title], i) => entry("Lessons", `Lesson ${i + 1}: ${title}`, "", () => acts.lesson(name)));
  const terms = (help?.glossary ?? []).map(({ name, term, also }) => entry("Glossary", term, also.join(", "), () => acts.term(name), also.join(", ")));
  return [...screens, ...(open ? systemsOf(open, acts) : []), ...settings, ...lessons, ...terms];
}

/** Each system as B, and as A. @param {import("./header.js").Comparison} open @param {Acts} acts */
function systemsOf(open, acts) {
  return open.systems.flatMap((name, i) => /** @type {const} */ (["b", "a"]).map((side) => {
    const used = open[side] === i, as = "as " + SIDE_NAMES[side];
    return entry("Systems", name, used ? `${as} ${IN_USE}` : as, () => { if (!used) acts.system(side, i); }, as);
  }));
}

/** The segment with the number that is typed, if there is one. @param {string} query @param {HeaderData} data @param {Acts} acts */
function segmentsOf(query, data, acts) {
  const [, number] = /^(?:s(?:eg(?:ment)?)? *|#)?([1-9][0-9]{0,8})$/.exec(query) ?? [];
  if (!number || Number(number) > (data.open?.segments ?? Infinity)) return [];
  return [entry("Segments", "Segment " + number, "", () => acts.segment(Number(number)))];
}

/** The lower the better. @param {Entry} entry @param {string[]} words @param {string} query */
function rank({ names }, words, query) {
  const [label] = names;
  if (names.includes(query)) return 0;
  if (label.startsWith(query)) return 1;
  if (words.every((word) => (" " + label).includes(" " + word))) return 2;
  return words.every((word) => label.includes(word)) ? 3 : 4;
}

/**
 * The best entries that contain all words, by kind; the screens where nothing is typed.
 * @param {string} typed @param {Entry[]} entries @param {HeaderData} data @param {Acts} acts
 * @returns {[string, Entry[]][]}
 */
export function matches(typed, entries, data, acts) {
  const query = typed.trim().toLowerCase(), words = query.split(/\s+/);
  if (!query) return [["Screens", entries.filter(({ kind }) => kind === "Screens")]];
  const found = entries.filter((one) => words.every((word) => one.words.includes(word)));
  const ranks = new Map(found.map((one) => [one, rank(one, words, query)]));
  found.sort((one, other) => ranks.get(one) - ranks.get(other)); // stable: in order where alike
  const best = [...segmentsOf(query, data, acts), ...found].slice(0, MOST_ENTRIES);
  const kinds = [...new Set(best.map(({ kind }) => kind))];
  return kinds.map((kind) => [kind, best.filter((one) => one.kind === kind)]);
}
