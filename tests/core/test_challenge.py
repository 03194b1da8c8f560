"""An edit for a lesson's challenge: what is not allowed, told in sentences, and its score."""

from __future__ import annotations

from dataclasses import replace

import pytest
import sacrebleu

from bleu_core.teaching.challenge import attempt
from bleu_core.teaching.lessons import Challenge, Lesson, all_lessons

WORDS = "the cat sat on a mat"


def asking(**constraint: object) -> Lesson:
    """A lesson that asks for the best candidate A in place of "the cat sat on a mat"."""
    lesson = all_lessons()["the-the-the"]
    prepared = replace(lesson.prepared, candidates=(WORDS,))
    challenge = Challenge("Raise BLEU.", **constraint)  # type: ignore[arg-type]
    return replace(lesson, prepared=prepared, challenge=challenge)


@pytest.mark.parametrize(
    ("constraint", "text", "faults"),
    [
        ({}, "anything at all", ()),
        ({"most_tokens": 6}, "the cat is on the mat", ()),
        (
            {"most_tokens": 6},
            "the cat is on the mat.",
            ("A has 7 tokens; at most 6 are allowed.",),
        ),
        ({"most_changes": 2}, "the cat is on the mat", ()),
        (
            {"most_changes": 2},
            "a cat is on the mat",
            ("3 tokens are changed; at most 2 may be.",),
        ),
        # Inserted, deleted, replaced: each is one change.
        ({"most_changes": 3}, "see the dog sat on mat", ()),
        (
            {"most_changes": 0},
            "the cat sat on a hat",
            ("1 token is changed; at most 0 may be.",),
        ),
        ({"keeps": ("sat", "mat")}, "mat sat", ()),
        ({"keeps": ("sat", "mat")}, "The cat", ("A must keep “sat” and “mat”.",)),
        # As often as it is named, and as the tokenizer cuts it.
        ({"keeps": ("the", "the")}, "the cat", ("A must keep “the”.",)),
        ({"keeps": ("sat",)}, "The cat sat.", ()),
        ({}, "the cat is\non\nthe mat", ("A has 3 lines; it must have 1.",)),
        ({}, "the cat is on the mat\n", ()),
        (
            {"most_tokens": 2, "most_changes": 1, "keeps": ("sat",)},
            "the cat lay",
            (
                "A has 3 tokens; at most 2 are allowed.",
                "4 tokens are changed; at most 1 may be.",
                "A must keep “sat”.",
            ),
        ),
    ],
)
def test_what_is_not_allowed_is_told(constraint, text: str, faults: tuple[str, ...]) -> None:
    assert attempt(asking(**constraint), text).faults == faults


@pytest.mark.parametrize("text", ["the cat is on the mat", "the the the", "", "a\nb"])
def test_the_score_is_sacrebleus(text: str) -> None:
    lines = text.split("\n")
    references = [[r, *[None] * (len(lines) - 1)] for r in asking().prepared.references]
    if len(lines) > 1:  # sacreBLEU too needs one reference a line
        references[0][1] = ""
    expected = sacrebleu.BLEU().corpus_score(lines, references).score
    assert attempt(asking(), text).score == pytest.approx(expected, abs=1e-9)


def test_the_prepared_text_is_always_allowed_where_nothing_must_change() -> None:
    assert attempt(asking(most_changes=0, most_tokens=6, keeps=("mat",)), WORDS).faults == ()


def test_a_lesson_without_a_challenge_takes_no_attempt() -> None:
    with pytest.raises(ValueError, match="has no challenge"):
        attempt(all_lessons()["zero"], "anything")


def test_the_game_is_won_without_mending_the_error() -> None:
    game = all_lessons()["game"]
    a = game.prepared.candidates[0]
    wrong = a.replace("Minister said", "The minister said on").replace("bridge", "the bridge")
    played, mended = attempt(game, wrong), attempt(game, game.variants["mend"][1].candidates[0])
    assert played.faults == ()
    assert mended.faults == ("A must keep “opened”.",)
    assert played.score > attempt(game, a).score + 20 > mended.score
