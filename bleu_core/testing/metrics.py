"""The checks of a metric."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from bleu_core.common.formatting import format_count, format_int, join_words
from bleu_core.common.plugins import NAME
from bleu_core.metrics.additive import FloatArray, Rows
from bleu_core.metrics.facts import MetricInfo
from bleu_core.metrics.metric import TextMetric
from bleu_core.testing.texts import OUTPUTS, REFERENCES, require
from bleu_core.text.config import BleuConfig
from bleu_core.text.evalset import Streams

LONGEST_LABEL = 60


def check_metric(create: Callable[[BleuConfig], TextMetric]) -> None:
    """Check a metric: its facts, rows, formulas and signature.

    Parameters
    ----------
    create : callable
        The object of the entry point: it creates the metric from the settings of BLEU.

    Raises
    ------
    AssertionError
        The metric breaks a rule, which the sentence names.

    Examples
    --------
    >>> from bleu_core.metrics import Wer
    >>> from bleu_core.testing import check_metric
    >>> check_metric(lambda config: Wer(config.tokenize, config.lowercase))
    """
    metric = create(BleuConfig())
    parts = ("about", "count", "scores", "quick_scores", "sentence_scores", "signature")
    require(
        all(hasattr(metric, part) for part in parts), f"A metric must have {join_words(parts)}."
    )
    _check_facts(metric.about)
    require(
        _hash(metric) == _hash(create(BleuConfig())) and metric == create(BleuConfig()),
        "Two metrics with the same settings must be equal and have the same hash, for example as "
        "frozen dataclasses.",
    )
    _check_rows(metric)
    _check_formulas(metric)
    _check_direction(metric)
    _check_signature(metric)


def _hash(metric: TextMetric) -> int | None:
    try:
        return hash(metric)
    except TypeError:
        raise AssertionError("The metric must be hashable: it is a key of caches.") from None


def _check_facts(about: Any) -> None:
    require(isinstance(about, MetricInfo), "about must be a MetricInfo.")
    require(NAME.fullmatch(about.key), f"The key {about.key!r} must match {NAME.pattern}.")
    label = about.label
    require(
        label.strip() and label.isprintable() and len(label) <= LONGEST_LABEL,
        f"The label must be printable and have 1 to {LONGEST_LABEL} characters.",
    )
    require(about.source.strip(), "The source must name a paper or an implementation.")
    require(about.unit.strip(), "The unit must not be empty.")


def _count(metric: TextMetric, outputs: Streams, references: Streams) -> list[Rows]:
    counted = list(metric.count(outputs, references))
    number, size = len(outputs), len(outputs[0])
    require(
        len(counted) == number,
        f"count returned {format_count(len(counted), 'array')} for "
        f"{format_count(number, 'system')}; it must return one for each.",
    )
    for rows in counted:
        require(
            isinstance(rows, np.ndarray) and rows.ndim == 2 and len(rows) == size,
            f"count must return arrays of two dimensions with a row for each segment, also for "
            f"empty segments; for {size} segments it returned an array of {np.shape(rows)}.",
        )
        require(rows.dtype.kind in "iuf", "Rows must be integers or floating-point numbers.")
        require(
            np.isfinite(rows).all(),
            "Rows must be finite; a segment that does not count has a row of zeros.",
        )
    return counted


def _check_rows(metric: TextMetric) -> None:
    together = _count(metric, OUTPUTS, REFERENCES)
    for before, after in zip(together, _count(metric, OUTPUTS, REFERENCES), strict=True):
        require(np.array_equal(before, after), "count must return the same rows each time.")
    for output, rows in zip(OUTPUTS, together, strict=True):
        (alone,) = _count(metric, [output], REFERENCES)
        require(
            np.allclose(alone, rows),
            "The rows of a system must not depend on the other systems.",
        )
    one_reference = _count(metric, OUTPUTS, REFERENCES[:1])
    require(
        {rows.shape[1] for rows in [*together, *one_reference]} == {together[0].shape[1]},
        "The number of columns must not depend on the texts.",
    )
    if metric.about.part_caveat:  # such as NIST, whose weights are those of the whole test set
        return
    for first, last in ((0, 2), (2, 3), (1, 6)):
        part = [output[first:last] for output in OUTPUTS]
        of_part = _count(metric, part, [reference[first:last] for reference in REFERENCES])
        for rows, whole in zip(of_part, together, strict=True):
            require(
                np.allclose(rows, whole[first:last]),
                "The row of a segment must not depend on other segments: the rows of a part of the "
                "test set differ from those of the whole. If this is intended, as for NIST, "
                "about.part_caveat must say so.",
            )


def _check_formulas(metric: TextMetric) -> None:
    (rows, other) = _count(metric, OUTPUTS, REFERENCES)
    sums = np.stack([rows.sum(axis=0), other.sum(axis=0), rows[:3].sum(axis=0), rows[0] * 2])
    together = _scores(metric.scores, "scores", sums)
    alone = [_scores(metric.scores, "scores", one[None, :])[0] for one in sums]
    require(
        np.allclose(together, alone, equal_nan=True),
        "scores must compute each row for itself: the scores of several rows together differ from "
        "those of each alone.",
    )
    require(np.isfinite(together).all(), "scores must be finite for sums of rows of a test set.")
    quick = _scores(metric.quick_scores, "quick_scores", sums)
    require(
        np.allclose(quick, together, rtol=1e-6, equal_nan=True),
        "quick_scores may differ from scores only in the last digits.",
    )
    _scores(metric.scores, "scores", np.zeros_like(sums[:1]))
    _scores(metric.sentence_scores, "sentence_scores", rows)
    before = rows.copy()
    metric.scores(rows)
    metric.sentence_scores(rows)
    require(np.array_equal(before, rows), "scores and sentence_scores must not change the rows.")


def _scores(formula: Callable[[Rows], FloatArray], name: str, rows: Rows) -> FloatArray:
    with np.errstate(all="ignore"):
        scores = formula(rows)
    require(
        isinstance(scores, np.ndarray) and scores.shape == (len(rows),),
        f"{name} must return an array with a score for each row; for {format_int(len(rows))} rows "
        f"it returned {type(scores).__name__} {np.shape(scores)}.",
    )
    require(scores.dtype.kind == "f", f"{name} must return floating-point numbers.")
    return scores


def _check_direction(metric: TextMetric) -> None:
    references = REFERENCES[:1]
    perfect: Sequence[str | None] = references[0]
    outputs = [perfect, ["xyzzy plugh"] * len(perfect)]
    best, worst = _count(metric, outputs, references)
    scores = _scores(metric.scores, "scores", np.stack([best.sum(axis=0), worst.sum(axis=0)]))
    sign = 1 if metric.about.higher_is_better else -1
    require(
        sign * scores[0] >= sign * scores[1],
        "An output that equals the reference must not score worse than one without a common word; "
        "about.higher_is_better may be wrong.",
    )


def _check_signature(metric: TextMetric) -> None:
    for number, written in ((1, "1"), (2, "2"), (-1, "var")):
        signature = metric.signature(number)
        require(isinstance(signature, str), "signature must return a string.")
        fields = [field.partition(":") for field in signature.split("|")]
        require(
            signature.isprintable() and all(name and value for name, _, value in fields),
            f'The signature must be "name:value" fields separated by "|", not {signature!r}.',
        )
        require(
            fields[0][::2] == ("nrefs", written),
            f'The signature for num_refs={number} must begin with "nrefs:{written}", as that of '
            "format_signature does.",
        )
        names = [name for name, _, _ in fields]
        require(
            "version" in names and "plugin" not in names,
            "The signature must have a version, as that of format_signature has; BLEUscope adds "
            "the name and version of the plugin.",
        )
