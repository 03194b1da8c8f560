// Verdict, labels and note of the segment that is open; saved as they are said.

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

// What is said as this window sees it: what Python has, and then what is under way.
function textOf(root, item) {
  const { said, comparison, segment } = root.data;
  const text = waiting(root.box, item);
  if (text !== undefined) return text;
  if (item.comparison !== comparison || item.segment !== segment) return "";
  if (item.kind !== "label") return said[item.kind];
  return said.labels.find((l) => l.system === item.system && l.name === item.label && l.number === item.number)?.severity ?? "";
}

const itemOf = ({ data }, kind, system = "", label = "", number = 0) =>
  ({ comparison: data.comparison, segment: data.segment, kind, system, label, number });

function say(root, item, text, seen) {
  add(root.box, item, text, seen);
  root.began = true;
  root.changed();
}

// The outputs that are judged are those of the systems, not what was tried instead.
function toggle(root, kind, text, system = "", label = "", number = 0) {
  root.edited = root.isEdited();
  if (root.edited) return drawJudging(root);
  const item = itemOf(root, kind, system, label, number);
  const now = textOf(root, item);
  say(root, item, now === text ? "" : text, now);
}

// The numbers of the errors of a kind in the system that is chosen, the last one last.
const numbersOf = (root, name) =>
  labels(root).filter((l) => l.system === root.side && l.label === name).map((l) => l.number).sort((x, y) => x - y);

// An error of a kind: given, taken back or made graver; `more` gives one more of the kind.
function markError(root, name, more) {
  const last = numbersOf(root, name).at(-1) ?? -1;
  toggle(root, "label", root.grade, root.side, name, more ? last + 1 : Math.max(last, 0));
}

// `base` is the text that the field began with: what a save may replace.
function draft({ area, note, base }) {
  return area.value === base ? null : { ...note, id: freshId(), text: area.value, seen: base, problem: "" };
}

function saveNote(root) {
  clearTimeout(root.timer);
  const { area, note, base } = root;
  if (!note || area.value === base) return;
  root.base = area.value;
  say(root, note, area.value, base);
}

function fillNote(root, text) {
  root.area.value = root.base = text;
}

// New data of the segment that is open; what waits has had its answers.
function takeJudging(root, data) {
  const before = root.data;
  const moved = !before || before.comparison !== data.comparison || before.segment !== data.segment;
  if (moved) {
    saveNote(root);
    Object.assign(root, { open: false, edited: false, grade: root.grade || data.severities[1] });
    // What was refused has been seen on its segment, where the other window's text stands.
    for (const [key, { op }] of root.box.conflicts) if (before && op.kind !== "note" && op.segment === before.segment) root.box.conflicts.delete(key);
  }
  root.data = data;
  root.edited &&= root.isEdited();
  root.note = itemOf(root, "note");
  const refused = root.box.conflicts.get(keyOf(root.note));
  const editing = root.getRootNode().activeElement === root.area || root.area.value !== root.base;
  if (moved || !(editing || refused)) fillNote(root, refused ? refused.op.text : textOf(root, root.note));
  drawJudging(root);
}

function labels(root) {
  const places = root.data.said.labels.map((l) => itemOf(root, "label", l.system, l.name, l.number));
  for (const op of root.box.ops) {
    const here = op.kind === "label" && same(op, itemOf(root, "label", op.system, op.label, op.number));
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
    const given = numbersOf(root, kind.name);
    const on = given.length > 0 && textOf(root, itemOf(root, "label", root.side, kind.name, given.at(-1))) === root.grade;
    const title = kind.name + (given.length > 1 ? ` ×${given.length}` : "");
    const node = button(title, kind.key, on, (event) => markError(root, kind.name, event.shiftKey));
    node.title = `${kind.meaning} With Shift: one more.`.trim();
    names.append(node);
  }
  const first = element("div", "row");
  first.append(element("span", "muted", "An error in"), sides, element("span", "muted", "that is"), grades, button("Done", "l", null, () => set(root, { open: false })), element("span", "muted", "Shift: one more of a kind"));
  return [first, names];
}

function set(root, changes) {
  Object.assign(root, changes);
  drawJudging(root);
}

// What was not saved: on its own segment with the choice, from others with the way back.
function refusal(root) {
  if (root.edited) return [element("span", "", "The text is an edit, which is no output of a system: reset it to judge.")];
  const all = [...root.box.conflicts.values()];
  const here = all.find(({ op }) => same(op, itemOf(root, op.kind, op.system, op.label, op.number)));
  if (!here) return all.slice(0, 1).map(({ op }) => element("span", "", `The ${op.kind} of segment ${op.segment + 1} was not saved: go back to it.`));
  const { op, there } = here;
  if (op.kind !== "note") return [element("span", "", "Another window changed this meanwhile; it shows now. Press again to change it.")];
  return [
    element("span", "", there ? "Not saved. Another window wrote: " : "Not saved. Another window took the note back."),
    ...(there ? [element("q", "", there)] : []),
    button("Keep mine", "", null, () => { root.base = root.area.value; say(root, root.note, root.area.value, there); }),
    button("Take theirs", "", null, () => { root.box.conflicts.delete(keyOf(op)); fillNote(root, there); root.changed(); }),
  ];
}

