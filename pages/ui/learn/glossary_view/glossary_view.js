// The glossary: a search field, the questions, the terms. Searching stays in the browser.

function element(name, className, text) {
  const node = document.createElement(name);
  if (className) node.className = className;
  if (text !== undefined) node.textContent = text;
  return node;
}

function entry(data, opened) {
  const box = element("details", "entry");
  box.id = data.name;
  const summary = element("summary");
  summary.append(element("span", "term", data.term), element("span", "short", data.short));
  const list = element("dl");
  for (const [label, text] of [["Here", data.how], ["Beware", data.mistake], ["Source", data.source], ["Also", data.also.join(", ")]]) {
    if (text) list.append(element("dt", "", label), element("dd", "", text));
  }
  const copy = element("button", "", "Copy link");
  copy.type = "button";
  copy.onclick = async () => {
    const link = location.origin + location.pathname + "?term=" + encodeURIComponent(data.name);
    try { await navigator.clipboard.writeText(link); copy.textContent = "Copied"; } catch { copy.textContent = link; }
  };
  box.append(summary, list, copy);
  box.addEventListener("toggle", () => { if (box.open) opened(data.name); });
  box.words = Object.values(data).flat().join(" ").toLowerCase();
  box.names = [data.name, data.term, ...data.also].join(" ").toLowerCase();
  return box;
}

function build(root, data) {
  const search = element("input");
  search.type = "search";
  search.placeholder = "Search the glossary: BP, zero, smoothing, 66.1/40.2 …";
  search.setAttribute("aria-label", "Search the glossary");
  const none = element("p", "none", "No entry has these words.");
  const groups = [["Common questions", true], ["Terms", false]].map(([title, question]) => {
    const group = element("section");
    group.append(element("h3", "", title), ...data.entries.filter((e) => e.is_question === question)
      .map((e) => entry(e, (name) => { if (root.term !== name) { root.term = name; root.send(name); } })));
    return group;
  });
  const filter = () => {
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    let shown = 0;
    for (const group of groups) {
      const boxes = [...group.querySelectorAll(".entry")];
      for (const box of boxes) {
        box.hidden = !words.every((word) => box.words.includes(word));
        box.style.order = words.every((word) => box.names.includes(word)) ? 0 : 1;
      }
      const visible = boxes.filter((box) => !box.hidden).length;
      group.hidden = !visible;
      shown += visible;
    }
    none.hidden = shown > 0;
  };
  search.oninput = filter;
  root.append(search, none, ...groups);
  filter();
}

export default function ({ data, parentElement, setTriggerValue }) {
  const root = parentElement.querySelector(".glossary");
  root.send = (name) => setTriggerValue("open", name);
  if (!root.built) build(root, data);
  root.built = true;
  if (data.term && data.term !== root.term) {
    root.term = data.term;
    const box = root.querySelector("#" + CSS.escape(data.term));
    box.open = true;
    requestAnimationFrame(() => box.scrollIntoView({ block: "center" }));
  }
}
