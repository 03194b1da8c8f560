"""The gate: what makes a comparison a regression."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bleu_core.cli.errors import BadInput

if TYPE_CHECKING:
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
    """A sentence for each condition under which the candidate fails; none if it passes.

    Raises
    ------
    BadInput
        Where significance is to decide and there are too few segments to say:
        a gate that cannot judge must not pass.
    """
    from bleu_core.numerals import counted, delta, p_value, plain, points
    from bleu_core.rounding import rounded
    from bleu_core.significance import MIN_SEGMENTS

    change = content.comparison.delta
    found = []
    if fail_under is not None and rounded(change) < rounded(fail_under):
        found.append(f"Regression: Δ {delta(change, 4)} is under {delta(fail_under, 4)}.")
    if if_significant:
        if content.significance is None:
            raise BadInput([
                "--fail-if-significant cannot judge "
                f"{counted(len(content.comparison), 'segment')}; {MIN_SEGMENTS} are needed."
            ])  # fmt: skip
        p = content.significance.randomization.p_value
        if rounded(change) < 0 and p < level:
            found.append(
                f"Regression: B is below A by {points(-change, 4)}, {p_value(p, level)} "
                f"(significant at {plain(level)})."
            )
    return found
