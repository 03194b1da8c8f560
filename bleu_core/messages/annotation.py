"""Verdicts, labels, notes and marks that cannot be saved, and files of them.

Annotations of file rows begin with these; the heading is row 1.
"""

from __future__ import annotations

from collections.abc import Sequence

from bleu_core.common.formatting import (
    MAX_LISTED,
    format_count,
    format_int,
    join_words,
    plural,
    truncate,
)
from bleu_core.messages import message

# The kind of a name in a sentence; one in a line has its number.
_WHOSE = {"annotator": "an annotator", "label": "a label"}


def _name(what: str, line: int) -> str:
    return f"The name of {f'{what} {format_int(line)}' if line else _WHOSE.get(what, what)}"


def _rows(numbers: Sequence[int]) -> str:
    return f"{plural(len(numbers), 'row')} {join_words(map(format_int, numbers), MAX_LISTED)}"


def _left_out(rows: Sequence[int], why: str) -> str:
    return f"Left out, {_rows(rows)}: {why}."


def _kept(rows: Sequence[int], what: str) -> str:
    return f"{_rows(rows).capitalize()}: {what}."


# Names of annotators and labels. `line` is that of a label in the list of labels, or 0.


@message()
def name_missing(what: str, line: int = 0) -> str:
    return f"{_name(what, line)} is missing."


@message()
def name_spaced(what: str, line: int = 0) -> str:
    return f"{_name(what, line)} begins or ends with a space."


@message()
def name_long(what: str, most: int, line: int = 0) -> str:
    return f"{_name(what, line)} is longer than {format_int(most)} characters."


@message()
def name_semicolon(what: str, line: int = 0) -> str:
    return f"{_name(what, line)} has a semicolon, which parts labels in exported files."


@message()
def name_control(what: str, line: int = 0) -> str:
    return f"{_name(what, line)} has a control character."


# The list of labels.


@message()
def labels_number(count: int, most: int) -> str:
    return f"A typology has 1 to {format_int(most)} labels; this has {format_int(count)}."


@message()
def label_twice(name: str) -> str:
    return f"There are two labels called “{name}”."


@message()
def meaning_control(line: int) -> str:
    return f"The meaning of label {format_int(line)} has a control character."


@message()
def key_unknown(key: str) -> str:
    return f"The key of a label is a letter from c to z, but for l; “{key}” is none."


@message()
def key_twice(key: str) -> str:
    return f"The key “{key}” is given twice."


# Annotations of a segment.


@message()
def value_unknown(kind: str, value: str, allowed: Sequence[str]) -> str:
    return f"A {kind} can be {join_words(allowed, last='or')}; not {truncate(value)!r}."


@message()
def label_side(side: str) -> str:
    return f"A label is of system A or B, not {truncate(side)!r}."


@message()
def too_many_errors(most: int) -> str:
    return f"An output has at most {format_int(most)} errors of one kind."


@message()
def kind_unknown(kind: str) -> str:
    return f"A verdict, a label or a note can be said, not {truncate(kind)!r}."


@message()
def note_long(length: int, most: int) -> str:
    return f"A note has at most {format_int(most)} characters; this has {format_int(length)}."


@message()
def note_surrogate() -> str:
    return "The note has half a surrogate pair, which is no text."


@message()
def no_segment(segment: int, segments: int) -> str:
    return f"There is no segment {format_int(segment)}, only {format_int(segments)}."


@message()
def no_system(system: int, systems: int) -> str:
    return f"There is no system {format_int(system)}, only {format_int(systems)}."


@message()
def system_unknown(name: str) -> str:
    return f"There is no system {truncate(name)!r}."


# Marks on the text, and ratings.


@message()
def mark_control(what: str) -> str:
    return f"The {what} of a mark has a control character."


@message()
def mark_name(what: str, name: str, most: int) -> str:
    return (
        f"The {what} of a mark has at most {format_int(most)} characters, and no space before or "
        "after; "
        f"not {truncate(name)!r}."
    )


