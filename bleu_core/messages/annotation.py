"""Annotations that cannot be saved or imported, and files of them, whose heading is row 1."""

from __future__ import annotations

from collections.abc import Sequence

from bleu_core.common.formatting import format_int, truncate
from bleu_core.messages import Area

# Why rows of error annotations were skipped or changed; "#" is a value.
_ROWS = {
    "without_severity": "no severity, so nothing is known of errors.",
    "quality_control": "WMT quality-control item.",
    "errors_unreadable": (
        "the list of errors is not valid JSON, or an error in it has no severity or no position."
    ),
    "other_system": "this test set has no system “#”.",
    "other_text": "the text is not the system's text in this test set.",
    "no_line": "this test set has no such line in the same document.",
    "annotator_unfit": (
        "the annotator's name is longer than # characters, or contains a control character."
    ),
    "later_row": "a later row has the same annotator and output, and replaces it.",
    "score_left_out": "the score was skipped, because it is not a number from 0 to 100.",
    "span_lost": (
        "the annotated span does not fit the texts of this test set, so the error was imported "
        "without a position."
    ),
    "severity_unweighted": "the severity “#” has no weight, so the output has no penalty.",
}


def _name(what: str, line: int) -> str:
    return f"The name of {what} {format_int(line)}" if line else f"The {what}'s name"


def _reason(why: str, value: str | int) -> str:
    return _ROWS[why].replace("#", truncate(str(value))) if why in _ROWS else why


annotation = Area("annotation", called=_name, reason=_reason, text={"target": "output"})


# Names of annotators, labels, and of the category or severity of an annotated error. `line` is the
# position of a label in its list, or 0.
@annotation.error(
    "{called} must have 1 to {most:int} characters, no space at either end, and no control "
    "character. A label has no semicolon, a severity no uppercase."
)
def name_unfit(what: str, most: int, line: int = 0) -> str: ...


# The list of labels.
@annotation.error("A list of labels must have 1 to {most:int} labels; this one has {count:int}.")
def labels_number(count: int, most: int) -> str: ...
@annotation.error("Two labels have the {field} “{value}”.")
def labels_share(field: str, value: str) -> str: ...


# Annotations of a segment.
@annotation.error("{value:repr} is not a valid {kind}. Use {allowed:or}.")
def value_unknown(kind: str, value: str, allowed: Sequence[str]) -> str: ...
@annotation.error("An annotator can annotate at most {most:int} {what} in an output.")
def too_many(what: str, most: int) -> str: ...
@annotation.error("{what} {number:int} does not exist; there are {count:int}.")
def out_of_range(what: str, number: int, count: int) -> str: ...


# Annotated errors, and ratings.
@annotation.error("{start} to {end} is not a valid span of an annotated error.")
def mark_span(start: int, end: int) -> str: ...
@annotation.error(
    "The annotated error ends at character {end:int}, but the {side:text} has only {length:int}."
)
def span_outside(side: str, end: int, length: int) -> str: ...
@annotation.error("An annotator can rate an output only once.")
def rated_twice() -> str: ...
@annotation.error("System {system!r} has {scores:# score} for {segments:# segment}.")
def scores_number(system: str, scores: int, segments: int) -> str: ...


# Files of judgments, labels and notes.
@annotation.error(
    "{name} has no column {missing:or}. Annotations need the columns {needed:words}. Check that "
    "the file was exported by BLEUscope."
)
def no_columns(name: str, missing: Sequence[str], needed: Sequence[str]) -> str: ...
@annotation.error(
    "{label:repr} is not a valid label. Write it like “A omission (major)”: A or B, the label, "
    "and {severities:or}."
)
def label_form(label: str, severities: Sequence[str]) -> str: ...
@annotation.error("{name}, {rows:rows}: {why}")
def rows_refused(name: str, rows: Sequence[int], why: str) -> str: ...


# Files of error annotations.
@annotation.error(
    "{name} has {rows:int} rows; the limit for a file of error annotations is {most:int}. Split "
    "it, with all rows of an output in one file."
)
def too_many_rows(name: str, rows: int, most: int) -> str: ...
@annotation.error(
    "{name} has no column {missing:or}, so it is not a file of error annotations. Use TSV from "
    "Marot or Google (system, doc, doc_id or docSegId, rater, source, target, category, "
    "severity), or WMT's CSV or JSON Lines of error spans."
)
def no_mark_columns(name: str, missing: Sequence[str]) -> str: ...
@annotation.warning("Skipped {rows:rows}: {reason}")
def skipped(rows: Sequence[int], why: str, value: str | int = "") -> str: ...
@annotation.warning("{rows:Rows}: {reason}")
def changed(rows: Sequence[int], why: str, value: str | int = "") -> str: ...
@annotation.note(
    "{rows:Rows}: “{name:short}” was matched to “{system:short}”, which has the same texts."
)
def renamed_system(rows: Sequence[int], name: str, system: str) -> str: ...
