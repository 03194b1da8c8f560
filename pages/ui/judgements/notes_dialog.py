"""The annotations dialog: summary, files, label types."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

import pandas as pd
import streamlit as st

from bleu_core import Comparison, workspace
from bleu_core.common.escaping import visible
from bleu_core.common.numerals import counted, whole
from bleu_core.common.wording import listed
from bleu_core.present.account.annotations import SIGN_TITLES, agreed
from bleu_core.segments.annotations import (
    SEVERITIES,
    SIGNS,
    VERDICTS,
    Annotations,
    agreement,
    label_counts,
)
from bleu_core.workspace import Kind, exchange
from bleu_core.workspace.pairs import Pair
from pages.ui import open_comparison, user_workspace
from pages.ui.judgements import annotator, saved
from pages.ui.judgements.importing import importing
from pages.ui.widgets.notice import notice
from pages.ui.widgets.rerun import run_again
from pages.ui.widgets.table import table

COLUMNS = ("name", "key", "meaning")
# Most pairs of systems with verdicts that are named.
MOST_PAIRS = 10
# A hidden column of the table of labels.
FORMER = "former"
HOW = " On a segment: a, b, s, x for a verdict, l, n."


@st.dialog("Notes and labels", width="large", on_dismiss="rerun")
def notes_dialog() -> None:
    """Draw the annotations of the open comparison."""
    comparison = open_comparison.get()
    summary, files, kinds = st.tabs(["Summary", "Export and import", "Labels to choose from"])
    with files:
        annotator.own_name()
        exports = st.container()
        importing(comparison)
    nothing: Annotations = {}
    said = dict.fromkeys([annotator.me(), *saved.names_of_others(comparison)], nothing)
    said |= {annotator.me(): saved.own(comparison)} | saved.by_others(comparison)
    with summary:
        who = _whose(list(said))
        _summary(comparison, said[who])
        _other_pairs(comparison, saved.verdicts(comparison, who))
    with exports:
        _export(comparison, said)
    with kinds:
        _typology()


def _whose(names: list[str]) -> str:
    """Whose annotations are summarized: the visitor's, unless others' are here and chosen."""
    if len(names) == 1:
        return names[0]
    who: str = st.selectbox(
        "What was said by",
        names,
        format_func=lambda name: (
            f"you{f' ({name})' if name else ''}"
            if name == names[0]
            else annotator.spoken(visible(name))
        ),
        key="whose",
        help="The list of segments, its filters and reports have what you said, and nobody else.",
    )
    return who


def _summary(comparison: Comparison, annotations: Annotations) -> None:
    if not annotations:
        how = "" if user_workspace.is_only_read() else HOW
        st.caption(f"Nothing has been said yet.{how}")
        return
    result = agreement(comparison, annotations)
    st.caption("Verdicts, by the sign of sentence Δ (B − A); number of segments.")
    table(
        [
            {"label": "verdict"},
            *({"label": SIGN_TITLES[s], "align": "right", "term": "verdict"} for s in SIGNS),
        ],
        [[v, *(whole(result.table[v, s]) for s in SIGNS)] for v in VERDICTS],
        key="agreement",
        label="Verdicts by the sign of sentence Δ",
    )
    st.markdown(agreed(result))
    counts = label_counts(annotations)
    if counts:
        st.caption("Labels; number of errors.")
        table(
            [
                {"label": "label"},
                {"label": "in"},
                *({"label": s, "align": "right", "term": "label"} for s in SEVERITIES),
                {"label": "all", "align": "right", "term": "label"},
            ],
            [
                [
                    count.name,
                    {"t": count.system, "tone": count.system.lower()},
                    *(whole(getattr(count, s)) for s in SEVERITIES),
                    whole(count.total),
                ]
                for count in counts
            ],
            key="label-counts",
            label="Labels by system and severity",
        )


def _other_pairs(comparison: Comparison, verdicts: Mapping[Pair, int]) -> None:
    """Draw the number of verdicts on other pairs."""
    here = min(comparison.places, comparison.places[::-1])
    names = list(comparison.evalset.systems)
    others = {pair: number for pair, number in verdicts.items() if pair != here}
    if not others:
        return
    of = [
        f"{whole(number)} of {visible(names[a], 40)} and {visible(names[b], 40)}"
        for (a, b), number in sorted(others.items(), key=lambda one: (-one[1], one[0]))
        if max(a, b) < len(names)
    ]
    st.text(
        f"{counted(sum(others.values()), 'verdict')} on other pairs of systems not counted here: "
        f"{listed(of, MOST_PAIRS)}. To see and to export them, choose the two as A and B."
    )


def _export(comparison: Comparison, said: Mapping[str, Annotations]) -> None:
    own = said[annotator.me()]
    of_pair = ", or of their outputs A and B" if len(comparison.evalset.systems) > 2 else ""
    st.caption(
        f"You have said something of {counted(len(own), 'segment')}{of_pair}. A row of an "
        "export has the hash of its segment: a colleague's file finds the same segments again, in "
        "whatever order, under whatever names of systems, with A and B exchanged too."
    )
    with st.container(horizontal=True):
        for name, kind, write in (
            ("CSV", "text/csv", exchange.to_csv),
            ("JSON Lines", "application/jsonl", exchange.to_jsonl),
        ):
            st.download_button(
                f"Export {name}",
                partial(write, comparison, own, annotator.me()),
                file_name=f"bleuscope-notes.{'csv' if name == 'CSV' else 'jsonl'}",
                mime=kind,
                disabled=not own,
                on_click="ignore",
            )


def _typology() -> None:
    kinds = user_workspace.ask(workspace.typology, ())
    if closed := user_workspace.why_only_read():
        st.caption(closed)
        table(
            [{"label": name} for name in COLUMNS],
            [[visible(getattr(kind, name)) for name in COLUMNS] for kind in kinds],
            key="labels",
            label="Labels to choose from",
        )
        return
    _edited(kinds)


def _edited(kinds: Sequence[Kind]) -> None:
    st.caption(
        "The key sets a label while labelling (l). Where a name is changed here, what was said "
        "with it goes with the new name, colleagues' notes too; a label that is taken away stays "
        "where it was given."
    )
    # Identifies the label of a row by its name before the edit.
    rows = [[*(getattr(k, c) for c in COLUMNS), k.name] for k in kinds]
    edited = st.data_editor(
        pd.DataFrame(rows, columns=[*COLUMNS, FORMER]),
        num_rows="dynamic",
        hide_index=True,
        width="stretch",
        key="typology",
        column_config={FORMER: None},
    )
    wanted, renamed = kinds_of(edited)
    problems = workspace.problems(wanted)
    if problems:
        notice("error", "These labels cannot be used yet:", problems, key="typology-problems")
    nothing: dict[str, int] = {}
    without = user_workspace.ask(workspace.retired, nothing)
    if without:
        counts = [f"{name}: {counted(number, 'error')}" for name, number in without.items()]
        notice("info", "Given, and not in this list:", counts, key="typology-retired")
    with st.container(horizontal=True):
        if st.button("Save the labels", type="primary", disabled=bool(problems)):
            user_workspace.ask(lambda space: workspace.set_typology(space, wanted, renamed), None)
            st.session_state.pop("typology", None)
            run_again()
        if st.button("Back to the default labels"):
            user_workspace.ask(lambda space: workspace.set_typology(space, workspace.DEFAULT), None)
            st.session_state.pop("typology", None)
            st.rerun(scope="fragment")


def kinds_of(frame: pd.DataFrame) -> tuple[list[Kind], dict[str, str]]:
    """The label types from the table's rows, and new names by old ones.

    An empty cell may be None or NaN.
    """
    cells = frame.astype(object).where(frame.notna(), "")
    rows = [[str(cell).strip() for cell in row] for row in cells.itertuples(index=False)]
    kinds = [Kind(*row[: len(COLUMNS)]) for row in rows]
    return kinds, {row[-1]: kind.name for row, kind in zip(rows, kinds, strict=True) if row[-1]}
