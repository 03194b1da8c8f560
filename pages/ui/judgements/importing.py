"""Import annotations of others, or one's own from elsewhere, and undo imports."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

import streamlit as st

from bleu_core import Comparison, InputError, workspace
from bleu_core.common.escaping import visible
from bleu_core.common.numerals import counted, when, whole
from bleu_core.common.wording import listed
from bleu_core.readers import File, sandbox
from bleu_core.workspace import Added, Gone, Import, WorkspaceError, exchange
from bleu_core.workspace.exchange import Read, named
from bleu_core.workspace.kinds import LONGEST_NAME
from pages.ui import user_workspace
from pages.ui.judgements import annotator
from pages.ui.widgets import reading_progress
from pages.ui.widgets.notice import notice

SHOWN = 20


@dataclass(frozen=True)
class _Upload:
    """An uploaded file: its annotations while the owner is asked for, and the result."""

    id: str
    name: str
    read: Read | None = None
    tone: str = "info"
    title: str = ""
    told: tuple[str, ...] = ()


def importing(comparison: Comparison) -> None:
    """Draw a field for a file, its result, and the list of imports."""
    if closed := user_workspace.why_only_read():
        st.caption(closed)
    else:
        _field(comparison)
    _list(comparison)


def _field(comparison: Comparison) -> None:
    file = st.file_uploader(
        "Import a file that was exported here or by a colleague",
        key="notes-file",
        help="What a file says stays its annotator's, beside what you say: nothing of yours is "
        "changed, and each import can be taken back.",
    )
    if file is not None:
        # Read once, because the dialog reruns at every press in it.
        seen: _Upload | None = st.session_state.get("imported")
        if seen is None or seen.id != file.file_id:
            seen = st.session_state["imported"] = _taken(file, comparison)
        if seen.read is not None:
            _ask_whose(seen, seen.read, comparison)
        else:
            notice(seen.tone, seen.title, seen.told, key="imported-notes")


def _taken(file: Any, comparison: Comparison) -> _Upload:
    """Read a file and save its annotations, unless the owner must be asked for."""
    upload = _Upload(file.file_id, file.name)
    bar = st.progress(0.0, reading_progress.WHAT)
    rows_of = partial(
        sandbox.run, exchange.table, progress=lambda part: bar.progress(part, reading_progress.WHAT)
    )
    try:
        read = exchange.read(File(file.name, file.getvalue()), comparison, rows_of)
    except InputError as error:
        return replace(
            upload, tone="error", title="Nothing was imported:", told=tuple(error.problems)
        )
    finally:
        bar.empty()
    return replace(upload, read=read) if read.nameless else _kept(upload, read, comparison)


def _ask_whose(upload: _Upload, read: Read, comparison: Comparison) -> None:
    with st.form("whose-form", border=False):
        st.text_input(
            f"Who said what is in {visible(upload.name, 40)}? The file does not tell.",
            Path(upload.name).stem[:LONGEST_NAME],
            max_chars=LONGEST_NAME,
            key=f"whose-{upload.id}",
            help="Leave it empty if it was you.",
        )
        st.form_submit_button(
            "Import", type="primary", on_click=_answered, args=(upload, read, comparison)
        )


def _answered(upload: _Upload, read: Read, comparison: Comparison) -> None:
    name = workspace.name_of(st.session_state[f"whose-{upload.id}"]) or annotator.me()
    rows = [row if row.annotator else row._replace(annotator=name) for row in read.rows]
    st.session_state["imported"] = _kept(upload, replace(read, rows=rows), comparison)


def _kept(upload: _Upload, read: Read, comparison: Comparison) -> _Upload:
    """Save the annotations of a file; return the result in sentences."""
    space, digest = user_workspace.current(), comparison.evalset.digest
    try:
        if space is None:
            raise Gone
        if not workspace.find(space, digest):
            workspace.keep(space, comparison.evalset, comparison.config)
        added = workspace.add(space, digest, upload.name, read.rows)
    except (ValueError, Gone, WorkspaceError) as error:
        return replace(
            upload, read=None, tone="error", title="Nothing was imported:", told=(str(error),)
        )
    title = "Imported." if added.items else "Nothing new: all that it says is here."
    return replace(upload, read=None, title=title, told=tuple(_told(read, added)))


def _told(read: Read, added: Added) -> list[str]:
    sentences = [
        f"Verdicts, labels and notes read: {whole(len(read.rows))}; kept: {whole(added.items)}."
    ]
    if read.exchanged:
        sentences.append(
            f"{counted(read.exchanged, 'row has', 'rows have')} A and B the other way round; they "
            "were laid on with their sides exchanged."
        )
    if read.other_pairs:
        sentences.append(
            f"{counted(read.other_pairs, 'row is', 'rows are')} on other two systems of this test "
            "set than A and B now: choose these to see them."
        )
    if added.stays:
        sentences.append(
            f"Of {counted(len(added.stays), 'segment')} the same person has said something else "
            f"here, which stays: {_listed(added.stays)}."
        )
    if read.repeated:
        sentences.append(
            f"Left out, because an earlier row has the same annotator and segment and says "
            f"something else: {named(read.repeated)}."
        )
    if read.unknown:
        sentences.append(
            f"Left out, because this comparison does not have their segments: "
            f"{counted(len(read.unknown), 'row')} ({named(read.unknown)})."
        )
    return [*sentences, *read.why]


def _listed(segments: list[int]) -> str:
    return listed((whole(segment + 1) for segment in segments), SHOWN)


def _list(comparison: Comparison) -> None:
    """Draw the imports of the comparison, each with an undo button."""
    digest = comparison.evalset.digest
    nothing: list[Import] = []
    found = user_workspace.ask(lambda space: workspace.imports(space, digest), nothing)
    found = [result for result in found if result.items]  # imports of marks are on Data
    may_write = not user_workspace.is_only_read()
    if found:
        back = " What is taken back is gone as a whole." if may_write else ""
        st.caption(f"What was imported, the last first.{back}")
    for result in found:
        line, press = st.columns([5, 1], vertical_alignment="center")
        who = ", ".join(f"{annotator.spoken(name)} {whole(n)}" for name, n in result.items.items())
        line.text(f"{visible(result.file, 60)} · {when(result.made)} · {visible(who, 200)}")
        if may_write:
            press.button(
                "Take back",
                key=f"take-back-{result.id}",
                on_click=_take_back,
                args=(digest, result.id),
                width="stretch",
            )


def _take_back(digest: str, number: int) -> None:
    user_workspace.ask(partial(workspace.take_back, comparison=digest, number=number), None)
    upload: _Upload | None = st.session_state.get("imported")
    if upload:  # the result of the file still in the field is no longer true
        title = "Taken back. To import the file again, choose it again."
        st.session_state["imported"] = replace(upload, tone="info", title=title, told=())
