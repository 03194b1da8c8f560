"""Slices and columns of segments: invalid ones, those not tested, and parts without intervals."""

from __future__ import annotations

from collections.abc import Sequence

from bleu_core.common.formatting import format_count, format_int, join_words
from bleu_core.messages import message


@message()
def no_name() -> str:
    return "The name is missing."


@message()
def name_too_long(most: int) -> str:
    return f"The name is longer than {most} characters."


@message()
def name_control_character() -> str:
    return "The name has a control character."


@message()
def name_spaces() -> str:
    return "The name begins or ends with a space, or has two in a row."


@message()
def name_not_composed() -> str:
    return "The name has a letter and its accent as two characters; write them as one (NFC)."


@message()
def name_twice(name: str) -> str:
    return f"Another slice is called “{name}” too."


@message()
def unreadable(name: str, at: int, why: str) -> str:
    """`why` is a message of the area "expression", `at` its position, from 0."""
    return f"The expression of “{name}” cannot be read, at character {format_int(at + 1)}: {why}"


@message()
def none_in_file() -> str:
    return "There is no slice: [[slice]] before each."


@message("note")
def not_exchangeable() -> str:
    return "Chosen by what one system wrote: no test."


@message("note")
def about_not_exchangeable() -> str:
    return (
        "Slices that are chosen by what one system wrote, or by Δ itself, have no p and no "
        "interval: any two systems differ there, even two that are alike."
    )


@message("note")
def too_few_segments(least: int) -> str:
    return f"On fewer than {least} segments nothing is tested."


@message("note")
def no_segment() -> str:
    return "No segment fulfils it."


@message("note")
def none_tested() -> str:
    return "No slice is tested."


@message("note")
def tested_together(slices: int, units: Sequence[str]) -> str:
    return (
        f"p and intervals are corrected for {format_count(slices, 'tested slice')}, whatever "
        f"segments these share. What is exchanged: the {_units(units)}. No slice that was saved "
        "because it stood out on these segments is confirmed by its p here."
    )


@message()
def unknown_criterion(name: str, known: Sequence[str]) -> str:
    return f"Segments cannot be sliced by {name!r}, only by {join_words(known)}."


@message()
def no_part(criterion: str, part: str) -> str:
    return f"By {criterion} there is no part {part!r}."


@message("note")
def chosen_by_lengths() -> str:
    return (
        "No intervals: these parts are chosen by what A and B wrote. A longer output matches more, "
        "so that any two systems differ in them, even two that are alike."
    )


@message("note")
def chosen_by_output() -> str:
    return (
        "No intervals: these parts are chosen by what one of A and B wrote, by their scores or by "
        "what people said of them. Such a choice can favour one of the two by itself, even where "
        "they are alike."
    )


@message("note")
def small_parts(least: int) -> str:
    return f"No intervals: no part has {least} segments."


@message("note")
def intervals(parts: int, units: Sequence[str]) -> str:
    return (
        f"The intervals of {format_count(parts, 'part')} hold together: where A and B are alike, "
        "about one such table in twenty has any interval without 0, so each is wider than a 95 % "
        f"interval by itself. Unit: the {_units(units)}."
    )


def _units(units: Sequence[str]) -> str:
    return " or, where they are few, the ".join(units)


# Columns of segments that do not exist, and why.


@message(area="column")
def no_source() -> str:
    return "There is no source."


@message(area="column")
def no_documents() -> str:
    return "The documents are not known."


@message(area="column")
def one_reference() -> str:
    return "There is only one reference."


@message(area="column")
def no_ledger() -> str:
    return "A BLEU is 0, which has no logarithm, so no ledger."


@message(area="column")
def order_not_counted(highest: int) -> str:
    return f"These settings count n-grams up to order {format_int(highest)}."


@message(area="column")
def metric_not_counted(metric: str) -> str:
    return f"{metric} has not been counted here."


@message(area="column")
def annotations_not_read() -> str:
    return "What people say stands in the workspace of the app, which is not read here."


@message(area="column")
def no_parts(name: str) -> str:
    return f"Segments cannot be sliced by {name!r}: nearly each would be a part."


@message(area="column")
def other_kind(name: str, kind: str, expected: str) -> str:
    return f"The column {name!r} is of {kind}s, and not of {expected}s."
