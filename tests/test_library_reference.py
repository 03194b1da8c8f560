"""The reference of the library is what the docstrings say, and has an example of each name."""

import ast
import builtins
import doctest
import importlib.util
import inspect
import re
import sys
from importlib import import_module
from typing import Any

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


def test_each_name_has_an_example_that_says_all_that_it_uses() -> None:
    """The examples run as doctests of bleu_core, among all that is imported in their modules."""
    for chapter in CHAPTERS:
        for name, member in chapter.members().items():
            examples = doctest.DocTestParser().get_examples(inspect.getdoc(member) or "")
            assert examples, name
            # Where pytest finds it: doctests are collected of modules of bleu_core.
            assert member.__module__.startswith("bleu_core."), name
            code = "".join(example.source for example in examples)
            nodes = list(ast.walk(ast.parse(code)))
            names = [node for node in nodes if isinstance(node, ast.Name)]
            made = {node.id for node in names if isinstance(node.ctx, ast.Store)}
            made |= {one.asname or one.name for one in nodes if isinstance(one, ast.alias)}
            made |= {node.arg for node in nodes if isinstance(node, ast.arg)}
            made |= {node.name for node in nodes if isinstance(node, ast.ExceptHandler)}
            known = made | there(chapter).keys() | vars(builtins).keys()
            assert {node.id for node in names} <= known, name


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

        ====== =========
        column what
        ====== =========
        a, b   one|other
               and more
        c      `x`
        ====== =========

        Parameters
        ----------
        x, y : (S,) array
            What they are,
            on two lines.
        z : int
        All of them <small>.

        Returns
        -------
        (S,) array
            Of numbers
            below 1.

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
        "| column | what |\n| --- | --- |\n| a, b | one\\|other and more |\n| c | `x` |\n\n"
        "**Parameters**\n\n- `x, y`, (S,) array: What they are,\n  on two lines.\n- `z`, int\n\n"
        "All of them \\<small>.\n\n**Returns**\n\n- (S,) array: Of numbers\n  below 1.\n\n"
        "In words.\n\n```pycon\n>>> 1 + 1\n2\n\n>>> 2 + 2\n4\n```"
    )


def there(chapter: Any) -> dict[str, Any]:
    names = {one.split(".")[0] for one in chapter.names}
    module = import_module(chapter.module)
    public = {one: getattr(bleu_core, one) for one in bleu_core.__all__}
    return {"np": np} | public | {one: getattr(module, one) for one in names}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("chapter", "name"),
    [pytest.param(c, name, id=f"{c.module}.{name}") for c in CHAPTERS for name in c.names],
)
def test_its_examples_run_on_what_it_says_that_is_imported(chapter, name) -> None:
    docstring = inspect.getdoc(chapter.members()[name]) or ""
    test = doctest.DocTestParser().get_doctest(docstring, there(chapter), name, None, 0)
    told: list[str] = []
    assert doctest.DocTestRunner().run(test, out=told.append).failed == 0, "".join(told)
