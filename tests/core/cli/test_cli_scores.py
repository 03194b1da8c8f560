"""Scores that were counted elsewhere, on the command line: files and a direction."""

from pathlib import Path
from statistics import fmean

import pytest

from bleu_core import workspace
from bleu_core.messages import codes
from bleu_core.workspace import Workspace
from tests.command import Command, write

REFERENCE = [f"the cat number {i} sat on the mat in the house of my aunt" for i in range(40)]
A = [0.5 + i % 9 / 100 for i in range(40)]
B = [0.6 + i % 5 / 100 for i in range(40)]
FILES = ("old.en", "new.en", "--ref", "ref.en")
WORDS = (("aunt", "uncle"), ("mat", "rug"))


def scores(name: str, *files: str) -> list[str]:
    return [word for file in files for word in ("--scores", f"{name}={file}")]


COMET = scores("COMET", "old.comet", "new.comet")


@pytest.fixture
def run(run: Command) -> Command:
    old, new = ([line.replace(*words) for line in REFERENCE] for words in WORDS)
    files = {"ref.en": REFERENCE, "old.en": old, "new.en": new, "old.comet": A, "new.comet": B}
    write(Path(), files)
    run.first = ["compare", *FILES, "--trials", "100"]
    return run


def test_imported_scores_stand_among_the_metrics(
    run: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BLEUSCOPE_HOME", str(tmp_path / "home"))
    metrics = run.json(*COMET, "-m", "wer", "--keep")["metrics"]
    assert list(metrics) == ["bleu", "wer", "imported:COMET"]
    found = metrics["imported:COMET"]
    numbers = [found[name] for name in ("a", "b", "p_value")]
    assert numbers == pytest.approx([fmean(A), fmean(B), 1 / 101])
    assert found["ci_low"] > 0
    assert found["higher_is_better"]
    space = Workspace.open(tmp_path / "home")
    [kept] = workspace.recent_comparisons(space)
    scores = workspace.load_scores(space, kept.digest)["COMET"]
    assert scores.values["old"].tolist() == A
    assert scores.origins == {"old": "old.comet", "new": "new.comet"}


TABLE = [
    "system,id,score",
    *(f"{name},{i},{x}" for name, own in (("new", B), ("old", A)) for i, x in enumerate(own)),
]


def test_gates_know_imported_scores(run: Command) -> None:
    write(Path(), {"t.csv": TABLE})
    comet = ("--scores", "COMET-22=t.csv")
    for first, others in (
        (("--fail-if", "COMET-22>0 and COMET-22.p<0.05"), comet),
        (comet, ("--fail-if", "COMET>0.05", *COMET)),
    ):
        code, _, told = run(*first, *others)
        assert code == 1
        assert "Regression: COMET" in told
    assert run("--fail-if", "COMET-22<0", *comet)[0] == 0
    assert "COMET-22 here" in run.refused("--fail-if", "BLEURT<0", *comet)[0]


def test_a_file_of_scores_has_no_chosen_column(run: Command) -> None:
    write(Path(), {"t.csv": TABLE})
    for option in ("--scores", "COMET=t.csv:id"), ("--frequencies", "t.csv:id"):
        assert codes(run.refused(*option)) == ["file.unopened"]


@pytest.mark.parametrize(("better", "first"), [("", "new"), (":lower", "old")])
def test_a_ranking_can_be_by_imported_scores(run: Command, better: str, first: str) -> None:
    write(Path(), {"t.csv": TABLE})
    run.first = []
    words = ("--trials", "100", "--by", "COMET", "--scores", f"COMET{better}=t.csv")
    found = run.json("rank", *words, *FILES)
    assert found["systems"][0]["name"] == first
    assert found["metric"] == "imported:COMET"
    assert found["higher_is_better"] is (better == "")
    assert found["pairs"][0]["p_holm"] == pytest.approx(1 / 101)
    for page in ("r.html", "r.static.html", "r.csv", "r.tex"):
        assert run("rank", *words, *FILES, "--report", page)[0] == 0
    assert "better:" in Path("r.static.html").read_text("utf-8")
