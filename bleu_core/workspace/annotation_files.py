"""CSV files of annotations to share with colleagues.

A row has one annotator's annotations of a segment and of its outputs of systems A and B, which the
row names. Rows are matched by the segment's hash, of references, A and B; line numbers and names
may differ, and A and B may be exchanged. Rows that name the same systems are of one pair here: the
one that has the texts of most of them. Several errors of one type are the same label several times.
Error annotations in the text ("spans") are written, and not read.
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
from itertools import permutations

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
    unknown: list[int] = field(default_factory=list)  # rows that match no segment of their pair
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


_Row = tuple[int, tuple[str, ...]]  # its number and cells
# Segments by hash; the keys of each inner dict are indices, in order.
_Alike = dict[str, dict[int, None]]


def _match_rows(rows: Sequence[_Row], comparison: Comparison) -> dict[int, tuple[int, SystemPair]]:
    """The segment and the systems A and B of each row, by the row's number."""
    groups: dict[tuple[str, ...], list[_Row]] = {}
    for row in rows:
        groups.setdefault(row[1][-2:], []).append(row)
    found: dict[int, tuple[int, SystemPair]] = {}
    for names, group in groups.items():
        pair, alike = _match_pair(names, {name for _, (name, *_) in group}, comparison)
        found |= {number: (i, pair) for number, i in _match_segments(group, alike).items()}
    return found


def _match_pair(
    names: tuple[str, ...], hashes: set[str], comparison: Comparison
) -> tuple[SystemPair, _Alike]:
    """The systems that have most of these hashes, with their segments: the named ones, the current
    A and B, or others.
    """
    evalset, chosen = comparison.evalset, (comparison.a, comparison.b)
    systems = evalset.systems.keys()
    pairs = chosen, chosen[::-1], *permutations(systems, 2)
    best: tuple[SystemPair, _Alike] = chosen, {}
    for a, b in dict.fromkeys([names, *pairs] if systems >= set(names) else pairs):
        alike: _Alike = {}
        for i, name in enumerate(segment_hashes(evalset, (a, b), range(len(evalset)))):
            if name in hashes:
                alike.setdefault(name, {})[i] = None
        if len(alike) > len(best[1]):
            best = (a, b), alike
        if len(alike) > (len(hashes) / 2 if (a, b) == names else len(hashes) - 1):
            break
    return best


def _match_segments(rows: Sequence[_Row], alike: _Alike) -> dict[int, int]:
    """The segment of each row: of those with equal texts, the one on the row's line, or else the
    next one.
    """
    found: dict[int, int] = {}
    moved: list[tuple[int, str, str]] = []
    for number, (name, _, _, _, line, *_) in rows:
        i = int(line) - 1 if _LINE.fullmatch(line) else -1
        if i in alike.get(name, {}):
            found[number] = i
        elif name in alike:
            moved.append((number, name, line))
    for number, (name, *_) in rows:
        if number in found and len(same := alike[name]) > 1:
            same.pop(found[number], None)
    used: dict[tuple[str, str], int] = {}
    for number, name, line in moved:
        same = alike[name]
        if (name, line) not in used:
            i = used[name, line] = next(iter(same))
            if len(same) > 1:
                del same[i]
        found[number] = used[name, line]
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
