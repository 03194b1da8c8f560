"""A run of a suite for a pull request, in GitHub's Markdown.

Names and sentences quote what users wrote: they stand in code spans.
"""

from __future__ import annotations

from collections.abc import Iterator

from bleu_core.escaping import markdown as code
from bleu_core.numerals import counted, whole
from bleu_core.report.markdown import table as drawn
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
from bleu_core.wording import listed

# A comment on GitHub has at most 65,536 characters, most of which are these rows and sentences.
ROWS, REASONS, NAME, SENTENCE = 100, 60, 60, 300


def to_markdown(result: SuiteResult) -> str:
    """How it ended, the worst comparisons and why they failed, slices, signatures."""
    return "\n".join(_lines(result)) + "\n"


def _lines(result: SuiteResult) -> Iterator[str]:
    ordered = worst_first(cells(result))
    yield from (f"### {'✓' if result.passed else '✗'} {code(result.title, NAME)}", "")
    yield from (headline(result), "")
    yield from drawn(table(ordered[:ROWS]))
    yield from _left(len(ordered) - ROWS, "comparison")
    if failed := [cell for cell in ordered if cell.why]:
        yield from ("", "**What did not pass, and why**", "")
        for cell in failed[:REASONS]:
            yield from _why(cell)
        yield from _left(len(failed) - REASONS, "comparison")
    if slices := sorted(parts(ordered), key=lambda one: one.state == PASSED):
        yield from ("", "**Slices**", "", *drawn(parts_table(slices[:ROWS])))
        yield from _left(len(slices) - ROWS, "slice")
    if remarks := list(notes(result)):
        yield from ("", "**Also to be known**", "")
        for name, sentence in remarks[:REASONS]:
            yield f"- {code(name, NAME)}: {code(sentence, SENTENCE)}"
        yield from _left(len(remarks) - REASONS, "remark")
    yield from ("", "Δ is the system's score minus the baseline's, in points of the metric.", "")
    for signature, names in signatures(result).items():
        yield f"Signature of {code(listed(names, 5), SENTENCE)}: {code(signature)}  "


def _left(number: int, what: str) -> Iterator[str]:
    if number > 0:
        yield from ("", f"And {counted(number, f'more {what}')}; the HTML report has them all.")


def _why(cell: Cell) -> Iterator[str]:
    system = f", {code(cell.system.name, NAME)}" if cell.system else ""
    yield f"- {code(cell.of.name, NAME)}{system}:"
    shown = cell.why[:5]
    yield from (f"  - {code(sentence, SENTENCE)}" for sentence in shown)
    if left := len(cell.why) - len(shown):
        yield f"  - and {whole(left)} more"