// What cannot be saved now, of whatever segment; it is tried again until it is, or let go.
function stuck(root) {
  const ops = root.box.ops.filter((op) => op.problem);
  if (!ops.length) return [];
  const { comparison } = root.data;
  const numbers = [...new Set(ops.filter((op) => op.comparison === comparison).map((op) => op.segment + 1))].sort((x, y) => x - y);
  const others = ops.some((op) => op.comparison !== comparison) ? ["another comparison"] : [];
  const of = [numbers.length ? (numbers.length > 1 ? "segments " : "segment ") + numbers.join(", ") : [], others].flat().join(" and ");
  return [
    element("span", "", `Not saved: ${ops.length}, of ${of}. ${ops.at(-1).problem} It is tried again.`),
    button("Try now", "", null, () => root.changed()),
    button("Let go", "", null, () => { letGo(root.box); fillNote(root, textOf(root, root.note)); root.changed(); }),
  ];
}

function drawJudging(root) {
  const active = root.getRootNode().activeElement;
  const where = active?.dataset.place;
  const { verdicts } = root.data;
  const verdict = textOf(root, itemOf(root, "verdict"));
  root.parts.verdicts.replaceChildren(...verdicts.map(([name, key]) => button(name, key, verdict === name, () => toggle(root, "verdict", name), key)));
  root.parts.labels.setAttribute("aria-expanded", root.open);
  root.parts.panel.hidden = !root.open;
  root.parts.panel.replaceChildren(...(root.open ? panel(root) : []));
  root.parts.chips.replaceChildren(...labels(root).map(({ system, label, number, text }) => {
    const chip = element("span", "chip " + system.toLowerCase());
    const away = button("✕", "", null, () => toggle(root, "label", text, system, label, number));
    away.setAttribute("aria-label", `Take back: ${system} ${label}`);
    chip.append(element("b", system.toLowerCase(), system), element("span", "", label), element("span", "severity", text), away);
    return chip;
  }));
  root.parts.others.replaceChildren(...root.data.others.map((said) => element("span", "muted", said)));
  root.parts.conflict.replaceChildren(...refusal(root));
  root.parts.stuck.replaceChildren(...stuck(root));
  const failed = root.box.conflicts.size > 0 || root.box.ops.some((op) => op.problem);
  const saving = root.box.ops.length > 0 || root.area.value !== root.base;
  root.parts.state.className = "state" + (failed ? " failed" : "");
  root.parts.state.textContent = failed ? "not saved" : saving ? "saving …" : root.began ? "saved" : "";
  // What is drawn anew has the focus there again.
  for (const part of [root.parts.verdicts, root.parts.panel]) [...part.querySelectorAll("button")].forEach((node, i) => { node.dataset.place = part.className + i; });
  if (where && active.isConnected === false) root.querySelector(`[data-place="${where}"]`)?.focus({ preventScroll: true });
}

// Whether a key is of use here.
function judgingKey(root, key) {
  if (!root.data) return false;
  const { verdicts, severities, kinds } = root.data;
  const kind = kinds.find((k) => k.key && k.key === key.toLowerCase());
  const verdict = verdicts.find(([, its]) => its === key);
  if (key === "l" || (root.open && key === "Escape")) set(root, { open: !root.open });
  else if (root.open && "ab".includes(key)) set(root, { side: key.toUpperCase() });
  else if (root.open && "123".includes(key)) set(root, { grade: severities[key - 1] });
  else if (root.open && kind) markError(root, kind.name, key !== kind.key);
  else if (!root.open && verdict) toggle(root, "verdict", verdict[0]);
  else if (!root.open && key === "n") root.area.focus();
  else return false;
  return true;
}

// `changed` tells the component that something was said.
function buildJudging(root, box, changed) {
  const part = (name) => root.appendChild(element("div", name));
  const row = part("row");
  const parts = { chips: part("chips row"), panel: part("panel"), others: part("others row"), conflict: part("conflict"), stuck: part("conflict") };
  parts.verdicts = row.appendChild(element("div", "group"));
  parts.verdicts.setAttribute("role", "group");
  parts.verdicts.setAttribute("aria-label", "Verdict");
  parts.labels = row.appendChild(button("Label", "l", null, () => set(root, { open: !root.open })));
  const area = row.appendChild(element("textarea"));
  parts.state = row.appendChild(element("span", "state"));
  parts.state.setAttribute("role", "status");
  parts.conflict.setAttribute("role", "alert");
  parts.stuck.setAttribute("role", "alert");
  parts.others.dir = "auto";
  area.rows = 1;
  area.dir = "auto";
  area.maxLength = 10000;
  area.placeholder = "Note  (n)";
  area.title = "Enter saves the note and leaves it; Shift+Enter begins a new line";
  area.setAttribute("aria-label", "Note on this segment");
  area.oninput = () => {
    clearTimeout(root.timer);
    root.timer = setTimeout(() => saveNote(root), 300);
    store(box, draft(root));
    drawJudging(root);
  };
  area.onblur = () => saveNote(root);
  area.onkeydown = (event) => {
    const done = event.key === "Escape" || (event.key === "Enter" && !event.shiftKey && !event.isComposing);
    if (done) { event.preventDefault(); area.blur(); }
    event.stopPropagation();
  };
  Object.assign(root, { parts, area, box, changed, base: "", side: "B", grade: "", open: false, began: box.ops.length > 0 });
}

