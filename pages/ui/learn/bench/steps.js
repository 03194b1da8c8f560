// The five steps: what the formula is, and the present numbers in it.

const say = (text) => element("p", "say", text);

function grid(head, rows, foot) {
  const table = element("table");
  const line = (cells, name) => {
    const tr = element("tr");
    cells.forEach((cell, i) => {
      const node = element(name, typeof cell === "object" && cell.tone ? cell.tone : i ? "right" : "");
      if (cell instanceof Node) node.append(cell);
      else if (typeof cell === "object") { node.textContent = cell.t; if (cell.title) node.title = cell.title; }
      else node.textContent = cell;
      tr.append(node);
    });
    return tr;
  };
  const thead = element("thead");
  thead.append(line(head, "th"));
  const body = element("tbody");
  body.append(...rows.map((row) => line(row, "td")));
  table.append(thead, body);
  if (foot) {
    const tfoot = element("tfoot");
    tfoot.append(line(foot, "td"));
    table.append(tfoot);
  }
  return table;
}

function perSide(data, make) {
  const box = element("div", data.sides.length > 1 ? "pair" : "single");
  for (const side of data.sides) {
    const column = element("section", "column " + side.letter.toLowerCase());
    if (data.sides.length > 1) column.append(element("h4", side.letter.toLowerCase(), "Candidate " + side.letter));
    column.append(...make(side));
    box.append(column);
  }
  return box;
}

function lineName(name, lines, i) {
  return lines > 1 ? name + " · " + (i + 1) : name;
}

// 1. Tokens, each in its box.
function tokensStep(data) {
  const boxes = (name, className, lines) => lines.map((line, i) => {
    const text = tokenLine(line.text, line.tokens, true, () => "boxed", () => "");
    const size = element("span", "muted size", line.tokens.length + (line.tokens.length === 1 ? " token" : " tokens"));
    text.append(size);
    return labelled([element("b", className, lineName(name, lines.length, i))], "", text);
  });
  const rows = data.sides.flatMap((side) => boxes(side.letter, side.letter.toLowerCase(), side.lines));
  rows.push(...data.references.flatMap((lines, r) => boxes("Ref " + (r + 1), "", lines.filter((line) => line.tokens !== null))));
  return [say("The tokenizer “" + data.settings.tokenize + "” cuts each text into tokens" + (data.settings.lowercase ? ", lower-cased first" : "")
    + ". Only tokens count from here on: two that differ in one character do not match."), ...rows];
}

// 2. n-grams: the highlighted texts, the table of an order, the two precisions.
function markedLines(data, order) {
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
      row.tokens = line.tokens;
      rows.push(row);
    });
  }
  data.references.forEach((lines, r) => lines.forEach((line, i) => {
    if (line.tokens === null) return;
    const sides = data.sides.map((side) => depths(side.lines[i].references[r], line.tokens.length, order, "covered"));
    const cover = (kind) => (t) => {
      const [a, b] = [sides[0][kind][t], sides[1]?.[kind][t] ?? 0];
      return a && b ? "alike" : a ? "more-a" : b ? "more-b" : "none";
    };
    const row = labelled([element("span", "", lineName("Ref " + (r + 1), lines.length, i))], "reference",
      tokenLine(line.text, line.tokens, false, cover("tokens"), cover("gaps")));
    row.tokens = line.tokens;
    rows.push(row);
  }));
  return rows;
}

function ngramTable(data, side, order) {
  const many = side.lines.length > 1;
  const head = ["n-gram", ...(many ? ["line"] : []), "count", ...data.references.map((_, r) => "ref " + (r + 1)), "max", "clipped", "unclipped"];
  const rows = order.rows.map((g) => [
    { t: g.text, tone: "ngram" }, ...(many ? [{ t: String(g.line + 1), tone: "right muted" }] : []), String(g.count),
    ...g.in_refs.map((n) => ({ t: String(n), tone: n ? "right" : "right zero" })), { t: String(g.limit), tone: "right" },
    { t: String(g.credited), tone: g.credited ? "right " + side.letter.toLowerCase() : "right zero" },
    { t: String(g.limit ? g.count : 0), tone: g.limit && g.count > g.credited ? "right clippedmark" : "right muted" },
  ]);
  const foot = ["Sum", ...(many ? [""] : []), String(order.total), ...data.references.map(() => ""), "",
    { t: String(order.credited), tone: "right strong" }, { t: String(order.standard), tone: "right muted" }];
  const frame = element("div", "ngrams");
  const table = grid(head, rows, foot);
  table.querySelectorAll("tbody tr").forEach((tr, i) => { tr.dataset.ngram = order.rows[i].text; tr.tabIndex = 0; });
  walkable(table);
  frame.append(table);
  return order.rows.length ? frame : element("p", "muted", "No n-gram of order " + order.n + ": the text is too short.");
}

