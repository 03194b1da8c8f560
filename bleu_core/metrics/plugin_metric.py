"""A metric of a plugin, whose numbers are checked, and which is named where it fails."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from bleu_core.common.progress import Progress
from bleu_core.metrics.additive import FloatArray, Rows
from bleu_core.metrics.facts import MetricInfo
from bleu_core.metrics.metric import TextMetric
from bleu_core.text.config import BleuConfig
from bleu_core.text.evalset import InputError, Streams, stream_lines
from bleu_core.text.plugins import Plugin


@dataclass(frozen=True)
class PluginMetric:
    """The metric that a plugin created; its key is the name of the entry point."""

    inner: TextMetric
    plugin: Plugin

    @property
    def about(self) -> MetricInfo:
        return replace(self.inner.about, key=self.plugin.name, glossary_key="metric")

    def count(
        self, systems: Streams, references: Streams, progress: Progress | None = None
    ) -> list[Rows]:
        """The rows of each system; the plugin gets lists of strings, never columns."""
        stops: list[Exception] = []

        def report(part: float) -> None:
            try:
                if progress:
                    progress(part)
            except Exception as stop:
                stops.append(stop)
                raise

        with self.plugin.named_in(InputError, stops):
            outputs, others = ([*map(stream_lines, streams)] for streams in (systems, references))
            counted = [np.asarray(rows) for rows in self.inner.count(outputs, others, report)]
            _check_rows(counted, len(systems), len(systems[0]))
        # Small unsigned numbers would wrap around in sums and differences.
        counted = [
            rows.astype(np.float64 if rows.dtype.kind == "f" else np.int64) for rows in counted
        ]
        # A formula that fails does so here, and not later among other metrics.
        for rows in counted:
            self.sentence_scores(rows)
            if not np.isfinite(self.scores(rows.sum(axis=0)[None, :])).all():
                error = ValueError("the score of all segments is not a finite number")
                raise InputError([self.plugin.failed(error)])
            self.quick_scores(rows.sum(axis=0)[None, :])
        return counted

    def scores(self, sums: Rows) -> FloatArray:
        return self._scored(self.inner.scores, sums)

    def quick_scores(self, sums: Rows) -> FloatArray:
        return self._scored(self.inner.quick_scores, sums)

    def sentence_scores(self, rows: Rows) -> FloatArray:
        return self._scored(self.inner.sentence_scores, rows)

    def signature(self, num_refs: int) -> str:
        """The plugin's signature, and its package with the version."""
        with self.plugin.named_in(InputError):
            return f"{self.inner.signature(num_refs)}|plugin:{self.plugin.stamp}"

    def _scored(self, formula: Callable[[Rows], FloatArray], rows: Rows) -> FloatArray:
        with self.plugin.named_in(InputError):
            scores = np.asarray(formula(rows), np.float64)
            if scores.shape != (len(rows),):
                raise ValueError(
                    f"scores of an array of {rows.shape} have the shape {scores.shape}"
                )
            return scores


def plugin_metric(plugin: Plugin, config: BleuConfig) -> PluginMetric:
    """The metric of a plugin for BLEU's settings."""
    with plugin.named_in(InputError):
        return PluginMetric(plugin.part(config), plugin)


def check_create(create: Any) -> None:
    """Raise unless a function creates a metric from BLEU's settings."""
    metric = create(BleuConfig())
    metric.signature(1)
    hash(metric)  # it is a key of caches
    if not isinstance(metric.about, MetricInfo):
        raise TypeError("about is not a MetricInfo")


def _check_rows(counted: list[Rows], systems: int, segments: int) -> None:
    """Raise unless there are finite numbers for each segment of each system, all of one width."""
    shapes = [rows.shape for rows in counted]
    is_wrong = [len(shape) != 2 or shape[0] != segments for shape in shapes]
    if len(shapes) != systems or len(set(shapes)) != 1 or any(is_wrong):
        raise ValueError(
            f"count returned arrays of the shapes {shapes} for {systems} systems of {segments} "
            "segments"
        )
    for rows in counted:
        if rows.dtype.kind not in "iuf" or not np.isfinite(rows).all():
            # Comparisons with NaN are false: no trial of a test would count, and p be small.
            raise ValueError("count returned values that are not finite numbers")
