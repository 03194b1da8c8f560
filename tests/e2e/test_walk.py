"""Presses and answers in every order, without a page and without a server: the scripts alone."""

from collections.abc import Callable
from typing import Any

import pytest

from bleu_core.present.browser import link_files
from tests.places import ROOT

UI = ROOT / "pages" / "ui"
SCRIPT = link_files(
    UI / "segments" / "segment_view" / "walk.js", UI / "judgements" / "panel" / "outbox.js"
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
    const walk = newWalk({});
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
const walk = newWalk({});
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


def test_a_step_and_its_keys_outlive_a_reload(run) -> None:
    before, after, keys, left = run("""
const tab = {};
const data = { comparison: "c", list: "l", segment: 7, answers: {} };
const walk = newWalk(tab);
nowDrawn(walk, data);
walkBy(walk, 1);
waits(walk, "a");
keepWalk(walk, tab);
const again = newWalk(tab), { step, held } = again;
nowDrawn(again, data);
const { keys } = nowDrawn(again, { ...data, segment: 8, answers: { [step.id]: { segment: 8 } } });
keepWalk(again, tab);
return [[walk.step, walk.held], [step, held], keys, tab];""")
    assert before == after
    assert keys == ["a"]
    assert left == {}


CHANGES = """
const item = (segment) => ({ comparison: "c", segment, kind: "verdict" });
const plain = (box) => unsaved(box).map(({ segment, text }) => [segment, text]);
const answer = (box, what) =>
  applyAnswers(box, Object.fromEntries(unsaved(box).map((change) => [change.id, what(change)])));
const full = () => ({ problem: "The disk is full." });
const saved = () => ({});
const storage = {};
const box = newOutbox("here ", storage);
"""
# What is changed, refused and saved, and what of it is not saved then.
CHANGED: dict[str, tuple[str, Any]] = {
    "of an item the last text is sent, in the order of changes": (
        """
put(box, item(3), "A better");
put(box, item(4), "same");
put(box, item(3), "B better");
return [plain(box), waiting(box, item(3)), waiting(box, item(5)) ?? null];""",
        [[[4, "same"], [3, "B better"]], "B better", None],
    ),
    "what was changed since it was sent is not saved by its answer": (
        """
put(box, item(3), "A better");
const [{ id }] = unsaved(box);
put(box, item(3), "");
applyAnswers(box, { [id]: {} });
const left = plain(box);
answer(box, saved);
return [left, plain(box)];""",
        [[[3, ""]], []],
    ),
    "what could not be saved stays until it is saved or given up": (
        """
put(box, item(3), "A better");
put(box, item(4), "same");
const late = [isLate(box)];
answer(box, full);
late.push(isLate(box), problemOf(box));
answer(box, ({ segment }) => (segment === 3 ? {} : full()));
put(box, item(5), "same");
discard(box);
return [late, plain(box), isLate(box), problemOf(box)];""",
        [[False, True, "The disk is full."], [[5, "same"]], False, ""],
    ),
    "what has no answer for three seconds is late": (
        """
put(box, item(3), "same");
const change = unsaved(box)[0], key = Object.keys(storage)[0];
return [2900, 3000].map((age) => {
  storage[key] = JSON.stringify({ ...change, made: Date.now() - age });
  return isLate(box);
});""",
        [False, True],
    ),
    "another page of the browser saves what is left, and no other screen's": (
        """
put(box, item(3), "same");
put(newOutbox("there ", storage), item(3), "other");
const page = newOutbox("here ", storage);
const found = plain(page);
answer(page, saved);
return [found, plain(box), Object.keys(storage).length];""",
        [[[3, "same"]], [], 1],
    ),
    "what a full storage does not take is sent as long as the page is there": (
        """
const none = newOutbox("here ", new Proxy({}, { set() { throw new Error("It is full."); } }));
put(none, item(3), "same");
const found = plain(none);
answer(none, saved);
return [found, plain(none)];""",
        [[[3, "same"]], []],
    ),
}


def test_what_is_changed_is_sent_until_it_is_saved(run) -> None:
    for name, (body, expected) in CHANGED.items():
        assert run(CHANGES + body) == expected, name
