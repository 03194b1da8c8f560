"""A metric of a plugin, which is checked, and named where it fails."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from bleu_core.common.formatting import format_count
from bleu_core.common.plugins import Plugin
from bleu_core.common.progress import Progress
from bleu_core.messages import plugin as messages
from bleu_core.metrics.additive import FloatArray, Rows
from bleu_core.metrics.facts import MetricInfo
from bleu_core.metrics.metric import TextMetric
from bleu_core.text.config import BleuConfig
from bleu_core.text.evalset import Streams, stream_lines
from bleu_core.text.plugin_guard import guarded


@dataclass(frozen=True)
class PluginMetric:
    """The metric that a plugin created; its key is the name of the entry point.

    Its formulas are tried as soon as rows are counted, so that a metric fails there and not later,
    among others. The plugin gets lists of strings, never columns.
    """

    inner: TextMetric
    plugin: Plugin

    def __post_init__(self) -> None:
        hash(self.inner)  # it is a key of caches
        about: object = self.inner.about
        if not isinstance(about, MetricInfo):
            raise TypeError(
                messages.wrong_result("about", type(about).__name__, "a bleuscope.MetricInfo")
            )
        for name, usual in vars(MetricInfo("", "", "")).items():
            value, kind = getattr(about, name), type(usual)
            if not isinstance(value, kind):
                got = type(value).__name__
                raise TypeError(messages.wrong_result(f"about.{name}", got, kind.__name__))

    @property
    def about(self) -> MetricInfo:
        return replace(self.inner.about, key=self.plugin.name, glossary_key="metric")

    def count(
        self, systems: Streams, references: Streams, progress: Progress | None = None
    ) -> list[Rows]:
        with guarded(self.plugin, progress) as watched:
            outputs, others = map(stream_lists, (systems, references))
            counted = [np.asarray(rows) for rows in self.inner.count(outputs, others, watched)]
            rows_each = format_count(len(systems[0]), "row")
            arrays = format_count(len(systems), "array")
            wanted = f"{arrays} of {rows_each}, with the same columns"
            shapes = [rows.shape for rows in counted]
            is_right = len(counted) == len(systems) and all(
                rows.ndim == 2 and len(rows) == len(systems[0]) and rows.dtype.kind in "iuf"
                for rows in counted
            )
            if not is_right or len({rows.shape[1] for rows in counted}) > 1:
                raise ValueError(messages.wrong_result("count", f"arrays of {shapes}", wanted))
            if not all(np.isfinite(rows).all() for rows in counted):
                # Comparisons with NaN are false: no trial of a test would count, and p be small.
                got, wanted = "a number that is NaN or infinite", "a finite number"
                raise ValueError(messages.wrong_result("count", got, wanted))
            # Small unsigned numbers would wrap around in sums and differences.
            counted = [rows.astype(_wide(rows), copy=False) for rows in counted]
        for rows in counted:
            self.sentence_scores(rows)
            for formula in (self.scores, self.quick_scores):
                formula(rows.sum(axis=0)[None, :])
        return counted

    def scores(self, sums: Rows) -> FloatArray:
        return self._scored(self.inner.scores, "scores", sums)

    def quick_scores(self, sums: Rows) -> FloatArray:
        return self._scored(self.inner.quick_scores, "quick_scores", sums)

    def sentence_scores(self, rows: Rows) -> FloatArray:
        return self._scored(self.inner.sentence_scores, "sentence_scores", rows)

    def signature(self, num_refs: int) -> str:
        """The plugin's signature, and the plugin with its version."""
        with guarded(self.plugin):
            return f"{self.inner.signature(num_refs)}|plugin:{self.plugin.stamp}"

    def _scored(self, formula: Callable[[Rows], Any], name: str, rows: Rows) -> FloatArray:
        with guarded(self.plugin):
            scores = np.asarray(formula(rows), np.float64)
            if scores.shape != (len(rows),):
                shape = f"an array of {scores.shape}"
                raise ValueError(
                    messages.wrong_result(name, shape, format_count(len(rows), "score"))
                )
            return scores


def metric_factory(plugin: Plugin, create: Any) -> Callable[[BleuConfig], TextMetric]:
    """The function that creates the metric of a plugin from BLEU's settings; tried at once."""

    def created(config: BleuConfig) -> PluginMetric:
        return PluginMetric(create(config), plugin)

    def named(config: BleuConfig) -> TextMetric:
        with guarded(plugin):
            return created(config)

    created(BleuConfig()).inner.signature(1)
    return named


def stream_lists(streams: Streams) -> list[list[str | None]]:
    """Streams as lists of strings."""
    return [stream_lines(stream) for stream in streams]


def _wide(rows: Rows) -> type:
    return np.float64 if rows.dtype.kind == "f" else np.int64
