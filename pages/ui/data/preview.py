"""Files of any format: the role of each column, to confirm or change before comparing."""

from __future__ import annotations

from typing import Any, NamedTuple

import pandas as pd
import streamlit as st

from bleu_core import InputError
from bleu_core.common.numerals import whole
from bleu_core.readers import (
    ROLES,
    File,
    Held,
    Parts,
    advice,
    assemble,
    read_each,
    sandbox,
)
from bleu_core.readers.choices import PREVIEW, Choice, choices, chosen, system_names
from bleu_core.readers.many import LONGEST, renamed
from pages.ui.data import lesson_files
from pages.ui.data.formats import choose_encoding, choose_format
from pages.ui.data.mark_files import Made
from pages.ui.data.refusal import refuse
from pages.ui.widgets import reading_progress
from pages.ui.widgets.notice import notice

TAB = "Tables, XML, archives"
HOW = "Format and encoding of each file"
BY = {"": "by id, if all have ids", "lines": "by line", "ids": "by id"}
# The controls of this form that messages recommend.
WAYS = {
    advice.SYSTEM: "Roles are chosen in the table, and the baseline below it.",
    advice.ENCODING: f"The encoding is chosen under “{HOW}”.",
    advice.FORMAT: f"The format is chosen under “{HOW}”.",
}


class How(NamedTuple):
    """An upload by id, with its format and encoding."""

    file: str
    form: str | None
    encoding: str | None


def form() -> Made | None:
    """Draw files, roles and the baseline; return the comparison when the button is pressed."""
    uploads = st.file_uploader(
        "Files that hold the systems, the references and what else there is",
        accept_multiple_files=True,
        key="file-any",
        help="NIST and WMT XML, TMX, XLIFF, TSV, CSV, JSON, JSON Lines, Parquet, XLSX, plain text; "
        "compressed or not, alone or in a zip or tar archive. A lesson file (TOML) leads to Learn.",
    )
    if not uploads or lesson_files.show(uploads, "lesson-file-any"):
        return None
    with st.expander(HOW):
        how = tuple(_how(upload) for upload in uploads)
    by = st.selectbox("Align segments", list(BY), format_func=BY.__getitem__, key="any-by")
    held = _read(how, uploads)
    if held is None:
        return None
    if held.problems:
        told = [*held.problems, *advice.ways(held.problems, WAYS)]
        notice("error", "These files cannot be read as they are:", told, key="unreadable")
        return None
    return _confirm(held.parts, by, how)


def _how(upload: Any) -> How:
    """Draw how one file is read."""
    st.text(upload.name)
    left, right = st.columns(2)
    with left:
        form = choose_format("Format", f"format-{upload.file_id}")
    with right:
        encoding = choose_encoding("Encoding, if it is not UTF-8", f"encoding-{upload.file_id}")
    return How(upload.file_id, form, encoding)


@st.cache_resource(show_spinner=False, scope="session")
def _last() -> dict[tuple[How, ...], Held]:
    """Return what was read from the chosen files: once per choice."""
    return {}


def _read(how: tuple[How, ...], uploads: list) -> Held | None:
    """Return all parts of all files, or the errors; None if reading was stopped."""
    last = _last()
    if how in last:
        return last[how]
    last.clear()
    if reading_progress.stopped(how):
        notice("info", "Stopped. These files have not been read.", key="stopped-preview")
        st.button("Read them", on_click=reading_progress.go_on)
        return None
    files = [
        File(upload.name, upload.getvalue(), form, encoding)
        for (_, form, encoding), upload in zip(how, uploads, strict=True)
    ]
    try:
        with reading_progress.shown(how) as progress:
            last[how] = sandbox.run(read_each, files, progress=progress)
    except InputError as error:
        last[how] = Held([], error.problems)
    return last[how]


def _confirm(parts: list[Parts], by: str, key: tuple[How, ...]) -> Made | None:
    """Draw the role of each column, the baseline, and the button."""
    roles = _choose_roles(choices(parts), f"roles-{abs(hash(key))}")
    try:
        ready = chosen(parts, roles)
    except InputError as error:
        notice("error", "These roles do not fit:", error.problems, key="misfit")
        return None
    repairs = [sentence for part in ready for sentence in part.repairs]
    if repairs:
        notice("info", "Mended or left out in reading:", repairs, key="mended")
    names = system_names(ready)
    baseline = _which(names)
    given = _rename(names, f"names-{abs(hash((key, *names)))}")
    if len(names) > 2:
        st.caption(
            f"All {whole(len(names))} systems are taken, in their order, the baseline first."
        )
    if not st.button("Compare these files", type="primary"):
        return None
    try:
        with reading_progress.shown(key) as progress:
            ready = renamed(ready, given)
            called = dict(zip(names, system_names(ready), strict=True))
            chosen_a = called.get(baseline, "")
            made = sandbox.run(assemble, ready, chosen_a, "", by, progress=progress)
            return Made(made, [part for part in parts if part.marks])
    except InputError as error:
        refuse(error, "any-problems")
        return None


def _choose_roles(found: list[Choice], key: str) -> dict[tuple[int, str, str], str]:
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
    st.caption("Confirm what each column is. What is left as metadata can be sliced by.")
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
    with st.expander("Names of the systems"):
        edited = st.data_editor(
            pd.DataFrame({"In the files": names, "Name": names}),
            column_config={
                "Name": st.column_config.TextColumn(help=f"At most {LONGEST} characters.")
            },
            disabled=["In the files"],
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
        st.selectbox(label, names, key="baseline-none", placeholder="no system yet", disabled=True)
        return ""
    before = st.session_state.get("any-baseline")
    index = names.index(before) if before in names else 0
    # A control keeps its value for other systems, which may be None.
    key = f"baseline-{abs(hash(tuple(names)))}"

    def remember() -> None:
        st.session_state["any-baseline"] = st.session_state[key]

    return st.selectbox(label, names, index, key=key, on_change=remember)
