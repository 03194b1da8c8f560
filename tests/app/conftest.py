"""The app without a browser: Streamlit's AppTest on pages/main.py, and what its components hold."""

from __future__ import annotations

import json
import re
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from html import unescape
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
import streamlit as st
from streamlit.components.v2 import manifest_scanner
from streamlit.testing.v1 import AppTest

from bleu_core.datasets import DataSet
from bleu_core.workspace import Workspace
from pages.ui import cache
from pages.ui.view import View
from tests.places import ROOT

from .asking import ask
from .data_sets import counted

# Each session would look for components in all packages that are installed.
manifest_scanner.scan_component_manifests = list
PATIENCE = 120  # seconds that a run may take on a loaded machine
PAGES = ROOT / "pages"


def drawn_data(node: Any) -> Any:
    """What a component was given to draw, but not when that changed."""
    return json.loads(json.loads(node.proto.json)["content"])


class App:
    """One session of the app; `run` fails where the script ended in an exception."""

    def __init__(self, screen: str = "", main: str = "main.py", **params: str) -> None:
        self.test = AppTest.from_file(PAGES / main, default_timeout=PATIENCE)
        self.test.query_params.update(params)
        if screen not in ("", "overview.py"):
            self.test.switch_page(screen)
        self.run()

    def run(self) -> None:
        self.test.run()
        assert not self.test.exception, self.test.exception

    def until(self, done: Callable[[], bool]) -> None:
        """Run again until it is so, as the page does while something is counted beside it."""
        deadline = time.monotonic() + PATIENCE
        while not done():
            assert time.monotonic() < deadline, self.sent
            time.sleep(0.1)
            self.run()

    def go_to(self, screen: str) -> None:
        self.test.switch_page(screen)
        self.run()

    def press(self, label: str) -> None:
        next(button for button in self.test.button if button.label == label).click()
        self.run()

    def click(self, key: str) -> None:
        """Press the button of a key."""
        self.test.button(key=key).click()
        self.run()

    def choose(self, name: str, value: Any) -> None:
        """Give a control, by its key or its label, a value."""
        self.widget(name).set_value(value)
        self.run()

    def set(self, **state: Any) -> None:
        """Change the session where AppTest has no gesture: set(data_tab="x") sets "data-tab"."""
        for name, value in state.items():
            self.test.session_state[name.replace("_", "-")] = value
        self.run()

    def send(self, key: str, **messages: Any) -> None:
        """What one of our own components sends, such as a table: send("kept", open="3")."""
        again = st.rerun

        def rerun(**how: Any) -> None:
            st.session_state.pop(key, None)  # it is sent once
            again(**how)

        with pytest.MonkeyPatch.context() as patched:
            patched.setattr(st, "rerun", rerun)
            self.set(**{key: messages})

    def upload(self, **files: bytes | list[bytes]) -> None:
        """Choose files in the drop zone; "a" gets a file named a.txt, "references" several.

        Names say what is a reference, the source or the documents; the others are outputs, in their
        order.
        """
        given = [
            (f"{name}{number or ''}.txt", data, "text/plain")
            for name, value in files.items()
            for number, data in enumerate(value if isinstance(value, list) else [value])
        ]
        self.choose("file-any", given)

    def set_row(self, column: str, **change: Any) -> None:
        """Change the row of a column in the table of files: its role, its name, or the baseline."""
        rows = self.component("file-roles")["rows"]
        row = next(row["id"] for row in rows if row["name"] == column)
        self.send("file-roles", set={"id": row, **change})

    def shows(self, key: str) -> bool:
        return any(node.key == key for node in self.test.get("bidi_component"))

    def component(self, key: str) -> Any:
        """What one of our own components was given to draw."""
        return drawn_data(self.test.get_by_key(key))

    @property
    def components(self) -> dict[str, Any]:
        """What all of them draw, by their keys, from the top of the page."""
        nodes = self.test.get("bidi_component")
        return {node.key: drawn_data(node) for node in nodes}

    def cells(self, key: str) -> list[list[str]]:
        """The texts in the rows of a table; "parts" and "families" are in the view Overview."""
        if key in ("parts", "families"):
            return table_rows(self.overview["folds"][0]["html"], key)
        rows = self.component(key)["rows"]
        return [[cell if isinstance(cell, str) else cell.get("t", "") for cell in r] for r in rows]

    def message(self, key: str) -> str:
        """A notice in one string, its title and then its sentences."""
        told = self.component(key)
        return "\n".join([told["title"], *told["sentences"]])

    def codes(self, key: str) -> list[str]:
        """The codes of a notice: of its title and its sentences, where they have one."""
        told = self.component(key)
        return [code for code in (told["code"], *told["codes"]) if code]

    def says(self, key: str) -> str:
        """What a line of prose says."""
        return "".join(text for text, *_ in self.component(key)["spans"])

    def widget(self, name: str) -> Any:
        """A control or a button, by its key or its label."""
        nodes = list(self.test._tree)
        found = [node for node in nodes if getattr(node, "key", None) == name]
        return next(iter(found or [node for node in nodes if label_of(node) == name]))

    @property
    def labels(self) -> set[str]:
        """What can be pressed, chosen or filled in, by its label."""
        return set(filter(None, map(label_of, self.test._tree)))

    @property
    def captions(self) -> str:
        return "\n".join(caption.value for caption in self.test.caption)

    @property
    def sent(self) -> str:
        """All that the page is sent, as one text."""
        nodes = [node for node in self.test.main if getattr(node, "proto", None)]
        others = [n.proto.SerializeToString() for n in nodes if n.type != "bidi_component"]
        drawn = json.dumps(self.components, ensure_ascii=False)
        return drawn + b"\n".join(others).decode("utf-8", "replace")

    @property
    def view(self) -> View:
        return self.test.session_state["view"]

    @property
    def link(self) -> dict[str, str]:
        return self.test.query_params

    @property
    def header(self) -> dict[str, Any]:
        """What the header says of the open comparison; {} without one."""
        return self.component("header")["open"] or {}

    @property
    def signature(self) -> str:
        return self.header["signature"]

    @property
    def pair(self) -> tuple[str, str]:
        """The names of A and B."""
        head = self.header
        return head["systems"][head["a"]], head["systems"][head["b"]]

    @property
    def overview(self) -> dict[str, Any]:
        """The view Overview of the link, once all of it is known, with its slices and rows."""
        view, has, content = urlencode(self.link), "", {}
        while True:
            status, answer = ask("overview", view, has=has)
            assert (status, answer["stopped"]) == (200, False)
            content, has = answer["content"] or content, answer["version"]
            if answer["testing"] is None:
                return content["overview"] | {"slices": content["slices"], "of": content["rows"]}

    @property
    def verdict(self) -> str:
        """What the view says below the scorecard."""
        return "".join(text for text, *_ in self.overview["sentence"])

    def details(self, name: str) -> None:
        """Open a folded row below the view, once its numbers are known."""
        assert self.overview
        self.set(**{f"details-{name}": True})


