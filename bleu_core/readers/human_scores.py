"""Scores in the layouts of WMT and of `comet-score`, as tables that `scores` reads.

- Appraise's CSV of error span annotation (ESA), without a header: annotator, system, line from 0,
  kind, the two languages, score, document, … (wmt24-news-systems, humeval).
- JSON Lines with an object per segment: `scores` of systems and `doc_id` (wmt25-general-mt).
- COMET's lines: "a.en<TAB>Segment 0<TAB>score: 0.8012" of each system, then means. COMET 1.0 has no
  names; OPUS-MT has the source's file before them.
- COMET's `--to_json`: an object with a list per file of objects with mt and COMET; in 1.0 a list.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from pathlib import PurePath
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from bleu_core.common.arrays import as_arrow, as_numpy, factorize, string_array
from bleu_core.common.escaping import one_line
from bleu_core.messages import scores as messages
from bleu_core.messages.campaign import several_pairs
from bleu_core.messages.file import too_many
from bleu_core.messages.lines import half_surrogate
from bleu_core.messages.table import unequal_columns
from bleu_core.readers.json_parquet import object_of_pairs
from bleu_core.readers.parts import MAX_COLUMNS, ReadError, check_columns, joined, printable_name
from bleu_core.readers.role_names import plain_name
from bleu_core.readers.score_tables import LongColumns, ScoreTable, score_texts, trimmed
from bleu_core.readers.text_files import read_array

_APPRAISE_COLUMNS = 12
_CONTROL = r"#(bad|dup|duplicate|incomplete)\b|tutorial"
_PAIRS = ("langs", "lp", "langpair", "languagepair", "languages")
_ROUND = re.compile(r"(?:human|score)(\d*)")
_BETWEEN = "_#_"
# The columns of `annotation_columns`.
ANNOTATION_COLUMNS = (
    "system", "document", "segment", "annotator", "target", "score", "errors as JSON", "ended",
)  # fmt: skip
_NOT_SO = (ValueError, OverflowError, RecursionError, LookupError, TypeError, AttributeError)


def appraise_table(table: ScoreTable) -> ScoreTable | None:
    """A long table of Appraise's CSV, or None; ReadError for several language pairs."""
    columns = list(table.columns.values())
    if len(columns) != _APPRAISE_COLUMNS or not (columns[9][0].as_py() or "").startswith("["):
        return None
    _, systems, lines, kinds, source, target, scores, documents, *_ = map(trimmed, columns)
    control = as_numpy(pc.match_substring_regex(documents, _CONTROL))
    rows = np.flatnonzero(~control & as_numpy(pc.equal(kinds, "TGT")))
    pairs = joined([source, target], "-").take(as_arrow(rows))
    _check_pairs(table.file, pairs)
    long = table._replace(columns={"system": systems, "line_id": lines, "score": scores})
    skipped = len(kinds) - len(rows)
    notes = [messages.quality_control(table.file, skipped)] if skipped else []
    return long.take(as_arrow(rows))._replace(
        repairs=(*table.repairs, *notes), numbered=True, annotators=True
    )


def read_segment_objects(utf8: bytes, name: str) -> ScoreTable | None:
    """The mean score of each system in JSON Lines with an object per segment; None for others."""
    if not is_segment_object(utf8.lstrip().partition(b"\n")[0]):
        return None
    try:
        objects = [json.loads(line) for line in utf8.splitlines() if line.strip()]
        names = [found["doc_id"] for found in objects]
        parts = [name.split(_BETWEEN) for name in names]
        means: list[dict[str, str | None]] = []
        for found in objects:
            numbers = {
                system: [score for score, *_ in _annotations_of(annotations)]
                for system, annotations in found["scores"].items()
            }
            means.append({
                system: repr(sum(own) / len(own)) if own else None
                for system, own in numbers.items()
            })  # fmt: skip
    except _NOT_SO:
        return None  # the reader of JSON says what is wrong
    systems = list(dict.fromkeys(system for row in means for system in row))
    if not systems:
        raise ReadError([messages.no_number(name, "")])
    if len(systems) > MAX_COLUMNS:
        raise ReadError([too_many(name, MAX_COLUMNS, "columns")])
    check_columns(len(means), len(systems), len(utf8), name)
    if all(len(part) > 3 for part in parts):
        _check_pairs(name, _texts([part[0] for part in parts], name, "doc_id"))
    keys = ["\0".join(_split_name(segment)) for segment in names]
    unique = len(set(keys)) == len(keys)
    columns = {system: string_array([row.get(system) for row in means]) for system in systems}
    scored = sum(any(row.values()) for row in means)
    note = messages.annotated_segments(name, systems, scored, len(means))
    _texts(systems, name, "scores")
    ids = _texts(keys, name, "doc_id") if unique else None
    return ScoreTable(name, columns, 0, (note,), ids)


