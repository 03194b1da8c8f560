"""The scripts of the blind screen without a page and without a server: ratings, undo."""

from collections.abc import Callable
from typing import Any

import pytest

from bleu_core.present.browser import link_files
from tests.places import ROOT

BLIND = ROOT / "pages" / "ui" / "judge" / "blind"
OUTBOX = ROOT / "pages" / "ui" / "judgements" / "panel" / "outbox.js"
SCRIPT = link_files(BLIND / "sitting.js", BLIND / "presses.js", OUTBOX)

Run = Callable[[str], Any]


@pytest.fixture
def run(open_page) -> Run:
    """run(body): what a function of the scripts' names returns."""
    page = open_page("about:blank")
    return lambda body: page.evaluate(f"() => {{ {SCRIPT}\n{body} }}")


# A sitting, and a server that saves all.
SITTING = """
const sitting = (ask, size = 4) => {
  const task = { session: "s", annotator: "Ana", ask, size };
  const items = Array.from({ length: size }, () => ({ answer: {} }));
  const box = newOutbox("here ", {});
  return { box, task, items, at: 0, past: [], aimed: "left",
    open: "", told: "", began: false };
};
const save = (s) => takeAnswers(s, Object.fromEntries(unsaved(s.box).map(({ id }) => [id, {}])));
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
takeAnswers(s, Object.fromEntries(unsaved(s.box).map(({ id }) => [id, { problem: "full" }])));
giveUpLate(s);
return [s.told, unsaved(s.box).map(({ session, annotator }) => session + annotator)];""",
        ["Not saved, because it came later: 1 answer.", ["tAna", "sBob"]],
    ),
}


def test_what_is_taken_back_is_all_of_what_was_pressed_and_no_more(run) -> None:
    for name, (body, expected) in SAT.items():
        assert run(SITTING + body) == expected, name
