"""The gate: what makes a comparison a regression."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from bleu_core.cli.errors import BadInput
from bleu_core.wording import listed

if TYPE_CHECKING:
    from bleu_core.cli.conditions import Condition
    from bleu_core.metrics import Judged
    from bleu_core.report.content import Content


def doubts(content: Content) -> list[str]:
    """Why the comparison is not to be relied on, and what to do; nothing if it may be."""
    # A candidate may rightly equal its baseline, and Δ is then 0 as it seems.
    grave = [finding for finding in content.serious if finding.kind != "identical outputs"]
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
    content: Content, fail_under: float | None, if_significant: bool, level: float
) -> list[str]:
    """A sentence for each condition on BLEU under which the candidate fails; none if it passes.

    Raises
    ------
    BadInput
        Where significance is to decide and there are too few segments to say:
        a gate that cannot judge must not pass.
    """
    from bleu_core.numerals import delta, p_value, plain, points
    from bleu_core.rounding import rounded

    change = content.comparison.delta
    found = []
    if fail_under is not None and rounded(change) < rounded(fail_under):
        found.append(f"Regression: Δ {delta(change, 4)} is under {delta(fail_under, 4)}.")
    if if_significant:
        if content.significance is None:
            raise _too_few("--fail-if-significant", len(content.comparison))
        p = content.significance.randomization.p_value
        if rounded(change) < 0 and p < level:
            found.append(
                f"Regression: B is below A by {points(-change, 4)}, {p_value(p, level)} "
                f"(significant at {plain(level)})."
            )
    return found


def agreed_regressions(
    said: Mapping[str, Judged], fail_if: Sequence[Sequence[Condition]]
) -> list[str]:
    """A sentence for each list of conditions that all hold; none if the candidate passes.

    Parameters
    ----------
    said : dict
        What each metric says that is named in a condition, by that name.
    fail_if : list of lists of Condition

    Raises
    ------
    BadInput
        Where a condition cannot be judged, whatever the others say.
    """
    found = []
    for conditions in fail_if:
        held = [_held(said[condition.metric], condition) for condition in conditions]
        if all(held):
            found.append(f"Regression: {listed(filter(None, held))}.")
    return found


def _held(judged: Judged, condition: Condition) -> str | None:
    """A condition that holds, in words; None if it does not hold."""
    from bleu_core.numerals import delta, p_value, plain
    from bleu_core.rounding import rounded

    name, limit = judged.opinion.about.label, condition.limit
    if condition.of_p:
        if judged.p is None:
            raise _too_few("--fail-if", len(judged.opinion.a))
        words = f"{name} {p_value(judged.p, limit)} {condition.words} {plain(limit)}"
        return words if condition.holds(judged.p) else None
    change = judged.opinion.delta
    if math.isnan(change):
        raise BadInput([f"--fail-if cannot judge: Δ of {name} is undefined."])
    words = f"{name} Δ {delta(change, 4)} {condition.words} {delta(limit, 4)}"
    return words if condition.holds(rounded(change)) else None


def _too_few(option: str, segments: int) -> BadInput:
    from bleu_core.numerals import counted
    from bleu_core.significance import MIN_SEGMENTS

    return BadInput([
        f"{option} cannot judge {counted(segments, 'segment')}; {MIN_SEGMENTS} are needed."
    ])  # fmt: skip
