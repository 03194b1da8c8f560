"""Scores of programs are saved by what they depend on: nothing is scored twice."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bleu_core import EvalSet, InputError
from bleu_core.systems.scorers import Scorer, read_scorers, score_systems
from tests.core.refusing import refused
from tests.core.scoring_program import configure, score, table

SOURCE = ["eins", "zwei", "drei", "eins"]
OLD = ["one", "tow", "three", "one"]
NEW = ["one", "two", "three", "uno"]
REFERENCE = ["one", "two", None, "one"]
SECOND = ["1", "2", "three", "1"]
DATA = EvalSet({"old": OLD, "new": NEW}, [REFERENCE, SECOND], SOURCE)
FIRST = ["one", "two", "three", "one"]  # the first reference that each segment has


def scorer_of(home: Path, **more: object) -> Scorer:
    path = configure(home, [table("comet", home / "log", "mine", **more)])
    return read_scorers(path)["mine"]


def score_old(scorer: Scorer, folder: Path, data: EvalSet = DATA) -> list[float]:
    return score_systems(scorer, data, ["old"], folder).values["old"].tolist()


def sent(home: Path) -> list[int]:
    """How many segments each run of the program got."""
    log = home / "log"
    return [int(line) for line in log.read_text().split()] if log.exists() else []


def test_only_segments_that_are_new_are_scored(tmp_path: Path) -> None:
    scorer = scorer_of(tmp_path)
    expected = {
        name: [score(*texts) for texts in zip(SOURCE, outputs, FIRST, strict=True)]
        for name, outputs in (("old", OLD), ("new", NEW))
    }
    assert score_old(scorer, tmp_path) == expected["old"]
    assert sent(tmp_path) == [3]  # the last segment is the first one
    found = score_systems(scorer, DATA, ["old", "new"], tmp_path)
    assert {name: values.tolist() for name, values in found.values.items()} == expected
    assert sent(tmp_path) == [3, 2]
    assert (found.name, found.higher_is_better, found.signature) == ("mine", True, "v1")
    assert ((tmp_path / "scorers.sqlite").stat().st_mode & 0o777) == 0o600


@pytest.mark.parametrize("change", [{"signature": "v2"}, {"score": "score: (.*)"}])
def test_another_scorer_scores_again(change: dict[str, str], tmp_path: Path) -> None:
    score_old(scorer_of(tmp_path), tmp_path)
    other = scorer_of(tmp_path, **change)
    if "score" in change:  # whose last line is the score of the system
        with pytest.raises(InputError):
            score_old(other, tmp_path)
    else:
        score_old(other, tmp_path)
    assert sent(tmp_path) == [3, 3]
    score_old(scorer_of(tmp_path), tmp_path)
    assert sent(tmp_path) == [3, 3]


def test_a_program_that_needs_the_source_says_so(tmp_path: Path) -> None:
    data = EvalSet({"old": OLD}, [FIRST])
    with refused("scorer.no_source", error=InputError):
        score_old(scorer_of(tmp_path), tmp_path, data)


def test_a_file_that_is_unusable_costs_no_run_of_the_program(tmp_path: Path) -> None:
    scorer = scorer_of(tmp_path)
    (tmp_path / "scorers.sqlite").write_bytes(b"no database" * 1000)
    for folder in (tmp_path, tmp_path / "missing"):
        with refused("scorer.not_saved", error=InputError) as told:
            score_old(scorer, folder)
        assert told[0].values["file"] == str(folder / "scorers.sqlite")
    assert sent(tmp_path) == []


@pytest.mark.parametrize("value", ["'x'", "x'ff'", "NULL", "9e999"])
def test_what_is_no_score_is_scored_again(tmp_path: Path, value: str) -> None:
    scorer = scorer_of(tmp_path)
    expected = score_old(scorer, tmp_path)
    with closing(sqlite3.connect(tmp_path / "scorers.sqlite")) as db, db:
        query = f"UPDATE scores SET score = {value} WHERE digest = (SELECT MIN(digest) FROM scores)"
        db.execute(query)
    assert score_old(scorer, tmp_path) == expected
    assert sent(tmp_path) == [3, 1]


def test_a_program_gets_a_segment_on_one_line(tmp_path: Path) -> None:
    command = ["sh", "-c", f"cat $0 > {tmp_path}/given; yes 1 | head -n 2", "{output}"]
    outputs = ["a\nb\rc\r\nd\x0be\x0cf\x1cg\x85h\u2028i\u2029j", ""]
    data = EvalSet({"old": outputs}, [["x", "y"]])
    scorer = scorer_of(tmp_path, command=command, score="(.*)")
    assert score_old(scorer, tmp_path, data) == [1, 1]
    assert (tmp_path / "given").read_text("utf-8") == "a b c d e f g h i j\n\n"
