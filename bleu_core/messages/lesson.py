"""Lessons: a teacher's own files, sets of them in links, input to a bench."""

from __future__ import annotations

from collections.abc import Sequence

from bleu_core.common.numerals import counted, plain, whole
from bleu_core.common.wording import cut, listed
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
    there = f"; there are {listed(known)}" if known else ""
    return f"There is no built-in lesson “{cut(name)}”{there}."


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
    return f"“track” is to be {listed(tracks, last='or')}."


@message()
def unknown_panel(panels: Sequence[str]) -> str:
    return f"“panel” can be {listed(panels, last='or')} here."


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
        f"all benches have {whole(characters)} characters, those of variants counted too; "
        f"{whole(most)} are the most."
    )


@message()
def file_too_large(characters: int, most: int) -> str:
    return (
        f"packed for a link, the file has {whole(characters)} characters; "
        f"{whole(most)} are the most. Make two files of it."
    )


@message()
def cannot_be_scored(why: str) -> str:
    return cut(why, 300)


@message()
def unknown_fact(name: str, near: str) -> str:
    """`near` is the fact that may be intended, "" for none."""
    hint = f" Is {near} meant?" if near else ""
    return f"There is no fact “{cut(name)}”.{hint}"


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
    return f"bleu and {key} are numbers up to {whole(most)}."


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
    return f"The value of {method} is a number, such as {plain(usual)}."


@message()
def other_lines(lines: int, needed: int) -> str:
    return f"A has {counted(lines, 'line')}; it must have {whole(needed)}."


@message()
def many_tokens(tokens: int, most: int) -> str:
    return f"A has {counted(tokens, 'token')}; at most {whole(most)} are allowed."


@message()
def many_changes(changes: int, most: int) -> str:
    changed = counted(changes, "token is", "tokens are")
    return f"{changed} changed; at most {whole(most)} may be."


@message()
def tokens_lost(tokens: Sequence[str]) -> str:
    return f"A must keep {listed(f'“{token}”' for token in tokens)}."