def is_segment_object(line: bytes) -> bool:
    """Whether a line of JSON Lines is an object with the annotated outputs of a segment."""
    try:
        first = json.loads(line)
    except (ValueError, RecursionError):
        return False
    scores = first.get("scores") if isinstance(first, dict) else None
    if not isinstance(scores, dict) or not isinstance(first.get("doc_id"), str):
        return False
    return all(isinstance(found, dict | list) for found in scores.values())


def annotation_columns(utf8: bytes, file: str) -> dict[str, pa.Array]:
    """JSON Lines of segments as a table with a row per annotation; other objects are empty rows."""
    rows: list[tuple[str, ...]] = []
    for line in filter(bytes.strip, utf8.splitlines()):
        try:
            found = json.loads(line)
            names, texts = _split_name(found["doc_id"]), found["tgt_text"]
            rows += [
                (
                    system, *names, annotator, str(texts.get(system) or ""), repr(score),
                    json.dumps(errors),
                    str(times[-1]) if isinstance(times, list) and times else "",
                )
                for system, annotations in found["scores"].items()
                for score, annotator, errors, times in _annotations_of(annotations)
            ]  # fmt: skip
        except _NOT_SO:
            rows.append(("",) * len(ANNOTATION_COLUMNS))
    columns = zip(*rows, strict=True) if rows else [()] * len(ANNOTATION_COLUMNS)
    return {
        name: _texts(list(cells), file, name)
        for name, cells in zip(ANNOTATION_COLUMNS, columns, strict=True)
    }


def _texts(values: Sequence[str], file: str, name: str) -> pa.Array:
    """A column of texts; ReadError for half of a surrogate pair, which JSON can write."""
    try:
        return string_array(list(values))
    except UnicodeEncodeError:
        raise ReadError([half_surrogate(f"{file}: {name}")]) from None


def _split_name(name: str) -> tuple[str, str]:
    """Split "en-de_DE_#_news_#_a.1_#_0" at the last "_#_": names of document and segment."""
    document, _, segment = name.rpartition(_BETWEEN)
    return document, segment


def _annotations_of(found: Any) -> Iterator[tuple[float, str, Any, Any]]:
    """Score, annotator, errors and times of annotations: an object of rounds, or a list."""
    for annotation in found if isinstance(found, list) else [found]:
        for key, value in annotation.items():
            if (match := _ROUND.fullmatch(key)) and value is not None:
                who, errors, times = (
                    annotation.get(name + match[1]) for name in ("annotator", "errors", "times")
                )
                yield float(value), str(who or ""), errors, times


def averaged(table: ScoreTable, heads: LongColumns) -> ScoreTable:
    """Average a long table over annotators, if any; ReadError if language pairs share segments."""
    names = [heads.system, heads.document, heads.segment]
    keys = joined([trimmed(table.columns[name]) for name in names if name])
    group_of, groups = factorize(keys)
    if not heads.segment or len(groups) == len(keys):
        return table
    if pairs := [name for name in table.columns if plain_name(name) in _PAIRS]:
        _check_pairs(table.file, trimmed(table.columns[pairs[0]]))
    if not table.annotators:
        if not heads.annotator:
            return table
        own = joined([keys, trimmed(table.columns[heads.annotator])])
        if pc.count_distinct(own).as_py() < len(keys):
            return table
    _, first = np.unique(group_of, return_index=True)
    means = {}
    for head in heads.scores:
        texts = score_texts(table.columns[head])
        numbers = pc.if_else(pc.equal(texts, ""), "nan", texts).cast(pa.float64())
        values = as_numpy(numbers)
        there = ~np.isnan(values)
        number = np.bincount(group_of, there)
        sums = np.bincount(group_of, np.where(there, values, 0))
        cells = as_arrow(sums / np.maximum(number, 1)).cast(pa.large_string())
        means[head] = pc.if_else(pa.array(number > 0), cells, None)
    few = table.take(as_arrow(first))
    note = messages.averaged(table.file, len(keys), len(groups))
    return few._replace(columns={**few.columns, **means}, repairs=(*few.repairs, note))


def _check_pairs(file: str, pairs: pa.Array) -> None:
    found = sorted(pairs.unique().to_pylist())
    if len(found) > 1:
        raise ReadError([several_pairs(file, "scores", list(map(one_line, found)))])


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
    if not isinstance(found, dict) or not all(
        isinstance(rows, list)
        and rows
        and all(isinstance(row, dict) and {"mt", "COMET"} <= row.keys() <= _KEYS for row in rows)
        for rows in found.values()
    ):
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
