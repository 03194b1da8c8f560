"""Annotations as CSV or JSON Lines, to share with colleagues.

A row has one annotator's annotations of a segment and of its outputs of systems A and B, which the
row names. Rows are matched by the segment's hash, of references, A and B, among the named systems,
or else those of the present comparison: line numbers and names may differ, and A and B be
exchanged. Both formats have the same columns. Several errors of one type are the same label
several times.
"""

from __future__ import annotations

import json
import re
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime

import pandas as pd
import pyarrow as pa

from bleu_core.common import escaping
from bleu_core.common.numerals import plural, whole
from bleu_core.common.wording import SHOWN, listed
from bleu_core.explain.comparison import Comparison
from bleu_core.messages import Message
from bleu_core.messages import annotation as messages
from bleu_core.readers import File, Parts, ReadError
from bleu_core.readers.decoding import to_utf8
from bleu_core.readers.delimited import read_delimited
from bleu_core.readers.json_rows import read_json
from bleu_core.segments.annotations import SEVERITIES, Annotations
from bleu_core.workspace.annotators import NAMELESS, check_name
from bleu_core.workspace.items import NOTE, VERDICT, Item, Row
from bleu_core.workspace.laying import Names, candidates, hashes, places, why_unknown
from bleu_core.workspace.pairs import EXCHANGED

NEEDED = ("hash", "verdict", "labels", "note")
# Missing in files of earlier versions, and of other programs.
OPTIONAL = ("line", "annotator", "changed", "system A", "system B")
_LABEL = re.compile(rf"(A|B) (.+) \(({'|'.join(SEVERITIES)})\)", re.DOTALL)
# Problems that are reported.
MOST_TOLD = 20


@dataclass(frozen=True)
class Read:
    """The annotations of a file, matched to a comparison.

    Rows are numbered; the header of a CSV file is row 1.

    Attributes
    ----------
    rows : list of Row
        Annotations; the annotator is '' if the file names none.
    unknown : list of int
        Rows that match no segment of the comparison.
    why : list of Message
        Why they match none, as far as their texts show.
    repeated : list of int
        Rows that differ from an earlier row of the same segment and annotator.
    nameless, exchanged : int
        Number of rows without an annotator, and of rows with A and B exchanged.
    other_pairs : int
        Number of rows on two systems of the test set other than A and B.
    """

    rows: list[Row] = field(default_factory=list)
    unknown: list[int] = field(default_factory=list)
    why: list[Message] = field(default_factory=list)
    repeated: list[int] = field(default_factory=list)
    nameless: int = 0
    exchanged: int = 0
    other_pairs: int = 0


def to_csv(comparison: Comparison, annotations: Annotations, annotator: str = NAMELESS) -> bytes:
    """Write one annotator's annotations as CSV, with the texts; safe for spreadsheets."""
    return escaping.to_csv(_frame(comparison, annotations, annotator))


def to_jsonl(comparison: Comparison, annotations: Annotations, annotator: str = NAMELESS) -> bytes:
    """Write one annotator's annotations as JSON Lines, one object for each segment."""
    rows = _frame(comparison, annotations, annotator).to_dict("records")
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows).encode()


def table(file: File) -> Parts:
    """Parse a file that `to_csv` or `to_jsonl` wrote, without checking its rows."""
    utf8 = to_utf8(file.data, file.name).utf8
    if utf8.lstrip().startswith(b"{"):
        return read_json(utf8, file.name, form="jsonl")
    return read_delimited(utf8, file.name, form="csv", header=True)


def read(file: File, comparison: Comparison, rows_of: Callable[[File], Parts] = table) -> Read:
    """Read annotations from a file that `to_csv` or `to_jsonl` wrote.

    `rows_of` calls `parse_table`, perhaps in another process.

    Raises
    ------
    ReadError
        With a message for each problem and its rows.
    """
    parts = rows_of(file)
    is_json = parts.format == "jsonl"
    missing = [name for name in NEEDED if name not in parts.columns]
    if missing:
        raise ReadError([messages.no_columns(file.name, missing, list(NEEDED))])
    columns = [_cells(parts, name, is_json) for name in (*NEEDED, *OPTIONAL)]
    rows = list(enumerate(zip(*columns, strict=True), 1 if is_json else 2))
    place = _places(rows, comparison)
    systems = list(comparison.evalset.systems)
    chosen = comparison.a, comparison.b
    found: dict[tuple[int, str, tuple[int, int]], dict[Item, str]] = {}
    read = Read()
    wrong: dict[Message, list[int]] = {}
    nameless = exchanged = other_pairs = 0
    for number, (_, verdict, labels, note, _, annotator, changed, _, _) in rows:
        if number not in place:
            read.unknown.append(number)
            continue
        segment, names = place[number]
        is_exchanged = names != chosen and names == chosen[::-1]
        a, b = chosen if is_exchanged else names
        pair = systems.index(a), systems.index(b)
        items, problems = _items(verdict, labels, note, is_exchanged)
        problems += _problems(check_name, annotator)
        for problem in problems:
            wrong.setdefault(problem, []).append(number)
        nameless += not annotator
        exchanged += is_exchanged
        other_pairs += (a, b) != chosen
        if found.setdefault((segment, annotator, pair), items) is items:
            moment = _seconds(changed)
            read.rows.extend(Row(segment, annotator, *item, moment, pair) for item in items.items())
        elif found[segment, annotator, pair] != items:
            read.repeated.append(number)
    if wrong:
        all_wrong = [messages.rows_refused(file.name, rows, why) for why, rows in wrong.items()]
        hidden = len(all_wrong) - MOST_TOLD
        more = [messages.more_problems(hidden)] if hidden > 0 else []
        raise ReadError([*all_wrong[:MOST_TOLD], *more])
    why = why_unknown(_texts(parts, read.unknown, is_json), comparison) if read.unknown else []
    return replace(read, why=why, nameless=nameless, exchanged=exchanged, other_pairs=other_pairs)


