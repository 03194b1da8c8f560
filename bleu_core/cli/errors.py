"""What ends a command: bad input, told in sentences."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import IO, Any

import click

from bleu_core.common.escaping import visible
from bleu_core.messages import text_of

# Exit codes. A regression is what the gate finds; everything that keeps a
# comparison from being made is bad input, never a regression; nor is a fault of
# the program, which Python would end with 1 (70 is EX_SOFTWARE of sysexits.h).
FINE, REGRESSION, BAD_INPUT, FAULT, STOPPED = 0, 1, 2, 70, 130


class BadInput(click.ClickException):
    """Input that cannot be scored; a sentence for each thing wrong with it."""

    exit_code = BAD_INPUT

    def __init__(self, problems: Sequence[str]) -> None:
        super().__init__(" ".join(problems))
        self.problems = list(dict.fromkeys(problems))

    def show(self, file: IO[Any] | None = None) -> None:
        say(self.problems)


@contextmanager
def told(options: Mapping[str, str] | None = None) -> Iterator[None]:
    """Turn what the library refuses into BadInput, with the options that do what it advises."""
    try:
        yield
    except ValueError as error:  # InputError among them
        from bleu_core.readers.advice import ways

        problems = problems_of(error)
        raise BadInput([*problems, *ways(problems, options or {})]) from error


def problems_of(error: Exception) -> list[str]:
    """What an error says: its messages, or its text where it has none."""
    return list(getattr(error, "problems", ())) or [text_of(error)]


def say(sentences: Sequence[str]) -> None:
    """Write sentences to standard error. They quote files, so nothing in them may act."""
    for sentence in sentences:
        click.echo(visible(sentence), err=True)
