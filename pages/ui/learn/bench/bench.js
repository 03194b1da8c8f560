// The bench: desk, result, what the last edit changed, and the steps. To Python goes
// "edit", the texts and settings on the desk, a moment after the last key.

function scoreLine(data) {
  return data.sides.map((side) => {
    const letter = side.letter.toLowerCase();
    const box = element("div", "score " + letter);
    const name = element("span", "who " + letter, "BLEU of " + side.letter);
    name.dataset.term = "bleu";
    name.tabIndex = 0;
    box.append(name, element("span", "value " + letter, side.score));
    box.append(element("span", "muted", "BP " + side.bp + " · " + side.orders.map((o) => o.credited + "/" + o.total).join(" · ")));
    return box;
  });
}

function said(data) {
  const box = element("div", "said");
  if (data.problem) box.append(element("p", "problem", data.problem));
  for (const note of data.notes) box.append(element("p", "muted", note));
  if (data.changes !== null) {
    const list = element("p", "changes");
    list.append(element("b", "", data.changes.length ? "That changed " : "That changed no count and no length: BLEU is the same."));
    for (const change of data.changes) list.append(element("span", "change", change));
    box.append(list);
  }
  return box.childNodes;
}

function drawSteps(root) {
  const { data, ui, parts } = root;
  if (ui.order > data.order) ui.order = data.order;
  const redraw = (changes) => { Object.assign(ui, changes); drawSteps(root); };
  STEPS.forEach(([title, make, brief], i) => {
    const { details, body, summary } = parts.steps[i];
    details.open = ui.open.has(i + 1);
    const facts = data.sides.map((side) => element("span", "brief " + side.letter.toLowerCase(), (data.sides.length > 1 ? side.letter + "  " : "") + brief(side)));
    const texts = element("span", "briefs");
    texts.append(...facts);
    summary.replaceChildren(element("span", "stepnumber", String(i + 1)), element("span", "steptitle", title), texts);
    body.replaceChildren(...make(data, ui, redraw));
  });
}

function tooltips(root) {
  const tip = root.parts.tip;
  const show = (event) => {
    const node = event.target.closest?.("[data-term]");
    if (!node) { tip.hidden = true; return; }
    const [term, text] = root.data.terms[node.dataset.term];
    tip.replaceChildren(element("b", "", term), element("span", "", text), element("span", "muted", "Press it for the glossary ↗"));
    tip.hidden = false;
    const [at, home] = [node.getBoundingClientRect(), root.getBoundingClientRect()];
    tip.style.left = Math.max(0, Math.min(at.left - home.left, home.width - tip.offsetWidth)) + "px";
    tip.style.top = at.bottom - home.top + 8 + "px";
  };
  root.addEventListener("pointerover", show);
  root.addEventListener("focusin", show);
  for (const name of ["pointerleave", "focusout"]) root.addEventListener(name, () => { tip.hidden = true; });
  const press = (event) => {
    const node = event.target.closest?.("[data-term]");
    if (node) window.open(root.data.glossary + node.dataset.term);
  };
  root.addEventListener("click", press);
  root.addEventListener("keydown", (event) => {
    if (event.key === "Escape") tip.hidden = true;
    else if (event.key === "Enter") press(event);
  });
}

function build(root) {
  const part = (name, parent) => (parent || root).appendChild(element("div", name));
  const head = part("deskhead");
  const copy = action("Copy link", "Copy a link to this bench, with its texts and settings", async () => {
    try { await navigator.clipboard.writeText(location.href); copy.textContent = "Copied"; } catch { copy.textContent = "Copy it from the address bar"; }
    setTimeout(() => (copy.textContent = "Copy link"), 1800);
  });
  const reset = action("Start again", "Back to the texts and settings of the lesson", () => root.send("reset"));
  head.append(element("h3", "", "The bench"), element("span", "muted", "Change a word and watch every factor move."), element("span", "grow"),
    reset, copy, action("Print", "A clean handout of this lesson and bench", () => window.print()));
  const parts = { head, texts: part("texts"), settings: part("settingsbox") };
  parts.signature = part("signature");
  parts.said = part("saidbox");
  parts.said.setAttribute("aria-live", "polite");
  parts.scores = part("scores");
  parts.steps = STEPS.map((_, i) => {
    const details = root.appendChild(element("details", "step"));
    const summary = details.appendChild(element("summary"));
    const body = details.appendChild(element("div", "body"));
    details.addEventListener("toggle", () => root.ui.open[details.open ? "add" : "delete"](i + 1));
    return { details, summary, body };
  });
  parts.tip = part("tip");
  parts.tip.setAttribute("role", "tooltip");
  parts.tip.hidden = true;
  return parts;
}

function begin(root) {
  root.mount = Math.random().toString(36).slice(2);
  root.count = 0;
  root.ui = { order: 1, open: new Set() };
  root.parts = build(root);
  root.rebuild = (what) => desk(root, what);
  root.now = () => { clearTimeout(root.timer); root.send("edit"); };
  root.later = () => { clearTimeout(root.timer); root.timer = setTimeout(() => root.send("edit", true), DEBOUNCE); };
  tooltips(root);
}

export default function ({ data, parentElement, setStateValue, setTriggerValue }) {
  const root = parentElement.querySelector(".bench");
  if (!root.parts) begin(root);
  root.send = (what, typed = false) => {
    if (what === "reset") setTriggerValue("reset", true);
    else setStateValue("edit", { ...structuredClone(root.local), lesson: root.data.lesson, typed, serial: root.mount + ":" + ++root.count });
  };
  const fromHere = data.serial !== null && data.serial.startsWith(root.mount + ":");
  const other = root.data?.lesson !== data.lesson;
  root.data = data;
  if (!fromHere || !root.local) {
    clearTimeout(root.timer);
    root.local = structuredClone({ candidates: data.candidates, references: data.texts, settings: data.settings });
    desk(root);
  }
  if (other) Object.assign(root.ui, { open: new Set(data.opens), order: 1 });
  root.parts.signature.textContent = data.signature;
  root.parts.said.replaceChildren(...said(data));
  root.parts.scores.replaceChildren(...scoreLine(data));
  drawSteps(root);
}
