"""Empty lines of one of several references: references of length 0, which excuse short outputs."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from bleu_core.common.arrays import as_arrow, mask, nulls_as_empty
from bleu_core.messages import text as messages
from bleu_core.metrics.statistics import reference_lengths
from bleu_core.readers.input_checks.findings import Finding, severity_of, text_columns
from bleu_core.readers.input_checks.text_checks import EMPTY
from bleu_core.text.config import BleuConfig
from bleu_core.text.evalset import EvalSet, present_mask
from bleu_core.text.tokenizers import TokenizerUnavailable, tokenize_block


def check_empty_references(evalset: EvalSet, config: BleuConfig) -> Iterator[Finding]:
    """Find empty lines of each of several references.

    Serious if they lower the reference length of a system in 1% of the segments.
    """
    columns = [stream for stream in text_columns(evalset) if stream.role == "reference"]
    if len(columns) < 2:
        return
    empty = np.array([mask(pc.match_substring_regex(one.texts, EMPTY)) for one in columns])
    rows = np.flatnonzero(empty.any(axis=0))
    if not len(rows):
        return
    lower = _lower_lengths(evalset, config, rows, empty[:, rows])
    for column, is_empty in zip(columns, empty, strict=True):
        lines = np.flatnonzero(is_empty)
        if not len(lines):
            continue
        changed = {name: int(hit[is_empty[rows]].sum()) for name, hit in lower.items()}
        worst = max(changed, key=changed.__getitem__)
        size = len(evalset) - column.texts.null_count
        sentence = messages.empty_reference(
            len(lines), size, column.name, config.reference_length,
            worst if len(changed) > 1 else "", changed[worst],
        )  # fmt: skip
        severity = severity_of(changed[worst], len(evalset), 0.01)
        yield Finding("empty reference", severity, sentence, lines, (), column.name, EMPTY)


def _lower_lengths(
    evalset: EvalSet, config: BleuConfig, rows: NDArray[np.int64], empty: NDArray[np.bool_]
) -> dict[str, NDArray[np.bool_]]:
    """By system: (n,) rows whose reference length is lower than without the empty references.

    `empty` is (R, n). So is that of a row without any other reference.
    """

    def lengths(texts: pa.Array) -> NDArray[np.int64]:
        lines = nulls_as_empty(texts).take(as_arrow(rows)).to_pylist()
        try:
            return tokenize_block(lines, config).lengths
        except TokenizerUnavailable:  # reported where texts are scored
            return np.zeros(len(rows), np.int64)

    of_references = np.array([lengths(texts) for texts in evalset.references])
    present = np.array([present_mask(texts)[rows] for texts in evalset.references])
    others = present & ~empty
    alone = ~others.any(axis=0)
    lower = {}
    for name, texts in evalset.systems.items():
        now, then = (
            reference_lengths(lengths(texts), of_references, there, config.reference_length)
            for there in (present, others | alone)
        )
        lower[name] = (now < then) | alone
    return lower
