"""Blind sessions: their plan, their files, and their answers."""

from __future__ import annotations

from collections.abc import Sequence

from bleu_core.common.formatting import (
    format_count,
    format_datetime,
    format_int,
    format_percent,
    format_plain,
    join_words,
    truncate,
)
from bleu_core.messages import message

# Names of kinds of answers, after a number.
_NUMBERS = {"score": "A mark", "seconds": "A time in seconds"}


# Plans.


@message()
def too_few_systems() -> str:
    return "Choose two systems or more."


@message()
def unknown_systems(names: Sequence[str]) -> str:
    return f"There is no system {join_words(map(repr, names), last='or')}."


@message()
def no_annotators() -> str:
    return "Name at least one annotator."


@message()
def annotators_twice(names: Sequence[str]) -> str:
    return f"{join_words(names)} is named twice as annotator."


@message()
def nothing_asked() -> str:
    return "Choose at least one thing that is asked."


@message()
def no_segments() -> str:
    return "Choose one segment at least."


@message()
def share_range(what: str, most: float) -> str:
    return f"The share of {what} is from 0 to {format_percent(most)}."


@message()
def shows_unknown(allowed: Sequence[str]) -> str:
    return f"What can be shown beside the outputs is {join_words(allowed)}."


@message()
def no_source() -> str:
    return "The source cannot be shown: this test set has none."


@message()
def no_context() -> str:
    return "Context cannot be shown: it is not known which segments are one document."


@message()
def no_documents() -> str:
    return "It is not known which document a segment belongs to."


@message()
def too_few_segments(number: int, there: int, identical: int, filtered: bool) -> str:
    those = " that fulfil the filter" if filtered else ""
    same = f" In {format_int(identical)} more all outputs are the same." if identical else ""
    return (
        f"{format_count(number, 'segment')} are asked for; there are {format_int(there)}{those} "
        "in which "
        f"outputs differ.{same}"
    )


@message()
def too_few_checks(number: int, there: int) -> str:
    return (
        f"{format_count(number, 'check')} are asked for; there are {format_int(there)} segments "
        "with outputs "
        "and a reference of several words."
    )


@message()
def other_test_set() -> str:
    return "The plan was made for another test set than this one."


@message()
def beyond_test_set() -> str:
    return "The plan has segments or systems that its test set does not have."


# Files: `what` is the expected content, such as "the plan of a session".


@message()
def too_many_lines(name: str, most: int) -> str:
    return f"{name} has more than {format_int(most)} lines."


@message()
def other_file(name: str, what: str) -> str:
    return f"{name} is not {what}: its first line does not say so."


@message()
def empty_file(name: str, what: str) -> str:
    return f"{name} is empty; it is to be {what}."


@message()
def other_version(name: str) -> str:
    return (
        f"{name} is of a version of these files that is not known here. A later BLEUscope may have "
        "written it: update this one."
    )


@message()
def other_session(name: str, session: str) -> str:
    return f"{name} has answers to another session than “{session}”."


@message()
def more_problems(more: int, at_least: bool) -> str:
    return f"There are {'at least ' if at_least else ''}{format_int(more)} more problems."


# Lines of files.


def _at(name: str, line: int) -> str:
    return f"{name}, line {format_int(line)}"


@message()
def line_long(name: str, line: int, most: int) -> str:
    return f"{_at(name, line)} is longer than {format_int(most)} bytes."


@message()
def line_nested(name: str, line: int) -> str:
    return f"{_at(name, line)} is nested too deeply."


@message()
def line_unreadable(name: str, line: int, reason: str) -> str:
    return f"{_at(name, line)} cannot be read: {truncate(reason, 200)}."


@message()
def key_twice() -> str:
    """Why a line cannot be read, like the next function."""
    return "a key stands in an object twice"


@message()
def number_unusable(given: str) -> str:
    return f"{truncate(given)} is no number that can be used"


@message()
def line_no_object(name: str, line: int) -> str:
    return f"{_at(name, line)} is to be an object, {{…}}."


@message()
def no_text(name: str, line: int, field: str, most: int) -> str:
    return (
        f"{_at(name, line)}: “{field}” is to be a text of at most "
        f"{format_count(most, 'character')}."
    )


@message()
def no_texts(name: str, line: int, field: str) -> str:
    return f"{_at(name, line)}: “{field}” is to be a list of texts."


@message()
def no_choice(name: str, line: int, field: str, allowed: Sequence[str]) -> str:
    return f"{_at(name, line)}: “{field}” is to be {join_words(map(repr, allowed), last='or')}."


@message()
def no_number(name: str, line: int, field: str, low: float, high: float) -> str:
    return (
        f"{_at(name, line)}: “{field}” is to be a number from {format_plain(low)} to "
        f"{format_plain(high)}."
    )


@message()
def no_whole(name: str, line: int, field: str, low: int, high: int) -> str:
    return f"{_at(name, line)}: “{field}” is to be a whole number from {low} to {high}."


