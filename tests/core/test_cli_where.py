"""`compare` of some segments, gates on slices, thresholds, and the columns that there are."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from sacrebleu.metrics.bleu import BLEU

from bleu_core.cli import main

NOUNS = ["cat", "dog", "boat", "tree"]
REFERENCE = [
    f"the {NOUNS[i % 4]} number {i} sat on the mat in the house of my aunt." for i in range(80)
]
BASELINE = [line.replace("aunt", "uncle") for line in REFERENCE]
# The candidate loses the end of each line with a boat.
CANDIDATE = [line.rsplit(" ", 5)[0] if "boat" in line else line for line in BASELINE]
BOATS = [i for i, line in enumerate(REFERENCE) if "boat" in line]
FILES = ["compare", "baseline.en", "new.en", "--ref", "ref.en", "--trials", "100"]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name, lines in (("ref.en", REFERENCE), ("baseline.en", BASELINE), ("new.en", CANDIDATE)):
        (tmp_path / name).write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("BLEUSCOPE_HOME", str(tmp_path / "kept"))
    return tmp_path


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Callable[..., tuple[int, str, str]]:
    def call(*arguments: str) -> tuple[int, str, str]:
        code = main([*FILES, *arguments])
        said = capsys.readouterr()
        return code, said.out, said.err

    return call


def bleu(lines: list[str], rows: list[int]) -> float:
    """sacreBLEU's score of some of the lines."""
    references = [[REFERENCE[i] for i in rows]]
    return float(BLEU().corpus_score([lines[i] for i in rows], references).score)


def delta(rows: list[int]) -> float:
    return bleu(CANDIDATE, rows) - bleu(BASELINE, rows)


def test_where_compares_the_chosen_segments_alone(run) -> None:
    code, out, _ = run("--where", 'reference contains "BOAT"', "--format", "json", "-m", "chrf")
    said = json.loads(out)
    assert code == 0
    assert (said["where"], said["segments"], said["of"]) == ('reference contains "BOAT"', 20, 80)
    assert said["delta"] == pytest.approx(delta(BOATS))
    assert said["a"]["score"] == pytest.approx(bleu(BASELINE, BOATS))
    assert {one["line"] for one in said["losses"]} <= {i + 1 for i in BOATS}
    assert said["metrics"]["chrf"]["delta"] < 0


def test_the_text_says_how_many_segments_of_how_many(run) -> None:
    code, out, _ = run("--where", "line <= 40")
    assert code == 0
    assert "Only 40 of 80 segments: line <= 40" in out


def test_another_metric_may_choose_and_is_scored_on_what_is_chosen(run) -> None:
    code, out, _ = run("--where", "gain.chrf < 0", "-m", "chrf", "--format", "json")
    assert (code, json.loads(out)["segments"]) == (0, len(BOATS))


@pytest.mark.parametrize(
    ("expression", "place"),
    [("lime < 4", 0), ("line < 4 or or", 12), ("not lime < 4", 4), ("名 = 3 and lime < 4", None)],
)
def test_a_faulty_expression_is_shown_with_its_place(run, expression, place) -> None:
    code, out, err = run("--where", expression)
    first, shown, caret, *_ = err.splitlines()
    assert (code, out, shown) == (2, "", f"  {expression}")
    assert first.startswith("--where: ")
    if place is not None:
        assert caret == f"  {' ' * place}^"


def test_an_expression_that_chooses_nothing_cannot_be_compared(run) -> None:
    code, out, err = run("--where", "line > 80")
    assert (code, out) == (2, "")
    assert "no segment fulfils line > 80" in err


@pytest.mark.parametrize(
    ("gate", "code"),
    [
        ('reference contains "boat": -1', 1),
        ('reference contains "boat": -99', 0),
        ('reference contains "cat": 0', 0),
        ("line > 80: -1", 2),
        ("lime > 80: -1", 2),
    ],
)
def test_a_gate_looks_at_its_own_segments(run, gate, code) -> None:
    found, _, err = run("--gate", gate)
    assert found == code
    assert bool(err) == bool(code)


def test_any_of_several_gates_fails_and_json_has_them_all(run) -> None:
    first, second = 'reference contains "cat": 0', 'reference contains "boat": -0.5'
    code, out, err = run("--gate", first, "--gate", second, "--format", "json")
    passed, failed = json.loads(out)["gates"]
    assert code == 1
    assert [passed["fails"], failed["fails"]] == [False, True]
    assert (failed["segments"], failed["limit"]) == (20, -0.5)
    assert failed["delta"] == pytest.approx(delta(BOATS))
    assert "Regression: on 20 segments with reference contains" in err


def test_a_gate_within_the_chosen_segments(run) -> None:
    gate = 'reference contains "boat": -1'
    _, out, _ = run("--where", "line <= 40", "--gate", gate, "--format", "json")
    assert json.loads(out)["gates"][0]["segments"] == 10
    code, _, err = run("--where", 'reference contains "cat"', "--gate", gate)
    assert code == 2
    assert "cannot judge: no segment" in err


