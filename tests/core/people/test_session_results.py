"""What is told of a session and exported of it. Annotators are scripted: nobody judged anything."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from dataclasses import replace

from bleu_core.people.session_results import (
    EXPORT_COLUMNS,
    SessionResults,
    results_to_csv,
    session_results,
)
from bleu_core.people.sessions.item_answers import unblind
from bleu_core.people.sessions.plan import PlanItem, SessionPlan, plan_digest
from bleu_core.people.sessions.task import ItemAnswer
from bleu_core.present.document import text
from bleu_core.present.tables import sessions as agreement
from bleu_core.present.tables import sessions as preferences
from tests.core.scripted import Says, answers, pairs, plan_of, prefers


def gathered(plan: SessionPlan, who: Sequence[str], says: Says) -> SessionResults:
    said = [one for name in who for one in answers(plan, name, says)]
    return session_results(plan, unblind(plan, said))


def scripted(wins: str, **changed: object) -> tuple[SessionPlan, SessionResults]:
    """scripted("abb-"): what Ada and Ben both say of each segment."""
    plan = plan_of(pairs(len(wins)), **changed)  # type: ignore[arg-type]
    meant = {"a": "x", "b": "y"}

    def says(number: int, item: PlanItem) -> dict[str, object]:
        name = meant.get(wins[number])
        return {"better": prefers(item, name) if name else "same"}

    return plan, gathered(plan, plan.annotators, says)


def headline(wins: str) -> str:
    return text(preferences.headline(scripted(wins)[1]))


def test_a_preference_is_claimed_where_the_sign_test_allows_it() -> None:
    for wins, claimed in {"b" * 9 + "a--": "y to x", "a" * 9 + "b": "x to y"}.items():
        told = headline(wins)
        assert told.startswith(f"Annotators prefer {claimed}")
        for number in ("9 of 10", "90%", "95% CI [60%, 98%]", "p = 0.021"):
            assert number in told
    for wins, said in {
        "bbbaa": "y wins 3 of 5",
        "bbbba": "y wins 4 of 5",
        "b": "y wins 1 of 1",
        "ba": "each wins 1 of 2",
        "--": "2 of 2 segments are ties.",
    }.items():
        told = headline(wins)
        assert said in told
        assert "Annotators prefer" not in told


def test_each_pair_of_three_annotators_has_its_own_agreement() -> None:
    plan = plan_of(pairs(4), annotators=("Ada", "Ben", "Cleo"))
    said = []
    for who, wins in (("Ada", "xxyy"), ("Ben", "xxyx"), ("Cleo", "yyxy")):

        def says(number: int, item: PlanItem, wins: str = wins) -> dict[str, object]:
            return {"better": prefers(item, wins[number])}

        said += answers(plan, who, says)
    results = session_results(plan, unblind(plan, said))
    raw = {(a, b): found.raw.value for a, b, found in results.couples}
    assert raw == {("Ada", "Ben"): 0.75, ("Ada", "Cleo"): 0.25, ("Ben", "Cleo"): 0}
    names = [row[0] for row in agreement.agreement_table(results).texts]
    assert names == ["all annotators", "Ada and Ben", "Ada and Cleo", "Ben and Cleo"]


def test_within_an_annotator_repeats_are_compared_with_first_answers() -> None:
    repeats = [PlanItem(n, "y", "x", "repeat", of=n) for n in range(4)]
    plan = plan_of([PlanItem(n, "x", "y") for n in range(4)] + repeats)

    def says(number: int, item: PlanItem) -> dict[str, object]:
        return {"better": prefers(item, "xxyyxyxy"[number])}

    within = gathered(plan, ("Ada",), says).within
    assert within.kappa is not None
    assert (within.raw.value, within.kappa.value) == (0.5, 0)


def test_files_have_every_answer_with_plan_names_and_times() -> None:
    repeat, check = PlanItem(4, "x", "y", "repeat", of=0), PlanItem(1, "", "", "check", -1, "right")
    plan = replace(
        plan_of([PlanItem(4, "y", "x"), repeat, check], annotators=("=Ada",)), name="=cmd()"
    )
    said = [
        ItemAnswer(0, "=Ada", "left", 4, 2, changed=1.0),
        ItemAnswer(1, "=Ada", skipped="+why"),
        ItemAnswer(2, "=Ada", "left"),
    ]
    judgements = unblind(plan, said)
    written = results_to_csv(plan, judgements).decode("utf-8-sig")
    assert tuple(next(csv.reader(io.StringIO(written)))) == EXPORT_COLUMNS
    first, again, check = csv.DictReader(io.StringIO(written))
    expected = {
        "session": plan_digest(plan), "name": "'=cmd()", "annotator": "'=Ada", "line": "5",
        "preferred": "second", "first stood": "right", "rating of first": "2",
        "rating of second": "4",
        "changed": "1970-01-01T00:00:01.000+00:00",
    }  # fmt: skip
    assert {name: first[name] for name in expected} == expected
    assert (first["repeats item"], again["item"], again["repeats item"]) == ("", "2", "1")
    assert check["preferred"] == "second"  # the reference
