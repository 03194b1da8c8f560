"""Lessons: a teacher's own files, sets of them in links, input to a bench, a class's room."""

from __future__ import annotations

from collections.abc import Sequence

from bleu_core.common.formatting import format_count, format_int, format_plain, join_words, truncate
from bleu_core.messages import message

# A lesson file.


@message()
def none_in_file() -> str:
    return "There is no lesson."


@message()
def no_bench() -> str:
    return "The lesson has no bench."


@message()
def unknown_built_in(name: str, known: Sequence[str] = ()) -> str:
    there = f"; there are {join_words(known)}" if known else ""
    return f"There is no built-in lesson “{truncate(name)}”{there}."


@message()
def lesson_twice(name: str) -> str:
    return f"Another lesson is called “{name}” too."


@message()
def name_characters() -> str:
    return "“name” is to be of small letters a to z, digits and hyphens."


@message()
def name_built_in(name: str) -> str:
    return f"“{name}” is the name of a built-in lesson; choose another."


@message()
def unknown_track(tracks: Sequence[str]) -> str:
    return f"“track” is to be {join_words(tracks, last='or')}."


@message()
def unknown_panel(panels: Sequence[str]) -> str:
    return f"“panel” can be {join_words(panels, last='or')} here."


@message()
def choices_no_pairs() -> str:
    return '“choices” are to be pairs: [["A", "The first"], ["B", …]].'


@message()
def number_of_choices(most: int) -> str:
    return f"There are to be 2 to {most} choices, or none."


@message()
def choice_twice() -> str:
    return "Two choices have the same value."


@message()
def choice_too_long(most: int) -> str:
    return f"A choice has at most {most} characters."


@message()
def right_choices(mark: str) -> str:
    return f"Put {mark} before the right one of the choices, and no other."


@message()
def variant_characters() -> str:
    return "“name” is to be of letters, digits and hyphens."


@message()
def variant_twice(name: str) -> str:
    return f"Another variant is called “{name}” too."


@message()
def number_too_large() -> str:
    return "A number among the settings is too large."


@message()
def benches_too_large(characters: int, most: int) -> str:
    return (
        f"all benches have {format_int(characters)} characters, those of variants counted too; "
        f"{format_int(most)} are the most."
    )


@message()
def file_too_large(characters: int, most: int) -> str:
    return (
        f"packed for a link, the file has {format_int(characters)} characters; "
        f"{format_int(most)} are the most. Make two files of it."
    )


@message()
def cannot_be_scored(why: str) -> str:
    return truncate(why, 300)


@message()
def unknown_fact(name: str, near: str) -> str:
    """`near` is the fact that may be intended, "" for none."""
    hint = f" Is {near} meant?" if near else ""
    return f"There is no fact “{truncate(name)}”.{hint}"


@message()
def answer_no_choice(fact: str, value: str) -> str:
    return f"{fact} is {value}, which no choice has as its value."


@message()
def answer_no_number(fact: str, value: str) -> str:
    return f"{fact} is {value}, which is no number: give choices."


@message()
def stated_lists(key: str, least: int) -> str:
    return f"systems, bleu and {key} are lists of one length, for {least} systems or more."


@message()
def stated_numbers(key: str, most: int) -> str:
    return f"bleu and {key} are numbers up to {format_int(most)}."


@message()
def no_interval(correlation: float, points: int) -> str:
    return f"A correlation of {correlation} on {points} points has no such interval."


# A link.


@message()
def unknown_lesson(name: str) -> str:
    return f"There is no lesson {name}."


@message()
def set_with_repeats() -> str:
    return "There is no set that has a lesson twice."


@message()
def not_packed() -> str:
    return "This is no packed set of lessons, or not all of it."


# A bench, and an edit for a challenge.


@message()
def texts_too_long() -> str:
    return "All texts on the bench together are too long for a link."


@message()
def text_too_long(most: int) -> str:
    return f"A text on the bench has at most {most} characters."


@message()
def weights_not_numbers() -> str:
    return "Weights are numbers with a point, divided by commas: 0.4, 0.3, 0.2, 0.1."


@message()
def value_not_number(method: str, usual: float) -> str:
    return f"The value of {method} is a number, such as {format_plain(usual)}."


@message()
def other_lines(lines: int, needed: int) -> str:
    return f"A has {format_count(lines, 'line')}; it must have {format_int(needed)}."


@message()
def many_tokens(tokens: int, most: int) -> str:
    return f"A has {format_count(tokens, 'token')}; at most {format_int(most)} are allowed."


@message()
def many_changes(changes: int, most: int) -> str:
    changed = format_count(changes, "token is", "tokens are")
    return f"{changed} changed; at most {format_int(most)} may be."


@message()
def tokens_lost(tokens: Sequence[str]) -> str:
    return f"A must keep {join_words(f'“{token}”' for token in tokens)}."


# Environment variables that do not open a room for a class.


@message(area="class_room")
def wrong_code(variable: str, length: int, signs: str) -> str:
    return f"{variable} is to be {length} of the signs {signs}."


@message(area="class_room")
def weak_secret(variable: str, shortest: int) -> str:
    return f"{variable} is to be a secret of at least {shortest} signs."


@message(area="class_room")
def no_lessons(variable: str, problem: str) -> str:
    return f"{variable} names no set of lessons: {problem}"
