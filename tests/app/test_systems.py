"""The Systems screen without a browser."""

from __future__ import annotations

import threading
from itertools import combinations

import numpy as np
import pytest
from sacrebleu.metrics import BLEU

from bleu_core import BleuConfig, EvalSet, paired_approximate_randomization, segment_statistics
from bleu_core.common.formatting import format_delta, format_p_cell, format_score
from bleu_core.common.stats import holm
from bleu_core.metrics import ImportedScores
from bleu_core.systems.reference_counts import count_references
from bleu_core.systems.reference_points import reference_points
from pages.ui import metric_results, results, store
from pages.ui.systems import ranking, references
from pages.ui.systems.ranking import RankingTask
from tests.app.conftest import App
from tests.app.data_sets import worse_and_worse as outputs
from tests.app.test_glossary_tips import expect_every_number_says_what_it_is

HOSTILE = "<b id=made>**x**</b>"


@pytest.fixture(autouse=True)
def done_at_once(monkeypatch) -> None:
    """A task is waited for: no browser looks at it again."""
    monkeypatch.setattr(ranking, "UNSEEN", None)


def opened(data: EvalSet, **params: str) -> App:
    return App("systems.py", data=store.put(data), **params)


def told(app: App) -> str:
    return app.says("ranking-headline")


def test_the_table_has_the_scores_of_sacrebleu_and_the_tests_of_each_pair() -> None:
    data = outputs(4, 40)
    app = opened(data)
    rows = {row[1]: row for row in app.cells("ranking")}
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
    first = stats["s0"].corpus().score
    for name, lines in data.systems.items():
        score = BLEU().corpus_score(list(map(str, lines)), reference)
        assert rows[name][2] == format_score(score.score)
        assert rows[name][7] == format_score(100 * score.sys_len / score.ref_len)
        if name != "s0":
            pair = ("s0", name)
            expected = [
                format_delta(score.score - first),
                format_p_cell(tests[pair]),
                format_p_cell(corrected[pair]),
            ]
            assert rows[name][4:7] == expected
    assert rows["s0"][4:7] == ["baseline", "", ""]


def test_the_matrix_has_every_pair_of_the_ranking() -> None:
    app = opened(outputs(4, 40), a="s1", b="s2")
    app.set(more_columns=True)
    expect_every_number_says_what_it_is(app)
    columns = app.component("ranking")["columns"]
    assert {column["label"] for column in columns if not column.get("term")} == {"system"}
    assert {"BP", "p₁, %", "p₄, %"} <= {column["label"] for column in columns}
    matrix, rows = app.component("matrix"), app.cells("ranking")
    assert matrix["names"] == [row[1] for row in rows] == ["s0", "s1", "s2", "s3"]
    assert matrix["chosen"] == [1, 2]

    assert len(matrix["delta"]) == 6
    # The row is A, the column B; the pairs of A, the second row, are those of the table.
    assert matrix["delta"][3:5] == [row[4] for row in rows[2:]]
    assert matrix["p"][3:5] == [row[5] for row in rows[2:]]
    assert matrix["holm"][3:5] == [row[6] for row in rows[2:]]
    assert all(text.startswith("−") for text in matrix["delta"])
    assert float(rows[0][2]) > float(rows[3][2])
    for won, lost in zip(matrix["won"], matrix["lost"], strict=True):
        assert int(won) < int(lost)
        assert int(won) + int(lost) <= 40


def test_a_row_becomes_b_and_with_its_key_the_baseline_and_a_cell_opens_its_pair() -> None:
    app = opened(outputs(4, 40))
    app.send("ranking", open="3")
    assert app.pair == ("s0", "s3")
    app.send("ranking", open="baseline:2")
    assert app.pair == ("s2", "s3")
    app.send("ranking", open="2")  # the baseline as B: they change places
    assert app.pair == ("s3", "s2")
    assert app.link["a"] == "s3"
    app.send("ranking", open="baseline:2")  # and B as the baseline
    assert app.pair == ("s2", "s3")
    app.send("matrix", open=[3, 1])
    assert app.shows("verdict")
    assert app.pair == ("s3", "s1")


def test_another_pair_tests_nothing_anew(monkeypatch) -> None:
    data = outputs(4, 41)
    opened(data)
    monkeypatch.setattr(RankingTask, "__init__", lambda *_: pytest.fail("ranked anew"))
    app = opened(data, a="s2", b="s0")
    assert "differ significantly" in told(app)


