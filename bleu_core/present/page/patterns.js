// Regular expressions of RE2, which the core searches with, as those of the browser. The same texts
// match; what RE2 refuses is refused.

import { isQuickPattern, LinearPattern } from "./linear_pattern.js";

/** @param {string} character */
function patternSign(character) {
  return /[\x00-\x2f\x3a-\x40\x5b-\x5e`\x7b-\x7f]/.test(character) ? "\\x" + character.charCodeAt(0).toString(16).padStart(2, "0") : character;
}

const RE2_SPACES = "\\t\\n\\f\\r\\x20"; // those of RE2
/** @type {Record<string, string>} */
const PERL_CLASSES = { d: "0-9", w: "0-9A-Za-z_", s: RE2_SPACES };
/** @type {Record<string, string>} */
const POSIX_CLASSES = {
  alnum: "0-9A-Za-z", alpha: "A-Za-z", ascii: "\\x00-\\x7f", blank: "\\t\\x20", cntrl: "\\x00-\\x1f\\x7f", digit: "0-9",
  graph: "\\x21-\\x7e", lower: "a-z", print: "\\x20-\\x7e", punct: "\\x21-\\x2f\\x3a-\\x40\\x5b-\\x60\\x7b-\\x7e",
  space: "\\t\\n\\v\\f\\r\\x20", upper: "A-Z", word: "0-9A-Za-z_", xdigit: "0-9A-Fa-f",
};
/** @type {Record<string, string>} */
const CONTROL_SIGNS = { a: "\\x07", f: "\\f", n: "\\n", r: "\\r", t: "\\t", v: "\\v" };
/** @type {Record<string, string>} */
const PATTERN_PLACES = { A: "(?<![^])", z: "(?![^])", b: "\\b", B: "\\B" };

const MOST_REPEATS = 1_000; // of RE2

class UnreadablePattern extends Error {}

/** @param {string} names @param {boolean} not */
function patternClass(names, not) {
  return `[${not ? "^" : ""}${names}]`;
}

/** @param {string} name such as "L", "Lu", "Greek", "^Greek" @param {boolean} not */
function unicodeProperty(name, not) {
  const negated = name.startsWith("^"), bare = negated ? name.slice(1) : name;
  const whole = bare.length <= 2 || bare === "Any" ? bare : "Script=" + bare;
  return `\\${negated !== not ? "P" : "p"}{${whole}}`;
}

/**
 * What a pattern has at a place: its length there, and what that is in the browser's language.
 * @typedef {{length: number, text: string}} PatternPiece
 */

/**
 * A character or a class after a backslash.
 * @param {string} rest from the backslash on
 * @returns {PatternPiece}
 */
function escapedPiece(rest) {
  const [sign] = rest.slice(1);
  if (sign === undefined) throw new UnreadablePattern();
  const found = /^\\(?:x\{([0-9A-Fa-f]+)\}|x([0-9A-Fa-f]{2})|(0[0-7]{0,2}|[1-7][0-7]{1,2})|([pP])(?:\{([^}]*)\}|(\w)))/.exec(rest);
  if (found) {
    const [{ length }, wide, narrow, octal, which, long, short] = found;
    if (which) return { length, text: unicodeProperty(long ?? short, which === "P") };
    const code = octal ? parseInt(octal, 8) : parseInt(wide ?? narrow, 16);
    return { length, text: `\\u{${code.toString(16)}}` };
  }
  const kind = PERL_CLASSES[sign.toLowerCase()];
  if (kind) return { length: 2, text: patternClass(kind, sign !== sign.toLowerCase()) };
  if (sign in CONTROL_SIGNS) return { length: 2, text: CONTROL_SIGNS[sign] };
  if (/\w/.test(sign) || sign > "\x7f") throw new UnreadablePattern();
  return { length: 2, text: patternSign(sign) };
}

/**
 * A class in brackets.
 * @param {string} rest from the bracket on
 * @returns {PatternPiece}
 */
function bracketPiece(rest) {
  const not = rest[1] === "^", start = not ? 2 : 1;
  let at = start, text = "";
  while (at === start || rest[at] !== "]") {
    const [sign] = rest.slice(at);
    if (sign === undefined) throw new UnreadablePattern();
    const posix = /^\[:(\^?)(.*?):\]/s.exec(rest.slice(at));
    if (posix) {
      if (!Object.hasOwn(POSIX_CLASSES, posix[2])) throw new UnreadablePattern();
      text += patternClass(POSIX_CLASSES[posix[2]], Boolean(posix[1]));
      at += posix[0].length;
    } else if (sign === "\\") {
      const piece = escapedPiece(rest.slice(at));
      text += piece.text;
      at += piece.length;
    } else if (sign === "-" && at > start && rest[at + 1] !== "]") {
      text += "-"; // of a range
      at++;
    } else {
      text += patternSign(sign);
      at += sign.length;
    }
  }
  return { length: at + 1, text: patternClass(text, not) };
}

/** What opens a group. Flags within a pattern are not read, except "i" of a group. @param {string} rest from the parenthesis on @returns {PatternPiece} */
function groupPiece(rest) {
  const [{ length }, name, flags] = /^\((?:\?(?:P?<([A-Za-z_]\w*)>|(-?i)?:))?/.exec(rest);
  if (length === 1 && rest[1] === "?") throw new UnreadablePattern();
  return { length, text: name ? `(?<${name}>` : flags ? `(?${flags}:` : length > 1 ? "(?:" : "(" };
}

/**
 * The signs that mean the same unless a flag is set.
 * @param {string} sign
 * @param {string} flags
 */
function signText(sign, flags) {
  const lines = flags.includes("m");
  if (sign === ".") return flags.includes("s") ? "[^]" : "[^\\n]";
  if (sign === "^") return lines ? "(?<![^\\n])" : "^";
  if (sign === "$") return lines ? "(?![^\\n])" : "$";
  return "*+?|)".includes(sign) ? sign : patternSign(sign);
}

/** @param {string} rest @param {string} flags @returns {PatternPiece} */
function nextPiece(rest, flags) {
  const [sign] = rest;
  if (sign === "[") return bracketPiece(rest);
  if (sign === "(") return groupPiece(rest);
  const repeated = /^\{(\d+)(?:,(\d*))?\}/.exec(rest);
  if (Number(repeated?.[1]) > MOST_REPEATS || Number(repeated?.[2]) > MOST_REPEATS) throw new UnreadablePattern();
  if (repeated) return { length: repeated[0].length, text: repeated[0] };
  if (sign !== "\\") return { length: sign.length, text: signText(sign, flags) };
  if (rest[1] in PATTERN_PLACES) return { length: 2, text: PATTERN_PLACES[rest[1]] };
  if (rest[1] !== "Q") return escapedPiece(rest);
  const [quoted] = rest.slice(2).split("\\E");
  return { length: quoted.length + (rest.includes("\\E") ? 4 : 2), text: Array.from(quoted, patternSign).join("") };
}

/**
 * A pattern of RE2 as a global one of the browser, or one that strings can search with in the same way, so that no
 * link can stall the page; null if RE2 refuses it, or if it is one of the few that the browser cannot follow.
 * @param {string} pattern
 * @returns {RegExp | null}
 */
export function patternOf(pattern) {
  const flags = /^\(\?([ims]+)\)/.exec(pattern)?.[1] ?? "";
  let at = flags ? flags.length + 3 : 0, text = "";
  try {
    while (at < pattern.length) {
      const piece = nextPiece(pattern.slice(at), flags);
      text += piece.text;
      at += piece.length;
    }
    const ignoreCase = flags.includes("i"), known = new RegExp(text, ignoreCase ? "giv" : "gv");
    return isQuickPattern(text) ? known : /** @type {any} */ (new LinearPattern(text, ignoreCase));
  } catch (problem) {
    if (problem instanceof UnreadablePattern || problem instanceof SyntaxError || problem instanceof RangeError) return null;
    throw problem;
  }
}

/** Texts with some of this text in any case. @param {string} text */
export function anyCase(text) {
  return new RegExp(Array.from(text, patternSign).join(""), "giv");
}
