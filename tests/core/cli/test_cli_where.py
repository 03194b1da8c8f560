"""`compare` of some segments, gates on slices, thresholds, and the columns that there are."""

from pathlib import Path

import pytest
from sacrebleu.metrics.bleu import BLEU

from bleu_core.messages import codes
from bleu_core.segments.detectors import Thresholds
from bleu_core.segments.saved_slices import SavedSlice
from bleu_core.workspace import Workspace, save_slice
from tests.command import Command, write

NOUNS = ["cat", "dog", "boat", "tree"]
REFERENCE = [
    f"the {NOUNS[i % 4]} number {i} sat on the mat in the house of my aunt." for i in range(80)
]
BASELINE = [line.replace("aunt", "uncle") for line in REFERENCE]
# The candidate loses the end of each line with a boat.
CANDIDATE = [line.rsplit(" ", 5)[0] if "boat" in line else line for line in BASELINE]
BOATS = [i for i, line in enumerate(REFERENCE) if "boat" in line]
OF_BOATS = 'reference contains "boat"'


@pytest.fixture
def run(run: Command, monkeypatch: pytest.MonkeyPatch) -> Command:
    write(Path(), {"ref.en": REFERENCE, "baseline.en": BASELINE, "new.en": CANDIDATE})
    monkeypatch.setenv("BLEUSCOPE_HOME", str(Path("kept").absolute()))
    run.first = ["compare", "baseline.en", "new.en", "--ref", "ref.en", "--trials", "100"]
    return run


def bleu(lines: list[str]) -> float:
    """sacreBLEU's score of the lines with a boat."""
    references = [[REFERENCE[i] for i in BOATS]]
    return float(BLEU().corpus_score([lines[i] for i in BOATS], references).score)


DELTA = bleu(CANDIDATE) - bleu(BASELINE)


def test_where_compares_the_chosen_segments_alone(run: Command) -> None:
    where = 'reference contains "BOAT"'
    said = run.json("--where", where, "-m", "chrf")
    assert (said["where"], said["segments"], said["of"]) == (where, 20, 80)
    assert said["delta"] == pytest.approx(DELTA)
    assert said["a"]["score"] == pytest.approx(bleu(BASELINE))
    assert {one["line"] for one in said["losses"]} <= {i + 1 for i in BOATS}
    assert said["metrics"]["chrf"]["delta"] < 0
    stability = run.json("--where", "line > 40")["significance"]["stability"]
    assert stability["lines"]
    assert {line - 1 for line in stability["lines"]} <= {i for i in BOATS if i >= 40}
    # Another metric may choose.
    assert run.json("--where", "gain.chrf < 0", "-m", "chrf")["segments"] == len(BOATS)
    assert "40 of 80 segments: line <= 40" in run("--where", "line <= 40")[1]


@pytest.mark.parametrize("where", ["delta < 0 or line < 41", "b.length < a.length or line < 41"])
def test_segments_that_depend_on_which_output_is_which_are_not_tested(
    run: Command, where: str
) -> None:
    found = run.json("--where", where, "-m", "chrf")
    assert found["segments"] >= 40
    assert (found["significance"], found["metrics"]["chrf"]["p_value"]) == (None, None)
    assert {one["q"] for one in found["ngrams"]} == {None}
    assert {one["p"] for one in found["detectors"]} == {None}
    assert "Would people notice" not in run("--where", where, "-m", "chrf")[1]
    code, _, err = run("--where", where, "--fail-if-significant")
    assert (code, "--fail-if-significant" in err) == (2, True)
    assert run("--where", where, "--fail-under", "-1")[0] == 1
    # What a swap of A and B does not change can be tested.
    assert run.json("--where", "a.length != b.length or line < 41")["significance"]


def test_a_faulty_expression_is_shown_with_its_place(run: Command) -> None:
    for expression, place in (
        ("lime < 4", 0), ("line < 4 or or", 12), ("not lime < 4", 4), ("名 = 3 and lime < 4", None)
    ):  # fmt: skip
        first, shown, caret, *_ = run.refused("--where", expression)
        assert (first.code, first.values["option"]) == ("option.bad_expression", "--where")
        assert all(code.startswith("expression.") for code in codes(first.values["problems"]))
        assert shown == f"  {expression}"
        if place is not None:
            assert caret == f"  {' ' * place}^"
    for expression, code in ((" ", "option.malformed"), ("line > 80", "option.no_segment")):
        assert codes(run.refused("--where", expression)) == [code]
    for expression in ('verdict = "same"', "my.severity is missing"):  # not held to be nothing
        (problem,) = run.refused("--where", expression)[0].values["problems"]
        assert problem.code == "expression.missing_column"


