// The five steps from tokens to BLEU: each formula, and the numbers in it.

import { button, drawing, element, showPressed, walkable } from "browser/dom.js";
import { rove } from "../../widgets/roving.js";
import { equals, expOf, formula, m, meanOfPrecisions, mfrac, mi, mn, mo, mrow, msup, mtext, symbol, SYMBOLS } from "./math.js";
import { covered, labelled, lightIn, tokenLine } from "./token_lines.js";

/** @import { BenchData, OrderData, Row, SideData, Token } from "./bench.js" */

// ---- Layout of the steps.

/** @typedef {string | Node | {t: string, tone: string}} GridContent the tone is the class, "" for the usual one */

/** @param {string} text */
const paragraph = (text) => element("p", "say", text);

/** @param {GridContent[]} cells @param {"th" | "td"} name */
function gridLine(cells, name) {
  return element("tr", "", ...cells.map((cell, i) => {
    const isPlain = cell instanceof Node || typeof cell === "string";
    const tag = cell === "" ? "td" : name; // an empty header cell is no header
    return isPlain ? element(tag, i ? "right" : "", cell) : element(tag, cell.tone || (i ? "right" : ""), cell.t);
  }));
}

/** @param {GridContent[]} head @param {GridContent[][]} rows @param {GridContent[]} [foot] */
function grid(head, rows, foot) {
  return element("table", "",
    element("thead", "", gridLine(head, "th")), element("tbody", "", ...rows.map((row) => gridLine(row, "td"))),
    ...(foot ? [element("tfoot", "", gridLine(foot, "td"))] : []));
}

/** @param {BenchData} data @param {(side: SideData) => Node[]} make */
function perSide(data, make) {
  const isPair = data.sides.length > 1;
  return element("div", isPair ? "pair" : "single", ...data.sides.map((side) => {
    const letter = side.letter.toLowerCase();
    return element("section", "column " + letter, ...(isPair ? [element("h4", letter, "Candidate " + side.letter)] : []), ...make(side));
  }));
}

/** The indices of the references that count; a blank one has no lines. @param {BenchData} data */
const countedReferences = ({ references }) => [...references.keys()].filter((r) => references[r].some((line) => line.tokens !== null));

/** @param {string} name @param {number} lines @param {number} i */
function lineName(name, lines, i) {
  return lines > 1 ? name + " · " + (i + 1) : name;
}

// ---- 1. Tokens, each in its box.

/** @typedef {{text: string, tokens: Token[]}} TokenLine */

/** @param {string} name @param {string} className @param {TokenLine[]} lines */
function boxed(name, className, lines) {
  return lines.map((line, i) => {
    const text = tokenLine(line.text, line.tokens, true, () => "boxed", () => "");
    text.append(element("span", "muted size", line.tokens.length + (line.tokens.length === 1 ? " token" : " tokens")));
    return labelled(element("b", className, lineName(name, lines.length, i)), "", text);
  });
}

/** @param {BenchData} data */
function tokensStep(data) {
  const rows = data.sides.flatMap((side) => boxed(side.letter, side.letter.toLowerCase(), side.lines));
  rows.push(...data.references.flatMap((lines, r) => boxed("Ref " + (r + 1), "", lines.filter((line) => line.tokens !== null))));
  return [paragraph((data.settings.lowercase ? "Each text is lower-cased. " : "") + "The tokenizer “" + data.settings.tokenize + "” splits each text into tokens. "
    + "From here on only tokens count: two tokens that differ in one character do not match."), ...rows];
}

// ---- The texts with the n-grams of one order marked, and the legend.

