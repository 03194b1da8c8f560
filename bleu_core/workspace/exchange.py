"""What was said of segments, as CSV or JSON Lines, to a colleague and back.

A row is a segment. Its hash, of references, A and B, is what a row is found by
again: line numbers and names may differ. Both formats have the same columns,
so both are read as the same table.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Sequence
from dataclasses import dataclass

import pandas as pd
import pyarrow as pa

from bleu_core import export
from bleu_core.annotations import SEVERITIES, Annotations, Label
from bleu_core.comparison import Comparison
from bleu_core.readers import File, Parts, ReadError
from bleu_core.readers.delimited import read_delimited
from bleu_core.readers.json_rows import read_json
from bleu_core.workspace.said import NOTE, VERDICT, Item

NEEDED = ("hash", "verdict", "labels", "note")
_LABEL = re.compile(rf"(A|B) (.+) \(({'|'.join(SEVERITIES)})\)", re.DOTALL)
# How many lines of one kind of problem a message names.
SHOWN = 5

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
    is_json = file.data.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"{")
    parts = (
        read_json(file.data, file.name, form="jsonl")
        if is_json
        else read_delimited(file.data, file.name, form="csv", header=True)
    )
    missing = [name for name in NEEDED if name not in parts.columns]
    if missing:
        raise ReadError([
            f"{file.name} has no column {', '.join(missing)}; annotations have the columns "
            f"{', '.join(NEEDED)}. Is it a file that was exported here?"
        ])  # fmt: skip
    rows = zip(*(_cells(parts, name, is_json) for name in (*NEEDED, "line")), strict=True)
    segments: dict[str, list[int]] = {}
    for i, name in enumerate(segment_hashes(comparison)):
        segments.setdefault(name, []).append(i)
    items: list[Said] = []
    unknown = []
    wrong: dict[str, list[int]] = {}
    for number, (name, verdict, labels, note, line) in enumerate(rows, 1 if is_json else 2):
        alike = segments.get(name)
        if alike is None:
            unknown.append(number)
            continue
        # Where several segments are the same in everything, the line tells them apart.
        segment = next((i for i in alike if line == str(i + 1)), alike[0])
        try:
            items += [(segment, item, text) for item, text in _items(verdict, labels, note)]
        except ValueError as error:
            wrong.setdefault(str(error), []).append(number)
    if wrong:
        raise ReadError([f"{file.name}, {_rows(lines)}: {why}" for why, lines in wrong.items()])
    return Read(items, unknown)


def segment_hashes(comparison: Comparison) -> list[str]:
    """(S) the hash of each segment's references, A and B."""
    evalset = comparison.evalset
    columns = [*evalset.references, *(evalset.systems[n] for n in (comparison.a, comparison.b))]
    rows = zip(*(column.to_pylist() for column in columns), strict=True)
    return [hashlib.sha256(json.dumps(row).encode()).hexdigest()[:32] for row in rows]


def _frame(comparison: Comparison, annotations: Annotations) -> pd.DataFrame:
    segments = sorted(annotations)
    evalset = comparison.evalset
    hashes = segment_hashes(comparison)
    said = [annotations[s] for s in segments]
    columns: dict[str, list[object]] = {
        "line": [s + 1 for s in segments],
        "hash": [hashes[s] for s in segments],
        "verdict": [a.verdict for a in said],
        "labels": ["; ".join(map(_written, a.labels)) for a in said],
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


def _written(label: Label) -> str:
    return f"{label.system} {label.name} ({label.severity})"


def _items(verdict: str, labels: str, note: str) -> list[tuple[Item, str]]:
    found = [(VERDICT, verdict.strip()), (NOTE, note)]
    for text in filter(None, map(str.strip, labels.split(";"))):
        parts = _LABEL.fullmatch(text)
        if not parts:
            raise ValueError(
                f"The label {text[:60]!r} is not of the form “A omission (major)”, with A or B "
                f"and {', '.join(SEVERITIES)}."
            )
        found.append((Item("label", parts[1], parts[2]), parts[3]))
    for item, text in found:
        item.check(text)
    return [(item, text) for item, text in found if text]


def _cells(parts: Parts, name: str, is_json: bool) -> list[str]:
    if name not in parts.columns:
        return [""] * len(parts)
    cells = [cell or "" for cell in parts.columns[name].to_pylist()]
    return cells if is_json else [export.original(cell) for cell in cells]


def _rows(numbers: Sequence[int]) -> str:
    named = ", ".join(f"{n:,}" for n in numbers[:SHOWN])
    more = f" and {len(numbers) - SHOWN:,} more" if len(numbers) > SHOWN else ""
    return f"row{'s' if len(numbers) > 1 else ''} {named}{more}"
