// The texts of the bench with their n-grams marked, as on the Segments screen.

import { element } from "../../../widgets/dom.js";
import { depths, labelled, step, tokenLine } from "../../../widgets/marked_lines.js";
import { lineName } from "./layout.js";

/** The rows, each with the tokens of its line. @param {import("../bench_data.js").BenchData} data @param {number} order */
export function markedLines(data, order) {
  /** @type {{row: HTMLElement, tokens: import("../bench_data.js").Token[]}[]} */
  const rows = [];
  for (const side of data.sides) {
    side.lines.forEach((line, i) => {
      const good = depths(line.occurrences, line.tokens.length, order, "credited");
      const over = depths(line.occurrences, line.tokens.length, order, "clipped");
      const text = tokenLine(line.text, line.tokens, false,
        (t) => "d" + step(good.tokens[t], data.order) + (over.tokens[t] ? " clipped" : ""),
        (t) => "d" + step(good.gaps[t], data.order));
      const name = side.letter.toLowerCase();
      const row = labelled([element("b", name, lineName(side.letter, side.lines.length, i))], "system " + name, text);
      rows.push({ row, tokens: line.tokens });
    });
  }
  data.references.forEach((lines, r) => lines.forEach((line, i) => {
    if (line.tokens === null) return;
    const sides = data.sides.map((side) => depths(side.lines[i].references[r], line.tokens.length, order, "covered"));
    const cover = (/** @type {"tokens" | "gaps"} */ kind) => (/** @type {number} */ t) => {
      const [a, b] = [sides[0][kind][t], sides[1]?.[kind][t] ?? 0];
      return a && b ? "alike" : a ? "more-a" : b ? "more-b" : "none";
    };
    const row = labelled([element("span", "", lineName("Ref " + (r + 1), lines.length, i))], "reference",
      tokenLine(line.text, line.tokens, false, cover("tokens"), cover("gaps")));
    rows.push({ row, tokens: line.tokens });
  }));
  return rows;
}
