"""Results of a test set or of two of its systems: each computed once, for all sessions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from bleu_core import BleuConfig, Comparison, EvalSet, workspace
from bleu_core.common.memory import give_back
from bleu_core.common.progress import Progress, part_of
from bleu_core.explain import ngrams
from bleu_core.explain.matching import SegmentComparison
from bleu_core.explain.ngrams import NgramTable
from bleu_core.explain.ngrams.families import Causes, find_causes
from bleu_core.metrics import MetricStatistics, Opinion, TextMetric, measure
from bleu_core.metrics.imported import PREFIX, Scores
from bleu_core.readers.health import Finding, NearMiss, examine_settings, examine_texts, in_order
from bleu_core.readers.health import near_misses as count_near_misses
from bleu_core.segments.slices import Slice, first_telling, names_of, slice_by
from bleu_core.significance import Significance, judge
from bleu_core.text.evalset import Part
from bleu_core.workspace import Run, Workspace
from pages.ui import user_workspace
from pages.ui.cache import CACHE, depends_on, result

FEW = 100  # segments
# Outputs of a history that are in memory at once.
AT_ONCE = 8


def run_scores(
    space: Workspace,
    test_set: str,
    history: Sequence[Run],
    metric: TextMetric,
    progress: Progress | None = None,
) -> list[float]:
    """Return the score of each run on a test set."""
    scores = {run: _run_score.ready(space, test_set, run, metric) for run in history}
    missing = [run for run, score in scores.items() if score is None]
    count = partial(measure, metric)
    for start in range(0, len(missing), AT_ONCE):
        runs = missing[start : start + AT_ONCE]
        parts = part_of(progress, start / len(missing), (start + len(runs)) / len(missing))
        counted = workspace.scores(space, test_set, runs, count, parts)
        for run, score in zip(runs, counted, strict=True):
            _run_score.put(score, space, test_set, run, metric)
            scores[run] = score
    return [score for score in scores.values() if score is not None]


@result(key=lambda _, test_set, run, metric: (test_set, run.output, metric))
def _run_score(space: Workspace, test_set: str, run: Run, metric: TextMetric) -> float:
    return workspace.scores(space, test_set, [run], partial(measure, metric))[0]


# What is opened of a segment is bounded.
@result(size=lambda _: 5_000_000)
def long_segment(
    comparison: Comparison, segment: int, _compare: Callable[[], SegmentComparison]
) -> SegmentComparison:
    """Return the comparison of a segment that takes a while to match."""
    return _compare()


@result(size=lambda made: 0 if made is None else made.bootstrap.deltas.nbytes)
def significance(comparison: Comparison, progress: Progress | None = None) -> Significance | None:
    """Return p and interval of a comparison; None on too few segments."""
    tested = judge(comparison, progress=progress)
    give_back()
    return tested


def _size_of_evidence(made: NgramTable) -> int:
    # A row has some thirty numbers, and the corpus two for each token.
    corpus, credited = made.corpus, made.credited
    counted = 24 * len(credited.order) + 12 * len(credited.ngram)
    return 200 * len(made) + counted + corpus.ids.nbytes + corpus.places.nbytes


@result(size=_size_of_evidence)
def evidence(comparison: Comparison, progress: Progress | None = None) -> NgramTable:
    """Return the n-gram evidence of a comparison."""
    # In a handful of segments hardly an n-gram differs between A and B twice.
    least = 1 if len(comparison) < FEW else 2
    return ngrams.evidence(comparison, comparison.ledger.per_match, least, progress)


@result(size=lambda _: 1_000)
def causes(comparison: Comparison) -> Causes | None:
    """Return the families of n-grams that stand out."""
    return find_causes(comparison, evidence(comparison))


@result()
def slices(comparison: Comparison, criterion: str, opinion: Opinion | None = None) -> list[Slice]:
    """Return the BLEU, or another metric, of each part of the test set by a criterion."""
    return slice_by(comparison, criterion, opinion=opinion)


@result()
def first_criterion(comparison: Comparison) -> str:
    """Return the criterion of the slices unless another one is chosen."""
    return first_telling(comparison)


def imported_scores(data: EvalSet) -> dict[str, Scores]:
    """Return the scores that were imported for the systems of a test set, by name.

    For a part of a test set, those of the whole.
    """
    return _imported_scores(data.whole.digest, user_workspace.place())


@result(size=lambda made: sum(scores.nbytes for scores in made.values()))
def _imported_scores(digest: str, place: str) -> dict[str, Scores]:
    nothing: dict[str, Scores] = {}
    return user_workspace.ask(partial(workspace.imported_scores, comparison=digest), nothing)


def put_imported_scores(data: EvalSet, scores: dict[str, Scores], changed: str) -> None:
    """Replace the imported scores of a test set; drop what was computed from the changed ones."""
    _imported_scores.put(scores, data.digest, user_workspace.place())
    metric = repr(PREFIX + changed)
    CACHE.drop(lambda key: depends_on(key, data.digest) and metric in repr(key))


def measured(
    data: EvalSet, metric: TextMetric, names: Sequence[str], progress: Progress | None = None
) -> list[MetricStatistics]:
    """Return a metric's statistics of some systems; those that are missing are counted together.

    For a part of a test set they are rows of the whole's: no text is counted again.
    """
    if isinstance(data, Part):
        return [one.part(data) for one in measured(data.whole, metric, names, progress)]
    found = {name: _measured.ready(data, metric, name) for name in names}
    missing = [name for name, statistics in found.items() if statistics is None]
    if missing:
        outputs = [data.systems[name] for name in missing]
        counted = measure(metric, outputs, data.references, progress)
        for name, made in zip(missing, counted, strict=True):
            _measured.put(made, data, metric, name)
            found[name] = made
    return [statistics for name in names if (statistics := found[name]) is not None]


def are_measured(data: EvalSet, metric: TextMetric, names: Sequence[str]) -> bool:
    """Whether these systems have been counted by a metric."""
    return all(_measured.ready(data.whole, metric, name) is not None for name in names)


# With its sentence scores, once they are asked for.
@result(size=lambda made: made.matrix.nbytes + 8 * len(made))
def _measured(data: EvalSet, metric: TextMetric, name: str) -> MetricStatistics:
    return measure(metric, [data.systems[name]], data.references)[0]


def findings(data: EvalSet, config: BleuConfig) -> list[Finding]:
    """Return the input problems under these settings.

    For a part of a test set, those of the whole: a misplaced line is seen there.
    """
    return in_order([*examine_settings(data.whole, config), *text_findings(data.whole)])


@result(size=lambda made: sum(finding.nbytes for finding in made))
def text_findings(data: EvalSet) -> list[Finding]:
    """Return the input problems of the texts themselves."""
    found = examine_texts(data)
    give_back()
    return found


def are_found(data: EvalSet) -> bool:
    """Whether the texts of a test set have been examined for `findings`."""
    return text_findings.ready(data.whole) is not None


@result()
def near_misses(comparison: Comparison, progress: Progress | None = None) -> list[NearMiss]:
    """Return what ignoring small differences would gain."""
    return count_near_misses(comparison, progress)


@result()
def documents(data: EvalSet) -> dict[str, str | None]:
    """Return the labels of documents with their names, in file order.

    None is the name of the segments without a document.
    """
    return names_of(data.documents)
