"""From the files of `bleuscope compare` to all that is said of them: read, count, test."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from hashlib import sha256
from typing import TYPE_CHECKING, Any, NamedTuple

from bleu_core.cli.choosing import Choices, part_of
from bleu_core.cli.errors import say, told
from bleu_core.cli.inputs import options_for, read_paths
from bleu_core.cli.progress import progress_line
from bleu_core.cli.repairing import read_repaired
from bleu_core.cli.scores import Given, read_given
from bleu_core.common.progress import Progress
from bleu_core.messages import option
from bleu_core.present.report import MOST_FOR_NGRAMS

if TYPE_CHECKING:
    from bleu_core.explain.comparison import Comparison
    from bleu_core.metrics import Opinion, Scores, TextMetric
    from bleu_core.present.report.content import Content
    from bleu_core.readers import Assembled
    from bleu_core.segments.columns import Table
    from bleu_core.segments.detectors import Counts
    from bleu_core.segments.finder import SliceFindings
    from bleu_core.significance.opinions import Judged
    from bleu_core.text.config import BleuConfig


class Examined(NamedTuple):
    """All that is said of a comparison.

    Attributes
    ----------
    content : Content
    scores : list of Scores
        Those that were imported for it.
    table : Table
        The columns of all segments, also of those that were not chosen.
    """

    content: Content
    scores: list[Scores]
    table: Table


def examined(
    paths: Sequence[str | None],
    config: BleuConfig,
    metrics: Iterable[TextMetric],
    given: Sequence[Given],
    trials: int,
    seed: int,
    ngrams: bool | None,
    detectors: bool | None,
    repair: bool,
    chosen: Choices,
    reading: dict[str, Any],
) -> Examined:
    """All that is said of the systems in these files, counted and tested.

    Parameters
    ----------
    paths : list
        Of A, B, the source, the documents and the references; None where there is none.
    config : BleuConfig
    metrics : TextMetrics
        Those other than BLEU.
    given : list of Given
        Scores that were counted elsewhere.
    trials, seed : int
        0 trials leave all tests out.
    ngrams : bool or None
        Whether n-grams are counted; None counts them up to `MOST_FOR_NGRAMS` segments.
    detectors : bool or None
        Whether degenerate output is looked for, in the same way.
    repair : bool
        Whether lines that slipped are put where they belong.
    chosen : Choices
        Of which segments it is said, and whether slices are looked for.
    reading : dict
        What else `readers.read_comparison` is told, with formats and encodings by path.

    Raises
    ------
    BadInput
        With a sentence for each thing that keeps the files from being compared.
    """
    import numpy as np

    from bleu_core.explain.comparison import Comparison
    from bleu_core.explain.ngrams import evidence
    from bleu_core.present.report.gathering import gather
    from bleu_core.readers.health import examine
    from bleu_core.readers.score_files import remarks
    from bleu_core.segments.columns import table_of
    from bleu_core.significance import judge

    held: dict[str, str] = {}
    with told(), progress_line() as stage:
        with told(options_for("--a NAME or --b NAME")):
            evalset, repaired, repairs = read_repaired(
                lambda: read_files(paths, held, **reading, progress=stage("Reading")), repair
            )
        comparison = Comparison.of(evalset, config, progress=stage("Counting matches"))
        scores = read_given(given, comparison)
        for one in scores:
            said = remarks(one, comparison.a, comparison.b)
            repairs += [option.about_scores(one.name, sentence) for sentence in said]
        opinions = second_opinions(comparison, metrics, scores, stage)
        by_key = {one.about.key: one for one in opinions}
        table = table_of(comparison, chosen.made(), opinions=by_key)
        if chosen.where:
            comparison, opinions = part_of(comparison, opinions, chosen.where, table)
        significance = (
            judge(comparison, trials, seed=seed, progress=stage("Resampling")) if trials else None
        )
        judged = _judged(comparison, opinions, trials, seed, stage)
        counted = None
        if ngrams is None and len(comparison) > MOST_FOR_NGRAMS:
            repairs.append(option.ngrams_skipped())
        elif ngrams is not False:
            per_match = np.nan_to_num(comparison.ledger.per_match)
            counted = evidence(comparison, per_match, progress=stage("Counting n-grams"))
        broken: list[Counts] = []
        if detectors is None and len(comparison) > MOST_FOR_NGRAMS:
            repairs.append(option.detectors_skipped())
        elif detectors is not False:
            broken = _degenerate(comparison, chosen, stage)
        findings = examine(evalset, config, repaired)
        content = gather(
            comparison, significance, counted, findings=findings, files=held, opinions=judged,
            slices=_found(comparison, opinions, seed, chosen, stage) if chosen.finds else None,
            thresholds=chosen.made(), detectors=broken,
        )  # fmt: skip
    say(repairs)
    return Examined(content, scores, table)


def _degenerate(
    comparison: Comparison, chosen: Choices, stage: Callable[[str], Progress]
) -> list[Counts]:
    """What the detectors of degenerate output count in these segments."""
    from bleu_core.segments.columns import table_of
    from bleu_core.segments.detectors import summary

    flags = table_of(comparison, chosen.made()).flags
    has_source = comparison.evalset.source is not None
    progress = stage("Looking for degenerate output")
    return summary(flags, comparison.ledger.segments, has_source, progress)


def _found(
    comparison: Comparison,
    opinions: Sequence[Opinion],
    seed: int,
    chosen: Choices,
    stage: Callable[[str], Progress],
) -> SliceFindings:
    """What the slice finder says of these segments."""
    from bleu_core.segments.columns import table_of
    from bleu_core.segments.finder import find_slices

    by_key = {one.about.key: one for one in opinions}
    table = table_of(comparison, chosen.made(), opinions=by_key)
    return find_slices(table, seed=seed, progress=stage("Looking for slices"))


def second_opinions(
    comparison: Comparison,
    metrics: Iterable[TextMetric],
    scores: Sequence[Scores],
    stage: Callable[[str], Progress],
) -> list[Opinion]:
    """What metrics say."""
    from bleu_core.metrics import opinion_of
    from bleu_core.significance.opinions import opinion

    made = [
        opinion(comparison, metric, stage(f"Counting {metric.about.label}")) for metric in metrics
    ]
    return made + [opinion_of(one, comparison.a, comparison.b) for one in scores]


def _judged(
    comparison: Comparison,
    opinions: Sequence[Opinion],
    trials: int,
    seed: int,
    stage: Callable[[str], Progress],
) -> list[Judged]:
    """The same, tested as BLEU is: on its units, trials and draws."""
    from bleu_core.significance import clusters_of
    from bleu_core.significance.opinions import Judged, judge_opinions

    if not trials:
        return [Judged(one) for one in opinions]
    progress = stage("Resampling the other metrics")
    clusters = clusters_of(comparison.evalset)
    return judge_opinions(opinions, clusters, trials, seed=seed, progress=progress)


def read_files(
    paths: Sequence[str | None],
    held: dict[str, str],
    formats: Mapping[str, str],
    encodings: Mapping[str, str],
    **reading: Any,
) -> Assembled:
    """The comparison; `held` gets the path of each file by the SHA-256 of what it holds."""
    from bleu_core.readers import read_comparison

    # The bytes of the files are let go here; they are as many as the texts.
    a, b, src, docs, *references = files = read_paths(paths, formats, encodings)
    for path, file in zip(paths, files, strict=True):
        if path and file and path == file.name:  # no standard input, nor what is no text
            held[sha256(file.data).hexdigest()] = path
    given = [file for file in references if file is not None]
    return read_comparison(a, b, given, src, docs, encoding=encodings.get(""), **reading)
