"""A run of a suite: its headline, the failures, and the details of a cell."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import fields
from functools import partial
from typing import Any, NoReturn
from urllib.parse import parse_qsl

import pandas as pd
import streamlit as st

from bleu_core.common.escaping import one_line
from bleu_core.common.formatting import (
    format_count,
    format_datetime,
    format_int,
    format_recent_time,
)
from bleu_core.present import figures
from bleu_core.present.account.gates import state_mark
from bleu_core.present.document import Span
from bleu_core.suite.rendering.document import (
    SuiteCell,
    change,
    headline,
    metric_term,
    scores_table,
    slices_table,
    suite_slices,
)
from bleu_core.suite.results import History, HistoryPoint, SuiteResult, SystemResult
from pages.ui import state, user_workspace
from pages.ui.query import parse
from pages.ui.suites import saved_runs
from pages.ui.suites.saved_runs import MOST, SavedRuns, choose_cell, metric_labels
from pages.ui.view import SUITE_FIELDS
from pages.ui.widgets.alert import draw_alert, safe_sentences
from pages.ui.widgets.components import UI
from pages.ui.widgets.figure import figure
from pages.ui.widgets.rich_text import draw_rich_text
from pages.ui.widgets.table import account_cell as drawn
from pages.ui.widgets.table import draw_account_table, draw_paging, draw_table


def comparison_link(one: SystemResult) -> str:
    """Return the link to the comparison; '' if it is not saved."""
    return f"./?{one.query}" if one.query else ""


def open_cell(one: SystemResult) -> NoReturn:
    """Open the comparison on the Overview; of the view, only the suite stays."""
    view, _ = parse(dict(parse_qsl(one.query)))
    kept = {name: getattr(state.current(), name) for name in ("bench", *SUITE_FIELDS)}
    state.open_screen(
        "overview.py", **{field.name: getattr(view, field.name) for field in fields(view)} | kept
    )


def follow_press(message: str, cell: SuiteCell) -> None:
    """Do what a press on the board requests."""
    if message == "open" and cell.system:
        open_cell(cell.system)
    choose_cell(cell)


_CSS = (UI / "suites/beside.css").read_text(encoding="utf-8")


@contextmanager
def side_by_side() -> Iterator[None]:
    """Return the container of `narrow_side` and `wide_side`."""
    with st.container(horizontal=True, gap="large", key="beside"):
        st.html(f"<style>{_CSS}</style>")
        yield


# Containers: as wide as the content; and the rest of the row, or a row of its own.
narrow_side = partial(st.container, key="beside-first")
wide_side = partial(st.container, key="beside-second")


def draw_headline(result: SuiteResult) -> None:
    """Draw the headline of a run."""
    ended = Span("✓ Passed. ", "gain") if result.passed else Span("✗ Not passed. ", "loss")
    draw_rich_text(
        [
            ended,
            Span(headline(result), "strong"),
            Span(f" Run of {format_recent_time(result.made)}.", "muted"),
        ],
        key="suite-headline",
    )


def draw_legend(result: SuiteResult, runs: SavedRuns, metric: str) -> None:
    """Draw what a cell of the board contains."""
    label = metric_labels(result).get(metric, metric)
    p = [Span("p", "", "p-value"), Span(" (not corrected)")]
    of_metric = [m for of in result.sets for one in of.systems for m in one.said if m.key == metric]
    if tests := sum(said.p_holm is not None for said in of_metric):
        holm = Span("Holm", "", "holm")
        p = [p[0], Span(" ("), holm, Span(f", {format_count(tests, 'test')})")]
    older = ""
    if runs.number > MOST:
        older = f" (last {format_int(MOST)} of {format_int(runs.number)})"
    draw_rich_text(
        [
            Span("Cell: ", "muted"),
            Span(label, "", metric_term(metric)),
            Span(", "),
            Span("Δ", "", "delta"),
            Span(" to the baseline, "),
            *p,
            Span(f". Line: runs until this one{older}, failures crossed out; press for details."),
        ],
        key="suite-legend",
        small=True,
    )


TITLES = {
    "not compared": "Not compared:",
    "no verdict": "No verdict:",
    "failed": "Failed:",
}


def draw_cell(cell: SuiteCell, history: History, metric: str, made: float) -> None:
    """Draw the details; of a test set without systems, its errors."""
    with st.container(horizontal=True, vertical_alignment="center", key="suite-cell-heading"):
        draw_rich_text(_heading(cell), key="suite-cell-name")
        if cell.system and cell.system.query and st.button("Open comparison", type="primary"):
            open_cell(cell.system)
    if cell.why:
        tone = "error" if cell.state in ("failed", "not compared") else "warning"
        draw_alert(tone, TITLES[cell.state], safe_sentences(cell.why), key="suite-cell-why")
    if cell.system is None:
        return
    draw_rich_text(_about(cell, cell.system), key="suite-cell-about", small=True)
    numbers, runs = st.columns(2, gap="large")
    with numbers:
        draw_account_table(scores_table([cell.system]), key="suite-metrics", narrow=True)
        if cell.system.slices:
            slices = list(suite_slices([cell]))
            draw_account_table(slices_table(slices, of_sets=False), key="suite-slices", narrow=True)
    with runs:
        _history(cell, cell.system, history, metric, made)


def _history(cell: SuiteCell, one: SystemResult, runs: History, metric: str, made: float) -> None:
    """Draw the history; nothing if the metric was not computed for the system."""
    points = runs.get((cell.of.name, one.name, metric), [])
    label = next((said.label for said in one.said if said.key == metric), "")
    if len(points) == 1:
        draw_rich_text(
            [Span("One saved run. A chart appears here after the next run.", "muted")],
            key="suite-one-run",
            small=True,
        )
    elif points and label:
        figure(
            figures.suite_history(points, made, label),
            "Run history",
            "run",
            "suite-history",
            partial(_frame, points),
        )
        if len({one.ground for one in points}) > 1:
            st.caption(
                "Vertical line: settings or test set changed; scores across it are not comparable."
            )


def _heading(cell: SuiteCell) -> list[Span]:
    name = Span(one_line(cell.of.name), "strong")
    if cell.system is None:
        return [name]
    return [Span(one_line(cell.system.name), "strong"), Span(" on "), name]


def _about(cell: SuiteCell, one: SystemResult) -> list[Span]:
    held = [Span("Baseline: "), Span(one_line(one.baseline), "strong")]
    nothing = [Span("No baseline, so gates on differences could not be checked")]
    return [
        *(held if one.baseline else nothing),
        Span(". "),
        Span(format_count(cell.of.segments, "segment"), "", "segment"),
        Span(", signature "),
        Span(cell.of.signature, "signature", "signature"),
        *(Span(f". {one_line(note)}") for note in one.notes),
    ]


def _frame(points: Sequence[HistoryPoint]) -> pd.DataFrame:
    """Return the table behind the figure."""
    return pd.DataFrame(
        [
            {
                "run": format_datetime(one.made),
                "score": one.score,
                "baseline": one.baseline,
                "Δ": one.score - one.baseline,
                "passed": one.passed,
            }
            for one in points
        ]
    )


# Few, so that the details stay near.
ROWS = 10
COLUMNS: list[dict[str, Any]] = [
    {"label": "", "narrow": True},
    {"label": "test set"},
    {"label": "system"},
    {"label": "Δ BLEU", "align": "right", "term": "delta", "narrow": True},
    {"label": "reason"},
]


def draw_failures(found: Sequence[SuiteCell], shown: SuiteCell | None) -> None:
    """Draw the table; a row opens its details."""
    st.subheader("Not passed", anchor=False)
    page = draw_paging(len(found), key="not-passed-page", rows=ROWS)
    opened = draw_table(
        COLUMNS,
        [_row(one) for one in found[page]],
        ids=list(range(len(found)))[page],
        selected=found.index(shown) if shown in found else None,
        shows="suite-cell",
        how="Enter shows details",
        key="not-passed",
        label="Not passed, with reasons",
    )
    if opened:
        choose_cell(found[int(opened)])


def _row(one: SuiteCell) -> list[Any]:
    of_system = [change(one.system.bleu)] if one.system else []
    return [
        drawn(state_mark(one.state)),
        {"t": one_line(one.of.name), "tone": "code"},
        {"t": one_line(one.system.name) if one.system else "", "tone": "code"},
        drawn(of_system[0]) if of_system else "",
        " ".join(map(one_line, one.why)),
    ]


COMMAND = "bleuscope suite bleu.toml --keep"


def draw_no_runs(titles: list[str], wanted: str) -> None:
    """Draw why there is no run, and the saved suites."""
    if user_workspace.current() is None:
        draw_alert("info", "No saved suites.", [user_workspace.why_nothing()], key="no-suite")
        return
    if wanted:
        title = f"No saved runs of suite “{one_line(wanted, 80)}”."
        why = "They were deleted, or saved on another machine."
    else:
        title = "No saved suite runs yet."
        why = (
            "A suite compares many test sets in one run and fails if a gate fails. The command "
            "below runs a suite and saves the run, which then appears here."
        )
    draw_alert("warning" if wanted else "info", title, [why], key="no-suite")
    saved_runs.offer_suites(titles)
    st.code(COMMAND, language=None)
