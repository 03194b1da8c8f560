"""Summarise findings on many systems: report once what several have in common."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from bleu_core.messages import from_code, text
from bleu_core.readers.health.findings import Finding, streams_of
from bleu_core.text.evalset import EvalSet

# So many systems or fewer have a finding each: of two, each is of interest.
EACH = 2
# Systems that a notice names. A serious finding names all.
NAMED = 5


def summarize(findings: Sequence[Finding], evalset: EvalSet) -> list[Finding]:
    """Merge the findings of a check on more than two systems into that of the worst system.

    Findings that can be or were repaired, and those on several columns, stay separate.

    Parameters
    ----------
    findings : sequence of Finding
        From `examine`, of this EvalSet.

    Returns
    -------
    list of Finding
        In the same order, each merged finding in the place of the first.
    """
    pairs = zip(streams_of(evalset), evalset.systems, strict=False)
    systems = {stream.name: repr(name) for stream, name in pairs}
    groups: dict[object, list[Finding]] = {}
    for finding in findings:
        alone = finding.others or finding.places is not None or finding.kind == "repaired"
        is_shared = finding.stream in systems and not alone
        key = (finding.kind, finding.severity) if is_shared else id(finding)
        groups.setdefault(key, []).append(finding)
    return [merged for group in groups.values() for merged in _said_once(group, systems)]


def _said_once(group: list[Finding], systems: Mapping[str, str]) -> list[Finding]:
    worst, *rest = sorted(group, key=lambda finding: -finding.count)
    # A system may have a finding for each of several references: the worst counts.
    others: dict[str, Finding] = {}
    for one in rest:
        if one.stream != worst.stream:
            others.setdefault(one.stream, one)
    if len(others) < EACH:
        return group
    named = [systems[name] for name in others]
    most = 0 if worst.severity == "serious" else NAMED
    also = text.also_in(named, [one.count for one in others.values()], most)
    sentence = worst.sentence
    return [replace(worst, sentence=from_code(sentence.code, {**sentence.values, "also": also}))]
