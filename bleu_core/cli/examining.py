"""From the files of `bleuscope compare` to all that is said of them: read, count, test."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from hashlib import sha256
from typing import TYPE_CHECKING, Any, NamedTuple

from bleu_core.cli.errors import say, told
from bleu_core.cli.inputs import options_for, read_paths
from bleu_core.cli.progress import progress_line
from bleu_core.cli.repairing import read_repaired
from bleu_core.cli.scores import Given, read_given
from bleu_core.progress import Progress
from bleu_core.report import MOST_FOR_NGRAMS

if TYPE_CHECKING:
    from bleu_core.comparison import Comparison
    from bleu_core.config import BleuConfig
    from bleu_core.metrics import Judged, Scores, TextMetric
    from bleu_core.readers import Assembled
    from bleu_core.report.content import Content


class Examined(NamedTuple):
    """All that is said of a comparison, and the scores that were imported for it."""

    content: Content
    scores: list[Scores]


def examined(
    paths: Sequence[str | None],
    config: BleuConfig,
    metrics: Iterable[TextMetric],
    given: Sequence[Given],
    trials: int,
    seed: int,
    ngrams: bool | None,
    repair: bool,
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
    repair : bool
        Whether lines that slipped are put where they belong.
    reading : dict
        What else `readers.read_comparison` is told, with formats and encodings by path.

    Raises
    ------
    BadInput
        With a sentence for each thing that keeps the files from being compared.
    """
    import numpy as np

    from bleu_core.comparison import Comparison
    from bleu_core.health import examine
    from bleu_core.metrics.score_files import remarks
    from bleu_core.ngrams import evidence
    from bleu_core.report.gathering import gather
    from bleu_core.significance import judge

    held: dict[str, str] = {}
    with told(), progress_line() as stage:
        with told(options_for("--a NAME or --b NAME")):
            evalset, repaired, repairs = read_repaired(
                lambda: _read(paths, held, **reading, progress=stage("Reading")), repair
            )
        comparison = Comparison.of(evalset, config, progress=stage("Counting matches"))
        scores = read_given(given, comparison)
        for one in scores:
            said = remarks(one, comparison.a, comparison.b)
            repairs += [f"{one.name}: {sentence}" for sentence in said]
        significance = (
            judge(comparison, trials, seed=seed, progress=stage("Resampling")) if trials else None
        )
        opinions = _second_opinions(comparison, metrics, scores, trials, seed, stage)
        table = None
        if ngrams is None and len(comparison) > MOST_FOR_NGRAMS:
            repairs.append("N-grams are left out of so many segments; --ngrams counts them.")
        elif ngrams is not False:
            per_match = np.nan_to_num(comparison.ledger.per_match)
            table = evidence(comparison, per_match, progress=stage("Counting n-grams"))
        findings = examine(evalset, config, repaired)
        content = gather(
            comparison, significance, table, findings=findings, files=held, opinions=opinions
        )
    say(repairs)
    return Examined(content, scores)


def _second_opinions(
    comparison: Comparison,
    metrics: Iterable[TextMetric],
    scores: Sequence[Scores],
    trials: int,
    seed: int,
    stage: Callable[[str], Progress],
) -> list[Judged]:
    """What metrics say, tested as BLEU is: on its units, trials and draws."""
    from bleu_core.metrics import Judged, judge_opinions, opinion, opinion_of
    from bleu_core.significance import clusters_of

    made = [
        opinion(comparison, metric, stage(f"Counting {metric.about.label}")) for metric in metrics
    ]
    made += [opinion_of(one, comparison.a, comparison.b) for one in scores]
    if not trials:
        return [Judged(one) for one in made]
    progress = stage("Resampling the other metrics")
    return judge_opinions(
        made, clusters_of(comparison.evalset), trials, seed=seed, progress=progress
    )


def _read(
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
