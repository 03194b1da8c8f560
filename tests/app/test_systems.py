"""The Systems screen without a browser."""

from __future__ import annotations

import random
import threading
from collections.abc import Callable, Sequence
from itertools import combinations

import numpy as np
import pytest
from sacrebleu.metrics import BLEU

from bleu_core import BleuConfig, EvalSet, paired_approximate_randomization, segment_statistics
from bleu_core.metrics import Scores
from bleu_core.numerals import bare, delta, points
from bleu_core.significance.holm import holm
from pages.ui import results, store, system_metrics
from pages.ui.systems import ranking_job
from pages.ui.systems.ranking_job import RankingJob
from tests.app.conftest import App
from tests.app.test_glossary_tips import expect_every_number_says_what_it_is

WORDS = ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l"]
HOSTILE = "<b id=made>**x**</b>"


def outputs(number: int, size: int, names: Sequence[str] = ()) -> EvalSet:
    """So many systems, each worse than the one before it: more of its words are wrong."""
    rng = random.Random(7)
    reference = [" ".join(rng.choices(WORDS, k=12)) for _ in range(size)]
    systems = {}
    for k in range(number):
        name = names[k] if k < len(names) else f"s{k}"
        systems[name] = [
            " ".join(w if rng.random() > 0.04 * k + 0.05 else "x" for w in line.split())
            for line in reference
        ]
    return EvalSet(systems=systems, references=[reference])


