"""Match rows of a file to a comparison by text hash, ignoring names and line numbers."""

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
    """Iterate over the hashes of the references, A and B of segments."""
    columns = [*evalset.references, *(evalset.systems[name] for name in pair)]
    for start in range(0, len(segments), CHUNK):
        chosen = pa.array(segments[start : start + CHUNK])
        rows = zip(*(column.take(chosen).to_pylist() for column in columns), strict=True)
        yield from (hashlib.sha256(json.dumps(row).encode()).hexdigest()[:32] for row in rows)


def places(
    keys: Sequence[tuple[str, str]], evalset: EvalSet, pairs: Sequence[Names]
) -> dict[tuple[str, str], tuple[int, Names]]:
    """Return the segment of each (hash, line) of a file, and the pair that is A and B there.

    Of segments with equal texts, it is the one on the line, or else one that no other line of the
    file has. If outputs are equal, so that several pairs match, it is the pair of most other rows,
    or else the first of the pairs.
    """
    everything = range(len(evalset))
    matches = []
    for pair in dict.fromkeys(pairs):
        matches.append((_match(keys, list(hashes(evalset, pair, everything))), pair))
        if len(matches[-1][0]) == len(set(keys)):
            break
    matches.sort(key=lambda match: len(match[0]), reverse=True)
    return {
        key: (segment, pair)
        for segments, pair in reversed(matches)
        for key, segment in segments.items()
    }


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


def candidates(comparison: Comparison, a: str, b: str) -> list[Names]:
    """Return the pairs of systems that a row naming these may be about, the likeliest first."""
    systems = comparison.evalset.systems
    named = [(a, b)] if {a, b} <= systems.keys() else []
    first, second = first_two(list(systems))
    usual = (comparison.a, comparison.b), (first, second or first)
    return [*named, *(pair for names in usual for pair in (names, names[::-1]))]


def why_unknown(rows: Sequence[Mapping[str, str]], comparison: Comparison) -> list[Message]:
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
        theirs = tuple(
            _folded_text(row[name])
            for name in sorted(row, key=_reference_number)
            if _reference_number(name)
        )
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
