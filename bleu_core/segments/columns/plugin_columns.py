"""Columns of plugins, which are checked, and named where they fail."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import replace
from typing import Any

import numpy as np
import pyarrow as pa

from bleu_core.common.plugins import Plugin, Plugins, load_plugins
from bleu_core.explain.comparison import Comparison
from bleu_core.messages import plugin as messages
from bleu_core.segments.columns.table import (
    BOTH,
    FLAG,
    INPUT,
    NUMBER,
    ONE,
    TEXT,
    SegmentColumn,
    SegmentTable,
    SegmentTexts,
    Values,
    blank_values,
)
from bleu_core.text.plugin_guard import PluginError, guarded, left_out, with_origin

CreateColumn = Callable[[Comparison], SegmentColumn]


def plugin_columns(comparison: Comparison, built_in: Collection[str]) -> Iterator[SegmentColumn]:
    """The columns of plugins; those that fail, or are left out, say why."""
    plugins = loaded_columns(built_in)
    for name, create in plugins.found.items():
        try:
            yield create(comparison)
        except PluginError as error:
            yield _absent(name, error.problems[0])
    for fault in plugins.faults:
        if fault.has_own_name:
            yield _absent(fault.plugin.name, left_out(fault))


def loaded_columns(built_in: Collection[str]) -> Plugins[CreateColumn]:
    """The functions of plugins that create columns, by name."""
    return load_plugins("columns", built_in, column_factory)


def column_factory(plugin: Plugin, create: Any) -> CreateColumn:
    """The function that creates the column of a plugin, whose values are checked."""
    if not callable(create):
        raise TypeError(messages.wrong_result("The entry point", repr(create), "a function"))

    def created(comparison: Comparison) -> SegmentColumn:
        with guarded(plugin):
            column = create(comparison)
            _check_column(column)

        def make(table: SegmentTable) -> Values:
            with guarded(plugin):
                return checked_values(column.make(table), column.kind, len(table))

        about = with_origin(column.about, plugin)
        return replace(column, name=plugin.name, about=about, make=make)

    return created


def _absent(name: str, why: str) -> SegmentColumn:
    return SegmentColumn(name, NUMBER, why, ONE, lambda t: blank_values(NUMBER, len(t)), why)


def _check_column(column: object) -> None:
    if not isinstance(column, SegmentColumn):
        kind = type(column).__name__
        raise TypeError(messages.wrong_result("The entry point", kind, "a SegmentColumn"))
    for name, allowed in (("kind", (NUMBER, FLAG, TEXT)), ("depends_on", (INPUT, BOTH, ONE))):
        if (value := getattr(column, name)) not in allowed:
            raise ValueError(messages.wrong_result(name, repr(value), f"one of {allowed}"))


def checked_values(values: Any, kind: str, size: int) -> Values:
    """Values in the form of a kind of column; texts may be a list of strings and None."""
    if kind == TEXT:
        if not isinstance(values, SegmentTexts):
            values = SegmentTexts(len(values), ((pa.array(values, pa.large_string()), None),))
        if values.size != size:
            raise ValueError(messages.wrong_result("make", f"{values.size} texts", str(size)))
        return values
    found = np.asarray(values)
    if found.shape != (size,) or found.dtype.kind not in ("b" if kind == FLAG else "iuf"):
        got, wanted = (
            f"an array of {found.dtype} {found.shape}",
            "bool" if kind == FLAG else "numbers",
        )
        raise ValueError(messages.wrong_result("make", got, f"an array of {wanted} ({size},)"))
    return found if kind == FLAG else found.astype(np.float64)
