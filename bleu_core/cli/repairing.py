"""Lines that do not stand where they belong: told, or put there by --repair."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import click

from bleu_core.cli.errors import BadInput
from bleu_core.messages import option

if TYPE_CHECKING:
    from bleu_core.readers import Assembled
    from bleu_core.readers.health import Finding
    from bleu_core.text.evalset import EvalSet

Command = TypeVar("Command", bound=Callable[..., Any])


def repair_option(command: Command) -> Command:
    """Give a command the option."""
    return click.option(
        "--repair",
        is_flag=True,
        help="Put lines that slipped where they belong: one that is missing becomes an empty "
        "output, one too many is left out. What was done is told.",
    )(command)


def read_repaired(
    read: Callable[[], Assembled], repair: bool
) -> tuple[EvalSet, list[Finding], list[str]]:
    """What `read` gives, repaired if it is to be; what was repaired; what was mended in reading.

    Raises
    ------
    BadInput
        Where columns differ in length, with where lines are missing or too many.
    """
    from bleu_core.readers.health import lengths_told, mend, repair_all
    from bleu_core.text.evalset import Misaligned

    try:
        evalset, repairs = read()
    except Misaligned as error:
        made = mend(error.columns)
        if made and repair:
            return *made, error.repairs
        problems = lengths_told(error, made is not None)
        advice = option.choose_repair() if made else option.repair_impossible()
        raise BadInput([*problems, advice] if made or repair else problems) from error
    if repair:
        return *repair_all(evalset), repairs
    return evalset, [], repairs
