"""The gate: what makes a comparison a regression."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

from bleu_core.cli.errors import BadInput

if TYPE_CHECKING:
    from bleu_core.cli.conditions import Condition
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
    content: Content,
    fail_under: float | None,
    if_significant: bool,
    level: float,
    fail_if: Sequence[Sequence[Condition]] = (),
) -> list[str]:
    """A sentence for each condition under which the candidate fails; none if it passes.

    Parameters
    ----------
    content : Content
        With an opinion of each metric that is named in `fail_if`.
    fail_under : float or None
        Δ of BLEU under which it fails.
    if_significant : bool
        Whether it fails where B is significantly below A.
    level : float
        p under which a difference is significant.
    fail_if : list of lists of Condition
        It fails where all conditions of one list hold.

    Raises
    ------
    BadInput
        Where what is to decide is not known, as with too few segments to say:
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
            raise _too_few(content, "--fail-if-significant")
        p = content.significance.randomization.p_value
        if rounded(change) < 0 and p < level:
            found.append(
                f"Regression: B is below A by {points(-change, 4)}, {p_value(p, level)} "
                f"(significant at {plain(level)})."
            )
    for conditions in fail_if:
        told = [_told(content, condition) for condition in conditions]
        if all(told):
            found.append(f"Regression: {' and '.join(map(str, told))}.")
    return found


def _told(content: Content, condition: Condition) -> str | None:
    """A condition that holds, in words; None if it does not hold."""
    from bleu_core.numerals import delta, p_value, plain
    from bleu_core.rounding import rounded

    said_by = {one.opinion.about.key: one for one in content.all_opinions}
    judged = said_by[condition.metric]
    name, limit = judged.opinion.about.label, condition.limit
    if condition.of_p:
        if judged.p is None:
            raise _too_few(content, "--fail-if")
        said = f"{name} {p_value(judged.p, limit)} {condition.words} {plain(limit)}"
        return said if condition.holds(judged.p) else None
    change = judged.opinion.delta
    if math.isnan(change):
        raise BadInput([f"--fail-if cannot judge: Δ of {name} is undefined."])
    said = f"{name} Δ {delta(change, 4)} {condition.words} {delta(limit, 4)}"
    return said if condition.holds(rounded(change)) else None


def _too_few(content: Content, option: str) -> BadInput:
    from bleu_core.numerals import counted
    from bleu_core.significance import MIN_SEGMENTS

    segments = counted(len(content.comparison), "segment")
    return BadInput([f"{option} cannot judge {segments}; {MIN_SEGMENTS} are needed."])
