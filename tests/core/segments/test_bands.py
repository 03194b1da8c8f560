"""A test set cut by any column, by document and by run of lines."""

import json
from collections.abc import Sequence
from html import unescape

import numpy as np
import pytest

from bleu_core import Comparison, EvalSet
from bleu_core.present import charts
from bleu_core.present.figures import bar_figure
from bleu_core.segments.annotations import Annotation
from bleu_core.segments.columns import (
    NUMBER,
    SegmentAnnotations,
    SegmentTable,
    column_partition,
    has_intervals,
    partition_columns,
    table_of,
)
from bleu_core.segments.expressions import mask, parse
from bleu_core.segments.slice_criteria import part_mask
from bleu_core.segments.slices import (
    points_by_document,
    points_by_run,
    run_lines,
    run_names,
    score_partition,
)
from bleu_core.segments.worklist import bin_expression, document_expression, segment_order
from tests.core.refusing import refused
from tests.core.segments.test_slices import COMPARISON
from tests.core.selecting import select

TABLE = table_of(
    COMPARISON, annotations=SegmentAnnotations({1: Annotation("A better"), 4: Annotation("same")})
)
NAMES = [column.name for column in partition_columns(TABLE)]


def made(numbers: list[int]) -> SegmentTable:
    """Segments whose output of A has so many tokens."""
    texts = [" ".join(["x"] * number) for number in numbers]
    return table_of(Comparison.of(EvalSet({"A": texts}, [["x"] * len(texts)])))


@pytest.mark.parametrize("name", NAMES)
def test_each_segment_is_in_one_part_whose_expression_chooses_it(name: str) -> None:
    cut = column_partition(TABLE, name)
    labels, part = cut.bands
    assert len(set(labels)) == len(labels)
    assert len(part) == len(TABLE)
    assert 0 <= part.min() <= part.max() < len(labels)
    for number, label in enumerate(cut.bands.labels):
        rows = np.flatnonzero(cut.bands.part == number)
        if len(rows):
            where = bin_expression(TABLE, name, cut, label)
            assert np.flatnonzero(mask(parse(where), TABLE)).tolist() == rows.tolist(), where


def test_numbers_are_cut_at_quantiles_and_few_or_nearly_equal_ones_apart() -> None:
    table = made(list(range(1, 101)))
    cut = column_partition(table, "a.length")
    labels = ["below 21", "21 to 40", "41 to 60", "61 to 80", "81 and more", "(none)"]
    assert cut.bands.labels == labels
    assert np.bincount(cut.bands.part).tolist() == [20] * 5
    assert bin_expression(table, "a.length", cut, "21 to 40") == "a.length >= 21 and a.length < 41"
    table = made([1, 1, 3, 3, 3, 7])
    cut = column_partition(table, "a.length")
    assert [(cut.bands.part == part).sum() for part in range(3)] == [2, 3, 1]
    cut = column_partition(made([1] * 95 + [2, 3, 4, 5, 6, 7]), "a.length")
    assert np.bincount(cut.bands.part).tolist() == [95, 6]


def test_what_hangs_on_one_output_has_no_intervals() -> None:
    for name, expected in (("a.length", False), ("b.repeat", False), ("reference.length", True)):
        told = has_intervals(TABLE.column(name))
        assert told is expected
        found = score_partition(COMPARISON, column_partition(TABLE, name).bands, None, told)
        assert any(part.ci_low is not None for part in found) is expected


def test_texts_of_a_segment_of_its_own_are_no_parts() -> None:
    for name in ("a", "source", "note", "line"):
        assert name not in NAMES
        with refused("column.no_parts"):
            column_partition(TABLE, name)


@pytest.mark.parametrize("descending", [False, True])
def test_an_order_by_a_column_is_that_of_its_numbers(descending: bool) -> None:
    names = [n for n, c in TABLE.columns.items() if c.kind == NUMBER and not c.missing]
    for name in names:
        values = np.round(TABLE.numbers(name), 9).tolist()
        there = [i for i, value in enumerate(values) if value == value]
        slowly = sorted(there, key=lambda i: -values[i] if descending else values[i])
        slowly += [i for i, value in enumerate(values) if value != value]
        assert segment_order(COMPARISON, f"column:{name}", descending).tolist() == slowly, name


A = ["a b c d", "e f g h", "i j k l", "m n o p", "q r s t", "u v w x"]
B = ["a b c x", "e f x h", "i j k l", "m n o y", "q r s t", "x v w x"]


def compare(documents: Sequence[str | None]) -> Comparison:
    return Comparison.of(EvalSet({"a": A, "b": B}, [A], documents=documents))


@pytest.mark.parametrize(
    ("documents", "nameless", "rows"),
    [
        (["d", "", None, "d", "e", "e"], "(none)", [1, 2]),
        (["d", "", "(none)", "d", "(none)", None], "((none))", [1, 5]),
        (["(none)", "((none))", None, "", "d", "d"], "(((none)))", [2, 3]),
    ],
)
def test_segments_without_a_document_have_a_label_of_their_own(documents, nameless, rows) -> None:
    comparison = compare(documents)
    found = points_by_document(comparison)
    assert found is not None
    labels, points = found
    assert sorted(labels) == sorted({name for name in documents if name} | {nameless})
    for label, value in zip(labels, points, strict=True):
        chosen = select(comparison, document_expression(comparison.evalset, label))
        assert np.array_equal(chosen, part_mask(comparison, "document", label))
        expected = [name == label for name in documents]
        if label == nameless:
            expected = [i in rows for i in range(len(A))]
        assert chosen.tolist() == expected
        assert value == pytest.approx(comparison.ledger.segments[chosen].sum())
    assert list(np.abs(points)) == sorted(np.abs(points), reverse=True)


def test_a_run_of_one_line_is_a_line() -> None:
    comparison = compare(["d"] * 6)
    edges, points = points_by_run(comparison, most=6)
    assert run_names(*run_lines(comparison, edges)) == [f"line {i}" for i in range(1, 7)]
    assert points == pytest.approx(comparison.ledger.segments)
    edges, _ = points_by_run(comparison, most=4)
    names = run_names(*run_lines(comparison, edges))
    assert names == ["line 1", "lines 2–3", "line 4", "lines 5–6"]


def test_labels_that_are_cut_stay_different_and_stay_text() -> None:
    names = [f"{'newstest2020' * 3}-{n}" for n in "12"]
    names += [f"{n}{'x' * 40}{n}" for n in ("same-start-1-same-end", "same-start-2-same-end")]
    names += ["short", "<b>&" * 10, "\u202egnp.exe", "a\x1bb"]
    figure = json.loads(str(bar_figure(charts.strip(names, np.arange(8.0), "documents")).to_json()))
    ticks = figure["layout"]["xaxis"]["ticktext"]
    assert len(set(ticks)) == len(names)
    assert ticks[4] == "short"
    assert unescape(ticks[5]).replace("…", "") in names[5]
    assert "<b" not in "".join(ticks)
    # Marks that turn what follows are seen.
    for labels in (ticks, figure["data"][0]["customdata"]):
        assert [unescape(label) for label in labels[6:]] == ["<U+202E>gnp.exe", "a␛b"]
