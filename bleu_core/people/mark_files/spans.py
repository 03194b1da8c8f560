"""Convert a row to a mark on a text of the test set, with a checked span in Python characters."""

from __future__ import annotations

from dataclasses import replace

from bleu_core.messages import annotation as messages
from bleu_core.people.mark_files.rows import Row, Span
from bleu_core.people.mark_files.texts import TAG, Place, Texts, readings
from bleu_core.people.mark_files.told import Told
from bleu_core.segments.marks import Mark, TextSide, span_fault


def mark_of(row: Row, system: str, segment: int, texts: Texts, report: Told) -> Mark | None:
    """The mark of a row, with its span if valid; None if the row found no error."""
    if not row.severity:
        return None
    text = texts.of(system)[segment]
    mark = Mark(row.category, row.severity, comment=row.comment, side=row.side or "target")
    if row.span is not None:
        return _with_span(row, mark, row.span, text, segment, texts, report)
    place = readings(row.target or "").get(text)
    if place is None and row.side != "target":
        side, place = _in_source(row, segment, texts, report)
        mark = replace(mark, side=row.side or side)
    if place is None:
        if TAG.search(row.target or "") and "<v>" not in text:
            report.note(row, messages.place_unclear)
        return mark
    return _checked(row, replace(mark, start=place[0], end=place[1]), text, segment, texts, report)


def _in_source(row: Row, segment: int, texts: Texts, report: Told) -> tuple[TextSide, Place]:
    if not row.source or not TAG.search(row.source):
        return "target", None
    if texts.source is None:
        report.note(row, messages.source_lacking)
        return "source", None
    result = readings(row.source)
    if texts.source[segment] not in result:
        report.note(row, messages.other_source)
        return "source", None
    return "source", result[texts.source[segment]]


def _with_span(
    row: Row, mark: Mark, span: Span, text: str, segment: int, texts: Texts, report: Told
) -> Mark:
    if mark.side == "source":
        text = texts.source[segment] if texts.source else ""
    start, end = of_appraise(span, text) if span.is_appraise else (span.start, span.end)
    if (start, end) == (-1, -1):
        return mark
    return _checked(row, replace(mark, start=start, end=end), text, segment, texts, report)


def _checked(row: Row, mark: Mark, text: str, segment: int, texts: Texts, report: Told) -> Mark:
    """The mark; without its span if that is outside the text."""
    if mark.side == "source":
        text = texts.source[segment] if texts.source else ""
    if span_fault(mark, text):
        report.note(row, messages.span_lost)
        return replace(mark, start=-1, end=-1)
    return mark


def of_appraise(span: Span, text: str) -> tuple[int, int]:
    """Appraise's span in Python characters; (-1, 0), which is invalid, if it has no position."""
    units = [0]
    for character in text:
        units.append(units[-1] + 1 + (character > "\uffff"))
    before = units[len(text) - len(text.lstrip())]
    try:
        return units.index(span.start + before), units.index(span.end + 1 + before)
    except ValueError:
        return -1, 0


def to_appraise(mark: Mark, text: str) -> tuple[int, int]:
    """The inverse of `of_appraise`."""
    before = len(text[: len(text) - len(text.lstrip())].encode("utf-16-le")) // 2
    start, end = (len(text[:place].encode("utf-16-le")) // 2 for place in (mark.start, mark.end))
    return start - before, end - 1 - before
