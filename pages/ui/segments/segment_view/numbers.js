// The table of precisions, brevity and score for A | B | Δ.

function signTone(text) {
  return text.startsWith("+") ? "gain" : text.startsWith("\u2212") ? "loss" : "muted";
}

function precisionCells(side, p) {
  const bar = element("td", "barcell");
  const track = element("span", "track " + side);
  const part = element("span", "part");
  part.style.width = p.share * 100 + "%";
  track.append(part);
  bar.append(track);
  const fraction = element("td", "right fraction", p.fraction);
  fraction.dataset.side = side;
  const percent = element("td", "right muted", p.percent);
  if (p.smoothed) percent.title = "Smoothing counts it as " + p.smoothed + " %";
  return [bar, fraction, percent];
}

function wide(text, className) {
  const td = element("td", "right " + (className || ""), text);
  td.colSpan = 3;
  return td;
}

function numbersTable(numbers, glossary) {
  const table = element("table", "numbers");
  const head = element("tr");
  const corner = element("th", "", "");
  const scores = ["a", "b"].map((side) => {
    const th = element("th", "right " + side);
    th.colSpan = 3;
    th.append(asking(side.toUpperCase() + " · " + numbers.score[side], glossary, "sentence-bleu"));
    return th;
  });
  const d = element("th", "right");
  d.append(asking("Δ " + numbers.score.delta, glossary, "sentence-delta"));
  head.append(corner, ...scores, d);
  table.append(head);
  for (const row of numbers.orders) {
    const tr = element("tr", "order");
    const name = element("td");
    name.append(asking(row.label, glossary, "modified-precision"));
    tr.append(name, ...precisionCells("a", row.a), ...precisionCells("b", row.b));
    tr.append(element("td", "right " + signTone(row.delta), row.delta));
    table.append(tr);
  }
  for (const [label, key, term] of [["BP", "bp", "bp"], ["c / r", "length", "ratio"]]) {
    const tr = element("tr");
    const name = element("td");
    name.append(asking(label, glossary, term));
    tr.append(name, wide(numbers[key].a), wide(numbers[key].b));
    tr.append(element("td", "right " + (key === "bp" ? signTone(numbers[key].delta) : "muted"), numbers[key].delta));
    table.append(tr);
  }
  walkable(table);
  const box = element("div", "numbersbox");
  box.append(table, element("p", "muted note", "Sentence BLEU in points, " + numbers.settings + ". Precisions: credited / all n-grams, and per cent."));
  return box;
}
