"""Files of any kind: the field, how each is read, reading them, and lesson files."""

from __future__ import annotations

import hashlib
from collections.abc import Hashable, Sequence
from typing import Any, NamedTuple

import streamlit as st
from streamlit.runtime.scriptrunner import get_script_run_ctx

from bleu_core import BleuConfig, EvalSet, InputError
from bleu_core.common.escaping import one_line
from bleu_core.common.formatting import format_count
from bleu_core.common.progress import Progress, sub_progress
from bleu_core.messages import screen
from bleu_core.readers import (
    ENCODINGS,
    Assembled,
    File,
    LoadedFiles,
    Parts,
    assemble,
    formats,
    sandbox,
)
from bleu_core.readers.choices import ColumnChoice
from bleu_core.readers.detect import plugin_readers
from bleu_core.readers.fields import FileFaults
from bleu_core.readers.file_roles import guess_roles_together
from bleu_core.readers.files import read_separately
from bleu_core.readers.input_checks import find_prefix, repair_lengths
from bleu_core.readers.input_checks.misalignment import RepairedInput
from bleu_core.readers.parts import printable_name
from bleu_core.teaching.exercise import Bench
from bleu_core.teaching.lessons import is_lesson_file, lesson_set, set_text
from bleu_core.text.evalset import MisalignedColumns, default_pair
from pages.ui import results, state, store
from pages.ui.cache import result
from pages.ui.widgets import progress_bars
from pages.ui.widgets.alert import draw_alert
from pages.ui.widgets.controls import run_again

READING = "comparison"  # the key of the progress bar of assembling
AS_FOUND = "Detect automatically"
UTF8 = "UTF-8, or as declared in the file"


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


def draw_lesson_files(uploads: Sequence[Any]) -> list[Any]:
    """Draw what lesson files contain; return the other files."""
    others = []
    for upload in uploads:
        if not is_lesson_file(upload.name, upload.getvalue()):
            others.append(upload)
            continue
        key, name = f"lesson-file-{upload.file_id}", one_line(printable_name(upload.name), 60)
        try:
            text = set_text(upload.getvalue(), name)
        except FileFaults as error:
            draw_alert("error", "This lesson file cannot be read:", error.problems, key=key)
            continue
        found = lesson_set(text)
        lessons = [one_line(lesson.title) for lesson in found.lessons.values()]
        number = format_count(len(lessons), "lesson")
        title = f"{name} is a lesson file: {one_line(found.title)}, {number}."
        draw_alert("info", title, lessons, key=key)
        if st.button("Open in Learn", type="primary", key=f"{key}-open"):
            state.open_screen("learn.py", bench=Bench(lessons=text))
    return others


# An upload by id, with its format and encoding.
UploadFormat = tuple[str, str | None, str | None]


def choose_how(uploads: Sequence[Any]) -> tuple[UploadFormat, ...]:
    """Draw how each file is read, and which readers of plugins failed to load."""
    found, known = [], formats()
    for upload in uploads:
        st.text(upload.name)
        left, right = st.columns(2)
        with left:
            chosen = st.selectbox(
                "Format",
                [AS_FOUND, *known],
                format_func=lambda name: known.get(name, name),
                key=f"format-{upload.file_id}",
            )
        with right:
            encoding = choose_encoding("Encoding, if not UTF-8", f"encoding-{upload.file_id}")
        form = None if chosen == AS_FOUND else chosen
        found.append((upload.file_id, form, encoding))
    if problems := list(plugin_readers().problems.values()):
        draw_alert("warning", "Not available:", problems, key="failed-formats")
    return tuple(found)


class ReadUploads(NamedTuple):
    """The parts of all files with the ids of their files, and the problems of files."""

    parts: list[Parts]
    files: list[str]
    problems: list[str]

    def formats(self) -> list[str]:
        """Return the name of the format of each part, "" for plain text."""
        return ["" if part.format == "text" else formats()[part.format] for part in self.parts]

    def columns(self, with_test_set: bool = False) -> dict[str, ColumnChoice]:
        """Return all columns with their guessed roles, by ids that stay when files are added."""
        found = {}
        first = {file: self.files.index(file) for file in self.files}
        for choice in guess_roles_together(self.parts, with_test_set):
            number, kind, name = choice.key
            file = self.files[number]
            identity = repr((file, number - first[file], kind, name))
            found[hashlib.sha256(identity.encode("utf-8", "replace")).hexdigest()[:16]] = choice
        return found


@st.cache_resource(show_spinner=False, scope="session")
def _read_before() -> dict[UploadFormat, LoadedFiles]:
    """Return what was read from each of the chosen files: once, however many are added."""
    return {}