@message()
def mark_severity() -> str:
    return "A mark has a severity, in lower case."


@message()
def mark_side(side: str) -> str:
    return f"A mark is on the target or the source, not {truncate(side)!r}."


@message()
def mark_span(start: int, end: int) -> str:
    return f"A mark has a span or none; {start} to {end} is neither."


@message()
def span_empty(start: int, end: int) -> str:
    return f"runs from {format_int(start)} to {format_int(end)}, which is no span"


@message()
def span_outside(side: str, end: int, length: int) -> str:
    text = {"target": "output"}.get(side, side)
    return f"ends at {format_int(end)}, and the {text} at {format_int(length)}"


@message()
def comment_long(length: int, most: int) -> str:
    return f"A comment has at most {format_int(most)} characters; this has {format_int(length)}."


@message()
def comment_surrogate() -> str:
    return "The comment has half a surrogate pair, which is no text."


@message()
def too_many_marks(most: int) -> str:
    return f"An output has at most {format_int(most)} marks of one annotator."


@message()
def score_range(score: float) -> str:
    return f"A score is 0 to 100; not {score}."


@message()
def rated_twice() -> str:
    return "An annotator rates an output once."


@message()
def nobody_rated() -> str:
    return "Nobody rated an output of these systems."


@message()
def scores_number(system: str, scores: int, segments: int) -> str:
    return (
        f"There are {format_count(scores, 'score')} of {system!r}, and "
        f"{format_count(segments, 'segment')}."
    )


# Files of verdicts, labels and notes.


@message()
def no_columns(name: str, missing: Sequence[str], needed: Sequence[str]) -> str:
    return (
        f"{name} has no column {join_words(missing, last='or')}; annotations have the columns "
        f"{join_words(needed)}. Is it a file that was exported here?"
    )


@message()
def label_form(label: str, severities: Sequence[str]) -> str:
    return (
        f"The label {truncate(label)!r} is not of the form “A omission (major)”, with A or B and "
        f"{join_words(severities, last='or')}."
    )


@message()
def rows_refused(name: str, rows: Sequence[int], why: str) -> str:
    return f"{name}, {_rows(rows)}: {why}"


@message()
def more_problems(more: int) -> str:
    return f"There are {format_int(more)} more problems of such kinds."


@message("warning")
def other_references(rows: int) -> str:
    return (
        f"Of these, {format_count(rows, 'row')} with outputs that are here, but other references."
    )


@message("warning")
def other_spacing(rows: int) -> str:
    return (
        f"Of these, {format_count(rows, 'row')} with texts that are here, but for spaces, "
        "capitals or "
        "composed characters: perhaps one side was tokenized."
    )


@message("warning")
def other_outputs(rows: int) -> str:
    return (
        f"Of these, {format_count(rows, 'row')} with references that are here, but other outputs."
    )


# Files of marks.


@message()
def too_many_rows(name: str, rows: int, most: int) -> str:
    return (
        f"{name} has {format_int(rows)} rows; a file of marks may have {format_int(most)}. Give "
        "it in parts, "
        "each with all rows of its outputs."
    )


@message()
def no_mark_columns(name: str, missing: Sequence[str]) -> str:
    return (
        f"{name} has no column {join_words(missing, last='or')}: it is no table of marks. These "
        "are "
        "Marot's or Google's TSV (system, doc, doc_id or docSegId, rater, source, target, "
        "category, severity), WMT's CSV of error spans, or what is exported here."
    )


@message("warning")
def more_findings(more: int) -> str:
    return f"There is more of such kinds: {format_int(more)} sentences."


@message("note")
def says_nothing(rows: Sequence[int]) -> str:
    return _left_out(rows, "says nothing of errors")


@message("warning")
def without_severity(rows: Sequence[int]) -> str:
    return _left_out(rows, "has no severity")


@message("note")
def quality_control(rows: Sequence[int]) -> str:
    return _left_out(rows, "is of WMT's quality control")


