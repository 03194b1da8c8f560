"""How often the slice finder confirms what is not there, and how often what is.

    nice python -m tests.benchmarks.finder_calibration [--ted TED] [--repetitions 400]

Figures and command of the last run: finder_calibration.txt. TED is a folder with phrase-based.eng,
neural.eng, reference.eng and source.slk; its documents are 23 consecutive lines.

Nothing there: outputs of A and B change places at random, segment by segment, or document by
document; whatever is confirmed is false. "Shuffled": A and B stay as they are, and their rows are
dealt anew to the segments' columns, so that they differ, but nowhere more than elsewhere.

Something there: B drops the number in half of the segments whose source has one; copies the source
in some segments of a kind; repeats a word in a twentieth of the segments.
"""

import argparse
import math
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from bleu_core import Comparison, EvalSet
from bleu_core.segments.columns import SegmentTable, table_of
from bleu_core.segments.finder import SliceFindings, find_slices
from bleu_core.significance import documents_of
from tests.benchmarks.finder_data import Defect, Exchanged, drawn, made

LINES = 23


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--ted", type=Path)
    parser.add_argument("--repetitions", type=int, default=400)
    parser.add_argument("--only", default="", help="cases whose name has this")
    parser.add_argument("--every", type=int, default=0, help="tell how it goes after so many runs")
    options = parser.parse_args()
    number = options.repetitions
    for name, table in nulls(options.ted):
        if options.only in name:
            false, shown = [], []
            for seed in range(number):
                null = table(np.random.default_rng(seed))
                found = find_slices(null, seed=seed, describe=False)
                false.append(any(one.confirmed for one in found.slices))
                shown.append(len(found.slices))
                if options.every and len(false) % options.every == 0:
                    told(f"so far: {name}", false)
            told(name, false, f"shown a run: {np.mean(shown):.1f}")
    for name, defect, is_it in DEFECTS:
        if options.only in name:
            top, confirmed = [], []
            for seed in range(max(number // 10, 1)):
                comparison = made(1_000, seed=seed, defect=defect)
                found = find_slices(table_of(comparison), seed=seed, describe=False)
                top.append(first_is(found, is_it, comparison))
                confirmed.append(top[-1] and found.slices[0].confirmed)
            told(f"{name}, at the top", top)
            told(f"{name}, at the top and confirmed", confirmed)


def told(name: str, found: list[bool], more: str = "") -> None:
    share = float(np.mean(found))
    error = math.sqrt(share * (1 - share) / len(found))
    print(f"{name:>56}{share:>8.1%} ± {error:.1%} of {len(found)}  {more}", flush=True)


def nulls(ted: Path | None) -> Iterator[tuple[str, Callable[[np.random.Generator], SegmentTable]]]:
    sets = [("made up", made(1_000), None), ("made up", made(1_000, 40), 0)]
    if ted is not None:
        for documents in (None, LINES):
            sets.append(("TED", read(ted, documents), documents))
    for name, comparison, documents in sets:
        exchange = Exchanged(comparison)
        known = documents_of(comparison.evalset)
        unit = "segments" if documents is None else "documents"

        def null(
            rng: np.random.Generator, exchange: Exchanged = exchange, known: object = known
        ) -> SegmentTable:
            swap = drawn(len(exchange.table), known, rng)  # type: ignore[arg-type]
            return exchange.where(swap)

        yield f"{name}, {unit} exchanged", null
        if documents is None:

            def dealt(
                rng: np.random.Generator, comparison: Comparison = comparison
            ) -> SegmentTable:
                return shuffled(comparison, rng.permutation(len(comparison)))

            yield f"{name}, segments shuffled", dealt


def shuffled(comparison: Comparison, order: NDArray[np.int64]) -> SegmentTable:
    """What A and B have matched, dealt to other segments' columns."""
    a, b = (s.with_rows(s.matrix[order]) for s in (comparison.stats_a, comparison.stats_b))
    own, other = table_of(comparison), replace(comparison, stats_a=a, stats_b=b)
    return table_of(other, keep=lambda name, make: own.values(name))


def digits(words: list[str], source: list[str], i: int) -> list[str]:
    return [word for word in words if not (word.isdigit() and i % 2)]


def copies(words: list[str], source: list[str], i: int) -> list[str]:
    return source if i % 12 == 0 else words


def loop(words: list[str], source: list[str], i: int) -> list[str]:
    return words + words[-2:] * 6 if i % 12 == 0 else words


def has_digits(i: int, comparison: Comparison) -> bool:
    return any(word.isdigit() for word in comparison.evalset.source[i].as_py().split())


DEFECTS: list[tuple[str, Defect, Callable[[int, Comparison], bool]]] = [
    ("numbers dropped", digits, lambda i, data: i % 2 == 1 and has_digits(i, data)),
    ("source copied", copies, lambda i, _: i % 12 == 0),
    ("a word repeated", loop, lambda i, _: i % 12 == 0),
]


def first_is(
    found: SliceFindings, is_it: Callable[[int, Comparison], bool], comparison: Comparison
) -> bool:
    """Whether the first slice is that of the defect: half of either is in both, as in folding."""
    if not found.slices or found.slices[0].delta > 0:
        return False
    there = {i for i in range(len(comparison)) if is_it(i, comparison)}
    rows = set(found.slices[0].rows.tolist())
    return len(there & rows) >= 0.5 * len(there | rows)


def read(path: Path, lines: int | None) -> Comparison:
    a, b, reference, source = (
        (path / name).read_text("utf-8").split("\n")[:-1]
        for name in ("phrase-based.eng", "neural.eng", "reference.eng", "source.slk")
    )
    documents = None if lines is None else [str(i // lines) for i in range(len(a))]
    return Comparison.of(EvalSet({"A": a, "B": b}, [reference], source, documents))


if __name__ == "__main__":
    main()
