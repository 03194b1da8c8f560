"""The columns of a segment: each against what it is said to be, written out slowly."""

import math
from collections.abc import Callable

import numpy as np
import pytest

from bleu_core import BleuConfig, Comparison, EvalSet, sentence_bleu
from bleu_core.messages import codes
from bleu_core.metrics import get_metric
from bleu_core.segments.annotations import Annotation, Label
from bleu_core.segments.columns import (
    ANNOTATION_COLUMNS,
    TEXT,
    SegmentAnnotations,
    SegmentTable,
    SegmentTexts,
    table_of,
)
from bleu_core.segments.marks import MarkedSegment
from bleu_core.significance.metric_tests import compare_with_metric
from bleu_core.text.tokenizers import tokenize_line
from tests.core.refusing import refused
from tests.core.segments.test_slices import COMPARISON, sample
from tests.places import sample_lines

TABLE = table_of(COMPARISON)
EVALSET = COMPARISON.evalset
SIDES = {"a": "direct", "b": "pivot"}


def told(texts: SegmentTexts) -> list[set[str]]:
    """What a column of texts says of each segment."""
    found: list[set[str]] = [set() for _ in range(texts.size)]
    for column, segments in texts.parts:
        places = range(texts.size) if segments is None else segments.tolist()
        for i, text in zip(places, column.to_pylist(), strict=True):
            if text is not None:
                found[i].add(text)
    return found


def tokens(text: str | None) -> list[str]:
    return tokenize_line(text or "", COMPARISON.config)


def output(side: str) -> list[str]:
    found: list[str] = EVALSET.systems[SIDES[side]].to_pylist()
    return found


def nearest(length: int, i: int) -> int:
    """The reference length of a segment for an output so long."""
    lengths = [len(tokens(stream[i].as_py())) for stream in EVALSET.references]
    return min(lengths, key=lambda one: (abs(one - length), one))


def assert_numbers(name: str, slowly: Callable[[int], float], table: SegmentTable = TABLE) -> None:
    expected = [slowly(i) for i in range(len(table))]
    assert table.numbers(name).tolist() == pytest.approx(expected, abs=1e-9, nan_ok=True)


def test_lengths_and_ratios_are_those_of_the_tokens() -> None:
    lengths = {side: [len(tokens(text)) for text in output(side)] for side in "ab"}
    measured = {side: [nearest(n, i) for i, n in enumerate(lengths[side])] for side in "ab"}
    for side in "ab":
        own, ref = lengths[side], measured[side]
        assert_numbers(f"{side}.length", lambda i, own=own: own[i])
        assert_numbers(f"{side}.ratio", lambda i, own=own, ref=ref: own[i] / ref[i])
    # That of the reference is the mean of the two that count.
    assert_numbers("reference.length", lambda i: (measured["a"][i] + measured["b"][i]) / 2)
    data = EvalSet({"x": ["a b", "c"]}, [["", "c d"]], source=["One, two.", ""])
    table = table_of(Comparison.of(data))
    assert table.numbers("source.length").tolist() == [4, 0]
    assert table.numbers("a.ratio").tolist() == pytest.approx([math.nan, 0.5], nan_ok=True)


def test_sentence_scores_and_matches_are_those_of_each_segment_alone() -> None:
    config, rows = BleuConfig(effective_order=True), range(0, len(COMPARISON), 6)
    for side in "ab":
        texts, found = output(side), table_of(COMPARISON.part(np.array(rows)))
        alone = [
            sentence_bleu(texts[i], [stream[i].as_py() for stream in EVALSET.references], config)
            for i in rows
        ]
        scores = [one.score for one in alone]
        assert found.numbers(f"{side}.bleu").tolist() == pytest.approx(scores, abs=1e-9)
        assert found.numbers("line").tolist() == [i + 1 for i in rows]
        for n in range(4):
            matches = [one.counts[n] for one in alone]
            assert found.numbers(f"{side}.matches{n + 1}").tolist() == matches
    a, b = TABLE.numbers("a.bleu"), TABLE.numbers("b.bleu")
    assert_numbers("delta", lambda i: b[i] - a[i])
    assert_numbers("gain", lambda i: b[i] - a[i])


def test_points_by_component_sum_to_the_points_and_those_to_the_difference() -> None:
    parts = sum(TABLE.numbers(f"points.{name}") for name in ("p1", "p2", "p3", "p4", "bp"))
    assert parts.tolist() == pytest.approx(TABLE.numbers("points").tolist(), abs=1e-9)
    whole = TABLE.numbers("points").sum() + COMPARISON.ledger.unattributed
    assert whole == pytest.approx(COMPARISON.delta, abs=1e-9)
    for name, points in COMPARISON.ledger.components.items():
        assert TABLE.numbers(f"points.{name}").sum() == pytest.approx(points, abs=1e-9)


