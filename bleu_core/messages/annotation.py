"""Verdicts, labels, notes and marks that cannot be saved, and files of them.

Annotations of file rows begin with these; the heading is row 1.
"""

from __future__ import annotations

from collections.abc import Sequence

from bleu_core.common.formatting import (
    format_int,
)
from bleu_core.messages import Area

annotation = Area("annotation")

# The kind of a name in a sentence; one in a line has its number.
_WHOSE = {"annotator": "an annotator", "label": "a label"}


def _name(what: str, line: int) -> str:
    return f"The name of {f'{what} {format_int(line)}' if line else _WHOSE.get(what, what)}"


# Names of annotators and labels. `line` is that of a label in the list of labels, or 0.


@annotation.error()
def name_missing(what: str, line: int = 0) -> str:
    return f"{_name(what, line)} is missing."


@annotation.error()
def name_spaced(what: str, line: int = 0) -> str:
    return f"{_name(what, line)} begins or ends with a space."


@annotation.error()
def name_long(what: str, most: int, line: int = 0) -> str:
    return f"{_name(what, line)} is longer than {format_int(most)} characters."


@annotation.error()
def name_semicolon(what: str, line: int = 0) -> str:
    return f"{_name(what, line)} has a semicolon, which parts labels in exported files."


@annotation.error()
def name_control(what: str, line: int = 0) -> str:
    return f"{_name(what, line)} has a control character."


# The list of labels.


@annotation.error("A typology has 1 to {most:int} labels; this has {count:int}.")
def labels_number(count: int, most: int) -> str: ...
@annotation.error("There are two labels called “{name}”.")
def label_twice(name: str) -> str: ...
@annotation.error("The meaning of label {line:int} has a control character.")
def meaning_control(line: int) -> str: ...
@annotation.error("The key of a label is a letter from c to z, but for l; “{key}” is none.")
def key_unknown(key: str) -> str: ...
@annotation.error("The key “{key}” is given twice.")
def key_twice(key: str) -> str: ...


# Annotations of a segment.


@annotation.error("A {kind} can be {allowed:or}; not {value:repr}.")
def value_unknown(kind: str, value: str, allowed: Sequence[str]) -> str: ...
@annotation.error("A label is of system A or B, not {side:repr}.")
def label_side(side: str) -> str: ...
@annotation.error("An output has at most {most:int} errors of one kind.")
def too_many_errors(most: int) -> str: ...
@annotation.error("A verdict, a label or a note can be said, not {kind:repr}.")
def kind_unknown(kind: str) -> str: ...
@annotation.error("A note has at most {most:int} characters; this has {length:int}.")
def note_long(length: int, most: int) -> str: ...
@annotation.error("The note has half a surrogate pair, which is no text.")
def note_surrogate() -> str: ...
@annotation.error("There is no segment {segment:int}, only {segments:int}.")
def no_segment(segment: int, segments: int) -> str: ...
@annotation.error("There is no system {system:int}, only {systems:int}.")
def no_system(system: int, systems: int) -> str: ...
@annotation.error("There is no system {name:repr}.")
def system_unknown(name: str) -> str: ...


# Marks on the text, and ratings.


@annotation.error("The {what} of a mark has a control character.")
def mark_control(what: str) -> str: ...
@annotation.error(
    "The {what} of a mark has at most {most:int} characters, and no space before or after; not "
    "{name:repr}."
)
def mark_name(what: str, name: str, most: int) -> str: ...
@annotation.error("A mark has a severity, in lower case.")
def mark_severity() -> str: ...
@annotation.error("A mark is on the target or the source, not {side:repr}.")
def mark_side(side: str) -> str: ...
@annotation.error("A mark has a span or none; {start} to {end} is neither.")
def mark_span(start: int, end: int) -> str: ...
@annotation.error("runs from {start:int} to {end:int}, which is no span")
def span_empty(start: int, end: int) -> str: ...


@annotation.error()
def span_outside(side: str, end: int, length: int) -> str:
    text = {"target": "output"}.get(side, side)
    return f"ends at {format_int(end)}, and the {text} at {format_int(length)}"


@annotation.error("A comment has at most {most:int} characters; this has {length:int}.")
def comment_long(length: int, most: int) -> str: ...
@annotation.error("The comment has half a surrogate pair, which is no text.")
def comment_surrogate() -> str: ...
@annotation.error("An output has at most {most:int} marks of one annotator.")
def too_many_marks(most: int) -> str: ...
@annotation.error("A score is 0 to 100; not {score}.")
def score_range(score: float) -> str: ...
@annotation.error("An annotator rates an output once.")
def rated_twice() -> str: ...
@annotation.error("Nobody rated an output of these systems.")
def nobody_rated() -> str: ...
@annotation.error("There are {scores:# score} of {system!r}, and {segments:# segment}.")
def scores_number(system: str, scores: int, segments: int) -> str: ...


# Files of verdicts, labels and notes.


@annotation.error(
    "{name} has no column {missing:or}; annotations have the columns {needed:words}. Is it a file "
    "that was exported here?"
)
def no_columns(name: str, missing: Sequence[str], needed: Sequence[str]) -> str: ...
@annotation.error(
    "The label {label:repr} is not of the form “A omission (major)”, with A or B and "
    "{severities:or}."
)
def label_form(label: str, severities: Sequence[str]) -> str: ...
@annotation.error("{name}, {rows:rows}: {why}")
def rows_refused(name: str, rows: Sequence[int], why: str) -> str: ...
@annotation.error("There are {more:int} more problems of such kinds.")
def more_problems(more: int) -> str: ...
@annotation.warning("Of these, {rows:# row} with outputs that are here, but other references.")
def other_references(rows: int) -> str: ...
@annotation.warning(
    "Of these, {rows:# row} with texts that are here, but for spaces, capitals or composed "
    "characters: perhaps one side was tokenized."
)
def other_spacing(rows: int) -> str: ...
@annotation.warning("Of these, {rows:# row} with references that are here, but other outputs.")
def other_outputs(rows: int) -> str: ...


