"""CSV files of annotations to share with colleagues.

A row has one annotator's annotations of a segment and of its outputs of systems A and B, which the
row names. Rows are matched by the segment's hash, of references, A and B, among the named systems,
or else those of the current comparison; line numbers and names may differ, and A and B may be
exchanged. Several errors of one type are the same label several times. Error annotations in the
text ("spans") are written, and not read.
"""

from __future__ import annotations

import hashlib
import json
import re
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime

import pyarrow as pa

from bleu_core.common import escaping
from bleu_core.common.formatting import MAX_LISTED, format_int, join_words, plural
from bleu_core.explain.comparison import Comparison
from bleu_core.messages import Message, toml
from bleu_core.messages import annotation as messages
from bleu_core.readers import File, Parts, ReadError
from bleu_core.readers.delimited import read_delimited
from bleu_core.readers.text_files import to_utf8
from bleu_core.segments.annotations import SEVERITIES, Annotation, Annotations
from bleu_core.segments.marks import Mark, Rating
from bleu_core.text.evalset import EvalSet
from bleu_core.workspace.annotations import (
    EXCHANGED,
    NAMELESS,
    NOTE,
    VERDICT,
    AnnotationItem,
    AnnotationRow,
    ItemTexts,
    Pair,
    as_stored,
    check_annotator_name,
)

_LINE = re.compile("[0-9]{1,9}")
# The names of A and B.
SystemPair = tuple[str, str]
# Segments hashed at a time.
CHUNK = 50_000


def segment_hashes(evalset: EvalSet, pair: SystemPair, segments: Sequence[int]) -> Iterator[str]:
    """Iterate over the hashes of the references, A and B of segments."""
    columns = [*evalset.references, *(evalset.systems[name] for name in pair)]
    for start in range(0, len(segments), CHUNK):
        chosen = pa.array(segments[start : start + CHUNK])
        rows = zip(*(column.take(chosen).to_pylist() for column in columns), strict=True)
        yield from (hashlib.sha256(json.dumps(row).encode()).hexdigest()[:32] for row in rows)


NEEDED = ("hash", "judgment", "labels", "note")
# May be missing, as in files of other programs.
OPTIONAL = ("line", "annotator", "changed", "system A", "system B")
_LABEL = re.compile(rf"(A|B) (.+) \(({'|'.join(SEVERITIES)})\)", re.DOTALL)
# Problems that are reported.
MOST_TOLD = 20


@dataclass
class AnnotationFile:
    """The annotations of a file, matched to a comparison. The header of a CSV file is row 1."""

    # Annotations; the annotator is '' if the file names none.
    rows: list[AnnotationRow] = field(default_factory=list)
    unknown: list[int] = field(default_factory=list)  # rows that match no segment of the comparison
    # Rows that differ from an earlier row of the same segment and annotator.
    repeated: list[int] = field(default_factory=list)
    other_pairs: int = 0  # number of rows on two systems of the test set other than A and B


