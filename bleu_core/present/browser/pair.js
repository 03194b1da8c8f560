// What the two compared systems are called: `link_files` fills in the names of bleu_core/common/pair.py.

export const A = "{A}";
export const B = "{B}";
/** By side. @type {Record<string, string>} */
export const SIDE_NAMES = { a: A, b: B };
