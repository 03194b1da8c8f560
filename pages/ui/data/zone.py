"""The drop zone: any files, what was recognised in them, and the comparison that they make."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

import streamlit as st

from bleu_core import InputError
from bleu_core.common.escaping import one_line
from bleu_core.common.formatting import format_count, join_words
from bleu_core.common.pair import A, B
from bleu_core.messages import screen
from bleu_core.present.document import Span
from bleu_core.readers import Assembled, choices
from bleu_core.readers.assemble import rename_systems, system_names
from bleu_core.readers.choices import ColumnChoice
from bleu_core.readers.file_roles import SCORES, is_guessed_reference, with_chosen_roles
from bleu_core.readers.role_names import guess_baseline
from bleu_core.readers.testsets import NamedSet
from bleu_core.text.evalset import EvalSet, MisalignedColumns
from pages.ui.data import reading, scores, test_sets
from pages.ui.data.file_roles import LABELS, RoleChange, draw_file_roles
from pages.ui.data.marks import ReadComparison
from pages.ui.data.opening import refuse
from pages.ui.data.reading import FILES, ReadUploads, UploadFormat, draw_uploader
from pages.ui.widgets.alert import draw_alert
from pages.ui.widgets.controls import run_again
from pages.ui.widgets.rich_text import draw_rich_text

LABEL = "Drop outputs and references here, in any format"
FORMATS = (
    "Plain text with one segment per line, NIST and WMT XML, TMX, XLIFF, TSV, CSV, JSON, JSON "
    "Lines, Parquet, XLSX, logs of fairseq, OpenNMT and Marian, n-best lists, OPUS-MT comparisons "
    "and subtitles; compressed or not, alone or in a zip or tar archive. Also scores, error "
    "annotations, and lesson files (TOML)."
)
HOW = "Format, encoding, alignment"
BY = {
    "": "by ID or document if all files have them, else by line",
    "lines": "by line",
    "ids": "by ID",
}
# Remedies in messages that name controls of this form.
WAYS = {
    choices.SYSTEM: "Choose the role of each column in the table.",
    choices.COLUMN: "Choose the role of each column in the table.",
    choices.ENCODING: f"Choose the encoding under “{HOW}”.",
    choices.FORMAT: f"Choose the format under “{HOW}”.",
}
# What the user changed, by the ids of rows: their roles, their names, and the baseline.
_ROLES, _NAMES, _BASELINE = "file-roles-chosen", "file-names", "file-baseline"


def draw_zone() -> tuple[bool, ReadComparison | None]:
    """Draw the zone; return whether it holds files to compare, and what Compare made of them."""
    uploads = draw_uploader(LABEL, key=FILES, help=FORMATS)
    named = test_sets.choose_test_set(has_files=bool(uploads))
    scores.offer([])
    others = reading.draw_lesson_files(uploads)
    if not others:
        return False, None
    shown = st.container()
    with st.expander(HOW):
        by = st.selectbox("Align segments", list(BY), format_func=BY.__getitem__, key="any-by")
        how = reading.choose_how(others)
    with shown:
        found = reading.read_uploads(how, others)
        if found is None:
            return True, None
        if found.problems:
            sentences = [*found.problems, *choices.remedies(found.problems, WAYS)]
            draw_alert("error", "These files cannot be read:", sentences, key="unreadable")
        if not found.parts:
            return True, None
        made = _draw_found(found, how, by, others, named)
    return not scores.offered(), made


def _draw_found(
    found: ReadUploads,
    how: tuple[UploadFormat, ...],
    by: str,
    uploads: Sequence[Any],
    named: NamedSet | None,
) -> ReadComparison | None:
    """Draw the roles, the button, and what keeps the files from being compared."""
    guessed = found.columns(with_test_set=named is not None)
    chosen: dict[str, str] = st.session_state.setdefault(_ROLES, {})
    columns = {row: one._replace(role=chosen.get(row, one.role)) for row, one in guessed.items()}
    names, baseline = _names(columns), _baseline(columns)
    formats = found.formats()
    if change := draw_file_roles(columns, guessed, names, baseline, formats, key="file-roles"):
        _take(change)
        run_again()
    notes = _offer_scores(found, columns, uploads)
    roles = {choice.key: choice.role for choice in columns.values()}
    if not found.problems and all(role in (SCORES, "leave out") for role in roles.values()):
        return None
    # Directly under the files, and in view where what is below them is not.
    row = st.container(horizontal=True, vertical_alignment="center", key="compare-row")
    draw_button = partial(row.button, "Compare", type="primary")
    _draw_references(columns, with_test_set=named is not None)
    if found.problems:
        draw_button(disabled=True)
        return None
    try:
        ready = with_chosen_roles(found.parts, roles)
    except InputError as error:
        draw_button(disabled=True)
        draw_alert("error", "These roles cannot be used together:", error.problems, key="misfit")
        return None
    if repairs := [sentence for part in ready for sentence in part.repairs]:
        sentences = [*repairs, *choices.remedies(repairs, WAYS)]
        draw_alert("info", "Changes made while reading:", sentences, key="mended")
    systems = [row for row, column in columns.items() if column.role == "system"]
    try:
        ready = rename_systems(ready, [names.get(row, "") for row in systems])
    except InputError as error:
        draw_button(disabled=True)
        refuse(error, "any-problems")
        return None
    called = dict(zip(systems, system_names(ready), strict=True)).get(baseline, "")
    key = how, tuple(columns), tuple(roles.items()), tuple(names.items()), called, by
    if named:
        key, ready = (*key, named.key), [named.parts, *ready]
    is_whole = len(system_names(ready)) > 1 and any(part.references for part in ready)
    pressed = draw_button()
    if not pressed and not is_whole:
        return None
    made = reading.assemble_once(key, ready, called, by, wanted=pressed)
    if isinstance(made, Assembled):
        with row:
            draw_rich_text(_summary(made.evalset), key="ready", small=True)
        if pressed:
            return ReadComparison(made, [p for p in found.parts if p.marks], notes)
    elif made:
        reason, ways_out = made
        problem = None  # all outputs may have the same length, of another test set
        if named and not any(ways_out) and isinstance(reason, MisalignedColumns):
            problem = named.explain_lengths(reason.columns["systems"])
        refuse(InputError([problem]) if problem else reason, "any-problems", WAYS, ways_out)
    return None


def _summary(data: EvalSet) -> list[Span]:
    """Return what Compare compares: “2,445 segments: A is old, B is new; 1 reference”."""
    a, b, *others = map(one_line, data.systems)
    more = f" and {format_count(len(others), 'more system')}" if others else ""
    return [
        Span(f"{format_count(len(data), 'segment')}: "),
        Span(A, "a"), Span(f" is {a}, "), Span(B, "b"), Span(f" is {b}{more}; "),
        Span(format_count(len(data.references), "reference")),
    ]  # fmt: skip


def _names(columns: Mapping[str, ColumnChoice]) -> dict[str, str]:
    """Return the names that the user gave to systems, by row."""
    given: dict[str, str] = st.session_state.setdefault(_NAMES, {})
    systems = (row for row, column in columns.items() if column.role == "system")
    return {row: given[row] for row in systems if given.get(row)}


def _baseline(columns: Mapping[str, ColumnChoice]) -> str:
    """Return the row of the baseline: the chosen one while it is a system, or a guess."""
    systems = {row: column.file for row, column in columns.items() if column.role == "system"}
    chosen: str = st.session_state.get(_BASELINE, "")
    if chosen in systems or not systems:
        return chosen if systems else ""
    return list(systems)[guess_baseline([*systems.values()])]


def _draw_references(columns: Mapping[str, ColumnChoice], with_test_set: bool) -> None:
    """Draw that a reference was guessed, or that references or outputs are missing."""
    chosen = st.session_state[_ROLES]
    for row, column in columns.items():
        if row not in chosen and is_guessed_reference(column):
            guess = screen.guessed_reference(one_line(column.file, 60))
            draw_alert("warning", guess, key="guessed-reference")
    roles = Counter(column.role for column in columns.values())
    if roles["system"] > 1 and not (with_test_set or roles["reference"] or roles["references"]):
        needed = screen.role_needed(LABELS["reference"], "references")
        draw_alert("info", needed, key="role-needed")
    elif roles["metadata"] and not roles["system"]:
        needed = screen.role_needed(LABELS["system"], "outputs")
        draw_alert("info", needed, key="role-needed")


def _take(change: RoleChange) -> None:
    row, role, name, is_baseline = change
    if role is not None:
        st.session_state[_ROLES][row] = role
    if name is not None:
        st.session_state[_NAMES][row] = name
    if is_baseline:
        st.session_state[_BASELINE] = row


def _offer_scores(
    found: ReadUploads, columns: Mapping[str, ColumnChoice], uploads: Sequence[Any]
) -> list[str]:
    """Hand files with scores to the form for scores; return a note on them."""
    files = {found.files[one.key[0]] for one in columns.values() if one.role == SCORES}
    given = [upload for upload in uploads if upload.file_id in files]
    scores.offer(given)
    if not given:
        return []
    names = join_words([one_line(upload.name, 60) for upload in given])
    note = screen.scores_offered(names, scores.TAB)
    draw_alert("info", note, key="scores-offered")
    return [note]
