"""The fragments of a data set: groups of rows of its Parquet files, in order."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from glob import glob
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

from bleu_core.streams import InputError
from bleu_core.wording import listed


@dataclass(frozen=True)
class Columns:
    """Which column of a data set is what.

    Attributes
    ----------
    a, b : str
        The outputs of the baseline and of the candidate.
    references : tuple of str
    document, source : str
        "" where there is none.
    """

    a: str
    b: str
    references: tuple[str, ...]
    document: str = ""
    source: str = ""

    @property
    def texts(self) -> tuple[str, ...]:
        """Those that hold the texts of the segments."""
        return (self.a, self.b, *self.references, *filter(None, [self.source]))

    @property
    def needed(self) -> tuple[str, ...]:
        """Those that statistics are counted from, each once."""
        named = (self.a, self.b, *self.references, *filter(None, [self.document]))
        return tuple(dict.fromkeys(named))


@dataclass(frozen=True)
class Fragment:
    """A group of rows of a Parquet file: what is counted at a time, and kept under one name.

    Attributes
    ----------
    path : str
        Of the file, absolute.
    size, modified : int
        Bytes of the file, and when it was written, in nanoseconds: a file changed is another.
    group : int
        Which group of rows of the file, from 0.
    rows : int
        Segments.
    first : int
        How many segments of the data set are in front of it.
    """

    path: str
    size: int
    modified: int
    group: int
    rows: int
    first: int

    @property
    def name(self) -> str:
        """As it is told: the file, and which of its groups of rows."""
        return f"{self.path}, group of rows {self.group + 1}"


def find_fragments(paths: Sequence[str], columns: Columns) -> list[Fragment]:
    """The fragments of a data set, file by file in the order of their names.

    Only the files' ends are read, which say what is in them.

    Parameters
    ----------
    paths : list of str
        Files, folders (of which all files "*.parquet" are taken, also in folders within), or
        patterns such as "corpus/*.parquet".
    columns : Columns

    Raises
    ------
    InputError
        With a sentence for each file that is not there or no Parquet, and for each column that a
        file lacks.
    """
    problems: list[str] = []
    fragments: list[Fragment] = []
    first = 0
    for path in _files(paths, problems):
        try:
            about = pq.read_metadata(path)
            schema = about.schema.to_arrow_schema()
        except (OSError, pa.ArrowException) as error:
            problems.append(f"{path} is no Parquet file that can be read: {error}.")
            continue
        lacks = [name for name in columns.needed if name not in schema.names]
        if lacks:
            has = listed(map(repr, schema.names))
            problems.append(f"{path} has no column {listed(map(repr, lacks))}; it has {has}.")
            continue
        status = path.stat()
        for group in range(about.num_row_groups):
            rows = about.row_group(group).num_rows
            fragments.append(
                Fragment(str(path), status.st_size, status.st_mtime_ns, group, rows, first)
            )
            first += rows
    if not problems and not first:
        problems.append("There is no segment in this data set.")
    if problems:
        raise InputError(problems)
    return fragments


def _files(paths: Sequence[str], problems: list[str]) -> Iterator[Path]:
    seen: set[Path] = set()
    for text in paths:
        path = Path(text)
        if path.is_dir():
            found = sorted(path.rglob("*.parquet"))
        else:
            found = [path] if path.is_file() else [Path(one) for one in sorted(glob(text))]
        if not found:
            problems.append(f"There is no Parquet file at {text}.")
        for one in found:
            full = one.resolve()
            if full not in seen:
                seen.add(full)
                yield full
