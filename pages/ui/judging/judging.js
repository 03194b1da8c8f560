// Verdict, labels and note of the segment that is open; saved as they are said.

function element(name, className, text) {
  const node = document.createElement(name);
  if (className) node.className = className;
  if (text !== undefined) node.textContent = text;
  return node;
}

function button(label, key, pressed, act, className) {
  const node = element("button", className, label);
  node.type = "button";
  if (key) {
    node.append(element("kbd", "", key));
    node.setAttribute("aria-label", label);
    node.setAttribute("aria-keyshortcuts", key);
  }
  if (pressed !== null) node.setAttribute("aria-pressed", pressed);
  node.onclick = act;
  return node;
}

const keyOf = (op) => ["comparison", "segment", "kind", "system", "label"].map((f) => op[f]).join("\n");
const same = (op, other) => keyOf(op) === keyOf(other);

// What is said as this window sees it: what Python has, and then what is under way.
function textOf(root, item) {
  const waiting = root.queue.filter((op) => same(op, item)).at(-1);
  if (waiting) return waiting.text;
  const { said, comparison, segment } = root.data;
  if (item.comparison !== comparison || item.segment !== segment) return "";
  if (item.kind !== "label") return said[item.kind];
  return said.labels.find((l) => l.system === item.system && l.name === item.label)?.severity ?? "";
}

const itemOf = ({ data }, kind, system = "", label = "") =>
  ({ comparison: data.comparison, segment: data.segment, kind, system, label });

function say(root, item, text, seen) {
  if (text === seen) return;
  root.queue.push({ ...item, id: crypto.getRandomValues(new Uint32Array(2)).join("-"), text, seen });
  root.refused.delete(keyOf(item));
  root.send([...root.queue]);
  draw(root);
}

function toggle(root, kind, text, system = "", label = "") {
  const item = itemOf(root, kind, system, label);
  const now = textOf(root, item);
  say(root, item, now === text ? "" : text, now);
}

// `base` is the text that the field began with: what a save may replace.
function saveNote(root) {
  clearTimeout(root.timer);
  const { area, note, base } = root;
  if (area.value === base) return;
  root.base = area.value;
  say(root, note, area.value, base);
}

function fillNote(root, text) {
  root.area.value = root.base = text;
}

function take(root, data) {
  const moved = root.data.comparison !== data.comparison || root.data.segment !== data.segment;
  if (moved) {
    saveNote(root);
    root.open = false;
    for (const [key, { op }] of root.refused) if (op.kind !== "note") root.refused.delete(key);
  }
  for (const op of root.queue.filter((op) => op.id in data.done)) {
    const { there, problem } = data.done[op.id];
    if (problem || there !== undefined) root.refused.set(keyOf(op), { op, there, problem });
    else root.refused.delete(keyOf(op));
  }
  root.queue = root.queue.filter((op) => !(op.id in data.done));
  root.data = data;
  root.note = itemOf(root, "note");
  const refused = root.refused.get(keyOf(root.note));
  const editing = root.getRootNode().activeElement === root.area || root.area.value !== root.base;
  if (moved || !(editing || refused)) fillNote(root, refused ? refused.op.text : textOf(root, root.note));
  if (refused?.problem) root.base = refused.op.seen; // so that it is tried again
}

function labels(root) {
  const places = root.data.said.labels.map((l) => itemOf(root, "label", l.system, l.name));
  for (const op of root.queue) {
    const here = op.kind === "label" && same(op, itemOf(root, "label", op.system, op.label));
    if (here && !places.some((p) => same(p, op))) places.push(op);
  }
  return places.map((p) => ({ ...p, text: textOf(root, p) })).filter((p) => p.text);
}

