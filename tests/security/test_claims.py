"""What README promises of safety, a class and what is kept: each sentence has a test.

`claims.toml` has the sentences in README's order. One that is changed there is to be changed
here too, with a look at whether its test still shows it.
"""

from __future__ import annotations

import ast
import re
import tomllib
from pathlib import Path

import pytest

from tests.places import ROOT

SECTIONS = ("What is kept", "A class", "Privacy and safety", "A team's server")
CLAIMS = tomllib.loads(Path(__file__).with_name("claims.toml").read_text(encoding="utf-8"))


def sentences(section: str) -> list[str]:
    """The sentences of a section of README before its first part, without links and code blocks."""
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    body = re.split(r"(?m)^##", readme.split(f"\n## {section}\n")[1])[0]
    body = re.sub(r"(?s)```.*?```", "", body)
    body = re.sub(r"\[([^]]+)\]\([^)]+\)", r"\1", body)
    blocks = re.split(r"\n\s*\n|\n(?=- )", body.strip())
    texts = [re.sub(r"\s+", " ", block).strip().removeprefix("- ") for block in blocks]
    return [s for text in texts for s in re.split(r"(?<=[.!?])\)? (?=[A-Z`*(])", text) if s]


def functions(file: str) -> set[str]:
    tree = ast.parse((ROOT / "tests" / file).read_text(encoding="utf-8"))
    return {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}


@pytest.mark.parametrize("section", SECTIONS)
def test_each_sentence_has_its_tests(section: str) -> None:
    assert [claim["says"] for claim in CLAIMS[section]] == sentences(section)


@pytest.mark.parametrize("section", SECTIONS)
def test_the_tests_that_are_named_are_there(section: str) -> None:
    for claim in CLAIMS[section]:
        assert claim["tests"], claim["says"]
        for test in claim["tests"]:
            file, name = test.split("::")
            assert name in functions(file), test


def test_what_readme_links_to_is_there() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    links = re.findall(r"\]\(([^)#:]+)\)", readme)
    assert ".github/SECURITY.md" in links
    assert [link for link in links if not (ROOT / link).exists()] == []
