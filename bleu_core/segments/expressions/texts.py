"""Select segments by their texts."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from bleu_core.common import arrow
from bleu_core.segments.columns import Texts
from bleu_core.text.config import BleuConfig
from bleu_core.text.encoding import EncodedStream, encode

Mask = NDArray[np.bool_]
Rows = NDArray[np.int64]


def any_text(texts: Texts, test: Callable[[pa.Array], pa.Array], among: Mask) -> Mask:
    """(S,) segments among `among` with a text that passes a test; null never does."""
    result = np.zeros(texts.size, bool)
    for column, rows in _columns(texts, among):
        result[rows[arrow.mask(test(column))]] = True
    return result


def same_text(texts: Texts, others: Texts, among: Mask) -> Mask:
    """(S,) segments among `among` where a text equals one of the others."""
    result = np.zeros(texts.size, bool)
    for (one, rows), (other, at) in product(_columns(texts, among), _columns(others, among)):
        if np.array_equal(rows, at):
            result[rows[arrow.mask(pc.equal(one, other))]] = True
            continue
        texts_of_row: dict[int, set[str | None]] = {}
        for row, text in zip(at.tolist(), other.to_pylist(), strict=True):
            texts_of_row.setdefault(row, set()).add(text)
        for row, text in zip(rows.tolist(), one.to_pylist(), strict=True):
            result[row] |= text is not None and text in texts_of_row.get(row, ())
    return result


def has_tokens(texts: Texts, phrase: str, config: BleuConfig, among: Mask) -> Mask:
    """(S,) segments among `among` where a text contains a phrase, token by token."""
    result = np.zeros(texts.size, bool)
    columns = list(_columns(texts, among))
    streams, _ = encode([pa.array([phrase], pa.large_string()), *(c for c, _ in columns)], config)
    wanted = streams[0].ids
    for stream, (_, rows) in zip(streams[1:], columns, strict=True):
        if len(wanted):
            result[rows[_with_run(stream, wanted)]] = True
    return result


def _with_run(stream: EncodedStream, wanted: NDArray[np.int32]) -> NDArray[np.int64]:
    """Lines of a stream that contain tokens in a row; a line may occur twice."""
    places = np.flatnonzero(stream.ids[: max(len(stream.ids) - len(wanted) + 1, 0)] == wanted[0])
    for i, token in enumerate(wanted[1:], 1):
        places = places[stream.ids[places + i] == token]
    ends = stream.offsets[1:]
    lines = np.searchsorted(ends, places, side="right")
    whole: NDArray[np.int64] = lines[places + len(wanted) <= ends[lines]]
    return whole


def _columns(texts: Texts, among: Mask) -> list[tuple[pa.Array, Rows]]:
    """Texts of the segments `among`, with their segments; all texts if most are requested.

    Copying the remaining texts takes longer than testing a few too many.
    """
    result = []
    few = 2 * np.count_nonzero(among) < texts.size
    for column, segments in texts.parts:
        rows = np.arange(texts.size) if segments is None else np.asarray(segments, np.int64)
        if few:
            selected = np.flatnonzero(among[rows])
            column, rows = column.take(arrow.as_arrow(selected)), rows[selected]
        result.append((column, rows))
    return result
