"""A question on one's own bench is a lesson file that reads back as it was asked."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from bleu_core import BleuConfig
from bleu_core.messages import codes
from bleu_core.readers.toml_files import TomlFaults
from bleu_core.teaching.lessons import PreparedBench, answers, lesson_set, prediction, set_text
from bleu_core.teaching.lessons.sets import possible_answers, question_file
from tests import effort
from tests.core.refusing import refused

BENCH = PreparedBench(
    ("the cat\nsat", 'a "b" \\ \x7f\x1b {A.bleu}'),
    ("the cat\nsat down",),
    BleuConfig(tokenize="char", lowercase=True, max_ngram_order=2, weights=(0.75, 0.25)),
)


def lesson(data: bytes):
    (found,) = lesson_set(set_text(data)).lessons.values()
    return found


def test_every_number_of_a_bench_can_be_the_answer() -> None:
    possible = possible_answers(BENCH)
    assert len(possible) > 50
    # Each is scored anew: all take long.
    for fact in [*possible] if effort.thorough else [*possible][::12]:
        value = possible[fact]
        found = lesson(question_file(BENCH, "Cats", "How many?", fact))
        assert (found.title, found.question, found.prepared) == ("Cats", "How many?", BENCH)
        assert answers.bench_facts(found)[found.answer] == value
        assert prediction.is_right(found, value, answers.bench_facts(found))


def test_of_choices_the_marked_one_is_right() -> None:
    data = question_file(BENCH, "Cats", "Which?", "", "A\n\n* B is = [better]\nequal", "So.")
    found = lesson(data)
    assert found.choices == (("1", "A"), ("2", "B is = [better]"), ("3", "equal"))
    assert answers.bench_facts(found)[found.answer] == "2"
    assert found.why == "So."


def test_choices_without_one_right_one_and_what_is_missing_are_told() -> None:
    for choices in ("A\nB", "*A\n*B"):
        with refused("lesson.right_choices", error=TomlFaults):
            question_file(BENCH, "Cats", "Which?", "", choices)
    with refused("toml.fault", "toml.fault", error=TomlFaults) as faults:
        question_file(BENCH, "", " ", "A.c")
    problems = [one.values["problem"] for one in faults]
    assert codes(problems) == ["toml.missing"] * 2
    assert [one.values["name"] for one in problems] == ["title", "question"]


texts = st.text(min_size=1, max_size=50).filter(str.strip)


@given(texts.filter(lambda t: "{" not in t), texts)
def test_any_text_comes_back(words: str, candidate: str) -> None:
    bench = PreparedBench((candidate,), (candidate[::-1],), BleuConfig())
    found = lesson(question_file(bench, words, words, "A.c"))
    assert (found.title, found.question, found.prepared) == (words, words, bench)