function panel(root) {
  const { kinds, severities } = root.data;
  const sides = element("div", "group"), grades = element("div", "group"), names = element("div", "row");
  sides.setAttribute("aria-label", "System");
  grades.setAttribute("aria-label", "Severity");
  for (const side of ["A", "B"]) sides.append(button(side, side.toLowerCase(), root.side === side, () => set(root, { side }), side.toLowerCase()));
  severities.forEach((grade, i) => grades.append(button(grade, String(i + 1), root.grade === grade, () => set(root, { grade }))));
  for (const kind of kinds) {
    const on = textOf(root, itemOf(root, "label", root.side, kind.name)) === root.grade;
    const node = button(kind.name, kind.key, on, () => toggle(root, "label", root.grade, root.side, kind.name));
    node.title = kind.meaning;
    names.append(node);
  }
  const first = element("div", "row");
  first.append(element("span", "muted", "An error in"), sides, element("span", "muted", "that is"), grades, button("Done", "l", null, () => set(root, { open: false })));
  return [first, names];
}

function set(root, changes) {
  Object.assign(root, changes);
  draw(root);
}

// What was not saved: on its own segment with the choice, from others with the way back.
function refusal(root) {
  const all = [...root.refused.values()];
  const here = all.find(({ op }) => same(op, itemOf(root, op.kind, op.system, op.label)));
  if (!here && root.late) return [element("span", "", "The next segment was late: the keys pressed meanwhile were let go.")];
  if (!here) return all.slice(0, 1).map(({ op }) => element("span", "", `The ${op.kind} of segment ${op.segment + 1} was not saved: go back to it.`));
  const { op, there, problem } = here;
  if (problem) return [element("span", "", "Not saved: " + problem)];
  if (op.kind !== "note") return [element("span", "", "Another window changed this meanwhile; it shows now. Press again to change it.")];
  return [
    element("span", "", there ? "Not saved. Another window wrote: " : "Not saved. Another window took the note back."),
    ...(there ? [element("q", "", there)] : []),
    button("Keep mine", "", null, () => { root.base = root.area.value; say(root, root.note, root.area.value, there); }),
    button("Take theirs", "", null, () => { root.refused.delete(keyOf(op)); fillNote(root, there); draw(root); }),
  ];
}

function draw(root) {
  const active = root.getRootNode().activeElement;
  const where = active?.dataset.place;
  const { verdicts } = root.data;
  const verdict = textOf(root, itemOf(root, "verdict"));
  root.parts.verdicts.replaceChildren(...verdicts.map(([name, key]) => button(name, key, verdict === name, () => toggle(root, "verdict", name), key)));
  root.parts.labels.setAttribute("aria-expanded", root.open);
  root.parts.panel.hidden = !root.open;
  root.parts.panel.replaceChildren(...(root.open ? panel(root) : []));
  root.parts.chips.replaceChildren(...labels(root).map(({ system, label, text }) => {
    const chip = element("span", "chip " + system.toLowerCase());
    const away = button("✕", "", null, () => toggle(root, "label", text, system, label));
    away.setAttribute("aria-label", `Take back: ${system} ${label}`);
    chip.append(element("b", system.toLowerCase(), system), element("span", "", label), element("span", "severity", text), away);
    return chip;
  }));
  root.parts.conflict.replaceChildren(...refusal(root));
  root.parts.state.className = "state" + (root.refused.size ? " failed" : "");
  root.parts.state.textContent = root.refused.size ? "not saved" : root.queue.length || root.area.value !== root.base ? "saving …" : root.began ? "saved" : "";
  // What is drawn anew has the focus there again.
  for (const part of [root.parts.verdicts, root.parts.panel]) [...part.querySelectorAll("button")].forEach((node, i) => { node.dataset.place = part.className + i; });
  if (where && active.isConnected === false) root.querySelector(`[data-place="${where}"]`)?.focus({ preventScroll: true });
}

// While the next segment is on its way, keys are not for the one that still stands there: they
// wait, in their order. Steps alone go through, so that one may walk fast.
function hold(root, event) {
  const steps = ["j", "k", "ArrowDown", "ArrowUp"].includes(event.key) && !root.held.length;
  if (!root.awaited || steps || (event.key.length > 1 && event.key !== "Escape")) return false;
  root.held.push(event.key);
  return true;
}

