"""`--report`: files that a command writes, told before the work if they could not be written."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any, TypeVar

import click

from bleu_core.cli.errors import BadInput, told
from bleu_core.common.wording import listed
from bleu_core.messages import report

Command = TypeVar("Command", bound=Callable[..., Any])


def report_option(suffixes: Sequence[str]) -> Callable[[Command], Command]:
    """The option, of files that end in one of these."""

    def check(ctx: click.Context, parameter: click.Parameter, paths: tuple[str, ...]) -> Any:
        for path in map(Path, paths):
            if path.suffix.lower() not in suffixes:
                raise click.BadParameter(report.unknown_ending(str(path), suffixes))
            if not path.absolute().parent.is_dir():
                raise click.BadParameter(report.no_folder(str(path.parent)))
            if path.suffix.lower() == ".xlsx" and find_spec("openpyxl") is None:
                raise click.BadParameter(report.xlsx_not_installed())
        return paths

    return click.option(
        "--report",
        "reports",
        type=click.Path(dir_okay=False),
        multiple=True,
        callback=check,
        metavar="FILE",
        help=f"Write a report: {listed(suffixes, last='or')}. May be given several times.",
    )


def write(render: Callable[[str], bytes], path: Path) -> None:
    """Write what `render` makes for the ending of the path.

    Raises
    ------
    BadInput
        Where it cannot be made, or not be written.
    """
    with told():
        data = render(path.suffix.lower())
    try:
        path.write_bytes(data)
    except OSError as error:
        name = click.format_filename(path)
        raise BadInput([report.unwritable(name, error.strerror or str(error))]) from error
