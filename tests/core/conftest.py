"""The command, for all tests of the core."""

import pytest

from tests.command import Command


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Command:
    return Command(capsys)
