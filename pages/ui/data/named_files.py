"""The chosen outputs: their names, their order, and which is the baseline."""

from __future__ import annotations

from typing import Any

import pandas as pd
import streamlit as st

from bleu_core.readers.many import LONGEST, ordered, usual_name


def name_and_order(uploads: list[Any]) -> list[tuple[Any, str]]:
    """Return the uploads in the chosen order, each with its name or ''."""
    if not uploads:
        return []
    # A choice is for these files, not for others that replace them.
    key = abs(hash(tuple(upload.file_id for upload in uploads)))
    usual = [usual_name(upload.name) for upload in uploads]
    files = [upload.name for upload in uploads]
    edited = st.data_editor(
        pd.DataFrame({"Place": range(1, len(files) + 1), "Name": usual, "File": files}),
        column_config={
            "Place": st.column_config.NumberColumn(
                help="Systems stand in this order.", step=1, width="small"
            ),
            "Name": st.column_config.TextColumn(
                help=f"At most {LONGEST} characters. If it is left as it is, or empty, a file "
                "that says itself what its system is called is believed.",
            ),
        },
        disabled=["File"],
        hide_index=True,
        width="stretch",
        key=f"names-{key}",
    )
    baseline = st.selectbox(
        "Baseline, which stands first",
        range(-1, len(files)),
        format_func=lambda number: files[number] if number >= 0 else "the one in the first place",
        key=f"baseline-{key}",
    )
    given = [
        "" if name is None or name == own else name
        for name, own in zip(edited["Name"], usual, strict=True)
    ]
    places = ordered(edited["Place"].tolist(), baseline)
    return [(uploads[number], given[number]) for number in places]
