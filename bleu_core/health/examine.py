"""All checks of the input, what is serious first."""

from __future__ import annotations

from bleu_core.evalset import EvalSet
from bleu_core.health.between import check_between
from bleu_core.health.findings import Finding, streams_of
from bleu_core.health.shift import find_shifts
from bleu_core.health.texts import check_texts


def examine(evalset: EvalSet) -> list[Finding]:
    """Everything that the checks find in an EvalSet: serious findings, then notices.

    Returns
    -------
    list of Finding
        One for each check and column that has any line to tell; empty for
        input without anything to remark.
    """
    findings = [
        *find_shifts(evalset),
        *check_texts(streams_of(evalset)),
        *check_between(evalset),
    ]
    return sorted(findings, key=lambda finding: finding.severity != "serious")
