// The view of the open segment: its data from Python, and the display settings.

/** @typedef {import("../marked_lines.js").Token} Token */
/** @typedef {import("../marked_lines.js").Occurrences} Occurrences */
/** @typedef {import("../marked_lines.js").Hits} Hits */
/** @typedef {"a" | "b"} Side */
/** @typedef {Partial<Record<Side, string>>} Edits the texts that systems are tried with */
/**
 * The matches of a hypothesis (see bleu_core/explain/match_results.py).
 * @typedef {object} Match
 * @property {Token[]} tokens
 * @property {Occurrences} occurrences
 * @property {({occurrences: Occurrences} | null)[]} references
 */
/**
 * @typedef {object} ComparedNgram
 * @property {string} text
 * @property {number} order
 * @property {number} in_a
 * @property {number} in_b
 * @property {number[]} in_refs
 * @property {number} limit
 * @property {number} credited_a
 * @property {number} credited_b
 * @property {number} clipped_a
 * @property {number} clipped_b
 * @property {"A" | "B" | "shared" | "missed" | "unreferenced"} outcome
 */
/**
 * @typedef {object} Comparison
 * @property {Match} match_a
 * @property {Match} match_b
 * @property {ComparedNgram[]} ngrams
 * @property {Record<string, number>} tally how many n-grams each filter of the clipping table finds
 * @property {(Token[] | null)[]} references
 */
/**
 * A system under A and B, by __init__.py.
 * @typedef {object} Other
 * @property {string} system
 * @property {string} name the same as it is written
 * @property {string} text
 * @property {string} more how many tokens are not opened, or ""
 * @property {Token[]} tokens
 * @property {Occurrences} occurrences
 * @property {string[]} gained n-grams that are credited more often here than in A
 * @property {string[]} lost those that are credited more often in A
 * @property {string} score
 * @property {string} delta to A
 */
/**
 * The result of segment_data in __init__.py. Lines are named "a", "b", "source", "0", "1" …
 * @typedef {object} Segment
 * @property {string} comparison
 * @property {number} segment
 * @property {string | null} document
 * @property {number} order
 * @property {Record<Side, string>} names
 * @property {string | null} source
 * @property {string} source_more
 * @property {(string | null)[]} references
 * @property {Record<Side, string>} texts
 * @property {Record<Side, string>} own the systems' own, where another is tried
 * @property {Record<string, string>} more how many tokens of a line are not opened
 * @property {Comparison} match
 * @property {Record<string, [number[], number[]]>} words by two lines, the tokens of either that the other lacks
 * @property {string} carries the contribution to Δ, "" if it is undefined
 * @property {string} total of what it is a part
 * @property {import("./tables.js").Scores} numbers
 * @property {string[]} notes
 * @property {Record<string, Hits>} hits
 * @property {import("../glossary_tip.js").Glossary} glossary
 * @property {object | null} judging
 * @property {Other[]} [others]
 */
/** @typedef {"" | "both" | "lost" | "gained"} Difference all n-grams; those that one system won; that A won; that B won */
/**
 * @typedef {object} Ui
 * @property {import("../marked_lines.js").Order} order
 * @property {Difference} diff which n-grams alone are highlighted
 * @property {boolean} scored whether tokens are written as they are scored
 * @property {string} words which two lines have the words boxed that the other lacks
 * @property {boolean} allReferences whether none of many references is folded away
 * @property {string} other the system that is in focus of those under A; "" for B
 * @property {string} clip the filter of the clipping table
 * @property {boolean} allRows of that table
 * @property {string | null} pinned the n-gram that is lit
 * @property {boolean} help
 * @property {boolean} plain whether BLEU highlights are hidden
 * @property {boolean} unmarked whether error annotations are hidden
 * @property {boolean} marking whether clicked tokens are annotated as errors
 * @property {number} segment
 * @property {Record<Side, boolean>} editing
 */
/** @typedef {{box: HTMLElement, area: HTMLTextAreaElement, timer: number}} Editor */
/**
 * @typedef {object} Parts
 * @property {HTMLElement} bar
 * @property {HTMLElement} lines
 * @property {HTMLElement} inspector
 * @property {HTMLElement} changes what B lost or gained, in words
 * @property {HTMLElement} legend
 * @property {HTMLElement} layers
 * @property {HTMLElement} notes
 * @property {HTMLElement} below
 * @property {Record<Side, Editor>} editors
 */
/**
 * @typedef {object} View
 * @property {Segment} data
 * @property {Ui} ui
 * @property {Parts} parts
 * @property {Map<string, ComparedNgram>} ngrams by their texts
 * @property {Edits} edits as they were sent last
 * @property {(changes: Partial<Ui>) => void} redraw
 * @property {(text: string) => void} pin an n-gram, or let it go
 * @property {(side: Side) => void} close the editor of a system, and take the edit back
 * @property {Hooks} hooks
 */
/**
 * What the view asks of the page around it.
 * @typedef {object} Hooks
 * @property {(by: number) => void} go to the next or the previous segment of the list
 * @property {() => void} search puts the focus in the field that searches the list
 * @property {string[]} keys other keys of the page, in words
 * @property {((edit: object) => void) | null} edit scores edited outputs; null where nothing can
 * @property {(choice: object) => void} [makeB] compares a system with A
 * @property {() => void} [linesDrawn] draws over lines that were drawn anew
 */

/** The keys that step through the list. @type {Record<string, number>} */
export const STEPS = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 };

/** @type {Side[]} */
export const SIDES = ["a", "b"];

/** @param {Segment} data @returns {Ui} */
export function startUi(data) {
  return {
    order: "longest", diff: "", scored: false, words: "", allReferences: false, other: "", clip: "differ", allRows: false,
    pinned: null, help: false, plain: false, unmarked: false, marking: false, segment: data.segment, editing: { a: false, b: false },
  };
}

/** @param {Segment} data @param {Side} side */
export function matchOf(data, side) {
  return side === "a" ? data.match.match_a : data.match.match_b;
}

/** The systems whose n-grams are highlighted. @param {Ui} ui */
export function winners({ diff }) {
  return diff === "lost" ? ["A"] : diff === "gained" ? ["B"] : ["A", "B"];
}

/**
 * The tokens and matches in the line of a system.
 * @param {Segment} data
 * @param {DOMStringMap} row the data attributes of the row
 * @returns {{tokens: Token[], occurrences: Occurrences} | null} null if it is no system's
 */
export function markedIn(data, { side, other }) {
  if (other !== undefined) return data.others[Number(other)];
  return side ? matchOf(data, side === "a" ? "a" : "b") : null;
}

/** Whether a part of the segment is all that is opened. @param {Segment} data */
export function isLong({ more, others }) {
  return Object.keys(more).length > 0 || Boolean(others?.some((other) => other.more));
}
