"""`--report`: files that a command writes, told before the work if they could not be written."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any, TypeVar

import click

from bleu_core.cli.errors import BadInput, told
from bleu_core.wording import listed

Command = TypeVar("Command", bound=Callable[..., Any])


def report_option(suffixes: Sequence[str]) -> Callable[[Command], Command]:
    """The option, of files that end in one of these."""

    def check(ctx: click.Context, option: click.Parameter, paths: tuple[str, ...]) -> Any:
        for path in map(Path, paths):
            if path.suffix.lower() not in suffixes:
                raise click.BadParameter(
                    f"{str(path)!r} is to end in {listed(suffixes, last='or')}."
                )
            if not path.absolute().parent.is_dir():
                raise click.BadParameter(f"there is no folder {str(path.parent)!r}.")
            if path.suffix.lower() == ".xlsx" and find_spec("openpyxl") is None:
                raise click.BadParameter("XLSX needs openpyxl: pip install 'bleuscope[xlsx]'.")
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
        raise BadInput([f"{name} cannot be written: {error.strerror or error}."]) from error
