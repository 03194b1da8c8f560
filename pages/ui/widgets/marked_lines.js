// Lines of text with their tokens marked in place: punctuation and spacing stay as written.

function element(name, className, text) {
  const node = document.createElement(name);
  if (className) node.className = className;
  if (text !== undefined) node.textContent = text;
  return node;
}

// Which order marks each token of a line, and each gap between token t and t + 1:
// the longest, or the chosen one. `good` is the status that counts as a match.
function depths(occurrences, size, order, good) {
  const tokens = new Array(size).fill(0);
  const gaps = new Array(size).fill(0);
  const orders = order === "longest" ? occurrences.map((_, i) => i + 1) : [order];
  for (const n of orders) {
    (occurrences[n - 1] || []).forEach((status, start) => {
      if (status !== good) return;
      for (let t = start; t < start + n; t++) {
        tokens[t] = Math.max(tokens[t], n);
        if (t + 1 < start + n) gaps[t] = Math.max(gaps[t], n);
      }
    });
  }
  return { tokens, gaps };
}

// Steps of colour: the highest order is the deepest, however many there are.
function step(depth, orders) {
  return depth === 0 ? 0 : orders <= 4 ? depth + 4 - orders : Math.ceil((depth * 4) / orders);
}

// What of a text stands from `start` to `end`, with what a search found in it marked.
function written(node, characters, start, end, hits) {
  for (const [from, to] of hits || []) {
    if (to <= start || from >= end) continue;
    const first = Math.max(from, start), last = Math.min(to, end);
    node.append(characters.slice(start, first).join(""), element("mark", "", characters.slice(first, last).join("")));
    start = last;
  }
  node.append(characters.slice(start, end).join(""));
  return node;
}

// A line of tokens over its text. `mark(t)` and `gap(t)` answer class names.
// `more` says how many tokens more there are, if not all are opened.
function tokenLine(text, tokens, asScored, mark, gap, more, hits) {
  const line = element("div", "text");
  line.dir = "auto";
  const characters = Array.from(text); // spans count characters, not UTF-16 units
  let end = 0;
  tokens.forEach((token, t) => {
    const space = element("span", t ? "gap " + gap(t - 1) : "gap");
    if (asScored) space.append(t ? " " : "");
    else written(space, characters, end, token.start, hits);
    if (space.textContent) line.append(space);
    const span = element("span", "token " + mark(t));
    // A token as it is scored may be written otherwise: it is marked whole.
    const found = asScored && (hits || []).some(([from, to]) => from < token.end && to > token.start);
    if (asScored) span.append(found ? element("mark", "", token.text) : token.text);
    else written(span, characters, token.start, token.end, hits);
    span.dataset.t = t;
    span.tabIndex = -1;
    line.append(span);
    end = token.end;
  });
  const rest = written(element("span", "gap"), characters, end, characters.length, hits);
  if (!asScored && rest.textContent) line.append(rest);
  if (more) line.append(element("span", "more", "\u2026 " + more + " more tokens"));
  if (!tokens.length && !rest.textContent && !more) line.append(element("span", "empty", "(empty)"));
  return line;
}

function labelled(label, className, line) {
  const row = element("div", "row " + className);
  const name = element("div", "label");
  name.append(...label);
  row.append(name, line);
  return row;
}

// The n-gram that a token stands for under the chosen order: the longest credited
// one over it, else a clipped one, else what begins there.
function ngramAt(match, t, order, good) {
  const highest = match.occurrences.length;
  const orders = order === "longest" ? Array.from({ length: highest }, (_, i) => highest - i) : [order];
  for (const status of [good, "clipped"]) {
    for (const n of orders) {
      for (let start = Math.max(0, t - n + 1); start <= t; start++) {
        if (match.occurrences[n - 1][start] === status) return { start, n };
      }
    }
  }
  const n = order === "longest" ? 1 : order;
  const start = Math.min(t, Math.max(0, match.occurrences[0].length - n));
  return { start, n: Math.min(n, match.occurrences[0].length) };
}

function ngramText(tokens, start, n) {
  return tokens.slice(start, start + n).map((token) => token.text).join(" ");
}

