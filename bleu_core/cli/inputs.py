"""The files of a command: paths, standard input as "-", and several after one --ref."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from bleu_core.cli.errors import BadInput

if TYPE_CHECKING:
    from bleu_core.readers import File

Command = TypeVar("Command", bound=Callable[..., Any])
PATH = click.Path(path_type=str, allow_dash=True)
STANDARD_INPUT = "-"


class WithReferences(click.Command):
    """A command whose --ref may be followed by several files: `compare A B --ref R1 R2`."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        arguments = sum(isinstance(p, click.Argument) for p in self.params)
        options = [p for p in self.params if isinstance(p, click.Option)]
        takes_value = {name for p in options if not p.is_flag for name in p.opts}
        return super().parse_args(ctx, list(_spread(args, arguments, takes_value)))


def _spread(words: Sequence[str], arguments: int, takes_value: set[str]) -> Iterator[str]:
    """`--ref` before each file that follows one, once all arguments are there.

    Before that the next file may be an argument, and click tells what is missing.
    """
    seen, last, after_reference = 0, "", False
    for word in words:
        if last in takes_value:
            yield word
            after_reference = last == "--ref"
            last = ""
            continue
        last = word
        if word.startswith("-") and word != STANDARD_INPUT:
            after_reference = word.startswith("--ref=")
        elif seen == arguments and after_reference:
            yield "--ref"
        else:
            seen, after_reference = seen + 1, False
        yield word


def file_options(command: Command) -> Command:
    """Give a command the options that its files are read by."""
    for option in (
        click.option("--encoding", help="Of plain text that is not UTF-8."),
        click.option(
            "--tab-separated", is_flag=True, help="The reference file has several a line, by tabs."
        ),
        click.option(
            "--ref", "references", type=PATH, multiple=True, metavar="FILE...",
            help="References, one file each. May be left out if a file holds its references.",
        ),
    ):  # fmt: skip
        command = option(command)
    return command


def read_paths(paths: Sequence[str | None]) -> list[File | None]:
    """The bytes of each file; None where no path was given.

    Raises
    ------
    BadInput
        With a sentence for each file that cannot be read.
    """
    from bleu_core.readers import File

    problems = []
    if list(paths).count(STANDARD_INPUT) > 1:
        problems.append('Standard input ("-") can be read only once.')
    files: list[File | None] = []
    for path in paths:
        try:
            files.append(None if path is None else File(_name(path), _read(path)))
        except OSError as error:
            problems.append(f"{_name(path)} cannot be read: {error.strerror or error}.")
    if problems:
        raise BadInput(problems)
    return files


def _read(path: str) -> bytes:
    return sys.stdin.buffer.read() if path == STANDARD_INPUT else Path(path).read_bytes()


def _name(path: str | None) -> str:
    # A file's name may be bytes that are no text.
    return "standard input" if path == STANDARD_INPUT else click.format_filename(path or "")
