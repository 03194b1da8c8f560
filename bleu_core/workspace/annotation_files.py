"""Files of annotations to share with colleagues, as CSV or JSON Lines.

A row has one annotator's annotations of a segment and of its outputs of systems A and B, which the
row names. Rows are matched by the segment's hash, of references, A and B, among the named systems,
or else those of the current comparison; line numbers and names may differ, and A and B may be
exchanged. Both formats have the same columns. Several errors of one type are the same label
several times.
"""

from __future__ import annotations

import hashlib
import json
import re
import time
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime

import pandas as pd
import pyarrow as pa

from bleu_core.common import escaping
from bleu_core.common.formatting import MAX_LISTED, format_int, join_words, plural
from bleu_core.explain.comparison import Comparison
from bleu_core.messages import Message
from bleu_core.messages import annotation as messages
from bleu_core.readers import File, Parts, ReadError
from bleu_core.readers.delimited import read_delimited
from bleu_core.readers.json_parquet import read_json
from bleu_core.readers.text_files import to_utf8
from bleu_core.segments.annotations import SEVERITIES, Annotations
from bleu_core.text.evalset import EvalSet, default_pair
from bleu_core.workspace.annotations import (
    EXCHANGED,
    NAMELESS,
    NOTE,
    VERDICT,
    AnnotationItem,
    AnnotationRow,
    ItemTexts,
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


def match_hashes(
    keys: Sequence[tuple[str, str]], evalset: EvalSet, pairs: Sequence[SystemPair]
) -> dict[tuple[str, str], tuple[int, SystemPair]]:
    """Return the segment of each (hash, line) of a file, and the pair that is A and B there.

    Of segments with equal texts, it is the one on the line, or else one that no other line of the
    file has. If outputs are equal, so that several pairs match, it is the pair of most other rows,
    or else the first of the pairs.
    """
    everything = range(len(evalset))
    matches = []
    for pair in dict.fromkeys(pairs):
        matches.append((_match(keys, list(segment_hashes(evalset, pair, everything))), pair))
        if len(matches[-1][0]) == len(set(keys)):
            break
    matches.sort(key=lambda match: len(match[0]), reverse=True)
    return {key: (i, pair) for places, pair in reversed(matches) for key, i in places.items()}


def _match(keys: Sequence[tuple[str, str]], names: Sequence[str]) -> dict[tuple[str, str], int]:
    wanted = {name for name, _ in keys}
    alike: dict[str, list[int]] = {}
    for i, name in enumerate(names):
        if name in wanted:
            alike.setdefault(name, []).append(i)
    found = {}
    for name, line in keys:
        i = int(line) - 1 if _LINE.fullmatch(line) else -1
        if 0 <= i < len(names) and names[i] == name:
            found[name, line] = i
    taken = set(found.values())
    free = {name: iter([i for i in same if i not in taken]) for name, same in alike.items()}
    for name, line in keys:
        if name in alike and (name, line) not in found:
            found[name, line] = next(free[name], alike[name][-1])
    return found


def candidate_pairs(comparison: Comparison, a: str, b: str) -> list[SystemPair]:
    """Return the pairs of systems that a row naming these may be about, the likeliest first."""
    systems = comparison.evalset.systems
    named = [(a, b)] if {a, b} <= systems.keys() else []
    first, second = default_pair(list(systems))
    usual = (comparison.a, comparison.b), (first, second or first)
    return [*named, *(pair for names in usual for pair in (names, names[::-1]))]


def mismatch_reasons(rows: Sequence[Mapping[str, str]], comparison: Comparison) -> list[Message]:
    """Return messages that say why rows match no segment, as far as their texts show.

    `rows` have texts under "A", "B", "reference 1" and so on, if the file has them.
    """
    evalset = comparison.evalset
    outputs = [evalset.systems[name].to_pylist() for name in (comparison.a, comparison.b)]
    references = list(zip(*(column.to_pylist() for column in evalset.references), strict=True))
    pairs = {frozenset(_folded_text(text) for text in pair) for pair in zip(*outputs, strict=True)}
    known = {tuple(map(_folded_text, row)) for row in references}
    references_differ = spacing_differs = outputs_differ = 0
    for row in rows:
        if "A" not in row or "B" not in row:
            continue
        numbered = sorted(filter(_reference_number, row), key=_reference_number)
        theirs = tuple(_folded_text(row[name]) for name in numbered)
        same_outputs = frozenset(map(_folded_text, (row["A"], row["B"]))) in pairs
        references_differ += same_outputs and theirs not in known
        spacing_differs += same_outputs and theirs in known
        outputs_differ += not same_outputs and theirs in known
    found = {
        messages.other_references: references_differ,
        messages.other_spacing: spacing_differs,
        messages.other_outputs: outputs_differ,
    }
    return [make(number) for make, number in found.items() if number]


def _folded_text(text: str | None) -> str:
    """Remove spaces, which tokenizers change, and capitals."""
    return "".join(unicodedata.normalize("NFKC", text or "").casefold().split())


def _reference_number(name: str) -> int:
    """Return 1 for "reference 1"; 0 for a column that is no reference."""
    match = re.fullmatch("reference ([0-9]{1,4})", name)
    return int(match[1]) if match else 0


NEEDED = ("hash", "verdict", "labels", "note")
# May be missing, as in files of other programs.
OPTIONAL = ("line", "annotator", "changed", "system A", "system B")
_LABEL = re.compile(rf"(A|B) (.+) \(({'|'.join(SEVERITIES)})\)", re.DOTALL)
# Problems that are reported.
MOST_TOLD = 20


@dataclass
class AnnotationFile:
    """The annotations of a file, matched to a comparison.

    Rows are numbered; the header of a CSV file is row 1.
    """

    # Annotations; the annotator is '' if the file names none.
    rows: list[AnnotationRow] = field(default_factory=list)
    unknown: list[int] = field(default_factory=list)  # rows that match no segment of the comparison
    # Why they match none, as far as their texts show.
    why: list[Message] = field(default_factory=list)
    # Rows that differ from an earlier row of the same segment and annotator.
    repeated: list[int] = field(default_factory=list)
    exchanged: int = 0  # number of rows with A and B exchanged
    other_pairs: int = 0  # number of rows on two systems of the test set other than A and B


def to_csv(comparison: Comparison, annotations: Annotations, annotator: str = NAMELESS) -> bytes:
    """Write one annotator's annotations as CSV, with the texts; safe for spreadsheets."""
    return escaping.to_csv(_frame(comparison, annotations, annotator))


def to_jsonl(comparison: Comparison, annotations: Annotations, annotator: str = NAMELESS) -> bytes:
    """Write one annotator's annotations as JSON Lines, one object for each segment."""
    rows = _frame(comparison, annotations, annotator).to_dict("records")
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows).encode()


