"""Files of error annotations as rows, in any format, with reports on rows that do not fit.

Marot's TSV and that of Google's MQM data before it have one row per error (google-research,
marot/README.md; google/wmt-mqm-human-evaluation), our JSON Lines one object per error. The CSV of
WMT's error span annotation, as Appraise exports it, has one row per output (wmt24-news-systems,
humeval/tools.py), without a header: annotator, system, line from 0, kind, the two languages,
score, document, a constant, the errors as JSON, and start and end times. Its spans count UTF-16
units of the text without surrounding space, and their ends are inclusive (Appraise,
direct-assessment-document-mqm-esa.js). WMT 2025 has the same spans in JSON Lines, with an object
per segment (wmt25-general-mt, README.md).
"""

from __future__ import annotations

import json
import math
import re
import unicodedata
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import pyarrow as pa

from bleu_core.common import escaping
from bleu_core.common.progress import Progress
from bleu_core.messages import Message
from bleu_core.messages import annotation as messages
from bleu_core.readers import File, Parts, ReadError, delimited, json_parquet
from bleu_core.readers.human_scores import (
    ANNOTATION_COLUMNS,
    annotation_columns,
    is_segment_object,
)
from bleu_core.readers.text_files import to_utf8
from bleu_core.segments.marks import SEVERITY_WEIGHTS, TextSide

COLUMNS = (
    "system", "document", "segment", "annotator", "source", "target", "category", "severity",
    "comment", "metadata", "side", "start", "end", "score", "changed",
)  # fmt: skip
# Other names of columns, without punctuation; the first that exists counts.
COLUMN_NAMES = {
    "document": ("doc", "document"),
    "segment": ("docsegid", "segid", "segment", "globalsegid"),
    "annotator": ("rater", "annotator"),
    "comment": ("comment", "note"),
}
NEEDED_COLUMNS = ("system", "segment", "annotator", "target", "category", "severity")
ESA_COLUMNS = 12
# Formats whose first row is a header.
HEADED_FORMATS = ("tsv", "csv", "xlsx")
NO_ERROR = "no-error"
# Numbers in files; none beyond 2^53 is a position, a score or a time.
_NUMBER = re.compile(r"-?[0-9]{1,16}(\.[0-9]{1,20})?")
MISSING = "missing"
# Rows of a file, each an object during import; public data sets have far fewer.
MAX_ROWS = 500_000
# A message about rows, from their numbers.
RowMessage = Callable[[Sequence[int]], Message]


class MarkSpan(NamedTuple):
    """A span as its file counts: Python characters, or Appraise's units."""

    start: int
    end: int
    is_appraise: bool = False


class MarkRow(NamedTuple):
    """One row about one system's output of one segment."""

    number: int  # Row number in messages; a header is row 1
    system: str
    document: str
    segment: str
    annotator: str
    # Texts as in the file, with `<v>` and `</v>` around the marked part.
    target: str | None = None
    source: str | None = None
    category: str = ""
    severity: str = ""  # '' if no error was found, or the row has none
    side: TextSide | None = None
    span: MarkSpan | None = None  # The span, if the file gives it in numbers
    comment: str = ""
    score: float | None = None
    changed: float = 0.0
    fault: RowMessage | None = None  # Why it cannot be read


def read_mark_table(file: File, progress: Progress | None = None) -> Parts:
    """The columns of a file of marks, unchecked; see `mark_rows`."""
    utf8 = to_utf8(file.data, file.name, file.encoding).utf8
    first = utf8.lstrip()[:100_000].partition(b"\n")[0]
    if first.startswith(b"{"):
        if is_segment_object(utf8.lstrip().partition(b"\n")[0]):
            columns = annotation_columns(utf8, file.name)
        else:
            columns = json_parquet.read_json_columns(
                utf8, file.name, form="jsonl", progress=progress
            )
        return _checked_size(Parts(file.name, "jsonl", marks=columns))
    form = "tsv" if b"\t" in first else "csv"
    columns, repairs = delimited.read_delimited_columns(
        utf8,
        file.name,
        form=form,
        delimiter="" if form == "tsv" else "," if b"," in first else ";",
        header=b"severity" in first.lower() and b"[" not in first,
        progress=progress,
    )
    return _checked_size(Parts(file.name, form, marks=columns, repairs=tuple(repairs)))


def _checked_size(parts: Parts) -> Parts:
    size = max(map(len, parts.marks.values()), default=0)
    if size > MAX_ROWS:
        raise ReadError([messages.too_many_rows(parts.name, size, MAX_ROWS)])
    return parts


def mark_rows(parts: Parts) -> Iterator[MarkRow]:
    """The rows of a table of marks; ReadError if its columns are not those of one."""
    columns = parts.marks
    if tuple(columns) == ANNOTATION_COLUMNS:
        return _rows_of_annotations(columns)
    if _is_esa(columns):
        return _esa_rows(columns)
    plain = {re.sub(r"[\s_.\-]+", "", name[:200].lower()): name for name in columns}
    present = {what: [n for n in COLUMN_NAMES.get(what, (what,)) if n in plain] for what in COLUMNS}
    if lacking := [what for what in NEEDED_COLUMNS if not present[what]]:
        raise ReadError([messages.no_mark_columns(parts.name, lacking)])
    chosen = {what: columns[plain[names[0]]] for what, names in present.items() if names}
    return _table_rows(chosen, 2 if parts.format in HEADED_FORMATS else 1)


