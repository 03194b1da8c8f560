// The texts of the bench with the n-grams of one order marked, and what the marks mean.

import { element } from "../../../widgets/dom.js";
import { depths, labelled, tokenLine } from "../../../widgets/marked_lines.js";
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
        (t) => (good.tokens[t] ? "credited" : "") + (over.tokens[t] ? " clipped" : ""),
        (t) => (good.gaps[t] ? "credited" : ""));
      const name = side.letter.toLowerCase();
      const row = labelled([element("b", name, lineName(side.letter, side.lines.length, i))], "system " + name, text);
      row.append(element("span", "heard", heard(side.orders[order - 1].rows.filter((g) => g.line === i))));
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

/** What the marks of a line say, for who does not see them. @param {import("../bench_data.js").NgramRow[]} rows */
function heard(rows) {
  const told = (/** @type {"credited" | "taken"} */ what) => rows.filter((g) => g[what]).map((g) => g.text + (g[what] > 1 ? " " + g[what] + " times" : "")).join(", ") || "none";
  return "Credited: " + told("credited") + ". Clipped away: " + told("taken") + ".";
}

/** What each mark looks like, and what it says. @param {import("../bench_data.js").BenchData} data */
export function legend(data) {
  const line = element("p", "legend");
  const entry = (/** @type {string} */ side, /** @type {string} */ mark, /** @type {string} */ text) => {
    const sample = element("span", "system " + side);
    sample.append(element("span", "token sample " + mark, "word"));
    const both = element("span", "entry");
    both.append(sample, " " + text);
    line.append(both);
  };
  const [a, b] = data.sides;
  for (const { letter } of data.sides) entry(letter.toLowerCase(), "credited", "credited to " + letter);
  if ([a, b].some((side) => side?.orders.some((order) => order.taken))) entry("a", "clipped", "clipped away");
  entry("", "more-a", b ? "in a reference, credited to A alone" : "in a reference, credited to A");
  if (b) entry("", "more-b", "to B alone");
  if (b) entry("", "alike", "to both");
  return line;
}
