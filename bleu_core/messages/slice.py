"""Slices and columns of segments that are invalid, not tested, or without intervals."""

from __future__ import annotations

from collections.abc import Sequence

from bleu_core.common.formatting import format_int
from bleu_core.messages import Area

_UNAVAILABLE = {
    "source": "The test set has no source.",
    "documents": "The documents are unknown: add their names, one per segment.",
    "references": "There is only one reference.",
    "ledger": "A BLEU score is 0, so contributions are undefined.",
    "annotations": "Annotations are in the workspace of the app, which is not read here.",
}

slice = Area("slice", units=" or, where they are few, the ".join)
column = Area("column", unavailable=_UNAVAILABLE)


@slice.error(
    "The name must have 1 to {most} characters, without control characters, spaces at the ends or "
    "two spaces in a row, and with accented letters as single characters (NFC)."
)
def bad_name(most: int) -> str: ...


@slice.error()
def unreadable(name: str, at: int, why: str) -> str:
    """`why` is a message of the area "expression", `at` its position, from 0."""
    return f"The expression of “{name}” is invalid, at character {format_int(at + 1)}: {why}"


@slice.note("Not tested: the slice depends on the output of one system.")
def not_exchangeable() -> str: ...
@slice.note(
    "Significance is not tested: which segments these are depends on which output is {A} and which "
    "is {B}, so even equally good systems would differ in them."
)
def part_not_exchangeable() -> str: ...
@slice.note("Not tested: fewer than {least} segments.")
def too_few_segments(least: int) -> str: ...
@slice.note("No segment matches.")
def no_segment() -> str: ...
@slice.note("No slice is tested.")
def none_tested() -> str: ...
@slice.note(
    "p-values and intervals are corrected for {slices:# tested slice}, whether or not slices "
    "share segments. Resampling unit: the {units:units}. A slice saved because it looked unusual "
    "on these segments is not confirmed by its p-value here."
)
def tested_together(slices: int, units: Sequence[str]) -> str: ...
@slice.error("Segments cannot be sliced by {name!r}. Use one of {known:words}.")
def unknown_criterion(name: str, known: Sequence[str]) -> str: ...
@slice.error("Slicing by {criterion} gives no slice {part!r}.")
def no_part(criterion: str, part: str) -> str: ...
@slice.note(
    "No intervals: these slices depend on the outputs of {A} and {B}. A longer output matches "
    "more, so any two systems differ in them, even equally good ones."
)
def chosen_by_lengths() -> str: ...
@slice.note(
    "No intervals: these slices depend on the output, scores or annotations of {A} or {B}. Such a "
    "choice alone can favor one of the two, even if they are equally good."
)
def chosen_by_output() -> str: ...
@slice.note("No intervals: no slice has {least} segments.")
def small_parts(least: int) -> str: ...


# Why a column of segments does not exist.
@column.error("{why:unavailable}")
def unavailable(why: str) -> str: ...
@column.error("These settings use n-grams only up to order {highest:int}.")
def order_not_counted(highest: int) -> str: ...
@column.error("{metric} has not been computed here.")
def metric_not_counted(metric: str) -> str: ...
@column.error("Segments cannot be sliced by {name!r}: it would give nearly one slice per segment.")
def no_parts(name: str) -> str: ...
@column.error("The column {name!r} contains {kind}s, not {expected}s.")
def other_kind(name: str, kind: str, expected: str) -> str: ...
