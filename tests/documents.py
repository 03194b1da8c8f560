"""The pages of documentation, and the commands that they show with output.

In a block of code marked `console`, each line that begins with "$ " is a command of the shell; the
lines below it are its output, standard error last. A line "…" stands for lines that are left out.
`cd` holds for the rest of the page, which begins in a copy of the checkout's sample data.

    python -m tests.documents           # run all of them, and update what they print
    python -m tests.documents PAGE …    # those of these pages

An update keeps the number of paragraphs before "…" and of lines after it. To choose them, write
"…5" in place of the output for the first five paragraphs, "…0+1" for the last line alone.
"""

from __future__ import annotations

import io
import os
import re
import shlex
import shutil
import sys
from collections.abc import Iterator
from contextlib import chdir, redirect_stderr, redirect_stdout
from dataclasses import dataclass
from glob import glob
from pathlib import Path
from tempfile import TemporaryDirectory

from bleu_core.cli import main
from tests.places import ROOT, SAMPLE_DATA

DOCS = ROOT / "docs"
README = ROOT / "README.md"
PAGES = [README, *sorted(ROOT.glob(".github/*.md")), *sorted(DOCS.rglob("*.md"))]
OMITTED = "…"


def blocks(text: str, language: str) -> list[str]:
    """The blocks of code of a page in one language."""
    return re.findall(rf"(?ms)^```{language}\n(.*?)^```$", text)


def without_code(text: str) -> str:
    return re.sub(r"(?ms)^( *)```.*?^\1```$", "", text)


def commands(text: str) -> Iterator[str]:
    """Each call of `bleuscope` in blocks of the shell, on one line."""
    for block in blocks(text, "sh") + blocks(text, "console"):
        for line in re.sub(r"\\\n\s*", "", block).splitlines():
            if found := re.match(r"(?:\$ )?(bleuscope\b.*)", line):
                yield found[1]


@dataclass
class Shown:
    """A command of a console block, as written, and its output."""

    command: str
    output: list[str]

    @property
    def text(self) -> str:
        return "".join(f"{line}\n" for line in [f"$ {self.command}", *self.output])


def shown_in(block: str) -> list[Shown]:
    found: list[Shown] = []
    for line in block.splitlines():
        if line.startswith("$ "):
            found.append(Shown(line[2:], []))
        elif not found[-1].output and found[-1].command.endswith("\\"):
            found[-1].command += f"\n{line}"
        else:
            found[-1].output.append(line)
    return found


class Shell:
    """Runs `bleuscope` in this process, `cd` and `echo $?`."""

    def __init__(self) -> None:
        self.code = 0

    def run(self, command: str) -> list[str]:
        words = shlex.split(command.replace("\\\n", " "))
        if words == ["echo", "$?"]:
            return [str(self.code)]
        program, *arguments = [name for word in words for name in sorted(glob(word)) or [word]]
        if program == "cd":
            os.chdir(*arguments)  # `updated` goes back
            return []
        assert program == "bleuscope", f"A page shows the output of {program}."
        out, err = io.StringIO(), io.StringIO()
        with redirect_stdout(out), redirect_stderr(err):
            self.code = main(arguments)
        return [line.rstrip() for line in (out.getvalue() + err.getvalue()).splitlines()]


def as_shown(lines: list[str], before: list[str]) -> list[str]:
    """The lines of an output that a block shows, which has shown those `before`."""
    if before and (new := re.fullmatch(rf"{OMITTED}(\d+)(?:\+(\d+))?", before[0])):
        head, tail = int(new[1]), int(new[2] or 0)
    elif OMITTED in before:
        start = before[: before.index(OMITTED)]
        head = len(paragraphs(start))
        tail = len(before) - len(start) - 1
    else:
        return lines
    parts = [part.splitlines() for part in paragraphs(lines)[:head]]
    beginning = [line for part in parts for line in ["", *part]][1:]
    return [*beginning, OMITTED, *lines[len(lines) - tail :]]


def paragraphs(lines: list[str]) -> list[str]:
    return [part for part in "\n".join(lines).split("\n\n") if part]


def updated(page: Path) -> str:
    """The text of a page, with the output that its commands have now."""
    text = page.read_text("utf-8")
    shell = Shell()

    def run(block: re.Match[str]) -> str:
        all_shown = shown_in(block[1])
        for shown in all_shown:
            shown.output = as_shown(shell.run(shown.command), shown.output)
        return f"```console\n{''.join(shown.text for shown in all_shown)}```"

    with TemporaryDirectory() as folder, chdir(folder):
        shutil.copytree(SAMPLE_DATA, "sample_data")
        return re.sub(r"(?ms)^```console\n(.*?)^```$", run, text)


if __name__ == "__main__":
    for name in sys.argv[1:] or map(str, PAGES):
        page = Path(name).resolve()
        page.write_text(updated(page), "utf-8")