def _table_rows(columns: Mapping[str, pa.Array], first_number: int) -> Iterator[MarkRow]:
    size = len(columns["system"])
    empty = [""] * size
    cells = [
        [cell or "" for cell in columns[what].to_pylist()] if what in columns else empty
        for what in COLUMNS
    ]
    has_source = "source" in columns
    for number, row in enumerate(zip(*cells, strict=True), first_number):
        (system, document, segment, annotator, source, target, category, severity, comment,
         metadata, side, start, end, score, changed) = row  # fmt: skip
        severity = severity.strip().lower()
        mark = MarkRow(number, system, document, segment, annotator)
        if not severity:
            says_something = annotator or category
            fault = messages.without_severity if says_something else messages.says_nothing
            yield mark._replace(fault=fault)
            continue
        if severity.replace("_", "-").replace(" ", "-") == NO_ERROR:
            severity = category = ""
        details = _metadata(metadata)
        first = _int_or_none(details.get("start", start))
        last = _int_or_none(details.get("end", end))
        milliseconds = _number_or_none(details.get("timestamp"))
        yield mark._replace(
            target=target,
            source=source if has_source else None,
            category=category.strip(),
            severity=severity,
            side=_side_or_none(details.get("side", side)),
            span=None if first is None or last is None else MarkSpan(first, last),
            comment=comment or _text_or_empty(details.get("note")),
            score=_number_or_none(details.get("score", score)),
            changed=_number_or_none(changed) or (milliseconds or 0) / 1000,
        )


def _is_esa(columns: Mapping[str, pa.Array]) -> bool:
    names = list(columns)
    if len(names) != ESA_COLUMNS or not len(columns[names[9]]):
        return False
    return (columns[names[9]][0].as_py() or "").lstrip().startswith("[")


def _esa_rows(columns: Mapping[str, pa.Array]) -> Iterator[MarkRow]:
    cells = (
        [escaping.unescape_cell(cell or "") for cell in c.to_pylist()] for c in columns.values()
    )
    for number, row in enumerate(zip(*cells, strict=True), 1):
        annotator, system, segment, kind, _, _, score, document, _, errors, _, ended = row
        line = _int_or_none(segment)
        shared = MarkRow(
            number, system, document, str(line + 1) if line is not None else segment, annotator,
            score=_number_or_none(score), changed=_number_or_none(ended) or 0.0,
        )  # fmt: skip
        document, _, suffix = document.partition("#")
        if kind != "TGT" or suffix in ("bad", "dup", "duplicate", "incomplete"):
            yield shared._replace(fault=messages.quality_control)
            continue
        yield from _rows_with_errors(shared, _parsed_json(errors))


def _rows_of_annotations(columns: Mapping[str, pa.Array]) -> Iterator[MarkRow]:
    cells = (columns[name].to_pylist() for name in ANNOTATION_COLUMNS)
    for number, row in enumerate(zip(*cells, strict=True), 1):
        system, document, segment, annotator, target, score, errors, ended = row
        shared = MarkRow(
            number, system, document, segment, annotator, target,
            score=_number_or_none(score), changed=_number_or_none(ended) or 0.0,
        )  # fmt: skip
        yield from _rows_with_errors(shared, _parsed_json(errors))


def _rows_with_errors(row: MarkRow, errors: Any) -> Iterator[MarkRow]:
    """A row for each of Appraise's errors, or one without an error."""
    if not isinstance(errors, list) or not all(isinstance(error, dict) for error in errors):
        yield row._replace(fault=messages.without_errors)
        return
    if not errors:
        yield row
    for error in errors:
        yield _with_error(row, error)


def _with_error(row: MarkRow, error: Mapping[str, Any]) -> MarkRow:
    severity = _text_or_empty(error.get("severity")).strip().lower()
    if not severity:
        return row._replace(fault=messages.error_without_severity)
    start, end = error.get("start_i"), error.get("end_i")
    span = None
    if (start, end) != (MISSING, MISSING):
        first, last = _int_or_none(start), _int_or_none(end)
        if first is None or last is None:
            return row._replace(fault=messages.error_without_place)
        span = MarkSpan(first, last, is_appraise=True)
    kinds = error.get("error_type")
    kinds = kinds if isinstance(kinds, list) else [kinds]
    return row._replace(
        category="/".join(map(_text_or_empty, kinds)),
        severity=severity,
        span=span,
        side=_side_or_none(error.get("side")) or "target",
        comment=_text_or_empty(error.get("comment")),
    )


def _metadata(cell: str) -> dict[str, Any]:
    """Marot's JSON beside a row, {} if there is none; other text is a note."""
    values = _parsed_json(cell) if cell else {}
    return values if isinstance(values, dict) else {"note": cell}


