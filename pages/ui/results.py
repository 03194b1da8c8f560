"""Results of a test set or of two of its systems: each computed once, for all sessions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bleu_core import BleuConfig, Comparison, EvalSet, workspace
from bleu_core.common.arrays import release_memory
from bleu_core.common.progress import Progress, sub_progress
from bleu_core.explain import ngrams
from bleu_core.explain.ngrams import MIN_WINS, NgramTable
from bleu_core.metrics import MetricComparison, MetricStatistics, TextMetric, measure
from bleu_core.metrics.imported import KEY_PREFIX, ImportedScores
from bleu_core.present.comparison_report import NgramSummary, largest_ngrams, summarize_ngrams
from bleu_core.present.tables import ComparisonResults
from bleu_core.present.tables.verdict import main_family
from bleu_core.readers.input_checks import Finding, examine_settings, examine_texts, sort_findings
from bleu_core.segments import expressions
from bleu_core.segments.columns import (
    ANNOTATION_COLUMNS,
    ColumnPartition,
    SegmentAnnotations,
    SegmentTable,
    SegmentTexts,
    Values,
    column_partition,
    has_intervals,
    table_of,
)
from bleu_core.segments.detectors import DetectorCounts, Thresholds, detector_summary
from bleu_core.segments.expressions import Node
from bleu_core.segments.finder import SliceFindings, find_slices
from bleu_core.segments.slice_criteria import default_criterion
from bleu_core.segments.slices import SliceScores, score_partition, slice_by
from bleu_core.segments.worklist import MetricPairs
from bleu_core.segments.worklist import segment_order as in_order_of
from bleu_core.significance import Significance, documents_of, run_tests
from bleu_core.significance.other_settings import MOST_TRIED, OtherSetting, try_other_settings
from bleu_core.systems.references import ReferencePoints, ReferenceShares
from bleu_core.text.evalset import EvalSetPart
from bleu_core.workspace import Run, Workspace
from pages.ui import state, user_workspace
from pages.ui.cache import CACHE, depends_on, result

FEW = 100  # segments
# Outputs of a history that are in memory at once.
RUNS_AT_ONCE = 8


def run_scores(
    space: Workspace,
    test_set: str,
    history: Sequence[Run],
    metric: TextMetric,
    progress: Progress | None = None,
) -> list[float]:
    scores = {run: _run_score.ready(space, test_set, run, metric) for run in history}
    missing = [run for run, score in scores.items() if score is None]
    for start in range(0, len(missing), RUNS_AT_ONCE):
        runs = missing[start : start + RUNS_AT_ONCE]
        part = sub_progress(progress, start / len(missing), (start + len(runs)) / len(missing))
        counted = workspace.run_scores(space, test_set, runs, partial(measure, metric), part)
        for run, score in zip(runs, counted, strict=True):
            _run_score.put(score, space, test_set, run, metric)
            scores[run] = score
    return [score for score in scores.values() if score is not None]


@result(key=lambda _, test_set, run, metric: (test_set, run.output, metric))
def _run_score(space: Workspace, test_set: str, run: Run, metric: TextMetric) -> float:
    return workspace.run_scores(space, test_set, [run], partial(measure, metric))[0]


@result(size=lambda made: 0 if made is None else made.bootstrap.deltas.nbytes)
def significance(comparison: Comparison, progress: Progress | None = None) -> Significance | None:
    """Return p and interval of a comparison; None on too few segments."""
    tested = run_tests(comparison, progress=progress)
    release_memory()
    return tested


@result(size=lambda _: 20_000)
def references(comparison: Comparison) -> tuple[ReferencePoints, ReferenceShares] | None:
    """Return how references score as outputs, and what each contributes; None for a single one."""
    found = ComparisonResults(comparison)
    points, shares = found.reference_points, found.reference_shares
    return None if points is None or shares is None else (points, shares)


# A row has some thirty numbers.
@result(size=lambda made: 200 * len(made) + made.corpus.nbytes + made.credit.nbytes)
def ngram_evidence(comparison: Comparison, progress: Progress | None = None) -> NgramTable:
    # In a handful of segments hardly an n-gram differs between A and B twice. Sentences and reports
    # leave such n-grams out.
    least = 1 if len(comparison) < FEW else MIN_WINS
    return ngrams.evidence(comparison, comparison.ledger.per_match, least, progress)


@result(size=lambda made: 1_000 * len(made.ngrams))
def ngram_summary(comparison: Comparison, progress: Progress | None = None) -> NgramSummary:
    """Return the largest n-grams, and the families with their members."""
    table = ngram_evidence(comparison, sub_progress(progress, 0, 0.3))
    rest = sub_progress(progress, 0.3, 1) or (lambda part: None)
    summary = summarize_ngrams(comparison, table, progress=rest)
    if table.min_count < MIN_WINS:
        summary = summary._replace(ngrams=largest_ngrams(table, least=table.min_count))
    return summary


@result(size=lambda _: 1_000)
def other_settings(comparison: Comparison) -> list[OtherSetting]:
    """Return Δ under another case and tokenizer."""
    if len(comparison) > MOST_TRIED:
        return []
    family = main_family(ngram_summary(comparison).families, comparison.delta)
    return try_other_settings(comparison, family)


@result()
def slice_scores(
    comparison: Comparison,
    criterion: str,
    metric_pair: MetricComparison | None = None,
    progress: Progress | None = None,
) -> list[SliceScores]:
    """Return the BLEU, or another metric, of each part of the test set by a criterion."""
    return slice_by(comparison, criterion, progress, metric_pair)


@result()
def initial_criterion(comparison: Comparison) -> str:
    """Return the criterion of the slices unless another one is chosen."""
    return default_criterion(comparison)


def imported_scores(data: EvalSet) -> dict[str, ImportedScores]:
    """Return the imported scores of the whole test set's systems, by name."""
    digest = data.whole.digest
    known, space = _imported_scores(digest), user_workspace.current()
    if space and (state := space.state()) != known.state:
        known = _as_saved_now(known._replace(state=state), digest)
    return known.scores


