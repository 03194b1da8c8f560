"""Messages on slices and segment columns: invalid, not tested, or without intervals."""

from __future__ import annotations

from collections.abc import Sequence

from bleu_core.common.formatting import format_int
from bleu_core.messages import Area

slice = Area("slice", units=" or, where they are few, the ".join)
column = Area("column")


@slice.error("The name is missing.")
def no_name() -> str: ...
@slice.error("The name is longer than {most} characters.")
def name_too_long(most: int) -> str: ...
@slice.error("The name has a control character.")
def name_control_character() -> str: ...
@slice.error("The name begins or ends with a space, or has two in a row.")
def name_spaces() -> str: ...
@slice.error("The name has a letter and its accent as two characters; write them as one (NFC).")
def name_not_composed() -> str: ...
@slice.error("Another slice is called “{name}” too.")
def name_twice(name: str) -> str: ...


@slice.error()
def unreadable(name: str, at: int, why: str) -> str:
    """`why` is a message of the area "expression", `at` its position, from 0."""
    return f"The expression of “{name}” cannot be read, at character {format_int(at + 1)}: {why}"


@slice.error("There is no slice: [[slice]] before each.")
def none_in_file() -> str: ...
@slice.note("Chosen by what one system wrote: no test.")
def not_exchangeable() -> str: ...
@slice.note(
    "Slices that are chosen by what one system wrote, or by Δ itself, have no p and no interval: "
    "any two systems differ there, even two that are alike."
)
def about_not_exchangeable() -> str: ...
@slice.note("On fewer than {least} segments nothing is tested.")
def too_few_segments(least: int) -> str: ...
@slice.note("No segment fulfils it.")
def no_segment() -> str: ...
@slice.note("No slice is tested.")
def none_tested() -> str: ...
@slice.note(
    "p and intervals are corrected for {slices:# tested slice}, whatever segments these share. "
    "What is exchanged: the {units:units}. No slice that was saved because it stood out on these "
    "segments is confirmed by its p here."
)
def tested_together(slices: int, units: Sequence[str]) -> str: ...
@slice.error("Segments cannot be sliced by {name!r}, only by {known:words}.")
def unknown_criterion(name: str, known: Sequence[str]) -> str: ...
@slice.error("By {criterion} there is no part {part!r}.")
def no_part(criterion: str, part: str) -> str: ...
@slice.note(
    "No intervals: these parts are chosen by what A and B wrote. A longer output matches more, so "
    "that any two systems differ in them, even two that are alike."
)
def chosen_by_lengths() -> str: ...
@slice.note(
    "No intervals: these parts are chosen by what one of A and B wrote, by their scores or by "
    "what people said of them. Such a choice can favour one of the two by itself, even where they "
    "are alike."
)
def chosen_by_output() -> str: ...
@slice.note("No intervals: no part has {least} segments.")
def small_parts(least: int) -> str: ...
@slice.note(
    "The intervals of {parts:# part} hold together: where A and B are alike, about one such table "
    "in twenty has any interval without 0, so each is wider than a 95% CI by itself. Unit: "
    "the {units:units}."
)
def intervals(parts: int, units: Sequence[str]) -> str: ...


# Columns of segments that do not exist, and why.
@column.error("There is no source.")
def no_source() -> str: ...
@column.error("The documents are not known.")
def no_documents() -> str: ...
@column.error("There is only one reference.")
def one_reference() -> str: ...
@column.error("A BLEU is 0, which has no logarithm, so no ledger.")
def no_ledger() -> str: ...
@column.error("These settings count n-grams up to order {highest:int}.")
def order_not_counted(highest: int) -> str: ...
@column.error("{metric} has not been counted here.")
def metric_not_counted(metric: str) -> str: ...
@column.error("What people say stands in the workspace of the app, which is not read here.")
def annotations_not_read() -> str: ...
@column.error("Segments cannot be sliced by {name!r}: nearly each would be a part.")
def no_parts(name: str) -> str: ...
@column.error("The column {name!r} is of {kind}s, and not of {expected}s.")
def other_kind(name: str, kind: str, expected: str) -> str: ...
