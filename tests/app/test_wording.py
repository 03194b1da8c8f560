"""The wording of the screens, in one place: what each says of the sample.

Other tests decide by keys, codes and values. After a change of words look at the difference that
`pytest tests/app/test_wording.py --snapshot-update` makes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

from bleu_core.metrics import METRIC_KEYS, get_metric
from pages.ui.cache import CACHE
from pages.ui.data import test_sets

from .conftest import App, label_of

# What of a component's data a reader reads, and how many rows of a table say what all say.
READ = {
    "title", "sentences", "told", "spans", "columns", "label", "help", "empty", "how", "lines",
    "text", "t", "rows", "placeholder", "reveal", "question", "choices", "family", "notes",
    "note", "note_text", "problem", "more", "tracks", "items", "asks", "goal",
}  # fmt: skip
ROWS = 2
SCREENS: dict[str, tuple[str, dict[str, str], dict[str, Any]]] = {
    "overview": ("", {}, {"details-metrics": True, "metrics": True, "settings": True}),
    "overview of a gone comparison": ("", {"data": "0" * 64}, {}),
    "systems": ("systems.py", {}, {}),
    "slices": ("slices.py", {}, {}),
    "judge": ("judge.py", {}, {}),
    "learn": ("learn.py", {"lesson": "the-the-the"}, {}),
    "data": ("data.py", {"smooth": "floor"}, {}),
    "data kept": ("data.py", {}, {"data_tab": "Saved comparisons"}),
    "suites": ("suites.py", {}, {}),
}


def texts(data: Any, name: str = "") -> Iterator[str]:
    """The texts of a component that somebody reads."""
    if isinstance(data, dict):
        for key, value in data.items():
            if key in READ:
                yield from texts(value, key)
    elif isinstance(data, list):
        for value in data[:ROWS] if name == "rows" else data:
            yield from texts(value, name)
    elif isinstance(data, str) and re.search(r"[^\W\d]", data):
        yield data


def said(app: App) -> Iterator[str]:
    """What stands on a page, from its top."""
    for node in app.test._tree:
        if node.type == "bidi_component":
            found = list(texts(app.components[node.key]))
            if found:
                yield f"[{node.key}] " + " | ".join(found)
        elif label := label_of(node):
            told = getattr(node, "help", "") or ""
            options = [option for option in getattr(node, "options", []) if " " in option]
            yield f"<{node.type}> {label}" + (f" ({told})" if told else "")
            yield from (f"    {option}" for option in options[:30])
        elif node.type in ("heading", "subheader", "header", "caption", "markdown", "text"):
            yield f"<{node.type}> {node.value}"


def settle(app: App) -> None:
    """Until nothing is counted beside the screen any more."""
    if app.shows("view-overview"):
        assert app.overview
        app.run()
    if app.shows("opinions"):
        quick = {
            get_metric(name).about.label
            for name in METRIC_KEYS
            if not get_metric(name).about.is_slow
        }
        app.until(lambda: all(r[1] for r in app.cells("opinions") if r[0] in quick))
    app.until(lambda: not any(button.label == "Stop" for button in app.test.button))


@pytest.fixture(autouse=True)
def one_test_set(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same test sets with any version of sacreBLEU and any cache."""
    monkeypatch.setattr(test_sets, "available_sets", lambda: {"wmt23": ["en-de"]})
    monkeypatch.setattr(test_sets, "downloaded_sets", dict)
    # Another test of this process may have computed more of the sample.
    CACHE.drop(lambda key: True)


@pytest.mark.parametrize("name", SCREENS)
def test_the_wording_of_a_screen(name: str, space, snapshot) -> None:
    screen, link, state = SCREENS[name]
    plain, seen = App(), set[str]()
    settle(plain)  # other screens show what the Overview has computed
    if name != "overview":  # of another screen, and of another view of it, what is new
        seen |= set(said(plain))
    if " " in name:
        plain = App(screen)
        settle(plain)
        seen |= set(said(plain))
    app = App(screen, **link)
    app.set(**state)
    settle(app)
    lines = [line for line in said(app) if line not in seen]
    text = "\n".join(lines).replace("\\", "").replace(str(space.folder), "‹folder›")
    text = re.sub(r"[0-9a-f]{64}", "‹digest›", text)
    text = re.sub(r"(version:|BLEUscope |sacreBLEU )\w*-?\d[\w.+-]*", r"\1‹version›", text)
    assert text == snapshot