function release(root) {
  clearTimeout(root.patience);
  root.awaited = null;
  while (root.held.length && !root.awaited) {
    const key = root.held.shift();
    const writing = root.getRootNode().activeElement === root.area;
    if (!writing) document.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
    else if (key === "Escape") root.area.blur();
    else {
      root.area.setRangeText(key, root.area.selectionStart, root.area.selectionEnd, "end");
      root.area.oninput();
    }
  }
}

// No answer came. The keys are let go: on the segment that still stands there they would be wrong.
function letGo(root) {
  root.late = root.held.length > 0;
  Object.assign(root, { awaited: null, held: [] });
  draw(root);
}

function onKey(root, event) {
  const target = event.composedPath()[0];
  if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
  if (target.closest?.("input, textarea, select, [contenteditable], [role=slider], [role=listbox], [role=combobox], [role=dialog]")) return;
  if (hold(root, event)) {
    event.preventDefault();
    event.stopImmediatePropagation();
    return;
  }
  const { verdicts, severities, kinds } = root.data;
  const kind = kinds.find((k) => k.key && k.key === event.key);
  const verdict = verdicts.find(([, key]) => key === event.key);
  if (event.key === "l" || (root.open && event.key === "Escape")) set(root, { open: !root.open });
  else if (root.open && "ab".includes(event.key)) set(root, { side: event.key.toUpperCase() });
  else if (root.open && "123".includes(event.key)) set(root, { grade: severities[event.key - 1] });
  else if (root.open && kind) toggle(root, "label", root.grade, root.side, kind.name);
  else if (!root.open && verdict) toggle(root, "verdict", verdict[0]);
  else if (!root.open && event.key === "n") root.area.focus();
  else return;
  event.preventDefault();
  event.stopImmediatePropagation(); // the segment has keys of its own
}

function build(root) {
  const part = (name) => root.appendChild(element("div", name));
  const row = part("row");
  const parts = { chips: part("chips row"), panel: part("panel"), conflict: part("conflict") };
  parts.verdicts = row.appendChild(element("div", "group"));
  parts.verdicts.setAttribute("role", "group");
  parts.verdicts.setAttribute("aria-label", "Verdict");
  parts.labels = row.appendChild(button("Label", "l", null, () => set(root, { open: !root.open })));
  const area = row.appendChild(element("textarea"));
  parts.state = row.appendChild(element("span", "state"));
  parts.state.setAttribute("role", "status");
  parts.conflict.setAttribute("role", "alert");
  area.rows = 1;
  area.dir = "auto";
  area.maxLength = 10000;
  area.placeholder = "Note  (n)";
  area.title = "Enter saves the note and leaves it; Shift+Enter begins a new line";
  area.setAttribute("aria-label", "Note on this segment");
  area.oninput = () => { root.began = true; clearTimeout(root.timer); root.timer = setTimeout(() => saveNote(root), 300); draw(root); };
  area.onblur = () => saveNote(root);
  area.onkeydown = (event) => {
    const done = event.key === "Escape" || (event.key === "Enter" && !event.shiftKey && !event.isComposing);
    if (done) { event.preventDefault(); area.blur(); }
    event.stopPropagation();
  };
  Object.assign(root, { parts, area, base: "", queue: [], side: "B", grade: root.data.severities[1], open: false, refused: new Map(), held: [], awaited: null });
}

export default function ({ data, parentElement, setStateValue }) {
  const root = parentElement.querySelector(".judging");
  root.send = (queue) => { root.began = true; setStateValue("said", queue); };
  if (!root.parts) {
    root.data = data;
    build(root);
    fillNote(root, data.said.note);
  }
  take(root, data);
  draw(root);
  if (root.awaited && root.awaited.id === data.walked.id) release(root);
  if (!root.listening) {
    root.listening = (event) => onKey(root, event);
    root.going = ({ detail }) => {
      Object.assign(root, { awaited: detail, late: false });
      clearTimeout(root.patience);
      root.patience = setTimeout(() => letGo(root), 5000);
    };
    document.addEventListener("keydown", root.listening, true);
    document.addEventListener("bleuscope-go", root.going);
  }
  return () => {
    document.removeEventListener("keydown", root.listening, true);
    document.removeEventListener("bleuscope-go", root.going);
    root.listening = null;
  };
}
