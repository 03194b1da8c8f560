// The table of n-grams: families that open, n-grams, and the rows that complete them to Δ.

import { button, element } from "browser/dom.js";
import { A, B } from "browser/pair.js";
import { formatCount, formatDelta, formatInt, formatSmallDelta, oneLine, toneOfText } from "../numbers.js";
import { spanNodes } from "../spans.js";

/** @import { Family, Ngram, Ngrams } from "./ngrams.js" */
/** @typedef {[low: number, high: number]} Reach the most points either way, for all bars */
/**
 * @typedef {object} NgramActions
 * @property {string} opened the n-gram whose segments are shown
 * @property {(key: string) => boolean} isOpen whether a family shows its n-grams
 * @property {(key: string) => void} toggle
 * @property {(ngram: string) => void} show
 */

/** Draw the table; the row with the focus keeps it. @param {HTMLElement} root @param {Ngrams} ngrams @param {NgramActions} actions */
export function drawNgramTable(root, { families, rows, closing }, actions) {
  const focused = root.contains(document.activeElement) && document.activeElement.closest("tr")?.dataset.row;
  const ends = [...families, ...rows].map(({ points }) => points);
  const reach = /** @type {Reach} */ ([Math.max(...ends.map((points) => -points), 0), Math.max(...ends, 0)]);
  const body = element("tbody", "",
    ...families.flatMap((family) => familyRows(family, reach, actions)),
    ...rows.map((ngram) => ngramTableRow(ngram, reach, actions, ngram.text === actions.opened, "")),
    ...closing.map(([name, points]) => sumRow(name, points, reach, name === "Δ" ? "whole" : "closing")));
  if (!body.rows.length) body.append(wideRow("empty", "No n-grams."));
  const table = element("table", { role: "table", ariaLabel: "N-grams" }, headOfNgrams(reach), body);
  table.style.setProperty("--zero", 100 * reach[0] / (reach[0] + reach[1] || 1) + "%");
  // A row is a grid on narrow screens, and remains a row for those who hear it.
  for (const [role, selector] of [["rowgroup", "thead, tbody"], ["row", "tr"], ["columnheader", "th"], ["cell", "td"]]) {
    for (const node of table.querySelectorAll(selector)) node.role = role;
  }
  root.replaceChildren(table);
  if (focused) [...body.rows].find((row) => row.dataset.row === focused)?.querySelector("button")?.focus({ preventScroll: true });
}

/** @param {Reach} reach */
function headOfNgrams([low, high]) {
  const signs = element("span", "zero", `${low ? "−" : ""} ${high ? "+" : ""}`), columns = [
    ["name", "n-gram"], ["a", `${A} matches`], ["b", `${B} matches`], ["bar", ""],
    ["wins", `segments ${A} : ${B}`, `Segments where ${A}, and where ${B}, has more matches.`],
    ["points", "points", "Contribution to Δ, in BLEU points."],
  ];
  if (!low) signs.style.marginLeft = "0";
  const [name, a, b, bar, ...counts] = columns.map(([className, label, title]) => element("th", { className, scope: "col", ...(title && { title }) }, label));
  bar.append(signs);
  return element("thead", "", element("tr", "", name, a, b, ...counts, bar));
}

/** @param {string} className @param {[name: string, content: Node | string][]} cells */
function tableRow(className, cells) {
  return element("tr", className, ...cells.map(([name, content]) => element("td", name, content)));
}

/** A row of one cell. @param {string} className @param {Node | string} content */
function wideRow(className, content) {
  return element("tr", className, element("td", { className: "name", colSpan: 6 }, content));
}

/** The cells of a row but its name. @param {[number, number]} wins @param {number} points @param {Reach} reach @param {[Node | string, Node | string]} matches @returns {[string, Node | string][]} */
function numberCells([a, b], points, reach, matches) {
  const wins = element("span", "", element("span", "a", formatInt(a)), " : ", element("span", "b", formatInt(b)));
  return [["a", matches[0]], ["b", matches[1]], ["wins", wins], ["points", pointsCell(points)], ["bar", barCell(points, reach)]];
}

