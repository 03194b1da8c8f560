"""Lessons: a teacher's own files, sets of them in links, input to a bench, a class's room."""

from __future__ import annotations

from collections.abc import Sequence

from bleu_core.common.formatting import join_words, truncate
from bleu_core.messages import Area

lesson = Area("lesson")
class_room = Area("class_room")

# A lesson file.


@lesson.error("There is no lesson.")
def none_in_file() -> str: ...
@lesson.error("The lesson has no bench.")
def no_bench() -> str: ...


@lesson.error()
def unknown_built_in(name: str, known: Sequence[str] = ()) -> str:
    there = f"; there are {join_words(known)}" if known else ""
    return f"There is no built-in lesson “{truncate(name)}”{there}."


@lesson.error("Another lesson is called “{name}” too.")
def lesson_twice(name: str) -> str: ...
@lesson.error("“name” is to be of small letters a to z, digits and hyphens.")
def name_characters() -> str: ...
@lesson.error("“{name}” is the name of a built-in lesson; choose another.")
def name_built_in(name: str) -> str: ...
@lesson.error("“track” is to be {tracks:or}.")
def unknown_track(tracks: Sequence[str]) -> str: ...
@lesson.error("“panel” can be {panels:or} here.")
def unknown_panel(panels: Sequence[str]) -> str: ...
@lesson.error('“choices” are to be pairs: [["A", "The first"], ["B", …]].')
def choices_no_pairs() -> str: ...
@lesson.error("There are to be 2 to {most} choices, or none.")
def number_of_choices(most: int) -> str: ...
@lesson.error("Two choices have the same value.")
def choice_twice() -> str: ...
@lesson.error("A choice has at most {most} characters.")
def choice_too_long(most: int) -> str: ...
@lesson.error("Put {mark} before the right one of the choices, and no other.")
def right_choices(mark: str) -> str: ...
@lesson.error("“name” is to be of letters, digits and hyphens.")
def variant_characters() -> str: ...
@lesson.error("Another variant is called “{name}” too.")
def variant_twice(name: str) -> str: ...
@lesson.error("A number among the settings is too large.")
def number_too_large() -> str: ...
@lesson.error(
    "all benches have {characters:int} characters, those of variants counted too; {most:int} are "
    "the most."
)
def benches_too_large(characters: int, most: int) -> str: ...
@lesson.error(
    "packed for a link, the file has {characters:int} characters; {most:int} are the most. Make "
    "two files of it."
)
def file_too_large(characters: int, most: int) -> str: ...
@lesson.error("{why:short 300}")
def cannot_be_scored(why: str) -> str: ...


@lesson.error()
def unknown_fact(name: str, near: str) -> str:
    """`near` is the fact that may be intended, "" for none."""
    hint = f" Is {near} meant?" if near else ""
    return f"There is no fact “{truncate(name)}”.{hint}"


@lesson.error("{fact} is {value}, which no choice has as its value.")
def answer_no_choice(fact: str, value: str) -> str: ...
@lesson.error("{fact} is {value}, which is no number: give choices.")
def answer_no_number(fact: str, value: str) -> str: ...
@lesson.error("systems, bleu and {key} are lists of one length, for {least} systems or more.")
def stated_lists(key: str, least: int) -> str: ...
@lesson.error("bleu and {key} are numbers up to {most:int}.")
def stated_numbers(key: str, most: int) -> str: ...
@lesson.error("A correlation of {correlation} on {points} points has no such interval.")
def no_interval(correlation: float, points: int) -> str: ...


# A link.


@lesson.error("There is no lesson {name}.")
def unknown_lesson(name: str) -> str: ...
@lesson.error("There is no set that has a lesson twice.")
def set_with_repeats() -> str: ...
@lesson.error("This is no packed set of lessons, or not all of it.")
def not_packed() -> str: ...


# A bench, and an edit for a challenge.


@lesson.error("All texts on the bench together are too long for a link.")
def texts_too_long() -> str: ...
@lesson.error("A text on the bench has at most {most} characters.")
def text_too_long(most: int) -> str: ...
@lesson.error("Weights are numbers with a point, divided by commas: 0.4, 0.3, 0.2, 0.1.")
def weights_not_numbers() -> str: ...
@lesson.error("The value of {method} is a number, such as {usual:plain}.")
def value_not_number(method: str, usual: float) -> str: ...
@lesson.error("A has {lines:# line}; it must have {needed:int}.")
def other_lines(lines: int, needed: int) -> str: ...
@lesson.error("A has {tokens:# token}; at most {most:int} are allowed.")
def many_tokens(tokens: int, most: int) -> str: ...
@lesson.error("{changes:# token is|# tokens are} changed; at most {most:int} may be.")
def many_changes(changes: int, most: int) -> str: ...


@lesson.error()
def tokens_lost(tokens: Sequence[str]) -> str:
    return f"A must keep {join_words(f'“{token}”' for token in tokens)}."


# Environment variables that do not open a room for a class.


@class_room.error("{variable} is to be {length} of the signs {signs}.")
def wrong_code(variable: str, length: int, signs: str) -> str: ...
@class_room.error("{variable} is to be a secret of at least {shortest} signs.")
def weak_secret(variable: str, shortest: int) -> str: ...
@class_room.error("{variable} names no set of lessons: {problem}")
def no_lessons(variable: str, problem: str) -> str: ...
