"""A downloaded file is the one of its button."""

from typing import Any

import pytest
import streamlit as st
from streamlit.runtime.media_file_storage import MediaFileKind
from streamlit.runtime.memory_media_file_storage import MemoryMediaFileStorage

from pages.ui.widgets.download import draw_download


def test_large_files_that_differ_little_are_two_files(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[tuple[Any, ...]] = []
    monkeypatch.setattr(st, "download_button", lambda *given, **look: drawn.append(given))
    same = b"x" * 1_000_000
    files = [same + own + same + b"the middle" + same for own in (b"of Ann", b"of Ben")]
    for data in files:
        draw_download("CSV", data, "notes.csv", "text/csv", key="notes")
    storage, kind = MemoryMediaFileStorage("/media"), MediaFileKind.DOWNLOADABLE
    ids = [storage.load_and_get_id(data, mime, kind, name) for _, data, name, mime in drawn]
    assert [storage.get_file(one).content for one in ids] == files
    assert all(storage.get_file(one).mimetype.startswith("text/csv;") for one in ids)
