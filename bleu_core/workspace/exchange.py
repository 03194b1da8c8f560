"""What was said of segments, as CSV or JSON Lines, to a colleague and back.

A row is what one person says of a segment, and of its outputs of two systems: A and B,
which the row names. The segment's hash, of references, A and B, is what a row is found by
again, among the systems of these names, or else those that are compared here: line numbers
and names may differ, and A and B be exchanged. Both formats have the same columns, so both
are read as the same table.
Several errors of one kind are the same label several times.
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
# Those that files of earlier versions, or of other programs, may lack.
OPTIONAL = ("line", "annotator", "changed", "system A", "system B")
_LABEL = re.compile(rf"(A|B) (.+) \(({'|'.join(SEVERITIES)})\)", re.DOTALL)
# How many problems are told.
MOST_TOLD = 20


@dataclass(frozen=True)
class Read:
    """A file of annotations, laid onto a comparison. Rows are numbered, a CSV's header being 1.

    Attributes
    ----------
    rows : list of Row
        What is said; of whom the file does not name, by ''.
    unknown : list of int
        Rows whose segment the comparison does not have.
    why : list of Message
        On these, as far as their texts tell.
    repeated : list of int
        Rows that speak otherwise of a segment than an earlier one of the same annotator.
    nameless, exchanged : int
        Rows that name no annotator, and rows in which A and B are exchanged.
    other_pairs : int
        Rows on other two systems of the test set than A and B of the comparison.
    """

    rows: list[Row] = field(default_factory=list)
    unknown: list[int] = field(default_factory=list)
    why: list[Message] = field(default_factory=list)
    repeated: list[int] = field(default_factory=list)
    nameless: int = 0
    exchanged: int = 0
    other_pairs: int = 0


def to_csv(comparison: Comparison, annotations: Annotations, annotator: str = NAMELESS) -> bytes:
    """What one person says of segments as CSV, with their texts, for spreadsheets too."""
    return escaping.to_csv(_frame(comparison, annotations, annotator))


def to_jsonl(comparison: Comparison, annotations: Annotations, annotator: str = NAMELESS) -> bytes:
    """What one person says of segments as JSON Lines, one object a segment."""
    rows = _frame(comparison, annotations, annotator).to_dict("records")
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows).encode()


def table(file: File) -> Parts:
    """The rows of a file that `to_csv` or `to_jsonl` wrote, whatever they say."""
    utf8 = to_utf8(file.data, file.name).utf8
    if utf8.lstrip().startswith(b"{"):
        return read_json(utf8, file.name, form="jsonl")
    return read_delimited(utf8, file.name, form="csv", header=True)


def read(file: File, comparison: Comparison, rows_of: Callable[[File], Parts] = table) -> Read:
    """Annotations from a file that `to_csv` or `to_jsonl` wrote, here or elsewhere.

    `rows_of` is `table`, wherever it is called.

    Raises
    ------
    ReadError
        With a message for each kind of problem: what, in which rows.
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
            said_at = _seconds(changed)
            read.rows.extend(Row(segment, annotator, *one, said_at, pair) for one in items.items())
        elif found[segment, annotator, pair] != items:
            read.repeated.append(number)
    if wrong:
        told = [messages.rows_refused(file.name, lines, why) for why, lines in wrong.items()]
        more = [messages.more_problems(len(told) - MOST_TOLD)] if len(told) > MOST_TOLD else []
        raise ReadError([*told[:MOST_TOLD], *more])
    why = why_unknown(_texts(parts, read.unknown, is_json), comparison) if read.unknown else []
    return replace(read, why=why, nameless=nameless, exchanged=exchanged, other_pairs=other_pairs)


def _places(
    rows: Sequence[tuple[int, tuple[str, ...]]], comparison: Comparison
) -> dict[int, tuple[int, Names]]:
    """The segment of each row, and the systems that are its A and B, by the row's number."""
    named: dict[Names, list[tuple[int, tuple[str, str]]]] = {}
    for number, (name, _, _, _, line, _, _, a, b) in rows:
        named.setdefault((a, b), []).append((number, (name, line)))
    found: dict[int, tuple[int, Names]] = {}
    for (a, b), keys in named.items():
        pairs = candidates(comparison, a, b)
        place = places([key for _, key in keys], comparison.evalset, pairs)
        found |= {number: place[key] for number, key in keys if key in place}
    return found


def _frame(comparison: Comparison, annotations: Annotations, annotator: str) -> pd.DataFrame:
    segments = sorted(annotations)
    evalset = comparison.evalset
    said = [annotations[s] for s in segments]
    columns: dict[str, list[object]] = {
        "line": [s + 1 for s in segments],
        "hash": list(hashes(evalset, (comparison.a, comparison.b), segments)),
        "annotator": [annotator] * len(said),
        "changed": [_written(a.changed) for a in said],
        "verdict": [a.verdict for a in said],
        "labels": ["; ".join(map(str, a.labels)) for a in said],
        "note": [a.note for a in said],
        "sentence BLEU A": [round(float(comparison.sentences_a[s]), 2) for s in segments],
        "sentence BLEU B": [round(float(comparison.sentences_b[s]), 2) for s in segments],
        "signature": [comparison.score_a.signature] * len(said),
        "system A": [comparison.a] * len(said),
        "system B": [comparison.b] * len(said),
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
    """What a row says, and a message for each thing that cannot be said."""
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


def _written(seconds: float) -> str:
    """A time as ISO 8601 writes it, with its zone."""
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="milliseconds")


def _seconds(written: str) -> float:
    """The time that `_written` wrote; now, where a file has none, or a spreadsheet changed it."""
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
    """The cells of some rows, by column."""
    names = list(parts.columns)
    first = 1 if is_json else 2
    columns = [_cells(parts, name, is_json) for name in names]
    return [{n: cells[i - first] for n, cells in zip(names, columns, strict=True)} for i in numbers]


def named(numbers: Sequence[int]) -> str:
    """Rows by their numbers, the first of them where there are many."""
    return f"{plural(len(numbers), 'row')} {listed(map(whole, numbers), SHOWN)}"
