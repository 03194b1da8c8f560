"""The columns of a segment: each against what it is said to be, written out slowly."""

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pyarrow as pa
import pytest

from bleu_core import BleuConfig, Comparison, EvalSet, sentence_bleu
from bleu_core.columns import FLAG, NUMBER, SAID, TEXT, Said, Table, Texts, table_of
from bleu_core.judgements.annotations import Annotation, Label
from bleu_core.judgements.marks import Marked
from bleu_core.metrics import known, opinion
from bleu_core.slices import CRITERIA
from bleu_core.slices.criteria import bands_of
from bleu_core.tokenizers import tokenize_line
from tests.core.test_slices import COMPARISON, sample
from tests.places import sample_lines

TABLE = table_of(COMPARISON)
EVALSET = COMPARISON.evalset
SIDES = {"a": "direct", "b": "pivot"}


def told(texts: Texts) -> list[set[str]]:
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


def assert_numbers(name: str, slowly: Callable[[int], float], table: Table = TABLE) -> None:
    expected = [slowly(i) for i in range(len(table))]
    assert table.numbers(name).tolist() == pytest.approx(expected, abs=1e-9, nan_ok=True)


@pytest.mark.parametrize("side", "ab")
def test_lengths_and_ratios_are_those_of_the_tokens(side: str) -> None:
    lengths = [len(tokens(text)) for text in output(side)]
    assert_numbers(f"{side}.length", lambda i: lengths[i])
    assert_numbers(f"{side}.ratio", lambda i: lengths[i] / nearest(lengths[i], i))


def test_the_length_of_the_reference_is_the_mean_of_the_two_that_count() -> None:
    a, b = ([len(tokens(text)) for text in output(side)] for side in "ab")
    assert_numbers("reference.length", lambda i: (nearest(a[i], i) + nearest(b[i], i)) / 2)


def test_the_length_of_the_source_is_in_tokens() -> None:
    source = ["One, two.", "", "three"]
    data = EvalSet({"x": ["a", "b", "c"]}, [["a", "b", "c"]], source=source)
    found = table_of(Comparison.of(data)).numbers("source.length")
    assert found.tolist() == [4, 0, 1]


def test_a_ratio_to_an_empty_reference_is_missing() -> None:
    data = EvalSet({"x": ["a b", "c"]}, [["", "c d"]])
    found = table_of(Comparison.of(data)).numbers("a.ratio").tolist()
    assert math.isnan(found[0])
    assert found[1] == 0.5


@pytest.mark.parametrize("side", "ab")
def test_sentence_scores_and_matches_are_those_of_each_segment_alone(side: str) -> None:
    config = BleuConfig(effective_order=True)
    alone = [
        sentence_bleu(text, [stream[i].as_py() for stream in EVALSET.references], config)
        for i, text in enumerate(output(side))
    ]
    assert_numbers(f"{side}.bleu", lambda i: alone[i].score)
    for n in range(4):
        assert_numbers(f"{side}.matches{n + 1}", lambda i, n=n: alone[i].counts[n])


def test_a_difference_is_b_minus_a() -> None:
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


def test_an_order_that_is_not_counted_says_so() -> None:
    table = table_of(sample(BleuConfig(max_ngram_order=2)))
    assert table.numbers("points.p2").shape == (len(table),)
    for name in ("points.p3", "a.matches4"):
        assert table.column(name).missing == "These settings count n-grams up to order 2."
        with pytest.raises(ValueError, match="up to order 2"):
            table.values(name)
    more = table_of(sample(BleuConfig(max_ngram_order=6)))
    assert {"points.p6", "b.matches6"} <= more.columns.keys()


def test_without_a_ledger_points_say_why_there_are_none() -> None:
    data = EvalSet({"x": ["a b"], "y": ["c d"]}, [["a b"]])
    table = table_of(Comparison.of(data, BleuConfig(smooth_method="none")))
    for name in ("points", "points.p1", "points.bp"):
        assert table.column(name).missing.startswith("A BLEU is 0")


def test_any_text_has_those_of_all_streams() -> None:
    found = told(TABLE.texts("text"))
    streams = [*EVALSET.references, EVALSET.systems["direct"], EVALSET.systems["pivot"]]
    for i, texts in enumerate(found):
        assert texts == {stream[i].as_py() for stream in streams}


def test_metrics_are_columns_turned_so_that_a_gain_is_better() -> None:
    opinions = {key: opinion(COMPARISON, known(key)) for key in ("chrf", "ter")}
    table = table_of(COMPARISON, opinions=opinions)
    for key, sign in (("chrf", 1), ("ter", -1)):
        a, b = opinions[key].sentences_a, opinions[key].sentences_b
        assert_numbers(f"a.{key}", lambda i, a=a: a[i], table)
        assert_numbers(f"b.{key}", lambda i, b=b: b[i], table)
        assert_numbers(f"delta.{key}", lambda i, a=a, b=b: b[i] - a[i], table)
        gains = sign * (b - a)
        assert_numbers(f"gain.{key}", lambda i, gains=gains: gains[i], table)
    assert table.column("delta.wer").missing == "WER has not been counted here."
    assert TABLE.column("delta.chrf").missing == "chrF2 has not been counted here."


