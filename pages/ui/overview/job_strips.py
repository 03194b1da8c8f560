"""Where in a data set the points lie: in documents or runs of lines; each opens its segments."""

from __future__ import annotations

import pandas as pd

from bleu_core.common.numerals import counted, whole
from bleu_core.datasets import Job, places
from bleu_core.datasets.opening import value_is
from bleu_core.present import figures
from bleu_core.segments.places import run_names
from bleu_core.segments.slices import DOCUMENT, NOTHING
from bleu_core.segments.worklist import Filters, boxes
from pages.ui.overview.strips import open_segments
from pages.ui.widgets.figure import figure
from pages.ui.widgets.unattributed import unattributed


def strips(job: Job) -> None:
    """Draw a bar per document, those with most points; without documents, runs of lines."""
    if not job.ledger.defined:
        return
    unattributed(job)
    if job.unit == "document":
        _documents(job)
    else:
        _runs(job)


def _documents(job: Job) -> None:
    names, values = places.by_document(job)
    labels = [name or NOTHING for name in names]
    number = len(job.tally.names)
    few = len(names) < number
    axis = (
        f"the {whole(len(names))} of {whole(number)} documents that have" if few else "documents,"
    )
    chosen = figure(
        figures.strip(labels, values, f"{axis} most points{'' if few else ' first'}"),
        "Documents",
        "points",
        "documents",
        lambda: pd.DataFrame({"document": labels, "BLEU points": values}),
        selects=True,
    )
    if chosen:
        open_segments(job, value_is(job, DOCUMENT, names[int(chosen[0]["x"])]))


def _runs(job: Job) -> None:
    first, last, values = places.by_run(job)
    labels = run_names(first, last)
    chosen = figure(
        figures.strip(
            labels, values, f"the data set in order, {counted(len(values), 'run')} of lines"
        ),
        "Along the data set",
        "points",
        "runs",
        lambda: pd.DataFrame({"lines": labels, "BLEU points": values}),
        selects=True,
    )
    if chosen:
        i = int(chosen[0]["x"])
        ends = float(first[i]), float(last[i])
        open_segments(job, boxes.written(Filters(lines=ends)))
