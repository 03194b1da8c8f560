"""The reference of the library is what the docstrings say, and has an example of each name."""

from __future__ import annotations

import doctest
import importlib.util
import inspect
import re
import sys
from importlib import import_module

import numpy as np
import pytest

import bleu_core
from tests.places import ROOT

FILE = ROOT / ".github" / "reference.py"
spec = importlib.util.spec_from_file_location("reference", FILE)
assert spec is not None
assert spec.loader is not None
reference = sys.modules["reference"] = importlib.util.module_from_spec(spec)
spec.loader.exec_module(reference)

CHAPTERS = reference.chapters()


def test_the_reference_is_up_to_date() -> None:
    told = "LIBRARY.md is not what the docstrings say: run python .github/reference.py"
    assert reference.TARGET.read_text("utf-8") == reference.written(), told


@pytest.mark.parametrize(
    ("chapter", "name"),
    [pytest.param(c, name, id=f"{c.module}.{name}") for c in CHAPTERS for name in c.names],
)
def test_each_name_has_an_example(chapter, name) -> None:
    member = chapter.members()[name]
    assert ">>> " in (inspect.getdoc(member) or ""), f"{member.__module__}.{name}"
    # Where pytest finds it: doctests are collected of modules of bleu_core.
    assert member.__module__.startswith("bleu_core.")


def test_all_that_bleu_core_offers_is_in_it() -> None:
    assert set(bleu_core.__all__) <= {name for chapter in CHAPTERS for name in chapter.names}


def test_links_within_the_reference_lead_to_a_heading_each() -> None:
    text = reference.TARGET.read_text("utf-8")
    headings = [reference.anchor(h) for h in re.findall(r"(?m)^#+ (.+)$", text)]
    assert len(set(headings)) == len(headings)
    assert set(re.findall(r"\]\(#([^)]+)\)", text)) <= set(headings)


def test_docstrings_become_markdown() -> None:
    docstring = inspect.cleandoc(
        """What *it* does with a_name, `a_b*c` and _one_.

        Parameters
        ----------
        x, y : (S,) array
            What they are,
            on two lines.
        z : int
        All of them <small>.

        Examples
        --------
        In words.

        >>> 1 + 1
        2

        >>> 2 + 2
        4
        """
    )
    assert reference.as_markdown(docstring) == (
        "What \\*it\\* does with a_name, `a_b*c` and \\_one\\_.\n\n"
        "**Parameters**\n\n- `x, y`, (S,) array: What they are,\n  on two lines.\n- `z`, int\n\n"
        "All of them \\<small>.\n\nIn words.\n\n"
        "```pycon\n>>> 1 + 1\n2\n\n>>> 2 + 2\n4\n```"
    )


def test_tables_and_what_is_returned_become_markdown() -> None:
    docstring = inspect.cleandoc(
        """A frame:

        ====== =========
        column what
        ====== =========
        a, b   one|other
               and more
        c      `x`
        ====== =========

        Returns
        -------
        (S,) array
            Of numbers
            below 1.
        """
    )
    assert reference.as_markdown(docstring) == (
        "A frame:\n\n"
        "| column | what |\n| --- | --- |\n| a, b | one\\|other and more |\n| c | `x` |\n\n"
        "**Returns**\n\n- (S,) array: Of numbers\n  below 1."
    )


@pytest.mark.parametrize(
    ("chapter", "name"),
    [pytest.param(c, name, id=f"{c.module}.{name}") for c in CHAPTERS for name in c.names],
)
def test_its_examples_run_on_what_it_says_that_is_imported(chapter, name) -> None:
    """Of their modules, pytest runs them among all that is imported there."""
    there: dict[str, object] = {"np": np}
    there |= {one: getattr(bleu_core, one) for one in bleu_core.__all__}
    there |= {
        one: getattr(import_module(chapter.module), one.split(".")[0]) for one in chapter.names
    }
    docstring = inspect.getdoc(chapter.members()[name]) or ""
    test = doctest.DocTestParser().get_doctest(docstring, there, name, None, 0)
    told: list[str] = []
    assert doctest.DocTestRunner().run(test, out=told.append).failed == 0, "".join(told)
