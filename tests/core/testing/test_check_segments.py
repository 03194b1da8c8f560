"""`check_detector` and `check_column`: built-in ones pass, and each rule is found broken."""

from dataclasses import replace
from itertools import count
from typing import Any

import numpy as np
import pytest

from bleu_core.explain.comparison import Comparison
from bleu_core.segments.columns import (
    BOTH,
    FLAG,
    INPUT,
    NUMBER,
    ONE,
    TEXT,
    SegmentColumn,
    SegmentTexts,
    table_of,
)
from bleu_core.segments.detectors import DETECTORS, Detector
from bleu_core.testing import check_column, check_detector
from bleu_core.testing.segments import OUTPUTS, REFERENCES, SOURCE
from bleu_core.text.evalset import EvalSet

CALLS = count()
COLUMNS = table_of(
    Comparison.of(EvalSet(dict(zip("ab", OUTPUTS, strict=True)), REFERENCES, source=SOURCE))
).columns


@pytest.mark.parametrize("detector", DETECTORS, ids=lambda one: one.name)
def test_a_built_in_detector_passes(detector: Detector) -> None:
    check_detector(detector)


@pytest.mark.parametrize("name", COLUMNS)
def test_a_built_in_column_passes(name: str) -> None:
    check_column(lambda comparison: table_of(comparison).columns[name])


EMPTY = DETECTORS[0]


def longer(texts: Any) -> Any:
    return np.maximum(texts.lengths["a"], texts.lengths["b"])


def finding(find: Any) -> Detector:
    return replace(EMPTY, find=find)


@pytest.mark.parametrize(
    ("detector", "words"),
    [
        ("empty", "must be a Detector"),
        (replace(EMPTY, label=""), "label"),
        (replace(EMPTY, label="one two three four five"), "one to four words"),
        (replace(EMPTY, about="no stop"), "full stop"),
        (replace(EMPTY, threshold="none"), "threshold"),
        (finding(lambda texts, side, _: [True] * len(texts)), "array of bool"),
        (finding(lambda texts, side, _: np.zeros(1, bool)), "a flag for each"),
        (finding(lambda texts, side, _: np.full(len(texts), next(CALLS) == 0)), "each time"),
        (finding(lambda texts, side, _: np.full(len(texts), side == "a")), "A or B"),
        (finding(lambda texts, side, _: texts.lengths[side] == longer(texts)), "other output"),
    ],
)
def test_a_broken_detector_is_refused_with_the_rule(detector: Any, words: str) -> None:
    with pytest.raises(AssertionError, match=words):
        check_detector(detector)


def column(make: Any, kind: str = NUMBER, depends_on: str = ONE, about: str = "Some.") -> Any:
    return lambda comparison: SegmentColumn("some", kind, about, depends_on, make)


@pytest.mark.parametrize(
    ("create", "words"),
    [
        (lambda comparison: None, "SegmentColumn"),
        (column(lambda t: np.zeros(len(t)), about="no stop"), "full stop"),
        (column(lambda t: np.zeros(len(t)), kind="integer"), "kind"),
        (column(lambda t: np.zeros(len(t)), depends_on="all"), "depends_on"),
        (column(lambda t: np.zeros(2)), "a value for each segment"),
        (column(lambda t: np.zeros(len(t)), kind=FLAG), "a value for each segment"),
        (column(lambda t: [1] * len(t), kind=TEXT), "a value for each segment"),
        (column(lambda t: np.random.rand(len(t))), "each time"),
        (column(lambda t: t.numbers("a.length"), depends_on=BOTH), "must be ONE"),
        (column(lambda t: t.numbers("similarity"), depends_on=INPUT), "must not be INPUT"),
    ],
)
def test_a_broken_column_is_refused_with_the_rule(create: Any, words: str) -> None:
    with pytest.raises(AssertionError, match=words):
        check_column(create)


def test_a_column_may_have_texts_or_be_missing() -> None:
    check_column(column(lambda t: ["x", None] * 3, kind=TEXT))
    texts = SegmentTexts(6, ())
    check_column(column(lambda t: texts, kind=TEXT))
    check_column(lambda comparison: replace(COLUMNS["points"], missing="It is never there."))