@pytest.mark.parametrize(
    "gate", ["line < 3", 'a = "x: 3"', "a ~ /x: 3/", "line < 3: nan", ": 3", "line < 3: inf"]
)
def test_a_gate_without_a_number_after_its_last_colon_is_refused(run, gate) -> None:
    code, out, err = run("--gate", gate)
    assert (code, out) == (2, "")
    assert "a colon and a" in err


def test_a_gate_may_be_the_name_of_a_saved_slice_under_its_thresholds(run, folder) -> None:
    from bleu_core.detectors import Thresholds
    from bleu_core.saved_slices import SavedSlice
    from bleu_core.workspace import Workspace, save_slice

    code, _, err = run("--gate", "On boats: -1")
    assert code == 2
    assert "no saved slice" in err
    workspace = Workspace.open(folder / "kept")
    save_slice(workspace, SavedSlice("On boats", 'reference contains "boat"'))
    save_slice(workspace, SavedSlice("Cut: boats", "b.cut", Thresholds(short=1.0)))
    code, out, err = run("--gate", "On boats: -1", "--gate", "Cut: boats: -1", "--format", "json")
    assert code == 1
    assert "with On boats" in err
    assert "with Cut: boats" in err
    assert [one["segments"] for one in json.loads(out)["gates"]] == [20, 20]


def test_a_name_that_is_an_expression_too_is_read_as_that(run, folder) -> None:
    from bleu_core.saved_slices import SavedSlice
    from bleu_core.workspace import Workspace, save_slice

    save_slice(Workspace.open(folder / "kept"), SavedSlice("not same", "line = 1"))
    _, out, _ = run("--gate", "not same: -100", "--format", "json")
    (gate,) = json.loads(out)["gates"]
    assert gate["expression"] == "not same"
    assert gate["segments"] > 1


@pytest.mark.parametrize("where", ['verdict = "same"', "my.severity is missing"])
def test_what_people_say_is_not_held_to_be_nothing(run, where) -> None:
    code, out, err = run("--where", where)
    assert (code, out) == (2, "")
    assert "stands in the workspace" in err


def test_colons_within_an_expression_are_its_own(run) -> None:
    code, _, _ = run("--gate", 'reference contains "boat" and not a = "a: 3": -1')
    assert code == 1


def test_nobody_waits_for_the_app_behind_a_gate(run) -> None:
    code, _, err = run("--gate", "line > 1: -1", "--open")
    assert code == 2
    assert "--keep" in err


@pytest.mark.parametrize("given", ["shorts=0.4", "short=x", "short=3", "repeat=1.5", "short"])
def test_thresholds_are_checked(run, given) -> None:
    code, out, err = run("--threshold", given)
    assert (code, out) == (2, "")
    assert "short" in err or "repeat" in err


def test_a_threshold_that_is_no_number_is_told_in_words(run) -> None:
    _, _, err = run("--threshold", "short=abc")
    assert "short is to be a number, not 'abc'." in err
    assert "convert" not in err


def test_an_empty_expression_is_no_choice_of_all(run) -> None:
    code, _, err = run("--where", " ")
    assert code == 2
    assert "an expression is expected" in err


def test_a_threshold_decides_what_is_cut_off(run) -> None:
    counts = []
    for short in ("0.5", "1"):
        options = ["--threshold", f"short={short}", "--format", "json"]
        code, out, _ = run("--where", "not b.cut", *options)
        assert code == 0
        assert json.loads(out)["thresholds"]["short"] == float(short)
        counts.append(json.loads(out)["segments"])
    assert counts[0] == 80 > counts[1]


def test_the_columns_are_listed_with_what_they_are(run) -> None:
    code, out, _ = run("--columns")
    assert code == 0
    assert "points " in out
    assert "There is no source." in out
    code, out, _ = run("--columns", "--format", "json")
    by_name = {one["name"]: one for one in json.loads(out)["columns"]}
    assert (by_name["line"]["kind"], by_name["a.bleu"]["of"]) == ("number", "one")
    assert by_name["source"]["missing"] == "There is no source."
    assert by_name["reference length"]["written"] == "`reference length`"


def test_slices_are_looked_for_where_that_is_asked(run) -> None:
    fields = {"expression", "segments", "delta", "points", "p_value", "confirmed"}
    code, out, _ = run("--find-slices", "--format", "json")
    assert code == 0
    assert all(fields <= one.keys() for one in json.loads(out)["slices"])
    assert json.loads(run("--format", "json")[1])["slices"] is None
    assert "What segments that carry the difference" in run("--find-slices")[1]


def test_what_is_kept_is_the_whole_and_the_link_opens_the_part(run) -> None:
    code, out, err = run("--where", "line <= 40", "--keep", "--format", "json")
    assert code == 0
    assert f"data={json.loads(out)['digest']}" in err
    assert "where=line+%3C%3D+40&only=yes" in err