def read_uploads(how: tuple[UploadFormat, ...], uploads: Sequence[Any]) -> ReadUploads | None:
    """Return the contents of all files; None if reading was stopped."""
    read = _read_before()
    for gone in read.keys() - set(how):
        del read[gone]
    new = {
        each: File(upload.name, upload.getvalue(), *each[1:])
        for each, upload in zip(how, uploads, strict=True)
        if each not in read
    }
    if new and progress_bars.reading_stopped(how):
        draw_alert("info", "Stopped. These files were not read.", key="stopped-preview")
        st.button("Read files", on_click=progress_bars.forget_stop)
        return None
    if new:
        with progress_bars.reading_progress(how) as progress:
            read |= _read_new(new, progress)
    return ReadUploads(
        [part for each in how for part in read[each].parts],
        [each[0] for each in how for _ in read[each].parts],
        [problem for each in how for problem in read[each].problems],
    )


def _read_new(new: dict[UploadFormat, File], progress: Progress) -> dict[UploadFormat, LoadedFiles]:
    """Read files together; if one of them ends or overtaxes their process, each alone."""
    try:
        found = sandbox.run(read_separately, list(new.values()), progress=progress)
        return dict(zip(new, found, strict=True))
    except InputError as error:
        if len(new) == 1:
            return {each: LoadedFiles([], error.problems) for each in new}
    alone: dict[UploadFormat, LoadedFiles] = {}
    for number, (each, file) in enumerate(new.items()):
        part = sub_progress(progress, number / len(new), (number + 1) / len(new))
        alone |= _read_new({each: file}, part or progress)
    return alone


# How columns of different lengths can be compared: realigned, or their first segments.
Repairs = tuple[RepairedInput | None, RepairedInput | None]


def find_repairs(error: InputError) -> Repairs:
    """Find the repairs of columns of different lengths; none for other problems."""
    if not isinstance(error, MisalignedColumns):
        return None, None
    return repair_lengths(error.columns), find_prefix(error.columns)


# What came of assembling the chosen files; None if it was stopped.
Outcome = Assembled | tuple[InputError, Repairs] | None


@st.cache_resource(show_spinner=False, scope="session")
def _assembled() -> dict[Any, Outcome]:
    """Return what was assembled last: once per choice of files, roles and names."""
    return {}


def assemble_once(
    key: Hashable, parts: Sequence[Parts], baseline: str, by: str, *, wanted: bool
) -> Outcome:
    """Assemble parts as a test set; if it was stopped, again only if it is `wanted`."""
    last = _assembled()
    if progress_bars.reading_stopped(READING):
        last[key] = None
    if key not in last or (wanted and last[key] is None):
        _stop_ahead(last)
        last.clear()
        with progress_bars.reading_progress(READING) as progress:
            try:
                if all(part.ids is None for part in parts):  # line by line: as fast as a process
                    last[key] = assemble(parts, baseline, "", by)
                else:
                    last[key] = sandbox.run(assemble, parts, baseline, "", by, progress=progress)
            except InputError as error:
                last[key] = error, find_repairs(error)
    made = last[key]
    if (
        isinstance(made, Assembled)
        and begun_ahead.ready(made.evalset, state.current().config) is None
    ):
        begun_ahead.start(made.evalset, state.current().config)  # Compare need not wait for it
    return made


@result(size=lambda _: 100)
def begun_ahead(data: EvalSet, config: BleuConfig, progress: Progress | None = None) -> bool:
    """Count and test what Compare opens first."""
    a, b = default_pair(list(data.systems))
    pair = store.comparison(data, config, a, b, sub_progress(progress, 0, 0.5))
    results.significance(pair, sub_progress(progress, 0.5, 1))
    return True


def _stop_ahead(last: dict[Any, Outcome]) -> None:
    """Other files are chosen: end what was begun for those before."""
    for made in last.values():
        if isinstance(made, Assembled) and (
            task := begun_ahead.task(made.evalset, state.current().config)
        ):
            task.stop()


FILES = "file-any"  # the field for the files of a comparison
GONE = "The chosen files are no longer on the server."


def draw_uploader(label: str, key: str, help: str) -> list[Any]:
    """Draw a field for files; return those there, and ask again for those the server let go."""
    renewed, gone = f"{key}-renewed", f"{key}-gone"
    number = st.session_state.get(renewed, 0)
    field = f"{key}-{number}" if number else key
    found: list[Any] = st.file_uploader(label, accept_multiple_files=True, key=field, help=help)
    if len(st.session_state[field]) > len(found):
        st.session_state.update({renewed: number + 1, gone: True})
        run_again()
    if found:
        st.session_state.pop(gone, None)
    elif gone in st.session_state:
        draw_alert("warning", GONE, [screen.files_gone()], key=gone)
    return found


def remove_all(key: str) -> None:
    st.session_state[f"{key}-renewed"] = st.session_state.get(f"{key}-renewed", 0) + 1


def drop_when_left(on_data: bool) -> None:
    """Drop uploads on other screens, in each run: Streamlit keeps them as long as the session."""
    if on_data:
        st.session_state["was-on-data"] = True
    elif st.session_state.pop("was-on-data", False):
        if context := get_script_run_ctx():
            context.uploaded_file_mgr.remove_session_files(context.session_id)
        _assembled().clear()
