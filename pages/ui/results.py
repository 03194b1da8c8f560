"""What is found of a test set, or of two of its systems: each made once, whoever asks."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from functools import partial

from bleu_core import BleuConfig, Comparison, EvalSet, workspace
from bleu_core.common.memory import give_back
from bleu_core.common.progress import Progress, part_of
from bleu_core.explain import ngrams
from bleu_core.explain.matching import SegmentComparison
from bleu_core.explain.ngrams import NgramTable
from bleu_core.explain.ngrams.families import Causes
from bleu_core.explain.ngrams.families import find_causes as causes_of
from bleu_core.metrics import MetricStatistics, Opinion, TextMetric, measure
from bleu_core.metrics.imported import PREFIX, Scores
from bleu_core.readers.health import Finding, NearMiss, examine_settings, examine_texts, in_order
from bleu_core.readers.health import near_misses as count_near_misses
from bleu_core.segments.slices import Slice, first_telling, names_of, slice_by
from bleu_core.significance import Significance
from bleu_core.text.evalset import Part
from bleu_core.workspace import Run, Workspace
from pages.ui import store, user_workspace
from pages.ui.cache import held

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
    """The score of each run on a test set, counted once."""

    def key(run: Run) -> Hashable:
        return "run", test_set, run.output, metric

    found: dict[Run, float | None] = {run: held().get(key(run)) for run in history}
    missing = [run for run, score in found.items() if score is None]
    count = partial(measure, metric)
    for start in range(0, len(missing), AT_ONCE):
        some = missing[start : start + AT_ONCE]
        parts = part_of(progress, start / len(missing), (start + len(some)) / len(missing))
        scores = workspace.scores(space, test_set, some, count, parts)
        for run, score in zip(some, scores, strict=True):
            held().put(key(run), score, 100)
            found[run] = score
    return [score for score in found.values() if score is not None]


def long_segment(
    comparison: Comparison, segment: int, compare: Callable[[], SegmentComparison]
) -> SegmentComparison:
    """The account of a segment that takes a while to match, matched once."""
    key = store.key("segment", comparison, segment)
    # What is opened of it is bounded.
    made: SegmentComparison = held().get_or_make(key, compare, lambda _: 5_000_000)
    return made


def significance(comparison: Comparison) -> Significance | None:
    """p and interval of a comparison, if they have been computed."""
    found: Significance | None = held().get(store.key("significance", comparison))
    return found


def put_significance(comparison: Comparison, found: Significance) -> None:
    """Keep p and interval of a comparison."""
    held().put(store.key("significance", comparison), found, found.bootstrap.deltas.nbytes)


def evidence(comparison: Comparison, progress: Progress) -> NgramTable:
    """The n-gram evidence of a comparison, counted once."""

    def make() -> NgramTable:
        per_match = comparison.ledger.per_match
        # In a handful of segments hardly an n-gram tells A and B apart twice.
        least = 1 if len(comparison) < FEW else 2
        return ngrams.evidence(comparison, per_match, least, progress)

    # A row has some thirty numbers, and the corpus two for each token.
    def size(made: NgramTable) -> int:
        corpus, credited = made.corpus, made.credited
        counted = 24 * len(credited.order) + 12 * len(credited.ngram)
        return 200 * len(made) + counted + corpus.ids.nbytes + corpus.places.nbytes

    made: NgramTable = held().get_or_make(store.key("ngrams", comparison), make, size)
    return made


def causes(comparison: Comparison) -> Causes | None:
    """The families of n-grams that stand out, if they have been looked for."""
    found: Causes | None = held().get(store.key("causes", comparison))
    return found


def find_causes(comparison: Comparison) -> None:
    """Look for the families of n-grams that stand out, once."""

    def make() -> Causes | None:
        return causes_of(comparison, evidence(comparison, lambda part: None))

    held().get_or_make(store.key("causes", comparison), make, lambda made: 1_000)


def slices(comparison: Comparison, how: str, opinion: Opinion | None = None) -> list[Slice]:
    """BLEU, or another metric, on each part of the test set, scored once."""
    key = store.key("slices", comparison, how, "" if opinion is None else opinion.about.key)
    made: list[Slice] = held().get_or_make(
        key, lambda: slice_by(comparison, how, opinion=opinion), lambda _: 8 * len(comparison)
    )
    return made


def first_criterion(comparison: Comparison) -> str:
    """What the slices are by unless another criterion is chosen, found once."""
    key = store.key("first criterion", comparison)
    how: str = held().get_or_make(key, partial(first_telling, comparison), len)
    return how


def imported_scores(data: EvalSet) -> dict[str, Scores]:
    """The scores that were imported for the systems of an EvalSet, by name.

    Of a part of a test set those of the whole.
    """
    data = data.whole

    def make() -> dict[str, Scores]:
        nothing: dict[str, Scores] = {}
        return user_workspace.ask(
            partial(workspace.imported_scores, comparison=data.digest), nothing
        )

    key = _of_scores(data)
    found: dict[str, Scores] = held().get_or_make(key, make, _size_of_scores)
    return found


def put_imported_scores(data: EvalSet, found: dict[str, Scores], changed: str) -> None:
    """Hold these scores of an EvalSet; what was computed from those of the name goes."""
    held().put(_of_scores(data), found, _size_of_scores(found))
    metric = repr(PREFIX + changed)
    held().drop(lambda key: store.is_of(key, data.digest) and metric in repr(key))


def _of_scores(data: EvalSet) -> Hashable:
    return "imported scores", data.digest, user_workspace.place()


def _size_of_scores(found: dict[str, Scores]) -> int:
    return sum(scores.nbytes for scores in found.values())


def measured(
    data: EvalSet, metric: TextMetric, names: Sequence[str], progress: Progress | None = None
) -> list[MetricStatistics]:
    """Some systems as a metric counts them, each counted once, and together those that are not.

    Of a part of a test set they are rows of the whole's: no text is counted again.
    """
    if isinstance(data, Part):
        return [one.part(data) for one in measured(data.whole, metric, names, progress)]
    found = {name: held().get(_measured(data, metric, name)) for name in names}
    missing = [name for name, one in found.items() if one is None]
    if missing:
        outputs = [data.systems[name] for name in missing]
        made = measure(metric, outputs, data.references, progress)
        for name, one in zip(missing, made, strict=True):
            # With its sentence scores, once they are asked for.
            held().put(_measured(data, metric, name), one, one.matrix.nbytes + 8 * len(one))
            found[name] = one
    return [found[name] for name in names]


def are_measured(data: EvalSet, metric: TextMetric, names: Sequence[str]) -> bool:
    """Whether these systems have been counted by a metric."""
    return all(held().get(_measured(data.whole, metric, name)) is not None for name in names)


def _measured(data: EvalSet, metric: TextMetric, name: str) -> Hashable:
    return "measured", data.digest, metric, name


def findings(data: EvalSet, config: BleuConfig) -> list[Finding]:
    """What is to be said of the input under these settings; its texts are examined once.

    Of a part of a test set what is to be said of the whole: a line that slipped is seen there.
    """
    data = data.whole

    def size(made: list[Finding]) -> int:
        return sum(finding.nbytes for finding in made)

    def make() -> list[Finding]:
        found = examine_texts(data)
        give_back()
        return found

    made: list[Finding] = held().get_or_make(("findings", data.digest), make, size)
    return in_order([*examine_settings(data, config), *made])


def are_found(data: EvalSet) -> bool:
    """Whether the texts of an EvalSet have been examined for `findings`."""
    return held().get(("findings", data.whole.digest)) is not None


def near_misses(comparison: Comparison, progress: Progress | None = None) -> list[NearMiss]:
    """What forgiving small differences would bring, counted once."""
    make = partial(count_near_misses, comparison, progress)
    made: list[NearMiss] = held().get_or_make(
        store.key("near misses", comparison), make, lambda _: 0
    )
    return made


def documents(data: EvalSet) -> dict[str, str | None]:
    """The labels of the documents of an EvalSet with the names that they stand for, in file order.

    No name is that of the segments without a document.
    """

    def make() -> dict[str, str | None]:
        return names_of(data.documents)

    made: dict[str, str | None] = held().get_or_make(
        ("documents", data.digest), make, lambda m: 64 * len(m)
    )
    return made
