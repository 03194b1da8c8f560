// What is said and not yet saved, in its order, and what was said before: for Ctrl+Z.
//
// An op says that an item (comparison, segment, kind, system, label, number) is to have a text, where it
// had the text that was seen. It stays until Python has answered for it: saved; refused because
// another window said something else (a conflict); or not possible now, as where a disk is full:
// then it stays with the problem, and goes along whenever something is sent. All of it is in the
// tab's sessionStorage too, so that a reload loses nothing, and in the browser's when the tab is closed.

const FIELDS = ["comparison", "segment", "kind", "system", "label", "number"];
const PLACE = "bleuscope-unsaved";
const MOST_PAST = 200;
const keyOf = (op) => FIELDS.map((field) => op[field]).join("\n");
const same = (op, other) => keyOf(op) === keyOf(other);

// `tab` has the storages; a browser may forbid to ask for them. What a tab that was closed had not
// saved is taken over.
function newOutbox(tab) {
  const storage = storageOf(tab, "sessionStorage"), left = storageOf(tab, "localStorage");
  const { ops = [], past = [], told = "" } = stored(storage);
  const unsaved = (stored(left).ops ?? []).filter(({ id }) => !ops.some((op) => op.id === id));
  keepIn(left, null);
  return { storage, left, ops: [...ops, ...unsaved].map((op) => ({ ...op, tried: false })), past, told, conflicts: new Map() };
}

function storageOf(tab, name) {
  try {
    return tab[name] ?? null;
  } catch {
    return null; // what is unsaved is asked about before the page is left
  }
}

function stored(storage) {
  try {
    return JSON.parse(storage.getItem(PLACE)) ?? {};
  } catch {
    return {};
  }
}

function keepIn(storage, kept) {
  try {
    if (kept) storage.setItem(PLACE, JSON.stringify(kept));
    else storage.removeItem(PLACE);
  } catch { /* it is full, or there is none */ }
}

// `draft`: a note that is being written, as an op. `told`: what the next page has to tell.
function store(box, draft, told = "") {
  const ops = draft ? [...box.ops, draft] : box.ops;
  keepIn(box.storage, ops.length || box.past.length || told ? { ops, past: box.past, told } : null);
}

// The page is going, perhaps for good. What was sent may arrive or not: it is sent again by the
// next page that is opened, which changes nothing where it did arrive.
function leaveBehind(box) {
  if (box.ops.length) keepIn(box.left, { ops: [...(stored(box.left).ops ?? []), ...box.ops] });
}

// What an item is to have, if something of it waits here.
function waiting(box, item) {
  return box.ops.findLast((op) => same(op, item))?.text;
}

function add(box, item, text, seen) {
  if (text === seen) return;
  box.conflicts.delete(keyOf(item));
  const op = { ...item, id: freshId(), text, seen, problem: "" };
  if (item.kind !== "note") box.past = [...box.past, op].slice(-MOST_PAST);
  put(box, op);
}

// What could not be saved, and is not being tried, makes way for what is said of the same.
function put(box, op) {
  const stuck = box.ops.find((other) => same(op, other) && other.problem && !other.tried);
  if (stuck) box.ops = box.ops.filter((other) => other !== stuck);
  const joined = stuck ? { ...op, seen: stuck.seen } : op;
  if (joined.text !== joined.seen) box.ops.push(joined);
}

// All that waits, as it is sent. What was refused gets another number: the last one is answered.
function toSend(box) {
  for (const op of box.ops) {
    if (op.problem && !op.tried) op.id = freshId();
    op.tried = true;
  }
  return box.ops.map(({ problem, tried, ...op }) => op);
}

// What became of each: {} saved, {there} another window's text, {problem} why not.
function nowAnswered(box, answers) {
  const asked = box.ops;
  box.ops = [];
  for (const op of asked) {
    const answer = answers[op.id];
    if (!answer) { box.ops.push(op); continue; }
    const { there, problem } = answer;
    const before = box.ops.find((other) => same(op, other) && other.problem && !other.tried);
    if (problem) put(box, { ...op, problem, tried: false });
    else if (before && there === before.seen) put(box, { ...op, problem: before.problem, tried: false });
    else if (there !== undefined) {
      box.conflicts.set(keyOf(op), { op, there });
      box.past = box.past.filter(({ id }) => id !== op.id);
    } else {
      box.conflicts.delete(keyOf(op));
      box.ops = box.ops.filter((other) => other !== before); // it was said anew since
    }
  }
}

// Say again what there was before the last verdict or label; answer what was taken back, if anything.
function takeBack(box, comparison) {
  const last = box.past.findLast((op) => op.comparison === comparison);
  if (!last) return null;
  box.past = box.past.filter((op) => op !== last);
  const { text, seen } = last;
  put(box, { ...last, id: freshId(), text: seen, seen: text, problem: "", tried: false });
  return last;
}

// What could not be saved is given up.
function letGo(box) {
  box.ops = box.ops.filter((op) => !op.problem);
}