def test_any_of_several_gates_fails_and_json_has_them_all(run: Command) -> None:
    gates = ('reference contains "cat": 0', f"{OF_BOATS}: -99", f"{OF_BOATS}: -0.5")
    options = [word for gate in gates for word in ("--gate", gate)]
    found = run.json(*options, code=1)
    assert [one["fails"] for one in found["gates"]] == [False, False, True]
    failed = found["gates"][-1]
    assert (failed["segments"], failed["limit"]) == (20, -0.5)
    assert failed["delta"] == pytest.approx(DELTA)
    assert found["regression_codes"] == ["gate.slice_under_limit"]
    assert run(*options[:4])[0] == 0
    # Colons within an expression are its own.
    assert run("--gate", f'{OF_BOATS} and not a = "a: 3": -1')[0] == 1

    # Within the chosen segments.
    found = run.json("--where", "line <= 40", "--gate", f"{OF_BOATS}: -1", code=1)
    assert found["gates"][0]["segments"] == 10
    cats = ("--where", 'reference contains "cat"')
    found = run.json(*cats, "--gate", f"{OF_BOATS}: -1", "--gate", "line > 0: 1", code=2)
    assert [one["fails"] for one in found["gates"]] == [None, True]
    assert found["undecided_codes"] == ["gate.not_evaluated"]
    assert found["regression_codes"] == ["gate.slice_under_limit"]


def test_a_gate_that_cannot_be_does_not_pass(run: Command) -> None:
    for gate in ("line < 3", 'a = "x: 3"', "a ~ /x: 3/", "line < 3: nan", ": 3", "line < 3: inf"):
        assert codes(run.refused("--gate", gate)) == ["option.malformed"]
    told = run.json("--gate", "line > 80: -1", "--gate", "lime > 80: -1", code=2)
    assert [code for code in told["undecided_codes"] if code] == [
        "gate.not_evaluated", "option.bad_expression", "option.unknown_slice",
    ]  # fmt: skip
    # Nobody waits for the app behind a gate.
    assert codes(run.refused("--gate", "line > 1: -1", "--open")) == ["option.not_with"]


def test_a_gate_may_be_the_name_of_a_saved_slice_under_its_thresholds(
    run: Command, tmp_path: Path
) -> None:
    unknown = run.json("--gate", "On boats: -1", code=2)["undecided_codes"]
    assert unknown[-1] == "option.unknown_slice"
    workspace = Workspace.open(tmp_path / "kept")
    save_slice(workspace, SavedSlice("On boats", OF_BOATS))
    save_slice(workspace, SavedSlice("Cut: boats", "b.cut", Thresholds(short=1.0)))
    save_slice(workspace, SavedSlice("not same", "line = 1"))
    gates = ("--gate", "On boats: -1", "--gate", "Cut: boats: -1", "--gate", "not same: -100")
    found = run.json(*gates, code=1)
    for name, told in zip(("On boats", "Cut: boats"), found["regressions"], strict=False):
        assert f"with {name}" in told
    assert [one["segments"] for one in found["gates"][:2]] == [20, 20]
    # A name that is an expression too is read as that.
    assert found["gates"][2]["expression"] == "not same"
    assert found["gates"][2]["segments"] > 1


def test_thresholds_are_checked(run: Command) -> None:
    cases = {
        "shorts=0.4": "toml.unknown_name",
        "short=x": "toml.must_be",
        "short": "toml.must_be",
        "short=3": "toml.must_be",
        "repeat=1.5": "toml.must_be",
    }
    assert {given: run.refused("--threshold", given)[0].code for given in cases} == cases
    # One decides what is cut off.
    counts = []
    for short in ("0.5", "1"):
        found = run.json("--where", "not b.cut", "--threshold", f"short={short}")
        assert found["thresholds"]["short"] == float(short)
        counts.append(found["segments"])
    assert counts[0] == 80 > counts[1]


def test_the_columns_are_listed_with_what_they_are(run: Command) -> None:
    by_name = {one["name"]: one for one in run.json("--columns")["columns"]}
    assert (by_name["line"]["kind"], by_name["a.bleu"]["of"]) == ("number", "one")
    assert by_name["reference length"]["written"] == "`reference length`"
    assert by_name["source"]["missing"]
    text = run("--columns")[1]
    assert all(one in text for one in ("points ", by_name["source"]["missing"]))
    assert run("--columns", "--format", "markdown")[1].splitlines()[2].startswith("| `")
