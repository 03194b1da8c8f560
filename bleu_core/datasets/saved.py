"""Data sets saved in a folder: list them, measure their size, delete them.

Each has a subfolder with its texts and a marker, the last of its files to be written. The marker
has its plan, the files of its texts, and the settings under which it was counted, the latest last.
Statistics of all data sets are together, each under its own name.
"""

from __future__ import annotations

import json
import re
import shutil
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path
from typing import Any, NamedTuple

import pyarrow as pa

from bleu_core.datasets.counting import write_atomically
from bleu_core.datasets.fragments import Columns, Fragment
from bleu_core.datasets.plan import COUNTED, DatasetPlan
from bleu_core.text.config import BleuConfig, usable_settings

# The folder of data sets in a workspace, and the folder of their texts in it.
FOLDER, SETS = "datasets", "sets"
MARKER = "data.json"
_DIGEST = re.compile(r"[0-9a-f]{64}")
# Errors that damaged or missing files may raise.
UNREADABLE = (OSError, pa.ArrowException, ValueError, KeyError, TypeError, AttributeError)


def place_of(folder: Path, digest: str) -> Path:
    """The folder with the texts of a data set; ValueError if `digest` is not a digest."""
    if not _DIGEST.fullmatch(digest):  # it may come from a link
        raise ValueError(digest)
    return folder / SETS / digest


def _marker_path(folder: Path, digest: str) -> Path:
    return place_of(folder, digest) / MARKER


def read_marker(folder: Path, digest: str) -> dict[str, Any]:
    """Read the marker of a data set; OSError if the data set is not saved."""
    marker: dict[str, Any] = json.loads(_marker_path(folder, digest).read_text("utf-8"))
    return marker


def mark(folder: Path, digest: str, marker: dict[str, Any], config: BleuConfig) -> None:
    """Write the marker of a data set, with the current settings."""
    others = [one for one in marker["configs"] if _counted(one) != _counted(asdict(config))]
    text = json.dumps(marker | {"configs": [*others, asdict(config)]})
    with write_atomically(_marker_path(folder, digest)) as path:
        path.write_text(text, "utf-8")


def _counted(config: dict[str, Any]) -> list[Any]:
    return [config[name] for name in COUNTED]


def plan_of(marker: dict[str, Any]) -> DatasetPlan:
    """The plan in a marker; ValueError if it is invalid."""
    fields = marker["plan"]
    columns = fields["columns"]
    plan = DatasetPlan(
        tuple(Fragment(**one) for one in fields["fragments"]),
        Columns(**columns | {"references": tuple(columns["references"])}),
        tuple(fields["metadata"]),
    )
    first = 0
    for one in plan.fragments:
        if one.first != first or one.rows < 1:
            raise ValueError(plan)  # another program may have changed it
        first += one.rows
    return plan


class SavedDataSet(NamedTuple):
    """A data set saved in a folder, as lists show it."""

    digest: str
    title: str  # The name of the folder with its files, or of its only file
    a: str
    b: str
    segments: int
    finished_at: int  # When it was last computed, in nanoseconds since 1970
    config: BleuConfig  # The last used settings
    fault: str  # Why those cannot be used, so that `config` has the default ones; '' if they can


def saved_data_sets(folder: Path) -> list[SavedDataSet]:
    """List the data sets saved in a folder, the latest first."""
    found = []
    for path in (folder / SETS).glob(f"*/{MARKER}"):
        with suppress(*UNREADABLE):
            digest = path.parent.name
            marker = read_marker(folder, digest)
            plan = plan_of(marker)
            found.append(
                SavedDataSet(
                    digest, plan.title, plan.columns.a, plan.columns.b, plan.segments,
                    path.stat().st_mtime_ns, *usable_settings(marker["configs"][-1]),
                )
            )  # fmt: skip
    return sorted(found, key=lambda one: -one.finished_at)


def size_on_disk(folder: Path, digest: str) -> int:
    """Size in bytes of the files of a data set, including statistics that others share."""
    return sum(map(_size, [*place_of(folder, digest).glob("*"), *_statistics_of(folder, digest)]))


def delete_data_set(folder: Path, digest: str) -> None:
    """Delete the texts and statistics of a data set; its Parquet files remain."""
    own = _statistics_of(folder, digest)
    _marker_path(folder, digest).unlink(missing_ok=True)
    others = (path.parent.name for path in (folder / SETS).glob(f"*/{MARKER}"))
    shared = {path for other in others for path in _statistics_of(folder, other)}
    for path in own:
        if path not in shared:
            path.unlink(missing_ok=True)
    shutil.rmtree(place_of(folder, digest), ignore_errors=True)


def _statistics_of(folder: Path, digest: str) -> list[Path]:
    """Paths of its statistics under all settings, whether they exist or not."""
    try:
        marker = read_marker(folder, digest)
        plan = plan_of(marker)
        configs = [config for config, fault in map(usable_settings, marker["configs"]) if not fault]
    except UNREADABLE:
        return []
    return [
        plan.statistics_path(folder, fragment, config)
        for config in configs
        for fragment in plan.fragments
    ]


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return 0
