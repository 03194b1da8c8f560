// The texts of the segment: toolbar, lines, what is under the pointer, editors, numbers, clipping table.

const STEPS = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 };
const ORDER_TITLES = { longest: "Colour each token by the longest credited n-gram over it (key 0)" };

function start(data) {
  return {
    order: "longest", diff: false, scored: false, words: "", clip: "differ", allRows: false,
    pinned: null, help: false, segment: data.segment, editing: { a: false, b: false },
  };
}

function view(root, data, ui, send) {
  const redraw = (changes) => { Object.assign(ui, changes); draw(); };
  const outcome = new Map(data.match.ngrams.map((g) => [g.text, g]));
  const refs = data.match.references;
  const parts = root.parts;

  // With "differences only", an n-gram counts where its system won it.
  function kept(occurrences, tokens, winners) {
    if (!ui.diff) return occurrences;
    return occurrences.map((row, i) => row.map((status, s) =>
      winners.includes(outcome.get(ngramText(tokens, s, i + 1))?.outcome) ? status : "unmatched"));
  }

  function wordMarks() {
    if (!data.words[ui.words]) ui.words = ""; // this segment may lack that reference
    if (!ui.words) return {};
    const [x, y] = ui.words.split("|");
    const [onlyX, onlyY] = data.words[ui.words];
    return { [x]: new Set(onlyX), [y]: new Set(onlyY) };
  }

  function systemRow(side, marks) {
    const match = data.match["match_" + side];
    const occurrences = kept(match.occurrences, match.tokens, [side.toUpperCase()]);
    const good = depths(occurrences, match.tokens.length, ui.order, "credited");
    const over = depths(occurrences, match.tokens.length, ui.order === "longest" ? 1 : ui.order, "clipped");
    const line = tokenLine(data.texts[side], match.tokens, ui.scored,
      (t) => {
        const names = ["d" + step(good.tokens[t], data.order)];
        if (over.tokens[t]) names.push("clipped");
        if (ui.order > 1 && occurrences[ui.order - 1][t] === "credited") names.push("begins");
        if (marks[side]?.has(t)) names.push("word");
        return names.join(" ");
      },
      (t) => "d" + step(good.gaps[t], data.order), data.more[side], data.hits[side]);
    line.querySelectorAll(".token").forEach((span, t) => {
      // How many n-grams are credited that begin here: what the fractions add up from.
      span.dataset.begins = match.occurrences.map((row, i) => (row[t] === "credited" ? i + 1 : "")).filter(Boolean).join(" ");
    });
    if (!data.more[side]) line.append(pencilOf(side));
    const label = [element("b", side, side.toUpperCase()), element("span", "name", data.names[side])];
    if (data.texts[side] !== data.own[side]) label.push(element("span", "edited", "edited"));
    const row = labelled(label, "system " + side, line);
    row.dataset.side = side;
    return row;
  }

  function pencilOf(side) {
    const pencil = element("button", "pencil", ui.editing[side] ? "close" : "✎ edit");
    pencil.type = "button";
    pencil.title = "Try another output for " + side.toUpperCase() + "; nothing is saved (key e for B)";
    pencil.onclick = () => edit(side, !ui.editing[side]);
    return pencil;
  }

  function referenceRow(r, marks) {
    const label = [element("span", "", data.references.length > 1 ? "Ref " + (r + 1) : "Reference")];
    if (!refs[r]) return labelled(label, "reference", element("div", "text muted", "(no such reference for this segment)"));
    const sides = ["a", "b"].map((side) => {
      const match = data.match["match_" + side].references[r];
      return depths(kept(match.occurrences, refs[r], ["A", "B"]), refs[r].length, ui.order, "covered");
    });
    const cover = (kind) => (t) => {
      const [a, b] = sides.map((side) => side[kind][t]);
      return a > b ? "more-a" : b > a ? "more-b" : a && !ui.diff ? "alike" : "none";
    };
    const line = tokenLine(data.references[r], refs[r], ui.scored,
      (t) => cover("tokens")(t) + (marks[r]?.has(t) ? " word" : ""), cover("gaps"), data.more[r], data.hits[r]);
    const row = labelled(label, "reference", line);
    row.dataset.reference = r;
    return row;
  }

  function sourceLine() {
    const line = element("div", "text");
    line.dir = "auto";
    const characters = Array.from(data.source);
    written(line, characters, 0, characters.length, data.hits.source);
    if (data.source_more) line.append(element("span", "more", "\u2026 " + data.source_more + " more characters"));
    return line;
  }

  function drawLines() {
    const marks = wordMarks();
    const rows = [];
    if (data.source !== null) rows.push(labelled([element("span", "", "Source")], "source", sourceLine()));
    data.references.forEach((_, r) => rows.push(referenceRow(r, marks)));
    rows.push(systemRow("a", marks), systemRow("b", marks));
    parts.lines.replaceChildren(...rows);
    for (const row of rows) {
      const first = row.querySelector(".token");
      if (first) first.tabIndex = 0;
    }
  }

  // What the token of a row stands for: its n-gram, and what became of it there.
  function under(span) {
    const row = span.closest(".row");
    const t = Number(span.dataset.t);
    const side = row.dataset.side;
    if (side) {
      const match = data.match["match_" + side];
      const { start: s, n } = ngramAt(match, t, ui.order, "credited");
      return { text: ngramText(match.tokens, s, n), status: "here: " + match.occurrences[n - 1][s] };
    }
    const r = row.dataset.reference;
    const best = ["a", "b"].map((name) => ({ name, ...ngramAt(data.match["match_" + name].references[r], t, ui.order, "covered") }))
      .sort((x, y) => y.n - x.n)[0];
    return { text: ngramText(refs[r], best.start, best.n), status: "" };
  }

  function light(text, status) {
    parts.lines.querySelectorAll(".lit").forEach((node) => node.classList.remove("lit"));
    const g = text === null ? null : outcome.get(text);
    if (!g) {
      parts.inspector.textContent = "Hover or focus a token to see its n-gram; click to keep it.";
      parts.inspector.classList.add("muted");
      return;
    }
    for (const row of parts.lines.querySelectorAll(".row")) {
      const tokens = row.dataset.side ? data.match["match_" + row.dataset.side].tokens : refs[row.dataset.reference];
      if (!tokens) continue;
      const spans = row.querySelectorAll(".token");
      for (let s = 0; s + g.order <= tokens.length; s++) {
        if (ngramText(tokens, s, g.order) === text) for (let t = s; t < s + g.order; t++) spans[t].classList.add("lit");
      }
    }
    parts.inspector.classList.remove("muted");
    const most = data.references.length > 1 ? "most in one reference " : "in the reference ";
    parts.inspector.textContent = "‹" + g.text + "› · order " + g.order + " · in A " + g.in_a + "× · in B " + g.in_b + "× · "
      + most + g.limit + "× · credited A " + g.credited_a + ", B " + g.credited_b + (status ? " · " + status : "");
  }

  function edit(side, open) {
    if (data.more[side]) return; // only its beginning is here
    redraw({ editing: { ...ui.editing, [side]: open } });
    if (!open) return send.edit(side, null);
    const area = parts.editors[side].querySelector("textarea");
    area.value = data.texts[side];
    area.focus();
  }

  function toolbar() {
    const bar = element("div", "bar");
    const title = element("div", "title");
    title.append(element("b", "", "Segment " + (data.segment + 1)));
    if (data.document !== null) title.append(element("span", "muted", " · " + data.document));
    if (data.carries) {
      const carries = element("span", "muted carries", " · ");
      carries.append(asking(data.carries, data.glossary, "points"));
      title.append(carries);
    }
    const orders = element("div", "buttons");
    for (const value of ["longest", ...Array.from({ length: data.order }, (_, i) => i + 1)]) {
      const button = element("button", ui.order === value ? "on" : "", String(value));
      button.type = "button";
      button.title = ORDER_TITLES[value] || "Show n-grams of order " + value + " (key " + value + ")";
      button.setAttribute("aria-pressed", ui.order === value);
      button.onclick = () => redraw({ order: value });
      orders.append(button);
    }
    const toggles = [["diff", "differences", "Only n-grams that one system won (key d)"],
      ["scored", "tokens", "The tokens that the tokenizer made of the text (key t)"]].map(([name, label, text]) => {
      const button = element("button", ui[name] ? "on" : "", label);
      button.type = "button";
      button.title = text;
      button.setAttribute("aria-pressed", ui[name]);
      button.onclick = () => redraw({ [name]: !ui[name] });
      return button;
    });
    const words = element("select");
    words.setAttribute("aria-label", "Word diff");
    words.title = "Box the words that two lines do not share";
    const options = [["", "no word diff"], ["a|b", "words: A ≠ B"]];
    refs.forEach((tokens, r) => tokens && options.push(["a|" + r, "words: A ≠ ref " + (r + 1)], ["b|" + r, "words: B ≠ ref " + (r + 1)]));
    for (const [value, label] of options) words.append(Object.assign(element("option", "", label), { value }));
    words.value = ui.words;
    words.onchange = () => redraw({ words: words.value });
    const steps = element("div", "buttons");
    for (const [label, by, text] of [["‹", -1, "Previous segment of the list (key k)"], ["›", 1, "Next segment of the list (key j)"], ["?", 0, "Keys"]]) {
      const button = element("button", "", label);
      button.type = "button";
      button.title = text;
      button.setAttribute("aria-label", text);
      button.onclick = () => (by ? send.go(by) : redraw({ help: !ui.help }));
      steps.append(button);
    }
    bar.append(title, steps, orders, ...toggles, words);
    const long = Object.keys(data.more).length
      ? [element("p", "long", "A long segment: of each line its beginning is opened. Scores, fractions and the counts of n-grams are those of the whole.")] : [];
    parts.bar.replaceChildren(bar, ...long, ...(ui.help ? help() : []));
  }

  function help() {
    const judging = "a b s x verdict: A better, B better, same, both bad · l label an error, with Shift one more of its kind · n note · Ctrl+Z takes the last verdict or label back";
    const texts = "j k ↓ ↑ next and previous segment · 1–" + data.order + " order, 0 longest · d differences only · t tokens as scored · ← → along the tokens · e edit B · / search · Esc lets go";
    return [texts, ...(data.judging ? [judging] : [])].map((keys) => element("p", "keys", keys));
  }

  function draw() {
    const place = placeOf(root, root.getRootNode().activeElement);
    drawLines();
    toolbar();
    parts.legend.replaceChildren(...legend(data.order, data.glossary, Object.values(data.hits).some((places) => places.length)));
    light(ui.pinned, "");
    for (const side of ["a", "b"]) parts.editors[side].hidden = !ui.editing[side];
    parts.notes.replaceChildren(...data.notes.map((note) => element("p", "note", note)));
    const pin = (text) => redraw({ pinned: ui.pinned === text ? null : text });
    parts.below.replaceChildren(numbersTable(data.numbers, data.glossary), clippingTable(data, ui, pin, redraw));
    const node = place && place.reduce((parent, i) => parent?.children[i], root);
    if (node && node !== root.getRootNode().activeElement) node.focus({ preventScroll: true });
  }

  parts.lines.onpointerover = root.onFocus = (event) => {
    const span = event.target.closest(".token");
    if (span) { const { text, status } = under(span); light(text, status); }
  };
  parts.lines.onpointerleave = () => light(ui.pinned, "");
  parts.lines.onclick = (event) => {
    const span = event.target.closest(".token");
    if (span) { const { text } = under(span); redraw({ pinned: ui.pinned === text ? null : text }); }
  };
  const orderKey = (key) => (key === "0" ? "longest" : Number(key) <= data.order ? Number(key) : ui.order);
  // Whether a key is of use here; `target` is where the focus is.
  root.onKey = (key, target) => {
    const span = target?.classList?.contains("token") ? target : null;
    const along = { ArrowLeft: "previous", ArrowRight: "next" }[key];
    if (span && along) {
      const spans = [...span.parentElement.querySelectorAll(".token")];
      spans[spans.indexOf(span) + (along === "next" ? 1 : -1)]?.focus();
    } else if (along && !target?.closest?.("[role=tab], [role=radio], [role=menuitem]")) {
      root.querySelector(".system .token")?.focus(); // the walk begins at the first token of A
    } else if (span && key === "Enter") {
      const { text } = under(span);
      redraw({ pinned: ui.pinned === text ? null : text });
    } else if (key in STEPS) send.go(STEPS[key]);
    else if (/^[0-9]$/.test(key)) redraw({ order: orderKey(key) });
    else if (key === "d") redraw({ diff: !ui.diff });
    else if (key === "t") redraw({ scored: !ui.scored });
    else if (key === "e") edit("b", true);
    else if (key === "?") redraw({ help: !ui.help });
    else if (key === "Escape" && (ui.pinned || ui.help)) redraw({ pinned: null, help: false });
    else if (key === "/") document.querySelector('input[aria-label="Find in segments"]')?.focus();
    else return false;
    return true;
  };
  draw();
}

