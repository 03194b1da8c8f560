"""What was said of segments, as CSV or JSON Lines, to a colleague and back.

A row is a segment. Its hash, of references, A and B, is what a row is found by
again: line numbers and names may differ. Both formats have the same columns,
so both are read as the same table.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import pandas as pd
import pyarrow as pa

from bleu_core import export
from bleu_core.annotations import SEVERITIES, Annotations
from bleu_core.comparison import Comparison
from bleu_core.readers import File, Parts, ReadError
from bleu_core.readers.decoding import to_utf8
from bleu_core.readers.delimited import read_delimited
from bleu_core.readers.json_rows import read_json
from bleu_core.words import whole
from bleu_core.workspace.saying import NOTE, VERDICT, Item

NEEDED = ("hash", "verdict", "labels", "note")
_LABEL = re.compile(rf"(A|B) (.+) \(({'|'.join(SEVERITIES)})\)", re.DOTALL)
_LINE = re.compile("[0-9]{1,9}")
# How many rows of one problem a message names, and how many problems are told.
SHOWN, MOST_TOLD = 5, 20
# Segments hashed at a time.
CHUNK = 50_000

Said = tuple[int, Item, str]


@dataclass(frozen=True)
class Read:
    """A file of annotations, laid onto a comparison.

    Attributes
    ----------
    items : list of (segment, Item, text)
    unknown : list of int
        Rows, the header being row 1, whose segment the comparison does not have.
    """

    items: list[Said]
    unknown: list[int]


def to_csv(comparison: Comparison, annotations: Annotations) -> bytes:
    """The annotated segments as CSV, with their texts, for spreadsheets too."""
    return export.to_csv(_frame(comparison, annotations))


def to_jsonl(comparison: Comparison, annotations: Annotations) -> bytes:
    """The annotated segments as JSON Lines, one object a segment."""
    rows = _frame(comparison, annotations).to_dict("records")
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows).encode()


def read(file: File, comparison: Comparison) -> Read:
    """Annotations from a file that `to_csv` or `to_jsonl` wrote, here or elsewhere.

    Raises
    ------
    ReadError
        With a sentence for each kind of problem: what, in which rows.
    """
    utf8 = to_utf8(file.data, file.name).utf8
    is_json = utf8.lstrip().startswith(b"{")
    parts = (
        read_json(utf8, file.name, form="jsonl")
        if is_json
        else read_delimited(utf8, file.name, form="csv", header=True)
    )
    missing = [name for name in NEEDED if name not in parts.columns]
    if missing:
        raise ReadError([
            f"{file.name} has no column {', '.join(missing)}; annotations have the columns "
            f"{', '.join(NEEDED)}. Is it a file that was exported here?"
        ])  # fmt: skip
    rows = list(zip(*(_cells(parts, name, is_json) for name in (*NEEDED, "line")), strict=True))
    places = _places([(name, line) for name, *_, line in rows], comparison)
    items: list[Said] = []
    unknown = []
    wrong: dict[str, list[int]] = {}
    for number, (name, verdict, labels, note, line) in enumerate(rows, 1 if is_json else 2):
        segment = places.get((name, line))
        if segment is None:
            unknown.append(number)
            continue
        found, problems = _items(verdict, labels, note)
        items += [(segment, item, text) for item, text in found]
        for problem in problems:
            wrong.setdefault(problem, []).append(number)
    if wrong:
        told = [f"{file.name}, {_rows(lines)}: {why}" for why, lines in wrong.items()]
        more = f"There are {whole(len(told) - MOST_TOLD)} more problems of such kinds."
        raise ReadError(told if len(told) <= MOST_TOLD else [*told[:MOST_TOLD], more])
    return Read(items, unknown)


def _places(keys: Sequence[tuple[str, str]], comparison: Comparison) -> dict[tuple[str, str], int]:
    """The segment of each (hash, line) of a file.

    That on the line, if it has the hash; otherwise, where several segments are
    the same in everything, one that no other line of the file is of.
    """
    hashes = list(_hashes(comparison, range(len(comparison))))
    wanted = {name for name, _ in keys}
    alike: dict[str, list[int]] = {}
    for i, name in enumerate(hashes):
        if name in wanted:
            alike.setdefault(name, []).append(i)
    found = {}
    for name, line in keys:
        i = int(line) - 1 if _LINE.fullmatch(line) else -1
        if 0 <= i < len(hashes) and hashes[i] == name:
            found[name, line] = i
    taken = set(found.values())
    free = {name: iter([i for i in same if i not in taken]) for name, same in alike.items()}
    for name, line in keys:
        if name in alike and (name, line) not in found:
            found[name, line] = next(free[name], alike[name][-1])
    return found


def _hashes(comparison: Comparison, segments: Sequence[int]) -> Iterator[str]:
    """The hash of the references, A and B of each of the segments."""
    evalset = comparison.evalset
    columns = [*evalset.references, *(evalset.systems[n] for n in (comparison.a, comparison.b))]
    for start in range(0, len(segments), CHUNK):
        chosen = pa.array(segments[start : start + CHUNK])
        rows = zip(*(column.take(chosen).to_pylist() for column in columns), strict=True)
        yield from (hashlib.sha256(json.dumps(row).encode()).hexdigest()[:32] for row in rows)


def _frame(comparison: Comparison, annotations: Annotations) -> pd.DataFrame:
    segments = sorted(annotations)
    evalset = comparison.evalset
    said = [annotations[s] for s in segments]
    columns: dict[str, list[object]] = {
        "line": [s + 1 for s in segments],
        "hash": list(_hashes(comparison, segments)),
        "verdict": [a.verdict for a in said],
        "labels": ["; ".join(map(str, a.labels)) for a in said],
        "note": [a.note for a in said],
        "sentence BLEU A": [round(float(comparison.sentences_a[s]), 2) for s in segments],
        "sentence BLEU B": [round(float(comparison.sentences_b[s]), 2) for s in segments],
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


def _items(verdict: str, labels: str, note: str) -> tuple[list[tuple[Item, str]], list[str]]:
    """What a row says, and a sentence for each thing that cannot be said."""
    found = [(VERDICT, verdict.strip()), (NOTE, note)]
    problems = []
    for text in filter(None, map(str.strip, labels.split(";"))):
        parts = _LABEL.fullmatch(text)
        if parts:
            found.append((Item("label", parts[1], parts[2]), parts[3]))
        else:
            problems.append(
                f"The label {text[:60]!r} is not of the form “A omission (major)”, with A or B "
                f"and {', '.join(SEVERITIES)}."
            )
    for item, text in found:
        try:
            item.check(text)
        except ValueError as error:
            problems.append(str(error))
    return [(item, text) for item, text in found if text], problems


def _cells(parts: Parts, name: str, is_json: bool) -> list[str]:
    if name not in parts.columns:
        return [""] * len(parts)
    cells = [cell or "" for cell in parts.columns[name].to_pylist()]
    return cells if is_json else [export.original(cell) for cell in cells]


def _rows(numbers: Sequence[int]) -> str:
    named = ", ".join(f"{whole(n)}" for n in numbers[:SHOWN])
    more = f" and {whole(len(numbers) - SHOWN)} more" if len(numbers) > SHOWN else ""
    return f"row{'s' if len(numbers) > 1 else ''} {named}{more}"
