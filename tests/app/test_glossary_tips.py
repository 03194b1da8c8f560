"""Every number on every screen says what it is, in the glossary's words where it has them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

from bleu_core.text import glossary

from .conftest import App

LINK = re.compile(r"\]\((\S*learn\S*)\)")


def components(app: App) -> Iterator[Any]:
    for node in app.test.get("bidi_component"):
        yield json.loads(node.proto.json)


def helps(app: App) -> set[str]:
    """What every heading, text and control says when asked."""
    found = set()
    for node in app.test._tree:  # the settings are in a dialog
        proto = getattr(node, "proto", None)
        text = getattr(proto, "help", "") or getattr(node, "help", "")
        if isinstance(text, str) and text:
            found.add(text)
    return found


def linked(app: App) -> set[str]:
    """The entries that helps link to; each link opens one, with the help's text from it."""
    names = set()
    for text in helps(app):
        for address in LINK.findall(text):
            parts = urlsplit(address)
            assert parts.path == "./learn"
            (name,) = parse_qs(parts.query)["term"]
            assert text.startswith(glossary.short_definition(name))
            names.add(name)
    return names


def asked(app: App) -> set[str]:
    """The entries that tables and other components link to."""
    names = set()
    for data in components(app):
        if not isinstance(data, dict) or "glossary" not in data or "terms" in data:
            continue
        for name, short in data["glossary"]["short"].items():
            assert short == glossary.short_definition(name)
            names.add(name)
    return names


def expect_every_number_says_what_it_is(app: App) -> None:
    for data in components(app):
        if isinstance(data, dict) and "columns" in data:
            for column in data["columns"]:
                if column.get("align") == "right" and column["label"]:
                    assert column.get("term") or column.get("help"), (data["label"], column)
            told = data["glossary"]["short"]
            cells = [cell for row in data["rows"] for cell in row if isinstance(cell, dict)]
            for part in (*data["columns"], *cells):
                assert "term" not in part or part["term"] in told
    linked(app)


# Screens, what is opened on them, and entries that must be linked there.
SCREENS: list[tuple[str, dict[str, str], dict[str, Any], set[str]]] = [
    ("", {}, {"details-charts": True}, {"component", "points", "concentration"}),
    ("", {}, {"details-metrics": True}, {"p-value", "power", "acc-eq"}),
    ("learn.py", {"lesson": "judgement"}, {"teacher": True}, {"human-judgement"}),
    ("data.py", {"smooth": "floor"}, {"settings": True}, {"r"}),
]


@pytest.mark.parametrize(("screen", "link", "state", "names"), SCREENS)
def test_a_screen_asks_the_glossary(
    screen: str, link: dict[str, str], state: dict[str, Any], names: set[str]
) -> None:
    app = App(screen, **link)
    app.set(**state)
    expect_every_number_says_what_it_is(app)
    assert linked(app) | asked(app) >= names
