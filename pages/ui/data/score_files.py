"""Import of scores: files, the column of each system, name and direction."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from bleu_core import EvalSet, InputError
from bleu_core.common.escaping import unmarked, visible
from bleu_core.common.numerals import NONE, whole
from bleu_core.common.wording import listed
from bleu_core.messages import screen
from bleu_core.metrics import Scores
from bleu_core.metrics.imported import LONGEST_NAME
from bleu_core.readers import File, advice, sandbox
from bleu_core.readers.score_columns import PREVIEW, Column, columns_of, proposed
from bleu_core.readers.score_files import remarks, scores_of_systems
from bleu_core.readers.scores import Tables, read_tables
from pages.ui import imported_scores, results, state
from pages.ui.data.formats import choose_encoding
from pages.ui.widgets import reading_progress
from pages.ui.widgets.notice import notice
from pages.ui.widgets.rerun import run_again
from pages.ui.widgets.table import Cell, table

HIGHER, LOWER = "Higher is better", "Lower is better"
Columns = Mapping[str, Column]
FORMATS = (
    "TSV, CSV, JSON, JSON Lines or Parquet with a column a system, or plain text with one number "
    "a line, one file a system. Where a segment has no score, its cell or line is empty."
)
WAY = "which way is better"
WHERE = "They stand above, and among the metrics of the other screens."
HOW = "Encoding of the files (optional)"
ENCODING = "Encoding, if it is not UTF-8"
WAYS = {advice.ENCODING: f"The encoding is chosen under “{HOW}”."}


def form(data: EvalSet, a: str, b: str) -> None:
    """Draw the form; import when the button is pressed."""
    left, beside = st.columns([3, 2], gap="large")
    with left:
        whose = "A and B" if len(data.systems) <= 2 else "any of the systems"
        st.subheader(f"Import scores of {whose}", anchor=False)
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
    """Return the columns of all files; draw what is wrong with the files."""
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
    """Return what was read and checked last: once per input."""
    return {}


def _read(uploads: list, encoding: str | None) -> Tables | None:
    """Return the tables of all files; None if reading was stopped."""
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
            last[key] = sandbox.run(read_tables, files, progress=progress)
    except InputError as error:
        last[key] = Tables([], error.problems)
    return _read(uploads, encoding)


def _confirm(
    columns: Sequence[Column], data: EvalSet, a: str, b: str, beside: DeltaGenerator
) -> None:
    chosen = _choose_all(columns, data, a, b)
    with beside:
        _preview(chosen, data, a, b)
    # The next import has its own name and direction.
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
    to_say = _missing(chosen, data, a, b)
    scores = None if to_say else _checked(name, way == HIGHER, chosen, data, a, b)
    to_say += [what for what, said in (("the name", name), (WAY, way)) if not said]
    pressed = st.button(
        "Import these scores", type="primary", disabled=bool(to_say) or scores is None
    )
    if to_say:
        st.caption(f"Still to be said: {listed(to_say)}.")
    if pressed and scores:
        _import(scores, data, a, b, turn)


def _choose_all(columns: Sequence[Column], data: EvalSet, a: str, b: str) -> dict[str, Column]:
    """Draw the choice of a column for each system."""
    names = list(data.systems)
    roles = {a: "A, the baseline", b: "B, the candidate"}
    found = {}
    # In rows, for the order of the Tab key.
    for start in range(0, len(names), 2):
        for place, system in zip(st.columns(2), names[start : start + 2], strict=False):
            whose = roles[system] if len(names) <= 2 else unmarked(visible(system, 60))
            with place:
                column = _choose(whose, columns, proposed(columns, system))
            if column is not None:
                found[system] = column
    return found


def _missing(chosen: Columns, data: EvalSet, a: str, b: str) -> list[str]:
    """Return which columns have to be chosen: those of both, or any two of more."""
    if len(data.systems) > 2:
        return [] if len(chosen) > 1 else ["the columns of two systems, or more"]
    whose = {"the column of A": a, "the column of B": b}
    return [what for what, system in whose.items() if system not in chosen]


def _choose(whose: str, columns: Sequence[Column], usual: int | None) -> Column | None:
    """Draw the choice of a column; default: that with the system's name."""
    names = [visible(column.called, 80) for column in columns]
    chosen = st.selectbox(
        f"Scores of {whose}",
        range(len(columns)),
        index=usual,
        format_func=names.__getitem__,
        placeholder="Choose a column",
        key=f"scores-{whose}-{abs(hash(tuple(names)))}",
    )
    return None if chosen is None else columns[chosen]


def _preview(chosen: Columns, data: EvalSet, a: str, b: str) -> None:
    """Draw the first scores in the files."""
    st.subheader("As they stand in the files", anchor=False)
    letters = {a: "A", b: "B"}
    systems = list(data.systems) if len(data.systems) <= 2 else list(chosen)
    shown = [chosen[system].preview() if system in chosen else [] for system in systems]
    rows: list[list[Cell]] = [
        [
            whole(line + 1),
            *(visible(cells[line]) or NONE if line < len(cells) else NONE for cells in shown),
        ]
        for line in range(PREVIEW)
    ]
    headings = [
        {
            "label": (f"{letters[system]}: " if system in letters else "") + visible(system, 40),
            "align": "right",
            "tone": letters.get(system, "").lower(),
        }
        for system in systems
    ]
    table(
        [{"label": "segment", "align": "right", "tone": "muted", "narrow": True}, *headings],
        rows,
        key="scores-preview",
        label="The first scores of each system",
    )


def _checked(
    name: str, higher: bool, columns: Columns, data: EvalSet, a: str, b: str
) -> Scores | None:
    """Return the scores of the chosen columns; or draw why they do not fit."""
    last = _last()
    cells = {system: id(column.cells) for system, column in columns.items()}
    asked = name, higher, cells, data.digest, a, b
    if last.get("asked") != asked:
        last["asked"] = asked
        called = {a: "A", b: "B"} if len(data.systems) <= 2 else {}
        try:
            # A missing name is no error yet.
            last["found"] = (
                scores_of_systems(name or "to be named", higher, columns, len(data), called),
                [],
            )
        except InputError as error:
            last["found"] = None, error.problems
    scores: Scores | None
    scores, problems = last["found"]
    if scores is None:
        told = "These scores cannot be imported as they are:"
        notice("error", told, problems, key="scores-problems")
        return None
    told = _remarks(scores, a, b)
    if name in results.imported_scores(data):
        told.append(screen.scores_replaced())
    if told:
        notice("warning", "Before you import:", told, key="scores-remarks")
    return scores


def _remarks(scores: Scores, a: str, b: str) -> list[str]:
    return remarks(scores, a, b) if scores.values.keys() >= {a, b} else []


def _import(scores: Scores, data: EvalSet, a: str, b: str, turn: int) -> None:
    imported_scores.add(data, state.current().config, scores)
    told = [WHERE, *_remarks(scores, a, b)]
    st.session_state["scores-told"] = f"Imported: {visible(scores.name)}.", told
    st.session_state["scores-turn"] = turn + 1
    run_again()
