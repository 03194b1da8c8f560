// The lessons and the glossary, which are fetched once, when somebody first asks for them.

/** @typedef {{name: string, term: string, short: string, how: string, mistake: string, source: string, also: string[]}} Entry */
/** Lessons by name and title. @typedef {{lessons: [string, string][], glossary: Entry[]}} Help */

/** @type {Help | null} null until it has come */
let help = null;

/** Nothing without an answer; then it is asked for again the next time. @returns {Promise<Help | null>} */
export async function fetchHelp() {
  try {
    help ??= await (await fetch("./help.json")).json();
  } catch {
    return null;
  }
  return help;
}