function precisionFormula(order) {
  const n = order.n;
  const top = mrow(SYMBOLS.sum(m("mtext", n === 1 ? "words" : n + "-grams")), SYMBOLS.clip());
  const bottom = mrow(SYMBOLS.sum(m("mtext", n === 1 ? "words" : n + "-grams")), SYMBOLS.count());
  const parts = [SYMBOLS.p(n), mo("="), mfrac(top, bottom), mo("="), mfrac(mn(order.credited), mn(order.total))];
  if (order.total) parts.push(mo("="), mn(order.raw + " %"));
  return formula("Modified precision of order " + n + ": " + order.credited + " of " + order.total, ...parts);
}

function ngramsStep(data, ui, redraw) {
  const bar = element("div", "bar");
  const group = element("div", "buttons");
  for (let n = 1; n <= data.order; n++) {
    const button = element("button", ui.order === n ? "on" : "", n === 1 ? "words" : n + "-grams");
    button.type = "button";
    button.setAttribute("aria-pressed", ui.order === n);
    button.onclick = () => redraw({ order: n });
    group.append(button);
  }
  bar.append(group);
  const lines = element("div", "lines");
  lines.append(...markedLines(data, ui.order));
  const sides = perSide(data, (side) => {
    const order = side.orders[ui.order - 1];
    const out = [precisionFormula(order)];
    out.push(element("p", "standard", "Standard precision, without clipping: " + order.standard + "/" + order.total
      + (order.total ? " = " + order.standard_percent + " %" : "")
      + (order.standard > order.credited ? ". Clipping takes " + (order.standard - order.credited) + " away." : ". Clipping takes nothing away here.")));
    if (order.smoothed) out.push(element("p", "standard", "Smoothing counts it as " + order.precision + " %."));
    out.push(ngramTable(data, side, order));
    return out;
  });
  const light = (text) => {
    const size = text ? text.split(" ").length : 0;
    for (const row of lines.querySelectorAll(".row")) {
      const spans = row.querySelectorAll(".token");
      spans.forEach((span) => span.classList.remove("lit"));
      for (let s = 0; size && s + size <= row.tokens.length; s++) {
        if (ngramText(row.tokens, s, size) === text) for (let t = s; t < s + size; t++) spans[t].classList.add("lit");
      }
    }
  };
  sides.onpointerover = sides.onfocusin = (event) => light(event.target.closest("tr")?.dataset.ngram);
  sides.onpointerleave = () => light("");
  return [say("Every n-gram of the candidate, how often it has it, how often each reference has it, and the count that is credited: "
    + "at most the maximum in one reference. Point at a row to find it in the texts."), bar, lines, sides];
}

