"""Files of any format: what each column seems to be, to confirm or change before comparing."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from bleu_core import InputError
from bleu_core.readers import ENCODINGS, FORMATS, ROLES, Assembled, Parts, assemble, read_all
from bleu_core.readers.choices import PREVIEW, choices, chosen, system_names
from pages.ui.notice import notice
from pages.ui.refusal import refuse

TAB = "Tables, XML, archives"
AS_FOUND = "as found"
BY = {"": "by id, if all have ids", "lines": "by line", "ids": "by id"}


def form() -> Assembled | None:
    """Files, roles, A and B; answers the comparison when the button is pressed."""
    uploads = st.file_uploader(
        "Files that hold the systems, the references and what else there is",
        accept_multiple_files=True,
        key="file-any",
        help="NIST and WMT XML, TMX, XLIFF, TSV, CSV, JSON, JSON Lines, Parquet, XLSX, plain text; "
        "compressed or not, alone or in a zip or tar archive.",
    )
    if not uploads:
        return None
    left, middle, right = st.columns(3)
    form = left.selectbox(
        "Format", [AS_FOUND, *FORMATS], format_func=_format_name, key="any-format"
    )
    encoding = middle.selectbox("Encoding of text", [AS_FOUND, *ENCODINGS], key="any-encoding")
    by = right.selectbox("Align segments", list(BY), format_func=BY.__getitem__, key="any-by")
    ids = tuple(upload.file_id for upload in uploads)
    parts, problems = _read(ids, _unless(form), _unless(encoding), uploads)
    if problems:
        notice("error", "These files cannot be read as they are:", problems, key="unreadable")
        return None
    return _confirm(parts, by, (*ids, form, encoding))


def _format_name(form: str) -> str:
    return FORMATS.get(form, form)


def _unless(option: str) -> str | None:
    return None if option == AS_FOUND else option


@st.cache_resource(show_spinner="Reading the files …", max_entries=2, scope="session")
def _read(
    ids: tuple[str, ...], form: str | None, encoding: str | None, _uploads: list
) -> tuple[list[Parts], list[str]]:
    """All parts of all files, or why not, once for these uploads."""
    parts: list[Parts] = []
    problems: list[str] = []
    for upload in _uploads:
        try:
            parts += read_all(upload.getvalue(), upload.name, form, encoding=encoding)
        except InputError as error:
            problems += error.problems
    return parts, problems


def _confirm(parts: list[Parts], by: str, key: tuple[str, ...]) -> Assembled | None:
    """A row for each column with its first segments and its role; then A and B."""
    found = choices(parts)
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
        key=f"roles-{abs(hash(key))}",
    )
    roles = {choice.key: role for choice, role in zip(found, edited["Role"], strict=True)}
    try:
        ready = chosen(parts, roles)
    except InputError as error:
        notice("error", "These roles do not fit:", error.problems, key="misfit")
        return None
    repairs = [sentence for part in ready for sentence in part.repairs]
    if repairs:
        notice("info", "Mended or left out in reading:", repairs, key="mended")
    names = system_names(ready)
    left, right = st.columns(2)
    a = left.selectbox("A, the baseline", names, index=0 if names else None, key="any-a")
    b = right.selectbox(
        "B, the candidate", names, min(1, len(names) - 1) if names else None, key="any-b"
    )
    if not st.button("Compare these files", type="primary"):
        return None
    try:
        return assemble(ready, a or "", b or "", by)
    except InputError as error:
        refuse(error, "any-problems")
        return None