// Where a node is below the root, child by child: what is drawn anew has the focus there again.
function placeOf(root, node) {
  const place = [];
  if (!node || node === root || !root.contains(node)) return null;
  for (; node !== root; node = node.parentNode) place.unshift([...node.parentNode.children].indexOf(node));
  return place;
}

function buildSegment(root) {
  const part = (name) => root.appendChild(element("div", name));
  const parts = { bar: part("toolbar"), lines: part("lines"), inspector: part("inspector"), legend: part("legend"), editors: {} };
  parts.lines.addEventListener("focusin", (event) => root.onFocus(event)); // has no on… property
  parts.inspector.setAttribute("aria-live", "polite");
  for (const side of ["a", "b"]) {
    const box = element("div", "editor " + side);
    const area = element("textarea");
    area.setAttribute("aria-label", "Another output for " + side.toUpperCase());
    area.rows = 2;
    area.dir = "auto";
    const reset = element("button", "", "Reset " + side.toUpperCase());
    reset.type = "button";
    area.oninput = () => { clearTimeout(area.timer); area.timer = setTimeout(() => root.send.edit(side, area.value), 200); };
    area.onkeydown = (event) => { if (event.key === "Escape") reset.click(); };
    reset.onclick = () => { clearTimeout(area.timer); root.close(side); };
    box.append(area, reset);
    box.hidden = true;
    root.append(box);
    parts.editors[side] = box;
  }
  parts.notes = part("notes");
  parts.below = part("below");
  return parts;
}

