"""The command, for all tests of the core."""

from pathlib import Path

import pytest

from tests.command import Command


@pytest.fixture
def run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Command:
    """In a folder of its own."""
    monkeypatch.chdir(tmp_path)
    return Command(capsys)
