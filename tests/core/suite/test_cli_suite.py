"""`bleuscope suite`: what it prints, its exit codes, and what it keeps from run to run."""

import io
import json
import shutil
import sys
from collections.abc import Callable, Generator, Sequence
from pathlib import Path
from typing import Any

import pytest

from bleu_core.cli import main
from bleu_core.suite import running
from bleu_core.suite.measuring import MeasuredSet, MeasureTask, measure
from bleu_core.suite.results import SuiteResult, from_json
from tests.core.suite.suite_files import NEW, OLD, WORSE, text_of, write_set

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture(autouse=True)
def in_this_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """Sets are measured by this process; `test_running` has them measured by others."""

    def measure_all(
        tasks: Sequence[MeasureTask], progress: object
    ) -> Generator[tuple[int, MeasuredSet]]:
        yield from enumerate(map(measure, tasks))

    monkeypatch.setattr(running, "measure_all", measure_all)


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("BLEUSCOPE_HOME", str(tmp_path / "kept"))

    def call(*tables: str, options: tuple[str, ...] = ()) -> tuple[int, str, str]:
        Path("bleu.toml").write_text(text_of(*tables), encoding="utf-8")
        code = main(["suite", "bleu.toml", *options])
        said = capsys.readouterr()
        return code, said.out, said.err

    return call


def result(printed: str) -> SuiteResult:
    return from_json(json.loads(printed))


def test_exit_codes_and_what_is_printed(run: Run, tmp_path: Path) -> None:
    gate = "fail_under = -0.5"
    good = write_set(tmp_path, "good", more=gate)
    bad = write_set(tmp_path, "bad", {"worse": WORSE}, more=gate)
    gone = write_set(tmp_path, "gone").replace("gone/new.en", "gone/newer.en")
    code, out, _ = run(good)
    assert (code, "passed" in out) == (0, True)
    code, out, said = run(good, bad, options=("--format", "json"))
    assert code == 1
    assert [one.passed for one in result(out).sets] == [True, False]
    assert said
    # What cannot be compared comes before what failed.
    code, out, _ = run(good, bad, gone, options=("--format", "markdown"))
    assert code == 2
    assert "gone/newer.en cannot be read" in out.replace("\\", "")


def test_without_a_baseline_no_run_passes(run: Run, tmp_path: Path) -> None:
    gates = 'baseline = "last passed"\nfail_under = -0.5'
    table = write_set(tmp_path, baseline=None, more=gates)
    markdown = ("--keep", "--format", "markdown")
    assert run(table)[0] == 2
    for _ in range(2):  # also after all saved runs are lost
        code, out, _ = run(table, options=(*markdown, "--report", "suite.xml"))
        assert code == 0
        assert "? `Nightly`" in out
        assert "1 without a verdict" in out
        assert "✓" not in out
        assert "<skipped>" in Path("suite.xml").read_text(encoding="utf-8")
        code, out, _ = run(table, options=markdown)
        assert (code, "✓ `Nightly`" in out) == (0, True)
        shutil.rmtree("kept")


def test_the_last_run_that_passed_is_the_baseline_of_the_next(run: Run, tmp_path: Path) -> None:
    def runs(lines: list[str]) -> tuple[int, Any, str]:
        table = write_set(
            tmp_path, systems={"new": lines}, baseline=None,
            more='baseline = "last passed"\nfail_under = -0.5',
        )  # fmt: skip
        code, out, said = run(table, options=("--keep", "--format", "json"))
        [one] = result(out).sets[0].systems
        return code, one, said

    code, one, said = runs(OLD)
    assert (code, one.baseline, len(one.notes)) == (0, "", 1)
    assert str(tmp_path / "kept") in said
    first = one.bleu.score
    code, one, _ = runs(WORSE)
    assert (code, one.bleu.baseline) == (1, first)
    assert one.baseline
    # What failed is no baseline: the next is held against the first again.
    code, one, _ = runs(NEW)
    assert (code, one.bleu.baseline) == (0, first)
    assert one.query.startswith(f"data={one.digest}")
    code, one, _ = runs(OLD)
    assert (code, one.bleu.score) == (1, first)


def test_a_suite_comes_by_standard_input_too(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    text = text_of(write_set(tmp_path)).encode()
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text)))
    assert main(["suite", "-"]) == 0
    assert "Nightly" in capsys.readouterr().out
