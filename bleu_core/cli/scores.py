"""Scores that were counted elsewhere, given to a command: a file of A and a file of B."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import click

from bleu_core.cli.errors import BadInput
from bleu_core.cli.inputs import PATH, read_paths
from bleu_core.messages import option

if TYPE_CHECKING:
    from bleu_core.explain.comparison import Comparison
    from bleu_core.metrics import Scores

Command = TypeVar("Command", bound=Callable[..., Any])
_HELP = (
    "Scores that were counted elsewhere, of which {} is better: what they are called, and a file "
    "of A and one of B with one number a line, or one column of numbers. May be given several "
    "times."
)


class Given(NamedTuple):
    """What the command line says of scores, which are not read yet."""

    name: str
    a: str
    b: str
    higher_is_better: bool


def scores_options(command: Command) -> Command:
    """Give a command the two options by which scores are imported."""
    for way in ("lower", "higher"):
        given = click.option(
            f"--{way}-is-better",
            type=(str, PATH, PATH),
            multiple=True,
            metavar="NAME FILE_A FILE_B",
            help=_HELP.format(way),
        )
        command = given(command)
    return command


def given_scores(options: dict[str, Any]) -> list[Given]:
    """What was given by these options, which are taken out.

    Raises
    ------
    UsageError
        For a name that is given twice.
    """
    found = [
        Given(name, a, b, way == "higher")
        for way in ("higher", "lower")
        for name, a, b in options.pop(f"{way}_is_better")
    ]
    twice = [name for name, number in Counter(one.name for one in found).items() if number > 1]
    if twice:
        raise click.UsageError(option.scores_repeated(twice))
    return found


def read_given(given: Sequence[Given], comparison: Comparison) -> list[Scores]:
    """The scores of A and B of a comparison.

    Raises
    ------
    BadInput
        A sentence for each thing wrong with any of the files.
    """
    from bleu_core.readers import ReadError
    from bleu_core.readers.score_files import read_scores

    files = iter(read_paths([path for one in given for path in (one.a, one.b)]))
    found: list[Scores] = []
    problems: list[str] = []
    for one in given:
        pair = next(files), next(files)
        systems = comparison.a, comparison.b
        try:
            made = read_scores(one.name, one.higher_is_better, pair, *systems, len(comparison))  # type: ignore[arg-type]
            found.append(made)
        except ReadError as error:
            problems += error.problems
    if problems:
        raise BadInput(problems)
    return found