def _places(
    rows: Sequence[tuple[int, tuple[str, ...]]], comparison: Comparison
) -> dict[int, tuple[int, Names]]:
    """Return the segment and the systems A and B of each row, by the row's number."""
    by_names: dict[Names, list[tuple[int, tuple[str, str]]]] = {}
    for number, (name, _, _, _, line, _, _, a, b) in rows:
        by_names.setdefault((a, b), []).append((number, (name, line)))
    found: dict[int, tuple[int, Names]] = {}
    for (a, b), keys in by_names.items():
        pairs = candidates(comparison, a, b)
        place = places([key for _, key in keys], comparison.evalset, pairs)
        found |= {number: place[key] for number, key in keys if key in place}
    return found


def _frame(comparison: Comparison, annotations: Annotations, annotator: str) -> pd.DataFrame:
    segments = sorted(annotations)
    evalset = comparison.evalset
    rows = [annotations[s] for s in segments]
    columns: dict[str, list[object]] = {
        "line": [s + 1 for s in segments],
        "hash": list(hashes(evalset, (comparison.a, comparison.b), segments)),
        "annotator": [annotator] * len(rows),
        "changed": [_iso_time(a.changed) for a in rows],
        "verdict": [a.verdict for a in rows],
        "labels": ["; ".join(map(str, a.labels)) for a in rows],
        "note": [a.note for a in rows],
        "sentence BLEU A": [round(float(comparison.sentences_a[s]), 2) for s in segments],
        "sentence BLEU B": [round(float(comparison.sentences_b[s]), 2) for s in segments],
        "signature": [comparison.score_a.signature] * len(rows),
        "system A": [comparison.a] * len(rows),
        "system B": [comparison.b] * len(rows),
    }
    texts: dict[str, pa.Array | None] = {
        "document": evalset.documents,
        "source": evalset.source,
        "A": evalset.systems[comparison.a],
        "B": evalset.systems[comparison.b],
    }
    texts |= {f"reference {r}": column for r, column in enumerate(evalset.references, 1)}
    for name, column in texts.items():
        if column is not None:
            columns[name] = [column[s].as_py() or "" for s in segments]
    return pd.DataFrame(columns)


def _items(
    verdict: str, labels: str, note: str, exchanged: bool
) -> tuple[dict[Item, str], list[Message]]:
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
            found[Item("label", side, parts[2], numbers[side, parts[2]])] = parts[3]
            numbers[side, parts[2]] += 1
        else:
            problems.append(messages.label_form(text, list(SEVERITIES)))
    for item, text in found.items():
        problems += _problems(item.check, text)
    return {item: text for item, text in found.items() if text}, problems


def _problems(check: Callable[[str], None], text: str) -> list[Message]:
    try:
        check(text)
    except ValueError as error:
        return [error.args[0]]
    return []


def _iso_time(seconds: float) -> str:
    """Format a time as ISO 8601, with its zone."""
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="milliseconds")


def _seconds(written: str) -> float:
    """Parse a time of `_iso_time`; now, if it is missing or was changed by a spreadsheet."""
    now = time.time()
    try:
        moment = datetime.fromisoformat(written)
        seconds = moment.timestamp() if moment.tzinfo else now
    except (ValueError, OverflowError, OSError):
        return now
    return seconds if 0 <= seconds <= now else now


def _cells(parts: Parts, name: str, is_json: bool) -> list[str]:
    if name not in parts.columns:
        return [""] * len(parts)
    cells = [cell or "" for cell in parts.columns[name].to_pylist()]
    return cells if is_json else [escaping.original(cell) for cell in cells]


def _texts(parts: Parts, numbers: Sequence[int], is_json: bool) -> list[dict[str, str]]:
    """Return the cells of some rows, by column."""
    names = list(parts.columns)
    first = 1 if is_json else 2
    columns = [_cells(parts, name, is_json) for name in names]
    return [{n: cells[i - first] for n, cells in zip(names, columns, strict=True)} for i in numbers]


def named(numbers: Sequence[int]) -> str:
    """Format the numbers of rows; only the first ones if there are many."""
    return f"{plural(len(numbers), 'row')} {listed(map(whole, numbers), SHOWN)}"
