"""Importing scores: files, which column is whose, what they are called and which way is better."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from bleu_core import EvalSet, InputError
from bleu_core.escaping import visible
from bleu_core.metrics import Scores, scores_of
from bleu_core.metrics.imported import LONGEST_NAME
from bleu_core.metrics.score_files import remarks
from bleu_core.numerals import NONE, whole
from bleu_core.readers import File, advice, apart
from bleu_core.readers.score_columns import PREVIEW, Column, columns_of, proposed
from bleu_core.readers.scores import Tables, read_tables
from bleu_core.wording import listed
from pages.ui import imported_scores, state, store
from pages.ui.data.formats import choose_encoding
from pages.ui.widgets import reading_progress
from pages.ui.widgets.notice import notice
from pages.ui.widgets.rerun import run_again
from pages.ui.widgets.table import Cell, table

HIGHER, LOWER = "Higher is better", "Lower is better"
FORMATS = (
    "TSV, CSV, JSON, JSON Lines or Parquet with a column a system, or plain text with one number "
    "a line, one file a system. Where a segment has no score, its cell or line is empty."
)
WHERE = "They stand above, and among the metrics of the other screens."
HOW = "Encoding of the files (optional)"
ENCODING = "Encoding, if it is not UTF-8"
WAYS = {advice.ENCODING: f"The encoding is chosen under “{HOW}”."}


def form(data: EvalSet, a: str, b: str) -> None:
    """The files, and all that is to be said of them; imports when the button is pressed."""
    left, beside = st.columns([3, 2], gap="large")
    with left:
        st.subheader("Import scores of A and B", anchor=False)
        st.caption(FORMATS)
        uploads = st.file_uploader(
            "Files with a number for each segment", accept_multiple_files=True, key="file-scores"
        )
        told = st.session_state.pop("scores-told", None)
        if told:
            notice("info", *told, key="scores-imported")
        columns = _columns(uploads) if uploads else []
        if columns:
            _confirm(columns, data, a, b, beside)


def _columns(uploads: list) -> list[Column]:
    """The columns of all files; what is wrong with the files is told."""
    with st.expander(HOW):
        encoding = choose_encoding(ENCODING, "scores-encoding")
    found = _read(uploads, encoding)
    if found is None:
        return []
    if found.problems:
        told = [*found.problems, *advice.ways(found.problems, WAYS)]
        notice("error", "These files cannot be read as they are:", told, key="scores-unreadable")
    repairs = [sentence for read in found.tables for sentence in read.repairs]
    if repairs:
        notice("info", "Mended or left out in reading:", repairs, key="scores-mended")
    return columns_of(found.tables)


@st.cache_resource(show_spinner=False, scope="session")
def _last() -> dict[Any, Any]:
    """What was read and checked last: once, however often this screen is drawn."""
    return {}


def _read(uploads: list, encoding: str | None) -> Tables | None:
    """The tables of all files; None where the reading was stopped."""
    key = ("scores", encoding, *(upload.file_id for upload in uploads))
    last = _last()
    if key in last:
        tables: Tables = last[key]
        return tables
    last.clear()
    if reading_progress.stopped(key):
        notice("info", "Stopped. These files have not been read.", key="stopped-scores")
        st.button("Read them", on_click=reading_progress.go_on, key="read-scores")
        return None
    files = [File(upload.name, upload.getvalue(), encoding=encoding) for upload in uploads]
    try:
        with reading_progress.shown(key) as progress:
            last[key] = apart.call(read_tables, files, progress=progress)
    except InputError as error:
        last[key] = Tables([], error.problems)
    return _read(uploads, encoding)


def _confirm(
    columns: Sequence[Column], data: EvalSet, a: str, b: str, beside: DeltaGenerator
) -> None:
    left, right = st.columns(2)
    with left:
        of_a = _choose("A, the baseline", columns, proposed(columns, a))
    with right:
        of_b = _choose("B, the candidate", columns, proposed(columns, b))
    with beside:
        _preview(of_a, of_b, a, b)
    # Another name and direction belong to the next import.
    turn = st.session_state.get("scores-turn", 0)
    left, right = st.columns(2)
    name = left.text_input(
        "Name of the scores",
        key=f"scores-name-{turn}",
        max_chars=LONGEST_NAME,
        placeholder="COMET-22, BLEURT, adequacy …",
        help="What screens and reports call them. Scores of the same name are replaced.",
    ).strip()
    way = right.radio(
        "Which way is better?",
        [HIGHER, LOWER],
        index=None,
        horizontal=True,
        key=f"scores-way-{turn}",
        help="No file says it, so it is not guessed.",
    )
    wanted = {
        "the column of A": of_a,
        "the column of B": of_b,
        "the name": name,
        "which way is better": way,
    }
    to_say = [what for what, said in wanted.items() if not said]
    scores = None
    if of_a and of_b:
        scores = _checked(name, way == HIGHER, (of_a, of_b), data, a, b)
    pressed = st.button(
        "Import these scores", type="primary", disabled=bool(to_say) or scores is None
    )
    if to_say:
        st.caption(f"Still to be said: {listed(to_say)}.")
    if pressed and scores:
        _import(scores, data, a, b, turn)


def _choose(whose: str, columns: Sequence[Column], usual: int | None) -> Column | None:
    """One of the columns; that of the system's name is proposed where there is one."""
    names = [visible(column.called, 80) for column in columns]
    key = f"scores-{whose[0]}-{abs(hash(tuple(names)))}"
    chosen = st.selectbox(
        f"Scores of {whose}",
        range(len(columns)),
        index=usual,
        format_func=names.__getitem__,
        placeholder="Choose a column",
        key=key,
    )
    return None if chosen is None else columns[chosen]


