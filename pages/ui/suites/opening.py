"""The link from a cell to its comparison."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import NoReturn
from urllib.parse import parse_qsl

from bleu_core.suite.rendering.told import Cell
from bleu_core.suite.results import OfSystem
from pages.ui import state
from pages.ui.query import parse
from pages.ui.suites import kept
from pages.ui.suites.chosen import choose
from pages.ui.view import TEAM


def address(one: OfSystem) -> str:
    """Return the link to the comparison; '' if it is not saved."""
    return f"./?{_query(one)}" if one.query else ""


def open_comparison(one: OfSystem) -> NoReturn:
    """Open the comparison on the Overview; of the view, only the suite stays."""
    now = state.current()
    asked, _ = parse(dict(parse_qsl(_query(one))))
    view = replace(
        asked,
        bench=now.bench,
        suite=now.suite,
        suite_run=now.suite_run,
        suite_set=now.suite_set,
        suite_system=now.suite_system,
        suite_metric=now.suite_metric,
    )
    state.change(**{field.name: getattr(view, field.name) for field in fields(view)})
    state.switch_to("overview.py")


def follow(message: str, cell: Cell) -> None:
    """Do what a press on the board requests."""
    if message == "open" and cell.system:
        open_comparison(cell.system)
    choose(cell)


def _query(one: OfSystem) -> str:
    # On a server with a login, the comparisons of suites are in the team's workspace.
    return one.query if kept.are_own() else f"{one.query}&share={TEAM}"
