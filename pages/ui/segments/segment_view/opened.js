// The component: what is said of the open segment, and its texts. They are one, so that both are
// always of the same run, and so that every key has one owner and all that is sent one queue.
// A key that is pressed while a step is under way waits for its segment: see walk.js.

const FIELDS_OF_TEXT = "input, textarea, select, [contenteditable], [role=slider], [role=listbox], [role=combobox], [role=dialog]";
// What is repeated in a field that a key has opened.
const EDITING = ["Enter", "Backspace", "Delete", "Home", "End", "ArrowLeft", "ArrowRight"];
const RETRY = 5000; // milliseconds until what could not be saved is sent again

function send(root) {
  const { walk, box } = root;
  // A server that was started anew has been told the last value, without doing anything: each is new.
  root.setState("presses", { sending: freshId(), presses: [...toSend(box), ...(walk.step ? [walk.step] : [])] });
  drawn(root);
}

// What waits is drawn, kept in the tab, and tried again.
function drawn(root) {
  const { judging, box } = root;
  if (judging.data) drawJudging(judging);
  store(box, judging.data && draft(judging));
  clearTimeout(root.retry);
  if (box.ops.some((op) => op.problem)) root.retry = setTimeout(() => send(root), RETRY);
  announce(root, root.told);
}

function announce(root, told) {
  root.told = told;
  const waiting = root.walk.held.length ? "Waiting for the next segment, for: " + root.walk.held.join(" ") : "";
  root.parts.told.className = "told" + (told ? "" : " waiting");
  root.parts.told.textContent = told || waiting;
}

function go(root, by, to) {
  root.told = "";
  if (walkBy(root.walk, by, to)) return send(root);
  waits(root.walk, by > 0 ? "ArrowDown" : "ArrowUp");
  announce(root, "");
}

function undo(root) {
  if (!root.judging.data) return false;
  const { comparison, segment } = root.walk.drawn;
  const last = takeBack(root.box, comparison);
  root.told = "There is nothing more to take back: this window gave no other verdict or label here.";
  if (!last) return true;
  const was = last.kind === "verdict" ? [last.text, last.seen] : [last.text, last.seen].map((grade) => grade && `${last.system} ${last.label} (${grade})`);
  const said = was[0] ? `“${was[0]}” was taken back` : "What was taken back is said again";
  if (last.segment === segment) send(root); else go(root, 0, last.segment);
  root.told = `Segment ${last.segment + 1}: ${said}${was[1] ? `; it has “${was[1]}” again` : ""}.`;
  return true;
}

// A key for the segment that is drawn; whether it was of use.
function press(root, key, target) {
  return pressFirst(root, key) || saying(root, () => root.segment.onKey(key, target));
}

function pressFirst(root, key) {
  if (root.walk.step) return false;
  return saying(root, () => (key === "Undo" ? undo(root) : judgingKey(root.judging, key)));
}

// What was told is told until a key is of use.
function saying(root, act) {
  const { told } = root;
  root.told = "";
  const used = act();
  announce(root, used ? root.told : told);
  return used;
}

// Which keys wait while a step is under way: of those that mean something elsewhere too, the ones
// that follow a key that opens a field to write in.
function hold(root, key, target) {
  const { held } = root.walk;
  const writing = held.some((before) => "ne/".includes(before));
  const steps = key in STEPS && (key.length > 1 || !held.length);
  const elsewhere = key === " " && target.closest?.("button, a, [tabindex]");
  const text = key.length === 1 || ["Escape", "Undo"].includes(key);
  if (steps || (!writing && (elsewhere || !text)) || !(text || EDITING.includes(key))) return false;
  if (!waits(root.walk, key)) return false;
  announce(root, root.told);
  return true;
}

function nameOf(event) {
  const { key, shiftKey, ctrlKey, metaKey, altKey } = event;
  const undoes = (ctrlKey || metaKey) && !shiftKey && !altKey && key === "z";
  if (undoes) return "Undo";
  if (ctrlKey || metaKey || altKey || (event.repeat && !key.startsWith("Arrow") && !(key in STEPS))) return "";
  return shiftKey && key === "Enter" ? "\n" : key;
}

