"""Presses and answers in every order, without a page and without a server: the scripts alone."""

from collections.abc import Callable
from typing import Any

import pytest

from bleu_core.present.browser import link_files
from tests.places import ROOT

UI = ROOT / "pages" / "ui"
PANEL = UI / "judgements" / "panel"
SCRIPT = link_files(
    UI / "segments" / "segment_view" / "walk.js", PANEL / "outbox.js", PANEL / "storage.js"
)


@pytest.fixture
def run(open_page) -> Callable[[str], Any]:
    """run(body): what a function of the scripts' names returns."""
    page = open_page("about:blank")
    return lambda body: page.evaluate(f"() => {{ {SCRIPT}\n{body} }}")


# The person presses `keys`; "j" steps on, a letter says something of a segment. Between any two
# presses the server may answer the next thing that it was sent, and an answer may be drawn; and
# once, if it is not `quiet`, the last one or the one before it is drawn again, or a row is opened.
# Of each letter it is known what the person means: the segment that is drawn, or the one that the
# steps before it lead to. Every order is tried; told are the letters that went elsewhere.
EVERY_ORDER = """
const SIZE = 4, ELSEWHERE = 9;
let orders = 0, applied = 0, refused = 0;
const wrong = [];
function explore(state, keys) {
  orders++;
  const next = (act, left = keys) => {
    const copy = structuredClone(state);
    act(copy);
    copy.trail += act.name + " ";
    explore(copy, left);
  };
  if (keys.length) next(function press(s) { type(s, keys[0]); }, keys.slice(1));
  if (state.sent.length) next(function answer(s) { serve(s); });
  if (state.drawable.length) next(function draw(s) { show(s, s.drawable.shift()); });
  if (state.quiet || !keys.length) return;
  const once = (act) => next(function disturbed(s) { s.quiet = true; act(s); });
  if (state.shown.length > 1) {
    once(function again(s) { show(s, s.shown.at(-1)); });
    once(function old(s) { show(s, s.shown.at(-2)); });
  }
  once(function opened(s) { s.there = ELSEWHERE; reply(s); });
}
function type(s, key) {
  const steps = key === "j";
  if (!s.walk.step) s.meant = s.walk.drawn.segment;
  if (steps) s.meant++;
  if (steps && !s.walk.held.length) { walkBy(s.walk, 1); s.sent.push([s.walk.step]); }
  else if (!waits(s.walk, [key, s.meant])) apply(s, key, s.meant);
}
function apply(s, key, meant) {
  applied++;
  if (s.walk.drawn.segment !== meant) wrong.push([s.trail, key, meant, s.walk.drawn.segment]);
}
function serve(s) {
  const asked = s.sent.shift();
  const answers = {};
  for (const { id, segment, by } of asked) {
    const there = Math.min(segment + by, SIZE - 1);
    const problem = there < segment + by ? "The list ends here." : "";
    s.done[id] ??= { segment: there, problem };
    s.there = s.done[id].segment;
    answers[id] = s.done[id];
  }
  s.answers = answers;
  reply(s);
}
function reply(s) {
  s.drawable.push({ comparison: "c", list: "l", segment: s.there, answers: s.answers });
}
function show(s, data) {
  if (s.shown.at(-1) !== data) s.shown.push(data);
  const { keys, problem } = nowDrawn(s.walk, data);
  if (problem) refused++;
  for (const [key, meant] of keys) {
    if (key === "j" && !s.walk.held.length) { walkBy(s.walk, 1); s.sent.push([s.walk.step]); }
    else if (!waits(s.walk, [key, meant])) apply(s, key, meant);
  }
}
const first = { comparison: "c", list: "l", segment: 0, answers: {} };
for (const [length, quiet] of [[4, true], [3, false]]) {
  for (let pattern = 0; pattern < 2 ** length; pattern++) {
    const keys = Array.from({ length }, (_, i) => (pattern >> i & 1 ? "j" : "a"));
    const walk = newWalk();
    nowDrawn(walk, first);
    const server = { there: 0, answers: {}, done: {} };
    const way = { sent: [], drawable: [], shown: [first] };
    explore({ walk, quiet, meant: 0, trail: keys.join("") + ": ", ...server, ...way }, keys);
  }
}
return { orders, applied, refused, wrong: wrong.slice(0, 5) };
"""


def test_a_press_is_for_the_segment_that_was_meant_whatever_comes_when(run) -> None:
    told = run(EVERY_ORDER)
    assert told["wrong"] == []
    assert told["orders"] > 10_000
    assert told["applied"] > 1_000
    assert told["refused"] > 100


def test_what_is_pressed_behind_a_step_that_leads_elsewhere_is_let_go_as_a_whole(run) -> None:
    early, late, walk = run("""
const walk = newWalk();
const data = { comparison: "c", list: "l", segment: 7, answers: {} };
nowDrawn(walk, data);
walkBy(walk, 1);
for (const key of ["a", "j", "b"]) waits(walk, key);
const { id } = walk.step;
const early = nowDrawn(walk, { ...data, segment: 8 });
const late = nowDrawn(walk, { ...data, segment: 30, answers: { [id]: { segment: 8 } } });
return [early, late, walk];""")
    assert early == {"keys": [], "problem": ""}  # the segment is there, but not for that step
    assert late["keys"] == []
    assert late["problem"].endswith("These keys were dropped: a j b")
    assert (walk["held"], walk["step"]) == ([], None)


