// An expression as far as completing needs to know it: its tokens, and where each stands. What
// grammar.lark says is the language; here a token that is not finished is one all the same.

/** @typedef {"name" | "quoted" | "string" | "pattern" | "number" | "sign" | "mark" | "other"} Kind */
/** @typedef {{kind: Kind, text: string, start: number, end: number, closed: boolean}} Token */

/** @type {[Kind, RegExp][]} in the order in which they are tried */
const KINDS = [
  ["string", /"(?:\\.|[^"\\])*("|$)/uy],
  ["quoted", /`(?:``|[^`])*(`|$)/uy],
  ["number", /[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?/uiy],
  ["name", /[\p{L}_][\p{L}\p{N}_]*(?:\.[\p{L}\p{N}_+]*)*/uy],
  ["sign", /<=|>=|!=|[=<>~]/uy],
  ["mark", /[(),]/uy],
];
const PATTERN = /\/(?:\\.|[^/\\])*(\/|$)/uy;
const SPACE = /\s+/uy;

/** @param {RegExp} wanted @param {string} text @param {number} at */
function found(wanted, text, at) {
  wanted.lastIndex = at;
  return wanted.exec(text);
}

/** The tokens of a text, in order. A slash begins a pattern after ~ alone. @param {string} text */
export function tokensOf(text) {
  /** @type {Token[]} */
  const tokens = [];
  let at = 0;
  while (at < text.length) {
    const space = found(SPACE, text, at);
    if (space) {
      at += space[0].length;
      continue;
    }
    /** @type {[Kind, RegExp][]} */
    const kinds = tokens.at(-1)?.text === "~" ? [["pattern", PATTERN], ...KINDS] : KINDS;
    const [kind, match] = kinds.map(([kind, wanted]) => /** @type {const} */ ([kind, found(wanted, text, at)])).find(([, match]) => match) ?? ["other", null];
    const part = match ? match[0] : text[at];
    tokens.push({ kind, text: part, start: at, end: at + part.length, closed: !match || match[1] === undefined || match[1] !== "" });
    at += part.length;
  }
  return tokens;
}