// First the keys of the page, before what has the focus; tables have arrow keys of their own, and
// so the segment's come last.
function onKey(root, event, first) {
  const target = event.composedPath()[0];
  if (event.key === "Escape" && target.matches?.('input[aria-label="Find in segments"]')) target.blur();
  const key = nameOf(event);
  if (!key || target.closest?.(FIELDS_OF_TEXT)) return;
  if (!(first ? hold(root, key, target) || pressFirst(root, key) : press(root, key, target))) return;
  event.preventDefault();
  if (first) event.stopImmediatePropagation();
}

// What waited, for the segment that is drawn now. A key that opens a field is followed by its text.
function replay(root, keys) {
  const before = focused();
  for (const [i, key] of keys.entries()) {
    const field = focused();
    const writing = field !== before && field?.matches("textarea, input");
    if (root.walk.step && (root.walk.held.length || !(key in STEPS))) waits(root.walk, key);
    else if (!writing) press(root, key, null);
    else if (!type(field, key)) return announce(root, sentences("This cannot be repeated in a field.", keys.slice(i)));
  }
}

function focused() {
  let node = document.activeElement;
  while (node?.shadowRoot?.activeElement) node = node.shadowRoot.activeElement;
  return node;
}

function type(field, key) {
  const write = (text, from) => {
    field.setRangeText(text, from, field.selectionEnd, "end");
    field.dispatchEvent(new InputEvent("input", { bubbles: true, composed: true }));
  };
  const { selectionStart, selectionEnd } = field;
  if (key.length === 1) write(key, selectionStart);
  else if (key === "Backspace") write("", selectionStart === selectionEnd ? Math.max(0, selectionEnd - 1) : selectionStart);
  else if (key === "Enter" || key === "Escape") {
    const untaken = field.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, composed: true, cancelable: true }));
    if (untaken && key === "Enter" && field.matches("textarea")) write("\n", selectionStart);
  } else return false;
  return true;
}

function listen(root) {
  root.listening = new AbortController();
  const { signal } = root.listening;
  const save = () => saveNote(root.judging);
  document.addEventListener("keydown", (event) => onKey(root, event, true), { capture: true, signal });
  document.addEventListener("keydown", (event) => onKey(root, event, false), { signal });
  document.addEventListener("visibilitychange", () => document.hidden && save(), { signal });
  window.addEventListener("pagehide", () => { save(); leaveBehind(root.box); }, { signal });
  window.addEventListener("beforeunload", (event) => {
    save();
    if (root.box.ops.length || root.box.conflicts.size || root.walk.held.length) event.preventDefault();
  }, { signal });
}

function build(root) {
  const [judging, told, segment] = root.children;
  const box = newOutbox(window);
  Object.assign(root, { judging, segment, box, walk: newWalk(), told: box.told, parts: { told } });
  buildJudging(judging, box, () => send(root));
  judging.isEdited = () => segment.isEdited();
  listen(root);
}

// Another screen was opened, and nothing here is drawn any more.
function leave(root) {
  if (root.isConnected) return; // Streamlit calls it for a call that was overtaken, too
  root.listening.abort();
  clearTimeout(root.retry);
  const { box, judging, walk } = root;
  const told = walk.held.length ? sentences("Another screen was opened before the next segment came.", walk.held) : "";
  store(box, judging.data && draft(judging), told);
}

export default function ({ data, parentElement, setStateValue }) {
  const root = parentElement.querySelector(".opened");
  root.setState = setStateValue;
  if (!root.parts) build(root);
  const { answers, session, judging, run, ...segment } = data;
  nowAnswered(root.box, answers);
  const { keys, problem } = nowDrawn(root.walk, data);
  const texts = JSON.stringify(segment);
  if (root.texts !== texts) takeSegment(root.segment, data, (by) => go(root, by), (edit) => setStateValue("edit", edit));
  root.texts = texts;
  root.judging.hidden = !judging;
  if (judging) takeJudging(root.judging, { ...judging, comparison: data.comparison, segment: data.segment });
  if (problem) root.told = problem;
  const unknown = root.session !== session && (root.box.ops.length || root.walk.step);
  root.session = session;
  if (unknown) send(root); // a server that was started anew, or a page, knows of none of it
  else drawn(root);
  replay(root, keys);
  return () => leave(root);
}