@message("warning")
def without_errors(rows: Sequence[int]) -> str:
    return _left_out(rows, "has no list of errors in its tenth column")


@message("warning")
def error_without_severity(rows: Sequence[int]) -> str:
    return _left_out(rows, "has an error without a severity")


@message("warning")
def error_without_place(rows: Sequence[int]) -> str:
    return _left_out(rows, "has an error without a place")


@message("warning")
def other_system(rows: Sequence[int], name: str) -> str:
    return _left_out(rows, f"“{truncate(name)}” is no system of this test set")


@message("warning")
def other_text(rows: Sequence[int]) -> str:
    return _left_out(rows, "the text is none that its system has in this test set")


@message("warning")
def other_segment(rows: Sequence[int]) -> str:
    return _left_out(rows, "the text is not what its system has in this segment")


@message("warning")
def no_line(rows: Sequence[int]) -> str:
    return _left_out(rows, "the line is none of this test set")


@message("warning")
def other_document(rows: Sequence[int]) -> str:
    why = "the line is of another document here, so that it may be another line"
    return _left_out(rows, why)


@message("warning")
def annotators_alike(rows: Sequence[int], name: str, first: str) -> str:
    why = f"“{truncate(name)}” and “{truncate(first)}” would be annotators of one name"
    return _left_out(rows, why)


@message("warning")
def annotator_long(rows: Sequence[int], most: int) -> str:
    return _left_out(rows, f"the name of an annotator is longer than {format_int(most)} characters")


@message("warning")
def annotator_control(rows: Sequence[int]) -> str:
    return _left_out(rows, "the name of an annotator has a control character")


@message("warning")
def kind_long(rows: Sequence[int], what: str, most: int) -> str:
    return _left_out(rows, f"the {what} is longer than {format_int(most)} characters")


@message("warning")
def kind_unclean(rows: Sequence[int], what: str) -> str:
    return _left_out(rows, f"the {what} has a control character or a space around it")


@message("warning")
def comments_long(rows: Sequence[int], most: int) -> str:
    return _left_out(rows, f"the comment is longer than {format_int(most)} characters")


@message("warning")
def comments_surrogate(rows: Sequence[int]) -> str:
    return _left_out(rows, "the comment is no text")


@message("note")
def later_row(rows: Sequence[int]) -> str:
    return _left_out(rows, "its annotator has a later row on this output, which counts")


@message("note")
def renamed_system(rows: Sequence[int], name: str, system: str) -> str:
    what = f"“{truncate(name)}” is taken for “{truncate(system)}”, which has its texts"
    return _kept(rows, what)


@message("warning")
def also_no_error(rows: Sequence[int]) -> str:
    return _kept(rows, "no error was found where the same annotator marked one")


@message("warning")
def score_left_out(rows: Sequence[int]) -> str:
    return _kept(rows, "the score is not one number of 0 to 100, and is left out")


@message("warning")
def marks_cut(rows: Sequence[int], most: int) -> str:
    return _kept(rows, f"of one output only {format_int(most)} marks are kept")


@message("warning")
def place_unclear(rows: Sequence[int]) -> str:
    return _kept(rows, "it is not clear what is marked, so the mark is kept without its place")


@message("warning")
def source_lacking(rows: Sequence[int]) -> str:
    what = "the mark is on the source, which this test set lacks: its place is lost"
    return _kept(rows, what)


@message("warning")
def other_source(rows: Sequence[int]) -> str:
    return _kept(rows, "the mark is on a source that is another here: its place is lost")


@message("warning")
def span_lost(rows: Sequence[int]) -> str:
    what = "the span is none of the text here, so the mark is kept without its place"
    return _kept(rows, what)


@message("warning")
def severity_unweighted(rows: Sequence[int], severity: str) -> str:
    what = f"the severity “{truncate(severity)}” has no weight, so that the output has no penalty"
    return _kept(rows, what)


@message("note")
def category_unknown(rows: Sequence[int], category: str) -> str:
    return _kept(rows, f"“{truncate(category)}” is no category of MQM, and kept as it stands")
