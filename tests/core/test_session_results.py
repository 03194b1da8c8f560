"""What is told of a session and exported of it. Annotators are scripted: nobody judged anything."""

from __future__ import annotations

import csv
import io
import json
from dataclasses import replace

import numpy as np

from bleu_core.account import session_agreement as agreement
from bleu_core.account import session_preferences as preferences
from bleu_core.account.spans import text
from bleu_core.judgements.marks import Mark
from bleu_core.judgements.results.exported import COLUMNS, to_csv, to_jsonl
from bleu_core.judgements.results.gathered import Results, results_of
from bleu_core.judgements.sessions.judged import Judgement, unblinded
from bleu_core.judgements.sessions.plan import Item, Plan
from bleu_core.judgements.sessions.plan_file import digest_of
from bleu_core.judgements.sessions.task import Answer
from tests.core.scripted import answers, pairs, plan_of, prefers


def scripted(wins: str, **changed: object) -> tuple[Plan, Results]:
    """scripted("abb-"): what Ada and Ben both say of each segment."""
    plan = plan_of(pairs(len(wins)), **changed)  # type: ignore[arg-type]
    meant = {"a": "x", "b": "y"}
    said = [
        one
        for who in plan.annotators
        for one in answers(
            plan,
            who,
            lambda number, item: {
                "better": prefers(item, meant[wins[number]]) if wins[number] in meant else "same"
            },
        )
    ]
    return plan, results_of(plan, unblinded(plan, said))


def headline(wins: str) -> str:
    return text(preferences.headline(scripted(wins)[1]))


def test_a_preference_is_claimed_where_the_sign_test_allows_it() -> None:
    won_by_y, won_by_x = headline("b" * 9 + "a" + "-" * 2), headline("a" * 9 + "b")
    assert won_by_y.startswith("People prefer y to x")
    assert won_by_x.startswith("People prefer x to y")
    for told in (won_by_y, won_by_x):
        for number in ("9 of 10", "90 %", "95 % interval 60 % … 98 %", "p = 0.021"):
            assert number in told
    for wins, said in {
        "bbbaa": "y won 3 of 5",
        "bbbba": "y won 4 of 5",
        "b": "y won 1 of 1",
        "ba": "each 1 of 2",
        "--": "all of 2",
    }.items():
        told = headline(wins)
        assert said in told
        assert "People prefer" not in told


def test_where_nothing_can_be_said_of_agreement_it_is_said_why() -> None:
    plan = plan_of(pairs(3), asks=("better", "score", "spans"))
    results = results_of(plan, [])
    nothing = text(agreement.sentence(results))
    assert not agreement.agreement_table(results).rows
    assert [row[1].text for row in agreement.conduct_table(results.conducts).rows] == ["0/3", "0/3"]
    alone = text(agreement.sentence(scripted("abab", annotators=("Ada",))[1]))
    _, alike = scripted("bbbb")
    assert "all answers are the same" in text(agreement.sentence(alike))
    assert any("all answers are the same" in told for told in agreement.undefined(alike))
    assert len({nothing, alone, text(agreement.sentence(alike))}) == 3


def test_alpha_is_told_by_what_chance_would_differ() -> None:
    plan = plan_of(pairs(40))
    rng = np.random.default_rng(2)
    said = [
        one
        for who in plan.annotators
        for one in answers(
            plan, who, lambda _, item: {"better": prefers(item, "xy"[int(rng.random() < 0.5)])}
        )
    ]
    results = results_of(plan, unblinded(plan, said))
    alpha = results.between[0].alpha
    told = text(agreement.sentence(results))
    assert f"{100 * alpha.observed:.0f} % of pairs of answers differ" in told
    assert f"{alpha.observed / alpha.expected:.2f} times as many as by chance" in told
    assert "80 answers to 40 items" in told
    assert alpha.low is not None
    assert ("no more agreement than by chance is possible" in told) == (
        alpha.low <= 0 <= (alpha.high or 0)
    )
    for word in ("substantial", "moderate", "fair", "almost perfect", "good"):
        assert word not in told


