"""What is to be counted of a data set, and under which names it is kept."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable
from dataclasses import asdict, dataclass, replace
from functools import cached_property
from hashlib import sha256
from pathlib import Path

from bleu_core.common.version import __version__
from bleu_core.datasets.fragments import Columns, Fragment
from bleu_core.text.config import BleuConfig

# Of what is written into a file of statistics. Another form is another name.
FORM = 1


@dataclass(frozen=True)
class Plan:
    """A data set, which of its columns is what, and the settings.

    Attributes
    ----------
    fragments : tuple of Fragment
    columns : Columns
    config : BleuConfig
    metadata : tuple of str
        Columns that say something of a segment, and are kept with its statistics.
    """

    fragments: tuple[Fragment, ...]
    columns: Columns
    config: BleuConfig
    metadata: tuple[str, ...] = ()

    @cached_property
    def segments(self) -> int:
        """How many are in the fragments."""
        return sum(fragment.rows for fragment in self.fragments)

    @property
    def bare(self) -> Plan:
        """What a task needs to know of it, beside its fragment: it is sent far, and often."""
        return replace(self, fragments=())

    def without(self, bad: Collection[Fragment]) -> Plan:
        """The data set as if these were not in it: lines and blocks are numbered without them."""
        left, first = [], 0
        for fragment in self.fragments:
            if fragment not in bad:
                left.append(replace(fragment, first=first))
                first += fragment.rows
        return replace(self, fragments=tuple(left))

    @cached_property
    def digest(self) -> str:
        """SHA-256 of all that the numbers hang on: the name of the job."""
        return _digest([self.name_of(fragment) for fragment in self.fragments])

    def name_of(self, fragment: Fragment) -> str:
        """SHA-256 of what a fragment's statistics hang on: they are the same wherever it stands."""
        text = json.dumps(vars(fragment) | {"first": 0}, sort_keys=True)
        return _digest([text, self._settings])

    def statistics_path(self, folder: Path, fragment: Fragment) -> Path:
        """Where the statistics of a fragment's segments are, or are to be."""
        name = self.name_of(fragment)
        return folder / "statistics" / name[:2] / f"{name}.parquet"

    def job_folder(self, folder: Path) -> Path:
        """Where it is kept what has been counted of the whole."""
        return folder / "jobs" / self.digest

    @cached_property
    def _settings(self) -> str:
        said = [asdict(self.columns), asdict(self.config), self.metadata, __version__, FORM]
        return json.dumps(said, sort_keys=True)


def _digest(texts: Iterable[str]) -> str:
    return sha256("\n".join(texts).encode()).hexdigest()
