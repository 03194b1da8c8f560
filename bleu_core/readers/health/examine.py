"""Run all checks of the input."""

from __future__ import annotations

from collections.abc import Sequence

from bleu_core.readers.health.between import check_between
from bleu_core.readers.health.findings import Finding, streams_of
from bleu_core.readers.health.shift import find_shifts
from bleu_core.readers.health.texts import check_texts
from bleu_core.readers.health.unspaced import check_unspaced
from bleu_core.text.config import BleuConfig
from bleu_core.text.evalset import EvalSet


def examine(
    evalset: EvalSet, config: BleuConfig = BleuConfig(), repaired: Sequence[Finding] = ()
) -> list[Finding]:
    """Run all checks on an EvalSet.

    Parameters
    ----------
    evalset : EvalSet
    config : BleuConfig
        Settings of the scores: a tokenizer may not fit the text.
    repaired : optional
        Findings on repairs, which come first among the notices.

    Returns
    -------
    list of Finding
        Serious ones first; one for each check and column with any line.
    """
    return in_order([*repaired, *examine_settings(evalset, config), *examine_texts(evalset)])


def examine_texts(evalset: EvalSet) -> list[Finding]:
    """Run the checks that do not depend on settings, which take most of the time."""
    return [
        *find_shifts(evalset),
        *check_texts(streams_of(evalset)),
        *check_between(evalset),
    ]


def examine_settings(evalset: EvalSet, config: BleuConfig) -> list[Finding]:
    """Run the checks that depend on settings."""
    references = [stream for stream in streams_of(evalset) if stream.role == "reference"]
    return list(check_unspaced(references, config))


def in_order(findings: Sequence[Finding]) -> list[Finding]:
    """Sort findings, serious ones first."""
    return sorted(findings, key=lambda finding: finding.severity != "serious")
