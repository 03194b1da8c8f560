"""Options of input files: several files after one --ref, formats, repair."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from bleu_core.cli.errors import BadInput, as_bad_input, problems_of
from bleu_core.cli.options import STANDARD_INPUT, option, options_class
from bleu_core.cli.testset import TestSetOptions, check_test_set, print_test_sets
from bleu_core.common.escaping import one_line
from bleu_core.common.formatting import format_count, format_int, truncate
from bleu_core.messages import file as file_messages
from bleu_core.messages import option as messages
from bleu_core.metrics.registry import is_metric, metric_name, plugin_metrics

if TYPE_CHECKING:
    from bleu_core.cli.testset import Subset
    from bleu_core.readers import Assembled, File, Parts
    from bleu_core.readers.campaigns import Campaign
    from bleu_core.readers.input_checks import Finding
    from bleu_core.readers.testsets import NamedSet
    from bleu_core.text.evalset import EvalSet


class InputPath(click.Path):
    """A path that --ref can take away from an argument: a missing one has a hint then."""

    def get_missing_message(self, param: click.Parameter, ctx: click.Context | None) -> str | None:
        many = ctx and len(ctx.params.get("references") or ()) > 1
        return messages.put_before_references() if many else None


PATH = InputPath(path_type=str, allow_dash=True)
# Characters of a column's first segment that --list prints.
PREVIEW = 50
# The format of a reference file with several references in each line.
TAB_SEPARATED = "tab-separated"
# The options that several values may follow.
_SEVERAL = {"--ref": "--ref", "-m": "-m", "--metrics": "-m"}


class WithSeveral(click.Command):
    """Takes several values after one --ref or -m: `compare A B --ref R1 R2 -m bleu chrf`."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        options = [p for p in self.params if isinstance(p, click.Option)]
        takes_values = {name: p.nargs for p in options if not p.is_flag for name in p.opts}
        numbers = [p.nargs for p in self.params if not isinstance(p, click.Option)]
        arguments = -1 if -1 in numbers else len(numbers)
        takes_test_set = any(p.name == "test_set" for p in self.params)
        if args == ["--list"] and takes_test_set and not ctx.resilient_parsing:
            print_test_sets()
            ctx.exit()
        rest = super().parse_args(ctx, list(_spread(args, takes_values, arguments)))
        check_test_set(ctx)
        return rest


def _spread(words: Sequence[str], takes_values: Mapping[str, int], arguments: int) -> Iterator[str]:
    """Repeat `--ref` before each file after the first, and `-m` before each metric.

    All words after --ref, up to the next option, belong to it. A word belongs to -m if it names a
    metric, or if all arguments are given (-1: any number); click then reports an unknown metric.
    """
    seen, values, last, list_of = 0, 0, "", ""
    for word in words:
        if values:
            yield word
            values -= 1
            list_of = _SEVERAL.get(last, "")
            continue
        last, values = word, takes_values.get(word, 0)
        if word.startswith("-") and word != STANDARD_INPUT:
            name, equals, _ = word.partition("=")
            list_of = _SEVERAL.get(name, "") if equals else ""
        elif list_of == "--ref" or (list_of == "-m" and (seen == arguments or _names_metric(word))):
            yield list_of
        else:
            seen, list_of = seen + 1, ""
        yield word


def _names_metric(word: str) -> bool:
    """Whether a word names a metric, or one that failed to load, which is then reported."""
    name = metric_name(word)
    return is_metric(name) or name in plugin_metrics().problems


def _by_file(check: Callable[[str], None]) -> Callable[..., dict[str, str]]:
    """A callback that maps the paths of files to a checked name; "" stands for all other files."""

    def callback(
        ctx: click.Context, parameter: click.Parameter, texts: tuple[str, ...]
    ) -> dict[str, str]:
        names: dict[str, str] = {}
        for path, _, name in (text.rpartition("=") for text in texts):
            if path in names:
                raise click.BadParameter(messages.repeated(path))
            names[path] = name
            check(name)
        return names

    return callback


