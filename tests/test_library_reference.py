"""The reference of the library lists every public name, and each has an example that runs."""

import ast
import builtins
import doctest
import inspect
import re
from collections.abc import Iterator
from importlib import import_module
from operator import attrgetter
from typing import Any, NamedTuple

import numpy as np
import pytest

import bleu_core
import bleuscope
from tests.documents import DOCS


class Entry(NamedTuple):
    """A name that a page documents, and the module of its section."""

    module: str
    name: str

    @property
    def member(self) -> Any:
        return attrgetter(self.name)(import_module(self.module))


def entries() -> Iterator[Entry]:
    for page in sorted((DOCS / "reference" / "library").glob("*.md")):
        for section in page.read_text("utf-8").split("\n## ")[1:]:
            (module,) = re.findall(r"`from (\S+) import …`", section)
            for path in re.findall(r"(?m)^::: (\S+)", section):
                # A method is documented where its class is defined.
                of_module = path.removeprefix(f"{module}.")
                yield Entry(module, of_module if of_module != path else path.split(".", 1)[1])


ENTRIES = list(entries())


def test_each_name_has_an_example_that_says_all_that_it_uses() -> None:
    """The examples run as doctests of bleu_core, among all that is imported in their modules."""
    for entry in ENTRIES:
        member = entry.member
        examples = doctest.DocTestParser().get_examples(inspect.getdoc(member) or "")
        assert examples, entry
        # Where pytest finds it: doctests are collected of modules of bleu_core.
        assert member.__module__.startswith("bleu_core."), entry
        code = "".join(example.source for example in examples)
        nodes = list(ast.walk(ast.parse(code)))
        names = [node for node in nodes if isinstance(node, ast.Name)]
        made = {node.id for node in names if isinstance(node.ctx, ast.Store)}
        made |= {one.asname or one.name for one in nodes if isinstance(one, ast.alias)}
        made |= {node.arg for node in nodes if isinstance(node, ast.arg)}
        made |= {node.name for node in nodes if isinstance(node, ast.ExceptHandler)}
        known = made | there(entry.module).keys() | vars(builtins).keys()
        assert {node.id for node in names} <= known, entry


def test_all_that_bleuscope_offers_is_in_it() -> None:
    """With the reference itself, that is what docs/reference/compatibility.md calls public."""
    public = {*bleuscope.__all__, *bleuscope.figures.__all__} - {"__version__", "figures"}
    assert public <= {entry.name for entry in ENTRIES}


def there(module: str) -> dict[str, Any]:
    """What the examples of a section may use."""
    public = {one: getattr(bleu_core, one) for one in bleu_core.__all__}
    names = {entry.name.split(".")[0] for entry in ENTRIES if entry.module == module}
    own = import_module(module)
    return {"np": np} | public | {one: getattr(own, one) for one in names}


@pytest.mark.slow
@pytest.mark.parametrize("entry", ENTRIES, ids=".".join)
def test_its_examples_run_on_what_it_says_that_is_imported(entry) -> None:
    docstring = inspect.getdoc(entry.member) or ""
    parse = doctest.DocTestParser().get_doctest
    test = parse(docstring, there(entry.module), entry.name, None, 0)
    told: list[str] = []
    assert doctest.DocTestRunner().run(test, out=told.append).failed == 0, "".join(told)
