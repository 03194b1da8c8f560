"""Test sets for the slice finder: made up, of segments that differ; with defects, and exchanged."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from bleu_core import Comparison, EvalSet
from bleu_core.segments.columns import ONE, SegmentTable, Values, table_of

Ints = NDArray[np.int64]
Defect = Callable[[list[str], list[str], int], list[str]]
WORDS = 600


def made(size: int, documents: int = 0, seed: int = 1, defect: Defect | None = None) -> Comparison:
    """Two systems that get words wrong at random, more in some segments and documents than others.

    `defect` is given the words of B in a segment, those of the source, and its number.
    """
    rng = np.random.default_rng(seed)
    common = 1 / np.arange(1, WORDS + 1)
    common /= common.sum()
    place = np.sort(rng.integers(documents, size=size)) if documents else np.arange(size)
    # How many words are wrong: of the segment, and of each system in the document.
    hard = 0.8 * rng.beta(2, 4, size)
    better = rng.normal(0, 0.06, (2, place.max() + 1))
    source, reference = [], []
    outputs: tuple[list[str], list[str]] = ([], [])
    for i in range(size):
        words = [named(n) for n in rng.choice(WORDS, rng.integers(6, 30), p=common)]
        if rng.random() < 0.25:
            for at in rng.choice(len(words), 3, replace=False):
                words[at] = str(rng.integers(10, 999))
        given = [word if word.isdigit() else f"su{word}" for word in words]
        source.append(" ".join([*given, "."]))
        reference.append(" ".join(words) + " .")
        for side, lines in enumerate(outputs):
            wrong = rng.random(len(words)) < np.clip(hard[i] + better[side, place[i]], 0.02, 0.9)
            other = [f"xo{named(n)}" for n in rng.integers(WORDS, size=len(words))]
            said = [
                no if bad and not yes.isdigit() else yes
                for yes, no, bad in zip(words, other, wrong, strict=True)
            ]
            if side and defect is not None:
                said = defect(said, given, i)
            lines.append(" ".join([*said, "."]))
    kinds = [("news", "talk", "chat")[n] for n in rng.integers(3, size=size)]
    names = [f"document {n}" for n in place] if documents else None
    data = EvalSet({"A": outputs[0], "B": outputs[1]}, [reference], source, names, {"kind": kinds})
    return Comparison.of(data)


def named(number: int) -> str:
    """A word of letters: what is no number stays none."""
    return "".join("aeioubdfgl"[int(digit)] for digit in str(number))


class Exchanged:
    """Tables of a comparison whose outputs change places in some segments; no text is read anew.

    Columns of the input, and those that treat both outputs alike, stay; those of one output are
    exchanged where the outputs are.
    """

    def __init__(self, comparison: Comparison) -> None:
        self.table = table_of(comparison)

    def where(self, swap: NDArray[np.bool_]) -> SegmentTable:
        comparison, own = self.table.comparison, self.table
        a, b = comparison.stats_a, comparison.stats_b
        first, second = (
            np.where(swap[:, None], other.matrix, one.matrix) for one, other in ((a, b), (b, a))
        )
        null = replace(comparison, stats_a=a.with_rows(first), stats_b=b.with_rows(second))

        def keep(name: str, make: Callable[[], Values]) -> Values:
            if own.columns[name].depends_on != ONE:
                return own.values(name)
            other = {"a": "b", "b": "a"}.get(name[0], "") + name[1:]
            there = name[1:2] == "." and other in own.columns
            if there and not isinstance(values := own.values(name), tuple):
                return np.where(swap, own.values(other), values)
            return make()

        return table_of(null, keep=keep)


def drawn(size: int, documents: Ints | None, rng: np.random.Generator) -> NDArray[np.bool_]:
    """(S,) where outputs change places: each segment by itself, or each document whole."""
    if documents is None:
        return rng.random(size) < 0.5
    found: NDArray[np.bool_] = (rng.random(documents.max() + 1) < 0.5)[documents]
    return found