def _check_encoding(name: str) -> None:
    from bleu_core.readers import ReadError
    from bleu_core.readers.text_files import canonical_encoding

    try:
        canonical_encoding(name)
    except ReadError as error:
        raise click.BadParameter(problems_of(error)[0]) from None


def _check_format(name: str) -> None:
    from bleu_core.readers import format_problem, formats

    if problem := format_problem("", name):
        is_unknown = problem.code == "file.unknown_format"
        known = messages.unknown("format", name, list(formats()))
        raise click.BadParameter(known if is_unknown else problem)


@options_class
class InputOptions:
    """References, and how to read files; `encodings` and `formats` by path, "" for other files."""

    references: tuple[str, ...] = option(
        "--ref", type=PATH, multiple=True, metavar="FILE...",
        help="Reference files, one per reference: all words up to the next option. FILE:COLUMN "
        "chooses a column by name. Not needed if an output file contains the references.",
    )  # fmt: skip
    encodings: dict[str, str] = option(
        "--encoding", multiple=True, callback=_by_file(_check_encoding), metavar="[FILE=]NAME",
        help="Encoding of all files that are not UTF-8, or of one FILE: latin-1, cp1252, sjis, …",
    )  # fmt: skip
    formats: dict[str, str] = option(
        "--input-format", multiple=True, callback=_by_file(_check_format),
        metavar="[FILE=]FORMAT",
        help="Format of all files, or of one FILE, if it is not detected correctly: text, mteval, "
        "tmx, xliff, tsv, csv, json, jsonl, parquet, xlsx, fairseq, opennmt, marian, nbest, "
        "opusmt, subtitles, tab-separated. The last is for reference files with several references "
        "per line; an empty field is no reference.",
    )  # fmt: skip
    list_contents: bool = option(
        "--list", is_flag=True,
        help="List the contents of the files and exit; without files, the test sets and language "
        "pairs of sacreBLEU.",
    )  # fmt: skip

    @property
    def reading(self) -> dict[str, Any]:
        """Keyword arguments for the functions of `readers`."""
        return {"encoding": self.encodings.get("")}

    def read(self, paths: Sequence[str | None]) -> list[File | None]:
        """Read the files; see `read_paths`."""
        formats = dict(self.formats)
        if formats.get("") == TAB_SEPARATED and self.references:
            of_references = {split_column(path)[0]: TAB_SEPARATED for path in self.references}
            formats = of_references | formats | {"": "text"}
        return read_paths(paths, formats, self.encodings)

    def print_contents(self, paths: Sequence[str | None]) -> None:
        """Print the columns of each file, with the names to use in options."""
        from bleu_core.readers import read_all

        for file in filter(None, self.read(paths)):
            with as_bad_input(advice_options("--a NAME")):
                parts = read_all(
                    file.data, file.name, file.format, encoding=file.encoding,
                    otherwise=self.encodings.get(""),
                )  # fmt: skip
                lines = list(_contents(parts, file.name))
            for line in lines:
                click.echo(one_line(line))


@options_class
class SourceOptions:
    """The files other than systems and references."""

    src: str | None = option(
        "--src", type=PATH, metavar="FILE",
        help="Source text; FILE:COLUMN chooses a column by name.",
    )  # fmt: skip
    docs: str | None = option(
        "--docs", type=PATH, metavar="FILE", help="Document of each segment, one per line."
    )


@options_class
class RepairOptions:
    """How to change damaged input."""

    repair: bool = option(
        "--repair", is_flag=True,
        help="Join subwords; realign lines that are shifted: a missing line becomes an empty "
        "output, an extra line is skipped, in a reference too if most files lack it; skip "
        "malformed rows of --scores. All changes are listed.",
    )  # fmt: skip
    prefix: bool = option(
        "--prefix", is_flag=True,
        help="Score only the first segments, if outputs end early: all files are cut to the "
        "shortest output.",
    )  # fmt: skip


