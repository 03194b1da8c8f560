"""Exit codes, and errors that end a command with messages on standard error."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import IO, Any

import click

from bleu_core.common.escaping import one_line

# Exit codes. Only a gate reports a regression; everything that prevents a comparison is bad input.
# Python would exit with 1 on a bug; that is 70 here (EX_SOFTWARE of sysexits.h). A stopped command
# has 128 and the number of the signal, as in a shell: SIGINT (Ctrl-C), SIGTERM or SIGPIPE.
FINE, REGRESSION, BAD_INPUT, FAULT, STOPPED, TERMINATED, PIPE_CLOSED = 0, 1, 2, 70, 130, 143, 141


class BadInput(click.ClickException):
    """Input that cannot be processed, with a message for each problem."""

    exit_code = BAD_INPUT

    def __init__(self, problems: Sequence[str]) -> None:
        super().__init__(" ".join(problems))
        self.problems = list(dict.fromkeys(problems))

    def show(self, file: IO[Any] | None = None) -> None:
        print_messages(self.problems)


@contextmanager
def as_bad_input(options: Mapping[str, str] | None = None) -> Iterator[None]:
    """Raise the library's errors as BadInput, with the options that fix them."""
    try:
        yield
    except ValueError as error:  # InputError among them
        from bleu_core.readers.choices import remedies

        problems = problems_of(error)
        raise BadInput([*problems, *remedies(problems, options or {})]) from error


@contextmanager
def workspace_errors_as_bad_input() -> Iterator[None]:
    """Raise errors of the workspace as BadInput."""
    from bleu_core.messages import text_of
    from bleu_core.workspace import WorkspaceError

    try:
        yield
    except WorkspaceError as error:
        raise BadInput([text_of(error)]) from error


def problems_of(error: Exception) -> list[str]:
    """The messages of an error, or its text if it has none."""
    from bleu_core.messages import text_of

    return list(getattr(error, "problems", ())) or [text_of(error)]


def print_messages(sentences: Sequence[str]) -> None:
    """Write messages to standard error, each once; control characters in it are made visible."""
    for sentence in dict.fromkeys(sentences):
        click.echo(one_line(sentence), err=True)
