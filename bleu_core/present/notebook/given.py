"""The arguments of `compare`: files and columns of texts."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

import numpy as np
import pandas as pd
import pyarrow as pa
from numpy.typing import NDArray

from bleu_core.messages import notebook
from bleu_core.readers import File
from bleu_core.text.evalset import text_column
from bleu_core.text.streams import InputError, shape_problems, stream_problems

# A `str` or a path is a file; a column has one text a segment.
Column: TypeAlias = (
    "Sequence[str | None] | pd.Series[Any] | NDArray[Any] | pa.Array | pa.ChunkedArray"
)
Texts: TypeAlias = "str | os.PathLike[str] | Column"
# Of one reference its texts; of several a list of these, or a frame or table of nothing else.
References: TypeAlias = "Texts | Sequence[Texts] | pd.DataFrame | pa.Table"


class Given(NamedTuple):
    """An argument with its role: "A", "B", "reference 1", "source" or "documents"."""

    place: str
    texts: Any

    @property
    def is_file(self) -> bool:
        return is_file(self.texts)

    @property
    def called(self) -> str:
        """The stem of a file's name, the name of a pandas column, or ''."""
        if self.is_file:
            return Path(os.fspath(self.texts)).stem
        name = self.texts.name if isinstance(self.texts, pd.Series) else None
        return "" if name is None else str(name)

    def read(self) -> File:
        """Read the file, or raise InputError."""
        name = os.fspath(self.texts)
        try:
            return File(Path(name).name, Path(name).read_bytes())
        except (OSError, ValueError) as error:  # ValueError: a NUL in the name
            reason = getattr(error, "strerror", None) or str(error)
            may_be_text = isinstance(self.texts, str)
            raise InputError([
                notebook.unreadable_file(self.place, name, reason, may_be_text)
            ]) from None  # fmt: skip

    def column(self) -> pa.Array:
        """The texts as a column, null for missing ones; raises InputError for other types."""
        values = self.texts
        if isinstance(values, pd.Series):
            values = _of_pandas(values)
        elif isinstance(values, np.ndarray):
            values = values.tolist()
        if isinstance(values, pa.Array | pa.ChunkedArray) and not _is_text(values.type):
            is_pandas = isinstance(self.texts, pd.Series)
            raise InputError([notebook.not_text(self.place, str(values.type), is_pandas)])
        if problems := stream_problems(self.place, values, True):
            raise InputError(problems)
        return text_column(values, self.place)


def is_file(given: object) -> bool:
    return isinstance(given, str | os.PathLike)


def separate(references: Any, by_file: bool) -> list[Any]:
    """The references as a list of streams; if `by_file`, strings in a list are files.

    Raises
    ------
    InputError
        Where these are no references.
    """
    if isinstance(references, pd.DataFrame):
        return [references.iloc[:, number] for number in range(references.shape[1])]
    if isinstance(references, pa.Table):
        return list(references.columns)
    if is_file(references) or isinstance(references, pd.Series | pa.Array | pa.ChunkedArray):
        return [references]
    if isinstance(references, np.ndarray):
        references = references.tolist()
    if not isinstance(references, Sequence):
        raise InputError([notebook.no_references(type(references).__name__)])
    if not _is_flat(references):
        return list(references)
    if not by_file:
        return [references]
    if not any(os.path.exists(one) for one in references if one is not None):
        raise InputError([notebook.references_not_files(str(references[0]))])
    return list(references)


def misshapen(references: Any, size: int, by_file: bool) -> list[str]:
    """Warnings about references whose shape does not fit `size` segments."""
    if not isinstance(references, list | tuple):
        return []
    if not _is_flat(references):
        return [] if any(map(is_file, references)) else [*shape_problems(references, size)]
    if by_file or len(references) == size:
        return []
    return [notebook.references_as_texts(len(references), size)]


def index_problems(given: Sequence[Given]) -> list[tuple[str, str]]:
    """Roles with a warning: columns are combined by line, not by index as in pandas."""
    columns = [one for one in given if isinstance(one.texts, pd.Series)]
    return [
        (one.place, notebook.other_index(one.place, columns[0].place))
        for one in columns[1:]
        if not one.texts.index.equals(columns[0].texts.index)
    ]


def _is_flat(references: Sequence[Any]) -> bool:
    """Whether these are strings, not several references."""
    return len(references) > 0 and all(isinstance(one, str | None) for one in references)


def _of_pandas(values: pd.Series[Any]) -> Any:
    """A pyarrow column; for mixed types the values, with None for missing ones."""
    try:
        return pa.array(values, from_pandas=True)
    except (pa.ArrowException, UnicodeError):
        missing = values.isna().tolist()
        return [None if no else value for value, no in zip(values, missing, strict=True)]


def _is_text(kind: pa.DataType) -> bool:
    kind = kind.value_type if pa.types.is_dictionary(kind) else kind
    kinds = (
        pa.types.is_string,
        pa.types.is_large_string,
        pa.types.is_string_view,
        pa.types.is_null,
    )
    return any(is_kind(kind) for is_kind in kinds)
