"""Files of error marks as rows, whatever their format; not yet matched to segments.

Marot's TSV and that of Google's MQM data before it have one row per error (google-research,
marot/README.md; google/wmt-mqm-human-evaluation), our JSON Lines one object per error. The CSV of
WMT's error span annotation, as Appraise exports it, has one row per output (wmt24-news-systems,
humeval/tools.py), without a header: annotator, system, line from 0, kind, the two languages, score,
document, a constant, the errors as JSON, and start and end times. Its spans count UTF-16 units of
the text without surrounding space, and their ends are inclusive (Appraise,
direct-assessment-document-mqm-esa.js).
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import pyarrow as pa

from bleu_core.common import escaping
from bleu_core.common.progress import Progress
from bleu_core.messages import Message
from bleu_core.messages import annotation as messages
from bleu_core.readers import File, Parts, ReadError, delimited, json_rows
from bleu_core.readers.decoding import to_utf8
from bleu_core.segments.marks import TextSide

# Column names without punctuation; the first that exists counts.
COLUMNS = {
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
    "side": ("side",),
    "start": ("start",),
    "end": ("end",),
    "score": ("score",),
    "changed": ("changed",),
}
NEEDED = ("system", "segment", "annotator", "target", "category", "severity")
ESA_COLUMNS = 12
# Formats whose first row is a header.
HEADED = ("tsv", "csv", "xlsx")
NO_ERROR = "no-error"
# Numbers in files; none beyond 2^53 is a position, a score or a time.
_NUMBER = re.compile(r"-?[0-9]{1,16}(\.[0-9]{1,20})?")
MISSING = "missing"
# Rows of a file, each an object during import; public data sets have far fewer.
MOST_ROWS = 500_000
# A message about rows, from their numbers.
Finding = Callable[[Sequence[int]], Message]


class Span(NamedTuple):
    """A span as its file counts: Python characters, or Appraise's units."""

    start: int
    end: int
    is_appraise: bool = False


class Row(NamedTuple):
    """One row about one system's output of one segment.

    Attributes
    ----------
    number : int
        Row number in messages; a header is row 1.
    target, source : str or None
        Texts as in the file, with `<v>` and `</v>` around the marked part.
    severity : str
        '' if no error was found, or the row has none.
    span : Span or None
        The span, if the file gives it in numbers.
    fault : optional
        Why it cannot be read.
    """

    number: int
    system: str
    document: str
    segment: str
    annotator: str
    target: str | None = None
    source: str | None = None
    category: str = ""
    severity: str = ""
    side: TextSide | None = None
    span: Span | None = None
    comment: str = ""
    score: float | None = None
    changed: float = 0.0
    fault: Finding | None = None


def read_table(file: File, progress: Progress | None = None) -> Parts:
    """The columns of a file of marks, unchecked; see `rows`.

    Raises
    ------
    ReadError
        What cannot be read, where and why.
    """
    utf8 = to_utf8(file.data, file.name, file.encoding).utf8
    first = utf8.lstrip()[:100_000].partition(b"\n")[0]
    if first.startswith(b"{"):
        columns = json_rows.read_columns(utf8, file.name, form="jsonl", progress=progress)
        return _bounded(Parts(file.name, "jsonl", marks=columns))
    form = "tsv" if b"\t" in first else "csv"
    columns, repairs = delimited.read_columns(
        utf8,
        file.name,
        form=form,
        delimiter="" if form == "tsv" else "," if b"," in first else ";",
        header=b"severity" in first.lower() and b"[" not in first,
        progress=progress,
    )
    return _bounded(Parts(file.name, form, marks=columns, repairs=tuple(repairs)))


def _bounded(parts: Parts) -> Parts:
    size = max(map(len, parts.marks.values()), default=0)
    if size > MOST_ROWS:
        raise ReadError([messages.too_many_rows(parts.name, size, MOST_ROWS)])
    return parts


def rows(parts: Parts) -> Iterator[Row]:
    """The rows of a table of marks.

    Raises
    ------
    ReadError
        The columns are not those of such a table.
    """
    columns = parts.marks
    if _is_esa(columns):
        return _of_esa(columns)
    plain = {re.sub(r"[\s_.\-]+", "", name[:200].lower()): name for name in columns}
    named = {
        what: next((plain[name] for name in names if name in plain), "")
        for what, names in COLUMNS.items()
    }
    lacking = [what for what in NEEDED if not named[what]]
    if lacking:
        raise ReadError([messages.no_mark_columns(parts.name, lacking)])
    chosen = {what: columns[name] for what, name in named.items() if name}
    return _of_table(chosen, first=2 if parts.format in HEADED else 1)


