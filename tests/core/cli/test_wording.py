"""How the command and the reports word what they say, on the sample: read a change of it as text.

`pytest tests/core/cli/test_wording.py --snapshot-update` takes the new wording.
"""

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from inspect import cleandoc
from pathlib import Path

import click
import pytest
from syrupy.assertion import SnapshotAssertion

from bleu_core.cli import command
from tests.command import Command
from tests.places import SAMPLE, SAMPLE_DATA

PAIR = ("apertium-direct.en", "apertium-pivot.en")
REFERENCES = ("--ref", "reference-1.en", "reference-2.en")
ASIDES = ("--src", "source.es", "--docs", "documents.txt")


def commands(
    one: click.Command, above: click.Context | None = None
) -> Iterator[tuple[click.Command, click.Context]]:
    """A command and those in it."""
    name = "bleuscope" if above is None else one.name
    context = click.Context(one, parent=above, info_name=name)
    yield one, context
    if isinstance(one, click.Group):
        for name in one.commands:
            _, inner, _ = one.resolve_command(context, [name])
            assert inner is not None
            yield from commands(inner, context)


def helped(one: click.Command, context: click.Context) -> str:
    """Its help, each option on a line: how lines are broken is the terminal's."""
    options = [param for param in one.get_params(context) if isinstance(param, click.Option)]
    records = [option.get_help_record(context) for option in options]
    usage = [context.command_path, *one.collect_usage_pieces(context)]
    lines = [" ".join(usage), cleandoc(one.help or "")]
    lines += ["  ".join(record) for record in records if record]
    return "\n".join([*lines, one.epilog or ""])


class Lines(HTMLParser):
    """The text of a page, a line for each block and row; of several segments or bars the first."""

    INLINE = frozenset({"b", "bdi", "i", "code", "span", "td", "th"})

    def __init__(self, page: str) -> None:
        super().__init__()
        self.parts: list[str] = []
        self.silent = False
        for one in ("<article.*?</article>", "<g>.*?</g>"):
            page = re.sub(rf"({one})({one})+", r"\1", page, flags=re.DOTALL)
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.silent = tag in ("script", "style")
        self.parts.append(" | " if tag in ("td", "th") else "" if tag in self.INLINE else "\n")

    def handle_endtag(self, tag: str) -> None:
        self.silent = False
        self.parts.append("" if tag in self.INLINE else "\n")

    def handle_data(self, data: str) -> None:
        if not self.silent:
            self.parts.append(data)

    def __str__(self) -> str:
        return re.sub(r"\s*\n\s*", "\n", "".join(self.parts)).strip()


def steady(text: str) -> str:
    """Without versions, dates, durations and digests."""
    text = re.sub(r"(version:)(?:\{-\}|[^\s|`}{])+", r"\1…", text)
    text = re.sub(r"\d{4}-\d\d-\d\d( \d\d:\d\d)?", "DATE", text)
    return re.sub(r"\b[0-9a-f]{64}\b", "SHA-256", text)


@pytest.fixture
def on_the_sample(run: Command, monkeypatch: pytest.MonkeyPatch) -> Command:
    monkeypatch.chdir(SAMPLE)
    monkeypatch.setenv("COLUMNS", "160")
    return run


def test_help(snapshot: SnapshotAssertion) -> None:
    for one, context in commands(command):
        assert helped(one, context) == snapshot(name=context.command_path)


def test_what_is_printed(on_the_sample: Command, snapshot: SnapshotAssertion) -> None:
    few = ("--trials", "1000")
    calls = {
        "score": ("score", PAIR[0], *REFERENCES, "-m", "bleu", "chrf", "ter"),
        "compare": (
            "compare", *PAIR, *REFERENCES, *ASIDES, *few, "-m", "chrf", "--find-slices",
            "--fail-under", "-0.5",
        ),
        "where": ("compare", *PAIR, *REFERENCES, *few, "--where", "line <= 60", "--no-ngrams"),
        "rank": ("rank", *PAIR, "reference-2.en", "--ref", "reference-1.en", *few),
        "why": ("why", "multi-bleu", "NLTK", PAIR[0], *REFERENCES),
    }  # fmt: skip
    for name, words in calls.items():
        code, out, err = on_the_sample(*words)
        assert steady(f"exit code {code}\n{out}\nstandard error:\n{err}") == snapshot(name=name)


def test_what_a_suite_prints(run, monkeypatch, snapshot) -> None:
    monkeypatch.chdir(SAMPLE_DATA / "suite")
    code, out, err = run("suite", "bleu.toml")
    assert steady(f"exit code {code}\n{out}\nstandard error:\n{err}") == snapshot


def test_reports(on_the_sample: Command, tmp_path: Path, snapshot: SnapshotAssertion) -> None:
    names = [str(tmp_path / f"report{suffix}") for suffix in (".static.html", ".md", ".tex")]
    reports = [word for name in names for word in ("--report", name)]
    options = ("--trials", "1000", "-m", "chrf", "--find-slices")
    assert on_the_sample("compare", *PAIR, *REFERENCES, *ASIDES, *options, *reports)[0] == 0
    page, markdown, tables = (Path(name).read_text("utf-8") for name in names)
    assert steady(str(Lines(page))) == snapshot(name="html")
    assert steady(markdown) == snapshot(name="markdown")
    assert steady(tables) == snapshot(name="latex")