/** The rows, each with the tokens of its line. @param {BenchData} data @param {number} order */
function markedLines(data, order) {
  /** @type {{row: HTMLElement, tokens: Token[]}[]} */
  const rows = [];
  for (const side of data.sides) {
    side.lines.forEach((line, i) => {
      const good = covered(line.occurrences, line.tokens.length, order, "credited");
      const over = covered(line.occurrences, line.tokens.length, order, "clipped");
      const text = tokenLine(line.text, line.tokens, false,
        (t) => (good.tokens[t] ? "credited" : "") + (over.tokens[t] ? " clipped" : ""),
        (t) => (good.gaps[t] ? "credited" : ""));
      const name = side.letter.toLowerCase();
      const row = labelled(element("b", name, lineName(side.letter, side.lines.length, i)), "system " + name, text);
      row.append(element("span", "heard", heard(side.orders[order - 1].rows.filter((g) => g.line === i))));
      rows.push({ row, tokens: line.tokens });
    });
  }
  data.references.forEach((lines, r) => lines.forEach((line, i) => {
    if (line.tokens === null) return;
    const sides = data.sides.map((side) => covered(side.lines[i].references[r], line.tokens.length, order, "covered"));
    const cover = (/** @type {"tokens" | "gaps"} */ kind) => (/** @type {number} */ t) => {
      const [a, b] = [sides[0][kind][t], sides[1]?.[kind][t]];
      return a && b ? "alike" : a ? "more-a" : b ? "more-b" : "none";
    };
    const row = labelled(element("span", "", lineName("Ref " + (r + 1), lines.length, i)), "reference",
      tokenLine(line.text, line.tokens, false, cover("tokens"), cover("gaps")));
    rows.push({ row, tokens: line.tokens });
  }));
  return rows;
}

/** The highlights of a line in words, for screen readers. @param {Row[]} rows */
function heard(rows) {
  const told = (/** @type {"credited" | "taken"} */ what) => rows.filter((g) => g[what]).map((g) => g.text + (g[what] > 1 ? " " + g[what] + " times" : "")).join(", ") || "none";
  return "Credited: " + told("credited") + ". Clipped: " + told("taken") + ".";
}

/** The legend of the marks. @param {BenchData} data */
function legend(data) {
  const line = element("p", "legend");
  const entry = (/** @type {string} */ side, /** @type {string} */ mark, /** @type {string} */ text) => {
    line.append(element("span", "entry", element("span", "system " + side, element("span", "token sample " + mark, "word")), " " + text));
  };
  const [a, b] = data.sides;
  for (const { letter } of data.sides) entry(letter.toLowerCase(), "credited", "credited to " + letter);
  if ([a, b].some((side) => side?.orders.some((order) => order.taken))) entry("a", "clipped", "clipped");
  entry("", "more-a", b ? "in a reference, credited only to A" : "in a reference, credited to A");
  if (b) entry("", "more-b", "only to B");
  if (b) entry("", "alike", "to both");
  return line;
}

// ---- 2. N-grams: the marked texts, the table of an order, the two precisions.

/** @param {BenchData} data @param {SideData} side @param {OrderData} order */
function ngramTable(data, side, order) {
  if (!order.rows.length) return element("p", "muted", "No n-grams of order " + order.n + ": the text is too short.");
  const many = side.lines.length > 1;
  const refs = countedReferences(data);
  const head = ["n-gram", ...(many ? ["line"] : []), "count", ...refs.map((r) => "ref " + (r + 1)), "max", "credited", "clipped"];
  const rows = order.rows.map((g) => [
    { t: g.text, tone: "ngram" }, ...(many ? [{ t: String(g.line + 1), tone: "right muted" }] : []), String(g.count),
    ...refs.map((r) => ({ t: String(g.in_refs[r]), tone: g.in_refs[r] ? "right" : "right zero" })), { t: String(g.limit), tone: "right" },
    { t: String(g.credited), tone: g.credited ? "right " + side.letter.toLowerCase() : "right zero" },
    { t: String(g.taken), tone: g.taken ? "right clippedmark" : "right zero" },
  ]);
  /** @type {GridContent[]} */
  const foot = ["Sum", ...(many ? [""] : []), String(order.total), ...refs.map(() => ""), "",
    { t: String(order.credited), tone: "right strong" }, { t: String(order.taken), tone: "right" }];
  const table = grid(head, rows, foot);
  [...table.tBodies[0].rows].forEach((tr, i) => { tr.dataset.ngram = order.rows[i].text; tr.tabIndex = 0; });
  walkable(table);
  return element("div", "ngrams", table);
}

/** @param {number} n */
const ngramName = (n) => (n === 1 ? "words" : n + "-grams");

/** @param {OrderData} order */
const precisionName = (order) => "p" + "₀₁₂₃₄₅₆₇₈₉"[order.n];

