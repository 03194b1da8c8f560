"""The scripts of the blind screen without a page and without a server: time, typed marks, undo."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from bleu_core.present.browser import link_files
from tests.places import ROOT

BLIND = ROOT / "pages" / "ui" / "judge" / "blind"
OUTBOX = ROOT / "pages" / "ui" / "judgements" / "panel" / "outbox.js"
SCRIPT = link_files(BLIND / "sitting.js", BLIND / "presses.js", BLIND / "texts.js", OUTBOX)

Run = Callable[[str], Any]


@pytest.fixture
def run(open_page) -> Run:
    """run(body): what a function of the scripts' names returns."""
    page = open_page("about:blank")
    return lambda body: page.evaluate(f"() => {{ {SCRIPT}\n{body} }}")


def test_neither_a_pause_of_over_two_minutes_nor_a_hidden_tab_is_counted(run) -> None:
    told = run("""
const spent = (...pauses) => {
  const clock = newClock();
  let now = 1_000_000;
  startClock(clock, now);
  for (const pause of pauses) tick(clock, now += pause);
  return takeTime(clock, now);
};
return [spent(), spent(4_000, 3_500), spent(120_000), spent(120_001), spent(4_000, 900_000, 3_000),
  spent(4_000, -50_000, 1_000)];""")
    assert told == [0, 7.5, 120, 0, 7, 5]  # a clock that is set back takes nothing away
    told = run("""
const clock = newClock();
tick(clock, 500);  // it stands until an item has come
startClock(clock, 1_000);
startClock(clock, 3_000);  // it runs already
stopClock(clock, 5_000);  // the tab is hidden
tick(clock, 20_000);
startClock(clock, 30_000);
const first = takeTime(clock, 32_000);
startClock(clock, 40_000);
return [first, takeTime(clock, 40_250), takeTime(clock, 50_000)];""")
    assert told == [6, 0.3, 0]


# What is typed, with "<" for Backspace and "/" for Enter, gives the marks of both sides.
TYPED = """
const typed = (keys) => {
  let id = 0, entry = newEntry(String(id));
  const marks = {};
  for (const key of keys) {
    if (key === "/") entry = newEntry(String(++id), opposite(entry.side));
    else {
      const next = key === "<" ? eraseDigit(entry) : typeDigit(entry, key, String(++id));
      if (!next) continue;
      entry = next;
      marks[entry.side] = valueOf(entry);
    }
  }
  return [marks.left ?? "", marks.right ?? "", target(entry)];
};
"""


def test_no_row_of_digits_is_read_in_two_ways(run) -> None:
    expected = {
        "": ["", "", "left"],
        "8": ["8", "", "left"],
        "85": ["85", "", "right"],
        "8507": ["85", "7", "left"],
        "7/33": ["7", "33", "left"],
        "10": ["10", "", "left"],
        "10/20": ["10", "20", "left"],
        "10042": ["100", "42", "left"],
        "105": ["10", "", "left"],  # 10 and 5, or 105? It is not taken.
        "00": ["0", "", "right"],
        "000": ["0", "0", "right"],
        "85<": ["8", "", "left"],
        "85<<": ["", "", "left"],
        "100<": ["10", "", "left"],
        "858<6": ["85", "6", "right"],
        "850712": ["12", "7", "right"],  # a third number is the first side's again
    }
    found = run(f"{TYPED} return {json.dumps(list(expected))}.map(typed);")
    assert dict(zip(expected, found, strict=True)) == expected


# A sitting whose items have come, but for those after the third, and a server that saves all.
SITTING = """
const sitting = (asks, size = 4) => {
  const task = { session: "s", annotator: "Ana", asks, size, states: ".".repeat(size) };
  const items = new Map();
  for (let at = 0; at < Math.min(size, 3); at++) items.set(at, { answers: {} });
  const box = newOutbox({ sessionStorage: null, localStorage: null });
  return { box, task, items, at: 0, past: [], pressing: null, entry: newEntry("0"),
    clock: newClock(), held: [], open: "", told: "", toldUntil: 0, kept: "",
    began: false };
};
const save = (s) => takeAnswers(s, Object.fromEntries(toSend(s.box).map(({ id }) => [id, {}])));
const plainly = (s, kind) => [0, 1, 2].map((at) => answerTo(s, kind, "", at));
"""


