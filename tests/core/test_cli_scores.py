"""Scores that were counted elsewhere, on the command line: files of A and of B, and a direction."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from statistics import fmean

import pytest

from bleu_core import workspace
from bleu_core.cli import main
from bleu_core.workspace import Workspace

REFERENCE = [f"the cat number {i} sat on the mat in the house of my aunt" for i in range(40)]
A = [0.5 + i % 9 / 100 for i in range(40)]
B = [0.6 + i % 5 / 100 for i in range(40)]
COMPARE = ("compare", "old.en", "new.en", "--ref", "ref.en")
COMET = ("--higher-is-better", "COMET", "a.comet", "b.comet")
WORDS = (("aunt", "uncle"), ("mat", "rug"))
Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    old, new = ([line.replace(*words) for line in REFERENCE] for words in WORDS)
    files = {"ref.en": REFERENCE, "old.en": old, "new.en": new, "a.comet": A, "b.comet": B}
    for name, lines in files.items():
        (tmp_path / name).write_text("".join(f"{line}\n" for line in lines), "utf-8")
    monkeypatch.chdir(tmp_path)

    def call(*arguments: str) -> tuple[int, str, str]:
        code = main(arguments)
        said = capsys.readouterr()
        return code, said.out, said.err

    return call


def row_of(out: str) -> list[str]:
    """The row of COMET in the table, not what is said of it."""
    rows = [line.split() for line in out.splitlines() if line.lstrip().startswith("COMET")]
    return next(row for row in rows if row[1][0].isdigit())


def test_imported_scores_stand_among_the_metrics(run: Run) -> None:
    code, out, _ = run(*COMPARE, *COMET, "-m", "wer", "--format", "json", "--trials", "100")
    assert code == 0
    metrics = json.loads(out)["metrics"]
    assert list(metrics) == ["bleu", "wer", "imported:COMET"]
    found = metrics["imported:COMET"]
    assert found["a"] == pytest.approx(fmean(A))
    assert found["b"] == pytest.approx(fmean(B))
    assert found["p_value"] == pytest.approx(1 / 101)
    assert found["ci_low"] > 0
    assert found["higher_is_better"]


def test_the_table_has_them_with_decimals_of_their_scale(run: Run) -> None:
    code, out, _ = run(*COMPARE, *COMET, "--trials", "100")
    assert code == 0
    assert row_of(out)[1:4] == [f"{fmean(A):.4f}", f"{fmean(B):.4f}", f"+{fmean(B) - fmean(A):.4f}"]
    code, out, _ = run(*COMPARE, "--lower-is-better", *COMET[1:], "--trials", "100")
    assert "worse" in row_of(out)


def test_options_may_stand_anywhere_and_come_twice(run: Run) -> None:
    others = ("--lower-is-better", "edits", "b.comet", "a.comet")
    code, out, _ = run(
        "compare", *others, "old.en", *COMET, "new.en", "--ref", "ref.en", "--format", "json",
        "--trials", "0",
    )  # fmt: skip
    assert code == 0
    assert list(json.loads(out)["metrics"]) == ["bleu", "imported:COMET", "imported:edits"]


def test_segments_without_a_score_are_told(run: Run) -> None:
    Path("a.comet").write_text("\n" + "".join(f"{x}\n" for x in A[1:]), "utf-8")
    _, _, told = run(*COMPARE, *COMET, "--trials", "0")
    assert "COMET: 1 segment has no number in A or in B, and counts in neither mean." in told


def test_every_fault_of_every_file_is_told_by_its_line(run: Run) -> None:
    Path("a.comet").write_text("0,5\n" + "0.5\n" * 39, "utf-8")
    Path("b.comet").write_text("0.5\n" * 38, "utf-8")
    Path("c.tsv").write_text("x\ty\n" + "1\t2\n" * 40, "utf-8")
    code, out, told = run(*COMPARE, *COMET, "--lower-is-better", "BLEU", "c.tsv", "ref.en")
    assert (code, out) == (2, "")
    assert "a.comet: “0,5” in line 1 has a decimal comma; write it with a point." in told
    assert "b.comet has 38 lines of scores, and the test set 40 segments" in told
    assert "c.tsv has several columns of numbers (x and y)" in told


@pytest.mark.parametrize(
    ("more", "problem"),
    [
        (("--lower-is-better", "COMET", "a.comet", "b.comet"), "given twice: COMET"),
        (("--lower-is-better", "x", "a.comet"), "requires 3 arguments"),
        (("--lower-is-better", "x", "a.comet", "none"), "none cannot be read: No such file"),
        (("--lower-is-better", "x", "a.comet", "a.comet"), "a.comet is given for A and for B"),
        (("--lower-is-better", "bleu", "a.comet", "b.comet"), "a metric that is counted here"),
    ],
)
def test_what_cannot_be_is_refused(run: Run, more: tuple[str, ...], problem: str) -> None:
    code, out, told = run(*COMPARE, *COMET, *more)
    assert (code, out) == (2, "")
    assert problem in told


def test_they_are_kept_with_the_comparison(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BLEUSCOPE_HOME", str(tmp_path / "home"))
    assert run(*COMPARE, *COMET, "--trials", "0", "--keep")[0] == 0
    space = Workspace.open(tmp_path / "home")
    [kept] = workspace.recent(space)
    found = workspace.imported_scores(space, kept.digest)["COMET"]
    assert found.values["old"].tolist() == A
    assert found.origins == {"old": "a.comet", "new": "b.comet"}
