"""The document of a page, as document.js declares it: of a comparison, and its building blocks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from bleu_core.common.arrays import as_arrow, fill_nulls
from bleu_core.common.version import __version__
from bleu_core.explain.comparison import Comparison
from bleu_core.metrics import MetricComparison
from bleu_core.metrics.bleu import SegmentStatistics, segment_statistics
from bleu_core.present import document as doc
from bleu_core.present.comparison_document import comparison_document
from bleu_core.present.comparison_report import ComparisonReport
from bleu_core.present.viewer.changes import pair_changes
from bleu_core.present.viewer.columns import (
    band_columns,
    document_columns,
    input_columns,
    metric_data,
    number_values,
    pair_columns,
    report_table,
    slice_columns,
)
from bleu_core.present.viewer.lines import set_lines
from bleu_core.present.viewer.links import opened_slices
from bleu_core.present.viewer.ngrams import report_ngrams
from bleu_core.present.viewer.overview import overview_data
from bleu_core.present.viewer.slices import finder_data, pair_slicing, saved_data, whole_interval
from bleu_core.segments.columns import SegmentTable
from bleu_core.text import glossary
from bleu_core.text.config import SMOOTHING, BleuConfig
from bleu_core.text.encoding import encode
from bleu_core.text.evalset import EvalSet

# A page of more segments takes a browser many seconds to open.
MOST_IN_PAGE = 250_000
# The most segments with texts, and the most with changes, of all pairs of a test set together.
MOST_SHOWN = MOST_CHANGES = 5_000
# What of a line is drawn easily.
MOST_TOKENS = 1_000
MOST_CHARACTERS = 20_000

Rows = NDArray[np.int64]


def comparison_contents(
    content: ComparisonReport, table: SegmentTable | None = None
) -> dict[str, Any]:
    """The document of a comparison; `table` has its columns, as from `report_table`."""
    comparison, document = content.comparison, comparison_document(content, doc.HTML)
    table = report_table(content) if table is None else table
    names = list(dict.fromkeys([comparison.a, comparison.b]))
    pair = report_pair(content, table, document, (0, len(names) - 1))
    statistics = {comparison.a: comparison.stats_a, comparison.b: comparison.stats_b}
    weights = segment_weights(comparison)
    shown = shown_rows(comparison.evalset, names, comparison.config, weights, MOST_SHOWN)
    test_set = set_data(
        comparison.evalset, statistics, [pair], columns=input_columns(table), shown=shown
    )
    return page_document("comparison", document.title, [test_set])


def part_contents(comparison: Comparison, rows: Rows, more: Sequence[str] = ()) -> dict[str, Any]:
    """`contents_of_part` of the segments with these indices."""
    return contents_of_part(comparison, comparison.part(rows), more)


def contents_of_part(
    comparison: Comparison, part: Comparison, more: Sequence[str] = ()
) -> dict[str, Any]:
    """The `TestSet` and `Pair` of a part, with prices and Δ of the whole; `more` are systems."""
    data, config = part.evalset, comparison.config
    names = list(dict.fromkeys([comparison.a, comparison.b]))
    statistics = {comparison.a: part.stats_a, comparison.b: part.stats_b}
    statistics |= {
        name: segment_statistics(data.systems[name], data.references, config) for name in more
    }
    pair = pair_data(comparison, (0, len(names) - 1))
    shown = shown_rows(data, [*statistics], config, segment_weights(part))
    columns = document_columns(data)
    test_set = set_data(data, statistics, [pair], columns=columns, shown=shown)
    return {"set": test_set, "pair": pair}


def report_pair(
    content: ComparisonReport, table: SegmentTable, document: doc.Document, places: tuple[int, int]
) -> dict[str, Any]:
    """The `Pair` of a report, with all that the screens show; `document` has its sections."""
    return pair_data(
        content.comparison,
        places,
        overview=overview_data(content, document.sections),
        columns=pair_columns(table),
        metrics=metrics_data(judged.metric_pair for judged in content.metric_pairs),
        ngrams=report_ngrams(content, document.sections),
        bands=band_columns(table),
        slices=slice_columns(content, table, opened_slices(document)),
        interval=whole_interval(content),
        finder=finder_data(content),
        saved=saved_data(content, table),
    )


def metrics_data(metric_pairs: Iterable[MetricComparison]) -> list[dict[str, Any]]:
    """The `Metric`s, except BLEU; null for a segment without a score."""
    return [
        metric_data(one.about)
        | {"a": number_values(one.sentences_a), "b": number_values(one.sentences_b)}
        for one in metric_pairs
        if one.about.key != "bleu"
    ]


def page_document(
    kind: str,
    title: str,
    sets: Sequence[dict[str, Any]],
    ranking: dict[str, Any] | None = None,
    suite: dict[str, Any] | None = None,
) -> dict[str, Any]:
    """A `PageDocument`; `ranking` or `suite` is its first screen, if it has one of its own."""
    return {
        "format": "bleuscope-page",
        "version": 1,
        "program": f"BLEUscope {__version__}",
        "kind": kind,
        "title": title,
        # A page has no entries to link to.
        "glossary": {"link": "", "short": {one.name: one.short for one in glossary.entries()}},
        "sets": list(sets),
        "ranking": ranking,
        "suite": suite,
    }


def set_data(
    evalset: EvalSet,
    statistics: Mapping[str, SegmentStatistics],
    pairs: Sequence[dict[str, Any]],
    *,
    columns: Sequence[dict[str, Any]] = (),
    shown: Rows | None = None,
    name: str = "",
    baseline: int | None = None,
) -> dict[str, Any]:
    """A `TestSet`: the systems are those of `statistics`, in order, under the same settings.

    `pairs` are from `pair_data`, `columns` from `input_columns`, `shown` from `shown_rows`; with a
    `baseline`, a place, only its pairs get their changes.
    """
    first = next(iter(statistics.values()))
    whole = evalset.whole is evalset
    lines = set_lines(evalset, list(statistics), first.config, shown)
    source = evalset.source
    if source is not None and shown is not None:
        source = source.take(shown)
    systems = zip(statistics.items(), lines.systems, strict=True)
    explained = [p for p in pairs if baseline is None or baseline in (p["a"], p["b"])]
    counts = list(statistics.values())
    for pair in explained:
        pair["changes"] = pair_changes(pair, lines, counts, shown, MOST_CHANGES // len(explained))
    for pair in pairs:
        pair["slicing"] = pair_slicing(pair, columns, evalset, counts, len(pairs))
    return {
        "name": name,
        "size": len(evalset),
        "numbers": None if whole else evalset.lines.tolist(),
        "shown": None if shown is None else shown.tolist(),
        "config": config_data(first.config),
        "signature": first.corpus().signature,
        "source": None if source is None else source.to_pylist(),
        "references": lines.references,
        "systems": [
            {
                "name": name,
                "statistics": stats.matrix.T.tolist(),
                "lines": own_lines,
                "occurrences": occurrences,
                "covered": covered,
            }
            for (name, stats), (own_lines, occurrences, covered) in systems
        ],
        "columns": list(columns),
        "pairs": list(pairs),
    }


def pair_data(
    comparison: Comparison, places: tuple[int, int] = (0, 1), **more: Any
) -> dict[str, Any]:
    """A `Pair`; `places` are those of A and B in the set; `more` is what a report has beside it."""
    ledger = comparison.ledger
    return {
        "a": places[0],
        "b": places[1],
        "delta": comparison.delta,
        "prices": ledger.prices.tolist() if ledger.defined else None,
        **{name: [] for name in ("columns", "metrics", "bands", "slices")},
        **dict.fromkeys(("overview", "ngrams", "interval", "finder", "saved")),
        "changes": None,  # `set_data` adds these two
        "slicing": None,
        **more,
    }


def config_data(config: BleuConfig) -> dict[str, Any]:
    """A `Config`: the smoothing value in use, null for methods without one."""
    takes_value = SMOOTHING[config.smooth_method] is not None
    return {
        "max_ngram_order": config.max_ngram_order,
        "smooth_method": config.smooth_method,
        "smooth_value": config.smoothing if takes_value else None,
        "weights": None if config.weights is None else list(config.weights),
        "effective_order": config.effective_order,
    }


def segment_weights(comparison: Comparison) -> NDArray[np.float64]:
    """(S,) |points| of each segment, or |Δ sentence BLEU| if the ledger is undefined."""
    ledger = comparison.ledger
    return np.abs(ledger.segments if ledger.defined else comparison.sentence_deltas)


def shown_rows(
    evalset: EvalSet,
    names: Sequence[str],
    config: BleuConfig,
    weights: NDArray[np.float64],
    most: int = MOST_SHOWN,
) -> Rows | None:
    """Segments with texts, ascending, None for all; of many those with most of (S,) `weights`."""
    columns = [*(evalset.systems[name] for name in names), *evalset.references]
    lengths = np.stack([_characters(column) for column in columns])
    longest = lengths.max(axis=0)
    if evalset.source is not None:
        longest = np.maximum(longest, _characters(evalset.source))
    rows = np.flatnonzero(longest <= MOST_CHARACTERS)
    if len(rows) > most:
        rows = np.sort(rows[np.argsort(-weights[rows], kind="stable")[:most]])
    # Only long lines can have many tokens.
    for column, own in zip(columns, lengths, strict=True):
        long = rows[own[rows] > MOST_TOKENS]
        if len(long):
            (stream,), _ = encode([column.take(as_arrow(long))], config)
            rows = np.setdiff1d(rows, long[stream.lengths > MOST_TOKENS])
    return None if len(rows) == len(evalset) else rows


def _characters(texts: pa.Array) -> NDArray[np.int64]:
    """(S,) the length of each text; 0 if it is missing."""
    return fill_nulls(pc.utf8_length(texts), np.int64)