def test_presses_are_taken_back_one_by_one_with_their_places(run) -> None:
    body = """
const s = sitting(["better"]);
const shown = () => [s.at, plainly(s, "better").join(), plainly(s, "skipped").join()];
const before = [shown()];
const acts = [() => prefer(s, "left"), () => skip(s, "broken"), () => stepBy(s, -1),
  () => prefer(s, "bad"), () => stepBy(s, -2), () => prefer(s, "same")];
for (const act of acts) { act(); save(s); before.push(shown()); }
const after = [shown()];
const told = new Set();
for (const act of acts) { undo(s); told.add(s.told); save(s); after.push(shown()); }
return [before, after.reverse(), [...told], undo(s), s.told];"""
    before, after, told, more, last = run(SITTING + body)
    assert before[1] == [1, "left,,", ",,"]
    assert before[2] == [2, "left,,", ",broken,"]
    assert before[4] == [2, "left,bad,", ",,"]  # an answer takes back that it was skipped
    assert before[6] == [1, "same,bad,", ",,"]
    assert after == before
    assert set(told) == {"The last press was taken back.", "Back where the last press was made."}
    assert (more, last) == (True, "Nothing more to undo in this tab.")


# What somebody does, and what then is told.
SAT: dict[str, tuple[str, Any]] = {
    "the digits of a number are taken back as one": (
        """
const s = sitting(["score"]);
const scored = (side) => answerTo(s, "score", side, 0);
const shown = () => [s.at, scored("left"), scored("right"), target(s.entry)].join(" ");
for (const digit of "8507") type(s, digit);
rate(s, "left", "60");
goOn(s);
return [0, 1, 2, 3, 4].map((times) => { if (times) undo(s); return shown(); });""",
        ["1 60 7 left", "0 60 7 left", "0 85 7 left", "0 85  right", "0   left"],
    ),
    "what was pressed on an item that is not here is taken back when it has come": (
        """
const s = sitting(["better"]);
prefer(s, "left");
save(s);
s.items.delete(0);  // as after a reload
const early = [undo(s), s.at, s.past.length];
s.items.set(0, { answers: { better: "left" } });
return [early, undo(s), s.at, answerTo(s, "better")];""",
        [[False, 0, 1], True, 0, ""],
    ),
    "the time of an item stays where what was said is taken back": (
        """
const s = sitting(["better"]);
Object.assign(s.clock, { spent: 4_000, last: null });
prefer(s, "left");
Object.assign(s.clock, { spent: 2_000, last: null });
undo(s);
return ["0", "1"].map((at) => Number(answerTo(s, "seconds", "", Number(at))));""",
        [4, 2],
    ),
    "what another window has said stays, also after a reload": (
        """
const s = sitting(["better"]);
prefer(s, "left");
const other = { there: "bad", answers: { better: "bad" } };
takeAnswers(s, Object.fromEntries(toSend(s.box).map(({ id }) => [id, other])));
reportRefusals(s);
undo(s);
const refused = [s.at, answerTo(s, "better"), s.told, s.past.length];
prefer(s, "left");
save(s);
s.items.set(0, { answers: { better: "same" } });
undo(s);
const sent = s.box.ops.filter(({ kind }) => kind === "better");
return [refused, answerTo(s, "better"), sent.length];""",
        [[0, "bad", "Back where the last press was made.", 0], "same", 0],
    ),
    "of what was refused all answers of the other window are shown": (
        """
const s = sitting(["better"]);
prefer(s, "left");
goTo(s, 0);
const refused = (op) => [op.id, { there: "", answers: { skipped: "broken" } }];
const choices = toSend(s.box).filter(({ kind }) => kind === "better");
takeAnswers(s, Object.fromEntries(choices.map(refused)));
const shown = [answerTo(s, "better"), answerTo(s, "skipped"), stateAt(s, 0)];
prefer(s, "right");  // now it is known
const sent = toSend(s.box).filter(({ kind }) => kind !== "seconds");
return [shown, sent.map(({ kind, text, seen }) => [kind, text, seen])];""",
        [["", "broken", "skipped"], [["skipped", "", "broken"], ["better", "right", ""]]],
    ),
    "what was answered is taken back before the item is skipped": (
        """
const s = sitting(["better"]);
prefer(s, "left");
save(s);
goTo(s, 0);
skip(s, "broken");
const sent = toSend(s.box).filter(({ kind }) => kind !== "seconds");
return sent.map(({ kind, text, seen }) => [kind, text, seen]);""",
        [["better", "", "left"], ["skipped", "broken", ""]],
    ),
    "of a number that another window keeps no more digits are taken": (
        """
const s = sitting(["score"]);
const other = { there: "50", answers: { "score left": "50" } };
pressKey(s, "8");
takeAnswers(s, Object.fromEntries(toSend(s.box).map(({ id }) => [id, other])));
reportRefusals(s);
const told = s.told;
pressKey(s, "5");
pressKey(s, "Backspace");
const kept = [s.told === told || s.told, answerTo(s, "score", "left"), s.box.ops.length];
s.toldUntil = Date.now();  // it has been there for long enough to be read
for (const key of [",", "8", "5"]) pressKey(s, key);
kept.push(s.told);
save(s);
const typed = answerTo(s, "score", "left");
pressKey(s, "Undo");
return [kept, typed, answerTo(s, "score", "left")];""",
        [[True, "50", 0, ""], "85", "50"],
    ),
    "an error is changed by its content and not by its number": (
        """
const s = sitting(["spans"]);
const error = (category, start) =>
  ({ category, severity: "minor", start, end: start + 1, side: "target", comment: "" });
const mine = error("mine", 0), theirs = error("theirs", 5);
const there = (...errors) => { s.items.get(0).answers["spans left"] = JSON.stringify(errors); };
const left = () => marksOf(s, "left").map(({ category }) => category);
there(mine);
const [before] = marksOf(s, "left");  // the form is open on it
there(theirs, mine);
mark(s, before, { ...before, category: "changed" });
const changed = left();
there(theirs);
s.box.ops = [];
mark(s, before, null);
return [changed, left(), s.told !== ""];""",
        [["theirs", "changed"], ["theirs"], True],
    ),
    "what is refused in another session is of no item here": (
        """
const s = sitting(["better"]);
const other = { session: "t", annotator: "Ana", at: 2, kind: "better", side: "" };
s.box.ops.push({ ...other, id: "x", text: "left", seen: "", problem: "" });
takeAnswers(s, { x: { there: "right", answers: { better: "right" } } });
reportRefusals(s);
const told = ["Item", "another session"].map((words) => s.told.includes(words));
return [...told, answerTo(s, "better", "", 2)];""",
        [False, True, ""],
    ),
    "an item whose answer is gone is asked for again, unless one waits": (
        """
const s = sitting(["better"]);
prefer(s, "left");
prefer(s, "right");
save(s);
prefer(s, "same");
goTo(s, 0);
s.task.states = "j...";  // as a restored workspace has it
forgetGone(s);
return [0, 1, 2].map((at) => [s.items.has(at), answerTo(s, "better", "", at)]);""",
        [[True, "left"], [False, ""], [True, "same"]],
    ),
    "a number of the other side goes on": (
        """
const s = sitting(["score"]);
for (const key of ["7", "0", "5"]) pressKey(s, key);
const left = toSend(s.box).filter(({ side }) => side === "left");
const other = { there: "60", answers: { "score left": "60" } };
takeAnswers(s, Object.fromEntries(left.map(({ id }) => [id, other])));
reportRefusals(s);
pressKey(s, "0");
return [answerTo(s, "score", "left"), answerTo(s, "score", "right")];""",
        ["60", "50"],
    ),
    "where a skip is refused one's own answers stay": (
        """
const s = sitting(["better", "score"]);
answer(s, "better", "", "left");
save(s);
skip(s, "broken");
const there = { there: "", answers: { "score left": "50" } };
const done = (op) => [op.id, op.kind === "skipped" ? there : {}];
takeAnswers(s, Object.fromEntries(toSend(s.box).map(done)));
reportRefusals(s);
return ["better", "skipped"].map((kind) => answerTo(s, kind, "", 0));""",
        ["left", ""],
    ),
    "what was saved once, and may have been changed since, is asked for again": (
        """
const s = sitting(["better"]);
s.items.set(0, { answers: { better: "right" } });
s.box.ops.push({ session: "s", annotator: "Ana", at: 0, kind: "better", side: "", id: "x",
  text: "left", seen: "", problem: "", unsure: true });
takeAnswers(s, { x: {} });
return [s.items.has(0), answerTo(s, "better")];""",
        [False, ""],
    ),
    "errors are taken back also where Python has written them in its own way": (
        """
const s = sitting(["spans"]);
const error = { category: "", severity: "major", start: 0, end: 1, side: "target", comment: "" };
onePress(s, () => answer(s, "spans", "left", JSON.stringify([error])));
save(s);
s.items.set(0, { answers: { "spans left": JSON.stringify([error], null, 1) } });
undo(s);
return answerTo(s, "spans", "left");""",
        "",
    ),
    "a closed session gives up what came too late for it, and nothing else": (
        """
const s = sitting(["better"]);
prefer(s, "left");
const [mine] = s.box.ops.filter(({ kind }) => kind === "better");
s.box.ops = [mine, { ...mine, id: "1", session: "t" }, { ...mine, id: "2", annotator: "Bob" }];
s.task.closed = "yes";
takeAnswers(s, Object.fromEntries(toSend(s.box).map(({ id }) => [id, { problem: "full" }])));
reportRefusals(s);
return [s.told, s.box.ops.map(({ session, annotator }) => session + annotator)];""",
        ["Not saved, because it came later: 1 answer.", ["tAna", "sBob"]],
    ),
}


def test_what_is_taken_back_is_all_of_what_was_pressed_and_no_more(run) -> None:
    for name, (body, expected) in SAT.items():
        assert run(SITTING + body) == expected, name
