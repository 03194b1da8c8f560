"""The gate of a command: each regression in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from bleu_core.cli.errors import told
from bleu_core.messages import Message, gate, option

if TYPE_CHECKING:
    from bleu_core.present.ranking_report import Standings
    from bleu_core.readers.health import Finding
    from bleu_core.systems.gates.conditions import Condition
    from bleu_core.systems.gates.judging import Change


def doubts(findings: Sequence[Finding]) -> list[Message]:
    """Why numbers are not to be relied on, and what to do; nothing if they may be."""
    from bleu_core.systems.gates.judging import grave

    found = grave(findings)
    if not found:
        return []
    repairable = any(finding.places is not None for finding in found)
    return [option.serious_findings(len(found), repairable)]


def regressions(said: Mapping[str, Change], *limits: Any) -> list[Message]:
    """A message for each gate under which the candidate fails: see `gates.judging.failures`.

    Raises
    ------
    BadInput
        Where a gate cannot judge.
    """
    from bleu_core.systems.gates.judging import failures

    with told():
        return [gate.regression(failure) for failure in failures(said, *limits)]


def regressions_of_systems(
    standings: Standings,
    fail_under: float | None,
    if_significant: bool,
    level: float,
    fail_if: Sequence[Sequence[Condition]],
) -> list[Message]:
    """The same for every system against the baseline; p is after Holm, over all pairs."""
    from bleu_core.systems.gates.judging import Change, Named, failures

    baseline = standings.ranking.baseline
    found: list[Message] = []
    for name in standings.scored.names:
        if name == baseline:
            continue
        said = {}
        for key, ranking in standings.rankings.items():
            pair = ranking.pair(baseline, name)
            label = standings.metrics[key].label
            said[key] = Change(label, pair.delta, pair.p_holm, standings.segments)
        named = Named(baseline, name, after_holm=True)
        with told():
            failed = failures(said, fail_under, if_significant, level, fail_if, named)
        found += [gate.regression(failure, name) for failure in failed]
    return found