// 3. Brevity: lengths, BP, and where it lies on the curve.
function brevityCurve(data) {
  const SVG = "http://www.w3.org/2000/svg";
  const draw = (name, attributes, text) => {
    const node = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
    if (text !== undefined) node.textContent = text;
    return node;
  };
  const W = 460, H = 230, L = 44, B = 40, R = 14, T = 16;
  const last = data.curve[data.curve.length - 1][0];
  const x = (v) => L + (Math.min(v, last) / last) * (W - L - R);
  const y = (v) => H - B - v * (H - B - T);
  const svg = draw("svg", { viewBox: `0 0 ${W} ${H}`, role: "img", "aria-label": "Brevity penalty over c/r, with the present candidates" });
  for (const v of [0, 0.5, 1]) {
    svg.append(draw("line", { class: "rule", x1: L, x2: W - R, y1: y(v), y2: y(v) }), draw("text", { x: L - 8, y: y(v) + 4, "text-anchor": "end" }, String(v)));
  }
  for (const v of [0, 0.5, 1, 1.5]) svg.append(draw("text", { x: x(v), y: H - B + 18, "text-anchor": "middle" }, String(v)));
  svg.append(draw("line", { class: "rule dashed", x1: x(1), x2: x(1), y1: T, y2: H - B }));
  svg.append(draw("text", { x: (L + W - R) / 2, y: H - 4, "text-anchor": "middle" }, "c / r: length of the candidate over the reference length"));
  svg.append(draw("text", { x: 4, y: T - 4, class: "axis" }, "BP"));
  svg.append(draw("polyline", { class: "curve", points: data.curve.map(([u, v]) => x(u).toFixed(1) + "," + y(v).toFixed(1)).join(" ") }));
  data.sides.forEach((side) => {
    const [u, v] = [side.ratio, side.bp_value];
    if (u === null) return;
    const letter = side.letter.toLowerCase();
    svg.append(side.letter === "A" ? draw("circle", { class: "point " + letter, cx: x(u), cy: y(v), r: 7 })
      : draw("rect", { class: "point " + letter, x: x(u) - 6, y: y(v) - 6, width: 12, height: 12, transform: `rotate(45 ${x(u)} ${y(v)})` }));
    // Two points that nearly meet: the left one has its name on the left.
    const other = data.sides.find((one) => one !== side)?.ratio ?? null;
    const close = other !== null && Math.abs(other - u) < 0.2 && (u < other || (u === other && side.letter === "A"));
    svg.append(draw("text", { class: "name " + letter, x: x(u) + (close ? -12 : 12), y: y(v) + 20, "text-anchor": close ? "end" : "start" }, side.letter + " " + side.bp));
  });
  return svg;
}

function brevityStep(data) {
  const general = formula("BP is 1 if c is at least r, else e to the power of 1 minus r over c",
    SYMBOLS.BP(), mo("="), mrow(m("mtable",
      m("mtr", m("mtd", mn(1)), m("mtd", m("mtext", "\u2003if\u2002"), SYMBOLS.c(), mo("≥"), SYMBOLS.r())),
      m("mtr", m("mtd", msup(mi("e"), mrow(mn(1), mo("\u2212"), SYMBOLS.r(), mo("/"), SYMBOLS.c()))), m("mtd", m("mtext", "\u2003otherwise"))))));
  const sides = perSide(data, (side) => {
    const many = side.lines.length > 1;
    const rows = side.lengths.map((line, i) => [
      many ? "Line " + (i + 1) : "Tokens", String(line.c),
      ...line.refs.map((n) => ({ t: n === null ? "–" : String(n), tone: "right" + (n !== null && String(n) === line.r ? " best" : "") })), line.r,
    ]);
    const foot = many ? ["Sum", side.c, ...data.references.map(() => ""), side.r] : undefined;
    const filled = side.short
      ? [SYMBOLS.BP(), mo("="), msup(mi("e"), mrow(mn(1), mo("\u2212"), mn(side.r), mo("/"), mn(side.c))), mo("="), mn(side.bp)]
      : [SYMBOLS.BP(), mo("="), mn(side.bp), m("mtext", "\u2003because\u2002"), mn(side.c), mo("≥"), mn(side.r)];
    return [
      grid(["", "c", ...data.references.map((_, r) => "ref " + (r + 1)), "r"], rows, foot),
      formula("BP is " + side.bp, ...filled),
      element("p", "standard", "r under each rule: " + side.rules.map((rule) => rule.name + " " + rule.r + " (BP " + rule.bp + ")").join(" · ")),
    ];
  });
  const both = element("div", "beside");
  const left = element("div");
  left.append(general, brevityCurve(data));
  both.append(left, sides);
  return [say("For each line, r is the length of one reference by the rule “" + data.settings.reference_length
    + "”; c and r are summed over all lines. A candidate shorter than r is penalized, a longer one is not: its precisions are lower already."), both];
}