@pytest.fixture(autouse=True)
def done_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A job is waited for: no browser looks at it again."""
    monkeypatch.setattr(ranking_job, "UNSEEN", None)


@pytest.fixture
def opened() -> Callable[..., App]:
    def visit(data: EvalSet, **params: str) -> App:
        return App("systems.py", data=store.put(data), **params)

    return visit


def told(app: App) -> str:
    return app.says("ranking-headline")


def press(app: App, key: str, value: object, monkeypatch: pytest.MonkeyPatch) -> None:
    """What a component sends once, which AppTest has no gesture for."""
    from pages.ui.systems import ranking_matrix, ranking_table

    module = {"ranking": ranking_table, "matrix": ranking_matrix}[key]
    name = {"ranking": "table", "matrix": "_mount"}[key]
    drawn, sent = getattr(module, name), []

    def once(*args: object, **kwargs: object) -> object:
        result = drawn(*args, **kwargs)
        if sent:
            return result
        sent.append(True)
        return value if key == "ranking" else {"open": value}

    with monkeypatch.context() as patched:
        patched.setattr(module, name, once)
        app.run()


def test_the_table_has_the_scores_of_sacrebleu_and_the_tests_of_each_pair(
    opened: Callable[..., App],
) -> None:
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
        assert rows[name][2] == points(score.score)
        assert rows[name][7] == points(100 * score.sys_len / score.ref_len)
        if name != "s0":
            pair = ("s0", name)
            expected = [delta(score.score - first), bare(tests[pair]), bare(corrected[pair])]
            assert rows[name][4:7] == expected
    assert rows["s0"][4:7] == ["baseline", "", ""]


def test_every_column_says_what_it_is(opened: Callable[..., App]) -> None:
    app = opened(outputs(3, 40))
    app.set(more_columns=True)
    expect_every_number_says_what_it_is(app)
    columns = app.component("ranking")["columns"]
    assert {column["label"] for column in columns if not column.get("term")} == {"system"}
    assert {"BP", "p₁, %", "p₄, %"} <= {column["label"] for column in columns}


def test_the_matrix_has_every_pair_of_the_ranking(opened: Callable[..., App]) -> None:
    app = opened(outputs(4, 40), a="s1", b="s2")
    matrix, rows = app.component("matrix"), app.cells("ranking")
    assert matrix["names"] == [row[1] for row in rows] == ["s0", "s1", "s2", "s3"]
    assert matrix["chosen"] == [1, 2]
    scores = dict(enumerate(float(row[2]) for row in rows))
    assert len(matrix["delta"]) == 6
    # The row is A, the column B; the pairs of A, the second row, are those of the table.
    assert matrix["delta"][3:5] == [row[4] for row in rows[2:]]
    assert matrix["p"][3:5] == [row[5] for row in rows[2:]]
    assert matrix["holm"][3:5] == [row[6] for row in rows[2:]]
    assert all(text.startswith("−") for text in matrix["delta"])
    assert scores[0] > scores[3]
    for won, lost in zip(matrix["won"], matrix["lost"], strict=True):
        assert int(won) < int(lost)
        assert int(won) + int(lost) <= 40


def test_a_row_becomes_b_and_with_its_key_the_baseline(
    opened: Callable[..., App], monkeypatch: pytest.MonkeyPatch
) -> None:
    app = opened(outputs(4, 40))
    press(app, "ranking", "3", monkeypatch)
    assert app.pair == ("s0", "s3")
    press(app, "ranking", "baseline:2", monkeypatch)
    assert app.pair == ("s2", "s3")
    press(app, "ranking", "2", monkeypatch)  # the baseline as B: they change places
    assert app.pair == ("s3", "s2")
    assert app.link["a"] == "s3"


def test_a_cell_opens_the_overview_on_its_pair(
    opened: Callable[..., App], monkeypatch: pytest.MonkeyPatch
) -> None:
    app = opened(outputs(4, 40))
    press(app, "matrix", [3, 1], monkeypatch)
    assert app.shows("verdict")
    assert app.pair == ("s3", "s1")


def test_another_pair_tests_nothing_anew(
    opened: Callable[..., App], monkeypatch: pytest.MonkeyPatch
) -> None:
    data = outputs(4, 41)
    opened(data)
    monkeypatch.setattr(RankingJob, "__init__", lambda *_: pytest.fail("ranked anew"))
    app = opened(data, a="s2", b="s0")
    assert "can be told apart" in told(app)


def test_scores_stand_while_the_tests_are_made(
    opened: Callable[..., App], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ranking_job, "UNSEEN", 0)
    go_on = threading.Event()
    rank = ranking_job.rank_systems

    def slow(*args: object, **kwargs: object) -> object:
        if kwargs.get("trials") != 0:
            assert go_on.wait(120)
        return rank(*args, **kwargs)

    monkeypatch.setattr(ranking_job, "rank_systems", slow)
    data = outputs(3, 42)
    app = opened(data)
    waiting = app.cells("ranking")
    assert [button.label for button in app.test.button if button.key == "stop-ranking"] == ["Stop"]
    assert {row[6] for row in waiting[1:]} == {"–"}
    assert not app.component("matrix")["tested"]
    go_on.set()
    ranking_job.job(data, BleuConfig(), "bleu").wait(120)
    app.run()
    assert [row[2] for row in app.cells("ranking")] == [row[2] for row in waiting]
    assert app.component("matrix")["tested"]


def test_few_segments_are_scored_and_no_claim_is_made(opened: Callable[..., App]) -> None:
    app = opened(outputs(3, 12))
    assert "on 30 segments or more" in told(app)
    assert {row[0] for row in app.cells("ranking")} == {""}
    assert {row[6] for row in app.cells("ranking")[1:]} == {"–"}
    assert app.component("matrix")["family"][0] == ""


def test_one_system_is_told_what_a_ranking_takes(opened: Callable[..., App]) -> None:
    app = opened(outputs(1, 40))
    assert told(app).startswith("One system is open: s0, BLEU ")
    assert not app.shows("ranking")
    assert not app.shows("matrix")


def test_two_systems_are_a_ranking(opened: Callable[..., App]) -> None:
    app = opened(outputs(2, 40))
    assert told(app).startswith("2 systems, 1 pair: the two can")
    assert len(app.component("matrix")["delta"]) == 1
    assert "nothing to correct" in app.component("matrix")["family"][0]


def test_where_lower_is_better_order_and_colours_turn_and_numbers_keep_their_sign(
    opened: Callable[..., App],
) -> None:
    app = opened(outputs(3, 40), rank="wer")
    rows = app.cells("ranking")
    assert [row[1] for row in rows] == ["s0", "s1", "s2"]
    assert rows[1][4].startswith("+")
    cells = app.component("ranking")["rows"]
    assert cells[1][4]["tone"] == "loss"
    assert app.component("matrix")["delta"][0].startswith("+")
    assert "Lower is better." in app.component("matrix")["notes"]["delta"]


def test_a_metric_that_is_slow_waits_for_a_press(opened: Callable[..., App]) -> None:
    app = opened(outputs(2, 31), rank="ter")
    assert told(app) == "TER has not been counted on these systems."
    assert not app.shows("ranking")
    app.press("Count TER")
    assert [row[1] for row in app.cells("ranking")] == ["s0", "s1"]


def test_imported_scores_rank_over_the_segments_that_all_systems_have(
    opened: Callable[..., App],
) -> None:
    data = outputs(3, 40)
    opened(data)
    numbers = {name: np.linspace(k, 40 + k, 40) for k, name in enumerate(data.systems)}
    numbers["s1"][:5] = np.nan
    results.put_imported_scores(data, {"marks": Scores("marks", True, numbers)}, "marks")
    app = opened(data, rank="imported:marks")
    scores = {row[1]: row[2] for row in app.cells("ranking")}
    assert scores == {name: points(values[5:].mean()) for name, values in numbers.items()}
    assert [row[1] for row in app.cells("ranking")] == ["s2", "s1", "s0"]
    # Scores that one system lacks rank nobody.
    del numbers["s2"]
    results.put_imported_scores(data, {"marks": Scores("marks", True, numbers)}, "marks")
    assert "imported:marks" not in system_metrics.available(data)
    app = opened(data, rank="imported:marks")
    assert app.codes("no-such-metric") == ["link.unknown_ranking"]
    assert app.cells("ranking")[0][1] == "s0"


def test_names_stay_text(opened: Callable[..., App]) -> None:
    app = opened(outputs(3, 40, [HOSTILE, "$x$"]))
    assert [row[1] for row in app.cells("ranking")][:2] == [HOSTILE, "$x$"]
    assert app.component("matrix")["names"][0] == HOSTILE


def test_a_long_name_leaves_the_numbers_in_sight(opened: Callable[..., App]) -> None:
    app = opened(outputs(3, 40, ["n" * 300]))
    assert app.cells("ranking")[0][1] == "n" * 39 + "…"


def test_more_than_fifty_systems_are_paged(opened: Callable[..., App]) -> None:
    app = opened(outputs(52, 8))
    assert len(app.cells("ranking")) == 50
    assert len(app.component("matrix")["names"]) == 52
