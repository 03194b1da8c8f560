// The clipping table: every n-gram, where it occurs, what was credited and what was lost.

const CLIP_FILTERS = [
  ["differ", "A ≠ B", "n-grams credited more often to one system", (g) => g.credited_a !== g.credited_b],
  ["clipped", "clipped", "n-grams that a system has more often than any one reference", (g) => g.clipped_a || g.clipped_b],
  ["missed", "missed", "n-grams of a reference that neither system has", (g) => g.outcome === "missed"],
  ["all", "all", "every n-gram of A, B and the references", () => true],
];
const CLIP_ROWS = 60;

function clippingTable(data, ui, onPin, redraw) {
  const box = element("div", "clipping");
  const bar = element("div", "bar");
  bar.append(element("b", "", "Clipping"));
  const group = element("div", "buttons");
  const chosen = CLIP_FILTERS.find(([name]) => name === ui.clip);
  for (const [name, label, title] of CLIP_FILTERS) {
    // Of the whole texts, also where a part of them is opened.
    const button = element("button", name === ui.clip ? "on" : "", label + " " + data.match.tally[name]);
    button.type = "button";
    button.title = title;
    button.setAttribute("aria-pressed", name === ui.clip);
    button.onclick = () => redraw({ clip: name });
    group.append(button);
  }
  bar.append(group);
  const rows = data.match.ngrams
    .filter(chosen[3])
    .filter((g) => ui.order === "longest" || g.order === ui.order)
    .sort((x, y) => y.order - x.order);
  const table = element("table");
  const head = element("tr");
  const titles = [["n", "n-gram"], ["n-gram"], ["A", "count", "Times in A."], ["B", "count", "Times in B."]];
  data.references.forEach((_, i) => titles.push(["r" + (i + 1), "", "Times in reference " + (i + 1) + "."]));
  titles.push(["limit", "clip-limit"], ["cred A", "credited"], ["cred B", "credited"],
    ["lost", "clipping"], ["Δ", "", "Credited to B minus credited to A."]);
  titles.forEach(([label, term, help], i) => {
    const th = element("th", (i === 1 ? "" : "right") + (label === "cred A" ? " a" : label === "cred B" ? " b" : ""));
    th.append(term || help ? asking(label, data.glossary, term, help) : label);
    head.append(th);
  });
  table.append(head);
  for (const g of rows.slice(0, ui.allRows ? rows.length : CLIP_ROWS)) {
    const tr = element("tr", "pins" + (ui.pinned === g.text ? " pinned" : ""));
    tr.tabIndex = 0;
    const delta = g.credited_b - g.credited_a;
    const lost = g.clipped_a || g.clipped_b ? g.clipped_a + " / " + g.clipped_b : "";
    tr.append(element("td", "right muted", String(g.order)), element("td", "ngram", g.text.trim() ? g.text : g.text.replace(/\s/g, "␣")));
    for (const n of [g.in_a, g.in_b, ...g.in_refs, g.limit]) tr.append(element("td", "right" + (n ? "" : " zero"), String(n)));
    tr.append(element("td", "right a", String(g.credited_a)), element("td", "right b", String(g.credited_b)));
    tr.append(element("td", "right clippedmark", lost));
    const sign = delta > 0 ? "+" + delta : delta < 0 ? "\u2212" + -delta : "0";
    tr.append(element("td", "right " + signTone(sign), sign));
    tr.onclick = () => onPin(g.text);
    tr.onkeydown = (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault(); // Space would scroll
      onPin(g.text);
    };
    table.append(tr);
  }
  walkable(table, table.querySelector(".pinned") ?? table.querySelector(".pins"));
  box.append(bar, table);
  if (Object.keys(data.more).length) box.append(element("p", "muted note", "Listed are the n-grams of the tokens that are opened, with their counts in the whole segment."));
  if (!rows.length) box.append(element("p", "muted note", "No n-gram here" + (ui.order === "longest" ? "." : " of order " + ui.order + ".")));
  if (rows.length > CLIP_ROWS && !ui.allRows) {
    const more = element("button", "more", "Show all " + rows.length);
    more.type = "button";
    more.onclick = () => redraw({ allRows: true });
    box.append(more);
  }
  return box;
}
