// Searching in time that is linear in the text, as RE2 does it: all ways to match advance together. The browser's
// own search tries one after another, which takes it years to find that "(a+)+b" is not in a line of 60 "a".

/**
 * A step of a program. "one" takes a character, "place" goes on only there, "either" tries `first` before `second`,
 * "jump" goes on at `first`.
 * @typedef {{does: "one", fits: (character: string) => boolean} | {does: "place", holds: (text: string[], at: number) => boolean}
 *   | {does: "either", first: number, second: number} | {does: "jump", first: number} | {does: "found"}} PatternStep
 */
/** @typedef {{type: "times", part: PatternTree, least: number, most: number, lazy: boolean}} RepeatedTree */
/** @typedef {{type: "step", step: PatternStep} | {type: "all" | "any", parts: PatternTree[]} | RepeatedTree} PatternTree */
/** @typedef {{signs: string[], at: number, ignoreCase: boolean}} PatternReader */

/** The signs of the patterns that patterns.js writes: places, groups, repetitions, classes, characters. */
const PATTERN_SIGNS =
  /\(\?<?!\[\^(?:\\n)?\]\)|\((?:\?(?:<\w+>|-?i?:))?|[*+?]\??|\{\d+(?:,\d*)?\}\??|\[(?:\\.|\[(?:\\.|[^\]\\])*\]|[^[\]\\])*\]|\\x[\da-f]{2}|\\u\{[\da-f]+\}|\\[pP]\{[^}]*\}|\\.|./gsu;
