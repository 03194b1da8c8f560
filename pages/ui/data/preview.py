"""Files of any format: the role of each column, to confirm or change before comparing.

Also the controls for format and encoding, and the messages if files cannot be compared.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import pandas as pd
import streamlit as st

from bleu_core import InputError
from bleu_core.common.escaping import one_line
from bleu_core.common.formatting import format_count, format_int
from bleu_core.readers import (
    ENCODINGS,
    FORMATS,
    ROLES,
    File,
    LoadedFiles,
    Parts,
    assemble,
    choices,
    read_each,
    sandbox,
)
from bleu_core.readers.choices import (
    PREVIEW,
    ColumnChoice,
    apply_roles,
    column_choices,
    system_names,
)
from bleu_core.readers.files import MAX_SYSTEM_NAME, rename_systems
from bleu_core.readers.input_checks import find_length_mismatches, repair_lengths
from bleu_core.readers.parts import printable_name
from bleu_core.readers.toml_files import TomlFaults
from bleu_core.teaching.exercise import Bench
from bleu_core.teaching.lessons import is_lesson_file, lesson_set, set_text
from bleu_core.text.evalset import MisalignedColumns
from pages.ui import state, store, user_workspace
from pages.ui.data.marks import ReadComparison
from pages.ui.widgets import progress_bars
from pages.ui.widgets.alert import draw_alert

AS_FOUND = "Detect automatically"
UTF8 = "UTF-8, or as declared in the file"


def choose_format(label: str, key: str) -> str | None:
    """Draw the choice of a format; None means detection."""
    options = [AS_FOUND, *FORMATS]
    chosen = st.selectbox(label, options, format_func=lambda o: FORMATS.get(o, o), key=key)
    return None if chosen == AS_FOUND else chosen


def choose_encoding(label: str, key: str) -> str | None:
    """Draw the choice of an encoding for files that are not UTF-8; None means detection."""
    chosen = st.selectbox(
        label,
        [UTF8, *ENCODINGS],
        format_func=lambda name: f"{name} ({ENCODINGS[name]})" if name in ENCODINGS else name,
        key=key,
        accept_new_options=True,
        help="A file that is valid UTF-8 is always read as UTF-8. To use an encoding that is not "
        "listed, type its Python name.",
    )
    return None if chosen == UTF8 else chosen


# Most sentences on repairs; each file has a few.
MOST_REPAIRS = 50
HELP = (
    "Missing lines become empty outputs; extra lines are dropped. The system is renamed to "
    "“… (repaired)”."
)


def refuse(error: InputError, key: str, ways: Mapping[str, str] | None = None) -> None:
    """Draw why there is no comparison; for missing or extra lines, offer a repair.

    `ways` maps what messages recommend to the controls of the form.
    """
    title = "These files cannot be compared yet:"
    made = repair_lengths(error.columns) if isinstance(error, MisalignedColumns) else None
    if made is None or not isinstance(error, MisalignedColumns):
        sentences = [*error.problems, *choices.remedies(error.problems, ways or {})]
        draw_alert("error", title, sentences, key=key)
        return
    sentences = [finding.sentence for finding in find_length_mismatches(error.columns)]
    draw_alert("error", title, sentences, key=key)
    done = [*error.repairs, *(finding.sentence for finding in made.findings)]
    st.button(
        "Repair and compare",
        key=f"mend-{key}",
        on_click=open_with_repairs,
        args=(store.put(made.evalset), done),
        help=HELP,
    )


def open_with_repairs(digest: str, repairs: list[str]) -> None:
    """Open a comparison that was just read; Data reports its repairs."""
    made = store.evalset(digest)
    if made is not None:
        user_workspace.keep(made, state.current().config)
    state.change(data=digest)
    st.session_state["repairs"] = digest, repairs[:MOST_REPAIRS]


def draw_repairs() -> None:
    """Draw the repairs of the open comparison, if it was just read."""
    digest, repairs = st.session_state.get("repairs", ("", []))
    if repairs and digest == state.current().data:
        draw_alert("warning", "Opened. Changes made while reading:", repairs, key="repairs")
        st.page_link("overview.py", label="Go to Overview", icon=":material/arrow_forward:")


def draw_lesson_file(uploads: Sequence[Any], key: str) -> bool:
    """Draw what a lesson file contains; return whether one is among the files."""
    for upload in uploads:
        if is_lesson_file(upload.name, upload.getvalue()):
            _one(one_line(printable_name(upload.name), 60), upload.getvalue(), key)
            return True
    return False


def _one(name: str, data: bytes, key: str) -> None:
    try:
        text = set_text(data, name)
    except TomlFaults as error:
        draw_alert("error", "This lesson file cannot be read:", error.problems, key=key)
        return
    found = lesson_set(text)
    lessons = [f"{lesson.number}. {one_line(lesson.title)}" for lesson in found.lessons.values()]
    number = format_count(len(lessons), "lesson")
    title = f"{name} is a lesson file: {one_line(found.title)}, {number}."
    draw_alert("info", title, lessons, key=key)
    if st.button("Open in Learn", type="primary", key=f"{key}-open"):
        state.open_screen("learn.py", bench=Bench(lessons=text))


TAB = "Tables, XML, archives"
HOW = "Format and encoding of each file"
BY = {"": "by ID if all files have IDs, else by line", "lines": "by line", "ids": "by ID"}
# Remedies in messages that name controls of this form.
WAYS = {
    choices.SYSTEM: "Choose roles in the table, and the baseline below it.",
    choices.ENCODING: f"Choose the encoding under “{HOW}”.",
    choices.FORMAT: f"Choose the format under “{HOW}”.",
}


class UploadFormat(NamedTuple):
    """An upload by id, with its format and encoding."""

    file: str
    form: str | None
    encoding: str | None


def draw_any_files_form() -> ReadComparison | None:
    """Draw files, roles and the baseline; return the comparison when the button is pressed."""
    uploads = st.file_uploader(
        "Files with outputs, references and other columns",
        accept_multiple_files=True,
        key="file-any",
        help="NIST and WMT XML, TMX, XLIFF, TSV, CSV, JSON, JSON Lines, Parquet, XLSX, plain text; "
        "compressed or not, alone or in a zip or tar archive. A lesson file (TOML) opens in Learn.",
    )
    if not uploads or draw_lesson_file(uploads, "lesson-file-any"):
        return None
    with st.expander(HOW):
        how = tuple(_how(upload) for upload in uploads)
    by = st.selectbox("Align segments", list(BY), format_func=BY.__getitem__, key="any-by")
    held = _read(how, uploads)
    if held is None:
        return None
    if held.problems:
        sentences = [*held.problems, *choices.remedies(held.problems, WAYS)]
        draw_alert("error", "These files cannot be read:", sentences, key="unreadable")
        return None
    return _confirm(held.parts, by, how)


def _how(upload: Any) -> UploadFormat:
    """Draw how one file is read."""
    st.text(upload.name)
    left, right = st.columns(2)
    with left:
        form = choose_format("Format", f"format-{upload.file_id}")
    with right:
        encoding = choose_encoding("Encoding, if not UTF-8", f"encoding-{upload.file_id}")
    return UploadFormat(upload.file_id, form, encoding)


@st.cache_resource(show_spinner=False, scope="session")
def _last() -> dict[tuple[UploadFormat, ...], LoadedFiles]:
    """Return what was read from the chosen files: once per choice."""
    return {}


def _read(how: tuple[UploadFormat, ...], uploads: list) -> LoadedFiles | None:
    """Return all parts of all files, or the errors; None if reading was stopped."""
    last = _last()
    if how in last:
        return last[how]
    last.clear()
    if progress_bars.reading_stopped(how):
        draw_alert("info", "Stopped. These files were not read.", key="stopped-preview")
        st.button("Read files", on_click=progress_bars.forget_stop)
        return None
    files = [
        File(upload.name, upload.getvalue(), form, encoding)
        for (_, form, encoding), upload in zip(how, uploads, strict=True)
    ]
    try:
        with progress_bars.reading_progress(how) as progress:
            last[how] = sandbox.run(read_each, files, progress=progress)
    except InputError as error:
        last[how] = LoadedFiles([], error.problems)
    return last[how]


def _confirm(parts: list[Parts], by: str, key: tuple[UploadFormat, ...]) -> ReadComparison | None:
    """Draw the role of each column, the baseline, and the button."""
    roles = _choose_roles(column_choices(parts), f"roles-{abs(hash(key))}")
    try:
        ready = apply_roles(parts, roles)
    except InputError as error:
        draw_alert("error", "These roles cannot be used together:", error.problems, key="misfit")
        return None
    repairs = [sentence for part in ready for sentence in part.repairs]
    if repairs:
        draw_alert("info", "Changes made while reading:", repairs, key="mended")
    names = system_names(ready)
    baseline = _which(names)
    given = _rename(names, f"names-{abs(hash((key, *names)))}")
    if len(names) > 2:
        st.caption(
            f"All {format_int(len(names))} systems are compared in their order, baseline first."
        )
    if not st.button("Compare files", type="primary"):
        return None
    try:
        with progress_bars.reading_progress(key) as progress:
            ready = rename_systems(ready, given)
            called = dict(zip(names, system_names(ready), strict=True))
            chosen_a = called.get(baseline, "")
            made = sandbox.run(assemble, ready, chosen_a, "", by, progress=progress)
            return ReadComparison(made, [part for part in parts if part.marks])
    except InputError as error:
        refuse(error, "any-problems")
        return None


def _choose_roles(found: list[ColumnChoice], key: str) -> dict[tuple[int, str, str], str]:
    """Draw a row per column, with its first segments and its role."""
    rows = pd.DataFrame(
        {
            "Role": [choice.role for choice in found],
            "Column": [choice.name for choice in found],
            "File": [choice.file for choice in found],
            **{
                f"Segment {line + 1}": [
                    choice.preview[line] if line < len(choice.preview) else "" for choice in found
                ]
                for line in range(PREVIEW)
            },
        }
    )
    st.caption("Confirm the role of each column. Slices can use metadata columns.")
    edited = st.data_editor(
        rows,
        column_config={
            "Role": st.column_config.SelectboxColumn(options=list(ROLES), required=True)
        },
        disabled=[name for name in rows.columns if name != "Role"],
        hide_index=True,
        key=key,
    )
    return {choice.key: role for choice, role in zip(found, edited["Role"], strict=True)}


def _rename(names: list[str], key: str) -> list[str]:
    """Draw the name of each system, '' for that in the files."""
    if not names:
        return []
    with st.expander("System names"):
        edited = st.data_editor(
            pd.DataFrame({"Name in the files": names, "Name": names}),
            column_config={
                "Name": st.column_config.TextColumn(help=f"At most {MAX_SYSTEM_NAME} characters.")
            },
            disabled=["Name in the files"],
            hide_index=True,
            key=key,
        )
    return [
        "" if name is None or name == own else name
        for own, name in zip(names, edited["Name"], strict=True)
    ]


def _which(names: list[str]) -> str:
    """Draw the choice of the baseline; '' without systems. It stays while it is among them."""
    label = "Baseline"
    if not names:
        st.selectbox(label, names, key="baseline-none", placeholder="No systems yet", disabled=True)
        return ""
    before = st.session_state.get("any-baseline")
    index = names.index(before) if before in names else 0
    # A control keeps its value for other systems, which may be None.
    key = f"baseline-{abs(hash(tuple(names)))}"

    def remember() -> None:
        st.session_state["any-baseline"] = st.session_state[key]

    return st.selectbox(label, names, index, key=key, on_change=remember)