SAYING = """
const kept = {};
const tab = { sessionStorage: {
  getItem: (key) => kept[key] ?? null, setItem: (key, text) => { kept[key] = text; },
  removeItem: (key) => { delete kept[key]; } } };
const place = { comparison: "c", system: "", label: "" };
const item = (segment, kind = "verdict") => ({ ...place, segment, kind });
const plain = (ops) => ops.map(({ segment, text, seen }) => [segment, text, seen]);
const answer = (box, what) =>
  nowAnswered(box, Object.fromEntries(toSend(box).map((op) => [op.id, what(op)])));
const full = () => ({ problem: "The disk is full." });
const saved = () => ({});
let box = newOutbox(tab);
"""


FULL = "The disk is full."
# What is said, refused and saved, and what of it is told then.
SAID: dict[str, tuple[str, Any]] = {
    "a refused save is sent again with all that follows until it is saved": (
        """
const sent = () => toSend(box).map(({ id }) => id).length;
add(box, item(3), "A better", "");
const first = toSend(box)[0].id, told = [sent()];
answer(box, full);
add(box, item(4), "same", "");
told.push(sent(), toSend(box)[0].id === first);
answer(box, full);
add(box, item(3), "B better", "A better");  // what the window showed
told.push(plain(toSend(box)));
answer(box, full);
told.push(box.ops.map(({ segment, problem }) => [segment, problem]));
answer(box, saved);
return [...told, box.ops];""",
        [
            1,
            2,
            False,
            [[3, "A better", ""], [4, "same", ""], [3, "B better", "A better"]],
            [[3, FULL], [4, FULL], [3, FULL]],
            [],
        ],
    ),
    "what was sent before the refusal came is no conflict": (
        """
add(box, item(3), "A better", "");
add(box, item(3), "B better", "A better");
const [one, two] = toSend(box);
nowAnswered(box, { [one.id]: { problem: "The disk is full." } });
nowAnswered(box, { [two.id]: { there: "" } });
return [plain(toSend(box)), box.conflicts.size];""",
        [[[3, "B better", ""]], 0],
    ),
    "what is taken back before it was saved is not sent": (
        """
add(box, item(3), "A better", "");
answer(box, full);
add(box, item(3), "", "A better");
const byHand = box.ops.length;
add(box, item(4), "A better", "");
answer(box, full);
takeBack(box, "c");
return [byHand, box.ops.length];""",
        [0, 0],
    ),
    "judgements are taken back one after the other": (
        """
add(box, item(1), "A better", "");
add(box, item(2), "same", "B better");
add(box, item(2, "note"), "a note", "");
add(box, { ...item(3), comparison: "another" }, "same", "");
answer(box, saved);
return [1, 2, 3].map(() => {
  takeBack(box, "c");
  const back = plain(toSend(box));
  answer(box, saved);
  return back;
});""",
        [[[2, "B better", "same"]], [[1, "", "A better"]], []],
    ),
    "what another window has changed is a conflict and not taken back": (
        """
add(box, item(1), "A better", "");
answer(box, () => ({ there: "B better" }));
return [box.ops, [...box.conflicts.values()].map(({ there }) => there), takeBack(box, "c")];""",
        [[], ["B better"], None],
    ),
    "what is not saved outlives the page": (
        """
add(box, item(1), "A better", "");
toSend(box);
store(box, { ...item(1, "note"), id: "x", text: "half a no", seen: "" });
box = newOutbox(tab);
const found = plain(toSend(box));
answer(box, saved);
takeBack(box, "c");
answer(box, saved);
store(box, null);
return [found, kept];""",
        [[[1, "A better", ""], [1, "half a no", ""]], {}],
    ),
    "a note that was refused comes again with its choice, a verdict does not": (
        """
add(box, item(1), "A better", "");
add(box, item(1, "note"), "mine", "");
answer(box, () => ({ there: "theirs" }));
store(box, null);
box = newOutbox(tab);
const found = plain(toSend(box));
answer(box, () => ({ there: "theirs" }));
return [found, [...box.conflicts.values()].map(({ op, there }) => [op.text, there])];""",
        [[[1, "mine", ""]], [["mine", "theirs"]]],
    ),
    "what waits is found by another tab, and once by the same": (
        """
const left = {};
const browser = {
  getItem: (key) => left[key] ?? null, setItem: (key, text) => { left[key] = text; },
  removeItem: (key) => { delete left[key]; } };
box = newOutbox({ ...tab, localStorage: browser });
add(box, item(1), "A better", "");
answer(box, full);
const note = { ...item(1, "note"), id: "x", text: "half a no", seen: "" };
store(box, note);
leaveBehind(box, note);
leaveBehind(box, note);
const again = newOutbox({ ...tab, localStorage: { ...browser, removeItem: () => {} } });
const other = newOutbox({ sessionStorage: null, localStorage: browser });
return [again, other].map(({ ops }) => ops.length);""",
        [2, 2],
    ),
    "what may be saved is not joined with what is said after it": (
        """
add(box, item(1), "B better", "A better");
toSend(box);  // it is saved, and the answer is lost
add(box, item(1), "A better", "B better");
answer(box, full);
const sent = plain(toSend(box));
answer(box, saved);
return [sent, box.ops.length];""",
        [[[1, "B better", "A better"], [1, "A better", "B better"]], 0],
    ),
    "two that were saved and whose answer was lost are both taken back": (
        """
add(box, item(1), "A better", "");
add(box, item(1), "B better", "A better");
const [first, second] = toSend(box);
nowAnswered(box, { [first.id]: { there: "B better" }, [second.id]: {} });
return [box.conflicts.size, box.ops.length, plain(box.past)];""",
        [0, 0, [[1, "A better", ""], [1, "B better", "A better"]]],
    ),
}


def test_what_is_said_is_sent_until_it_is_saved_and_taken_back(run) -> None:
    for name, (body, expected) in SAID.items():
        assert run(SAYING + body) == expected, name
