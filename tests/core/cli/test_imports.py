"""Slow libraries are loaded by what needs them alone."""

import subprocess
import sys

import pytest

from tests.places import ROOT, SAMPLE

ALWAYS_LATE = {"dask", "lark", "openpyxl", "pandas", "plotly", "scipy", "sqlite3", "streamlit"}
ARRAYS = {"numpy", "pyarrow"}
A, B, R1, R2 = (
    str(SAMPLE / f"{name}.en")
    for name in ("apertium-direct", "apertium-pivot", "reference-1", "reference-2")
)
SOURCE, DOCUMENTS = str(SAMPLE / "source.es"), str(SAMPLE / "documents.txt")
COMMAND = "from bleu_core.cli import main\nmain({})"


@pytest.mark.parametrize(
    ("script", "late"),
    [
        (COMMAND.format(["--help"]), ALWAYS_LATE | ARRAYS),
        (COMMAND.format(["compare", "--help"]), ALWAYS_LATE | ARRAYS),
        (COMMAND.format(["score", A, "--ref", R1, R2]), ALWAYS_LATE),
        (
            COMMAND.format(["compare", A, B, "--ref", R1, "--src", SOURCE, "--docs", DOCUMENTS]),
            ALWAYS_LATE,
        ),
        # The command that starts the server, and the server until it answers; Streamlit loads
        # plotly.
        ("import bleu_core.cli.app", ALWAYS_LATE | ARRAYS),
        ("import app", (ALWAYS_LATE | ARRAYS) - {"streamlit", "plotly"}),
    ],
)
def test_slow_libraries_are_loaded_late(script: str, late: set[str]) -> None:
    command = [sys.executable, "-c", f"{script}\nimport sys\nprint(*sys.modules, file=sys.stderr)"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    assert late & set(done.stderr.splitlines()[-1].split()) == set()
