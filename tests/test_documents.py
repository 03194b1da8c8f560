"""README and docs: links lead somewhere, commands exist, code runs, and output is what is shown."""

import ast
import doctest
import json
import re
import shlex
import tomllib

import click
import pytest

from bleu_core.cli import command
from tests.command import Command
from tests.documents import DOCS, PAGES, blocks, commands, updated, without_code
from tests.places import ROOT, SAMPLE, SAMPLE_DATA

TEXTS = {page.relative_to(ROOT).as_posix(): page.read_text("utf-8") for page in PAGES}


def pages_with(language: str) -> list[str]:
    return [name for name, text in TEXTS.items() if blocks(text, language)]


def anchors(page: str) -> set[str]:
    """The names under which GitHub, and the site, link to the headings of a page."""
    headings = re.findall(r"(?m)^#+ (.+)$", without_code(page))
    names = {re.sub(r"[^\w\- ]", "", one.lower()).replace(" ", "-") for one in headings}
    return names | set(re.findall(r"(?m)^::: (\S+)", page))


@pytest.mark.parametrize("name", TEXTS)
def test_each_link_within_the_repository_leads_to_a_heading_that_is_there(name) -> None:
    page = ROOT / name
    missing = []
    for target in re.findall(r"\]\(([^)\s]+)\)", without_code(TEXTS[name])):
        file, _, anchor = target.partition("#")
        if ":" in target:
            continue
        there = (page.parent / file).resolve() if file else page
        if not there.exists() or (anchor and anchor not in anchors(there.read_text("utf-8"))):
            missing.append(target)
    assert missing == []


@pytest.mark.parametrize("name", [".github/CONTRIBUTING.md", "docs/contributing/changes.md"])
def test_each_file_that_contributors_are_sent_to_is_there(name) -> None:
    folders = ("bleu_core", "pages", "tests", "docs", "sample_data")
    places = ["*.*", *(f"{folder}/**/*.*" for folder in folders)]
    files = [path.relative_to(ROOT).as_posix() for place in places for path in ROOT.glob(place)]
    paths = "".join(f"/{path}\n" for path in files)
    named = re.findall(r"`([\w./-]+\.(?:py|js|css|toml|md|txt))`", TEXTS[name])
    assert named
    assert [one for one in named if f"/{one}\n" not in paths] == []


def test_the_site_has_every_page() -> None:
    """And `mkdocs build --strict` finds whatever else would be broken."""
    listed = re.findall(r"(\S+\.md)$", (ROOT / "mkdocs.yml").read_text("utf-8"), re.MULTILINE)
    assert sorted(listed) == sorted(
        path.relative_to(DOCS).as_posix() for path in DOCS.rglob("*.md")
    )


def test_the_table_of_extras_is_what_can_be_installed() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    table = TEXTS["docs/how-to/install.md"].split("| extra |")[1].split("\n\n")[0]
    rows = re.findall(r"(?m)^\| (`[^|]+) \|", table)
    named = {name for row in rows for name in re.findall(r"`([^`]+)`", row)}
    # The tools of those who change BLEUscope are named elsewhere.
    extras = set(project["optional-dependencies"]) - {"test", "bench", "docs"}
    assert named == extras
    # And all of their packages are audited.
    workflow = (ROOT / ".github/workflows/ci.yml").read_text("utf-8")
    (audited,) = re.findall(r"installed/bin/pip install '\.\[(.*)\]'", workflow)
    assert set(audited.split(",")) == extras


@pytest.mark.parametrize("name", [name for name, text in TEXTS.items() if any(commands(text))])
def test_each_command_of_a_page_has_the_options_that_it_uses(name) -> None:
    for line in commands(TEXTS[name]):
        words = shlex.split(line, comments=True)[1:]
        one: click.Command = command
        context = click.Context(one, info_name="bleuscope")
        while isinstance(one, click.Group) and words and not words[0].startswith("-"):
            _, inner, words = one.resolve_command(context, words)
            assert inner is not None
            one = inner
            context = click.Context(one, parent=context)
        known = {
            option
            for parameter in one.get_params(context)
            for option in [*parameter.opts, *parameter.secondary_opts]
        }
        used = [word.split("=")[0] for word in words if re.match(r"--?[a-z]", word)]
        assert [option for option in used if option not in known] == [], line


