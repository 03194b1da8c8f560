// Numbers as bleu_core/common/formatting.py writes them: the page and the core show the same strings.

const MINUS = "\u2212";
export const NO_VALUE = "–";
const LEAST_P = 0.0001; // smaller p-values are written as below it
const SUBSCRIPTS = "₀₁₂₃₄₅₆₇₈₉";

/** `toFixed`, which writes numbers from 10²¹ on, all of them whole, with an exponent. @param {number} size @param {number} digits */
function fixed(size, digits) {
  return size < 1e21 ? size.toFixed(digits) : BigInt(size) + (digits ? "." + "0".repeat(digits) : "");
}

/** @param {number} number */
function isNegative(number) {
  return number < 0 || Object.is(number, -0);
}

/** The sign, commas between thousands, and a fixed number of decimals. @param {number} number @param {number} digits @param {string} [plus] */
function withSign(number, digits, plus = "") {
  const sign = isNegative(number) ? MINUS : plus;
  if (Math.abs(number) === Infinity) return (number < 0 ? MINUS : "") + "∞";
  if (Number.isNaN(number)) return "nan";
  const [whole, fraction] = fixed(Math.abs(number), digits).split(".");
  return sign + whole.replace(/\B(?=(\d{3})+$)/g, ",") + (fraction ? "." + fraction : "");
}

/** A number with commas between thousands; a fraction keeps one decimal. @param {number} number */
export function formatInt(number) {
  return withSign(number, Number.isInteger(number) ? 0 : 1);
}

/** A number with its noun; the plural is `many` or adds "s". @param {number} number @param {string} one @param {string} [many] */
export function formatCount(number, one, many) {
  return `${formatInt(number)} ${number === 1 ? one : many || one + "s"}`;
}

/** A place in a list, from 1. @param {number} place */
export function formatOrdinal(place) {
  if (place === 1) return "first";
  const isTeen = Math.floor(place / 10) % 10 === 1;
  return formatInt(place) + ((!isTeen && ["th", "st", "nd", "rd"][place % 10]) || "th");
}

/** A score, or another number, with a fixed number of decimals. @param {number} number @param {number} [digits] */
export function formatScore(number, digits = 2) {
  if (Number.isNaN(number)) return "undefined";
  const text = withSign(number, digits);
  return isNegative(number) && !/[1-9∞]/.test(text) ? text.slice(1) : text;
}

/** A difference, always with its sign. @param {number} number @param {number} [digits] */
export function formatDelta(number, digits = 2) {
  if (Number.isNaN(number)) return "undefined";
  const text = withSign(number, digits, "+");
  return /[1-9∞]/.test(text) ? text : text.slice(1);
}

/** The tone of a difference as it is written: what is written as zero has none. @param {string} text @param {boolean} [lower] whether lower is better */
export function toneOfText(text, lower = false) {
  return !/^[+\u2212]/.test(text) ? "" : text.startsWith("+") !== lower ? "gain" : "loss";
}

/** Decimals of small differences: three, or as many as show two significant digits of one. @param {number} number */
export function smallDigits(number) {
  const size = Math.abs(number);
  return size > 0 && size < 0.01 ? Math.min(1 - Math.floor(Math.log10(size)), 100) : 3;
}

/** A small difference. @param {number} number */
export function formatSmallDelta(number) {
  return formatDelta(number, smallDigits(number));
}

/**
 * `digits` significant digits, with an exponent where a number is very large or small.
 * @param {number} number
 * @param {number} digits at most 15
 * @param {boolean} whole whether zeros at the end remain
 */
function significant(number, digits, whole) {
  if (Number.isNaN(number)) return "nan";
  const sign = isNegative(number) ? "-" : "", size = Math.abs(number);
  if (size === Infinity) return sign + "inf";
  const [mantissa, power] = size.toExponential(digits - 1).split("e"), exponent = Number(power), decimals = digits - 1 - exponent;
  const trimmed = (/** @type {string} */ text) => {
    if (!text.includes(".")) return text + (whole ? "." : "");
    return whole ? text : text.replace(/\.?0+$/, "");
  };
  if (exponent >= -4 && decimals >= 0) return sign + trimmed(fixed(size, decimals));
  return `${sign}${trimmed(mantissa)}e${exponent < 0 ? "-" : "+"}${String(Math.abs(exponent)).padStart(2, "0")}`;
}

