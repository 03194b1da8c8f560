"""The comparisons of this process: one bounded store, shared by whoever knows a digest.

Sessions hold digests only. A refresh starts a new session and finds its data
here again; a restart of the server empties it.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow.compute as pc
import streamlit as st
from numpy.typing import NDArray

from bleu_core import BleuConfig, Comparison, EvalSet
from bleu_core import worklist as select
from bleu_core.encoding import Progress
from bleu_core.readers import read_lines
from bleu_core.verdict import Significance
from bleu_core.worklist import Filters

# Bytes of texts and statistics that are kept; beyond it the longest unused go.
LIMIT = 2_000_000_000
SAMPLE = Path(__file__).parents[2] / "sample_data" / "apertium"


class Store:
    """Values by key, the longest unused dropped when their sizes exceed the limit."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._values: OrderedDict[Hashable, tuple[Any, int]] = OrderedDict()
        self._lock = threading.Lock()
        self._making: dict[Hashable, threading.Lock] = {}

    def get(self, key: Hashable) -> Any | None:
        with self._lock:
            if key not in self._values:
                return None
            self._values.move_to_end(key)
            return self._values[key][0]

    def put(self, key: Hashable, value: Any, size: int) -> None:
        with self._lock:
            self._values[key] = value, size
            self._values.move_to_end(key)
            total = sum(size for _, size in self._values.values())
            while total > self._limit and len(self._values) > 1:
                _, (_, dropped) = self._values.popitem(last=False)
                total -= dropped

    def get_or_make(
        self, key: Hashable, make: Callable[[], Any], size: Callable[[Any], int]
    ) -> Any:
        """The value under the key, made once even when several sessions ask at once."""
        with self._lock:
            making = self._making.setdefault(key, threading.Lock())
        try:
            with making:
                value = self.get(key)
                if value is None:
                    value = make()
                    self.put(key, value, size(value))
                return value
        finally:
            with self._lock:
                self._making.pop(key, None)


@st.cache_resource(show_spinner=False)
def _store() -> Store:
    return Store(LIMIT)


def keep(evalset: EvalSet) -> str:
    """Put an EvalSet into the store; its digest is what to ask for it with."""
    _store().put(evalset.digest, evalset, evalset.nbytes)
    return evalset.digest


def evalset(digest: str) -> EvalSet | None:
    """The EvalSet of a digest, or None where it is not (or no longer) here. '' is the sample."""
    if not digest:
        return sample()
    found: EvalSet | None = _store().get(digest)
    return found


def comparison(data: EvalSet, config: BleuConfig, progress: Progress | None = None) -> Comparison:
    """The comparison of an EvalSet's systems under these settings, counted once."""
    make = partial(Comparison.of, data, config, progress=progress)
    made: Comparison = _store().get_or_make((data.digest, config), make, _size)
    return made


def _size(made: Comparison) -> int:
    return made.stats_a.matrix.nbytes + made.stats_b.matrix.nbytes


def worklist(comparison: Comparison, filters: Filters, sort: str) -> NDArray[np.int64]:
    """Indices of the segments that fulfil the filters, in the order of `sort`."""

    def make() -> NDArray[np.int64]:
        order = select.order(comparison, sort.removeprefix("-"), sort.startswith("-"))
        return order[select.select(comparison, filters)[order]]

    key = _key("worklist", comparison, filters, sort)
    lines: NDArray[np.int64] = _store().get_or_make(key, make, lambda made: made.nbytes)
    return lines


def significance(comparison: Comparison) -> Significance | None:
    """p and interval of a comparison, if they have been computed."""
    found: Significance | None = _store().get(_key("significance", comparison))
    return found


def put_significance(comparison: Comparison, found: Significance) -> None:
    """Keep p and interval of a comparison."""
    _store().put(_key("significance", comparison), found, found.bootstrap.deltas.nbytes)


def _key(what: str, comparison: Comparison, *parameters: Hashable) -> Hashable:
    return (what, comparison.evalset.digest, comparison.config, *parameters)


@st.cache_resource(show_spinner=False, max_entries=16)
def documents(digest: str) -> list[str]:
    """The names of the documents of an EvalSet, in file order."""
    found = evalset(digest) or sample()
    return pc.unique(found.documents).drop_null().to_pylist() if found.documents else []


@st.cache_resource(show_spinner=False)
def sample() -> EvalSet:
    """The sample: two Apertium systems, Spanish to English, two references."""

    def lines(name: str) -> list[str]:
        return read_lines((SAMPLE / name).read_bytes(), name)

    return EvalSet(
        systems={name: lines(f"{name}.en") for name in ("apertium-direct", "apertium-pivot")},
        references=[lines("reference-1.en"), lines("reference-2.en")],
        source=lines("source.es"),
        documents=lines("documents.txt"),
        metadata={"kind": lines("kinds.txt")},
    )
