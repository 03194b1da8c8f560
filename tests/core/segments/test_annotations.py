"""What people say of segments, counted."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bleu_core import Comparison, EvalSet
from bleu_core.common.stats import wilson_interval
from bleu_core.present.tables.segments import agreement_sentence
from bleu_core.segments.annotations import (
    SIGNS,
    VERDICTS,
    Annotation,
    Label,
    annotations_from_rows,
    label_counts,
    verdict_agreement,
)

OMISSION = Label("A", "omission", "major")
ORDER = Label("B", "word order", "minor")


def comparison() -> Comparison:
    """Sentence Δ is above 0 in segments 0 and 1, below in 2 and 3, 0 in 4 and 5."""
    good, bad = "the cat sat on the mat", "a dog sat on a mat"
    a = [bad, bad, good, good, good, bad]
    b = [good, good, bad, bad, good, bad]
    return Comparison.of(EvalSet({"a": a, "b": b}, [[good] * 6]))


def test_labels_are_counted_by_name_system_and_severity() -> None:
    said = {
        0: Annotation(labels=(OMISSION, ORDER)),
        1: Annotation(labels=(OMISSION, Label("A", "omission", "critical"))),
        7: Annotation("same"),
    }
    assert label_counts(said) == [
        ("omission", "A", [0, 2, 1]),
        ("omission", "B", [0, 0, 0]),
        ("word order", "A", [0, 0, 0]),
        ("word order", "B", [1, 0, 0]),
    ]
    # Several errors of one kind in one output are several.
    twice = Annotation(labels=(ORDER, replace(ORDER, number=1), replace(ORDER, number=3)))
    assert label_counts({0: twice})[1] == ("word order", "B", [3, 0, 0])
    assert label_counts({}) == []


def test_a_verdict_agrees_where_sentence_delta_has_its_sign() -> None:
    verdicts = ["B better", "B better", "A better", "B better", "B better", "same"]
    found = verdict_agreement(comparison(), {i: Annotation(v) for i, v in enumerate(verdicts)})
    assert (found.agreed, found.judged, found.ties, found.unmoved) == (3, 4, 1, 1)
    assert set(found.table) == {(verdict, sign) for verdict in VERDICTS for sign in SIGNS}
    assert {place: n for place, n in found.table.items() if n} == {
        ("B better", "gain"): 2,
        ("A better", "loss"): 1,
        ("B better", "loss"): 1,
        ("B better", "no change"): 1,
        ("same", "no change"): 1,
    }
    # Of four, the person prefers B three times, BLEU twice: 3/4 · 2/4 + 1/4 · 2/4.
    assert found.by_chance == pytest.approx(0.5)
    # Wilson's interval of 3/4 by hand: (0.75 + 0.4802 ± 1.96 · √(0.046875 + 0.0600)) / 1.9604.
    for number in ("3/4", "75.0%", "30.1", "95.4%", "50.0%", "1 judgment"):
        assert number in agreement_sentence(found)
    # Who always prefers B agrees with BLEU by chance as often as they do.
    always = verdict_agreement(comparison(), {i: Annotation("B better") for i in range(4)})
    assert always.by_chance == always.agreed / always.judged == 0.5
    assert "verdict that" not in agreement_sentence(always)
    unjudged = verdict_agreement(comparison(), {0: Annotation(note="n", labels=(ORDER,))})
    assert (unjudged.judged, any(unjudged.table.values())) == (0, False)


def test_the_interval_of_a_share_is_wilsons() -> None:
    # Newcombe (1998), "Two-sided confidence intervals for the single proportion", table I.
    for wins, trials, low, high in [
        (81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0, 0.1611),
        (1, 29, 0.0061, 0.1718), (0, 0, 0, 1),
    ]:  # fmt: skip
        assert wilson_interval(wins, trials) == pytest.approx((low, high), abs=5e-5)
        turned = wilson_interval(trials - wins, trials)
        assert turned == pytest.approx((1 - high, 1 - low), abs=5e-5)


def test_rows_are_gathered_by_segment() -> None:
    rows = [
        (3, None, "note", "second", 5.0),
        (1, ORDER, "label", "minor", 1.0),
        (3, None, "verdict", "same", 7.0),
        (1, OMISSION, "label", "major", 0.5),
    ]
    found = annotations_from_rows(rows)
    assert list(found) == [1, 3]
    assert found[1] == Annotation(labels=(OMISSION, ORDER))
    assert found[3] == Annotation("same", (), "second")
    assert [one.changed for one in found.values()] == [1.0, 7.0]
