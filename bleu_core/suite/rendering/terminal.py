"""A run of a suite for a terminal."""

from __future__ import annotations

from collections.abc import Iterator

from bleu_core.common.escaping import visible
from bleu_core.common.wording import listed
from bleu_core.present.report.terminal import table_lines
from bleu_core.suite.rendering.told import (
    cells,
    headline,
    notes,
    parts,
    parts_table,
    signatures,
    table,
)
from bleu_core.suite.results import SuiteResult


def to_text(result: SuiteResult) -> str:
    """The table, in the order of the suite's file, how it ended, and why."""
    return "\n".join(_lines(result)) + "\n"


def _lines(result: SuiteResult) -> Iterator[str]:
    found = cells(result)
    yield visible(result.title)
    yield from ("", *table_lines(table(found, intervals=False)))
    if slices := list(parts(found)):
        yield from ("", "Slices", *table_lines(parts_table(slices)))
    yield ""
    for cell in found:
        if cell.why:
            system = f", {visible(cell.system.name)}" if cell.system else ""
            yield f"{visible(cell.of.name)}{system}:"
            yield from (f"  {visible(sentence)}" for sentence in cell.why)
    for name, sentence in notes(result):
        yield f"{visible(name)}: {visible(sentence)}"
    yield from (headline(result), "")
    by = signatures(result)
    for signature, names in by.items():
        of = f"  ({visible(listed(names))})" if len(by) > 1 else ""
        yield f"{signature}{of}"
