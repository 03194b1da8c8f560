"""The gate: what makes a comparison a regression."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from bleu_core.cli.errors import BadInput
from bleu_core.wording import listed

if TYPE_CHECKING:
    from bleu_core.cli.conditions import Condition
    from bleu_core.health import Finding
    from bleu_core.metrics import Judged
    from bleu_core.report.ranking.content import Standings


class Change(NamedTuple):
    """The difference of two systems by one metric, B − A; p is None where it was not tested.

    `untested` says why, where it is not for the number of segments.
    """

    label: str
    delta: float
    p: float | None
    segments: int
    untested: str = ""

    @classmethod
    def of(cls, judged: Judged) -> Change:
        opinion = judged.opinion
        return cls(opinion.about.label, opinion.delta, judged.p, len(opinion.a))


class Named(NamedTuple):
    """What two systems are called in messages, and what is said of their p."""

    a: str = "A"
    b: str = "B"
    of_b: str = ""
    p_is: str = ""


def doubts(findings: Sequence[Finding]) -> list[str]:
    """Why numbers are not to be relied on, and what to do; nothing if they may be."""
    # A candidate may rightly equal its baseline, and Δ is then 0 as it seems.
    grave = [
        finding
        for finding in findings
        if finding.severity == "serious" and finding.kind != "identical outputs"
    ]
    if not grave:
        return []
    from bleu_core.numerals import counted

    moved = "let --repair put the lines where they belong, " if any(
        finding.places is not None for finding in grave
    ) else ""  # fmt: skip
    return [
        f"{counted(len(grave), 'serious finding')} about the input: these numbers do not mean what "
        f"they seem to. Mend the file, {moved}or say --accept-findings to take it as it is."
    ]


def regressions(
    said: Mapping[str, Change],
    fail_under: float | None,
    if_significant: bool,
    level: float,
    fail_if: Sequence[Sequence[Condition]] = (),
    named: Named = Named(),
) -> list[str]:
    """A sentence for each condition under which the candidate fails; none if it passes.

    Parameters
    ----------
    said : dict
        What "bleu" says, and each metric that is named in a condition, by that name.
    fail_under, if_significant, level
        On BLEU.
    fail_if : list of lists of Condition
        All of a list are to hold.
    named : Named

    Raises
    ------
    BadInput
        Where p is to decide and there are too few segments to say, or where a condition cannot
        be judged, whatever the others say: a gate that cannot judge must not pass.
    """
    from bleu_core.numerals import delta, p_value, plain, points
    from bleu_core.rounding import rounded

    bleu = said["bleu"]
    found = []
    if fail_under is not None and rounded(bleu.delta) < rounded(fail_under):
        found.append(f"Δ {delta(bleu.delta, 4)} is under {delta(fail_under, 4)}.")
    if if_significant:
        if bleu.p is None:
            raise _cannot_judge("--fail-if-significant", bleu)
        if rounded(bleu.delta) < 0 and bleu.p < level:
            found.append(
                f"{named.b} is below {named.a} by {points(-bleu.delta, 4)}, "
                f"{p_value(bleu.p, level)}{named.p_is} (significant at {plain(level)})."
            )
    for conditions in fail_if:
        held = [_held(said[condition.metric], condition, named) for condition in conditions]
        if all(held):
            found.append(f"{listed(filter(None, held))}.")
    return [f"Regression{named.of_b}: {sentence}" for sentence in found]


def regressions_of_systems(
    standings: Standings,
    fail_under: float | None,
    if_significant: bool,
    level: float,
    fail_if: Sequence[Sequence[Condition]],
) -> list[str]:
    """The same for every system against the baseline; p is after Holm, over all pairs."""
    baseline, found = standings.ranking.baseline, []
    for name in standings.scored.names:
        if name == baseline:
            continue
        said = {}
        for key, ranking in standings.rankings.items():
            pair = ranking.pair(baseline, name)
            label = standings.metrics[key].label
            said[key] = Change(label, pair.delta, pair.p_holm, standings.segments)
        named = Named(baseline, name, f" of {name}", " after Holm")
        found += regressions(said, fail_under, if_significant, level, fail_if, named)
    return found


def _held(change: Change, condition: Condition, named: Named) -> str | None:
    """A condition that holds, in words; None if it does not hold."""
    from bleu_core.numerals import delta, p_value, plain
    from bleu_core.rounding import rounded

    name, limit = change.label, condition.limit
    if condition.of_p:
        if change.p is None:
            raise _cannot_judge("--fail-if", change)
        words = f"{name} {p_value(change.p, limit)}{named.p_is} {condition.words} {plain(limit)}"
        return words if condition.holds(change.p) else None
    if math.isnan(change.delta):
        raise BadInput([f"--fail-if cannot judge: Δ of {name} is undefined."])
    words = f"{name} Δ {delta(change.delta, 4)} {condition.words} {delta(limit, 4)}"
    return words if condition.holds(rounded(change.delta)) else None


def _cannot_judge(option: str, change: Change) -> BadInput:
    from bleu_core.numerals import counted
    from bleu_core.significance import MIN_SEGMENTS

    if change.untested:
        return BadInput([f"{option} cannot judge.", change.untested])
    return BadInput([
        f"{option} cannot judge {counted(change.segments, 'segment')}; {MIN_SEGMENTS} are needed."
    ])  # fmt: skip
