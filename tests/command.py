"""The command, called in this process, on files in a folder of its own."""

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import click
import pytest

from bleu_core.cli import command, main


class Command:
    """`run("score", …)`: exit code, standard output, standard error.

    `first` are words that each call begins with.
    """

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self.capsys = capsys
        self.first: list[str] = []

    def __call__(self, *arguments: str) -> tuple[int, str, str]:
        code = main([*self.first, *arguments])
        said = self.capsys.readouterr()
        return code, said.out, said.err

    def json(self, *arguments: str, code: int = 0) -> Any:
        found, out, err = self(*arguments, "--format", "json")
        assert found == code, err
        return json.loads(out)

    def refused(self, *arguments: str) -> list[str]:
        """The messages with which it ends, having printed nothing: `main` answers 2 then."""
        with pytest.raises(click.ClickException) as error:
            command.main([*self.first, *arguments], standalone_mode=False)
        assert self.capsys.readouterr().out == ""
        return list(getattr(error.value, "problems", [error.value.message]))


def write(folder: Path, files: Mapping[str, Iterable[object]]) -> None:
    for name, lines in files.items():
        (folder / name).write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