# README's commands take three seconds: it is what everybody reads first.
@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=[] if name == "README.md" else pytest.mark.slow)
        for name in pages_with("console")
    ],
)
def test_a_page_shows_what_its_commands_print(name, monkeypatch) -> None:
    monkeypatch.setenv("BLEUSCOPE_HOME", "off")
    assert updated(ROOT / name) == TEXTS[name], f"Run python -m tests.documents {name}"


@pytest.mark.parametrize("name", pages_with("python"))
def test_the_python_of_a_page_runs_from_top_to_bottom(name, tmp_path, monkeypatch) -> None:
    """In a folder with the files that it names, which are the sample's."""
    names = {
        "old.en": "apertium-direct.en", "new.en": "apertium-pivot.en", "ref.en": "reference-1.en",
        "ref1.en": "reference-1.en", "ref2.en": "reference-2.en", "source.es": "source.es",
    }  # fmt: skip
    for file, of_sample in names.items():
        (tmp_path / file).symlink_to(SAMPLE / of_sample)
    monkeypatch.chdir(tmp_path)
    there: dict[str, object] = {}
    for block in blocks(TEXTS[name], "python"):
        exec(compile(block, name, "exec"), there)


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=pytest.mark.slow if "nltk" in TEXTS[name] else [])
        for name in pages_with("pycon")
    ],
)
def test_the_examples_of_a_page_compute_what_it_shows(name, monkeypatch) -> None:
    if "nltk" in TEXTS[name]:
        pytest.importorskip("nltk")
    monkeypatch.chdir(ROOT)
    examples = "".join(blocks(TEXTS[name], "pycon"))
    test = doctest.DocTestParser().get_doctest(examples, {}, name, None, 0)
    told: list[str] = []
    assert doctest.DocTestRunner().run(test, out=told.append).failed == 0, "".join(told)


def test_what_a_number_means_has_no_figure_that_is_not_computed() -> None:
    """Those with a decimal point: others are years, versions and orders."""
    figure = r"(?<![\w.])[0-9]+\.[0-9]+"
    page = TEXTS["docs/explanation/numbers.md"]
    examples = doctest.DocTestParser().get_examples("".join(blocks(page, "pycon")))
    assert len(examples) > 40
    # 36.7 is computed where the text has 36.70.
    known = {float(number) for one in examples for number in re.findall(figure, one.want)}
    figures = re.findall(figure, re.sub(r"`[^`]*`", "", without_code(page)))
    assert len(figures) > 15
    assert [number for number in figures if float(number) not in known] == []


def test_the_reference_has_every_field_of_the_json(capsys, monkeypatch) -> None:
    monkeypatch.chdir(SAMPLE_DATA / "suite" / "help")
    run = Command(capsys)
    found = run.json("compare", "old.en", "new.en", "--ref", "reference-1.en")
    section = TEXTS["docs/reference/json.md"].split("\n## compare\n")[1].split("\n## ")[0]
    cells = re.findall(r"(?m)^\| (`[^|]+) \|", section)
    assert sorted(re.findall(r"`(\w+)`", " ".join(cells))) == sorted(found)
    section = TEXTS["docs/reference/json.md"].split("\n## score\n")[1].split("\n## ")[0]
    _, out, _ = run("score", "old.en", "--ref", "reference-1.en", "--format", "json")
    assert set(json.loads(out)) <= set(re.findall(r"`(\w+)`", section))


PICTURES = DOCS / "pictures"
SCRIPT = ast.parse((DOCS / "pictures.py").read_text("utf-8"))
SHOWN = [
    shown
    for text in TEXTS.values()
    for shown in re.findall(r"!\[([^]]*)\]\([./]*(?:docs/)?pictures/([^)]+)\.png\)", text)
]


def test_each_picture_is_shown_and_made_by_the_script() -> None:
    names = {path.stem for path in PICTURES.iterdir()}
    assert names == {name for _, name in SHOWN}
    assert names <= {node.name for node in SCRIPT.body if isinstance(node, ast.FunctionDef)}
    assert all(len(alternative.split()) > 5 for alternative, _ in SHOWN)  # described in words