class _Imported(NamedTuple):
    """Imported scores, with the state of the workspace, and what was saved, when they were read."""

    scores: dict[str, ImportedScores]
    state: tuple[int, ...]
    saved: dict[str, list[tuple[object, ...]]]


@result(size=lambda made: sum(scores.nbytes for scores in made.scores.values()))
def _imported_scores(digest: str) -> _Imported:
    def read(space: Workspace) -> _Imported:
        state, saved = space.state(), workspace.saved_scores(space, digest)
        return _Imported(workspace.load_scores(space, digest), state, saved)

    return user_workspace.ask(read, _Imported({}, (), {}))


def _as_saved_now(known: _Imported, digest: str) -> _Imported:
    """Return the scores of a workspace that was written to, perhaps by a command."""
    saved = user_workspace.ask(partial(workspace.saved_scores, comparison=digest), known.saved)
    names = {*saved, *known.saved}
    if any(saved.get(name) != known.saved.get(name) for name in names):
        known = _imported_scores.make(digest)
        _drop_imported(digest)
    _imported_scores.put(known, digest)
    return known


def put_imported_scores(data: EvalSet, scores: dict[str, ImportedScores]) -> None:
    """Replace the imported scores of a test set; drop what was computed from imported ones."""
    known = _imported_scores(data.digest)
    _imported_scores.put(known._replace(scores=scores), data.digest)
    _drop_imported(data.digest)


def _drop_imported(digest: str) -> None:
    CACHE.drop(lambda key: depends_on(key, digest) and KEY_PREFIX in repr(key))


def metric_statistics(
    data: EvalSet, metric: TextMetric, names: Sequence[str], progress: Progress | None = None
) -> list[MetricStatistics]:
    """Return a metric's statistics of some systems: a part's are rows of the whole's."""
    if isinstance(data, EvalSetPart):
        return [one.part(data) for one in metric_statistics(data.whole, metric, names, progress)]
    found = {name: _measured.ready(data, metric, name) for name in names}
    missing = [name for name, statistics in found.items() if statistics is None]
    if missing:
        outputs = [data.systems[name] for name in missing]
        counted = measure(metric, outputs, data.references, progress)
        for name, made in zip(missing, counted, strict=True):
            _measured.put(made, data, metric, name)
            found[name] = made
    return [statistics for name in names if (statistics := found[name]) is not None]


def has_metric_statistics(data: EvalSet, metric: TextMetric, names: Sequence[str]) -> bool:
    return all(_measured.ready(data.whole, metric, name) is not None for name in names)


# With its sentence scores, once they are requested.
@result(size=lambda made: made.matrix.nbytes + 8 * len(made))
def _measured(data: EvalSet, metric: TextMetric, name: str) -> MetricStatistics:
    return measure(metric, [data.systems[name]], data.references)[0]


def input_findings(data: EvalSet, config: BleuConfig) -> list[Finding]:
    """Return the input problems of the whole test set, where a misplaced line is seen."""
    of_settings = settings_findings(data.whole, config)
    return sort_findings([*of_settings, *text_findings(data.whole)])


@result(size=lambda made: sum(finding.nbytes for finding in made))
def settings_findings(data: EvalSet, config: BleuConfig) -> list[Finding]:
    return examine_settings(data, config)


@result(size=lambda made: sum(finding.nbytes for finding in made))
def text_findings(data: EvalSet) -> list[Finding]:
    found = examine_texts(data)
    release_memory()
    return found