def advice_options(systems: str) -> dict[str, str]:
    """How to fix problems of reading with options; `systems` names the options for systems."""
    from bleu_core.readers import choices, formats

    return {
        choices.SYSTEM: messages.choose_system(systems),
        choices.COLUMN: messages.choose_column(),
        choices.SEVERAL_A_LINE: messages.choose_several_per_line(),
        choices.ENCODING: messages.choose_encoding(),
        choices.FORMAT: messages.choose_format(list(formats())),
    }


def read_paths(
    paths: Sequence[str | None],
    formats: Mapping[str, str] | None = None,
    encodings: Mapping[str, str] | None = None,
    columns: bool = True,
) -> list[File | None]:
    """Read files, or FILE:COLUMN if `columns` can be chosen, None for no path; BadInput has a
    message for each bad one.
    """
    from bleu_core.readers import File

    formats, encodings = formats or {}, encodings or {}
    split = split_column if columns else _without_column
    named = [None if path is None else split(path) for path in paths]
    known = [each[0] for each in named if each]
    problems: list[str] = [
        messages.unknown("input file", click.format_filename(path), list(map(_name, known)))
        for path in dict.fromkeys([*formats, *encodings])
        if path and path not in known
    ]
    if known.count(STANDARD_INPUT) > 1:
        problems.append(messages.standard_input_twice())
    files: list[File | None] = []
    for each in named:
        if each is None:
            files.append(None)
            continue
        path, column = each
        form = formats.get(path) or formats.get("")
        try:
            data = _read(path)
            files.append(File(_name(path), data, form, encodings.get(path), column=column))
        except OSError as error:
            problems.append(file_messages.unopened(_name(path), error.strerror or str(error)))
    if problems:
        raise BadInput(problems)
    return files


def split_column(path: str) -> tuple[str, str]:
    """The path of a file and the name of a column in it, '' for none: both may have colons."""
    file, column = path, ""
    while ":" in file and not Path(file).exists():
        file, _, last = file.rpartition(":")
        column = f"{last}:{column}" if column else last
    return (file, column) if file == STANDARD_INPUT or Path(file).exists() else (path, "")


def _without_column(path: str) -> tuple[str, str]:
    return path, ""


def _read(path: str) -> bytes:
    return sys.stdin.buffer.read() if path == STANDARD_INPUT else Path(path).read_bytes()


def _name(path: str) -> str:
    # File names may be bytes that are not valid text.
    return "standard input" if path == STANDARD_INPUT else click.format_filename(path)


class LoadedInput(NamedTuple):
    """A test set, with a record of how it was read."""

    evalset: EvalSet
    repaired: list[Finding]  # changes made by --repair and --prefix
    changes: list[str]  # changes made while reading, skipped parts, and unavailable readers
    paths: dict[str, str]  # path by the SHA-256 of its file
    test_set: NamedSet | Campaign | None = None
    subset: Subset | None = None

    @property
    def test_set_key(self) -> tuple[str, str] | None:
        """Name and language pair of the test set, if it is one of sacreBLEU."""
        return self.test_set.key if self.test_set else None

    @property
    def options(self) -> list[str]:
        """The options that name the test set."""
        return self.test_set.options if self.test_set else []

    @property
    def selected(self) -> EvalSet:
        """The segments that --origlang and --subset select, or all."""
        return self.evalset.part(*self.subset) if self.subset else self.evalset


def load_input(
    options: InputOptions,
    test_set: TestSetOptions,
    paths: Sequence[str | None],
    assemble: Callable[[list[File | None], Parts | None], Assembled],
    systems: str,
    changing: RepairOptions | None = None,
) -> LoadedInput:
    """Read files as a test set; `systems` names the options that choose systems.

    `assemble` is called with the files of `paths`, and with the parts of a named test set.
    """
    from hashlib import sha256

    from bleu_core.readers.detect import plugin_readers

    digests: dict[str, str] = {}
    named: NamedSet | Campaign | None = None

    def read() -> Assembled:
        nonlocal named
        # The bytes take as much memory as the texts; they are freed when this returns.
        files = options.read(paths)
        for path, file in zip(paths, files, strict=True):
            # Not standard input, nor a file name that is not valid text.
            if path and file and split_column(path)[0] == file.name:
                digests[sha256(file.data).hexdigest()] = path
        named = test_set.load()
        digests.update(named.paths if named else {})
        return assemble(files, named.parts if named else None)

    def explain(systems: Mapping[str, Any]) -> str | None:
        return named.explain_lengths(systems) if named else None

    with as_bad_input(advice_options(systems)):
        evalset, repaired, changes = _read_repaired(read, changing, explain)
        subset = test_set.select(named, evalset)
        changes = [*changes, *plugin_readers().problems.values()]
        return LoadedInput(evalset, repaired, changes, digests, named, subset)


