// A table from data: {columns, rows, ids, label, shows, walked, empty, glossary, run}. A cell is a string or
//   {t: text, tone: "a"|"b"|"gain"|"loss"|"muted"|"strong"|"code", title: text,
//    bar: -1..1 (drawn from the middle) or share: 0..1 (drawn from the left),
//    lines: [{tag: "A", tone: "a", t: text, hit: marked, after: text}, ...], clip: true (one line, cut with …),
//    term: the glossary's name of it}
// Text is only ever set as textContent.

function element(name, className, text) {
  const node = document.createElement(name);
  if (className) node.className = className;
  if (text !== undefined) node.textContent = text;
  return node;
}

function fill(td, cell, column, glossary) {
  const value = typeof cell === "string" ? { t: cell } : cell;
  td.dir = "auto";
  if (column.align === "right") td.classList.add("right");
  if (column.wide) td.classList.add("wide");
  const tone = value.tone || column.tone;
  if (tone) td.classList.add(...tone.split(" ").map((t) => "tone-" + t));
  if (value.title && !value.term) td.title = value.title;
  if (value.clip || column.clip) td.classList.add("clip");
  if (value.bar !== undefined) {
    const bar = element("span", "bar");
    const part = element("span", value.bar < 0 ? "part loss" : "part gain");
    part.style.width = Math.abs(value.bar) * 50 + "%";
    bar.append(part);
    td.append(bar);
  }
  if (value.share !== undefined) {
    const bar = element("span", "share");
    const part = element("span", "part");
    part.style.width = value.share * 100 + "%";
    bar.append(part);
    td.append(bar);
  }
  if (value.lines) {
    for (const line of value.lines) {
      const div = element("div", "line");
      const text = element("span", "", line.t);
      text.dir = "auto";
      if (line.hit) text.append(element("mark", "", line.hit), line.after);
      div.append(element("span", "tag tone-" + line.tone, line.tag), text);
      td.append(div);
    }
  } else if (value.term) {
    td.append(asking(value.t, glossary, value.term, value.title));
  } else if (value.t !== undefined) {
    td.append(element("span", "text", value.t));
  }
}

function heading(column, glossary) {
  const th = element("th", column.align === "right" ? "right" : "");
  th.scope = "col";
  if (column.tone) th.classList.add("tone-" + column.tone);
  if (column.narrow) th.classList.add("narrow");
  if (column.wide) th.classList.add("wide");
  th.append(column.term || column.help ? asking(column.label, glossary, column.term, column.help) : column.label);
  return th;
}

// What a row opens stands far below the row where the screen is narrow, and above the end of a
// long list: there it is brought into view, elsewhere nothing moves.
function bringIntoView(key) {
  const place = key && document.querySelector(".st-key-" + key);
  if (!place) return;
  const top = place.getBoundingClientRect().top;
  if (top < 0 || top > innerHeight / 2) place.scrollIntoView();
}

export default function ({ data: { run, ...data }, parentElement, setTriggerValue }) {
  const root = parentElement.querySelector(".frame");
  root.open = (id) => setTriggerValue("open", id);
  const content = JSON.stringify(data);
  if (root.content === content) return; // a run that changes nothing takes nothing from under the pointer
  root.content = content;
  if (!data.rows.length) {
    root.replaceChildren(element("p", "empty", data.empty));
    return;
  }
  const table = element("table");
  table.setAttribute("aria-label", data.label);
  const head = element("thead");
  const headRow = element("tr");
  data.columns.forEach((column) => headRow.append(heading(column, data.glossary)));
  head.append(headRow);
  const body = element("tbody");
  data.rows.forEach((row, index) => {
    const tr = element("tr");
    row.forEach((cell, i) => {
      const td = element("td");
      fill(td, cell, data.columns[i], data.glossary);
      tr.append(td);
    });
    if (data.ids && data.ids[index] !== null) {
      tr.classList.add("opens");
      tr.dataset.id = data.ids[index];
      if (data.ids[index] === data.selected) {
        tr.classList.add("selected");
        tr.setAttribute("aria-current", "true");
      }
      tr.tabIndex = 0;
      tr.setAttribute("aria-description", "Enter opens it");
      const open = () => {
        root.open(data.ids[index]);
        bringIntoView(data.shows);
      };
      tr.onclick = open;
      tr.onkeydown = (event) => {
        if (event.key !== "Enter" && event.key !== " ") return;
        event.preventDefault(); // Space would scroll
        open();
      };
    }
    body.append(tr);
  });
  table.append(head, body);
  const opened = body.querySelector(".selected");
  if (data.walked) [...body.children].forEach((tr) => { tr.tabIndex = tr === (opened ?? body.firstChild) ? 0 : -1; });
  else walkable(table, opened ?? body.querySelector(".opens"));
  // A row that has the focus keeps it when the table is drawn anew, or gives it to the one walked to.
  const focused = root.getRootNode().activeElement?.dataset?.id;
  root.replaceChildren(table);
  if (!focused) return;
  const same = [...body.children].find((tr) => tr.dataset.id === focused);
  (data.walked && opened ? opened : same)?.focus({ preventScroll: true });
}
