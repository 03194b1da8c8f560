"""What other metrics say, on the Segments screen: orders, filters, columns, numbers."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from bleu_core import Comparison, EvalSet
from bleu_core.common.escaping import escape_markdown
from bleu_core.common.formatting import format_delta, format_score
from bleu_core.common.rounding import rounded
from bleu_core.metrics import ImportedScores, get_metric, rank_disagreement
from bleu_core.segments.columns import table_of
from bleu_core.significance.metric_tests import compare_with_metric
from pages.ui import metric_results, results, store
from pages.ui.store import load_sample

from .conftest import App

SAMPLE = Comparison.of(load_sample())
WER = compare_with_metric(SAMPLE, get_metric("wer"))
BLEU = compare_with_metric(SAMPLE, get_metric("bleu"))
PAGE = 50


def ids(app) -> list[int]:
    return [int(i) - 1 for i in app.component("worklist")["ids"]]


def headings(app) -> list[str]:
    return [column["label"] for column in app.component("worklist")["columns"]]


@pytest.fixture
def slow(monkeypatch) -> str:
    """The link of a comparison that nobody has counted a metric on, one of which is slow."""
    about = metric_results.metric_info
    monkeypatch.setattr(
        metric_results, "metric_info", lambda c, key: replace(about(c, key), is_slow=key == "wer")
    )
    texts = ["a b c d", "e f g h", "i j k l"]
    data = EvalSet({"a": texts, "b": ["a b c x", "e f g h", "y i j k"]}, [texts])
    store.forget(data.digest)
    return store.put(data)


def test_the_list_is_ordered_by_a_metric_and_shows_its_numbers() -> None:
    app = App("segments.py", sort="-metric:wer")
    best = np.argsort(rounded(WER.sentence_deltas), kind="stable")[:PAGE]
    assert ids(app) == best.tolist()
    assert "Δ WER" in headings(app)
    first = app.component("worklist")["rows"][0]
    change = next(cell for cell in first if isinstance(cell, dict) and "t" in cell)
    # Fewer errors: the number keeps its sign, and is a gain all the same.
    assert change == {"t": format_delta(WER.sentence_deltas[best[0]]), "tone": "gain"}
    assert next(c["bar"] for c in first if isinstance(c, dict) and "bar" in c) > 0
    assert {format_score(s[best[0]]) for s in (WER.sentences_a, WER.sentences_b)} < set(
        map(str, first)
    )
    order = app.test.selectbox(key="find-sort")
    assert "Δ WER, gains first (lower is better)" in order.options
    order.select("Δ WER, losses first (lower is better)")
    app.run()
    assert app.link["sort"] == "metric:wer"
    assert ids(app) == np.argsort(-rounded(WER.sentence_deltas), kind="stable")[:PAGE].tolist()


def test_the_list_is_ordered_by_where_two_metrics_disagree() -> None:
    app = App("segments.py", sort="-disagree:wer")
    apart = rank_disagreement(BLEU, WER)
    assert ids(app) == np.argsort(-np.abs(apart), kind="stable")[:PAGE].tolist()
    assert {"apart", "Δ BLEU", "Δ WER"} <= set(headings(app))
    assert app.cells("worklist")[0][headings(app).index("apart")] == format_delta(
        apart[ids(app)[0]], 0
    )


def test_filters_by_two_metrics_come_with_a_link_and_are_lifted() -> None:
    app = App(
        "segments.py",
        sort="line",
        vs="bleu,wer",
        where="gain > 0 and gain.wer < 0 and delta.wer >= 0 and delta.wer <= 25",
    )
    inside = (WER.sentence_deltas >= 0) & (WER.sentence_deltas <= 25)
    wanted = (BLEU.sentence_deltas > 0) & (WER.sentence_deltas > 0) & inside
    assert ids(app) == np.flatnonzero(wanted).tolist()[:PAGE]
    assert {"Δ BLEU", "Δ WER"} <= set(headings(app))
    app.press("delta.wer ≥ 0 and ≤ 25 ✕")
    app.press(f"{escape_markdown('gain > 0')} ✕")
    app.press(f"{escape_markdown('gain.wer < 0')} ✕")
    assert len(ids(app)) == PAGE
    assert app.link == {"sort": "line", "vs": "bleu,wer"}


def test_a_metric_or_column_that_is_no_order_is_told_and_the_list_is_the_usual_one() -> None:
    usual = ids(App("segments.py"))
    app = App("segments.py", vs="bleu,imported:*x*", where="`delta.imported:*x*` >= 0")
    assert "delta.imported:*x*" in app.component("expression")["fault"]["problem"]
    assert ids(app) == usual
    app = App("segments.py", sort="-metric:imported:*x*")
    assert app.codes("no-metric-imported:*x*") == ["link.unknown_order"]
    assert ids(app) == usual
    for name in ("colour", "same", "source", "source.length2"):
        app = App("segments.py", sort=f"column:{name}")
        assert app.codes("no-column") == ["link.unknown_column"]
        assert ids(app) == usual


def test_a_slow_metric_is_counted_when_it_is_asked_for_and_told_of_the_segment(slow: str) -> None:
    app = App("segments.py", data=slow, sort="-metric:wer")
    assert app.codes("slow-metric-wer") == ["screen.slow_metric"]
    # The Overview, which was opened first, may be counting the others.
    assert "WER" not in [m["label"] for m in app.component("segment")["numbers"]["metrics"]]
    assert "Δ WER" not in headings(app)
    assert not any("WER" in text for text in app.widget("find-sort").options)
    app.press("Compute WER")
    assert not app.shows("slow-metric-wer")
    assert "Δ WER" in headings(app)
    assert ids(app) == [1, 0, 2]
    app = App("segments.py", data=slow, sort="line", seg="1")
    numbers = {one.pop("label"): one for one in app.component("segment")["numbers"]["metrics"]}
    assert numbers["WER"] == {
        "term": "wer", "a": "0.00", "b": "25.00", "delta": "+25.00", "better": -1
    }  # fmt: skip


def test_a_list_by_imported_scores_goes_when_others_are_imported_under_the_name(slow: str) -> None:
    data = store.evalset(slow)
    assert data is not None
    for b, expected in (([3.0, 2.0, 1.0], [0, 1, 2]), ([1.0, 2.0, 3.0], [2, 1, 0])):
        values = {"a": np.zeros(3), "b": np.array(b)}
        results.put_imported_scores(data, {"m": ImportedScores("m", True, values)}, "m")
        assert ids(App("segments.py", data=slow, sort="-metric:imported:m")) == expected


def test_the_filter_by_two_metrics_says_how_often_they_are_opposed() -> None:
    app = App("segments.py", vs="bleu,wer", sort="-disagree:bleu,wer")
    app.set(filters=True)
    signs = np.sign(rounded(BLEU.gains)), np.sign(rounded(WER.gains))
    opposed = (signs[0] > 0) & (signs[1] < 0)
    options = app.widget("Metric disagreement").options
    assert f"BLEU: B better, WER: B worse ({opposed.sum()})" in options
    app.choose("filter-metric-1", "chrF2")
    assert "vs" not in app.link


def test_the_list_is_ordered_by_a_column_and_shows_its_numbers() -> None:
    app = App("segments.py", sort="-column:similarity")
    values = rounded(table_of(SAMPLE).numbers("similarity"))
    most = np.argsort(-values, kind="stable")[:PAGE]
    assert ids(app) == most.tolist()
    columns = app.component("worklist")["columns"]
    place = headings(app).index("similarity")
    assert columns[place]["help"] == table_of(SAMPLE).column("similarity").about
    shown = [row[place] for row in app.component("worklist")["rows"]]
    assert shown == [f"{values[i]:.4g}" for i in most]
    options = app.widget("find-sort").options
    assert {"similarity, largest first", "a.ratio, smallest first"} < set(options)
    assert len(options) == len(set(options))
    app = App("segments.py", sort="column:gain.wer")
    worst = np.argsort(rounded(WER.gains), kind="stable")[:PAGE]
    assert ids(app) == worst.tolist()