def _of_table(columns: Mapping[str, pa.Array], first: int) -> Iterator[Row]:
    size = len(columns["system"])
    empty = [""] * size
    cells = [
        [cell or "" for cell in columns[what].to_pylist()] if what in columns else empty
        for what in COLUMNS
    ]
    has_source = "source" in columns
    for number, row in enumerate(zip(*cells, strict=True), first):
        (system, document, segment, annotator, source, target, category, severity, comment,
         metadata, side, start, end, score, changed) = row  # fmt: skip
        severity = severity.strip().lower()
        if not (annotator or category or severity):
            yield Row(number, system, document, segment, "", fault=messages.says_nothing)
            continue
        result = _metadata(metadata)
        if severity.replace("_", "-").replace(" ", "-") == NO_ERROR:
            severity = category = ""
        elif not severity:
            yield Row(number, system, document, segment, annotator, fault=messages.without_severity)
            continue
        first_place, last_place = result.get("start", start), result.get("end", end)
        is_placed = _whole(first_place) is not None and _whole(last_place) is not None
        milliseconds = _number(result.get("timestamp"))
        yield Row(
            number,
            system,
            document,
            segment,
            annotator,
            target,
            source if has_source else None,
            category.strip(),
            severity,
            _side(result.get("side", side)),
            Span(_whole(first_place) or 0, _whole(last_place) or 0) if is_placed else None,
            comment or _text(result.get("note")),
            _number(result.get("score", score)),
            _number(changed) or (milliseconds or 0) / 1000,
        )


def _is_esa(columns: Mapping[str, pa.Array]) -> bool:
    names = list(columns)
    if len(names) != ESA_COLUMNS or not len(columns[names[9]]):
        return False
    return (columns[names[9]][0].as_py() or "").lstrip().startswith("[")


def _of_esa(columns: Mapping[str, pa.Array]) -> Iterator[Row]:
    cells = ([escaping.original(cell or "") for cell in c.to_pylist()] for c in columns.values())
    for number, row in enumerate(zip(*cells, strict=True), 1):
        annotator, system, segment, kind, _, _, score, document, _, errors, _, ended = row
        line = _whole(segment)
        shared = Row(
            number, system, document, str(line + 1) if line is not None else segment, annotator,
            score=_number(score), changed=_number(ended) or 0.0,
        )  # fmt: skip
        document, _, suffix = document.partition("#")
        if kind != "TGT" or suffix in ("bad", "dup", "duplicate", "incomplete"):
            yield shared._replace(fault=messages.quality_control)
            continue
        try:
            found = json.loads(errors)
        except (ValueError, RecursionError):
            found = None
        if not isinstance(found, list) or not all(isinstance(result, dict) for result in found):
            yield shared._replace(fault=messages.without_errors)
            continue
        if not found:
            yield shared
        for result in found:
            yield _of_span(shared, result)


def _of_span(row: Row, one: Mapping[str, Any]) -> Row:
    severity = _text(one.get("severity")).strip().lower()
    if not severity:
        return row._replace(fault=messages.error_without_severity)
    start, end = one.get("start_i"), one.get("end_i")
    span = None
    if (start, end) != (MISSING, MISSING):
        first, last = _whole(start), _whole(end)
        if first is None or last is None:
            return row._replace(fault=messages.error_without_place)
        span = Span(first, last, is_appraise=True)
    kind = one.get("error_type")
    category = "/".join(map(_text, kind)) if isinstance(kind, list) else _text(kind)
    return row._replace(
        category=category,
        severity=severity,
        span=span,
        side=_side(one.get("side")) or "target",
        comment=_text(one.get("comment")),
    )


def _metadata(cell: str) -> dict[str, Any]:
    """Marot's JSON beside a row, {} if there is none; other text is a note."""
    if not cell:
        return {}
    try:
        result = json.loads(cell)
    except (ValueError, RecursionError):
        return {"note": cell}
    return result if isinstance(result, dict) else {"note": cell}


def _side(found: object) -> TextSide | None:
    return "target" if found == "target" else "source" if found == "source" else None


def _text(found: object) -> str:
    return found if isinstance(found, str) else ""


def _whole(found: object) -> int | None:
    number = _number(found)
    return int(number) if number is not None and number == int(number) else None


def _number(found: object) -> float | None:
    if isinstance(found, bool) or not isinstance(found, int | float | str):
        return None
    if isinstance(found, str):
        return float(found) if _NUMBER.fullmatch(found) else None
    return float(found) if abs(found) < 2**53 and math.isfinite(found) else None
