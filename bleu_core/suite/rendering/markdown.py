"""A run of a suite for a pull request, in GitHub's Markdown.

Names and sentences quote what users wrote: they stand in code spans.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import accumulate

from bleu_core.common.escaping import markdown as code
from bleu_core.common.numerals import counted, whole
from bleu_core.common.wording import listed
from bleu_core.present.account.tables import Table
from bleu_core.present.report.markdown import table as drawn
from bleu_core.suite.rendering.told import (
    PASSED,
    Cell,
    cells,
    headline,
    notes,
    parts,
    parts_table,
    signatures,
    table,
    worst_first,
)
from bleu_core.suite.results import SuiteResult

# A comment on GitHub has at most 65,536 characters. What comparisons, reasons, slices, remarks and
# signatures may take of them, and a name and a sentence of theirs.
ROWS, REASONS, SLICES, REMARKS, SIGNATURES = 22_000, 20_000, 10_000, 6_000, 4_000
NAME, SENTENCE, SENTENCES = 60, 300, 5


def to_markdown(result: SuiteResult) -> str:
    """How it ended, the worst comparisons and why they failed, slices, signatures."""
    return "\n".join(_lines(result)) + "\n"


def _lines(result: SuiteResult) -> Iterator[str]:
    ordered = worst_first(cells(result))
    yield from (f"### {'✓' if result.passed else '✗'} {code(result.title, NAME)}", "")
    yield from (headline(result), "")
    yield from _table(table(ordered), ROWS, "comparison")
    if failed := [_why(cell) for cell in ordered if cell.why]:
        yield from ("", "**What did not pass, and why**", "")
        yield from _fitting(failed, REASONS, "comparison")
    if slices := sorted(parts(ordered), key=lambda one: one.state == PASSED):
        yield from ("", "**Slices**", "")
        yield from _table(parts_table(slices), SLICES, "slice")
    if remarks := [
        f"- {code(name, 2 * NAME)}: {code(told, SENTENCE)}" for name, told in notes(result)
    ]:
        yield from ("", "**Also to be known**", "")
        yield from _fitting(remarks, REMARKS, "remark")
    yield from ("", "Δ is the system's score minus the baseline's, in points of the metric.", "")
    by_set = [
        f"Signature of {code(listed(names, 5), SENTENCE)}: {code(signature, SENTENCE)}  "
        for signature, names in signatures(result).items()
    ]
    yield from _fitting(by_set, SIGNATURES, "signature")


def _table(found: Table, room: int, what: str) -> Iterator[str]:
    head, rule, *rows = drawn(found)
    yield from (head, rule, *_fitting(rows, room, what))


def _fitting(pieces: Sequence[str], room: int, what: str) -> Iterator[str]:
    """As many of the first pieces as there is room for, and how many there are besides."""
    ends = accumulate(len(piece) + 1 for piece in pieces)
    fit = sum(end <= room for end in ends)
    yield from pieces[:fit]
    if left := len(pieces) - fit:
        yield from ("", f"And {counted(left, f'more {what}')}; the HTML report has them all.")


def _why(cell: Cell) -> str:
    system = f", {code(cell.system.name, NAME)}" if cell.system else ""
    lines = [f"- {code(cell.of.name, NAME)}{system}:"]
    lines += [f"  - {code(sentence, SENTENCE)}" for sentence in cell.why[:SENTENCES]]
    if (left := len(cell.why) - SENTENCES) > 0:
        lines.append(f"  - and {whole(left)} more")
    return "\n".join(lines)