/** @param {number} points @param {string} [text] */
function pointsCell(points, text = formatSmallDelta(points)) {
  return element("span", toneOfText(text) || "muted", text);
}

/** A bar to the left or to the right of zero. @param {number} points @param {Reach} reach */
function barCell(points, [low, high]) {
  const part = element("i", points < 0 ? "loss" : "gain"), whole = low + high || 1;
  part.style.left = 100 * (low + Math.max(Math.min(points, 0), -low)) / whole + "%";
  part.style.width = 100 * Math.min(Math.abs(points), points < 0 ? low : high) / whole + "%";
  return element("span", { className: "mirror", ariaHidden: "true" }, ...(points ? [part] : []));
}

/** @param {Family} family @param {Reach} reach @param {NgramActions} actions */
function familyRows(family, reach, actions) {
  const { key, text, sign, points, wins, members, others, substitute } = family, isOpen = actions.isOpen(key);
  const name = button("", "opens", null); // it acts as the row
  name.ariaExpanded = String(isOpen);
  name.append(element("span", "chevron"),
    element("span", { className: sign ? "kind" : `word ${points < 0 ? "of-a" : "of-b"}`, dir: "auto" }, oneLine(text)),
    element("span", "muted", sign ? formatCount(family.with, "n-gram") : `and ${formatInt(family.with)} with it`));
  const head = tableRow("family", [["name", name], ...numberCells(wins, points, reach, ["", ""])]);
  markRow(head, "family " + key, key === actions.opened, () => actions.toggle(key));
  if (!isOpen) return [head];
  const inside = members.map((ngram) => ngramTableRow(ngram, reach, actions, ngram.text === actions.opened && key !== actions.opened, key));
  if (substitute.length) inside.unshift(wideRow("member told", element("span", "muted", ...spanNodes(substitute, (hash) => hash))));
  if (others.number) inside.push(sumRow(othersLabel(others, members.length), others.points, reach, "member"));
  const see = button(sign ? "See them in context" : `See “${oneLine(text)}” in context`, "see", () => actions.show(key));
  return [head, ...inside, wideRow("member context last", see)];
}

/** @param {Family["others"]} others @param {number} listed */
function othersLabel({ number, once }, listed) {
  if (once) return `${formatInt(number)} that ${number === 1 ? "differs in one segment" : "differ in one segment each"}`;
  return formatCount(number, listed ? "other n-gram" : "n-gram");
}

/** @param {Ngram} ngram @param {Reach} reach @param {NgramActions} actions @param {boolean} isOpened @param {string} family "" for none */
function ngramTableRow({ text, matches: [a, b], wins, points, nested }, reach, actions, isOpened, family) {
  const name = button("", "opens", null); // it acts as the row
  name.append(element("code", { dir: "auto" }, oneLine(text)), ...(nested ? [element("span", "muted", `and ${formatInt(nested)} with it`)] : []));
  if (nested) name.title = "Points include those of shorter n-grams inside it, whose matches depend on it.";
  const row = tableRow(family ? "member" : "ngram", [["name", name], ...numberCells(wins, points, reach, [formatInt(a), formatInt(b)])]);
  markRow(row, `${family} ${text}`, isOpened, () => actions.show(text));
  return row;
}

/** @param {HTMLTableRowElement} row @param {string} name @param {boolean} isOpened @param {() => void} act */
function markRow(row, name, isOpened, act) {
  row.dataset.row = name;
  row.classList.add("acts");
  if (isOpened) row.ariaCurrent = "true";
  row.onclick = act;
}

/** @param {string} name @param {number} points @param {Reach} reach @param {string} className */
function sumRow(name, points, reach, className) {
  const text = className === "whole" ? formatDelta(points, 3) : formatSmallDelta(points);
  const bar = className === "member" ? barCell(points, reach) : "";
  return element("tr", className, element("td", { className: "name", colSpan: 4 }, name),
    element("td", "points", pointsCell(points, text)), element("td", "bar", bar));
}
