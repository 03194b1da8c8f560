"""Match rows of error annotations to a test set by system and text, and check their spans."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice

import pyarrow as pa

from bleu_core.common.formatting import format_count
from bleu_core.common.progress import Progress
from bleu_core.messages import Message, toml
from bleu_core.messages import annotation as messages
from bleu_core.people.mark_rows import MarkRow, MarkSpan
from bleu_core.segments.marks import (
    SEVERITY_WEIGHTS,
    UNSEEN,
    Mark,
    Rating,
    TextSide,
    mark_problem,
    span_problem,
)
from bleu_core.text.evalset import EvalSet

# Most tags in a text for which all pairs are tried.
MAX_TAGS = 8
TAG = re.compile("</?v>")
# Not allowed in a TSV cell; each is written as one space, so that offsets stay valid.
_TSV_SPACES = str.maketrans("\t\n\r", "   ")
LONGEST_NAME = 60
# With more equal segments than this, the next free one is used.
MAX_EQUAL_TEXTS = 50
# Rows, or segments, between progress reports.
PROGRESS_STEP = 500
# Most messages in a report.
MAX_MESSAGES = 40
TextSpan = tuple[int, int] | None
# A message about rows, from their numbers and other values.
RowMessage = Callable[..., Message]


class RowReport:
    """Messages about rows, and which rows were skipped."""

    def __init__(self) -> None:
        self.skipped: set[int] = set()
        self._rows: dict[tuple[RowMessage, tuple[str | int, ...]], list[int]] = {}

    def note(self, row: MarkRow, what: RowMessage, *values: str | int) -> None:
        """Note something about a row that is used."""
        self._rows.setdefault((what, values), []).append(row.number)

    def skip(self, row: MarkRow, why: str, value: str | int = "") -> None:
        """Skip a row; see `messages.annotation.skipped`."""
        self.skipped.add(row.number)
        self.note(row, messages.skipped, why, value)

    def messages(self) -> list[Message]:
        """At most `MAX_MESSAGES`, one per kind."""
        result = [
            make(sorted(set(numbers)), *values) for (make, values), numbers in self._rows.items()
        ]
        more = len(result) - MAX_MESSAGES
        return [*result[:MAX_MESSAGES], toml.more_faults(more)] if more > 0 else result


class TestSetTexts:
    """Texts of a test set as files write them, indexed on demand."""

    def __init__(self, evalset: EvalSet) -> None:
        self.evalset = evalset
        self.source = _written_column(evalset.source)
        self.documents = _written_column(evalset.documents)
        self._systems: dict[str, list[str]] = {}
        self._index: dict[str, dict[str, list[int]]] = {}

    def of(self, system: str) -> list[str]:
        if system not in self._systems:
            self._systems[system] = _written_column(self.evalset.systems[system]) or []
        return self._systems[system]

    def segments(self, system: str, marked: str) -> list[int]:
        """Segments where a system's text may be the given marked text."""
        if system not in self._index:
            index: dict[str, list[int]] = {}
            for segment, text in enumerate(self.of(system)):
                index.setdefault(text, []).append(segment)
            self._index[system] = index
        index = self._index[system]
        matches = [index[text] for text in unmarked_texts(marked) if text in index]
        return matches[0] if len(matches) == 1 else sorted(set().union(*matches))


def as_tsv_cell(text: str | None) -> str:
    """A text as a TSV cell: same length, without tabs and line ends."""
    return (text or "").translate(_TSV_SPACES)


def _written_column(column: pa.Array | None) -> list[str] | None:
    return None if column is None else [as_tsv_cell(text) for text in column.to_pylist()]


def unmarked_texts(marked: str) -> dict[str, TextSpan]:
    """Unmarked forms of a marked text, each with its span or None.

    >>> unmarked_texts("a <v>b</v>")
    {'a b': (2, 3), 'a <v>b</v>': None}
    """
    text = as_tsv_cell(marked)
    tags = [(result.start(), result[0]) for result in islice(TAG.finditer(text), MAX_TAGS + 1)]
    if not tags:
        return {text: None}
    result: dict[str, TextSpan] = {}
    if len(tags) <= MAX_TAGS:
        for start, opening in tags:
            for end, closing in tags:
                if (opening, closing) == ("<v>", "</v>") and start < end:
                    plain = text[:start] + text[start + 3 : end] + text[end + 4 :]
                    result.setdefault(plain, (start, end - 3))
    result.setdefault(TAG.sub("", text), None)
    result.setdefault(text, None)
    return result


