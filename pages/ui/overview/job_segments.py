"""How a data set's segments changed, how few carry it, and which moved most."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from bleu_core.datasets import Job, Survey
from bleu_core.present import figures
from bleu_core.present.account import MOVERS
from bleu_core.segments.worklist import Filters, boxes
from pages.ui import job_results
from pages.ui.overview import strips, tables
from pages.ui.widgets.figure import figure
from pages.ui.widgets.notice import notice
from pages.ui.widgets.rerun import run_again


def histogram(job: Job, survey: Survey) -> None:
    """Draw how many segments changed by how much."""
    counts, edges = survey.bars
    if survey.equal == len(job):
        return  # the message is above; there is no bar to draw
    bar = figure(
        figures.histogram_bars(counts, edges, survey.equal),
        "How the segments changed",
        "sentence-delta",
        "deltas",
        lambda: pd.DataFrame({"Δ from": edges[:-1], "Δ to": edges[1:], "segments": counts}),
        selects=True,
    )
    if bar:
        low, high = bar[0]["customdata"]
        # Segments that did not change are in no bar.
        wanted = Filters(delta=(float(low), float(high)), sign="changed")
        strips.open_segments(job, boxes.written(wanted))


def concentration(job: Job, survey: Survey) -> None:
    """Draw how few segments carry the gain and the loss."""
    if not job.ledger.defined:
        return
    gains, losses = (
        figures.Curve(*survey.spread.curve(way), survey.spread.total(way, job.ledger.prices))
        for way in (1, -1)
    )
    point = figure(
        figures.concentration_curves(gains, losses),
        "How few segments carry it",
        "concentration",
        "concentration",
        lambda: pd.DataFrame(
            {
                "of": ["gains"] * len(gains.segments) + ["losses"] * len(losses.segments),
                "segments": [*gains.segments, *losses.segments],
                "share of the points": [*gains.shares, *losses.shares],
            }
        ),
        selects=True,
    )
    if point:
        strips.open_segments(job, sort=point[0]["customdata"])


def movers(job: Job, survey: Survey) -> None:
    """Draw the segments that carry most; without texts until these have been read."""
    found = job_results.read_movers.ready(job, survey)
    ready = found is not None
    if found is None:
        found = job_results.untold_movers(job, survey)
    if found.problems:
        notice(
            "warning", "The texts of these segments cannot be read.", found.problems, key="texts"
        )
    both = ((1, "Most for B", found.gains), (-1, "Most against B", found.losses))
    for column, (direction, title, segments) in zip(st.columns(2, gap="large"), both, strict=True):
        with column:
            opened = tables.movers(segments, MOVERS, direction, title)
        if opened:
            sort = "-points" if direction > 0 else "points"
            strips.open_segments(job, segment=opened, sort=sort)
    if not ready:
        with st.spinner("Reading the texts of these segments"):
            job_results.read_movers(job, survey)
        run_again()
