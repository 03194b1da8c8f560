"""From the files of `bleuscope rank` to all that is said of them: read, count, rank."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from bleu_core.cli.errors import BadInput, say, told
from bleu_core.cli.inputs import options_for, read_paths
from bleu_core.cli.progress import progress_line
from bleu_core.cli.repairing import read_repaired
from bleu_core.messages import systems

if TYPE_CHECKING:
    from bleu_core.metrics import TextMetric
    from bleu_core.present.ranking_report import Standings
    from bleu_core.readers import Assembled
    from bleu_core.text.config import BleuConfig


def ranked(
    outputs: Sequence[str],
    asides: Sequence[str | None],
    config: BleuConfig,
    metrics: Mapping[str, TextMetric],
    by: str,
    baseline: str | None,
    trials: int,
    seed: int,
    tested: Sequence[str],
    repair: bool,
    reading: dict[str, Any],
) -> Standings:
    """All that is said of the systems in these files.

    Parameters
    ----------
    outputs : list of paths
    asides : list
        Paths of the source, the documents and the references; None where there is none.
    config : BleuConfig
    metrics : mapping from names to TextMetrics
        Those other than BLEU.
    by : str
        The name of the metric that ranks.
    baseline : str or None
        None for the first system.
    trials, seed : int
        0 trials leave all tests out.
    tested : list of str
        The metrics that are tested even where they do not rank.
    repair : bool
        Whether lines that slipped are put where they belong.
    reading : dict
        What else `readers.read_systems` is told, with formats and encodings by path.

    Raises
    ------
    BadInput
        With a sentence for each thing that keeps the files from being compared.
    """
    from bleu_core.present.ranking_report import measured, stand
    from bleu_core.readers.health import examine
    from bleu_core.systems import ScoredSystems

    held: dict[str, str] = {}
    with told(), progress_line() as stage:
        with told(options_for("--system NAME")):
            evalset, repaired, repairs = read_repaired(
                lambda: _read(outputs, asides, held, **reading, progress=stage("Reading")), repair
            )
        if baseline is not None and baseline not in evalset.systems:
            raise BadInput([systems.unknown_baseline(baseline, list(evalset.systems))])
        scored = ScoredSystems.of(evalset, config, stage("Counting matches"))
        progress = {key: stage(f"Counting {metric.about.label}") for key, metric in metrics.items()}
        statistics = measured(scored, metrics, progress)
        findings = examine(evalset, config, repaired)
        standings = stand(
            scored, statistics, by, baseline, trials, seed, tested, findings, held,
            stage("Resampling"),
        )  # fmt: skip
    say(repairs)
    return standings


def _read(
    outputs: Sequence[str],
    asides: Sequence[str | None],
    held: dict[str, str],
    formats: Mapping[str, str],
    encodings: Mapping[str, str],
    **reading: Any,
) -> Assembled:
    """The systems; `held` gets the path of each file by the SHA-256 of what it holds."""
    from bleu_core.readers import read_systems

    paths = [*outputs, *asides]
    files = read_paths(paths, formats, encodings)
    for path, file in zip(paths, files, strict=True):
        if path and file and path == file.name:  # no standard input, nor what is no text
            held[sha256(file.data).hexdigest()] = path
    systems = [file for file in files[: len(outputs)] if file is not None]
    src, docs, *references = files[len(outputs) :]
    given = [file for file in references if file is not None]
    return read_systems(systems, given, src, docs, encoding=encodings.get(""), **reading)