def row_mark(
    row: MarkRow, system: str, segment: int, texts: TestSetTexts, report: RowReport
) -> Mark | None:
    """The mark of a row, with its span if that fits; None if the row found no error."""
    if not row.severity:
        return None
    output = texts.of(system)[segment]
    source = texts.source[segment] if texts.source else ""
    mark = Mark(row.category, row.severity, comment=row.comment, side=row.side or "target")
    if row.span is not None:
        text = source if mark.side == "source" else output
        place: TextSpan = from_appraise(row.span, text) if row.span.is_appraise else row.span[:2]
        is_marked = True
    else:
        side, place, is_marked = _tagged_place(row, output, source)
        mark = replace(mark, side=row.side or side)
    placed = mark if place is None else replace(mark, start=place[0], end=place[1])
    fits = not span_problem(placed, source if mark.side == "source" else output)
    if not fits or (is_marked and place is None):
        report.note(row, messages.changed, "span_lost")
    return placed if fits else mark


def _tagged_place(row: MarkRow, output: str, source: str) -> tuple[TextSide, TextSpan, bool]:
    """The side and the span between tags, and whether there are tags."""
    place = unmarked_texts(row.target or "").get(output)
    is_marked = bool(TAG.search(row.target or "")) and "<v>" not in output
    if place is None and row.side != "target" and row.source and TAG.search(row.source):
        return "source", unmarked_texts(row.source).get(source), True
    return "target", place, is_marked


def from_appraise(span: MarkSpan, text: str) -> tuple[int, int]:
    """Appraise's span in Python characters; (-1, 0), which is invalid, if it has no position."""
    units = [0]
    for character in text:
        units.append(units[-1] + 1 + (character > "\uffff"))
    before = units[len(text) - len(text.lstrip())]
    try:
        return units.index(span.start + before), units.index(span.end + 1 + before)
    except ValueError:
        return -1, 0


def match_systems(
    rows: Sequence[MarkRow], texts: TestSetTexts, report: RowReport
) -> dict[str, str]:
    """Map each system name of a file to a system of the test set."""
    ours = list(texts.evalset.systems)
    written = {as_tsv_cell(name): name for name in ours}
    written |= {name: name for name in ours}
    named: dict[str, list[MarkRow]] = {}
    for row in rows:
        named.setdefault(row.system, []).append(row)
    result = {name: written[name] for name in named if name in written}
    others = len(ours) - len(set(result.values()))
    for name, own_rows in named.items():
        if name in result:
            continue
        # A renamed system is recognized by its texts.
        targets = {row.target for row in own_rows if row.target is not None} if others else set()
        free = [system for system in ours if system not in result.values()] if targets else []
        same = [system for system in free if all(texts.segments(system, t) for t in targets)]
        if len(same) == 1:
            result[name] = same[0]
            others -= 1
            report.note(own_rows[0], messages.renamed_system, name, same[0])
        else:
            for row in own_rows:
                report.skip(row, "other_system", name)
    return result


def match_segments(
    rows: Sequence[MarkRow],
    systems: Mapping[str, str],
    texts: TestSetTexts,
    report: RowReport,
    tell: Progress,
) -> dict[int, int]:
    """The segment of each row that has one, by row number."""
    keys: dict[tuple[str, str], list[MarkRow]] = {}
    for row in rows:
        if row.system in systems:
            keys.setdefault((row.document, row.segment), []).append(row)
    result: dict[int, int] = {}
    taken: set[int] = set()
    free: dict[tuple[str, ...], Iterator[int]] = {}
    for done, ((document, name), own_rows) in enumerate(keys.items()):
        if done % PROGRESS_STEP == 0:
            tell(done / (2 * len(keys)))
        hint = int(name) - 1 if re.fullmatch("[0-9]{1,9}", name) else -1
        if own_rows[0].target is None:
            # Rows without a text: by the line's number, if the document matches.
            is_there = 0 <= hint < len(texts.evalset) and (
                not document
                or not texts.documents
                or texts.documents[hint] == as_tsv_cell(document)
            )
            for row in own_rows:
                if is_there:
                    result[row.number] = hint
                else:
                    report.skip(row, "no_line")
            continue
        votes: Counter[int] = Counter()
        for system, target in {(systems[row.system], row.target or "") for row in own_rows}:
            segments = texts.segments(system, target)
            if len(segments) > MAX_EQUAL_TEXTS:
                ahead = free.setdefault((system, target), iter(segments))
                segments = [*islice((s for s in ahead if s not in taken), 1), segments[-1]]
                on_line = texts.of(system)[hint] if 0 <= hint < len(texts.evalset) else None
                if on_line in unmarked_texts(target):
                    segments = [hint]
            votes.update(set(segments))
        segment = _best_segment(votes, hint, document, own_rows[0].source, texts, taken)
        taken.add(segment)
        for row in own_rows:
            if votes and texts.of(systems[row.system])[segment] in unmarked_texts(row.target or ""):
                result[row.number] = segment
            else:
                report.skip(row, "other_text")
    return result