def table_rows(html: str, kind: str) -> list[list[str]]:
    """The texts in the rows of a table of a report."""
    table = re.search(rf'<table class="{kind}">.*?</table>', html, re.DOTALL)
    rows = re.findall(r"<tr>(.*?)</tr>", table[0], re.DOTALL) if table else []
    cells = [re.findall(r"<td[^>]*>(.*?)</td>", row, re.DOTALL) for row in rows]
    return [[unescape(re.sub("<[^>]*>", "", cell)) for cell in row] for row in cells if row]


def label_of(node: Any) -> str:
    """The label of a control, a button or a popover; "" for anything else."""
    if node.type == "popover":
        return node.proto.popover.label
    return getattr(node, "label", "") or ""


@pytest.fixture(autouse=True)
def cookies(monkeypatch) -> dict[str, str]:
    """The cookies that the browser sends with its first request; AppTest would send a mock."""
    sent: dict[str, str] = {}
    monkeypatch.setattr(type(st.context), "cookies", property(lambda _: sent))
    return sent


def uploaded(**files: bytes | list[bytes]) -> App:
    """uploaded(a=…, b=…, references=[…]): a session that has uploaded files and pressed Compare."""
    app = App("data.py")
    app.upload(**files)
    app.press("Compare")
    return app


@pytest.fixture
def folder(tmp_path: Path, monkeypatch) -> Iterator[Path]:
    """A folder whose `home` the app keeps things in."""
    monkeypatch.setenv("BLEUSCOPE_HOME", str(tmp_path / "home"))
    yield tmp_path
    cache.CACHE.drop(lambda key: str(tmp_path) in repr(key))


@pytest.fixture
def data_set(folder: Path) -> DataSet:
    """A data set of 4 groups of rows, counted and kept."""
    return counted(folder)


@contextmanager
def busy(space: Workspace) -> Iterator[None]:
    """A time in which another program writes to a workspace."""
    other = closing(sqlite3.connect(space.path, isolation_level=None))
    with pytest.MonkeyPatch.context() as patched, other as db:
        patched.setattr("bleu_core.workspace.connection.PATIENCE", 0.1)
        db.execute("BEGIN IMMEDIATE")
        yield


@pytest.fixture
def space(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Workspace:
    """A workspace that the app uses too."""
    monkeypatch.setenv("BLEUSCOPE_HOME", str(tmp_path))
    return Workspace.open(tmp_path)
