"""`--scores` without a file: programs of the user's own configuration score systems."""

from pathlib import Path

import pytest

from bleu_core import workspace
from bleu_core.messages import codes
from bleu_core.workspace import Workspace
from tests.command import Command, write
from tests.core.scoring_program import configure, score, table

REFERENCE = [f"the cat number {i} sat on the mat in the house of my aunt" for i in range(40)]
FILES = {
    "ref.en": REFERENCE,
    "old.en": [line.replace("mat", "rug") for line in REFERENCE],
    "new.en": [line.replace("aunt", "uncle") for line in REFERENCE],
    "src.de": ["eine Quelle"] * 40,
}
GIVEN = ("old.en", "new.en", "--ref", "ref.en", "--src", "src.de", "--trials", "100")
KEY = "imported:comet"


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    write(tmp_path, FILES)
    home = tmp_path / "home"
    monkeypatch.setenv("BLEUSCOPE_HOME", str(home))
    likes = ("comet", "fault")
    configure(home, [table(like, tmp_path / f"{like}.log") for like in likes])
    return home


@pytest.mark.parametrize("command", ["compare", "rank"])
def test_a_scorer_is_a_metric_with_its_signature(run: Command, home: Path, command: str) -> None:
    found = run.json(command, *GIVEN, "--scores", "comet", "--keep")
    (metric,) = [each for key, each in found["metrics"].items() if key == KEY]
    assert metric["signature"] == "imported:mean|better:higher|scorer:v1"
    space = Workspace.open(home)
    (kept,) = workspace.recent_comparisons(space)
    scores = workspace.load_scores(space, kept.digest)["comet"]
    expected = [score("-", *texts) for texts in zip(FILES["new.en"], REFERENCE, strict=True)]
    assert (scores.signature, scores.values["new"].tolist()) == ("v1", expected)
    run.json(command, *GIVEN, "--scores", "comet")
    assert Path("comet.log").read_text().split() == ["40", "40"]  # once for each system


def test_a_program_that_fails_is_bad_input_with_its_last_lines(run: Command, home: Path) -> None:
    problems = run.refused("compare", *GIVEN, "--scores", "fault")
    assert codes(problems[:2]) == ["scorer.failed", "scorer.last_lines"]
    assert problems[-1] == "  no ␛[31mGPU"
    code, out, err = run("compare", *GIVEN, "--scores", "fault")
    assert (code, out) == (2, "")
    assert err.endswith("  no ␛[31mGPU\n")


def test_a_scorer_that_is_not_configured_is_told_before_any_file_is_read(
    run: Command, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def told(*more: str) -> list[str]:
        return codes(run.refused("compare", "missing", "missing", *more))

    assert told("--scores", "other") == ["scorer.unknown"]
    assert told("--scores", "comet", "--scores", "comet:lower=x") == ["option.repeated"]
    configure(home, ["[scorer.x]"])
    assert set(told("--scores", "x")) == {"toml.fault"}
    (home / "config.toml").unlink()
    assert told("--scores", "other") == ["scorer.unknown"]
    monkeypatch.setenv("BLEUSCOPE_HOME", "off")
    assert told("--scores", "other") == ["scorer.no_home"]
