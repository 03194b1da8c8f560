"""Files of error annotations as rows, in any format.

- Google's MQM data and Marot have a TSV with a row per error; Marot's last column is JSON
  (google/wmt-mqm-human-evaluation; google-research, marot/README.md).
- WMT's error span annotation (ESA), as Appraise exports it, is CSV with a row per output and no
  header: annotator, system, line from 0, kind, the two languages, score, document, a constant, the
  errors as JSON, start and end times (wmt24-news-systems, humeval/tools.py). Its spans count UTF-16
  units of the text without surrounding space, and their ends are inclusive (Appraise,
  direct-assessment-document-mqm-esa.js).
- WMT 2025 has the same errors in JSON Lines, with an object per segment (wmt25-general-mt,
  README.md).
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import pyarrow as pa

from bleu_core.common.progress import Progress
from bleu_core.messages import annotation as messages
from bleu_core.readers import File, Parts, ReadError, delimited
from bleu_core.readers.human_scores import ANNOTATION_COLUMNS, annotation_columns, is_segment_object
from bleu_core.readers.text_files import to_utf8
from bleu_core.segments.marks import TextSide

# Names of columns, without punctuation; the first that exists counts.
COLUMN_NAMES = {
    "system": ("system",),
    "document": ("doc", "document"),
    "segment": ("docsegid", "segid", "segment", "globalsegid"),
    "annotator": ("rater", "annotator"),
    "source": ("source",),
    "target": ("target",),
    "category": ("category",),
    "severity": ("severity",),
    "comment": ("comment", "note"),
    "metadata": ("metadata",),
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
    # Texts as in the file, with `<v>` and `</v>` around the marked part; None if it has none.
    target: str | None = None
    source: str | None = None
    category: str = ""
    severity: str = ""  # '' if no error was found, or the row has none
    side: TextSide | None = None
    span: MarkSpan | None = None  # The span, if the file gives it in numbers
    comment: str = ""
    score: float | None = None
    changed: float = 0.0
    fault: str = ""  # Why it cannot be read; see `messages.annotation.skipped`


def read_mark_table(file: File, progress: Progress | None = None) -> Parts:
    """The columns of a file of marks, unchecked; see `mark_rows`."""
    utf8, _ = to_utf8(file.data, file.name, file.encoding)
    first = utf8.lstrip()[:100_000].partition(b"\n")[0]
    if first.startswith(b"{"):
        is_known = is_segment_object(utf8.lstrip().partition(b"\n")[0])
        columns = annotation_columns(utf8, file.name) if is_known else {}
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
    if len(columns) == ESA_COLUMNS:
        errors = list(columns.values())[9]
        if len(errors) and (errors[0].as_py() or "").lstrip().startswith("["):
            return _esa_rows(columns)
    plain = {re.sub(r"[\s_.\-]+", "", name[:200].lower()): name for name in columns}
    present = {what: [n for n in names if n in plain] for what, names in COLUMN_NAMES.items()}
    if lacking := [what for what in NEEDED_COLUMNS if not present[what]]:
        raise ReadError([messages.no_mark_columns(parts.name, lacking)])
    chosen = {what: columns[plain[names[0]]] for what, names in present.items() if names}
    return _table_rows(chosen, 2 if parts.format in HEADED_FORMATS else 1)


def _table_rows(columns: Mapping[str, pa.Array], first_number: int) -> Iterator[MarkRow]:
    """A row per error; Marot's metadata may have its exact span."""
    empty = [""] * len(columns["system"])
    cells = [
        [cell or "" for cell in columns[what].to_pylist()] if what in columns else empty
        for what in COLUMN_NAMES
    ]
    for number, row in enumerate(zip(*cells, strict=True), first_number):
        (system, document, segment, annotator, source, target, category, severity, comment,
         metadata) = row  # fmt: skip
        severity = severity.strip().lower()
        mark = MarkRow(number, system, document, segment, annotator)
        if not severity:
            yield mark._replace(fault="without_severity")
            continue
        if severity.replace("_", "-").replace(" ", "-") == NO_ERROR:
            severity = category = ""
        details = _parsed_json(metadata) if metadata else {}
        if not isinstance(details, dict):
            details = {"note": metadata}
        start, end = _whole(details.get("start")), _whole(details.get("end"))
        side = details.get("side")
        yield mark._replace(
            target=target,
            source=source if "source" in columns else None,
            category=category.strip(),
            severity=severity,
            side=side if side in ("target", "source") else None,
            span=None if start is None or end is None else MarkSpan(start, end),
            comment=comment or _text(details.get("note")),
            score=_number(details.get("score")),
            changed=(_number(details.get("timestamp")) or 0) / 1000,
        )


def _esa_rows(columns: Mapping[str, pa.Array]) -> Iterator[MarkRow]:
    cells = ([cell or "" for cell in column.to_pylist()] for column in columns.values())
    for number, row in enumerate(zip(*cells, strict=True), 1):
        annotator, system, segment, kind, _, _, score, document, _, errors, _, ended = row
        line = _whole(segment)
        document, _, suffix = document.partition("#")
        shared = MarkRow(
            number, system, document, segment if line is None else str(line + 1), annotator,
            score=_number(score), changed=_number(ended) or 0.0,
        )  # fmt: skip
        if kind != "TGT" or suffix in ("bad", "dup", "duplicate", "incomplete"):
            yield shared._replace(fault="quality_control")
        else:
            yield from _rows_with_errors(shared, errors)


def _rows_of_annotations(columns: Mapping[str, pa.Array]) -> Iterator[MarkRow]:
    cells = (columns[name].to_pylist() for name in ANNOTATION_COLUMNS)
    for number, row in enumerate(zip(*cells, strict=True), 1):
        system, document, segment, annotator, target, score, errors, ended = row
        shared = MarkRow(
            number, system, document, segment, annotator, target,
            score=_number(score), changed=_number(ended) or 0.0,
        )  # fmt: skip
        yield from _rows_with_errors(shared, errors)


def _rows_with_errors(row: MarkRow, cell: str) -> Iterator[MarkRow]:
    """A row for each of Appraise's errors, or one without an error."""
    errors = _parsed_json(cell)
    if not isinstance(errors, list):
        yield row._replace(fault="errors_unreadable")
        return
    if not errors:
        yield row
    for error in errors:
        yield _with_error(row, error)


def _with_error(row: MarkRow, error: Any) -> MarkRow:
    if not isinstance(error, dict):
        return row._replace(fault="errors_unreadable")
    severity = _text(error.get("severity")).strip().lower()
    start, end = error.get("start_i"), error.get("end_i")
    span = None
    if (start, end) != (MISSING, MISSING):
        first, last = _whole(start), _whole(end)
        if first is None or last is None:
            return row._replace(fault="errors_unreadable")
        span = MarkSpan(first, last, is_appraise=True)
    if not severity:
        return row._replace(fault="errors_unreadable")
    kinds = error.get("error_type")
    return row._replace(
        category="/".join(map(_text, kinds if isinstance(kinds, list) else [kinds])),
        severity=severity,
        span=span,
        side="target",
    )


def _parsed_json(cell: str) -> Any:
    try:
        return json.loads(cell)
    except (ValueError, RecursionError):
        return None


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""


def _whole(value: object) -> int | None:
    number = _number(value)
    return int(number) if number is not None and number == int(number) else None


def _number(value: object) -> float | None:
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        return None
    if isinstance(value, str):
        return float(value) if _NUMBER.fullmatch(value) else None
    return float(value) if abs(value) < 2**53 and math.isfinite(value) else None
