"""Input checks: problems that make scores misleading; repairs.

They check an EvalSet or a comparison, for reports, the command and the screens.

- `findings`: findings, and their summary for many systems
- `text_checks`: checks of the texts of a column: patterns, first signs, scripts, empty references
- `subwords`: finds and joins subwords
- `cross_column`: checks across columns: copies, duplicates, lengths, scripts
- `misalignment`: finds and repairs misaligned lines
- `alignment`: aligns the lines of columns
"""

from __future__ import annotations

from collections.abc import Sequence

from bleu_core.readers.input_checks.cross_column import check_across_columns
from bleu_core.readers.input_checks.findings import (
    Finding,
    split_by_system,
    summarize_findings,
    text_columns,
)
from bleu_core.readers.input_checks.misalignment import (
    explain_lengths,
    find_exchanged,
    find_length_mismatches,
    find_prefix,
    find_shifts,
    find_unrelated,
    repair_all_shifts,
    repair_lengths,
)
from bleu_core.readers.input_checks.subwords import SUBWORDS, check_subwords, join_subwords
from bleu_core.readers.input_checks.text_checks import (
    check_empty_references,
    check_korean,
    check_line_starts,
    check_texts,
    check_unspaced,
)
from bleu_core.text.config import BleuConfig
from bleu_core.text.evalset import EvalSet


def examine(
    evalset: EvalSet, config: BleuConfig = BleuConfig(), repaired: Sequence[Finding] = ()
) -> list[Finding]:
    """Run all checks on an EvalSet; return findings, serious ones first, then those on repairs."""
    return sort_findings([*repaired, *examine_settings(evalset, config), *examine_texts(evalset)])


def examine_texts(evalset: EvalSet) -> list[Finding]:
    """Run the checks that do not depend on settings, which take most of the time."""
    columns = text_columns(evalset)
    found = check_texts(columns)
    if len(evalset.references) > 1:  # `check_empty_references` finds those of references
        own = {column.name for column in columns if column.role != "reference"}
        found = [f for f in found if f.kind != "empty" or f.stream in own]
    return [
        *(find_shifts(evalset) or find_unrelated(evalset) or find_exchanged(evalset)),
        *check_subwords(columns),
        *check_line_starts(columns),
        *found,
        *check_across_columns(evalset),
    ]


def examine_settings(evalset: EvalSet, config: BleuConfig) -> list[Finding]:
    """Run the checks that depend on settings."""
    references = [stream for stream in text_columns(evalset) if stream.role == "reference"]
    return [
        *check_unspaced(references, config),
        *check_korean(references, config),
        *check_empty_references(evalset, config),
    ]


def sort_findings(findings: Sequence[Finding]) -> list[Finding]:
    """Sort findings, serious ones first."""
    return sorted(findings, key=lambda finding: finding.severity != "serious")


__all__ = [
    "SUBWORDS",
    "Finding",
    "examine",
    "examine_settings",
    "examine_texts",
    "explain_lengths",
    "find_length_mismatches",
    "find_prefix",
    "find_shifts",
    "join_subwords",
    "repair_all_shifts",
    "repair_lengths",
    "sort_findings",
    "split_by_system",
    "summarize_findings",
    "text_columns",
]
