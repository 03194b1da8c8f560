"""The columns of segments, for the sheet of a report and the frame of a notebook."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bleu_core.explain.comparison import Comparison
from bleu_core.present.report.content import Content
from bleu_core.segments.columns import FLAG, NUMBER, Table, table_of

# Columns that the sheet has under other names, and texts that expressions count.
ELSEWHERE = {"line", "points", "delta", "gain", "a.bleu", "b.bleu", "a.length", "b.length"}
ELSEWHERE |= {f"{side}.matches{n}" for side in "ab" for n in range(1, 20)}
TEXTS = ("script",)


def places(comparison: Comparison) -> dict[str, Any]:
    """The line of each segment, and its document if known."""
    evalset = comparison.evalset
    found: dict[str, Any] = {"line": evalset.lines}
    if evalset.documents is not None:
        found["document"] = evalset.documents.to_pylist()
    return found


def statistics(comparison: Comparison) -> dict[str, NDArray[Any]]:
    """(S,) each: points, sentence scores, lengths, clipped matches and n-grams by order."""
    found: dict[str, NDArray[Any]] = {
        "points": comparison.ledger.segments,
        "delta": comparison.sentence_deltas,
        "bleu_a": comparison.sentences_a,
        "bleu_b": comparison.sentences_b,
    }
    for side, stats in (("a", comparison.stats_a), ("b", comparison.stats_b)):
        found |= {f"sys_len_{side}": stats.sys_len, f"ref_len_{side}": stats.ref_len}
        for name, numbers in (("counts", stats.counts), ("totals", stats.totals)):
            found |= {f"{name}_{side}_{n}": column for n, column in enumerate(numbers.T, 1)}
    return found


def texts(comparison: Comparison) -> dict[str, list[str | None]]:
    """The source, if there is one, the outputs of A and B, the references."""
    evalset = comparison.evalset
    found = {} if evalset.source is None else {"source": evalset.source}
    found |= {"a": evalset.systems[comparison.a], "b": evalset.systems[comparison.b]}
    found |= {f"reference_{n}": column for n, column in enumerate(evalset.references, 1)}
    return {name: column.to_pylist() for name, column in found.items()}


def metadata(comparison: Comparison, taken: Collection[str]) -> dict[str, list[str | None]]:
    """The columns that came with the data, under names that are not taken."""
    return {
        f"{name} (given)" if name in taken else name: column.to_pylist()
        for name, column in comparison.evalset.metadata.items()
    }


def named(content: Content) -> Iterator[tuple[str, NDArray[np.float64] | list[str | None]]]:
    """The columns that expressions name and that the sheet does not have otherwise: (S,) each.

    A flag is "yes" or "no"; columns that this comparison lacks are left out.
    """
    table = table_of(content.comparison, content.thresholds)
    for name, column in table.columns.items():
        if column.missing or name in ELSEWHERE:
            continue
        if column.kind == NUMBER:
            yield name, table.numbers(name)
        elif column.kind == FLAG:
            yield name, np.where(table.flags(name), "yes", "no").tolist()
        elif name in TEXTS:
            yield name, _only(table, name)


def _only(table: Table, name: str) -> list[str | None]:
    """The text of each segment, if it has at most one."""
    ((texts, _),) = table.texts(name).parts
    found: list[str | None] = texts.to_pylist()
    return found
