"""Every number on every screen says what it is, in the glossary's words where it has them."""

from __future__ import annotations

from typing import Any

import pytest

from bleu_core.text import glossary

from .conftest import App

SCREENS: list[tuple[str, dict[str, Any]]] = [
    ("", {"details-charts": True}),
    ("", {"details-metrics": True}),
    ("data.py", {"settings": True}),
]


@pytest.mark.parametrize(("screen", "state"), SCREENS)
def test_every_column_of_numbers_says_what_it_is(screen: str, state: dict[str, Any]) -> None:
    app = App(screen)
    app.set(**state)
    for data in app.components.values():
        if not isinstance(data, dict) or "columns" not in data:
            continue
        for column in data["columns"]:
            if column.get("align") == "right" and column["label"]:
                assert column.get("term") or column.get("help"), (data["label"], column)
        told = data["glossary"]["short"]
        assert told == {name: glossary.short_definition(name) for name in told}
        cells = [cell for row in data["rows"] for cell in row if isinstance(cell, dict)]
        for part in (*data["columns"], *cells):
            assert "term" not in part or part["term"] in told