def to_csv(
    comparison: Comparison,
    annotations: Annotations,
    annotator: str = NAMELESS,
    ratings: Sequence[Rating] = (),
) -> bytes:
    """Write one annotator's annotations as CSV, with the texts; safe for spreadsheets."""
    evalset = comparison.evalset
    spans: dict[int, list[str]] = {}
    changed = {segment: annotation.changed for segment, annotation in annotations.items()}
    for rating in ratings:
        for side, name in (("A", comparison.a), ("B", comparison.b)):
            if rating.system == name and rating.marks:
                marks = (_span(side, mark, rating, evalset) for mark in rating.marks)
                spans.setdefault(rating.segment, []).extend(marks)
                changed[rating.segment] = max(rating.changed, changed.get(rating.segment, 0.0))
    segments = sorted(annotations.keys() | spans.keys())
    rows = [annotations.get(s, Annotation()) for s in segments]
    columns: dict[str, list[object]] = {
        "line": [s + 1 for s in segments],
        "hash": list(segment_hashes(evalset, (comparison.a, comparison.b), segments)),
        "annotator": [annotator] * len(rows),
        "changed": [
            datetime.fromtimestamp(changed[s], UTC).isoformat(timespec="milliseconds")
            for s in segments
        ],
        "judgment": [a.verdict for a in rows],
        "labels": ["; ".join(map(str, a.labels)) for a in rows],
        "spans": ["; ".join(spans.get(s, ())) for s in segments],
        "note": [a.note for a in rows],
        "sentence BLEU A": [round(float(comparison.sentences_a[s]), 2) for s in segments],
        "sentence BLEU B": [round(float(comparison.sentences_b[s]), 2) for s in segments],
        "signature": [comparison.score_a.signature] * len(rows),
        "system A": [comparison.a] * len(rows),
        "system B": [comparison.b] * len(rows),
    }
    a, b = evalset.systems[comparison.a], evalset.systems[comparison.b]
    texts = {"document": evalset.documents, "source": evalset.source, "A": a, "B": b}
    texts |= {f"reference {r}": column for r, column in enumerate(evalset.references, 1)}
    for name, column in texts.items():
        if column is not None:
            columns[name] = [column[s].as_py() or "" for s in segments]
    return escaping.to_csv(columns)


def _span(side: str, mark: Mark, rating: Rating, evalset: EvalSet) -> str:
    """An error annotation as text: 'B 4:9 "words" Accuracy (major)'."""
    found = f"{mark.category} ({mark.severity})"
    if mark.has_span:
        column = evalset.source if mark.side == "source" else evalset.systems[rating.system]
        text = "" if column is None else column[rating.segment].as_py() or ""
        found = f'{mark.start}:{mark.end} "{text[mark.start : mark.end]}" {found}'
    return f"{side} source {found}" if mark.side == "source" else f"{side} {found}"


def parse_table(file: File) -> Parts:
    """Parse a file that `to_csv` wrote, without checking its rows."""
    return read_delimited(to_utf8(file.data, file.name)[0], file.name, form="csv", header=True)


def read(
    file: File, comparison: Comparison, rows_of: Callable[[File], Parts] = parse_table
) -> AnnotationFile:
    """Read annotations from a file that `to_csv` wrote; ReadError has all problems."""
    parts = rows_of(file)
    missing = [name for name in NEEDED if name not in parts.columns]
    if missing:
        raise ReadError([messages.no_columns(file.name, missing, list(NEEDED))])
    columns = [_cells(parts, name) for name in (*NEEDED, *OPTIONAL)]
    rows = list(enumerate(zip(*columns, strict=True), 2))
    place = _match_rows(rows, comparison)
    systems = list(comparison.evalset.systems)
    chosen = comparison.a, comparison.b
    found: dict[tuple[int, str, Pair], ItemTexts] = {}
    read = AnnotationFile()
    wrong: dict[Message, list[int]] = {}
    for number, (_, verdict, labels, note, _, annotator, changed, _, _) in rows:
        if number not in place:
            read.unknown.append(number)
            continue
        segment, names = place[number]
        is_exchanged = names != chosen and names == chosen[::-1]
        a, b = chosen if is_exchanged else names
        pair = systems.index(a), systems.index(b)
        items, problems = _items(verdict, labels, note, is_exchanged)
        problems += _check_problems(check_annotator_name, annotator)
        for problem in problems:
            wrong.setdefault(problem, []).append(number)
        read.other_pairs += (a, b) != chosen
        key = segment, annotator, (min(pair), max(pair))
        stored = dict(as_stored(*item, pair) for item in items.items())
        if found.setdefault(key, stored) is stored:
            moment = _seconds(changed)
            read.rows.extend(
                AnnotationRow(segment, annotator, *item, moment, pair) for item in items.items()
            )
        elif found[key] != stored:
            read.repeated.append(number)
    if wrong:
        all_wrong = [messages.rows_refused(file.name, rows, why) for why, rows in wrong.items()]
        hidden = len(all_wrong) - MOST_TOLD
        more = [toml.more_faults(hidden)] if hidden > 0 else []
        raise ReadError([*all_wrong[:MOST_TOLD], *more])
    return read


