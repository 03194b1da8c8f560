"""The example package: it passes its checks, and works where it is built and installed."""

import json
import os
import site
import subprocess
import sys
import venv
from pathlib import Path
from typing import Any

import pytest

from bleuscope import testing
from tests.places import ROOT, SAMPLE
from tests.plugins import EXAMPLE, installed

TRIPLES = """#triples Google
El gato. ||| The cat. ||| The cat.
Sí. ||| Yes. ||| Yes, yes.
"""


def test_each_plugin_passes_its_check() -> None:
    with installed(EXAMPLE):
        from bleuscope_example import column, detector, metric, reader, tokenizer

        testing.check_metric(metric.create)
        testing.check_tokenizer(tokenizer.split)
        testing.check_detector(detector.detector)
        testing.check_column(column.create)
        testing.check_reader(reader.reader, TRIPLES.encode(), "triples.txt")


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of programs of a new environment, with the package and all that this one has."""
    folder = tmp_path_factory.mktemp("environment")
    build = "import sys; from hatchling.build import build_wheel; print(build_wheel(sys.argv[1]))"
    wheel = subprocess.run(
        [sys.executable, "-c", build, str(folder)],
        cwd=EXAMPLE, check=True, capture_output=True, text=True,
    ).stdout.split()[-1]  # fmt: skip
    place = folder / "venv"
    venv.create(place, with_pip=True, symlinks=True)
    programs = place / ("Scripts" if os.name == "nt" else "bin")
    [packages] = place.glob("[Ll]ib/**/site-packages")
    (packages / "others.pth").write_text("\n".join([str(ROOT), *site.getsitepackages()]), "utf-8")
    pip = [str(programs / "python"), "-m", "pip", "install", "--no-index", "--no-deps", "--quiet"]
    subprocess.run([*pip, str(folder / wheel)], check=True)
    return programs


def run(environment: Path, *words: str) -> Any:
    """What `bleuscope` prints there as JSON."""
    outside = {k: v for k, v in os.environ.items() if k != "PYTHONPATH"}
    found = subprocess.run(
        [str(environment / "python"), "-m", "bleu_core.cli", *words, "--format", "json"],
        cwd=SAMPLE, env=outside | {"BLEUSCOPE_HOME": "off"}, capture_output=True, text=True,
    )  # fmt: skip
    assert found.returncode in (0, 2), found.stderr
    return json.loads(found.stdout)


COMPARE = (
    "compare", "apertium-direct.en", "apertium-pivot.en", "--ref", "reference-1.en",
    "--src", "source.es", "--accept-findings",
)  # fmt: skip


@pytest.mark.slow
def test_signatures_of_the_installed_package_name_it(environment: Path) -> None:
    metrics = run(environment, *COMPARE, "-m", "word-f1", "-tok", "parts")["metrics"]
    assert metrics["word-f1"]["signature"].endswith("|plugin:bleuscope-example-1.2")
    assert 0 < metrics["word-f1"]["a"] < 100
    assert "|tok:parts-bleuscope-example-1.2|" in metrics["bleu"]["signature"]


@pytest.mark.slow
def test_the_installed_reader_reads_in_the_command_and_in_the_app(
    environment: Path, tmp_path: Path
) -> None:
    (tmp_path / "all.txt").write_text(TRIPLES, "utf-8")
    code = """
from bleu_core.readers import File, sandbox
from bleu_core.readers.files import read_each
files = [File("all.txt", open("all.txt", "rb").read())]
if __name__ == "__main__":
    print(sandbox.run(read_each, files))
"""
    (tmp_path / "script.py").write_text(code, "utf-8")
    outside = {k: v for k, v in os.environ.items() if k != "PYTHONPATH"}
    for words in (["script.py"], ["-m", "bleu_core.cli", "score", "all.txt", "--list"]):
        found = subprocess.run(
            [str(environment / "python"), *words],
            cwd=tmp_path, env=outside, capture_output=True, text=True, check=True,
        )  # fmt: skip
        assert "triples" in found.stdout
        assert "Google" in found.stdout
