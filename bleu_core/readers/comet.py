"""Segment scores in the two layouts that `comet-score` writes, as tables that `scores` reads.

- Printed lines: "a.en<TAB>Segment 0<TAB>score: 0.8012" of each system, then means. COMET 1.0 has no
  names; OPUS-MT has the source's file before them.
- `--to_json`: an object with a list per file, of objects with mt and COMET; in 1.0 one list.
"""

from __future__ import annotations

import json
from pathlib import PurePath

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from bleu_core.common.arrays import as_arrow, as_numpy, factorize, string_array
from bleu_core.messages import scores as messages
from bleu_core.messages.file import too_many
from bleu_core.messages.table import unequal_columns
from bleu_core.readers.json_parquet import object_of_pairs
from bleu_core.readers.parts import MAX_COLUMNS, ReadError, printable_name
from bleu_core.readers.score_tables import ScoreTable
from bleu_core.readers.text_files import read_array

_SEGMENT = (
    r"^(?:(?:[^\t]+\t)?(?P<system>[^\t]+)\t)?Segment (?P<number>[0-9]{1,9})"
    r"\tscore: (?P<score>[^\t]*)(?:\tvariance: [^\t]*)?$"
)
_MEAN = r"\tscore: |^System score: "
# Of the objects in a list; tables of other tools have more.
_KEYS = {"src", "mt", "ref", "COMET", "variance", "mcd_scores", "errors"}


def read_comet_lines(utf8: bytes, name: str) -> ScoreTable | None:
    """A column per system, by segment number, or None; ReadError if one is missing or repeated."""
    if b"score: " not in utf8:
        return None
    lines = read_array(utf8)
    is_segment = as_numpy(pc.match_substring_regex(lines, _SEGMENT))
    rows = np.flatnonzero(is_segment)
    filled = as_numpy(pc.match_substring_regex(lines, r"\S"))
    others = np.flatnonzero(filled & ~is_segment)
    if not len(rows):
        if len(others) and pc.all(pc.match_substring_regex(lines.filter(filled), _MEAN)).as_py():
            raise ReadError([messages.only_means(name)])
        return None
    if len(others) > len(rows):
        return None
    fields = pc.extract_regex(lines.take(as_arrow(rows)), _SEGMENT)
    system_of, systems = factorize(fields.field("system"))
    if len(systems) > MAX_COLUMNS:
        raise ReadError([too_many(name, MAX_COLUMNS, "columns")])
    numbers = as_numpy(fields.field("number").cast(pa.int64()))
    order = np.lexsort((numbers, system_of))
    called = [system or PurePath(name).stem for system in systems.to_pylist()]
    size = int(numbers.max()) + 1
    is_whole = len(rows) == size * len(called)
    if not is_whole or (numbers[order] != np.tile(np.arange(size), len(called))).any():
        counts = np.bincount(system_of).tolist()
        raise ReadError([messages.comet_segments(name, size, called, counts)])
    scores = fields.field("score").take(as_arrow(order))
    columns = {system: scores.slice(i * size, size) for i, system in enumerate(called)}
    shown = [lines[int(others[0])].as_py()] if len(others) else []
    note = messages.comet_lines(name, called, size, len(others), shown)
    if len(called) > 1:  # a row has several lines
        return ScoreTable(name, columns, 0, (note,))
    return ScoreTable(name, columns, 1, (note,), rows=as_arrow(rows[order]))


def read_comet_json(utf8: bytes, name: str) -> ScoreTable | None:
    """A column for each file in the object, or for the only list; None for other files."""
    if b'"COMET"' not in utf8:
        return None
    try:
        found = json.loads(utf8, object_pairs_hook=object_of_pairs)
    except (ValueError, RecursionError):
        return None  # the reader of JSON says what is wrong
    if isinstance(found, list):
        found = {PurePath(name).stem: found}
    if not isinstance(found, dict) or not all(map(_is_list_of_comet, found.values())):
        return None
    if len(found) > MAX_COLUMNS:
        raise ReadError([too_many(name, MAX_COLUMNS, "columns")])
    sizes = {printable_name(system): len(rows) for system, rows in found.items()}
    if len(set(sizes.values())) > 1:
        raise ReadError([unequal_columns(name, list(sizes), list(sizes.values()))])
    columns = {
        system: string_array(
            [None if row["COMET"] is None else json.dumps(row["COMET"]) for row in rows]
        )
        for system, rows in zip(sizes, found.values(), strict=True)
    }
    note = messages.comet_lines(name, list(columns), len(next(iter(found.values()))), 0, [])
    return ScoreTable(name, columns, 0, (note,))


def _is_list_of_comet(rows: object) -> bool:
    return (
        isinstance(rows, list)
        and len(rows) > 0
        and all(isinstance(row, dict) and {"mt", "COMET"} <= row.keys() <= _KEYS for row in rows)
    )