def test_several_pairs_are_told_after_holm() -> None:
    items = [Item(s, a, b) for a, b in ("xy", "xz", "yz") for s in range(12)]
    plan = plan_of(items, systems="xyz")
    said = answers(plan, "Ada", lambda _, i: {"better": prefers(i, max(i.left, i.right))})
    results = results_of(plan, unblinded(plan, said))
    told = text(preferences.headline(results))
    assert told.startswith("3 of 3 pairs")
    assert "Holm's correction for 3 pairs" in told
    assert preferences.preferences_table(results.preferences).titles[-1] == "p, Holm"


def test_marks_and_errors_are_told_where_no_choice_was_asked() -> None:
    plan = plan_of(pairs(40), asks=("score", "spans"))
    error = (Mark("Accuracy", "major"),)

    def says(_: int, item: Item) -> dict[str, object]:
        y_left = item.left == "y"
        return {
            "left": 70.0 if y_left else 60.0,
            "right": 60.0 if y_left else 70.0,
            "marks_left": () if y_left else error,
            "marks_right": error if y_left else (),
        }

    results = results_of(plan, unblinded(plan, answers(plan, "Ada", says)))
    assert "+10.00 marks (60.00 → 70.00" in text(preferences.headline(results))
    assert results.penalties[0].delta == 5
    assert results.preferences == []
    assert preferences.differences_table(results.penalties, "p").rows[0][5].text == "+5.00"


def test_marks_that_differ_by_chance_are_no_difference() -> None:
    plan = plan_of(pairs(2), asks=("score",))
    said = answers(plan, "Ada", lambda _, i: {side_of(i, "x"): 60.0, side_of(i, "y"): 70.0})
    told = text(preferences.headline(results_of(plan, unblinded(plan, said))))
    assert told.startswith("It cannot be told")
    assert "+10.00 marks (60.00 → 70.00; " in told


def side_of(item: Item, name: str) -> str:
    return "left" if item.left == name else "right"


def test_what_was_settled_is_told_beside_and_not_instead() -> None:
    plan, before = scripted("bbbbba--")
    decided = [Judgement(6, 6, "Mia", "judged", -1, "x", "y", "b")]
    assert before.disputed == []
    results = replace(
        before, settled=results_of(plan, [], decided).settled, decided={6: decided[0]}
    )
    assert text(preferences.settled_sentence(before)) == ""
    assert "1 item" in text(preferences.settled_sentence(results))


def test_files_have_every_answer_with_plan_names_and_times() -> None:
    items = [
        Item(4, "y", "x"),
        Item(4, "x", "y", "repeat", of=0),
        Item(1, "", "", "check", -1, "right"),
    ]
    plan = replace(plan_of(items, annotators=("=Ada",)), name="=cmd()")
    said = [
        Answer(0, "=Ada", "left", 70, 30, (), (Mark("a", "minor"),), seconds=3.5, changed=1.0),
        Answer(1, "=Ada", skipped="+why"),
        Answer(2, "=Ada", "left"),
    ]
    judgements = unblinded(plan, said)
    decided = unblinded(plan, [Answer(0, "Mia", "bad", changed=9.0)])
    lines = list(csv.reader(io.StringIO(to_csv(plan, judgements, decided).decode("utf-8-sig"))))
    assert tuple(lines[0]) == COLUMNS
    assert len(lines) == 5
    first = dict(zip(COLUMNS, lines[1], strict=True))
    assert first["session"] == digest_of(plan)
    assert (first["name"], first["annotator"]) == ("'=cmd()", "'=Ada")
    assert (first["line"], first["preferred"], first["first stood"]) == ("5", "second", "right")
    assert (first["mark of first"], first["mark of second"]) == ("30.0", "70.0")
    assert json.loads(first["errors of first"])[0]["severity"] == "minor"
    assert json.loads(first["errors of second"]) == []
    assert first["changed"] == "1970-01-01T00:00:01.000+00:00"
    assert lines[3][COLUMNS.index("preferred")] == "second"  # the reference
    assert lines[4][COLUMNS.index("kind")] == "settled"
    head, *rows = map(json.loads, to_jsonl(plan, judgements, decided).decode().splitlines())
    assert (head["session"], head["plan"]["seed"]) == (digest_of(plan), plan.seed)
    assert len(head["plan"]["items"]) == 3
    assert [row["kind"] for row in rows] == ["judged", "repeat", "check", "settled"]
    assert rows[0]["annotator"] == "=Ada"
    assert rows[1]["skipped"] == "+why"
