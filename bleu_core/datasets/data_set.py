"""A data set as an ordinary test set: texts mapped from disk, statistics counted once and saved."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import asdict, dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from bleu_core.common.formatting import format_bytes, format_datetime, format_int
from bleu_core.common.pair import A, B
from bleu_core.common.progress import Progress
from bleu_core.datasets.counting import (
    BATCH,
    BYTES,
    SIDES,
    FolderError,
    Texts,
    read_statistics,
    references_of,
    write_statistics,
)
from bleu_core.datasets.fragments import READ, Fragment, join_batches, rows_of
from bleu_core.datasets.mapped_texts import ColumnRecord, write_columns
from bleu_core.datasets.plan import DatasetPlan
from bleu_core.datasets.saved import UNREADABLE, mark, place_of, plan_of, read_marker
from bleu_core.text.config import BleuConfig
from bleu_core.text.evalset import EvalSet, Origin

# Maximum number of files listed in a report's provenance.
MOST_FILES = 20


@dataclass(frozen=True, eq=False)
class DataSet(EvalSet):
    """A data set of Parquet files as an EvalSet; its systems are named by their columns.

    Texts are mapped from disk, so they use no memory until they are read. The digest is that of the
    plan: texts are not hashed. Create one with `open_data_set`.

    Attributes
    ----------
    plan : DatasetPlan
    folder : Path
        Folder with its texts and statistics.

    Examples
    --------
    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> import pyarrow as pa
    >>> import pyarrow.parquet as pq
    >>> from bleu_core import BleuConfig, Comparison
    >>> from bleu_core.datasets import Columns, count, open_data_set, planned
    >>> temporary = TemporaryDirectory()
    >>> folder = Path(temporary.name)
    >>> old, new = ["a cat sat here", "it rains"] * 50, ["the cat sat here", "it rains"] * 50
    >>> pq.write_table(pa.table({"old": old, "new": new, "human": new}), folder / "one.parquet")
    >>> plan = planned([str(folder)], Columns("old", "new", ("human",)))
    >>> config, saved = BleuConfig(), folder / "saved"
    >>> count(plan, config, saved)  # fragments that could not be counted
    []
    >>> comparison = Comparison.of(open_data_set(plan, config, saved), config)
    >>> comparison.a, len(comparison), round(comparison.delta, 2)
    ('old', 100, 76.36)
    """

    # These follow fields with defaults, so they need defaults too.
    plan: DatasetPlan = None  # type: ignore[assignment]
    folder: Path = None  # type: ignore[assignment]

    @cached_property
    def digest(self) -> str:
        return self.plan.digest

    @property
    def nbytes(self) -> int:
        """Memory in bytes; mapped files do not count."""
        return 0

    def __reduce__(self) -> tuple[Any, ...]:
        return load, (self.folder, self.digest)

    @property
    def origin(self) -> Origin:
        columns, files = self.plan.columns, self.plan.files
        roles = {A: columns.a, B: columns.b}
        roles |= {f"reference {n}": name for n, name in enumerate(columns.references, 1)}
        roles |= {"source": columns.source, "document": columns.document}
        relative = self.plan.relative
        facts = [("data set", f"{relative(self.plan.place)}: {self.plan.size}")]
        facts += [(f"column of {role}", name) for role, name in roles.items() if name]
        facts += [
            (
                f"file {number}",
                f"{relative(path)}, {format_bytes(size)}, {format_datetime(modified / 1e9)}",
            )
            for number, (path, size, modified) in enumerate(files[:MOST_FILES], 1)
        ]
        if len(files) > MOST_FILES:
            facts.append(("more files", format_int(len(files) - MOST_FILES)))
        return Origin(facts, ["--data", self.folder.name])

    def saved_statistics(
        self, name: str, config: BleuConfig, progress: Progress | None = None
    ) -> NDArray[Any] | None:
        """(S, 2 + 2N) statistics of a system, read from disk."""
        side = SIDES[self.plan.columns.systems.index(name)]
        kind = np.float64 if config.reference_length == "average" else np.int64
        matrix = np.empty((len(self), 2 + 2 * config.max_ngram_order), kind)
        counted = False
        for fragment in self.plan.fragments:
            path = self.plan.statistics_path(self.folder, fragment, config)
            rows = matrix[fragment.first : fragment.first + fragment.rows]
            if progress:
                progress(fragment.first / len(self))
            if _fill(rows, path, side, config):
                continue
            try:
                write_statistics(path, config, self._texts_of(fragment))
            except FolderError:
                return None
            counted = True
            if not _fill(rows, path, side, config):
                return None
        if counted:
            with suppress(*UNREADABLE):
                mark(self.folder, self.digest, read_marker(self.folder, self.digest), config)
        return matrix

    def _texts_of(self, fragment: Fragment) -> Iterator[Texts]:
        """The texts of a fragment, in blocks as for counting."""
        columns = [*self.systems.values(), *self.references]
        names = [str(number) for number in range(len(columns))]
        pieces = (
            pa.RecordBatch.from_arrays(
                [column.slice(fragment.first + start, min(READ, fragment.rows - start))
                 for column in columns],
                names,
            )
            for start in range(0, fragment.rows, READ)
        )  # fmt: skip
        systems = len(self.systems)
        for _, batch in join_batches(pieces, BATCH, BYTES):
            yield batch.columns[:systems], batch.columns[systems:]


def _fill(matrix: NDArray[Any], path: Path, side: str, config: BleuConfig) -> bool:
    """Fill a matrix with statistics from a file; False if the file is missing or damaged."""
    done = 0
    try:
        for rows in read_statistics(path, side, config):
            matrix[done : done + len(rows)] = rows
            done += len(rows)
    except UNREADABLE:
        return False
    return done == len(matrix)


def open_data_set(
    plan: DatasetPlan, config: BleuConfig, folder: Path, progress: Progress | None = None
) -> DataSet:
    """Open a planned data set as a test set.

    Its texts are first copied to the folder, unless they are already there. It is then listed by
    `saved_data_sets`, with these settings.

    Parameters
    ----------
    plan : DatasetPlan
        Result of `planned`, counted with `count`. Statistics that are missing are counted when they
        are needed.
    config : BleuConfig
    folder : Path
        Folder for texts and statistics.
    progress : callable, optional
        Called with the part done, 0 to 1; may raise to stop.

    Returns
    -------
    DataSet

    Raises
    ------
    FragmentError
        A row group has changed since it was counted.
    FolderError
        The texts cannot be saved.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> from pathlib import Path
    >>> import pyarrow as pa
    >>> import pyarrow.parquet as pq
    >>> from bleu_core import BleuConfig
    >>> from bleu_core.datasets import Columns, count, delete_data_set, load, planned
    >>> from bleu_core.datasets import saved_data_sets
    >>> temporary = TemporaryDirectory()
    >>> folder = Path(temporary.name)
    >>> pq.write_table(pa.table({"x": ["a b"], "y": ["a"], "r": ["a b"]}), folder / "one.parquet")
    >>> plan, config = planned([temporary.name], Columns("x", "y", ("r",))), BleuConfig()
    >>> bad = count(plan, config, folder / "saved")
    >>> data_set = open_data_set(plan, config, folder / "saved")
    >>> [saved.title for saved in saved_data_sets(folder / "saved")]
    ['one.parquet']
    >>> load(folder / "saved", data_set.digest).systems["x"].to_pylist()
    ['a b']
    >>> delete_data_set(folder / "saved", data_set.digest)
    >>> load(folder / "saved", data_set.digest) is None
    True
    """
    found = load(folder, plan.digest)
    if found is None:
        records = write_columns(_texts(plan, progress), place_of(folder, plan.digest))
        texts = {name: asdict(record) for name, record in records.items()}
        marker: dict[str, Any] = {"plan": asdict(plan), "texts": texts, "configs": []}
    else:
        marker = read_marker(folder, plan.digest)
    mark(folder, plan.digest, marker, config)
    return _opened(folder, plan.digest)


def _texts(plan: DatasetPlan, progress: Progress | None) -> Iterator[dict[str, pa.Array]]:
    """The columns of the data set by the names of their files, in blocks of rows."""
    columns, done = plan.columns, 0
    for fragment in plan.fragments:
        for batch in rows_of(fragment, columns.named, plan.metadata):
            systems = map(batch.column, columns.systems)
            texts = dict(zip(SIDES, systems, strict=True))
            for number, reference in enumerate(references_of(batch, columns)):
                texts[_reference(number)] = reference
            if columns.source:
                texts["source"] = batch.column(columns.source)
            if columns.document:
                texts["document"] = batch.column(columns.document)
            for number, name in enumerate(plan.metadata):
                texts[_metadata(number)] = batch.column(name).cast(pa.large_string())
            yield texts
            done += len(batch)
            if progress:
                progress(done / plan.segments)


def _reference(number: int) -> str:
    return f"reference-{number}"


def _metadata(number: int) -> str:
    return f"metadata-{number}"


def load(folder: Path, digest: str) -> DataSet | None:
    """Load a saved data set by its digest; None if it is not in the folder, or damaged."""
    try:
        return _opened(folder, digest)
    except UNREADABLE:
        return None


def _opened(folder: Path, digest: str) -> DataSet:
    marker = read_marker(folder, digest)
    plan = plan_of(marker)
    columns = plan.columns

    def mapped(name: str) -> pa.Array:
        record = ColumnRecord.of_fields(marker["texts"][name])
        if record.rows != plan.segments:
            raise ValueError(name)
        return record.mapped(place_of(folder, digest), name)

    if plan.digest != digest:
        raise ValueError(digest)
    return DataSet(
        {name: mapped(side) for side, name in zip(SIDES, columns.systems, strict=True)},
        [mapped(_reference(number)) for number in range(len(columns.references))],
        mapped("source") if columns.source else None,
        mapped("document") if columns.document else None,
        {name: mapped(_metadata(number)) for number, name in enumerate(plan.metadata)},
        plan=plan,
        folder=folder,
    )