def load_pair(
    options: InputOptions,
    test_set: TestSetOptions,
    paths: Sequence[str | None],
    changing: RepairOptions | None = None,
    **choices: Any,
) -> LoadedInput:
    """Read A, B, source, documents and references, in this order, as a test set."""
    from bleu_core.readers import read_comparison

    def assemble(files: list[File | None], parts: Parts | None) -> Assembled:
        a, b, src, docs, *others = files
        references = [file for file in others if file is not None]
        reading = {**choices, **options.reading}
        return read_comparison(a, b, references, src, docs, test_set=parts, **reading)

    return load_input(options, test_set, paths, assemble, "--a NAME or --b NAME", changing)


def _read_repaired(
    read: Callable[[], Assembled],
    changing: RepairOptions | None,
    explain: Callable[[Mapping[str, Any]], str | None],
) -> tuple[EvalSet, list[Finding], list[str]]:
    """The test set, its repairs and reading notes; `explain` says if outputs fit another set."""
    from bleu_core.readers.input_checks import (
        explain_lengths,
        find_prefix,
        join_subwords,
        repair_all_shifts,
        repair_lengths,
    )
    from bleu_core.text.evalset import MisalignedColumns

    repair, prefix = (changing.repair, changing.prefix) if changing else (False, False)
    cut: list[Finding] = []
    try:
        evalset, changes = read()
    except MisalignedColumns as error:
        first, mended = find_prefix(error.columns), repair_lengths(error.columns)
        if first and prefix:
            (evalset, cut), changes = first, error.repairs
        elif mended and repair:
            evalset, joined = join_subwords(mended.evalset)
            return evalset, [*mended.findings, *joined], error.repairs
        else:
            wrong = None if mended or first else explain(error.columns["systems"])
            problems = [wrong] if wrong else explain_lengths(error, mended is not None)
            problems += [messages.choose_repair()] if mended else []
            problems += [messages.alignment_unknown("--repair")] if repair else []
            problems += [messages.choose_prefix(len(first.evalset))] if first else []
            problems += [messages.alignment_unknown("--prefix")] if prefix else []
            raise BadInput(problems) from error
    if repair:
        # Words tell which lines belong together.
        evalset, joined = join_subwords(evalset)
        evalset, moved = repair_all_shifts(evalset)
        cut += [*joined, *moved]
    return evalset, cut, changes


def _contents(parts: Sequence[Parts], file: str) -> Iterator[str]:
    """A line for each file of an archive, and for each column, with its role."""
    from bleu_core.readers import formats
    from bleu_core.readers.assemble import system_names
    from bleu_core.readers.choices import apply_roles, choice_name, column_choices

    if len(parts) > 1:
        yield f"{file}: archive with {format_int(len(parts))} files"
    names = iter(system_names(apply_roles(parts, {})))
    rows = [
        (column, next(names) if column.role == "system" else choice_name(column))
        for column in column_choices(parts)
    ]
    width = max((len(name) for _, name in rows), default=0)
    for number, part in enumerate(parts):
        yield f"{part.name}: {formats()[part.format]}, {format_count(len(part), 'segment')}"
        for column, name in rows:
            if column.key[0] == number:
                first = truncate(next(iter(column.preview), ""), PREVIEW)
                yield f"  {column.role:10}  {name.ljust(width)}  {first}".rstrip()
        yield from (f"  {sentence}" for sentence in part.repairs)
