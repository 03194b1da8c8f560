// 1. Tokens, each in its box.

import { element } from "../../../widgets/dom.js";
import { labelled, tokenLine } from "../../../widgets/marked_lines.js";
import { lineName, say } from "./layout.js";

/** @typedef {{text: string, tokens: import("../bench_data.js").Token[]}} TokenLine */

/** @param {string} name @param {string} className @param {TokenLine[]} lines */
function boxed(name, className, lines) {
  return lines.map((line, i) => {
    const text = tokenLine(line.text, line.tokens, true, () => "boxed", () => "");
    text.append(element("span", "muted size", line.tokens.length + (line.tokens.length === 1 ? " token" : " tokens")));
    return labelled([element("b", className, lineName(name, lines.length, i))], "", text);
  });
}

/** @param {import("../bench_data.js").BenchData} data */
export function tokensStep(data) {
  const rows = data.sides.flatMap((side) => boxed(side.letter, side.letter.toLowerCase(), side.lines));
  rows.push(...data.references.flatMap((lines, r) => boxed("Ref " + (r + 1), "", lines.filter((line) => line.tokens !== null))));
  return [say("The tokenizer “" + data.settings.tokenize + "” cuts each text into tokens" + (data.settings.lowercase ? ", lower-cased first" : "")
    + ". Only tokens count from here on: two that differ in one character do not match."), ...rows];
}
