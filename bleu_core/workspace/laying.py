"""Rows of a file laid onto a comparison: by hashes of their texts, whatever names and lines say."""

from __future__ import annotations

import hashlib
import json
import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence

import pyarrow as pa

from bleu_core.explain.comparison import Comparison
from bleu_core.messages import Message
from bleu_core.messages import annotation as messages
from bleu_core.text.evalset import EvalSet, first_two

_LINE = re.compile("[0-9]{1,9}")
# The names of A and B.
Names = tuple[str, str]
# Segments hashed at a time.
CHUNK = 50_000


def hashes(evalset: EvalSet, pair: Names, segments: Sequence[int]) -> Iterator[str]:
    """The hash of the references, A and B of each of the segments."""
    columns = [*evalset.references, *(evalset.systems[name] for name in pair)]
    for start in range(0, len(segments), CHUNK):
        chosen = pa.array(segments[start : start + CHUNK])
        rows = zip(*(column.take(chosen).to_pylist() for column in columns), strict=True)
        yield from (hashlib.sha256(json.dumps(row).encode()).hexdigest()[:32] for row in rows)


def places(
    keys: Sequence[tuple[str, str]], evalset: EvalSet, pairs: Sequence[Names]
) -> dict[tuple[str, str], tuple[int, Names]]:
    """The segment of each (hash, line) of a file, and which of the pairs are A and B there.

    The segment on the line, if it has the hash; otherwise, where several segments
    are the same in everything, one that no other line of the file is of. Where
    outputs are the same, so that it may be several pairs, it is that of most other
    rows, of these the one named first.
    """
    everything = range(len(evalset))
    found = []
    for pair in dict.fromkeys(pairs):
        found.append((_found(keys, list(hashes(evalset, pair, everything))), pair))
        if len(found[-1][0]) == len(set(keys)):
            break
    found.sort(key=lambda one: len(one[0]), reverse=True)
    return {
        key: (segment, pair)
        for segments, pair in reversed(found)
        for key, segment in segments.items()
    }


def _found(keys: Sequence[tuple[str, str]], names: Sequence[str]) -> dict[tuple[str, str], int]:
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


def candidates(comparison: Comparison, a: str, b: str) -> list[Names]:
    """Which two systems a row of a file may be of that names these, the likeliest first."""
    systems = comparison.evalset.systems
    named = [(a, b)] if {a, b} <= systems.keys() else []
    first, second = first_two(list(systems))
    usual = (comparison.a, comparison.b), (first, second or first)
    return [*named, *(pair for one in usual for pair in (one, one[::-1]))]


def why_unknown(rows: Sequence[Mapping[str, str]], comparison: Comparison) -> list[Message]:
    """What keeps rows from being segments of a comparison, as far as their texts tell.

    `rows` have texts under "A", "B", "reference 1" and so on, as far as the file has them.
    """
    evalset = comparison.evalset
    outputs = [evalset.systems[name].to_pylist() for name in (comparison.a, comparison.b)]
    references = list(zip(*(column.to_pylist() for column in evalset.references), strict=True))
    pairs = {frozenset(_plain(text) for text in pair) for pair in zip(*outputs, strict=True)}
    known = {tuple(map(_plain, row)) for row in references}
    references_differ = spacing_differs = outputs_differ = 0
    for row in rows:
        if "A" not in row or "B" not in row:
            continue
        theirs = tuple(_plain(row[name]) for name in sorted(row, key=_number) if _number(name))
        same_outputs = frozenset(map(_plain, (row["A"], row["B"]))) in pairs
        references_differ += same_outputs and theirs not in known
        spacing_differs += same_outputs and theirs in known
        outputs_differ += not same_outputs and theirs in known
    found = {
        messages.other_references: references_differ,
        messages.other_spacing: spacing_differs,
        messages.other_outputs: outputs_differ,
    }
    return [make(number) for make, number in found.items() if number]


def _plain(text: str | None) -> str:
    """A text without spaces, which tokenizers set otherwise, and without capitals."""
    return "".join(unicodedata.normalize("NFKC", text or "").casefold().split())


def _number(name: str) -> int:
    """1 for "reference 1"; 0 for what is no reference."""
    match = re.fullmatch("reference ([0-9]{1,4})", name)
    return int(match[1]) if match else 0
