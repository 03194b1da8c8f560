"""A data set is a comparison: each screen shows of it what it shows of the same texts."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest

from bleu_core import BleuConfig
from bleu_core.datasets import DataSet
from pages.ui import store, user_workspace

from .asking import answered
from .conftest import App
from .data_sets import same_texts

# Screens that the viewer does not draw, with the components that they must show.
SCREENS: list[tuple[str, dict[str, str], set[str]]] = [
    ("overview", {}, {"view-overview"}),
    ("systems", {"shows": "where"}, set()),
    ("judge", {}, set()),
    ("data", {}, {"current", "findings"}),
]
# What is a session's own, or of a moment.
OWN = {"session", "run", "answers", "answered"}


def drawn(app: App) -> dict[str, Any]:
    """What a screen shows, without what is a session's own, once all of it has been counted."""

    def bare(value: Any) -> Any:
        if isinstance(value, dict):
            return {key: bare(one) for key, one in value.items() if key not in OWN}
        if isinstance(value, list):
            return [bare(one) for one in value]
        return re.sub("[0-9a-f]{64}", "…", value) if isinstance(value, str) else value

    app.until(lambda: not re.search("[Cc]omputing", app.sent) and "Stop" not in app.labels)
    charts = [json.loads(chart.proto.spec) for chart in app.test.get("plotly_chart")]
    shown = {"charts": charts, "captions": app.captions, "labels": sorted(app.labels)}
    return bare({**app.components, **shown})


@pytest.fixture
def files(folder: Path) -> str:
    """The digest of the same texts, kept as those of files are."""
    texts = same_texts()
    store.forget(texts.digest)  # nothing of it has been counted, as of the data set
    user_workspace.keep(texts, BleuConfig())
    return store.put(texts)


@pytest.mark.parametrize(("screen", "params", "keys"), SCREENS)
def test_each_screen_shows_it_as_the_same_texts_from_files(
    data_set: DataSet, files: str, screen: str, params: dict[str, str], keys: set[str]
) -> None:
    of_set, of_files = (App(f"{screen}.py", data=one, **params) for one in (data_set.digest, files))
    assert "4 row groups in 1 file" in of_set.header["about"]
    shown, expected = drawn(of_set), drawn(of_files)
    for one in (shown, expected):
        one["header"]["open"].pop("about")
        one.pop("recent", None)  # each offers the other
    assert keys <= shown.keys() == expected.keys()
    for key, one in expected.items():
        assert shown[key] == one, key
    assert of_set.link["data"] == data_set.digest


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
