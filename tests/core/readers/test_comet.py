"""COMET's own output as scores: columns by system in the order of the segments, or a refusal."""

import json
import math

import pytest

from bleu_core import EvalSet
from bleu_core.messages import codes
from bleu_core.readers import File
from bleu_core.readers.score_files import named_scores
from tests.core.refusing import refused

OLD, NEW = [0.5, 0.75, 0.25], [1.0, -0.5, 0.125]


def scores_of(*files: tuple[str, str], segments: int = 3) -> tuple[list[list[float]], list]:
    """The scores of the systems "old" and "new", and notes."""
    texts = ["a b"] * segments
    data = EvalSet({"old": texts, "new": texts}, [texts])
    read = [File(name, text.encode()) for name, text in files]
    found, notes = named_scores("COMET", True, read, ["old", "new"], data)
    return [found.values[system].tolist() for system in ("old", "new")], notes


def printed(*systems: tuple[str, list[float]], more: str = "") -> str:
    """What comet-score prints: the systems of each segment in turn, then their means."""
    lines = [
        f"{system}Segment {i}\tscore: {scores[i]:.4f}{more}\n"
        for i in range(3)
        for system, scores in systems
    ]
    return "".join(lines + [f"{system}score: {sum(s) / 3:.4f}\n" for system, s in systems])


def rows(scores: list[float]) -> list[dict]:
    return [{"src": "s", "mt": "m", "ref": "r", "COMET": score} for score in scores]


BOTH = printed(("old.en\t", OLD), ("new.en\t", NEW))
FORMS = {
    "two systems": [("s.txt", BOTH)],
    "in other names": [("s.tsv", printed(("exp/old/out.txt\t", OLD), ("exp/new/out.txt\t", NEW)))],
    "with the source": [("s.txt", printed(("s.de\told.en\t", OLD), ("s.de\tnew.en\t", NEW)))],
    "shuffled": [("s.txt", "".join(sorted(BOTH.splitlines(keepends=True), reverse=True)))],
    "a file each": [("old.comet", printed(("x\t", OLD))), ("new.comet", printed(("x\t", NEW)))],
    "without names": [
        ("old.log", printed(("", OLD), more="\tvariance: 0.1").replace("\nsc", "\nSystem sc")),
        ("new.log", "Using GPU 0\n" + printed(("", NEW)) + "Predictions saved in: x.json.\n"),
    ],
    "JSON": [("s.json", json.dumps({"old.en": rows(OLD), "new.en": rows(NEW)}, indent=4))],
    "JSON, a list": [("old.json", json.dumps(rows(OLD))), ("new.json", json.dumps(rows(NEW)))],
}  # fmt: skip


@pytest.mark.parametrize("form", FORMS)
def test_each_system_has_its_scores_in_the_order_of_the_segments(form: str) -> None:
    scores, notes = scores_of(*FORMS[form])
    assert scores == [OLD, NEW]
    assert set(codes(notes)) == {"scores.comet_lines"}


@pytest.mark.parametrize(
    ("text", "code"),
    {
        BOTH.replace("new.en\tSegment 1", "new.en\tSegment 2"): "scores.comet_segments",
        BOTH.replace("new.en\tSegment 2", "new.en\tSegment 9"): "scores.comet_segments",
        BOTH.partition("new.en\tSegment 2")[0]: "scores.comet_segments",
        BOTH * 2: "scores.comet_segments",
        "old.en\tscore: 0.5\nnew.en\tscore: 0.3\n": "scores.only_means",
        BOTH.replace("0.5000", "nan", 1): "scores.not_number",
        json.dumps({"old": rows(OLD), "new": rows(NEW[:2])}): "table.unequal_columns",
    }.items(),
)  # fmt: skip
def test_scores_that_would_be_misaligned_are_refused(text: str, code: str) -> None:
    with refused(code):
        scores_of(("s.txt", text))


def test_a_file_of_several_systems_with_one_name_is_not_guessed() -> None:
    with refused("scores.no_systems"):
        scores_of(("s.txt", printed(("a/old.en\t", OLD), ("b/old.en\t", OLD), ("new.en\t", NEW))))


def test_a_missing_score_of_json_is_missing() -> None:
    text = json.dumps({"old": rows(OLD), "new": rows(NEW)}).replace("0.75", "null")
    (old, _), _ = scores_of(("s.json", text))
    assert old[0] == 0.5
    assert math.isnan(old[1])
