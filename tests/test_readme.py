"""README leads where it says, and names what there is."""

import re
import tomllib

import pytest

from bleu_core.cli import command
from tests.places import ROOT

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
    sample = ROOT / "sample_data" / "apertium"
    names = {
        "old.en": "apertium-direct.en",
        "new.en": "apertium-pivot.en",
        "ref.en": "reference-1.en",
    }
    names |= {"ref1.en": "reference-1.en", "ref2.en": "reference-2.en", "source.es": "source.es"}
    for name, of_sample in names.items():
        (tmp_path / name).symlink_to(sample / of_sample)
    monkeypatch.chdir(tmp_path)
    blocks = re.findall(r"(?s)```python\n(.*?)```", README)
    assert len(blocks) > 3
    there: dict[str, object] = {}
    for block in blocks:
        exec(compile(block, "README.md", "exec"), there)
