"""Find the files of a data set, check their columns, and list their fragments."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from stat import S_ISREG

import pyarrow as pa
import pyarrow.parquet as pq

from bleu_core.common.file_patterns import matching_paths, walk_once
from bleu_core.common.formatting import truncate
from bleu_core.common.parallel import in_order
from bleu_core.datasets.fragments import Columns, Fragment, is_text, metadata_of
from bleu_core.datasets.plan import DatasetPlan
from bleu_core.messages import Message, dataset
from bleu_core.messages.lines import no_segments
from bleu_core.messages.scoring import same_twice
from bleu_core.text.evalset import InputError


def files_of(paths: Sequence[str], problems: list[Message]) -> Iterator[Path]:
    """The files of a data set, absolute, from files, folders (sorted by name) and patterns."""
    seen: set[Path] = set()
    for text in paths:
        path = Path(text)
        before = len(problems)
        if path.is_dir():
            found = _within(path, problems)
        else:
            named = [path] if path.is_file() else sorted(map(Path, matching_paths(text)))
            found = [
                file
                for one in named
                for file in (_within(one, problems) if one.is_dir() else [one])
            ]
        if not found and len(problems) == before:
            problems.append(dataset.no_file(text))
        for one in found:
            full = one.resolve()
            if full not in seen:
                seen.add(full)
                yield full


def _within(folder: Path, problems: list[Message]) -> list[Path]:
    """All files "*.parquet" of a folder and its subfolders, following links."""

    def unlisted(error: OSError) -> None:
        problems.append(dataset.unusable_folder(str(error.filename), "read", str(error.strerror)))

    found: list[Path] = []
    for place, folders, files in walk_once(folder, unlisted):
        folders[:] = sorted(name for name in folders if not _is_hidden(name))
        found += [
            Path(place, name)
            for name in files
            if name.endswith(".parquet") and not _is_hidden(name)
        ]
    return sorted(found)


def _is_hidden(name: str) -> bool:
    """Whether a name is not data: Spark and Arrow write such files beside it, or while they write.

    By their rules "_temporary" is hidden; "_language=de", a partition by value, is not.
    """
    return name.startswith(".") or (name.startswith("_") and "=" not in name)


# Path, size and time of a file, the rows of each of its groups, and its schema.
_Footer = tuple[tuple[str, int, int], list[int], pa.Schema]


def planned(paths: Sequence[str], columns: Columns) -> DatasetPlan:
    """Plan a data set: find its fragments and the metadata columns to save.

    Parameters
    ----------
    paths : list of str
        Files, folders or patterns: see `find_fragments`.
    columns : Columns
        Roles of the columns.

    Returns
    -------
    DatasetPlan
        Input of `count` and `open_data_set`.

    Raises
    ------
    InputError
        As in `find_fragments`.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> import pyarrow as pa
    >>> import pyarrow.parquet as pq
    >>> temporary = TemporaryDirectory()
    >>> folder = temporary.name
    >>> texts = pa.table({"old": ["a"] * 10, "new": ["the"] * 10, "human": ["the"] * 10})
    >>> pq.write_table(texts, f"{folder}/one.parquet", row_group_size=6)
    >>> plan = planned([folder], Columns("old", "new", ("human",)))
    >>> plan.segments, len(plan.fragments)
    (10, 2)
    """
    fragments, schemas = _looked_through(paths, columns)
    return DatasetPlan(tuple(fragments), columns, metadata_of(fragments, schemas, columns))


def find_fragments(paths: Sequence[str], columns: Columns) -> list[Fragment]:
    """Find the fragments of a data set: the row groups of its files, sorted by file name.

    Only the footers of files are read. Row groups without rows are skipped.

    Parameters
    ----------
    paths : list of str
        Files, folders or patterns such as `corpus/*.parquet`. In a folder, all files `*.parquet`
        are read, also in subfolders, except if a name begins with "." or "_";
        partitions such as "_language=de" are read.
    columns : Columns
        Roles of the columns.

    Returns
    -------
    list of Fragment

    Raises
    ------
    InputError
        Files are missing or are not Parquet, lack a column, have it twice, or have something else
        than text in it. One message per problem, which names the files.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> import pyarrow as pa
    >>> import pyarrow.parquet as pq
    >>> temporary = TemporaryDirectory()
    >>> folder = temporary.name
    >>> texts = pa.table({"old": ["a"] * 10, "new": ["the"] * 10, "human": ["the"] * 10})
    >>> pq.write_table(texts, f"{folder}/one.parquet", row_group_size=6)
    >>> [one.rows for one in find_fragments([folder], Columns("old", "new", ("human",)))]
    [6, 4]
    """
    fragments, _ = _looked_through(paths, columns)
    return fragments


def _looked_through(
    paths: Sequence[str], columns: Columns
) -> tuple[list[Fragment], list[pa.Schema]]:
    """The fragments, and the schema of each file; all problems are raised together."""
    problems: list[Message] = []
    if columns.a == columns.b:
        problems.append(same_twice(columns.a, "column"))
    wrong: dict[Message, list[Path]] = defaultdict(list)
    fragments: list[Fragment] = []
    schemas: list[pa.Schema] = []
    first = 0
    for path, footer in in_order(_read_footer, files_of(paths, problems)):
        if isinstance(footer, Message):
            wrong[footer].append(path)
            continue
        file, groups, schema = footer
        for problem in _column_problems(schema, columns):
            wrong[problem].append(path)
        start = 0
        for group, rows in enumerate(groups):
            if rows:
                fragments.append(Fragment(*file, group, rows, first + start, start))
                start += rows
        first += start
        if start:
            schemas.append(schema)
    problems += [
        dataset.in_files(list(map(_printable_path, files)), why) for why, files in wrong.items()
    ]
    if not problems and not first:
        problems.append(no_segments("The data set"))
    if problems:
        raise InputError(problems)
    return fragments, schemas


def _read_footer(path: Path) -> tuple[Path, _Footer | Message]:
    """A path with the footer of its file, or why it cannot be read."""
    if _printable_path(path) != str(path):
        return path, dataset.not_parquet("its name is not UTF-8; rename it")
    try:
        status = path.stat()
        if not S_ISREG(status.st_mode):  # reading a pipe would never end
            return path, dataset.not_parquet("not a regular file")
        about = pq.read_metadata(path)
        rows = [about.row_group(group).num_rows for group in range(about.num_row_groups)]
        if sum(rows) != about.num_rows:  # rows of a damaged group would be lost in silence
            reason = f"its row groups have {sum(rows)} of {about.num_rows} rows"
            return path, dataset.not_parquet(reason)
        schema = about.schema.to_arrow_schema()
    except UnicodeDecodeError:
        return path, dataset.not_parquet("a column's name is not UTF-8")
    except (OSError, pa.ArrowException) as error:
        return path, dataset.not_parquet(_reason(error))
    return path, ((str(path), status.st_size, status.st_mtime_ns), rows, schema)


def _printable_path(path: Path) -> str:
    """A path as text, even if its bytes are not UTF-8, which Linux allows."""
    return str(path).encode(errors="backslashreplace").decode()


def _reason(error: Exception) -> str:
    said = getattr(error, "strerror", None) or str(error)
    return truncate((said.splitlines() or [type(error).__name__])[0].rstrip("."), 200)


def _column_problems(schema: pa.Schema, columns: Columns) -> Iterator[Message]:
    """One message, without the file, for each column that cannot have its role."""
    lacks = [name for name in columns.named if name not in schema.names]
    if lacks:
        yield dataset.missing_column(lacks, schema.names)
    for name in columns.named:
        times = schema.names.count(name)
        if times > 1:
            yield dataset.repeated_column(name, times)
        elif times:
            kind = schema.field(name).type
            values = kind.value_type if pa.types.is_dictionary(kind) else kind
            is_number = pa.types.is_integer(values) and name == columns.document
            if not (is_text(values) or pa.types.is_null(values) or is_number):
                yield dataset.column_not_text(name, str(kind))
