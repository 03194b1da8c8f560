"""Comparisons, and what was computed of them: one cache in the process, asked by digest.

Sessions hold digests only. A refresh starts a new session and finds its data
here again; after a restart of the server it comes from the workspace, if it is
kept there.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from functools import partial
from typing import Any

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from bleu_core import BleuConfig, Comparison, EvalSet, ngrams, workspace
from bleu_core import worklist as select
from bleu_core.health import Finding, NearMiss, examine_settings, examine_texts, in_order, repair
from bleu_core.health import near_misses as count_near_misses
from bleu_core.matching import SegmentComparison
from bleu_core.metrics import MetricStatistics, Opinion, TextMetric, measure
from bleu_core.metrics.imported import PREFIX, Scores
from bleu_core.ngrams import NgramTable
from bleu_core.ngrams.families import Causes
from bleu_core.ngrams.families import find_causes as causes_of
from bleu_core.progress import Progress, part_of
from bleu_core.significance import Significance
from bleu_core.slices import Slice, by_name, first_telling, slice_by
from bleu_core.systems import ScoredSystems
from bleu_core.worklist import Filters, Opinions
from bleu_core.workspace import Run, Workspace
from pages.door.uploads import HELD
from pages.ui import user_workspace
from pages.ui.cache import BoundedCache
from pages.ui.sample import load_sample

# Bytes of texts and statistics that are held, and of uploads; beyond it the longest unused go.
LIMIT = 2_000_000_000
FEW = 100
# Outputs of a history that are in memory at once.
AT_ONCE = 8
# What results are of: two systems, or all of a test set whichever two are compared.
Scored = Comparison | ScoredSystems


@st.cache_resource(show_spinner=False)
def _store() -> BoundedCache:
    made = BoundedCache(LIMIT, beside=lambda: HELD.nbytes)
    HELD.make_room = made.trim
    return made


def put(evalset: EvalSet) -> str:
    """Put an EvalSet into the store; its digest is what to ask for it with."""
    known = _store().get(evalset.digest)
    if known is not None and known.nbytes != evalset.nbytes:
        forget(evalset.digest)  # a part of it could not be read when it was computed on
    _store().put(evalset.digest, evalset, evalset.nbytes)
    return evalset.digest


def evalset(digest: str) -> EvalSet | None:
    """The EvalSet of a digest, or None where it is neither here nor kept. '' is the sample."""
    if not digest:
        return load_sample()
    found: EvalSet | None = _store().get(digest)
    if found is None:
        found = user_workspace.load(digest)
        if found is not None:
            put(found)
    return found


def forget(digest: str) -> None:
    """Drop an EvalSet and all that was computed from it."""
    _store().drop(lambda key: key == digest or (isinstance(key, tuple) and digest in key))


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

    found: dict[Run, float | None] = {run: _store().get(key(run)) for run in history}
    missing = [run for run, score in found.items() if score is None]
    count = partial(measure, metric)
    for start in range(0, len(missing), AT_ONCE):
        some = missing[start : start + AT_ONCE]
        parts = part_of(progress, start / len(missing), (start + len(some)) / len(missing))
        scores = workspace.scores(space, test_set, some, count, parts)
        for run, score in zip(some, scores, strict=True):
            _store().put(key(run), score, 100)
            found[run] = score
    return [score for score in found.values() if score is not None]


def systems(data: EvalSet, config: BleuConfig, progress: Progress | None = None) -> ScoredSystems:
    """All systems of an EvalSet under these settings, counted once."""
    make = partial(ScoredSystems.of, data, config, progress=progress)
    # They hold their texts even if these have been dropped here.
    made: ScoredSystems = _store().get_or_make(
        (data.digest, config), make, lambda made: made.nbytes + made.evalset.nbytes
    )
    return made


def ready_systems(data: EvalSet, config: BleuConfig) -> ScoredSystems | None:
    """The systems, if they have been counted."""
    found: ScoredSystems | None = _store().get((data.digest, config))
    return found


def comparison(
    data: EvalSet, config: BleuConfig, a: str, b: str, progress: Progress | None = None
) -> Comparison:
    """The comparison of two systems of an EvalSet under these settings, made once."""
    counted = systems(data, config, progress)
    # Once asked for, it holds sentence scores and points of each segment.
    made: Comparison = _store().get_or_make(
        ("comparison", data.digest, config, a, b),
        partial(counted.pair, a, b),
        lambda made: 4 * 8 * len(made),
    )
    return made


def worklist(
    comparison: Comparison, filters: Filters, sort: str, opinions: Opinions
) -> NDArray[np.int64]:
    """Indices of the segments that fulfil the filters, in the order of `sort`.

    `opinions` are those of the metrics that filters and order ask for.
    """

    def make() -> NDArray[np.int64]:
        order = select.order(comparison, sort.removeprefix("-"), sort.startswith("-"), opinions)
        return order[select.select(comparison, filters, opinions)[order]]

    # The metrics by their keys: a list by imported scores goes with them.
    key = _key("worklist", comparison, filters, sort, *sorted(opinions))
    lines: NDArray[np.int64] = _store().get_or_make(key, make, lambda made: made.nbytes)
    return lines


def long_segment(
    comparison: Comparison, segment: int, compare: Callable[[], SegmentComparison]
) -> SegmentComparison:
    """The account of a segment that takes a while to match, matched once."""
    key = _key("segment", comparison, segment)
    # What is opened of it is bounded.
    made: SegmentComparison = _store().get_or_make(key, compare, lambda _: 5_000_000)
    return made


def significance(comparison: Comparison) -> Significance | None:
    """p and interval of a comparison, if they have been computed."""
    found: Significance | None = _store().get(_key("significance", comparison))
    return found


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

    made: NgramTable = _store().get_or_make(_key("ngrams", comparison), make, size)
    return made


def causes(comparison: Comparison) -> Causes | None:
    """The families of n-grams that stand out, if they have been looked for."""
    found: Causes | None = _store().get(_key("causes", comparison))
    return found


def find_causes(comparison: Comparison) -> None:
    """Look for the families of n-grams that stand out, once."""

    def make() -> Causes | None:
        return causes_of(comparison, evidence(comparison, lambda part: None))

    _store().get_or_make(_key("causes", comparison), make, lambda made: 1_000)


def slices(comparison: Comparison, how: str, opinion: Opinion | None = None) -> list[Slice]:
    """BLEU, or another metric, on each part of the test set, scored once."""
    key = _key("slices", comparison, how, "" if opinion is None else opinion.about.key)
    made: list[Slice] = _store().get_or_make(
        key, lambda: slice_by(comparison, how, opinion=opinion), lambda _: 8 * len(comparison)
    )
    return made


def first_criterion(comparison: Comparison) -> str:
    """What the slices are by unless another criterion is chosen, found once."""
    key = _key("first criterion", comparison)
    how: str = _store().get_or_make(key, partial(first_telling, comparison), len)
    return how


def find_job(what: Hashable, of: Scored) -> Any | None:
    """The background job that finds something, if one was started."""
    return _store().get(_key("job", of, what))


def start_job(
    what: Hashable, of: Scored, start: Callable[[], Any], instead_of: Any | None = None
) -> Any:
    """The background job that finds something, started once whoever asks.

    `instead_of` is a job that has ended: another takes its place.
    """
    key = _key("job", of, what)
    _store().discard(key, instead_of)
    return _store().get_or_make(key, start, lambda _: 1_000)


def ready_of_all(what: str, data: EvalSet, config: BleuConfig, parameter: Hashable) -> Any | None:
    """What has been found of all systems of an EvalSet, whichever two are compared."""
    return _store().get(_of_all(what, data, config, parameter))


def put_of_all(
    what: str, data: EvalSet, config: BleuConfig, parameter: Hashable, found: Any, size: int
) -> None:
    """Hold something that was found of all systems; `size` says how many bytes it holds."""
    _store().put(_of_all(what, data, config, parameter), found, size)


def find_job_of_all(
    what: str, data: EvalSet, config: BleuConfig, parameter: Hashable
) -> Any | None:
    """The background job that finds something of all systems, if one was started."""
    return _store().get(_of_all(f"job: {what}", data, config, parameter))


def start_job_of_all(
    what: str,
    data: EvalSet,
    config: BleuConfig,
    parameter: Hashable,
    start: Callable[[], Any],
    instead_of: Any | None = None,
) -> Any:
    """The background job that finds something of all systems: see `start_job`."""
    key = _of_all(f"job: {what}", data, config, parameter)
    _store().discard(key, instead_of)
    return _store().get_or_make(key, start, lambda _: 1_000)


def _of_all(what: str, data: EvalSet, config: BleuConfig, parameter: Hashable) -> Hashable:
    return f"all systems: {what}", data.digest, config, parameter


def put_significance(comparison: Comparison, found: Significance) -> None:
    """Keep p and interval of a comparison."""
    _store().put(_key("significance", comparison), found, found.bootstrap.deltas.nbytes)


def imported_scores(data: EvalSet) -> dict[str, Scores]:
    """The scores that were imported for the systems of an EvalSet, by name."""

    def make() -> dict[str, Scores]:
        nothing: dict[str, Scores] = {}
        return user_workspace.ask(
            partial(workspace.imported_scores, comparison=data.digest), nothing
        )

    key = ("imported scores", data.digest)
    found: dict[str, Scores] = _store().get_or_make(key, make, _size_of_scores)
    return found


def put_imported_scores(data: EvalSet, found: dict[str, Scores], changed: str) -> None:
    """Hold these scores of an EvalSet; what was computed from those of the name goes."""
    _store().put(("imported scores", data.digest), found, _size_of_scores(found))
    metric = repr(PREFIX + changed)
    _store().drop(lambda key: isinstance(key, tuple) and data.digest in key and metric in repr(key))


def _size_of_scores(found: dict[str, Scores]) -> int:
    return sum(scores.nbytes for scores in found.values())


def measured(
    data: EvalSet, metric: TextMetric, names: Sequence[str], progress: Progress | None = None
) -> list[MetricStatistics]:
    """Some systems as a metric counts them, each counted once, and together those that are not."""
    found = {name: _store().get(_measured(data, metric, name)) for name in names}
    missing = [name for name, one in found.items() if one is None]
    if missing:
        outputs = [data.systems[name] for name in missing]
        made = measure(metric, outputs, data.references, progress)
        for name, one in zip(missing, made, strict=True):
            # With its sentence scores, once they are asked for.
            _store().put(_measured(data, metric, name), one, one.matrix.nbytes + 8 * len(one))
            found[name] = one
    return [found[name] for name in names]


def are_measured(data: EvalSet, metric: TextMetric, names: Sequence[str]) -> bool:
    """Whether these systems have been counted by a metric."""
    return all(_store().get(_measured(data, metric, name)) is not None for name in names)


def _measured(data: EvalSet, metric: TextMetric, name: str) -> Hashable:
    return "measured", data.digest, metric, name


def findings(data: EvalSet, config: BleuConfig) -> list[Finding]:
    """What is to be said of the input under these settings; its texts are examined once."""

    def size(made: list[Finding]) -> int:
        return sum(finding.nbytes for finding in made)

    made: list[Finding] = _store().get_or_make(
        ("findings", data.digest), partial(examine_texts, data), size
    )
    return in_order([*examine_settings(data, config), *made])


def near_misses(comparison: Comparison, progress: Progress | None = None) -> list[NearMiss]:
    """What forgiving small differences would bring, counted once."""
    make = partial(count_near_misses, comparison, progress)
    made: list[NearMiss] = _store().get_or_make(_key("near misses", comparison), make, lambda _: 0)
    return made


def put_repaired(original: str, data: EvalSet, finding: Finding) -> str:
    """Repair the EvalSet `data`, known as `original`; the digest of what came of it."""
    digest = put(repair(data, finding))
    _store().put(("before repair", digest), original, 0)
    return digest


def before_repair(digest: str) -> str | None:
    """What a repaired EvalSet was made from, if it is one and that is still here."""
    original: str | None = _store().get(("before repair", digest))
    return original if original is not None and evalset(original) is not None else None


def result(
    what: str,
    of: Scored,
    parameter: Hashable,
    make: Callable[[], Any],
    size: Callable[[Any], int],
) -> Any:
    """What `make` finds, found once; `size` says how many bytes it holds."""
    return _store().get_or_make(_key(what, of, parameter), make, size)


def put_result(what: str, of: Scored, parameter: Hashable, found: Any, size: int) -> None:
    """Hold a result in the place of a former one."""
    _store().put(_key(what, of, parameter), found, size)


def ready_result(what: str, of: Scored, parameter: Hashable) -> Any | None:
    """A result, if it has been found."""
    return _store().get(_key(what, of, parameter))


def _key(what: str, of: Scored, *parameters: Hashable) -> Hashable:
    pair = (of.a, of.b) if isinstance(of, Comparison) else ()
    return (what, of.evalset.digest, of.config, pair, *parameters)


def documents(data: EvalSet) -> list[str]:
    """The labels of the documents of an EvalSet, in file order."""

    def make() -> list[str]:
        return by_name(data.documents).labels

    made: list[str] = _store().get_or_make(("documents", data.digest), make, lambda m: 64 * len(m))
    return made