@message()
def no_wholes(name: str, line: int, field: str, below: int) -> str:
    return f"{_at(name, line)}: “{field}” is to be a list of whole numbers below {below}."


@message()
def no_objects(name: str, line: int, field: str) -> str:
    return f"{_at(name, line)}: “{field}” is to be a list of objects."


@message()
def no_digest(name: str, line: int, field: str) -> str:
    return f"{_at(name, line)}: “{field}” is to be 64 hexadecimal digits."


@message()
def no_choices(name: str, line: int, field: str, allowed: Sequence[str]) -> str:
    return f"{_at(name, line)}: “{field}” is to be some of {join_words(allowed)}."


@message()
def plan_systems(name: str, line: int) -> str:
    return f"{_at(name, line)}: a plan has two or more systems, each named once."


@message()
def plan_annotators(name: str, line: int) -> str:
    return f"{_at(name, line)}: a plan has one or more annotators, each named once."


@message()
def plan_repeat(name: str, line: int) -> str:
    return f"{_at(name, line)}: what it repeats is no item that is judged."


@message()
def plan_unjudged(name: str, line: int) -> str:
    return f"{_at(name, line)}: the plan has no item that is judged."


@message()
def plan_same_systems(name: str, line: int) -> str:
    return f"{_at(name, line)}: the systems on the left and on the right are the same."


@message()
def task_order(name: str, line: int) -> str:
    return f"{_at(name, line)}: each annotator's order is to have each item once."


@message()
def task_annotators(name: str, line: int) -> str:
    return f"{_at(name, line)}: a task has one or more annotators, each named once."


@message()
def task_empty(name: str, line: int) -> str:
    return f"{_at(name, line)}: the task has no items."


@message()
def answered_twice(name: str, line: int) -> str:
    return f"{_at(name, line)}: an earlier line has the same annotator's answer to the same item."


@message()
def answer_refused(name: str, line: int, why: str) -> str:
    """`why` is the reason that it cannot be given here."""
    return f"{_at(name, line)}: {why}"


# Answers.


@message()
def no_annotator(name: str) -> str:
    return f"{truncate(name) or 'Nobody'} is no annotator of this session."


@message()
def no_item(item: int, items: int) -> str:
    return f"There is no item {format_int(item)}, only {format_int(items)}."


@message()
def kind_unknown(kind: str, allowed: Sequence[str]) -> str:
    return f"Of an item can be said {join_words(allowed, last='or')}; not {truncate(kind)!r}."


@message()
def side_unknown(kind: str, sided: bool) -> str:
    return f"{kind!r} is said of {'a side' if sided else 'both sides'}."


@message()
def not_asked(kind: str) -> str:
    return f"{kind!r} is not asked in this session."


@message()
def better_unknown(given: str, allowed: Sequence[str]) -> str:
    return f"Better is {join_words(allowed, last='or')}, not {truncate(given)!r}."


@message()
def reason_long(most: int) -> str:
    return f"A reason has at most {format_count(most, 'character')}."


@message()
def number_range(kind: str, given: str, most: int) -> str:
    return (
        f"{_NUMBERS.get(kind, kind)} is a number from 0 to {format_int(most)}, not "
        f"{truncate(given)!r}."
    )


@message()
def spans_unreadable() -> str:
    return "Spans are to be a list of marks, as JSON."


@message()
def spans_number(most: int) -> str:
    return f"Spans are to be a list of at most {format_int(most)} marks."


@message()
def mark_no_object() -> str:
    return "A mark is to be an object."


@message()
def mark_no_texts() -> str:
    return "Category, severity and comment of a mark are to be texts."


@message()
def mark_side(side: str) -> str:
    return f"A mark is on the target or on the source, not {truncate(side)!r}."


@message()
def mark_no_wholes() -> str:
    return "A mark begins and ends at whole numbers of characters."


@message()
def mark_name(what: str, most: int) -> str:
    return f"A mark has a {what} of at most {format_int(most)} characters."


@message()
def comment_long(most: int) -> str:
    return f"A comment has at most {format_count(most, 'character')}."


@message()
def mark_source_hidden() -> str:
    return "A mark is on the source, which is not shown."


@message()
def mark_outside(start: int, end: int, length: int) -> str:
    return f"A mark is on characters {start} to {end} of a text that has {format_int(length)}."


# Saved sessions.


@message()
def unblinded(at: float) -> str:
    return (
        f"The session was unblinded {format_datetime(at)}: what is judged after that is not "
        "blind, and not "
        "taken."
    )


@message()
def unblinding_reason(allowed: Sequence[str]) -> str:
    return f"A session is unblinded when it is {join_words(allowed, last='or')}."


@message()
def not_maker() -> str:
    return "Only whoever made a session unblinds it."


@message()
def not_complete() -> str:
    return "The session is not complete."


@message()
def still_blind() -> str:
    return "Nothing is settled of a session that is still blind."


@message()
def note_long(most: int) -> str:
    return f"A note has at most {format_count(most, 'character')}."