# Files of marks.


@annotation.error(
    "{name} has {rows:int} rows; a file of marks may have {most:int}. Give it in parts, each with "
    "all rows of its outputs."
)
def too_many_rows(name: str, rows: int, most: int) -> str: ...
@annotation.error(
    "{name} has no column {missing:or}: it is no table of marks. These are Marot's or Google's "
    "TSV (system, doc, doc_id or docSegId, rater, source, target, category, severity), WMT's CSV "
    "of error spans, or what is exported here."
)
def no_mark_columns(name: str, missing: Sequence[str]) -> str: ...
@annotation.warning("There is more of such kinds: {more:int} sentences.")
def more_findings(more: int) -> str: ...
@annotation.note("Left out, {rows:rows}: says nothing of errors.")
def says_nothing(rows: Sequence[int]) -> str: ...
@annotation.warning("Left out, {rows:rows}: has no severity.")
def without_severity(rows: Sequence[int]) -> str: ...
@annotation.note("Left out, {rows:rows}: is of WMT's quality control.")
def quality_control(rows: Sequence[int]) -> str: ...
@annotation.warning("Left out, {rows:rows}: has no list of errors in its tenth column.")
def without_errors(rows: Sequence[int]) -> str: ...
@annotation.warning("Left out, {rows:rows}: has an error without a severity.")
def error_without_severity(rows: Sequence[int]) -> str: ...
@annotation.warning("Left out, {rows:rows}: has an error without a place.")
def error_without_place(rows: Sequence[int]) -> str: ...
@annotation.warning("Left out, {rows:rows}: “{name:short}” is no system of this test set.")
def other_system(rows: Sequence[int], name: str) -> str: ...
@annotation.warning("Left out, {rows:rows}: the text is none that its system has in this test set.")
def other_text(rows: Sequence[int]) -> str: ...
@annotation.warning("Left out, {rows:rows}: the text is not what its system has in this segment.")
def other_segment(rows: Sequence[int]) -> str: ...
@annotation.warning("Left out, {rows:rows}: the line is none of this test set.")
def no_line(rows: Sequence[int]) -> str: ...
@annotation.warning(
    "Left out, {rows:rows}: the line is of another document here, so that it may be another line."
)
def other_document(rows: Sequence[int]) -> str: ...
@annotation.warning(
    "Left out, {rows:rows}: “{name:short}” and “{first:short}” would be annotators of one name."
)
def annotators_alike(rows: Sequence[int], name: str, first: str) -> str: ...
@annotation.warning(
    "Left out, {rows:rows}: the name of an annotator is longer than {most:int} characters."
)
def annotator_long(rows: Sequence[int], most: int) -> str: ...
@annotation.warning("Left out, {rows:rows}: the name of an annotator has a control character.")
def annotator_control(rows: Sequence[int]) -> str: ...
@annotation.warning("Left out, {rows:rows}: the {what} is longer than {most:int} characters.")
def kind_long(rows: Sequence[int], what: str, most: int) -> str: ...
@annotation.warning(
    "Left out, {rows:rows}: the {what} has a control character or a space around it."
)
def kind_unclean(rows: Sequence[int], what: str) -> str: ...
@annotation.warning("Left out, {rows:rows}: the comment is longer than {most:int} characters.")
def comments_long(rows: Sequence[int], most: int) -> str: ...
@annotation.warning("Left out, {rows:rows}: the comment is no text.")
def comments_surrogate(rows: Sequence[int]) -> str: ...
@annotation.note(
    "Left out, {rows:rows}: its annotator has a later row on this output, which counts."
)
def later_row(rows: Sequence[int]) -> str: ...
@annotation.note("{rows:Rows}: “{name:short}” is taken for “{system:short}”, which has its texts.")
def renamed_system(rows: Sequence[int], name: str, system: str) -> str: ...
@annotation.warning("{rows:Rows}: no error was found where the same annotator marked one.")
def also_no_error(rows: Sequence[int]) -> str: ...
@annotation.warning("{rows:Rows}: the score is not one number of 0 to 100, and is left out.")
def score_left_out(rows: Sequence[int]) -> str: ...
@annotation.warning("{rows:Rows}: of one output only {most:int} marks are kept.")
def marks_cut(rows: Sequence[int], most: int) -> str: ...
@annotation.warning(
    "{rows:Rows}: it is not clear what is marked, so the mark is kept without its place."
)
def place_unclear(rows: Sequence[int]) -> str: ...
@annotation.warning(
    "{rows:Rows}: the mark is on the source, which this test set lacks: its place is lost."
)
def source_lacking(rows: Sequence[int]) -> str: ...
@annotation.warning("{rows:Rows}: the mark is on a source that is another here: its place is lost.")
def other_source(rows: Sequence[int]) -> str: ...
@annotation.warning(
    "{rows:Rows}: the span is none of the text here, so the mark is kept without its place."
)
def span_lost(rows: Sequence[int]) -> str: ...
@annotation.warning(
    "{rows:Rows}: the severity “{severity:short}” has no weight, so that the output has no penalty."
)
def severity_unweighted(rows: Sequence[int], severity: str) -> str: ...
@annotation.note("{rows:Rows}: “{category:short}” is no category of MQM, and kept as it stands.")
def category_unknown(rows: Sequence[int], category: str) -> str: ...
