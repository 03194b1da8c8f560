"""Systems and scores of campaigns by name, on the command line and in Python."""

from pathlib import Path

import numpy as np
import pytest

from bleu_core.messages import codes
from bleu_core.workspace import Workspace, load_scores, recent_comparisons
from tests.command import Command, write
from tests.core.campaign_folder import COMET, MQM, SYSTEMS, write_campaign
from tests.core.named_sets import DOCS, REFERENCE, SECOND, SOURCE

CAMPAIGN = ("--campaign", "wmt99", "-l", "en-de")
NAMES = tuple(SYSTEMS)
BY_FILE = ("--ref", "ref.de", "--src", "src.en", "--docs", "docs.txt")
QUICK = ("--trials", "0", "--accept-findings")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    write_campaign(tmp_path / "wmt99")
    files = {f"{name}.txt": lines for name, lines in SYSTEMS.items()}
    write(tmp_path, {**files, "ref.de": REFERENCE, "src.en": SOURCE, "docs.txt": DOCS})
    return tmp_path


def test_compare_is_the_same_by_name_as_with_the_files(run: Command) -> None:
    files = [f"{name}.txt" for name in NAMES]
    named, by_file = (
        run.json("compare", *how) for how in ((*NAMES, *CAMPAIGN), (*files, *BY_FILE))
    )
    assert (named["a"]["name"], named["b"]["name"]) == NAMES
    assert (named["significance"]["unit"], named["significance"]["units"]) == ("document", 12)
    for one in (named, by_file):
        one.pop("digest")  # a campaign has domains too
        inputs = {each["role"]: each.pop("file") for each in one["inputs"]}
        inputs.pop("documents")  # the file of a campaign also has domains
        assert all(Path(file).is_file() for file in inputs.values())
    assert named == by_file
    assert run("score", NAMES[0], *CAMPAIGN)[1] == run("score", files[0], *BY_FILE[:2])[1]


def test_rank_takes_all_systems_and_says_what_else_there_is(run: Command) -> None:
    code, out, err = run("rank", *CAMPAIGN, "--format", "csv", *QUICK)
    assert code == 0
    assert all(f",{name}," in out for name in (*NAMES, "refB"))
    assert "refA. Other references: refB" in err
    assert "COMET-22, Kiwi and mqm" in err


def test_rank_takes_systems_by_name_files_and_another_reference(run: Command) -> None:
    write(Path(), {"mine.de": SECOND})
    words = ("rank", "Lab_B", "mine.de", *CAMPAIGN, "--ref", "refB", *QUICK)
    found = {one["name"]: one["bleu"] for one in run.json(*words)["systems"]}
    assert set(found) == {"Lab_B", "mine"}
    assert found["mine"] == pytest.approx(100)
    both = run("rank", *CAMPAIGN, "--ref", "refA", "refB", *QUICK)
    assert both == run("rank", *CAMPAIGN, "--ref", "refA", "--ref", "refB", *QUICK)
    for words in (["--system", "Lab_B"], ["Lab_B", NAMES[0], "refB", "--system", "Lab_B"]):
        found = run.json("rank", *words, "--system", NAMES[0], *CAMPAIGN, *QUICK)["systems"]
        assert {one["name"] for one in found} == {"Lab_B", NAMES[0]}
    # A file with several systems does not take the names of the campaign's.
    rows = zip(SECOND, REFERENCE, strict=True)
    write(Path(), {"two.tsv": ["mt_a\tmt_b", *map("\t".join, rows)]})
    found = run.json("rank", "two.tsv", "Lab_B", *CAMPAIGN, *QUICK)["systems"]
    assert {one["name"] for one in found} == {"mt_a", "mt_b", "Lab_B"}
    (told,) = run.refused("compare", *CAMPAIGN, "--ref", "refA", "refB", NAMES[0])
    assert codes([told]) == ["campaign.unknown"]


def test_scores_of_the_campaign_are_metrics(run: Command) -> None:
    found = run.json(
        "compare", *NAMES, *CAMPAIGN, "--scores", "COMET-22", "--scores", "mqm:lower", *QUICK
    )
    _, comet, mqm = found["metrics"].values()
    assert comet["a"] == pytest.approx(np.mean(COMET[NAMES[0]]))
    there = [score is not None for score in MQM[NAMES[0]]]
    assert mqm["a"] == pytest.approx(np.mean([s for s in MQM[NAMES[0]] if s is not None]))
    assert mqm["b"] == pytest.approx(np.mean(np.array(MQM[NAMES[1]], float)[there]))
    assert (comet["higher_is_better"], mqm["higher_is_better"]) == (True, False)


def test_human_scores_are_saved_with_the_test_set(
    run: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BLEUSCOPE_HOME", str(tmp_path / "home"))
    code, _, err = run("rank", *CAMPAIGN, *QUICK, "--keep")
    assert (code, "Human scores" in err) == (0, True)
    space = Workspace.open(tmp_path / "home")
    (kept,) = recent_comparisons(space)
    (found,) = load_scores(space, kept.digest).values()
    assert (found.name, set(found.values)) == ("mqm", set(NAMES))


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (("Lab_B", "none", *CAMPAIGN), ["campaign.unknown"]),
        (("Lab_B", "x" * 300, *CAMPAIGN), ["campaign.unknown"]),
        (("lab", "none", *CAMPAIGN, "--scores", "C"),
         ["campaign.unknown"] * 2),
        ((*NAMES, *CAMPAIGN, "--scores", "C"), ["campaign.unknown"]),
        (("Lab_B", *CAMPAIGN), ["campaign.two_systems"]),
        ((*NAMES, *CAMPAIGN, "--ref", "ref.de"), ["campaign.unknown"]),
        ((*NAMES, *CAMPAIGN, "-t", "wmt23"), ["testset.given_too"]),
        (("a.de", "b.de", "--ref", "ref.de", "--scores", "C"), ["scorer.no_home"]),
    ],
)  # fmt: skip
def test_what_does_not_fit_is_refused(
    run: Command, words: tuple[str, ...], code: list[str]
) -> None:
    assert codes(run.refused("compare", *words)) == code
