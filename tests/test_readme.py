"""README leads where it says, and names what there is; its pictures are made by a script."""

import ast
import re
import struct
import tomllib

import pytest

from bleu_core.cli import command
from tests.places import ROOT, SAMPLE

README = (ROOT / "README.md").read_text("utf-8")
PAGES = [ROOT / "README.md", *sorted((ROOT / ".github").glob("*.md"))]


def anchors(page: str) -> set[str]:
    """The names under which GitHub links to the headings of a page."""
    headings = re.findall(r"(?m)^#+ (.+)$", re.sub(r"(?s)```.*?```", "", page))
    return {re.sub(r"[^\w\- ]", "", one.lower()).replace(" ", "-") for one in headings}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_each_link_within_the_repository_leads_to_a_heading_that_is_there(page) -> None:
    text = re.sub(r"(?s)```.*?```", "", page.read_text("utf-8"))
    missing = []
    for target in re.findall(r"\]\(([^)\s]+)\)", text):
        file, _, anchor = target.partition("#")
        if ":" in target:
            continue
        there = (page.parent / file).resolve() if file else page
        if not there.exists() or (anchor and anchor not in anchors(there.read_text("utf-8"))):
            missing.append(target)
    assert missing == []


def test_its_table_of_extras_is_what_can_be_installed() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    rows = re.findall(r"(?m)^\| (`[^|]+) \|", README.split("| extra |")[1].split("\n\n")[0])
    told = {name for row in rows for name in re.findall(r"`([^`]+)`", row)}
    # The tools of the tests and of the benchmarks are named in CONTRIBUTING.
    assert told == set(project["optional-dependencies"]) - {"test", "bench"}


def test_each_command_that_it_names_is_there() -> None:
    named = set(re.findall(r"bleuscope ([a-z]+)", "".join(re.findall(r"(?s)`+[^`]+`+", README))))
    assert named == set(command.commands)


def test_its_python_runs_from_top_to_bottom(tmp_path, monkeypatch) -> None:
    """In a folder with the files that it names, which are the sample's."""
    names = {
        "old.en": "apertium-direct.en", "new.en": "apertium-pivot.en", "ref.en": "reference-1.en",
        "ref1.en": "reference-1.en", "ref2.en": "reference-2.en", "source.es": "source.es",
    }  # fmt: skip
    for name, of_sample in names.items():
        (tmp_path / name).symlink_to(SAMPLE / of_sample)
    monkeypatch.chdir(tmp_path)
    blocks = re.findall(r"(?s)```python\n(.*?)```", README)
    assert len(blocks) > 3
    there: dict[str, object] = {}
    for block in blocks:
        exec(compile(block, "README.md", "exec"), there)


PICTURES = ROOT / ".github" / "pictures"
SCRIPT = ast.parse((ROOT / ".github" / "pictures.py").read_text("utf-8"))
SHOWN = dict(re.findall(r"!\[([^]]*)\]\(\.github/pictures/([^)]+)\.png\)", README))


def test_each_picture_is_shown_and_made_by_the_script() -> None:
    names = {path.stem for path in PICTURES.iterdir()}
    assert names == set(SHOWN.values())
    assert names <= {node.name for node in SCRIPT.body if isinstance(node, ast.FunctionDef)}
    assert all(len(alternative.split()) > 5 for alternative in SHOWN)  # told in words


def test_no_picture_weighs_much() -> None:
    for path in PICTURES.iterdir():
        content = path.read_bytes()
        assert content.startswith(b"\x89PNG\r\n\x1a\n"), path.name
        assert len(content) <= 120_000, path.name
        assert struct.unpack(">II", content[16:24]) == (1200, 750), path.name