// 4. The mean of the precisions.
function meanStep(data) {
  const general = formula("The geometric mean is exp of the sum of w n times ln p n",
    SYMBOLS.exp(), mparen(SYMBOLS.sum(mrow(mi("n"), mo("="), mn(1)), SYMBOLS.N()), SYMBOLS.w("n"), space(), SYMBOLS.ln(), space(), SYMBOLS.p("n")));
  return [
    say("Multiplying the precisions and taking the root is the same as averaging their logarithms. A long n-gram that rarely matches pulls the mean down; one order without any match makes it zero, unless smoothing gives it a value."),
    general,
    perSide(data, (side) => [
      grid(["order", "pₙ %", "wₙ", "ln pₙ", "wₙ · ln pₙ"],
        side.orders.map((o) => [String(o.n), { t: o.precision + (o.smoothed ? " *" : ""), tone: "right", title: o.smoothed ? "smoothed" : "" }, o.weight, o.log, o.term]),
        ["Sum", "", "", "", { t: side.log_sum, tone: "right strong" }]),
      formula("Geometric mean " + side.geometric + " per cent", SYMBOLS.exp(), mparen(mn(side.log_sum)), mo("="), mn(side.geometric + " %")),
      element("p", "standard", "Arithmetic mean, for comparison: " + side.arithmetic + " %. The short n-grams would dominate it."
        + (side.orders.some((o) => o.smoothed) ? " * smoothed." : "")),
    ]),
  ];
}

// 5. BLEU, and what each smoothing makes of the same counts.
const SMOOTHING_FORMULAS = {
  exp: () => [SYMBOLS.p("n"), mo("="), mfrac(mn(1), mrow(msup(mn(2), mi("i")), SYMBOLS.count()))],
  floor: () => [SYMBOLS.p("n"), mo("="), mfrac(SYMBOLS.epsilon(), SYMBOLS.count())],
  "add-k": () => [SYMBOLS.p("n"), mo("="), mfrac(mrow(SYMBOLS.clip(), mo("+"), SYMBOLS.k()), mrow(SYMBOLS.count(), mo("+"), SYMBOLS.k()))],
  none: () => [SYMBOLS.p("n"), mo("="), mn(0)],
};
const SMOOTHING_SAYS = {
  exp: "the i-th order without a match", floor: "an order without a match", "add-k": "every order from 2 on", none: "an order without a match",
};

function bleuStep(data) {
  const general = formula("BLEU is BP times exp of the sum of w n times ln p n",
    SYMBOLS.BLEU(), mo("="), SYMBOLS.BP(), mo("·"), SYMBOLS.exp(), mparen(SYMBOLS.sum(mrow(mi("n"), mo("="), mn(1)), SYMBOLS.N()), SYMBOLS.w("n"), space(), SYMBOLS.ln(), space(), SYMBOLS.p("n")));
  const filled = perSide(data, (side) => {
    const out = [formula("BLEU is " + side.score, SYMBOLS.BLEU(), mo("="), mn(side.bp), mo("·"), mn(side.geometric), mo("="), symbol(mn(side.score), "bleu"))];
    if (side.lines.length > 1) {
      out.push(element("p", "standard", "The lines alone score " + side.sentences.join(", ") + "; their mean is " + side.sentence_mean + ", BLEU of all lines " + side.score + "."));
    }
    return out;
  });
  const head = ["Smoothing", "what counts", "for", ...data.sides.map((side) => ({ t: "BLEU of " + side.letter, tone: "right " + side.letter.toLowerCase() }))];
  const rows = data.sides[0].smoothings.map((s, i) => [
    { t: s.method + (s.value ? " " + s.value : ""), tone: s.current ? "strong" : "" }, inlineMath(...SMOOTHING_FORMULAS[s.method]()),
    { t: SMOOTHING_SAYS[s.method], tone: "left muted" },
    ...data.sides.map((side) => ({ t: side.smoothings[i].score, tone: "right" + (s.current ? " strong" : "") })),
  ]);
  const table = grid(head, rows);
  table.className = "smoothings";
  return [say("The mean of the precisions times the brevity penalty, in points from 0 to 100. Below, the same counts under every smoothing; the one in force is bold."), general, filled, table];
}

const STEPS = [
  ["Tokens", tokensStep, (side) => side.c + " tokens"],
  ["n-grams and their precision", ngramsStep, (side) => side.orders.map((o) => "p" + "₀₁₂₃₄₅₆₇₈₉"[o.n] + " " + o.credited + "/" + o.total).join("   ")],
  ["Brevity", brevityStep, (side) => "c " + side.c + " · r " + side.r + " · BP " + side.bp],
  ["The mean", meanStep, (side) => "geometric " + side.geometric + " · arithmetic " + side.arithmetic],
  ["BLEU and smoothing", bleuStep, (side) => "BLEU " + side.score],
];
