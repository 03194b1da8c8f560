"""All checks of the input, what is serious first."""

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
    """Everything that the checks find in an EvalSet: serious findings, then notices.

    Parameters
    ----------
    evalset : EvalSet
    config : BleuConfig
        What it is scored under: a tokenizer may not fit the text.
    repaired : optional
        What was said of repairing it, which comes first among the notices.

    Returns
    -------
    list of Finding
        One for each check and column that has any line to tell; empty for
        input without anything to remark.
    """
    return in_order([*repaired, *examine_settings(evalset, config), *examine_texts(evalset)])


def examine_texts(evalset: EvalSet) -> list[Finding]:
    """What the checks find whatever the settings, which takes most of the time."""
    return [
        *find_shifts(evalset),
        *check_texts(streams_of(evalset)),
        *check_between(evalset),
    ]


def examine_settings(evalset: EvalSet, config: BleuConfig) -> list[Finding]:
    """What the checks find only under such settings."""
    references = [stream for stream in streams_of(evalset) if stream.role == "reference"]
    return list(check_unspaced(references, config))


def in_order(findings: Sequence[Finding]) -> list[Finding]:
    """What is serious first."""
    return sorted(findings, key=lambda finding: finding.severity != "serious")
