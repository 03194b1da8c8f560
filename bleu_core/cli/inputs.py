"""The files of a command: paths, standard input as "-", and several after one --ref."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from bleu_core.cli.errors import BadInput, problems_of
from bleu_core.messages import option
from bleu_core.metrics.registry import NAMES

if TYPE_CHECKING:
    from bleu_core.readers import File

Command = TypeVar("Command", bound=Callable[..., Any])
PATH = click.Path(path_type=str, allow_dash=True)
STANDARD_INPUT = "-"
# The options that several values may follow.
_SEVERAL = {"--ref": "--ref", "-m": "-m", "--metrics": "-m", "--data": "--data"}


class WithSeveral(click.Command):
    """A command where several files may follow one --ref or --data, and several names one -m.

    `compare A B --ref R1 R2 -m bleu chrf`, as sacreBLEU has it; `--data corpus/*.parquet`, as a
    shell writes it out.
    """

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        options = [p for p in self.params if isinstance(p, click.Option)]
        takes_values = {name: p.nargs for p in options if not p.is_flag for name in p.opts}
        given = [p.nargs for p in self.params if not isinstance(p, click.Option)]
        arguments = -1 if -1 in given else len(given)
        return super().parse_args(ctx, list(_spread(args, takes_values, arguments)))


def _spread(words: Sequence[str], takes_values: Mapping[str, int], arguments: int) -> Iterator[str]:
    """`--ref` and `--data` before each file that follows one, and `-m` before each metric's name.

    A file follows --ref once there is an argument, or a data set in place of one: before that it
    may be one, and click tells what is missing. A word follows -m if it is the name of a metric,
    or if all arguments are there (-1: any number may be): then click tells that there is no such
    metric.
    """
    seen, values, last, list_of = 0, 0, "", ""
    for word in words:
        if values:
            yield word
            values -= 1
            list_of = _SEVERAL.get(last, "")
            seen += list_of == "--data"
            continue
        last, values = word, takes_values.get(word, 0)
        if word.startswith("-") and word != STANDARD_INPUT:
            option, said, _ = word.partition("=")
            list_of = _SEVERAL.get(option, "") if said else ""
        elif (
            list_of == "--data"
            or (list_of == "--ref" and seen)
            or (list_of == "-m" and (word in NAMES or seen == arguments))
        ):
            yield list_of
        else:
            seen, list_of = seen + 1, ""
        yield word


def _by_file(ctx: click.Context, parameter: click.Parameter, given: tuple[str, ...]) -> Any:
    """What is said of files: by their paths, and by "" of all others."""
    found: dict[str, str] = {}
    for path, _, name in (text.rpartition("=") for text in given):
        if path in found:
            raise click.BadParameter(option.repeated(path))
        found[path] = name
        _check(parameter.name, name)
    return found


def _check(asked_by: str | None, name: str) -> None:
    from bleu_core.readers import FORMATS, ReadError
    from bleu_core.readers.decoding import canonical

    if asked_by == "encoding":
        try:
            canonical(name)
        except ReadError as error:
            raise click.BadParameter(problems_of(error)[0]) from None
    elif name not in FORMATS:
        raise click.BadParameter(option.unknown_format(name, list(FORMATS)))


def file_options(command: Command) -> Command:
    """Give a command the options that its files are read by."""
    for each in (
        click.option(
            "--list", "lists", is_flag=True, help="Print what the files hold, and do no more."
        ),
        click.option(
            "--input-format", "formats", multiple=True, callback=_by_file, metavar="[FILE=]FORMAT",
            help="Of all files, or of one, where the guess is wrong: text, mteval, tmx, xliff, "
            "tsv, csv, json, jsonl, parquet, xlsx.",
        ),
        click.option(
            "--encoding", multiple=True, callback=_by_file, metavar="[FILE=]NAME",
            help="Of the files that are not UTF-8, or of one of them: latin-1, cp1252, sjis, …",
        ),
        click.option(
            "--tab-separated", is_flag=True, help="The reference file has several a line, by tabs."
        ),
        click.option(
            "--ref", "references", type=PATH, multiple=True, metavar="FILE...",
            help="References, one file each. May be left out if a file holds its references.",
        ),
    ):  # fmt: skip
        command = each(command)
    return command


def options_for(systems: str) -> dict[str, str]:
    """The options that do what messages on reading advise; `systems` are those for systems."""
    from bleu_core.readers import FORMATS, advice

    return {
        advice.SYSTEM: option.choose_system(systems),
        advice.SEVERAL_A_LINE: option.choose_several_per_line(),
        advice.ENCODING: option.choose_encoding(),
        advice.FORMAT: option.choose_format(list(FORMATS)),
    }


def read_paths(
    paths: Sequence[str | None],
    formats: Mapping[str, str] | None = None,
    encodings: Mapping[str, str] | None = None,
) -> list[File | None]:
    """Each file with its bytes and how it is to be read; None where no path was given.

    Raises
    ------
    BadInput
        With a sentence for each file that cannot be read.
    """
    from bleu_core.readers import File

    formats, encodings = formats or {}, encodings or {}
    given = [_name(path) for path in paths if path is not None]
    problems: list[str] = [
        option.unknown_file(click.format_filename(path), given)
        for path in dict.fromkeys([*formats, *encodings])
        if path and path not in paths
    ]
    if list(paths).count(STANDARD_INPUT) > 1:
        problems.append(option.standard_input_twice())
    files: list[File | None] = []
    for path in paths:
        if path is None:
            files.append(None)
            continue
        form = formats.get(path) or formats.get("")
        try:
            files.append(File(_name(path), _read(path), form, encodings.get(path)))
        except OSError as error:
            problems.append(option.unreadable_file(_name(path), error.strerror or str(error)))
    if problems:
        raise BadInput(problems)
    return files


def _read(path: str) -> bytes:
    return sys.stdin.buffer.read() if path == STANDARD_INPUT else Path(path).read_bytes()


def _name(path: str) -> str:
    # A file's name may be bytes that are no text.
    return "standard input" if path == STANDARD_INPUT else click.format_filename(path)