def parse_table(file: File) -> Parts:
    """Parse a file that `to_csv` or `to_jsonl` wrote, without checking its rows."""
    utf8 = to_utf8(file.data, file.name).utf8
    if utf8.lstrip().startswith(b"{"):
        return read_json(utf8, file.name, form="jsonl")
    return read_delimited(utf8, file.name, form="csv", header=True)


def read(
    file: File, comparison: Comparison, rows_of: Callable[[File], Parts] = parse_table
) -> AnnotationFile:
    """Read annotations from a file that `to_csv` or `to_jsonl` wrote; ReadError has all problems.

    `rows_of` calls `parse_table`, perhaps in another process.
    """
    parts = rows_of(file)
    is_json = parts.format == "jsonl"
    missing = [name for name in NEEDED if name not in parts.columns]
    if missing:
        raise ReadError([messages.no_columns(file.name, missing, list(NEEDED))])
    columns = [_cells(parts, name, is_json) for name in (*NEEDED, *OPTIONAL)]
    rows = list(enumerate(zip(*columns, strict=True), 1 if is_json else 2))
    place = _match_rows(rows, comparison)
    systems = list(comparison.evalset.systems)
    chosen = comparison.a, comparison.b
    found: dict[tuple[int, str, tuple[int, int]], dict[AnnotationItem, str]] = {}
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
        read.exchanged += is_exchanged
        read.other_pairs += (a, b) != chosen
        if found.setdefault((segment, annotator, pair), items) is items:
            moment = _seconds(changed)
            read.rows.extend(
                AnnotationRow(segment, annotator, *item, moment, pair) for item in items.items()
            )
        elif found[segment, annotator, pair] != items:
            read.repeated.append(number)
    if wrong:
        all_wrong = [messages.rows_refused(file.name, rows, why) for why, rows in wrong.items()]
        hidden = len(all_wrong) - MOST_TOLD
        more = [messages.more_problems(hidden)] if hidden > 0 else []
        raise ReadError([*all_wrong[:MOST_TOLD], *more])
    if read.unknown:
        read.why = mismatch_reasons(_texts(parts, read.unknown, is_json), comparison)
    return read


def _match_rows(
    rows: Sequence[tuple[int, tuple[str, ...]]], comparison: Comparison
) -> dict[int, tuple[int, SystemPair]]:
    """Return the segment and the systems A and B of each row, by the row's number."""
    by_names: dict[SystemPair, list[tuple[int, tuple[str, str]]]] = {}
    for number, (name, _, _, _, line, _, _, a, b) in rows:
        by_names.setdefault((a, b), []).append((number, (name, line)))
    found: dict[int, tuple[int, SystemPair]] = {}
    for (a, b), keys in by_names.items():
        pairs = candidate_pairs(comparison, a, b)
        place = match_hashes([key for _, key in keys], comparison.evalset, pairs)
        found |= {number: place[key] for number, key in keys if key in place}
    return found


def _frame(comparison: Comparison, annotations: Annotations, annotator: str) -> pd.DataFrame:
    segments = sorted(annotations)
    evalset = comparison.evalset
    rows = [annotations[s] for s in segments]
    columns: dict[str, list[object]] = {
        "line": [s + 1 for s in segments],
        "hash": list(segment_hashes(evalset, (comparison.a, comparison.b), segments)),
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
    a, b = evalset.systems[comparison.a], evalset.systems[comparison.b]
    texts = {"document": evalset.documents, "source": evalset.source, "A": a, "B": b}
    texts |= {f"reference {r}": column for r, column in enumerate(evalset.references, 1)}
    for name, column in texts.items():
        if column is not None:
            columns[name] = [column[s].as_py() or "" for s in segments]
    return pd.DataFrame(columns)


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


def _iso_time(seconds: float) -> str:
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
    return cells if is_json else [escaping.unescape_cell(cell) for cell in cells]


def _texts(parts: Parts, numbers: Sequence[int], is_json: bool) -> list[dict[str, str]]:
    names = list(parts.columns)
    first = 1 if is_json else 2
    columns = [_cells(parts, name, is_json) for name in names]
    return [{n: cells[i - first] for n, cells in zip(names, columns, strict=True)} for i in numbers]


def format_rows(numbers: Sequence[int]) -> str:
    """Format the numbers of rows; only the first ones if there are many."""
    return f"{plural(len(numbers), 'row')} {join_words(map(format_int, numbers), MAX_LISTED)}"
