"""What BLEU credits against what people marked: time and memory; asserts nothing.

    python -m tests.benchmarks.inside [--segments 529] [--systems 13]

Made-up texts of some 24 words, in each output a mark over three words. Target: 13 × 529 outputs in
at most 3 s; what is chosen anew (a system, a severity, a list) in at most 0.2 s.
"""

from __future__ import annotations

import argparse

from bleu_core import BleuConfig, EvalSet
from bleu_core.judgements.inside.counts import look_inside
from bleu_core.judgements.inside.ngrams import list_ngrams
from bleu_core.judgements.inside.occurrences import find_occurrences
from bleu_core.judgements.marks import Mark, Rating
from tests.benchmarks.core import peak_megabytes
from tests.benchmarks.systems import REPEATS, show, texts, timed


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--segments", type=int, default=529)
    parser.add_argument("--systems", type=int, default=13)
    options = parser.parse_args()
    outputs, references = texts(options.segments, options.systems)
    data = EvalSet({f"system {k}": lines for k, lines in enumerate(outputs)}, references)
    ratings = [
        Rating(i, f"system {k}", "a script", (mark(line, i),))
        for k, lines in enumerate(outputs)
        for i, line in enumerate(lines)
    ]
    found, *finding = timed(lambda: find_occurrences(data, BleuConfig(), ratings), REPEATS)
    made, *looking = timed(lambda: look_inside(found), REPEATS)
    _, *listing = timed(lambda: list_ngrams(made, "false alarms", 4), REPEATS)
    print(f"\n{options.systems} systems × {options.segments:,} segments")
    print(f"{'':28}{'seconds':>10}{'CPU s':>10}")
    show("finding occurrences", *finding)
    show("counting, with intervals", *looking)
    show("a list of 4-grams", *listing)
    print(f"held: {found.nbytes / 1e6:.1f} MB; peak of the process: {peak_megabytes():.0f} MB")


def mark(line: str, number: int) -> Mark:
    """Three words of a line, elsewhere in each."""
    words = line.split()
    first = number % max(1, len(words) - 3)
    start = len(" ".join(words[:first])) + (first > 0)
    return Mark("Style", "minor", start, start + len(" ".join(words[first : first + 3])))


if __name__ == "__main__":
    main()