def test_what_cannot_be_counted_says_why() -> None:
    undefined = EvalSet({"x": ["a b"], "y": ["c d"]}, [["a b"]])
    tables = {
        "two orders": table_of(sample(BleuConfig(max_ngram_order=2))),
        "undefined": table_of(Comparison.of(undefined, BleuConfig(smooth_method="none"))),
        "usual": TABLE,
    }
    for of, name, code in [
        ("two orders", "points.p3", "order_not_counted"),
        ("two orders", "a.matches4", "order_not_counted"), ("undefined", "points", "no_ledger"),
        ("undefined", "points.p1", "no_ledger"), ("undefined", "points.bp", "no_ledger"),
        ("undefined", "agreement", "one_reference"), ("usual", "source", "no_source"),
        ("usual", "source.length", "no_source"), ("usual", "b.copy", "no_source"),
        ("undefined", "document", "no_documents"), ("usual", "delta.chrf", "metric_not_counted"),
        # Where nobody asked what people say, that is no finding that they say nothing.
        *(("usual", name, "annotations_not_read") for name in ANNOTATION_COLUMNS),
    ]:  # fmt: skip
        assert codes([tables[of].column(name).missing]) == [f"column.{code}"], name
        with refused(f"column.{code}"):
            tables[of].values(name)
    assert tables["two orders"].column("points.p3").missing.values == {"highest": 2}
    assert tables["two orders"].numbers("points.p2").shape == (len(TABLE),)
    more = table_of(sample(BleuConfig(max_ngram_order=6)))
    assert {"points.p6", "b.matches6"} <= more.columns.keys()
    with refused("column.other_kind"):
        TABLE.numbers("text")


def test_texts_are_those_of_the_data_and_never_hidden() -> None:
    assert told(TABLE.texts("document")) == [{name} for name in sample_lines("documents.txt")]
    found = told(TABLE.texts("text"))
    streams = [*EVALSET.references, EVALSET.systems["direct"], EVALSET.systems["pivot"]]
    for i, texts in enumerate(found):
        assert texts == {stream[i].as_py() for stream in streams}
    data = EvalSet(
        {"x": ["a", "b"]}, [["a", "b"]], metadata={"note": ["n1", "n2"], "kind": ["k1", "k2"]}
    )
    table = table_of(Comparison.of(data), annotations=SegmentAnnotations())
    assert told(table.texts("kind")) == [{"k1"}, {"k2"}]
    assert told(table.texts("data.note")) == [{"n1"}, {"n2"}]
    assert told(table.texts("note")) == [set(), set()]


def test_metrics_are_columns_turned_so_that_a_gain_is_better() -> None:
    metric_pairs = {
        key: compare_with_metric(COMPARISON, get_metric(key)) for key in ("chrf", "wer")
    }
    table = table_of(COMPARISON, metric_pairs=metric_pairs)
    for key, sign in (("chrf", 1), ("wer", -1)):
        a, b = metric_pairs[key].sentences_a, metric_pairs[key].sentences_b
        for what, expected in {"a": a, "b": b, "delta": b - a, "gain": sign * (b - a)}.items():
            assert_numbers(f"{what}.{key}", expected.__getitem__, table)
    assert codes([table.column("delta.ter").missing]) == ["column.metric_not_counted"]


def test_what_people_say_is_there_for_the_segments_that_they_say_it_of() -> None:
    annotations = {
        1: Annotation("B better", (Label("A", "order", "minor"), Label("B", "name", "major"))),
        3: Annotation(note="see 2"),
    }
    marks = (MarkedSegment(1, "Accuracy", "minor"), MarkedSegment(4, "Fluency", "critical"))
    table = table_of(COMPARISON, annotations=SegmentAnnotations(annotations, marks, marks[1:]))
    expected = {
        "verdict": {1: {"B better"}}, "label": {1: {"order", "name"}},
        "label.severity": {1: {"minor", "major"}}, "severity": {1: {"minor"}, 4: {"critical"}},
        "category": {1: {"Accuracy"}, 4: {"Fluency"}}, "my.severity": {4: {"critical"}},
        "my.category": {4: {"Fluency"}}, "note": {3: {"see 2"}},
    }  # fmt: skip
    assert expected.keys() == ANNOTATION_COLUMNS
    nothing = table_of(COMPARISON, annotations=SegmentAnnotations())
    for name, said in expected.items():
        assert told(table.texts(name)) == [said.get(i, set()) for i in range(len(table))], name
        assert told(nothing.texts(name)) == [set()] * len(table)


def test_columns_of_both_outputs_stay_as_they_are_when_these_change_places() -> None:
    other = table_of(Comparison.of(EVALSET, COMPARISON.config, "pivot", "direct"))
    for name, column in TABLE.columns.items():
        if column.missing or column.depends_on == "one":
            continue
        if column.kind == TEXT:
            assert told(TABLE.texts(name)) == told(other.texts(name)), name
        else:
            np.testing.assert_array_equal(TABLE.values(name), other.values(name), name)
