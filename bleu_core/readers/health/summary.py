"""Findings as a reader wants them of many systems: what several have alike is said once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from bleu_core.messages import from_code, text
from bleu_core.readers.health.findings import Finding, streams_of
from bleu_core.text.evalset import EvalSet

# Up to so many systems have a line each: between two, each is of its own interest.
EACH = 2
# How many systems a notice names. What is serious names all.
NAMED = 5


def summarize(findings: Sequence[Finding], evalset: EvalSet) -> list[Finding]:
    """The findings, where one check found more than two systems: that of the worst, and whose else.

    What can be or was repaired stays by itself, and so does what is of several columns at once.

    Parameters
    ----------
    findings : sequence of Finding
        What `examine` gives of this EvalSet.

    Returns
    -------
    list of Finding
        In the same order; the one of the worst system stands where the first stood.
    """
    pairs = zip(streams_of(evalset), evalset.systems, strict=False)
    systems = {stream.name: repr(name) for stream, name in pairs}
    groups: dict[object, list[Finding]] = {}
    for finding in findings:
        alone = finding.others or finding.places is not None or finding.kind == "repaired"
        is_shared = finding.stream in systems and not alone
        key = (finding.kind, finding.severity) if is_shared else id(finding)
        groups.setdefault(key, []).append(finding)
    return [one for group in groups.values() for one in _said_once(group, systems)]


def _said_once(group: list[Finding], systems: Mapping[str, str]) -> list[Finding]:
    worst, *rest = sorted(group, key=lambda finding: -finding.count)
    # One system may be found beside each of several references: its worst counts.
    others: dict[str, Finding] = {}
    for one in rest:
        if one.stream != worst.stream:
            others.setdefault(one.stream, one)
    if len(others) < EACH:
        return group
    named = [systems[name] for name in others]
    most = 0 if worst.severity == "serious" else NAMED
    also = text.also_in(named, [one.count for one in others.values()], most)
    said = worst.sentence
    return [replace(worst, sentence=from_code(said.code, {**said.values, "also": also}))]
