"""What is told of a session and exported of it. Annotators are scripted: nobody judged anything."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

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


def test_where_nothing_can_be_said_of_agreement_it_is_said_why() -> None:
    plan = plan_of(pairs(3))
    nothing = session_results(plan, [])
    assert not agreement.agreement_table(nothing).rows
    assert [row[1].text for row in agreement.conduct_table(nothing.conducts).rows] == ["0/3", "0/3"]
    _, alone = scripted("abab", annotators=("Ada",))
    _, alike = scripted("bbbb")
    told = {text(agreement.sentence(one)) for one in (nothing, alone, alike)}
    assert len(told) == 3
    same = "all answers are the same"
    assert [same in one for one in told].count(True) == 1


def test_alpha_is_told_by_what_chance_would_differ() -> None:
    plan = plan_of(pairs(40))
    rng = np.random.default_rng(2)
    results = gathered(
        plan,
        plan.annotators,
        lambda _, item: {"better": prefers(item, "xy"[int(rng.random() < 0.5)])},
    )
    alpha = results.between.alpha
    told = text(agreement.sentence(results))
    assert f"agree in {100 * results.between.raw.value:.0f}% of cases" in told
    assert f"disagreement is {1 - alpha.value:.2f} times that expected by chance" in told
    assert "80 answers on 40 items" in told
    assert alpha.low is not None
    assert ("may be no better than by chance" in told) == (alpha.low <= 0 <= (alpha.high or 0))
    for word in ("substantial", "moderate", "fair", "almost perfect", "good"):
        assert word not in told


def test_only_the_share_of_pairs_is_told_where_alpha_weighs_them_otherwise() -> None:
    """Six annotators are split on one item, and two agree on each of six others."""
    plan = plan_of(pairs(7), annotators=("Ada", "Ben", "Cleo", "Dan", "Eve", "Fay"))
    said = []
    for number, who in enumerate(plan.annotators):
        split = "xy"[number % 2]

        def says(item: int, one: PlanItem, split: str = split) -> dict[str, object]:
            return {"better": prefers(one, "xy"[item % 2] if item else split)}

        said += answers(plan, who, says)[: 7 if number < 2 else 1]
    told = text(agreement.sentence(session_results(plan, unblind(plan, said))))
    assert re.findall(r"\d+% of", told) == ["57% of"]  # 12 of 21 pairs agree


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


def test_several_pairs_are_told_after_holm() -> None:
    items = [PlanItem(s, a, b) for a, b in ("xy", "xz", "yz") for s in range(12)]
    plan = plan_of(items, systems="xyz")
    results = gathered(plan, ["Ada"], lambda _, i: {"better": prefers(i, max(i.left, i.right))})
    told = text(preferences.headline(results))
    assert told.startswith("3 of 3 pairs")
    assert "Holm's correction for 3 pairs" in told
    assert preferences.preferences_table(results.preferences).titles[-1] == "p, Holm"


def test_ratings_are_told_where_no_choice_was_asked() -> None:
    def says(_: int, item: PlanItem) -> dict[str, object]:
        return {side_of(item, "x"): 3.0, side_of(item, "y"): 4.0}

    results = gathered(plan_of(pairs(40), ask="rating"), ["Ada"], says)
    told = text(preferences.headline(results))
    assert "y differ significantly in mean rating: +1.00 (3.00 → 4.00" in told
    assert results.preferences == []
    assert preferences.differences_table(results.ratings).rows[0][5].text == "+1.00"
    # Those that differ by chance are no difference.
    told = text(preferences.headline(gathered(plan_of(pairs(2), ask="rating"), ["Ada"], says)))
    assert "do not differ significantly in mean rating: +1.00 (3.00 → 4.00" in told


def side_of(item: PlanItem, name: str) -> str:
    return "left" if item.left == name else "right"


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
    first, _, check = csv.DictReader(io.StringIO(written))
    expected = {
        "session": plan_digest(plan), "name": "'=cmd()", "annotator": "'=Ada", "line": "5",
        "preferred": "second", "first stood": "right", "rating of first": "2.0",
        "rating of second": "4.0",
        "changed": "1970-01-01T00:00:01.000+00:00",
    }  # fmt: skip
    assert {name: first[name] for name in expected} == expected
    assert check["preferred"] == "second"  # the reference
