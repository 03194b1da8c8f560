"""An edit for a lesson's challenge: what is not allowed, told in sentences, and its score."""

from __future__ import annotations

from dataclasses import replace

import pytest
import sacrebleu

from bleu_core.teaching.exercise import attempt
from bleu_core.teaching.lessons import Challenge, Lesson, all_lessons

WORDS = "the cat sat on a mat"


def asking(**constraint: object) -> Lesson:
    """A lesson that asks for the best candidate A in place of "the cat sat on a mat"."""
    lesson = all_lessons()["the-the-the"]
    prepared = replace(lesson.prepared, candidates=(WORDS,))
    challenge = Challenge("Raise BLEU.", **constraint)  # type: ignore[arg-type]
    return replace(lesson, prepared=prepared, challenge=challenge)


def test_what_is_not_allowed_is_told() -> None:
    for constraint, text, faults in (
        ({}, "anything at all", {}),
        ({"most_tokens": 6}, "the cat is on the mat", {}),
        ({"most_tokens": 6}, "the cat is on the mat.", {"many_tokens": [7, 6]}),
        ({"most_changes": 2}, "the cat is on the mat", {}),
        ({"most_changes": 2}, "a cat is on the mat", {"many_changes": [3, 2]}),
        # Inserted, deleted, replaced: each is one change.
        ({"most_changes": 3}, "see the dog sat on mat", {}),
        ({"most_changes": 0}, "the cat sat on a hat", {"many_changes": [1, 0]}),
        ({"most_changes": 0, "most_tokens": 6, "keeps": ("mat",)}, WORDS, {}),
        ({"keeps": ("sat", "mat")}, "mat sat", {}),
        ({"keeps": ("sat", "mat")}, "The cat", {"tokens_lost": [["sat", "mat"]]}),
        # As often as it is named, and as the tokenizer cuts it.
        ({"keeps": ("the", "the")}, "the cat", {"tokens_lost": [["the"]]}),
        ({"keeps": ("sat",)}, "The cat sat.", {}),
        ({}, "the cat is\non\nthe mat", {"other_lines": [3, 1]}),
        ({}, "the cat is on the mat\n", {}),
        (
            {"most_tokens": 2, "most_changes": 1, "keeps": ("sat",)},
            "the cat lay",
            {"many_tokens": [3, 2], "many_changes": [4, 1], "tokens_lost": [["sat"]]},
        ),
    ):
        told, _ = attempt(asking(**constraint), text)
        expected = {f"lesson.{code}": values for code, values in faults.items()}
        assert {one.code: [*one.values.values()] for one in told} == expected, text


@pytest.mark.parametrize("text", ["the cat is on the mat", "the the the", "", "a\nb"])
def test_the_score_is_sacrebleus(text: str) -> None:
    lines = text.split("\n")
    references = [[r, *[None] * (len(lines) - 1)] for r in asking().prepared.references]
    if len(lines) > 1:  # sacreBLEU too needs one reference a line
        references[0][1] = ""
    expected = sacrebleu.BLEU().corpus_score(lines, references).score
    assert attempt(asking(), text)[1] == pytest.approx(expected, abs=1e-9)