def test_scores_stand_while_the_tests_are_made(monkeypatch) -> None:
    monkeypatch.setattr(ranking, "UNSEEN", 0)
    go_on = threading.Event()
    rank = ranking.rank_systems

    def slow(*args: object, **kwargs: object) -> object:
        if kwargs.get("trials") != 0:
            assert go_on.wait(120)
        return rank(*args, **kwargs)

    monkeypatch.setattr(ranking, "rank_systems", slow)
    data = outputs(3, 42)
    app = opened(data)
    waiting = app.cells("ranking")
    assert [button.label for button in app.test.button if button.key == "stop-ranking"] == ["Stop"]
    assert {row[6] for row in waiting[1:]} == {"–"}
    assert not app.component("matrix")["tested"]
    go_on.set()
    ranking.ranking_task.ready(store.systems(data, BleuConfig()), "bleu").wait(120)
    app.run()
    assert [row[2] for row in app.cells("ranking")] == [row[2] for row in waiting]
    assert app.component("matrix")["tested"]


def test_few_segments_or_systems_are_told_as_such() -> None:
    app = opened(outputs(3, 12))
    assert "fewer than 30 segments" in told(app)
    assert {row[0] for row in app.cells("ranking")} == {""}
    assert {row[6] for row in app.cells("ranking")[1:]} == {"–"}
    assert app.component("matrix")["family"][0] == ""
    app = opened(outputs(1, 40))
    assert "s0, BLEU " in told(app)
    assert not app.shows("ranking")
    assert not app.shows("matrix")
    app = opened(outputs(2, 40))
    assert told(app).startswith("2 systems: the two d")
    assert len(app.component("matrix")["delta"]) == 1
    assert "One pair" in app.component("matrix")["family"][0]


def test_where_lower_is_better_order_and_colours_turn_and_numbers_keep_their_sign() -> None:
    app = opened(outputs(3, 40), rank="wer")
    rows = app.cells("ranking")
    assert [row[1] for row in rows] == ["s0", "s1", "s2"]
    assert rows[1][4].startswith("+")
    cells = app.component("ranking")["rows"]
    assert cells[1][4]["tone"] == "loss"
    assert app.component("matrix")["delta"][0].startswith("+")
    assert "Lower is better." in app.component("matrix")["notes"]["delta"]


def test_a_metric_that_is_slow_waits_for_a_press() -> None:
    app = opened(outputs(2, 31), rank="ter")
    assert told(app) == "TER has not been computed for these systems."
    assert not app.shows("ranking")
    app.press("Compute TER")
    assert [row[1] for row in app.cells("ranking")] == ["s0", "s1"]


def test_imported_scores_rank_over_the_segments_that_all_systems_have() -> None:
    data = outputs(3, 40)
    opened(data)
    numbers = {name: np.linspace(k, 40 + k, 40) for k, name in enumerate(data.systems)}
    numbers["s1"][:5] = np.nan
    results.put_imported_scores(data, {"marks": ImportedScores("marks", True, numbers)}, "marks")
    app = opened(data, rank="imported:marks")
    scores = {row[1]: row[2] for row in app.cells("ranking")}
    assert scores == {name: format_score(values[5:].mean()) for name, values in numbers.items()}
    assert [row[1] for row in app.cells("ranking")] == ["s2", "s1", "s0"]
    # Scores that one system lacks rank nobody.
    del numbers["s2"]
    results.put_imported_scores(data, {"marks": ImportedScores("marks", True, numbers)}, "marks")
    assert "imported:marks" not in metric_results.system_metric_keys(data)
    app = opened(data, rank="imported:marks")
    assert app.codes("no-such-metric") == ["link.unknown_ranking"]
    assert app.cells("ranking")[0][1] == "s0"


def test_names_stay_text_and_a_long_one_leaves_the_numbers_in_sight() -> None:
    app = opened(outputs(3, 40, [HOSTILE, "$x$", "n" * 300]))
    assert [row[1] for row in app.cells("ranking")] == [HOSTILE, "$x$", "n" * 300]
    assert app.component("matrix")["names"][0] == HOSTILE


def test_more_than_fifty_systems_are_paged() -> None:
    app = opened(outputs(52, 8))
    assert len(app.cells("ranking")) == 50
    assert len(app.component("matrix")["names"]) == 52


def test_references_are_beside_all_systems_under_the_same_number(monkeypatch) -> None:
    data = outputs(2, 40, [HOSTILE, "n" * 300])
    first = list(map(str, data.references[0]))
    second = [line.replace("a", "x") for line in first]
    data = EvalSet(
        {name: list(map(str, lines)) for name, lines in data.systems.items()}, [first, second]
    )
    monkeypatch.setattr(references, "QUICK_SHARE", 0)
    app = opened(data)
    assert not app.shows("ranking-references")
    app.press("Score the references")
    counts = count_references(data, list(data.systems))
    assert counts
    expected = {
        point.system or f"Reference {point.reference}": format_score(point.score)
        for point in reference_points(counts).points
    }
    expected["n" * 39 + "…"] = expected.pop("n" * 300)
    assert {row[0]: row[1] for row in app.cells("ranking-references")} == expected
    assert app.cells("ranking-references") == opened(data).cells("ranking-references")


def test_a_single_reference_has_nothing_to_be_scored_against() -> None:
    assert not opened(outputs(2, 40)).shows("ranking-references")
