"""The survey of a job: made once, by the fragment, and kept beside it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
from numpy.typing import NDArray

from bleu_core.common.arrow import as_numpy
from bleu_core.common.progress import Progress
from bleu_core.datasets.divisions import Division, Summed
from bleu_core.datasets.fragments import Fragment
from bleu_core.datasets.job import Job
from bleu_core.datasets.plan import Plan
from bleu_core.datasets.running import Map, here
from bleu_core.datasets.spread import Spread
from bleu_core.datasets.survey import Survey, Top, survey_fragment, together
from bleu_core.datasets.writing import written
from bleu_core.messages import dataset
from bleu_core.text.streams import InputError

_SUMS, _REST = "survey.parquet", "survey.json"


def surveyed(job: Job, using: Map = here, progress: Progress | None = None) -> Survey:
    """The survey of a job: the one that is kept, or made now and kept.

    Raises
    ------
    InputError
        Where statistics of the job are no longer there.

    Examples
    --------
    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> import pyarrow as pa
    >>> import pyarrow.parquet as pq
    >>> from bleu_core import BleuConfig
    >>> from bleu_core.datasets import Columns, planned, run
    >>> temporary = TemporaryDirectory()
    >>> folder = Path(temporary.name)
    >>> old, new = ["a cat sat here", "it rains"] * 50, ["the cat sat here", "it rains"] * 50
    >>> texts = {"old": old, "new": new, "human": new, "kind": ["pets", "weather"] * 50}
    >>> pq.write_table(pa.table(texts), folder / "one.parquet", row_group_size=60)
    >>> plan = planned([str(folder)], Columns("old", "new", ("human",)), BleuConfig())
    >>> job, bad = run(plan, folder / "statistics")
    >>> survey = surveyed(job)
    >>> survey.segments, survey.better, survey.worse
    (100, 50, 0)
    >>> list(survey.divisions)
    ['kind', 'reference length']
    """
    return kept_survey(job) or _made(job, using, progress)


def kept_survey(job: Job) -> Survey | None:
    """The survey of a job, or None where none is kept."""
    folder = job.plan.job_folder(job.folder)
    if not (folder / _REST).is_file():
        return None
    rest = json.loads((folder / _REST).read_text("utf-8"))
    divisions: dict[str, dict[str, dict[int, Summed]]] = {name: {} for name in rest["divisions"]}
    for column, value, group, summed in _summed(pq.read_table(folder / _SUMS)):
        divisions[column].setdefault(value, {})[group] = summed
    return Survey(
        segments=rest["segments"],
        better=rest["better"],
        worse=rest["worse"],
        histogram=np.array(rest["histogram"]),
        gains=tuple(Top(*top) for top in rest["gains"]),
        losses=tuple(Top(*top) for top in rest["losses"]),
        spread=Spread({key: (count, ticks) for key, count, ticks in rest["spread"]}),
        divisions={
            name: Division(values, rest["divisions"][name]) for name, values in divisions.items()
        },
    )


def _made(job: Job, using: Map, progress: Progress | None) -> Survey:
    found, problems, done = [], [], 0
    function = partial(_survey, job.plan.bare, job.folder, job.ledger.prices)
    for fragment, survey in using(function, job.plan.fragments):
        if isinstance(survey, Exception):
            problems.append(dataset.unreadable_again(fragment.name, str(survey)))
        else:
            found.append(survey)
        done += fragment.rows
        if progress:
            progress(done / job.plan.segments)
    if problems:
        raise InputError(problems)
    survey = together(found)
    _keep(job, survey)
    return survey


def _survey(plan: Plan, folder: Path, prices: NDArray[np.float64], fragment: Fragment) -> Survey:
    return survey_fragment(plan, fragment, folder, prices)


def _keep(job: Job, survey: Survey) -> None:
    """Sums as Parquet, and the rest last: without it there is no survey."""
    folder = job.plan.job_folder(job.folder)
    rest: dict[str, Any] = {
        "segments": survey.segments,
        "better": survey.better,
        "worse": survey.worse,
        "histogram": survey.histogram.tolist(),
        "gains": survey.gains,
        "losses": survey.losses,
        "spread": [[key, *counted] for key, counted in survey.spread.bins.items()],
        "divisions": {name: division.more for name, division in survey.divisions.items()},
    }
    with written(folder / _SUMS) as path:
        pq.write_table(_table(survey), path)
    with written(folder / _REST) as path:
        path.write_text(json.dumps(rest), "utf-8")


def _table(survey: Survey) -> pa.Table:
    rows = [
        (column, value, group, summed)
        for column, division in survey.divisions.items()
        for value, groups in division.values.items()
        for group, summed in groups.items()
    ]
    columns, values, groups, summed = zip(*rows, strict=True)
    sums = np.stack([one.sums.ravel() for one in summed])
    kept = {
        "column": pa.array(columns),
        "value": pa.array(values),
        "group": pa.array(groups),
        "segments": pa.array([one.segments for one in summed]),
    }
    kept |= {f"sum{i}": pa.array(np.ascontiguousarray(sums[:, i])) for i in range(sums.shape[1])}
    return pa.table(kept)


def _summed(table: pa.Table) -> Iterator[tuple[str, str, int, Summed]]:
    sums = np.column_stack([as_numpy(table.column(i)) for i in range(4, table.num_columns)])
    keys = (table.column(name).to_pylist() for name in ("column", "value", "group", "segments"))
    for column, value, group, segments, row in zip(*keys, sums, strict=True):
        yield column, value, group, Summed(segments, row.reshape(2, -1))