def _parsed_json(cell: str) -> Any:
    try:
        return json.loads(cell)
    except (ValueError, RecursionError):
        return None


def _side_or_none(value: object) -> TextSide | None:
    return "target" if value == "target" else "source" if value == "source" else None


def _text_or_empty(value: object) -> str:
    return value if isinstance(value, str) else ""


def _int_or_none(value: object) -> int | None:
    number = _number_or_none(value)
    return int(number) if number is not None and number == int(number) else None


def _number_or_none(value: object) -> float | None:
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        return None
    if isinstance(value, str):
        return float(value) if _NUMBER.fullmatch(value) else None
    return float(value) if abs(value) < 2**53 and math.isfinite(value) else None


# Most messages in a report.
MAX_MESSAGES = 40
# Row numbers by message and its values.
_RowsByMessage = dict[tuple[Callable[..., Message], tuple[str | int, ...]], list[int]]


class RowReport:
    """Messages about rows, and which rows were skipped."""

    def __init__(self) -> None:
        self._out: _RowsByMessage = {}
        self._other: _RowsByMessage = {}
        self.skipped: set[int] = set()

    def skip(self, row: MarkRow, why: Callable[..., Message], *values: str | int) -> None:
        """Skip a row: a message about rows, with its values."""
        self.skipped.add(row.number)
        self._out.setdefault((why, values), []).append(row.number)

    def note(self, row: MarkRow, what: Callable[..., Message], *values: str | int) -> None:
        """Note something about a row that is used."""
        self._other.setdefault((what, values), []).append(row.number)

    def messages(self) -> list[Message]:
        """Messages about skipped rows, then others; at most `MAX_MESSAGES`."""
        result = [
            make(sorted(set(numbers)), *values)
            for rows in (self._out, self._other)
            for (make, values), numbers in rows.items()
        ]
        more = len(result) - MAX_MESSAGES
        return [*result[:MAX_MESSAGES], messages.more_findings(more)] if more > 0 else result


# First parts of known categories, in lower case: those of Google's MQM (Freitag et al. 2021, table
# 10) and MQM Core (https://themqm.org).
CATEGORIES = frozenset({
    "accuracy", "fluency", "terminology", "style", "locale convention", "locale conventions",
    "linguistic conventions", "audience appropriateness", "design and markup", "other",
    "source error", "source issue", "non-translation", "non-translation!",
})  # fmt: skip
LONGEST_NAME, LONGEST_LABEL, LONGEST_COMMENT = 60, 100, 10_000
# A message about rows, and its values beside the row numbers.
RowProblem = tuple[Callable[..., Message], *tuple[str | int, ...]]
_SURROGATE = re.compile("[\ud800-\udfff]")
_UNSEEN = re.compile("[\x00-\x1f\x7f-\x9f\ud800-\udfff]")


def annotator_names(rows: Sequence[MarkRow], report: RowReport) -> dict[str, str]:
    """The name of each annotator as saved."""
    names = dict.fromkeys(row.annotator for row in rows if not row.fault)
    spelled: dict[str, str] = {}
    for name in names:
        spelled.setdefault(_normal_name(name), name)
    for row in rows:
        first = spelled.get(_normal_name(row.annotator), "")
        if not row.fault and row.annotator != first:
            report.skip(row, messages.annotators_alike, row.annotator, first)
    result = {first: name for name, first in spelled.items()}
    for row in rows:
        wrong = _name_problem(result.get(row.annotator, ""))
        if wrong and not row.fault:
            report.skip(row, *wrong)
    return {first: name for first, name in result.items() if not _name_problem(name)}


def _normal_name(text: str) -> str:
    return unicodedata.normalize("NFC", " ".join(text.split()))


def _name_problem(name: str) -> RowProblem | None:
    if len(name) > LONGEST_NAME:
        return messages.annotator_long, LONGEST_NAME
    return (messages.annotator_control,) if _UNSEEN.search(name) else None


def row_problem(row: MarkRow) -> RowProblem | None:
    """Why a row's mark cannot be saved, or None."""
    for what, name in (("category", row.category), ("severity", row.severity)):
        if len(name) > LONGEST_LABEL:
            return messages.kind_long, what, LONGEST_LABEL
        if name != name.strip() or _UNSEEN.search(name):
            return messages.kind_unclean, what
    if len(row.comment) > LONGEST_COMMENT:
        return messages.comments_long, LONGEST_COMMENT
    return (messages.comments_surrogate,) if _SURROGATE.search(row.comment) else None


def report_unknown_labels(
    rows: Sequence[MarkRow], known: Collection[str], report: RowReport
) -> None:
    """Report unknown categories and severities, which are saved as they are."""
    names = {name.lower() for name in known}
    for row in rows:
        if not row.severity or row.fault or row.number in report.skipped:
            continue
        if row.severity not in SEVERITY_WEIGHTS:
            report.note(row, messages.severity_unweighted, row.severity)
        category = row.category.lower()
        first = re.split(r"[/_:>]", category)[0].strip()
        if category and category not in names and first not in CATEGORIES:
            report.note(row, messages.category_unknown, row.category)
