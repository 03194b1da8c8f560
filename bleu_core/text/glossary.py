"""The glossary: what each number of the app is, and what it is not.

The entries are in glossary.toml beside this file. Screens show `short` in their
help; the Learn screen shows the whole, and a link opens an entry by its name.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files


@dataclass(frozen=True)
class Entry:
    """One entry.

    Attributes
    ----------
    name : str
        What a link calls it: "bp".
    term : str
        What it is called, or the question that it answers.
    also : tuple of str
        Other names and symbols.
    short : str
        One or two sentences, enough for a tooltip.
    how : str
        How it is computed here.
    source : str
    mistake : str
        A usual misunderstanding, and what is so instead.
    is_question : bool
    """

    name: str
    term: str
    short: str
    how: str
    source: str
    mistake: str
    also: tuple[str, ...] = ()
    is_question: bool = False


@cache
def entries() -> tuple[Entry, ...]:
    """All entries: the questions first, then the terms, in the order of the file."""
    text = files("bleu_core.text").joinpath("glossary.toml").read_text("utf-8")
    found = tuple(
        Entry(name=name, **{**fields, "also": tuple(fields.get("also", ()))})
        for name, fields in tomllib.loads(text).items()
    )
    return tuple(sorted(found, key=lambda entry: not entry.is_question))


def find(name: str) -> Entry:
    """The entry of a name, a term or another name of it, in any case.

    >>> find("Brevity penalty").name
    'bp'

    Raises
    ------
    KeyError
        If there is none.
    """
    return _index()[name.casefold()]


def short(name: str) -> str:
    """The tooltip of a term: what it is, in a sentence or two."""
    return find(name).short


@cache
def _index() -> dict[str, Entry]:
    return {
        name.casefold(): entry
        for entry in entries()
        for name in (*entry.also, entry.term, entry.name)
    }
