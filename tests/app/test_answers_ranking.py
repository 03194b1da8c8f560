"""The ranking of all systems, as it is answered to the viewer and as a saved page has it."""

from __future__ import annotations

from itertools import combinations
from typing import Any
from urllib.parse import urlencode

import pytest
from sacrebleu.metrics import BLEU

from bleu_core import EvalSet, ScoredSystems, paired_approximate_randomization, segment_statistics
from bleu_core.common.formatting import format_p_cell
from bleu_core.common.stats import holm
from bleu_core.metrics import get_metric
from bleu_core.present.ranking_report import measure_systems, rank_report
from bleu_core.present.viewer.ranking import ranking_screen
from bleu_core.systems.oracle import best_choice
from bleu_core.systems.references import count_references, reference_points
from pages.ui import store
from pages.ui.viewer import ranking_answers
from tests.app.data_sets import worse_and_worse as outputs

from .asking import answered


def answer(data: EvalSet, pair: tuple[str, str] = ("", ""), **asked: str) -> dict[str, Any]:
    """What the viewer gets in the end."""
    a, b = pair
    view = urlencode({"data": store.put(data), "a": a, "b": b})
    return answered("ranking", view, **asked)


def rows(told: dict[str, Any]) -> dict[str, dict[str, Any]]:
    return dict(zip(told["names"], told["ranking"]["systems"], strict=True))


def folds(told: dict[str, Any]) -> list[str]:
    return [fold["title"] for fold in told["ranking"]["folded"]]


def test_scores_are_those_of_sacrebleu_and_p_of_the_tests_of_each_pair_alone() -> None:
    data = outputs(4, 40)
    found = rows(answer(data))
    reference = [list(map(str, data.references[0]))]
    stats = {
        name: segment_statistics(list(map(str, lines)), reference)
        for name, lines in data.systems.items()
    }
    tests = {
        (a, b): paired_approximate_randomization(stats[a], stats[b]).p_value
        for a, b in combinations(stats, 2)
    }
    corrected = dict(zip(tests, holm(list(tests.values())), strict=True))
    for name, lines in data.systems.items():
        score = BLEU().corpus_score(list(map(str, lines)), reference).score
        assert found[name]["score"] == pytest.approx(score)
        if name != "s0":
            change = score - stats["s0"].corpus().score
            assert found[name]["delta"] == pytest.approx(change)
            assert format_p_cell(found[name]["p"]) == format_p_cell(corrected["s0", name])
    assert (found["s0"]["delta"], found["s0"]["grade"]) == (None, None)


@pytest.mark.parametrize(("by", "references"), [("bleu", 2), ("wer", 1)])
def test_the_app_and_the_page_are_told_the_same(by: str, references: int) -> None:
    data = outputs(3, 40)
    first = list(map(str, data.references[0]))
    second = [line.replace("a", "x") for line in first]
    data = EvalSet(dict(data.systems), [first, second][:references])
    scored = ScoredSystems.of(data)
    others = {"wer": get_metric("wer", scored.config)} if by == "wer" else {}
    standings = rank_report(scored, measure_systems(scored, others), by, "s1")
    counts = count_references(data, scored.names)
    vars(standings)["reference_points"] = counts and reference_points(counts)
    vars(standings)["oracle"] = best_choice(list(scored.statistics.values()))
    told = answer(data, ("s1", "s2"), by=by)
    assert told["ranking"] == ranking_screen(standings, ranking_answers.ELSEWHERE)
    assert told["pair"] == [1, 2]
    assert ("Human reference points" in folds(told)) == (references > 1)
