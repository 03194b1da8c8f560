"""Segments and n-grams as pandas frames; `Comparison` documents their columns."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pandas as pd

from bleu_core.explain.comparison import Comparison
from bleu_core.messages import notebook
from bleu_core.metrics import NAMES, Bleu, Opinion, known
from bleu_core.present.notebook.made import evidence_of
from bleu_core.present.report.segment_columns import metadata, places, statistics, texts
from bleu_core.segments.columns import FLAG, NUMBER, TEXT, table_of
from bleu_core.segments.columns import Table as SegmentTable
from bleu_core.segments.expressions import Name, lacking
from bleu_core.significance.opinions import opinion
from bleu_core.text.streams import InputError

# As they stand in an `NgramTable`.
NGRAM_NUMBERS = (
    *("matches_a", "matches_b", "wins_a", "wins_b", "p", "q", "count_a", "count_b", "limit"),
    *("over_a", "over_b", "missed_a", "missed_b", "documents"),
)


def segments(comparison: Comparison, names: Sequence[str] = ()) -> pd.DataFrame:
    """See `Comparison.segments`."""
    columns = places(comparison) | statistics(comparison)
    written = texts(comparison)
    written |= metadata(comparison, columns | written)
    asked = [name for name in names if name not in columns | written]
    return pd.DataFrame(columns | _asked(comparison, asked) | written)


def _asked(comparison: Comparison, names: Sequence[str]) -> dict[str, Any]:
    """Columns under their names in expressions."""
    table = table_of(comparison, opinions=_opinions(comparison, names))
    problems = [told for name in names if (told := lacking(Name(name), table))]
    several = [name for name in names if name in table.columns and _several(table, name)]
    problems += [notebook.several_texts(name) for name in several]
    if problems:
        raise InputError(problems)
    return {name: _values(name, table) for name in names}


def _opinions(comparison: Comparison, names: Sequence[str]) -> dict[str, Opinion]:
    """The metrics in names such as "delta.chrf", computed here."""
    keys = dict.fromkeys(name.partition(".")[2] for name in names)
    return {
        key: opinion(comparison, known(key, comparison.config))
        for key in keys
        if key in NAMES and key != Bleu.about.key
    }


def _several(table: SegmentTable, name: str) -> bool:
    """Whether a segment may have any number of such texts."""
    column = table.column(name)
    if column.missing or column.kind != TEXT:
        return False
    return [segments for _, segments in table.texts(name).parts] != [None]


def _values(name: str, table: SegmentTable) -> Any:
    kind = table.column(name).kind
    if kind in (NUMBER, FLAG):
        return table.values(name)
    ((found, _),) = table.texts(name).parts
    return found.to_pylist()


def ngrams(comparison: Comparison, min_count: int) -> pd.DataFrame:
    """See `Comparison.ngrams`."""
    table = evidence_of(comparison, min_count)
    rows = table.order_by("size", descending=True)
    under = table.fold()[rows]
    inside = np.full(len(rows), None, object)
    inside[under >= 0] = table.texts(under[under >= 0]).to_pylist()
    defined = 1.0 if comparison.ledger.defined else np.nan
    columns = {
        "ngram": table.texts(rows).to_pylist(),
        "order": table.column("order")[rows],
        "points": defined * table.column("points")[rows],
        "points_with_inside": defined * table.points_with_folded()[rows],
        "inside": inside,
    }
    return pd.DataFrame(columns | {name: table.column(name)[rows] for name in NGRAM_NUMBERS})
