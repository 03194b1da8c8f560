"""The glossary: the meaning of each number, and common misunderstandings.

The entries are in glossary.toml beside this file. Screens show `short_definition` in tooltips; the
Learn screen shows whole entries, and links open an entry by its name.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from bleu_core.common.pair import fill_names


@dataclass(frozen=True)
class GlossaryEntry:
    """An entry."""

    name: str  # Its name in links: "bp"
    term: str  # Its heading: the term, or the question that it answers
    short: str  # One or two sentences, for a tooltip
    how: str  # How the number is computed here
    mistake: str  # A common misunderstanding, corrected
    source: str = ""  # "" if the number is defined by this app alone
    also: tuple[str, ...] = ()  # Other names and symbols
    is_question: bool = False


@cache
def entries() -> tuple[GlossaryEntry, ...]:
    """All entries: questions first, then terms, in file order."""
    text = fill_names(files("bleu_core.text").joinpath("glossary.toml").read_text("utf-8"))
    every = tuple(
        GlossaryEntry(name=name, **{**fields, "also": tuple(fields.get("also", ()))})
        for name, fields in tomllib.loads(text).items()
    )
    return tuple(sorted(every, key=lambda entry: not entry.is_question))


def find_entry(name: str) -> GlossaryEntry:
    """Find an entry by its name, its term or another of its names, ignoring case."""
    return _index()[name.casefold()]


def short_definition(name: str) -> str:
    """The tooltip of a term, one or two sentences."""
    return find_entry(name).short


@cache
def _index() -> dict[str, GlossaryEntry]:
    return {
        name.casefold(): entry
        for entry in entries()
        for name in (*entry.also, entry.term, entry.name)
    }
