"""The plan of a data set: its fragments, the roles of its columns, and paths of saved files."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from dataclasses import asdict, dataclass, replace
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from typing import Any

from bleu_core.common.formatting import format_count
from bleu_core.common.version import __version__
from bleu_core.datasets.fragments import Columns, Fragment
from bleu_core.text.config import TOKENIZERS, BleuConfig
from bleu_core.text.tokenizers import tokenizer_signature

# Version of the file formats of statistics and texts; it is part of the files' names.
FORM = 2
# The settings that change the counts; all others only change the formula.
COUNTED = ("tokenize", "lowercase", "max_ngram_order", "reference_length")


@dataclass(frozen=True)
class DatasetPlan:
    """The fragments of a data set, and the roles of its columns."""

    fragments: tuple[Fragment, ...]
    columns: Columns
    metadata: tuple[str, ...] = ()  # columns that describe the segments

    @cached_property
    def segments(self) -> int:
        """Number of segments in all fragments."""
        return sum(fragment.rows for fragment in self.fragments)

    @property
    def bare(self) -> DatasetPlan:
        """The plan without fragments, which is sent to a worker with each of them."""
        return replace(self, fragments=())

    @cached_property
    def digest(self) -> str:
        """SHA-256 of fragments and columns; it does not depend on texts or settings."""
        return _digest([*map(_as_json, map(_own_fields, self.fragments)), self._roles])

    def statistics_path(self, folder: Path, fragment: Fragment, config: BleuConfig) -> Path:
        """Path for the statistics of a fragment under these settings, whether it exists or not."""
        settings = {name: getattr(config, name) for name in COUNTED}
        if config.tokenize not in TOKENIZERS:  # with the plugin's version
            settings["tokenize"] = tokenizer_signature(config.tokenize)
        name = _digest([_as_json([_own_fields(fragment), settings, __version__]), self._roles])
        return folder / "statistics" / name[:2] / f"{name}.parquet"

    @cached_property
    def _roles(self) -> str:
        return _as_json([asdict(self.columns), self.metadata, FORM])

    @property
    def title(self) -> str:
        """Name of the folder with all its files, or of its only file."""
        return Path(self.place).name or self.place

    @property
    def place(self) -> str:
        """Path of the folder with all its files, or of its only file."""
        return os.path.commonpath([fragment.path for fragment in self.fragments])

    def relative(self, path: str) -> str:
        """A path that begins with the name of `place`, and does not say where that is."""
        return os.path.relpath(path, os.path.dirname(self.place))

    @property
    def files(self) -> list[tuple[str, int, int]]:
        """Path, size in bytes and modification time in nanoseconds of each file."""
        return list(dict.fromkeys((one.path, one.size, one.modified) for one in self.fragments))

    @property
    def size(self) -> str:
        """The number of row groups and files: "16 row groups in 4 files"."""
        groups = format_count(len(self.fragments), "row group")
        return f"{groups} in {format_count(len(self.files), 'file')}"


def _own_fields(fragment: Fragment) -> dict[str, Any]:
    """The fields of a fragment that do not depend on its position in the data set."""
    return {name: value for name, value in vars(fragment).items() if name != "first"}


def _as_json(value: Any) -> str:
    return json.dumps(value, sort_keys=True)


def _digest(texts: Iterable[str]) -> str:
    return sha256("\n".join(texts).encode()).hexdigest()