// New data of the segment that is open.
function takeSegment(root, data, go, setEdit) {
  if (!root.parts) root.parts = buildSegment(root);
  if (!root.ui) root.ui = start(data);
  if (root.ui.segment !== data.segment) {
    Object.assign(root.ui, { segment: data.segment, pinned: null, allRows: false, editing: { a: false, b: false } });
    for (const box of Object.values(root.parts.editors)) clearTimeout(box.querySelector("textarea").timer);
  }
  root.edits = Object.fromEntries(["a", "b"].filter((s) => data.texts[s] !== data.own[s]).map((s) => [s, data.texts[s]]));
  root.isEdited = () => ["a", "b"].some((s) => data.texts[s] !== data.own[s] || (root.ui.editing[s] && root.parts.editors[s].querySelector("textarea").value !== data.own[s]));
  root.send = {
    go,
    edit: (side, text) => {
      const edits = { ...root.edits };
      if (text === null) delete edits[side]; else edits[side] = text;
      if (JSON.stringify(edits) === JSON.stringify(root.edits)) return;
      root.edits = edits;
      setEdit({ id: freshId(), comparison: data.comparison, segment: data.segment, texts: edits });
    },
  };
  root.close = (side) => { root.ui.editing[side] = false; root.parts.editors[side].hidden = true; root.send.edit(side, null); view(root, data, root.ui, root.send); root.querySelector(".system." + side + " .pencil")?.focus(); };
  view(root, data, root.ui, root.send);
}
