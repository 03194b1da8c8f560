"""Points by document and by run of lines, and how they are named."""

import json
from collections.abc import Sequence
from html import unescape

import numpy as np
import pytest

from bleu_core import Comparison, EvalSet
from bleu_core.present import charts
from bleu_core.present.figures import bar_figure
from bleu_core.segments.slice_criteria import part_mask
from bleu_core.segments.slices import points_by_document, points_by_run, run_lines, run_names
from bleu_core.segments.worklist import document_expression
from tests.core.selecting import select

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
