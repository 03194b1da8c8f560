"""How the command and the reports word what they say, on the sample: read a change of it as text.

`pytest tests/core/cli/test_wording.py --snapshot-update` takes the new wording.
"""

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

import click
import pytest

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


def plain(line: str) -> str:
    """A line without what separates cells."""
    return re.sub(r"[\s|:-]+", "", line)


@pytest.fixture
def on_the_sample(run: Command, monkeypatch: pytest.MonkeyPatch) -> Command:
    monkeypatch.chdir(SAMPLE)
    monkeypatch.setenv("COLUMNS", "160")
    return run


def test_every_option_has_help() -> None:
    for one, context in commands(command):
        assert one.help, context.command_path
        for param in one.get_params(context):
            if isinstance(param, click.Option):
                record = param.get_help_record(context)
                assert record is None or record[1][:1].isupper(), param.opts


def test_what_is_printed(
    on_the_sample: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, snapshot
) -> None:
    few = ("--trials", "1000")
    report = tmp_path / "report.static.html"
    calls = {
        "score": ("score", PAIR[0], *REFERENCES, "-m", "bleu", "chrf", "ter"),
        "compare": (
            "compare", *PAIR, *REFERENCES, *ASIDES, *few, "-m", "chrf", "--find-slices",
            "--fail-under", "-0.5", "--report", str(report),
        ),
        "rank": ("rank", *PAIR, "reference-2.en", "--ref", "reference-1.en", *few),
        "why": ("why", "multi-bleu", "NLTK", PAIR[0], *REFERENCES),
    }  # fmt: skip
    printed = {}
    for name, words in calls.items():
        code, out, err = on_the_sample(*words)
        printed[name] = steady(f"exit code {code}\n{out}\nstandard error:\n{err}")
        assert printed[name] == snapshot(name=name)
    # Of the report the words that the command does not print.
    known = {plain(line) for line in printed["compare"].splitlines()}
    lines = steady(str(Lines(report.read_text("utf-8")))).splitlines()
    words = dict.fromkeys(line for line in lines if not re.match(r"[^a-z]*$|\|.*\d", line))
    assert "\n".join(line for line in words if plain(line) not in known) == snapshot(name="report")
    monkeypatch.chdir(SAMPLE_DATA / "suite")
    code, out, err = on_the_sample("suite", "bleu.toml")
    assert steady(f"exit code {code}\n{out}\nstandard error:\n{err}") == snapshot(name="suite")
