"""Write error annotations as Marot's TSV, or WMT's CSV of error spans."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import pyarrow as pa

from bleu_core.common import escaping
from bleu_core.people.mark_import import as_tsv_cell, to_appraise
from bleu_core.people.mark_rows import MISSING
from bleu_core.segments.marks import Mark, Rating
from bleu_core.text.evalset import EvalSet

HEADING = (
    "system", "doc", "docSegId", "globalSegId", "rater", "source", "target", "category",
    "severity", "metadata",
)  # fmt: skip
NO_ERROR = "No-error"


def to_tsv(evalset: EvalSet, ratings: Sequence[Rating]) -> bytes:
    """Marot's ten columns, one row per error or correct output.

    A tab or line end in a text becomes a space, because TSV cells cannot contain them. The metadata
    repeat the span in characters, because a text may contain Marot's tags itself.
    """
    texts = _ColumnTexts(evalset)
    lines = ["\t".join(HEADING)]
    for rating, mark in _rated_errors(ratings):
        source, target = texts.source(rating.segment), texts.output(rating)
        metadata: dict[str, Any] = {"timestamp": round(1000 * rating.changed)}
        if rating.score is not None:
            metadata["score"] = rating.score
        if mark is not None:
            metadata |= {"side": mark.side, "start": mark.start, "end": mark.end}
            metadata |= {"note": mark.comment} if mark.comment else {}
        if mark is not None and mark.has_span:
            marked = source if mark.side == "source" else target
            inside = f"<v>{marked[mark.start : mark.end]}</v>"
            marked = marked[: mark.start] + inside + marked[mark.end :]
            source, target = (marked, target) if mark.side == "source" else (source, marked)
        number = str(rating.segment + 1)
        cells = [
            rating.system, texts.document(rating.segment), number, number, rating.annotator,
            source, target, mark.category if mark else NO_ERROR,
            _capitalized_severity(mark.severity) if mark else NO_ERROR, json.dumps(metadata),
        ]  # fmt: skip
        lines.append("\t".join(map(as_tsv_cell, cells)))
    return "".join(f"{line}\n" for line in lines).encode()


def to_esa(evalset: EvalSet, ratings: Sequence[Rating]) -> bytes:
    """WMT's twelve columns without a header, one row per output, safe for spreadsheets.

    Marks on the source and comments, which Appraise lacks, have keys of their own in its errors.
    The languages are empty, because a test set does not name them.
    """
    texts = _ColumnTexts(evalset)
    buffer = io.StringIO()
    rows = csv.writer(buffer)
    for rating in ratings:
        errors = [_esa_error(mark, rating, texts) for mark in rating.marks]
        score = "" if rating.score is None else repr(rating.score)
        changed = repr(rating.changed)
        cells = [
            rating.annotator, rating.system, str(rating.segment), "TGT", "", "", score,
            texts.document(rating.segment), "False", json.dumps(errors), changed, changed,
        ]  # fmt: skip
        rows.writerow(map(escaping.escape_cell, cells))
    return buffer.getvalue().encode()


MARK_WRITERS: dict[str, Callable[[EvalSet, Sequence[Rating]], bytes]] = {
    "tsv": to_tsv,
    "csv": to_esa,
}


def _esa_error(mark: Mark, rating: Rating, texts: _ColumnTexts) -> dict[str, Any]:
    is_source = mark.side == "source"
    text = texts.source(rating.segment) if is_source else texts.output(rating)
    start, end = to_appraise(mark, text) if mark.has_span else (MISSING, MISSING)
    result: dict[str, Any] = {
        "start_i": start,
        "end_i": end,
        "severity": mark.severity,
        "error_type": mark.category.split("/") if mark.category else None,
    }
    result |= {"side": "source"} if is_source else {}
    return result | ({"comment": mark.comment} if mark.comment else {})


def _rated_errors(ratings: Sequence[Rating]) -> Iterator[tuple[Rating, Mark | None]]:
    """Each error with its rating; None for a rating without errors."""
    for rating in ratings:
        yield from ((rating, mark) for mark in rating.marks or (None,))


def _capitalized_severity(severity: str) -> str:
    """Capitalized as in Marot's data, if it reads back unchanged."""
    capital = severity[:1].upper() + severity[1:]
    return capital if capital.lower() == severity else severity


class _ColumnTexts:
    """Texts of a test set, each column read once."""

    def __init__(self, evalset: EvalSet) -> None:
        self._evalset = evalset
        self._columns: dict[str, list[str]] = {}

    def output(self, rating: Rating) -> str:
        column = self._evalset.systems[rating.system]
        return self._of(f"system {rating.system}", column)[rating.segment]

    def source(self, segment: int) -> str:
        return self._of("source", self._evalset.source)[segment]

    def document(self, segment: int) -> str:
        return self._of("document", self._evalset.documents)[segment]

    def _of(self, name: str, column: pa.Array | None) -> list[str]:
        if name not in self._columns:
            size = len(self._evalset)
            texts = [""] * size if column is None else [text or "" for text in column.to_pylist()]
            self._columns[name] = texts
        return self._columns[name]
