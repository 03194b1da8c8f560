"""Imported scores: the list with their means, and the form for more."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from bleu_core import EvalSet, InputError
from bleu_core.common.escaping import escape_markdown, one_line
from bleu_core.common.formatting import NO_VALUE, format_delta, format_int, format_score, join_words
from bleu_core.common.pair import A, B
from bleu_core.messages import screen
from bleu_core.metrics import ImportedScores, compare_imported, scores_with_systems
from bleu_core.metrics.imported import LONGEST_NAME, count_missing
from bleu_core.readers import File, choices, sandbox, score_files
from bleu_core.text.evalset import column_digest
from pages.ui import metric_results, open_comparison, results, state, store
from pages.ui.data.reading import choose_encoding, draw_uploader
from pages.ui.widgets import progress_bars
from pages.ui.widgets.alert import draw_alert
from pages.ui.widgets.controls import run_again
from pages.ui.widgets.rich_text import glossary_help
from pages.ui.widgets.table import Cell, draw_table, signed_cell

HIGHER, LOWER = "Higher is better", "Lower is better"
Columns = Mapping[str, score_files.ScoreColumn]
FORMATS = (
    "TSV, CSV, JSON, JSON Lines or Parquet with one column per system, or with columns for system, "
    "segment id and score; plain text with one number per line, one file per system; or the output "
    "of COMET. Leave a score empty, or write None, if it is missing."
)
WAY = "the direction"
WHERE = "They are listed above, and among the metrics of the other screens."
HOW = "File encoding (optional)"
ENCODING = "Encoding, if not UTF-8"
WAYS = {choices.ENCODING: f"Choose the encoding under “{HOW}”."}


_OFFERED = "scores-offered-files"


def offer(uploads: list[Any]) -> None:
    """Hand over files with scores that were chosen elsewhere on the screen."""
    st.session_state[_OFFERED] = uploads


def offered() -> list[Any]:
    files: list[Any] = st.session_state.get(_OFFERED, [])
    return files


def draw_score_form(data: EvalSet, a: str, b: str) -> None:
    left, beside = st.columns([3, 2], gap="large")
    with left:
        whose = f"{A} and {B}" if len(data.systems) <= 2 else "two or more systems"
        st.subheader("Score import", anchor=False)
        label = f"Files with a score per segment, for {whose}"
        uploads = draw_uploader(label, key="file-scores", help=FORMATS)
        told = st.session_state.pop("scores-told", None)
        if told:
            draw_alert("info", *told, key="scores-imported")
        uploads = [*uploads, *offered()]
        columns = _columns(uploads, data) if uploads else []
        if columns:
            _confirm(columns, data, a, b, beside)


def _columns(uploads: list, data: EvalSet) -> list[score_files.ScoreColumn]:
    """Return the columns of all files; draw how they were read, and their problems."""
    with st.expander(HOW):
        encoding = choose_encoding(ENCODING, "scores-encoding")
    found = _read(uploads, encoding, data)
    if found is None:
        return []
    if found.problems:
        sentences = [*found.problems, *choices.remedies(found.problems, WAYS)]
        title = "These files cannot be read:"
        draw_alert("error", title, sentences, key="scores-unreadable")
    repairs = [sentence for read in found.tables for sentence in read.repairs]
    if repairs:
        draw_alert("info", "How the files were read:", repairs, key="scores-mended")
    return score_files.score_columns(found.tables)


@st.cache_resource(show_spinner=False, scope="session")
def _last() -> dict[Any, Any]:
    """Return what was read last: once per input."""
    return {}


def _read(uploads: list, encoding: str | None, data: EvalSet) -> score_files.ScoreTables | None:
    """Return the tables of all files for a test set; None if reading was stopped."""
    try:
        ids = store.segment_ids(data)
    except InputError as error:
        return score_files.ScoreTables([], error.problems)
    of = data.digest, "" if ids is None else column_digest(ids)
    key = ("scores", encoding, *of, *(upload.file_id for upload in uploads))
    last = _last()
    if key not in last and progress_bars.reading_stopped(key):
        last.clear()
        draw_alert("info", "Stopped. These files were not read.", key="stopped-scores")
        st.button("Read files", on_click=progress_bars.forget_stop, key="read-scores")
        return None
    if key not in last:
        last.clear()
        files = [File(upload.name, upload.getvalue(), encoding=encoding) for upload in uploads]
        try:
            with progress_bars.reading_progress(key) as progress:
                found = sandbox.run(score_files.read_tables, files, progress=progress)
                last[key] = score_files.aligned_tables(found, data, ids)
        except InputError as error:
            last[key] = score_files.ScoreTables([], error.problems)
    tables: score_files.ScoreTables = last[key]
    return tables


def _confirm(
    columns: Sequence[score_files.ScoreColumn],
    data: EvalSet,
    a: str,
    b: str,
    beside: DeltaGenerator,
) -> None:
    chosen = _choose_all(columns, data, a, b)
    with beside:
        _preview(chosen, data, a, b)
    # The next import has its own name and direction.
    turn = st.session_state.get("scores-turn", 0)
    left, right = st.columns(2)
    name = left.text_input(
        "Score name",
        key=f"scores-name-{turn}",
        max_chars=LONGEST_NAME,
        placeholder="COMET-22, BLEURT, adequacy …",
        help="Name in screens and reports. Scores with the same name are replaced.",
    ).strip()
    way = right.radio(
        "Direction",
        [HIGHER, LOWER],
        index=None,
        horizontal=True,
        key=f"scores-way-{turn}",
        help="Required: files do not state it, and it is not guessed.",
    )
    to_say = _missing(chosen, data, a, b)
    scores = None if to_say else _checked(name, way == HIGHER, chosen, data, a, b)
    to_say += [what for what, said in (("the name", name), (WAY, way)) if not said]
    is_off = bool(to_say) or scores is None
    pressed = st.button("Import scores", type="primary", disabled=is_off)
    if to_say:
        st.caption(f"Still missing: {join_words(to_say)}.")
    if pressed and scores:
        _import(scores, data, a, b, turn)


def _choose_all(
    columns: Sequence[score_files.ScoreColumn], data: EvalSet, a: str, b: str
) -> dict[str, score_files.ScoreColumn]:
    """Draw the choice of a column for each system; default: that with its name."""
    names, found = list(data.systems), {}
    roles = {a: f"{A}, the baseline", b: f"{B}, the candidate"}
    called = [one_line(column.called, 80) for column in columns]
    # In rows, for the order of the Tab key.
    for start in range(0, len(names), 2):
        for place, system in zip(st.columns(2), names[start : start + 2], strict=False):
            whose = roles[system] if len(names) <= 2 else escape_markdown(one_line(system, 60))
            # The key names the system, which can become A or B while files are chosen.
            of = f"{data.digest}-{names.index(system)}-{abs(hash(tuple(called)))}"
            chosen = place.selectbox(
                f"Scores of {whose}",
                range(len(columns)),
                index=score_files.propose_column(columns, system),
                format_func=called.__getitem__,
                placeholder="Choose a column",
                key=f"scores-{of}",
            )
            if chosen is not None:
                found[system] = columns[chosen]
    return found


def _missing(chosen: Columns, data: EvalSet, a: str, b: str) -> list[str]:
    """Return which columns have to be chosen: both, or any two or more of several."""
    if len(data.systems) > 2:
        return [] if len(chosen) > 1 else ["the columns of two or more systems"]
    whose = {f"the column of {A}": a, f"the column of {B}": b}
    return [what for what, system in whose.items() if system not in chosen]


def _preview(chosen: Columns, data: EvalSet, a: str, b: str) -> None:
    st.subheader("Preview", anchor=False)
    letters = {a: A, b: B}
    systems = list(data.systems) if len(data.systems) <= 2 else list(chosen)
    lines = range(score_files.PREVIEW)
    previews = (chosen[system].preview() if system in chosen else [] for system in systems)
    shown = [[*preview, *[""] * len(lines)] for preview in previews]
    rows: list[list[Cell]] = [
        [format_int(line + 1), *(one_line(cells[line]) or NO_VALUE for cells in shown)]
        for line in lines
    ]
    headings = [
        {
            "label": (f"{letters[system]}: " if system in letters else "") + one_line(system, 40),
            "align": "right",
            "tone": letters.get(system, "").lower(),
        }
        for system in systems
    ]
    draw_table(
        [{"label": "segment", "align": "right", "tone": "muted", "narrow": True}, *headings],
        rows,
        key="scores-preview",
        label="The first scores of each system",
    )


def _checked(
    name: str, higher: bool, columns: Columns, data: EvalSet, a: str, b: str
) -> ImportedScores | None:
    """Return the scores of the chosen columns; or draw why they do not fit."""
    called = {a: A, b: B} if len(data.systems) <= 2 else {}
    try:
        # A missing name is no error yet.
        scores = score_files.scores_of_systems(
            name or "to be named", higher, columns, len(data), called
        )
    except InputError as error:
        title = "These scores cannot be imported:"
        draw_alert("error", title, error.problems, key="scores-problems")
        return None
    told = _remarks(scores, a, b)
    if name in results.imported_scores(data):
        told.append(screen.scores_replaced())
    if told:
        draw_alert("warning", "Before you import:", told, key="scores-remarks")
    return scores


def _remarks(scores: ImportedScores, a: str, b: str) -> list[str]:
    return score_files.score_notes(scores, a, b) if scores.values.keys() >= {a, b} else []


def _import(scores: ImportedScores, data: EvalSet, a: str, b: str, turn: int) -> None:
    if not metric_results.add_imported_scores(data, state.current().config, scores):
        run_again()  # which says why nothing was saved
    sentences = [WHERE, *_remarks(scores, a, b)]
    st.session_state["scores-told"] = f"Imported: {one_line(scores.name)}.", sentences
    st.session_state["scores-turn"] = turn + 1
    run_again()


TAB = "Imported scores"
ABOUT = "They are tested and shown beside BLEU; no model is run here."
MISSING = f"Segments without a score in {A} or in {B}. Neither mean includes them."


def draw_scores() -> None:
    """Draw the scores of the open comparison, and the form for more."""
    data = store.evalset(state.current().data)
    if data is None:
        return  # main.py has reported it
    a, b = open_comparison.pair_names(state.current(), data)
    found = results.imported_scores(data)
    with st.container(horizontal=True, vertical_alignment="center"):
        st.subheader(TAB, anchor=False, help=glossary_help("imported-score", ABOUT))
        if found:
            with st.popover("Delete", key="scores-remove", type="tertiary", width="content"):
                name = st.selectbox("Scores", list(found), key="scores-removed")
                st.caption("Deletes the scores from this comparison, not your files.")
                delete = partial(metric_results.remove_imported_scores, data, name)
                st.button("Delete scores", on_click=delete, disabled=name is None)
    draw_table(
        [
            {"label": "name"},
            {"label": "better"},
            {"label": A, "align": "right", "tone": "a", "term": "imported-score"},
            {"label": B, "align": "right", "tone": "b", "term": "imported-score"},
            {"label": "Δ", "align": "right", "term": "delta"},
            {"label": "missing", "align": "right", "help": MISSING},
            {"label": f"file of {A}"},
            {"label": f"file of {B}"},
        ],
        [_row(scores, a, b) for scores in found.values()],
        key="imported-scores",
        label="Imported scores",
        empty="No imported scores yet.",
    )
    draw_score_form(data, a, b)


def _row(scores: ImportedScores, a: str, b: str) -> list[Cell]:
    better = "higher" if scores.higher_is_better else "lower"
    if not scores_with_systems([scores], a, b):
        return [one_line(scores.name), better, *[NO_VALUE] * 6]
    said = compare_imported(scores, a, b)
    digits = said.about.decimals
    return [
        {"t": one_line(scores.name), "tone": "strong"},
        better,
        format_score(said.score_a, digits),
        format_score(said.score_b, digits),
        signed_cell(said.delta, partial(format_delta, digits=digits), scores.higher_is_better),
        format_int(count_missing(scores, a, b)),
        *(
            {"t": one_line(scores.origins.get(name, NO_VALUE), 60), "tone": "muted"}
            for name in (a, b)
        ),
    ]