/** The modified precision, or the fraction that smoothing makes one of. @param {OrderData} order */
function precisionFormula(order) {
  const n = order.n;
  const sum = (/** @type {Node} */ of) => mrow(SYMBOLS.sum(mtext(ngramName(n))), of);
  const parts = [mfrac(sum(SYMBOLS.clip()), sum(SYMBOLS.count())), mo("="), mfrac(mn(order.credited), mn(order.total))];
  if (!order.smoothed) parts.unshift(SYMBOLS.p(n), mo("="));
  if (order.raw) parts.push(equals(order.raw, "%"));
  return formula((order.smoothed ? "Matches" : "Modified precision") + " of order " + n + ": " + order.credited + " of " + order.total, ...parts);
}

/** @param {BenchData} data @param {number} chosen @param {(n: number) => void} choose */
function orderButtons(data, chosen, choose) {
  const buttons = Array.from({ length: data.settings.max_ngram_order }, (_, i) => button(ngramName(i + 1), "", () => choose(i + 1)));
  showPressed(buttons, buttons[chosen - 1]);
  const group = element("div", { className: "buttons", role: "group", ariaLabel: "N-gram order" }, ...buttons);
  rove(group, "button");
  return element("div", "bar", group);
}

/** @param {OrderData} order */
function standardPrecision(order) {
  return element("p", "standard", "Standard precision, without clipping: " + order.standard + "/" + order.total
    + (order.standard_share ? " " + order.standard_share.join(" ") + "%" : "")
    + (order.taken ? ". Clipping removes " + order.taken + "." : ". Clipping removes nothing here."));
}

/** The texts and tables of an order. @param {BenchData} data @param {number} n */
function orderOf(data, n) {
  const rows = markedLines(data, n);
  const lines = element("div", "lines", ...rows.map(({ row }) => row));
  const sides = perSide(data, (side) => {
    const order = side.orders[n - 1];
    const smoothed = order.smoothed ? [element("p", "standard", "Smoothed: " + precisionName(order) + " = " + order.scored + " " + order.precision.join(" ") + "%.")] : [];
    return [precisionFormula(order), standardPrecision(order), ...smoothed, ngramTable(data, side, order)];
  });
  const light = (/** @type {string | undefined} */ text) => {
    for (const node of lines.querySelectorAll(".lit")) node.classList.remove("lit");
    if (text) for (const { row, tokens } of rows) lightIn(row, tokens, text);
  };
  const show = (/** @type {Event} */ event) => {
    if (event.target instanceof Element) light(event.target.closest("tr")?.dataset.ngram);
  };
  sides.onpointerover = show;
  sides.addEventListener("focusin", show); // has no on… property
  sides.onpointerleave = () => light("");
  return element("div", "order", lines, legend(data), sides);
}

/** The chosen order; the others are there to be printed. @param {BenchData} data @param {{order: number}} ui @param {(changes: {order: number}) => void} redraw */
function ngramsStep(data, ui, redraw) {
  const orders = Array.from({ length: data.settings.max_ngram_order }, (_, i) => orderOf(data, i + 1));
  orders.forEach((node, i) => { node.hidden = i + 1 !== ui.order; });
  return [paragraph("Each n-gram of the candidate is credited at most as often as it occurs in one reference; the rest is clipped. Point at a row to find the n-gram in the texts."),
    orderButtons(data, ui.order, (order) => redraw({ order })), ...orders];
}

// ---- The candidates on the curve of the brevity penalty.

const W = 460, H = 230, L = 44, B = 40, R = 14, T = 30;

/** @param {BenchData} data */
function brevityCurve(data) {
  const last = data.curve[data.curve.length - 1][0];
  const x = (/** @type {number} */ v) => L + (Math.min(v, last) / last) * (W - L - R);
  const y = (/** @type {number} */ v) => H - B - v * (H - B - T);
  const svg = drawing("svg", { viewBox: `0 0 ${W} ${H}`, role: "img", "aria-label": "Brevity penalty over c/r, with the current candidates" });
  for (const v of [0, 0.5, 1]) {
    svg.append(drawing("line", { class: "rule", x1: L, x2: W - R, y1: y(v), y2: y(v) }), drawing("text", { x: L - 8, y: y(v) + 4, "text-anchor": "end" }, String(v)));
  }
  for (const v of [0, 0.5, 1, 1.5]) svg.append(drawing("text", { x: x(v), y: H - B + 18, "text-anchor": "middle" }, String(v)));
  svg.append(drawing("line", { class: "rule dashed", x1: x(1), x2: x(1), y1: T, y2: H - B }));
  svg.append(drawing("text", { x: (L + W - R) / 2, y: H - 4, "text-anchor": "middle" }, "c / r: candidate length over reference length"));
  svg.append(drawing("text", { x: 4, y: T - 4, class: "axis" }, "BP"));
  svg.append(drawing("polyline", { class: "curve", points: data.curve.map(([u, v]) => x(u).toFixed(1) + "," + y(v).toFixed(1)).join(" ") }));
  svg.append(...data.sides.filter((side) => side.ratio !== null).flatMap((side) => point(data, side, x(side.ratio), y(side.bp_value))));
  return svg;
}

