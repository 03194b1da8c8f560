"""The wheel brings both packages with their types, as somebody's strict type checker sees them."""

import os
import subprocess
import sys
import sysconfig
import zipfile
from pathlib import Path

import pytest

from tests.places import ROOT

pytestmark = pytest.mark.slow

SCRIPT = """
import pandas as pd

import bleu_core
import bleuscope
from bleuscope import BleuConfig, BleuScore, Comparison, figures

texts = ["the cat sat"]
comparison: Comparison = bleuscope.compare(
    texts, "new.en", [texts, ["a cat sat"]], config=BleuConfig(tokenize="char")
)
frame: pd.DataFrame = comparison.segments("b.copy")
phrases: pd.DataFrame = comparison.ngrams(min_count=1)
score: BleuScore = bleuscope.corpus_bleu(texts, [texts])
found = bleuscope.run_tests(comparison)
if found is not None:
    p: float = found.randomization.p_value
same: bleu_core.Comparison = bleuscope.compare(frame["a"], frame["b"], pd.Series(texts))
figures.waterfall(comparison)
"""
WRONG = """
import bleuscope

comparison = bleuscope.compare(["a"], ["b"], ["c"], names=("old",))
comparison.segments(3)
comparison.rescored().scores
"""


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The Python of an environment with the wheel, and otherwise what this one has."""
    folder = tmp_path_factory.mktemp("installed")
    build = "import sys; from hatchling.build import build_wheel; build_wheel(sys.argv[1])"
    subprocess.run([sys.executable, "-c", build, str(folder)], cwd=ROOT, check=True)
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", folder / "venv"], check=True)
    python = folder / "venv" / ("Scripts" if os.name == "nt" else "bin") / "python"
    asked = [python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"]
    packages = Path(subprocess.check_output(asked, text=True).strip())
    with zipfile.ZipFile(next(folder.glob("*.whl"))) as wheel:
        wheel.extractall(packages)
    (packages / "others.pth").write_text(f"{sysconfig.get_path('purelib')}\n")
    return python


def checked(python: Path, folder: Path, script: str) -> subprocess.CompletedProcess[str]:
    """What mypy says of a script, from a folder with nothing else."""
    (folder / "script.py").write_text(script, encoding="utf-8")
    options = ["--strict", "--config-file", "", "--cache-dir", "cache"]
    command = [sys.executable, "-m", "mypy", *options, "--python-executable", str(python)]
    return subprocess.run(
        [*command, "script.py"], cwd=folder, capture_output=True, text=True, check=False
    )


def test_the_wheel_has_both_packages(installed: Path, tmp_path: Path) -> None:
    asked = "import bleuscope, bleu_core; print(bleuscope.__file__); print(bleu_core.__file__)"
    command = [installed, "-I", "-c", asked]
    found = subprocess.check_output(command, cwd=tmp_path, text=True).split()
    for file in map(Path, found):
        assert installed.parents[1] in file.parents
        assert (file.parent / "py.typed").is_file()
    assert (Path(found[1]).parent / "present" / "notebook" / "notebook.css").is_file()
