"""`--columns`: what an expression may name, of these files."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

import click

from bleu_core.cli.choosing import Choices
from bleu_core.cli.errors import told
from bleu_core.cli.examining import read_files, second_opinions
from bleu_core.cli.inputs import options_for
from bleu_core.cli.progress import progress_line
from bleu_core.cli.repairing import read_repaired
from bleu_core.common.escaping import visible
from bleu_core.explain.comparison import Comparison
from bleu_core.segments.columns import Column, table_of
from bleu_core.segments.expressions import Name, written
from bleu_core.segments.expressions.tree import Flag

if TYPE_CHECKING:
    from bleu_core.metrics import TextMetric
    from bleu_core.text.config import BleuConfig


def show_columns(
    paths: Sequence[str | None],
    config: BleuConfig,
    metrics: Iterable[TextMetric],
    chosen: Choices,
    reading: dict[str, Any],
    repair: bool,
    form: str,
) -> None:
    """Print each column that there is: its name as an expression has it, its kind, what it is."""
    with told(options_for("--a NAME or --b NAME")), progress_line() as stage:
        evalset, _, _ = read_repaired(
            lambda: read_files(paths, {}, **reading, progress=stage("Reading")), repair
        )
        comparison = Comparison.of(evalset, config, progress=stage("Counting matches"))
        opinions = {one.about.key: one for one in second_opinions(comparison, metrics, (), stage)}
    columns = table_of(comparison, chosen.made(), opinions=opinions).columns.values()
    if form == "json":
        from bleu_core.present.report.json_report import as_json

        click.echo(as_json({"columns": [_fields(one) for one in columns]}), nl=False)
        return
    for line in _lines(list(columns), form == "markdown"):
        click.echo(line)


def _called(column: Column) -> str:
    return visible(written(Flag(Name(column.name))))


def _fields(column: Column) -> dict[str, Any]:
    names = ("name", "kind", "about", "of", "missing")
    return {name: getattr(column, name) for name in names} | {"written": _called(column)}


def _lines(columns: Sequence[Column], as_markdown: bool) -> Iterator[str]:
    """Those that there are, and after them those that this comparison lacks, and why."""
    rows = [
        (_called(one), one.kind, visible(one.missing or one.about))
        for one in sorted(columns, key=lambda one: bool(one.missing))
    ]
    if as_markdown:
        from bleu_core.common.escaping import markdown as code

        yield from ("| column | kind | what it is |", "|---|---|---|")
        yield from (
            f"| {code(name.replace('|', '¦'))} | {kind} | {about} |" for name, kind, about in rows
        )
        return
    width = max(len(name) for name, _, _ in rows)
    yield from (f"{name.ljust(width)}  {kind.ljust(6)}  {about}" for name, kind, about in rows)
