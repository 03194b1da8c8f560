"""Lessons: a teacher's files, lesson sets in links, and input to a bench."""

from __future__ import annotations

from collections.abc import Sequence

from bleu_core.common.formatting import join_words, truncate
from bleu_core.messages import Area

lesson = Area("lesson")


# A lesson file.
@lesson.error()
def unknown_lesson(name: str, known: Sequence[str] = ()) -> str:
    there = f" Built-in lessons are {join_words(known)}." if known else ""
    return f"There is no lesson “{truncate(name)}”.{there}"


@lesson.error(
    '“choices” must be 2 to {most} pairs of a value and a text, [["A", "The first"], ["B", …]]: '
    "no value or text twice, no part over {longest:int} characters."
)
def not_choices(most: int, longest: int) -> str: ...
@lesson.error(
    "packed for a link, the file has {characters:int} characters; the limit is {most:int}. Split "
    "it into two files."
)
def file_too_large(characters: int, most: int) -> str: ...
@lesson.error("There is no fact “{name:short}”.{near:? Did you mean #?}")
def unknown_fact(name: str, near: str) -> str: ...
@lesson.error("“{fact:short}” gives the answer away. Name it in “why” only.")
def answer_given(fact: str) -> str: ...
@lesson.error(
    "the texts have from {fewest:int} to {most:int} lines. Give all candidates and references the "
    "same number of lines."
)
def uneven_lines(fewest: int, most: int) -> str: ...
@lesson.error("“{text:short}” has no closing brace.")
def unclosed_fact(text: str) -> str: ...


@lesson.error(
    "{fact} is {value}, which is not "
    "{choices:the value of any choice. Add this value.|a number. Add choices.}"
)
def unfit_answer(fact: str, value: str, choices: bool) -> str: ...


# A link.
@lesson.error("This is not a packed set of lessons, or part of it is missing.")
def not_packed() -> str: ...


# A bench, and an edit in an exercise.
@lesson.error("Together, the texts on the bench are too long for a link.")
def texts_too_long() -> str: ...
@lesson.error("A has {lines:# line}; it must have {needed:int}.")
def other_lines(lines: int, needed: int) -> str: ...
@lesson.error("A has {tokens:# token}; the limit is {most:int}.")
def many_tokens(tokens: int, most: int) -> str: ...
@lesson.error("{changes:# token is|# tokens are} changed; the limit is {most:int}.")
def many_changes(changes: int, most: int) -> str: ...


@lesson.error()
def tokens_lost(tokens: Sequence[str]) -> str:
    return f"A must contain {join_words(f'“{token}”' for token in tokens)}."