def _match_rows(
    rows: Sequence[tuple[int, tuple[str, ...]]], comparison: Comparison
) -> dict[int, tuple[int, SystemPair]]:
    """The segment and the systems A and B of each row, by the row's number; of segments with equal
    texts, the one on the row's line, or else the next one.
    """
    evalset, chosen = comparison.evalset, (comparison.a, comparison.b)
    alike: dict[SystemPair, dict[str, dict[int, None]]] = {}  # segments by hash
    found: dict[int, tuple[int, SystemPair]] = {}
    moved: list[tuple[int, str, str, SystemPair]] = []
    for number, (name, _, _, _, line, _, _, a, b) in rows:
        named = [(a, b)] if {a, b} <= evalset.systems.keys() else []
        for pair in (*named, chosen, chosen[::-1]):
            if pair not in alike:
                alike[pair] = {}
                for i, key in enumerate(segment_hashes(evalset, pair, range(len(evalset)))):
                    alike[pair].setdefault(key, {})[i] = None
            if same := alike[pair].get(name):
                i = int(line) - 1 if _LINE.fullmatch(line) else -1
                if i in same:
                    found[number] = i, pair
                else:
                    moved.append((number, name, line, pair))
                break
    for number, (name, *_) in rows:
        if number in found:
            i, pair = found[number]
            if len(same := alike[pair][name]) > 1:
                same.pop(i, None)
    used: dict[tuple[str, str, SystemPair], int] = {}
    for number, name, line, pair in moved:
        same = alike[pair][name]
        if (name, line, pair) not in used:
            i = used[name, line, pair] = next(iter(same))
            if len(same) > 1:
                del same[i]
        found[number] = used[name, line, pair], pair
    return found


def _items(
    verdict: str, labels: str, note: str, exchanged: bool
) -> tuple[ItemTexts, list[Message]]:
    """Parse the annotations of a row; return them with a message for each problem."""
    other = EXCHANGED if exchanged else {}
    verdict = verdict.strip()
    found = {VERDICT: other.get(verdict, verdict), NOTE: note}
    problems = []
    numbers: Counter[tuple[str, str]] = Counter()
    for text in filter(None, map(str.strip, labels.split(";"))):
        parts = _LABEL.fullmatch(text)
        if parts:
            side = other.get(parts[1], parts[1])
            found[AnnotationItem("label", side, parts[2], numbers[side, parts[2]])] = parts[3]
            numbers[side, parts[2]] += 1
        else:
            problems.append(messages.label_form(text, list(SEVERITIES)))
    for item, text in found.items():
        problems += _check_problems(item.check, text)
    return {item: text for item, text in found.items() if text}, problems


def _check_problems(check: Callable[[str], None], text: str) -> list[Message]:
    try:
        check(text)
    except ValueError as error:
        return [error.args[0]]
    return []


def _seconds(written: str) -> float:
    """Parse the time of a row; now, if it is missing or was changed by a spreadsheet."""
    now = time.time()
    try:
        moment = datetime.fromisoformat(written)
        seconds = moment.timestamp() if moment.tzinfo else now
    except (ValueError, OverflowError, OSError):
        return now
    return seconds if 0 <= seconds <= now else now


def _cells(parts: Parts, name: str) -> list[str]:
    if name not in parts.columns:
        return [""] * len(parts)
    return [escaping.unescape_cell(cell or "") for cell in parts.columns[name].to_pylist()]


def format_rows(numbers: Sequence[int]) -> str:
    """Format the numbers of rows; only the first ones if there are many."""
    return f"{plural(len(numbers), 'row')} {join_words(map(format_int, numbers), MAX_LISTED)}"
