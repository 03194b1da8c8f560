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
  const percent = element("td", "right muted", p.smoothed ? p.percent + " → " + p.smoothed : p.percent);
  if (p.smoothed) percent.title = "Counted as " + p.smoothed + " % by smoothing";
  return [bar, fraction, percent];
}

function wide(text, className) {
  const td = element("td", "right " + (className || ""), text);
  td.colSpan = 3;
  return td;
}

function numbersTable(numbers) {
  const table = element("table", "numbers");
  const head = element("tr");
  const corner = element("th", "", "");
  const a = element("th", "right a", "A · " + numbers.score.a);
  const b = element("th", "right b", "B · " + numbers.score.b);
  a.colSpan = b.colSpan = 3;
  for (const th of [a, b]) th.title = "Sentence BLEU, " + numbers.settings;
  const d = element("th", "right", "Δ " + numbers.score.delta);
  head.append(corner, a, b, d);
  table.append(head);
  for (const row of numbers.orders) {
    const tr = element("tr", "order");
    const name = element("td", "", row.label);
    name.title = "Modified precision: credited n-grams of all n-grams of this order";
    tr.append(name, ...precisionCells("a", row.a), ...precisionCells("b", row.b));
    tr.append(element("td", "right " + signTone(row.delta), row.delta));
    table.append(tr);
  }
  for (const [label, key, title] of [
    ["BP", "bp", "Brevity penalty: 1, or e^(1 − r/c) where the output is shorter than the reference"],
    ["c / r", "length", "Tokens of the output / of the reference that it is measured against"],
  ]) {
    const tr = element("tr");
    const name = element("td", "", label);
    name.title = title;
    tr.append(name, wide(numbers[key].a), wide(numbers[key].b));
    tr.append(element("td", "right " + (key === "bp" ? signTone(numbers[key].delta) : "muted"), numbers[key].delta));
    table.append(tr);
  }
  const box = element("div", "numbersbox");
  box.append(table, element("p", "muted note", "Sentence BLEU in points, " + numbers.settings + ". Precisions: credited / all n-grams, and per cent."));
  return box;
}