def _preview(of_a: Column | None, of_b: Column | None, a: str, b: str) -> None:
    """The first scores as they stand in the files."""
    st.subheader("As they stand in the files", anchor=False)
    shown = [column.preview() if column else [] for column in (of_a, of_b)]
    rows: list[list[Cell]] = [
        [
            whole(line + 1),
            *(visible(cells[line]) or NONE if line < len(cells) else NONE for cells in shown),
        ]
        for line in range(PREVIEW)
    ]
    table(
        [
            {"label": "segment", "align": "right", "tone": "muted", "narrow": True},
            {"label": f"A: {visible(a, 40)}", "align": "right", "tone": "a"},
            {"label": f"B: {visible(b, 40)}", "align": "right", "tone": "b"},
        ],
        rows,
        key="scores-preview",
        label="The first scores of A and B",
    )


def _checked(
    name: str, higher: bool, columns: tuple[Column, Column], data: EvalSet, a: str, b: str
) -> Scores | None:
    """The scores of the chosen columns; None where they do not fit, which is told."""
    last = _last()
    asked = name, higher, [id(column.cells) for column in columns], data.digest, a, b
    if last.get("asked") != asked:
        last["asked"] = asked
        try:
            # A name that is still to be typed is no fault yet.
            last["found"] = scores_of(name or "to be named", higher, columns, a, b, len(data)), []
        except InputError as error:
            last["found"] = None, error.problems
    scores: Scores | None
    scores, problems = last["found"]
    if scores is None:
        told = "These scores cannot be imported as they are:"
        notice("error", told, problems, key="scores-problems")
        return None
    told = remarks(scores, a, b)
    if name in store.imported_scores(data):
        told.append("There are scores of this name already; these take their place.")
    if told:
        notice("warning", "Before you import:", told, key="scores-remarks")
    return scores


def _import(scores: Scores, data: EvalSet, a: str, b: str, turn: int) -> None:
    imported_scores.add(data, state.current().config, scores)
    told = [WHERE, *remarks(scores, a, b)]
    st.session_state["scores-told"] = f"Imported: {visible(scores.name)}.", told
    st.session_state["scores-turn"] = turn + 1
    run_again()