# Metrics by their keys: orders by imported scores are dropped with the scores.
@result(
    key=lambda comparison, sort, metric_pairs, columns=None: (
        comparison,
        sort,
        *sorted(metric_pairs),
    )
)
def segment_order(
    comparison: Comparison,
    sort: str,
    metric_pairs: MetricPairs,
    columns: SegmentTable | None = None,
) -> NDArray[np.int64]:
    """Return all segments in the order of `sort`, which may depend on metrics or on a column."""
    key, descending = sort.removeprefix("-"), sort.startswith("-")
    return in_order_of(comparison, key, descending, metric_pairs, columns)


def column_table(
    comparison: Comparison,
    thresholds: Thresholds,
    annotations: SegmentAnnotations,
    metric_pairs: MetricPairs,
) -> SegmentTable:
    """Return the columns of segments, computed once but for those that change or cost nothing."""
    data = comparison.evalset
    texts = ("document", "source", "reference", "a", "b", "text")
    at_hand = {*ANNOTATION_COLUMNS, *data.metadata, *texts}
    at_hand |= {f"{of}.{key}" for key in metric_pairs for of in ("a", "b", "delta", "gain")}

    def keep(name: str, make: Callable[[], Values]) -> Values:
        return make() if name in at_hand else _column(comparison, thresholds, name, make)

    return table_of(comparison, thresholds, annotations, metric_pairs, keep)


def _size_of_column(made: Values) -> int:
    if isinstance(made, SegmentTexts):
        return sum(texts.nbytes for texts, _ in made.parts)
    return made.nbytes


@result(size=_size_of_column)
def _column(
    comparison: Comparison, thresholds: Thresholds, name: str, _make: Callable[[], Values]
) -> Values:
    return _make()


def selected_segments(table: SegmentTable, where: str) -> NDArray[np.bool_]:
    """Return an (S,) mask of the segments that match; ExpressionError if it is invalid here."""
    if not where:
        return np.ones(len(table), bool)
    node = expressions.parse(where)
    if any(name.text in ANNOTATION_COLUMNS for name in expressions.names(node)):
        return expressions.mask(node, table)
    return matching_segments(table, where, node)


def _key_of_selected(table: SegmentTable, where: str, node: Node | None) -> tuple[object, ...]:
    # Metrics by their keys: selections by imported scores are dropped with the scores.
    return table.comparison, table.thresholds, where, *sorted(table.metric_pairs)


@result(key=_key_of_selected)
def matching_segments(table: SegmentTable, where: str, node: Node) -> NDArray[np.bool_]:
    return expressions.mask(node, table)


@result(key=lambda table, where: _key_of_selected(table, where, None))
def asymmetry_reason(table: SegmentTable, where: str) -> str:
    """Return why no significance test applies to the segments of an expression, '' if one does."""
    return expressions.asymmetry_reason(where, table)


def column_bands(table: SegmentTable, name: str) -> ColumnPartition:
    """Return the parts of a comparison by a column; annotations may change and are not cached."""
    make = column_partition if name in ANNOTATION_COLUMNS else _column_bands
    return make(table, name)


@result(
    size=lambda made: made.bands.part.nbytes,
    key=lambda table, name: (table.comparison, table.thresholds, name),
)
def _column_bands(table: SegmentTable, name: str) -> ColumnPartition:
    return column_partition(table, name)


@result()
def slices_by_column(
    comparison: Comparison,
    thresholds: Thresholds,
    name: str,
    metric_pair: MetricComparison | None,
    _table: SegmentTable,
    progress: Progress | None = None,
) -> list[SliceScores]:
    """Return BLEU, or another metric, on each part by a column of the whole test set."""
    cut, data = column_bands(_table, name).bands, comparison.evalset
    if isinstance(data, EvalSetPart):
        cut = cut._replace(part=cut.part[data.rows])
    documents = None if name == "document" else documents_of(data)
    intervals = has_intervals(_table.column(name))
    return score_partition(comparison, cut, documents, intervals, progress, metric_pair)


@result()
def degenerate_outputs(
    comparison: Comparison, thresholds: Thresholds, progress: Progress | None = None
) -> list[DetectorCounts]:
    table = column_table(comparison, thresholds, SegmentAnnotations(), {})
    has_source = comparison.evalset.source is not None
    is_tested = not comparison.evalset.no_test_reason
    return detector_summary(
        table.flags, comparison.ledger.segments, has_source, progress, is_tested
    )


# On more segments slices are searched only on request.
QUICK_SEARCH = 5_000
# Parameters of a search: minimum segments of a slice, maximum conditions.
SliceSearch = tuple[int, int, Thresholds]


def current_search() -> SliceSearch:
    view = state.current()
    return view.find_least, view.find_depth, view.thresholds


@result(size=lambda made: sum(s.rows.nbytes + 2_000 for s in (*made.slices, *made.described)))
def slice_findings(
    comparison: Comparison, search: SliceSearch, progress: Progress | None = None
) -> SliceFindings:
    least, depth, thresholds = search
    table = column_table(comparison, thresholds, SegmentAnnotations(), {})
    return find_slices(table, min_segments=least, depth=depth, progress=progress)