def _best_segment(
    votes: Counter[int],
    hint: int,
    document: str,
    source: str | None,
    texts: TestSetTexts,
    taken: Collection[int],
) -> int:
    """The segment that matches most rows, -1 for none; of several, by other evidence."""
    of_source = unmarked_texts(source) if source is not None and texts.source else None

    def evidence(segment: int) -> tuple[bool, ...]:
        return (
            bool(of_source and texts.source and texts.source[segment] in of_source),
            bool(texts.documents and texts.documents[segment] == as_tsv_cell(document)),
            segment == hint,
            segment not in taken,
        )

    # Of equal ones, the first.
    return max(sorted(votes), key=lambda one: (votes[one], *evidence(one)), default=-1)


@dataclass(frozen=True)
class MatchedMarks:
    """The marks of a file in a test set."""

    ratings: list[Rating]  # By segment, system and annotator
    messages: list[Message]  # One per kind of row that was skipped or changed
    # Numbers of rows, and of rows in no rating.
    rows: int
    left_out: int


def import_marks(
    rows: Iterable[MarkRow], evalset: EvalSet, progress: Progress | None = None
) -> MatchedMarks:
    """Convert the rows of a file to ratings in a test set."""
    every = list(rows)
    tell = progress or (lambda part: None)
    report = RowReport()
    texts = TestSetTexts(evalset)
    fit = [row for row in every if not _is_unfit(row, report)]
    systems = match_systems(fit, texts, report)
    segments = match_segments(fit, systems, texts, report, tell)
    result: dict[tuple[int, str, str], list[tuple[MarkRow, Mark | None]]] = {}
    for done, row in enumerate(fit):
        if done % PROGRESS_STEP == 0:
            tell((len(fit) + done) / (2 * len(fit)))
        if row.number in segments and row.number not in report.skipped:
            segment, system = segments[row.number], systems[row.system]
            mark = row_mark(row, system, segment, texts, report)
            key = segment, system, _annotator_name(row.annotator)
            result.setdefault(key, []).append((row, mark))
    order = {name: place for place, name in enumerate(evalset.systems)}
    keys = sorted(result, key=lambda key: (key[0], order[key[1]], key))
    ratings = [_rating_of(key, result[key], report) for key in keys]
    numbers = {row.number for row in every}
    return MatchedMarks(ratings, report.messages(), len(numbers), len(report.skipped))


def _is_unfit(row: MarkRow, report: RowReport) -> bool:
    """Whether a row cannot be saved, which is reported."""
    name = _annotator_name(row.annotator)
    mark = Mark(row.category, row.severity or "minor", comment=row.comment)
    if row.fault:
        report.skip(row, row.fault)
    elif len(name) > LONGEST_NAME or UNSEEN.search(name):
        report.skip(row, "annotator_unfit", LONGEST_NAME)
    elif problem := mark_problem(mark):
        report.skip(row, problem)
    else:
        if row.severity and row.severity not in SEVERITY_WEIGHTS:
            report.note(row, messages.changed, "severity_unweighted", row.severity)
        return False
    return True


def _annotator_name(text: str) -> str:
    return unicodedata.normalize("NFC", " ".join(text.split()))


def _rating_of(
    key: tuple[int, str, str], pairs: Sequence[tuple[MarkRow, Mark | None]], report: RowReport
) -> Rating:
    """One annotator's rating of an output, from all their rows."""
    last = max(row.changed for row, _ in pairs)
    if len({row.number for row, _ in pairs}) > 1 and pairs[0][0].target is None:
        # In WMT's CSV a row is a whole rating, and a changed rating has several rows.
        newest = max((row.changed, row.number) for row, _ in pairs)[1]
        for row, _ in pairs:
            if row.number != newest:
                report.skip(row, "later_row")
        pairs = [pair for pair in pairs if pair[0].number == newest]
    scores = {row.score for row, _ in pairs if row.score is not None}
    if len(scores) > 1 or any(not 0 <= score <= 100 for score in scores):
        for row, _ in pairs:
            report.note(row, messages.changed, "score_left_out")
        scores = set()
    marks = [mark for _, mark in pairs if mark is not None]
    numbered = tuple(replace(mark, number=number) for number, mark in enumerate(marks))
    segment, system, annotator = key
    return Rating(segment, system, annotator, numbered, last, next(iter(scores), None))


def import_summary(result: MatchedMarks) -> str:
    """A one-sentence summary of a file."""
    marks = sum(len(rating.marks) for rating in result.ratings)
    people = len({rating.annotator for rating in result.ratings})
    left = f"; {format_count(result.left_out, 'row')} skipped" if result.left_out else ""
    return (
        f"{format_count(marks, 'annotated error')} in "
        f"{format_count(len(result.ratings), 'rated output')} by "
        f"{format_count(people, 'annotator')}, from {format_count(result.rows, 'row')}{left}."
    )
