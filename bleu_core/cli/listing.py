"""`--list`: what files hold, by the names that it can be chosen by."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import click

from bleu_core.cli.errors import told
from bleu_core.cli.inputs import options_for
from bleu_core.common.escaping import visible
from bleu_core.common.numerals import counted, whole
from bleu_core.common.wording import cut
from bleu_core.readers import FORMATS, File, Parts, read_all
from bleu_core.readers.choices import Choice, called, choices, chosen, system_names

# Of the first segment that a column has.
SHOWN = 50


def show(files: Sequence[File | None], encoding: str | None) -> None:
    """Print what each file holds."""
    for file in files:
        if file is not None:
            with told(options_for("--a NAME")):
                parts = read_all(
                    file.data, file.name, file.format, encoding=file.encoding, otherwise=encoding
                )
                held = list(lines(parts, file.name))
            for line in held:
                click.echo(visible(line))


def lines(parts: Sequence[Parts], file: str) -> Iterator[str]:
    """A line for each file of an archive, and for each column with its role."""
    if len(parts) > 1:
        yield f"{file}: archive of {whole(len(parts))} files"
    found = choices(parts)
    names = iter(system_names(chosen(parts, {})))
    rows = [
        (choice, next(names) if choice.role == "system" else called(choice)) for choice in found
    ]
    width = max((len(name) for _, name in rows), default=0)
    for number, part in enumerate(parts):
        yield f"{part.name}: {FORMATS[part.format]}, {counted(len(part), 'segment')}"
        for choice, name in rows:
            if choice.key[0] == number:
                yield _line(choice, name.ljust(width))
        yield from (f"  {sentence}" for sentence in part.repairs)


def _line(choice: Choice, name: str) -> str:
    first = next(iter(choice.preview), "")
    return f"  {choice.role:10}  {name}  {cut(first, SHOWN)}".rstrip()
