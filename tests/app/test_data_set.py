"""A data set is a comparison: it is answered as the same texts are."""

from __future__ import annotations

import json
from pathlib import Path
from urllib.parse import urlencode

import pytest

from bleu_core import BleuConfig
from bleu_core.datasets import DataSet
from pages.ui import store, user_workspace

from .asking import answered
from .conftest import App
from .data_sets import same_texts


@pytest.fixture
def files(folder: Path) -> str:
    """The digest of the same texts, kept as those of files are."""
    texts = same_texts()
    store.forget(texts.digest)  # nothing of it has been counted, as of the data set
    user_workspace.keep(texts, BleuConfig())
    return store.put(texts)


@pytest.mark.parametrize(
    ("name", "link", "more"),
    [
        ("rows", {"where": 'kind = "chat"', "sort": "delta"}, {"from": "0", "count": "50"}),
        ("segment", {}, {"rows": "122"}),
        ("ngrams", {}, {}),
        ("slices", {"by": "document"}, {}),
        ("found-slices", {}, {}),
        ("ranking", {}, {}),
    ],
)
def test_the_viewer_is_answered_as_of_the_same_texts_from_files(
    data_set: DataSet, files: str, name: str, link: dict[str, str], more: dict[str, str]
) -> None:
    of_set, of_files = (
        json.dumps(answered(name, urlencode({"data": one, **link}), **more)).replace(one, "…")
        for one in (data_set.digest, files)
    )
    assert of_set == of_files


def test_its_link_opens_it_and_others_say_why_not(data_set: DataSet) -> None:
    assert App(data=data_set.digest).pair == ("old", "new")
    assert App(data="0" * 64).codes("gone") == ["screen.comparison_elsewhere"]