/** Where a candidate lies, and its name. @param {BenchData} data @param {SideData} side @param {number} x @param {number} y */
function point(data, side, x, y) {
  const letter = side.letter.toLowerCase();
  const mark = side.letter === "A" ? drawing("circle", { class: "point " + letter, cx: x, cy: y, r: 7 })
    : drawing("rect", { class: "point " + letter, x: x - 6, y: y - 6, width: 12, height: 12, transform: `rotate(45 ${x} ${y})` });
  // If two points nearly meet, the left one has its name on the left.
  const other = data.sides.find((one) => one !== side)?.ratio ?? null;
  const u = side.ratio;
  const close = other !== null && Math.abs(other - u) < 0.2 && (u < other || (u === other && side.letter === "A"));
  // The curve rises, so a name above left or below right does not touch it.
  const name = { class: "name " + letter, x: x + (close ? -11 : 11), y: y + (close ? -8 : 20), "text-anchor": close ? "end" : "start" };
  return [mark, drawing("text", name, side.letter + " " + side.bp)];
}

// ---- 3. Brevity: lengths, and BP.

/** @param {BenchData} data @param {SideData} side */
function brevityOf(data, side) {
  const many = side.lines.length > 1, refs = countedReferences(data);
  const rows = side.lengths.map((line, i) => [
    many ? "Line " + (i + 1) : "Tokens", String(line.c),
    ...refs.map((r) => line.refs[r]).map((n) => ({ t: n === null ? "–" : String(n), tone: "right" + (n !== null && String(n) === line.r ? " best" : "") })), line.r,
  ]);
  const foot = many ? ["Sum", side.c, ...refs.map(() => ""), side.r] : undefined;
  const filled = side.short
    ? [SYMBOLS.BP(), mo("="), msup(mi("e"), mrow(mn(1), mo("\u2212"), mn(side.r_exact), mo("/"), mn(side.c))), equals(side.product[0])]
    : [SYMBOLS.BP(), equals(side.product[0]), mtext("\u2003because\u2002"), mn(side.c), mo("≥"), mn(side.r)];
  return [
    grid(["", "c", ...refs.map((r) => "ref " + (r + 1)), "r"], rows, foot),
    formula("BP is " + side.product[0][1], ...filled),
    element("p", "standard", "r by each rule: " + side.rules.map((rule) => rule.name + " " + rule.r + " (BP " + rule.bp + ")").join(" · ")),
  ];
}

/** @param {BenchData} data */
function brevityStep(data) {
  const general = formula("BP is 1 if c is at least r, else e to the power of 1 minus r over c",
    SYMBOLS.BP(), mo("="), mrow(m("mtable",
      m("mtr", m("mtd", mn(1)), m("mtd", mtext("\u2003if\u2002"), SYMBOLS.c(), mo("≥"), SYMBOLS.r())),
      m("mtr", m("mtd", msup(mi("e"), mrow(mn(1), mo("\u2212"), SYMBOLS.r(), mo("/"), SYMBOLS.c()))), m("mtd", mtext("\u2003otherwise"))))));
  const both = element("div", "beside", element("div", "", general, brevityCurve(data)), perSide(data, (side) => brevityOf(data, side)));
  return [paragraph("The rule “" + data.settings.reference_length + "” gives r for each line; c and r are summed over all lines. A short candidate is penalized. A long one is not: extra words usually lower its precisions already."), both];
}

// ---- 4. The mean of the precisions.

