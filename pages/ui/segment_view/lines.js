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

// A line of tokens over its text. `mark(t)` and `gap(t)` answer class names.
function tokenLine(text, tokens, asScored, mark, gap) {
  const line = element("div", "text");
  line.dir = "auto";
  const characters = Array.from(text); // spans count characters, not UTF-16 units
  let end = 0;
  tokens.forEach((token, t) => {
    const between = asScored ? (t ? " " : "") : characters.slice(end, token.start).join("");
    if (between) line.append(element("span", t ? "gap " + gap(t - 1) : "gap", between));
    const shown = asScored ? token.text : characters.slice(token.start, token.end).join("");
    const span = element("span", "token " + mark(t), shown);
    span.dataset.t = t;
    span.tabIndex = -1;
    line.append(span);
    end = token.end;
  });
  const rest = characters.slice(end).join("");
  if (!asScored && rest) line.append(element("span", "gap", rest));
  if (!tokens.length && !rest) line.append(element("span", "empty", "(empty)"));
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