const REPETITION = /^[*+?{]/;
/** A program of more steps would be slow. */
const MOST_STEPS = 20_000;
/** The most often that repetitions within each other may repeat something: that of RE2. */
const MOST_TIMES = 1_000;

/** @param {string | undefined} character */
function isWordCharacter(character) {
  return character !== undefined && /^\w$/.test(character);
}

/** @param {string[]} text @param {number} at */
function isWordEdge(text, at) {
  return isWordCharacter(text[at - 1]) !== isWordCharacter(text[at]);
}

/** @type {Map<string, (text: string[], at: number) => boolean>} */
const PLACES_IN_TEXT = new Map([
  ["^", (_, at) => at === 0],
  ["(?<![^])", (_, at) => at === 0],
  ["(?<![^\\n])", (text, at) => at === 0 || text[at - 1] === "\n"],
  ["$", (text, at) => at === text.length],
  ["(?![^])", (text, at) => at === text.length],
  ["(?![^\\n])", (text, at) => at === text.length || text[at] === "\n"],
  ["\\b", isWordEdge],
  ["\\B", (text, at) => !isWordEdge(text, at)],
]);

/**
 * Whether the browser may search with a pattern that patterns.js has written: with one repetition, which is of a
 * single character, its time is at most quadratic.
 * @param {string} pattern
 */
export function isQuickPattern(pattern) {
  const signs = pattern.match(PATTERN_SIGNS) ?? [], repeated = signs.flatMap((sign, i) => (REPETITION.test(sign) ? [i] : []));
  return repeated.length < 2 && repeated.every((i) => signs[i - 1] !== ")");
}

// ---- From a pattern to a program.

/** @param {PatternReader} reader @returns {PatternTree} */
function readAlternatives(reader) {
  const parts = [readSequence(reader)];
  for (; reader.signs[reader.at] === "|"; parts.push(readSequence(reader))) reader.at++;
  return { type: "any", parts };
}

/** @param {PatternReader} reader @returns {PatternTree} */
function readSequence(reader) {
  const { signs } = reader, parts = [];
  while (reader.at < signs.length && signs[reader.at] !== "|" && signs[reader.at] !== ")") {
    const part = readPatternPart(reader), sign = signs[reader.at] ?? "";
    parts.push(REPETITION.test(sign) ? repeatedPart(part, sign) : part);
    if (REPETITION.test(sign)) reader.at++;
  }
  return { type: "all", parts };
}

/** @param {PatternTree} part @param {string} sign @returns {PatternTree} */
function repeatedPart(part, sign) {
  const [, least, comma, most] = /^\{(\d+)(,?)(\d*)/.exec(sign) ?? [], lazy = sign.length > 1 && sign.endsWith("?");
  if (least) return { type: "times", part, least: Number(least), most: most ? Number(most) : comma ? Infinity : Number(least), lazy };
  return { type: "times", part, least: sign[0] === "+" ? 1 : 0, most: sign[0] === "?" ? 1 : Infinity, lazy };
}

/** @param {PatternReader} reader @returns {PatternTree} */
function readPatternPart(reader) {
  const sign = reader.signs[reader.at++], holds = PLACES_IN_TEXT.get(sign);
  if (holds) return { type: "step", step: { does: "place", holds } };
  if (sign[0] !== "(") return { type: "step", step: { does: "one", fits: characterTest(sign, reader.ignoreCase) } };
  const { ignoreCase } = reader;
  if (sign.endsWith("i:")) reader.ignoreCase = sign === "(?i:";
  const inner = readAlternatives(reader);
  reader.at++;
  reader.ignoreCase = ignoreCase;
  return inner;
}

/** @param {string} sign @param {boolean} ignoreCase */
function characterTest(sign, ignoreCase) {
  const pattern = new RegExp(`^${sign}$`, ignoreCase ? "iv" : "v");
  /** @type {Map<string, boolean>} */
  const known = new Map();
  return (/** @type {string} */ character) => {
    let fits = known.get(character);
    if (fits === undefined) known.set(character, fits = pattern.test(character));
    return fits;
  };
}

/**
 * Add the steps of a tree. RangeError if they are too many.
 * @param {PatternStep[]} program
 * @param {PatternTree} tree
 * @param {number} [times] how often the repetitions around it repeat it
 */
function addSteps(program, tree, times = 1) {
  if (program.length > MOST_STEPS || times > MOST_TIMES) throw new RangeError();
  if (tree.type === "step") program.push(tree.step);
  else if (tree.type === "times") addRepetition(program, tree, times);
  else if (tree.type === "any") addAlternatives(program, tree.parts, times);
  else for (const part of tree.parts) addSteps(program, part, times);
}

/** @param {PatternStep[]} program @param {PatternTree[]} parts @param {number} times */
function addAlternatives(program, parts, times) {
  const jumps = parts.slice(0, -1).map((part) => {
    const choice = newChoice(program.length + 1), jump = { does: /** @type {const} */ ("jump"), first: 0 };
    program.push(choice);
    addSteps(program, part, times);
    program.push(jump);
    choice.second = program.length;
    return jump;
  });
  addSteps(program, parts[parts.length - 1], times);
  for (const jump of jumps) jump.first = program.length;
}

/**
 * Without an end, a repetition is "x x+" or "(x+)?", as in RE2.
 * @param {PatternStep[]} program
 * @param {RepeatedTree} tree
 * @param {number} times
 */
function addRepetition(program, { part, least, most, lazy }, times) {
  const endless = most === Infinity, always = endless ? least - 1 : least, maybe = endless ? Number(!least) : most - least;
  const choices = [], add = () => addSteps(program, part, times * Math.max(1, endless ? least : most));
  for (let i = 0; i < always; i++) add();
  for (let i = 0; i < maybe; i++) {
    const choice = newChoice(program.length + 1);
    program.push(choice);
    choices.push(choice);
    if (!endless) add();
  }
  if (endless) {
    const again = newChoice(program.length);
    add();
    program.push(again);
    choices.push(again);
  }
  for (const choice of choices) [choice.first, choice.second] = lazy ? [program.length, choice.first] : [choice.first, program.length];
}

/** @param {number} first */
function newChoice(first) {
  return { does: /** @type {const} */ ("either"), first, second: 0 };
}

// ---- Searching.

/** A pattern that `search` and `matchAll` of strings take, as they take a RegExp. */
export class LinearPattern {
  /** RangeError if it is too long. @param {string} pattern as patterns.js writes it @param {boolean} ignoreCase */
  constructor(pattern, ignoreCase) {
    /** @type {PatternStep[]} */
    this.program = [];
    addSteps(this.program, readAlternatives({ signs: pattern.match(PATTERN_SIGNS) ?? [], at: 0, ignoreCase }));
    this.program.push({ does: "found" });
  }

  /** @param {string} text */
  [Symbol.search](text) {
    const found = this.foundFrom(Array.from(text), 0);
    return found ? found[0] : -1;
  }

  /** @param {string} text @returns {Generator<{0: string, index: number}>} */
  *[Symbol.matchAll](text) {
    const characters = Array.from(text), units = [0];
    for (const character of characters) units.push(units[units.length - 1] + character.length);
    for (let from = 0; from <= characters.length;) {
      const found = this.foundFrom(characters, from);
      if (!found) return;
      const [start, end] = found;
      yield { 0: text.slice(units[start], units[end]), index: units[start] };
      from = end > start ? end : end + 1;
    }
  }

  /**
   * The first place that matches: the way that the browser's search would find first.
   * @param {string[]} text characters
   * @param {number} from
   * @returns {[start: number, end: number] | null}
   */
  foundFrom(text, from) {
    const seen = new Int32Array(this.program.length).fill(-1);
    /** @type {[step: number, start: number][]} the best ways first */
    let ways = [];
    /** @type {[number, number] | null} */
    let found = null;
    for (let at = from; at <= text.length; at++) {
      if (!found) this.addWays(ways, seen, 0, at, text, at);
      if (!ways.length && found) break;
      /** @type {[number, number][]} */
      const next = [];
      for (const [number, start] of ways) {
        const step = this.program[number];
        if (step.does === "found") {
          found = [start, at];
          break; // the others are worse
        }
        if (step.does === "one" && at < text.length && step.fits(text[at])) this.addWays(next, seen, number + 1, start, text, at + 1);
      }
      ways = next;
    }
    return found;
  }

  /**
   * Add where a way leads without a character, unless a better one does.
   * @param {[number, number][]} ways
   * @param {Int32Array} seen by step, the place in the text where a way was there last
   * @param {number} number of the step
   * @param {number} start
   * @param {string[]} text
   * @param {number} at
   */
  addWays(ways, seen, number, start, text, at) {
    const open = [number];
    while (open.length) {
      const next = open.pop(), step = this.program[next];
      if (seen[next] === at) continue;
      seen[next] = at;
      if (step.does === "jump") open.push(step.first);
      else if (step.does === "either") open.push(step.second, step.first);
      else if (step.does !== "place") ways.push([next, start]);
      else if (step.holds(text, at)) open.push(next + 1);
    }
  }
}