/** @param {BenchData} data */
function meanStep(data) {
  return [
    paragraph("Averaging the logarithms is the same as multiplying the precisions and taking the root. One small precision pulls the mean down; a zero that is not smoothed makes it zero."),
    formula("The geometric mean is exp of the sum of w n times ln p n", meanOfPrecisions()),
    perSide(data, (side) => [
      grid(["order", "pₙ", "wₙ", "ln pₙ", "wₙ · ln pₙ"],
        side.orders.map((o, i) => [String(o.n), { t: o.scored + (o.precision ? " " + o.precision.join(" ") + "%" : "") + (o.smoothed ? " *" : ""), tone: "right" }, o.weight, side.logs[i], side.terms[i]]),
        ["Sum", "", "", "", { t: side.log_sum, tone: "right strong" }]),
      formula("Geometric mean " + side.geometric + " percent", expOf(mn(side.log_sum)), equals(side.mean, "%")),
      element("p", "standard", "Arithmetic mean, for comparison: " + side.arithmetic + "%."
        + (side.smoothed ? (side.orders.some((order) => order.smoothed) ? " * " : " ") + side.smoothed + "." : "")),
    ]),
  ];
}

// ---- 5. BLEU, and the score under each smoothing.

/** The precision that each method gives, and to which orders. */
const SMOOTHINGS = {
  exp: { precision: () => mrow(SYMBOLS.p("n"), mo("="), mfrac(mn(1), mrow(msup(mn(2), mi("i")), SYMBOLS.count()))), of: "the i-th order without a match" },
  floor: { precision: () => mrow(SYMBOLS.p("n"), mo("="), mfrac(SYMBOLS.epsilon(), SYMBOLS.count())), of: "an order without a match" },
  "add-k": {
    precision: () => mrow(SYMBOLS.p("n"), mo("="), mfrac(mrow(SYMBOLS.clip(), mo("+"), SYMBOLS.k()), mrow(SYMBOLS.count(), mo("+"), SYMBOLS.k()))),
    of: "every order from 2 on",
  },
  none: { precision: () => mrow(SYMBOLS.p("n"), mo("="), mn(0)), of: "an order without a match" },
};

/** @param {BenchData} data */
function bleuStep(data) {
  const general = formula("BLEU is BP times exp of the sum of w n times ln p n",
    SYMBOLS.BLEU(), mo("="), SYMBOLS.BP(), mo("·"), meanOfPrecisions());
  const filled = perSide(data, (side) => {
    const [bp, mean, [sign, score]] = side.product;
    const first = bp[0] === "=" && mean[0] === "=" ? "=" : "≈";
    const out = [formula("BLEU is " + score, SYMBOLS.BLEU(), mo(first), mn(bp[1]), mo("·"), mn(mean[1]), mo(sign), symbol(mn(score), "bleu"))];
    if (side.smoothed) out.push(element("p", "standard", side.smoothed + "."));
    if (side.lines.length > 1) {
      out.push(element("p", "standard", "Scored separately with the same settings, the lines have " + side.sentences.join(", ") + ", mean " + side.sentence_mean + ". BLEU of all lines together is " + side.score + "."));
    }
    return out;
  });
  const head = ["Smoothing", "precision", "of", ...data.sides.map((side) => ({ t: "BLEU of " + side.letter, tone: "right " + side.letter.toLowerCase() }))];
  const rows = data.sides[0].smoothings.map((s, i) => [
    { t: s.method + (s.value ? " " + s.value : ""), tone: s.current ? "strong" : "" }, m("math", SMOOTHINGS[s.method].precision()),
    { t: SMOOTHINGS[s.method].of, tone: "muted" },
    ...data.sides.map((side) => ({ t: side.smoothings[i].score, tone: "right" + (s.current ? " strong" : "") })),
  ]);
  const table = grid(head, rows);
  table.className = "smoothings";
  return [paragraph("The mean of the precisions times the brevity penalty, from 0 to 100. The table shows the same counts under each smoothing method; the current one is bold."), general, filled, table];
}

// ---- All five.

/** @typedef {(data: BenchData, ui: {order: number}, redraw: (changes: {order: number}) => void) => Node[]} Make */

/** The title, what makes its nodes, and a candidate in short. @type {[string, Make, (side: SideData) => string][]} */
export const STEPS = [
  ["Tokens", tokensStep, (side) => side.c + (side.c === "1" ? " token" : " tokens")],
  ["N-gram precision", ngramsStep, (side) => side.orders.map((o) => precisionName(o) + " " + o.scored).join("   ")],
  ["Brevity penalty", brevityStep, (side) => "c " + side.c + " · r " + side.r + " · BP " + side.bp],
  ["Geometric mean", meanStep, (side) => "geometric " + side.geometric + " · arithmetic " + side.arithmetic],
  ["BLEU and smoothing", bleuStep, (side) => "BLEU " + side.score],
];
