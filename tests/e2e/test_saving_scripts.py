"""The scripts that hold what is not saved, and those of the blind screen, without a server."""

from collections.abc import Callable
from typing import Any

import pytest

from bleu_core.present.browser import link_files
from tests.places import ROOT

UI = ROOT / "pages" / "ui"
OUTBOX = UI / "judgements" / "panel" / "outbox.js"
SCRIPT = link_files(UI / "judge" / "blind" / "sitting.js", OUTBOX)


@pytest.fixture
def run(open_page) -> Callable[[str], Any]:
    """run(body): what a function of the scripts' names returns."""
    page = open_page("about:blank")
    return lambda body: page.evaluate(f"() => {{ {SCRIPT}\n{body} }}")


CHANGES = """
const item = (segment) => ({ comparison: "c", segment, kind: "verdict" });
const plain = (box) => unsaved(box).map(({ segment, text }) => [segment, text]);
const reply = (box, what) =>
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
reply(box, saved);
return [left, plain(box)];""",
        [[[3, ""]], []],
    ),
    "what could not be saved stays until it is saved or given up": (
        """
put(box, item(3), "A better");
put(box, item(4), "same");
const late = [isLate(box)];
reply(box, full);
late.push(isLate(box), problemOf(box));
reply(box, ({ segment }) => (segment === 3 ? {} : full()));
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
reply(page, saved);
return [found, plain(box), Object.keys(storage).length];""",
        [[[3, "same"]], [], 1],
    ),
    "what a full storage does not take is sent as long as the page is there": (
        """
const none = newOutbox("here ", new Proxy({}, { set() { throw new Error("It is full."); } }));
put(none, item(3), "same");
const found = plain(none);
reply(none, saved);
return [found, plain(none)];""",
        [[[3, "same"]], []],
    ),
}


def test_what_is_changed_is_sent_until_it_is_saved(run) -> None:
    for name, (body, expected) in CHANGED.items():
        assert run(CHANGES + body) == expected, name


# A sitting, and a server that saves all.
SITTING = """
const sitting = (ask, size = 4) => {
  const items = Array.from({ length: size }, () => ({ answer: {} }));
  const task = { session: "s", annotator: "Ana", ask, size, start: 0 };
  return newSitting(newOutbox("here ", {}), task, items);
};
const save = (s) => {
  for (const change of unsaved(s.box)) {
    applyAnswers(s.box, { [change.id]: {} });
    takeAnswer(s, change, {});
  }
};
const plainly = (s, field) => [0, 1, 2].map((at) => answerAt(s, at)[field] || "");
const prefer = (s, better) => answerAndGoOn(s, { better });
"""


def test_presses_are_taken_back_one_by_one_with_their_places(run) -> None:
    body = """
const s = sitting("better");
const shown = () => [s.at, plainly(s, "better").join(), plainly(s, "skipped").join()];
const before = [shown()];
const acts = [() => prefer(s, "left"), () => skip(s, "broken"), () => stepBy(s, -1),
  () => prefer(s, "bad"), () => stepBy(s, -2), () => prefer(s, "same")];
for (const act of acts) { act(); save(s); before.push(shown()); }
const after = [shown()];
for (const act of acts) { undo(s); save(s); after.push(shown()); }
const told = s.told;
undo(s);
return [before, after.reverse(), told, s.told];"""
    before, after, told, last = run(SITTING + body)
    assert before[1] == [1, "left,,", ",,"]
    assert before[2] == [2, "left,,", ",broken,"]
    assert before[4] == [2, "left,bad,", ",,"]  # an answer takes back that it was skipped
    assert before[6] == [1, "same,bad,", ",,"]
    assert after == before
    assert told == "The last press was taken back."
    assert last == "Nothing more to undo on this page."


# What somebody does, and what then is told.
SAT: dict[str, tuple[str, Any]] = {
    "two digits rate left and right, open the next item, and are taken back one by one": (
        """
const s = sitting("rating");
const rated = (side) => answerAt(s, 0)[side] || "";
const shown = () => [s.at, rated("left"), rated("right"), s.aimed].join(" ");
const seen = [shown()];
for (const key of ["4", "6", "2"]) { pressKey(s, key); seen.push(shown()); }
for (let i = 0; i < 2; i++) { pressKey(s, "u"); seen.push(shown()); }
return seen;""",
        ["0   left", "0 4  right", "0 4  right", "1 4 2 left", "0 4  right", "0   left"],
    ),
    "of an item that has both ratings the right one opens the next, and either can be aimed at": (
        """
const s = sitting("rating");
for (const key of [".", "2", "4", "k", "5", "3", "k"]) pressKey(s, key);
return [s.at, answerAt(s).left, answerAt(s).right, stateAt(s, 0)];""",
        [0, 5, 3, "judged"],
    ),
    "an item that is skipped has no answer any more": (
        """
const s = sitting("better");
prefer(s, "left");
save(s);
goTo(s, 0);
skip(s, "broken");
const { better, skipped } = JSON.parse(unsaved(s.box)[0].text);
return [unsaved(s.box).length, better, skipped];
""",
        [1, "", "broken"],
    ),
    "a closed session gives up what came too late for it, and nothing else": (
        """
const s = sitting("better");
answer(s, { better: "left" });
const { session, annotator, at } = unsaved(s.box)[0];
put(s.box, { session: "t", annotator, at }, "{}");
put(s.box, { session, annotator: "Bob", at }, "{}");
s.task.closed = "yes";
applyAnswers(s.box, Object.fromEntries(unsaved(s.box).map(({ id }) => [id, { problem: "full" }])));
dropLate(s);
return [s.told, unsaved(s.box).map(({ session, annotator }) => session + annotator)];""",
        ["Not saved, because it came later: 1 answer.", ["tAna", "sBob"]],
    ),
}


def test_what_is_taken_back_is_all_of_what_was_pressed_and_no_more(run) -> None:
    for name, (body, expected) in SAT.items():
        assert run(SITTING + body) == expected, name