/** A number of any size with at most `digits` significant digits and a typographic minus. @param {number} number @param {number} [digits] */
export function formatNumber(number, digits = 6) {
  const size = Math.abs(number);
  return (number < 0 ? MINUS : "") + (Number.isInteger(number) ? formatInt(size) : significant(size, digits, false));
}

/** The label of a component of BLEU or of the ledger. @param {string} component */
export function formatComponent(component) {
  if (!/^p\d+$/.test(component)) return component.replaceAll("bp", "BP");
  return component.replace(/\d/g, (digit) => SUBSCRIPTS[Number(digit)]);
}

/** Two significant digits, or as many as distinguish a p-value from the level. @param {number} p @param {number} level */
function digitsOfP(p, level) {
  for (let digits = 2; ; digits++) {
    const text = significant(p, digits, true);
    if (Number(text) !== level || p === level || digits === 17) return text;
  }
}

/** A p-value or q-value for a table cell, without its letter; a dash if there is none. @param {number | null} p */
export function formatPCell(p) {
  if (p === null || Number.isNaN(p)) return NO_VALUE;
  return p < LEAST_P ? `< ${LEAST_P}` : digitsOfP(p, 0.05);
}

/** A proportion in per cent that reads 0 or 100 only if it is exactly that. @param {number} part */
export function formatShare(part) {
  if (part > 0 && part < 0.0005) return "< 0.1%";
  return part >= 0.9995 && part < 1 ? "> 99.9%" : `${formatScore(100 * part, 1)}%`;
}

/** A fraction: count over total. @param {number} count @param {number} total */
export function formatFraction(count, total) {
  return `${formatInt(count)}/${formatInt(total)}`;
}

/** The beginning of a text, at most `most` characters. @param {string} text @param {number} [most] */
export function truncateText(text, most = 60) {
  const characters = Array.from(text);
  return characters.length <= most ? text : characters.slice(0, most - 1).join("") + "…";
}

// As `_INVISIBLE` of bleu_core/common/escaping.py.
const LATIN = "A-Za-z\\u00c0-\\u024f\\u1e00-\\u1eff", NEAR = "\\0-\\u024f\\u1e00-\\u206f", MARK = "[\\u061c\\u180e\\u200c-\\u200f]";
const UNSEEN = "[\\0-\\x1f\\x7f-\\x9f\\xad\\u200b\\u2028-\\u202e\\u2060-\\u2064\\u2066-\\u2069\\ufeff\\ufff9-\\ufffb\\ufffe\\uffff]";
const INVISIBLE = new RegExp(`${UNSEEN}|(?<=[${LATIN}])${MARK}(?![^${NEAR}])|(?<![^${NEAR}])${MARK}(?=[${LATIN}])`, "g");

/** Text on one line, invisible characters as pictures: `one_line` of bleu_core/common/escaping.py. @param {string} text @param {number} [most] characters */
export function oneLine(text, most = Infinity) {
  return truncateText(text, most).replace(INVISIBLE, (sign) => {
    const code = sign.charCodeAt(0);
    if (code < 0x20) return String.fromCharCode(0x2400 + code); // Unicode has a picture for each
    return code === 0x7f ? "␡" : `<U+${code.toString(16).toUpperCase().padStart(4, "0")}>`;
  });
}

/** A score or a difference of scores without rounding errors: `rounded` of bleu_core/common/rounding.py. @param {number} score */
export function roundedScore(score) {
  const scaled = score * 1e9, floor = Math.floor(scaled), over = scaled - floor;
  const whole = over > 0.5 || (over === 0.5 && floor % 2) ? floor + 1 : floor;
  return Math.abs(scaled) < 2 ** 52 ? whole / 1e9 : scaled / 1e9;
}
