"""Columns of other metrics, such as "a.chrf", "delta.chrf" and "gain.ter"."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import numpy as np

from bleu_core.explain.comparison import Comparison
from bleu_core.messages import column as messages
from bleu_core.metrics import NAMES, About, Opinion, known
from bleu_core.metrics.additive import FloatArray
from bleu_core.segments.columns.table import NUMBER, ONE, Column, Table


def columns(comparison: Comparison, opinions: Mapping[str, Opinion]) -> Iterator[Column]:
    """Columns of the given opinions, and of metrics that are not computed yet."""
    computed = {key: one.about for key, one in opinions.items()}
    others = {key: known(key).about for key in NAMES if key not in {"bleu", *computed}}
    for key, about in (computed | others).items():
        yield from _of_metric(
            key, about, "" if key in computed else messages.metric_not_counted(about.label)
        )


def _of_metric(key: str, about: About, missing: str) -> Iterator[Column]:
    score = f"{about.label} of a segment alone"
    yield Column(
        f"a.{key}", NUMBER, f"{score}, of A.", ONE, lambda t: _there(t, key, "sentences_a"), missing
    )
    yield Column(
        f"b.{key}", NUMBER, f"{score}, of B.", ONE, lambda t: _there(t, key, "sentences_b"), missing
    )
    lower = "" if about.higher_is_better else " Lower is better."
    yield Column(
        f"delta.{key}",
        NUMBER,
        f"{score}: of B minus of A, in {about.unit}.{lower}",
        ONE,
        lambda t: _there(t, key, "sentence_deltas"),
        missing,
    )
    turned = "" if about.higher_is_better else ", turned so that above 0 B is better"
    yield Column(
        f"gain.{key}",
        NUMBER,
        f"{score}: of B minus of A{turned}, in {about.unit}.",
        ONE,
        lambda t: _there(t, key, "gains"),
        missing,
    )


def _there(table: Table, key: str, what: str) -> FloatArray:
    """(S,) values of an opinion; NaN for segments without one."""
    opinion = table.opinions[key]
    numbers: FloatArray = np.where(opinion.there, getattr(opinion, what), np.nan)
    return numbers