@pytest.mark.parametrize("name", CRITERIA)
def test_bands_of_slices_are_columns_of_texts(name: str) -> None:
    bands = bands_of(COMPARISON, name)
    assert told(TABLE.texts(name)) == [{bands.labels[part]} for part in bands.part]


def test_what_people_say_is_there_for_the_segments_that_they_say_it_of() -> None:
    annotations = {
        1: Annotation("B better", (Label("A", "order", "minor"), Label("B", "name", "major"))),
        3: Annotation(note="see 2"),
    }
    marks = (Marked(1, "Accuracy", "minor"), Marked(4, "Fluency", "critical"))
    table = table_of(COMPARISON, said=Said(annotations, marks, marks[1:]))
    expected = {
        "verdict": {1: {"B better"}},
        "label": {1: {"order", "name"}},
        "label.severity": {1: {"minor", "major"}},
        "severity": {1: {"minor"}, 4: {"critical"}},
        "category": {1: {"Accuracy"}, 4: {"Fluency"}},
        "my.severity": {4: {"critical"}},
        "my.category": {4: {"Fluency"}},
        "note": {3: {"see 2"}},
    }
    assert expected.keys() == SAID
    nothing = table_of(COMPARISON, said=Said())
    for name, said in expected.items():
        texts = told(table.texts(name))
        assert texts == [said.get(i, set()) for i in range(len(table))], name
        assert told(nothing.texts(name)) == [set()] * len(table)
        # Where nobody asked what people say, that is no finding that they say nothing.
        assert "workspace" in TABLE.column(name).missing


def test_a_part_has_the_lines_of_the_whole() -> None:
    rows = np.array([2, 5, 7])
    part = table_of(COMPARISON.part(rows))
    assert part.numbers("line").tolist() == [3, 6, 8]
    assert part.numbers("delta").tolist() == TABLE.numbers("delta")[rows].tolist()


def test_a_column_of_the_data_is_never_hidden() -> None:
    data = EvalSet(
        {"x": ["a", "b"]}, [["a", "b"]], metadata={"note": ["n1", "n2"], "kind": ["k1", "k2"]}
    )
    table = table_of(Comparison.of(data), said=Said())
    assert told(table.texts("kind")) == [{"k1"}, {"k2"}]
    assert told(table.texts("data.note")) == [{"n1"}, {"n2"}]
    assert told(table.texts("note")) == [set(), set()]


def test_every_column_holds_what_it_says_and_has_a_sentence() -> None:
    opinions = {"chrf": opinion(COMPARISON, known("chrf"))}
    table = table_of(COMPARISON, opinions=opinions)
    for name, column in table.columns.items():
        assert name == column.name
        assert column.about.endswith("."), name
        assert column.about[0].isupper() or column.about.startswith("chrF"), name
        if column.missing:
            assert column.missing.endswith("."), name
            continue
        values = table.values(name)
        if column.kind == TEXT:
            assert isinstance(values, Texts)
            assert all(part.type == pa.large_string() for part, _ in values.parts), name
        else:
            kind = {NUMBER: np.float64, FLAG: np.bool_}[column.kind]
            assert values.dtype == kind, name
            assert values.shape == (len(table),), name


def test_columns_of_both_outputs_stay_as_they_are_when_these_change_places() -> None:
    other = table_of(Comparison.of(EVALSET, COMPARISON.config, "pivot", "direct"))
    for name, column in TABLE.columns.items():
        if column.missing or column.of == "one":
            continue
        if column.kind == TEXT:
            assert told(TABLE.texts(name)) == told(other.texts(name)), name
        else:
            np.testing.assert_array_equal(TABLE.values(name), other.values(name), name)


def test_the_documents_are_those_of_the_data() -> None:
    found = told(TABLE.texts("document"))
    assert found == [{name} for name in sample_lines("documents.txt")]


def test_texts_are_read_once_for_all_columns_of_their_tokens(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from bleu_core.columns import compared

    times = []

    def encode(*of: Any) -> Any:
        times.append(of)
        return real(*of)

    real = compared.encode
    monkeypatch.setattr(compared, "encode", encode)
    references = [["the cat sat", "a dog"], ["one cat sat", None]]
    data = EvalSet({"A": ["the cat", "a dog"], "B": ["no cat", "a bird"]}, references)
    table = table_of(Comparison.of(data))
    for name in ("a.unseen", "b.unseen", "rarest", "agreement"):
        table.values(name)
    assert len(times) == 1
    assert table.numbers("a.unseen").tolist() == [0, 0]
    assert table.numbers("b.unseen").tolist() == [0.5, 0.5]
    assert table.numbers("rarest").tolist() == [1, 1]
