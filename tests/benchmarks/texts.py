"""Made-up texts for the benchmarks: of any length, no line twice, with the words of a language.

python -m tests.benchmarks.texts FOLDER SEGMENTS SYSTEMS
"""

import json
import re
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack
from itertools import islice
from pathlib import Path

import numpy as np

from tests.places import SAMPLE

TYPES = 200_000
SEED = 2002
CHUNK = 50_000


def word_types(rng: np.random.Generator) -> list[str]:
    """Words, the commonest first: those of the sample's references, then made-up ones.

    The sample alone has some 1,500: a dictionary of so few would flatter us.
    """
    text = " ".join((SAMPLE / f"reference-{i}.en").read_text("utf-8") for i in (1, 2))
    counted = Counter(re.findall(r"\d[\d.,:]*\d|[\w'’-]+", text))
    words = [word for word, _ in counted.most_common()]
    syllables = [c + v + e for c in "bdfglmnprst" for v in "aeiou" for e in ("", "n", "r", "st")]
    seen = set(words)
    while len(words) < TYPES:
        made = "".join(rng.choice(syllables, rng.integers(2, 5)))
        if rng.random() < 0.03:  # numbers and names, as in news
            made = f"{rng.integers(1, 9_999):,}.{rng.integers(1, 99)}"
        elif rng.random() < 0.15:
            made = made.capitalize()
        if made not in seen:
            seen.add(made)
            words.append(made)
    return words


def segments(systems: int) -> Iterator[tuple[str, ...]]:
    """Endless (reference, system 1, …), of some 24 words a line, no line twice.

    Words follow Zipf's law. A system drops, replaces and swaps words of the
    reference, which brings it to some 30 BLEU.
    """
    rng = np.random.default_rng(SEED)
    words = word_types(rng)
    table = np.array(words + [f"{word}," for word in words], object)
    weights = (np.arange(TYPES) + 2.7) ** -1.07
    shares = np.cumsum(weights / weights.sum())

    def draw(size: int) -> np.ndarray:
        drawn = np.minimum(np.searchsorted(shares, rng.random(size)), TYPES - 1)
        return drawn + TYPES * (rng.random(size) < 0.05)

    seen: set[int] = set()
    while True:
        lengths = np.clip(rng.gamma(4.5, 5.5, CHUNK).round().astype(int), 6, 80)
        segment = np.repeat(np.arange(CHUNK), lengths)
        reference = draw(len(segment))
        streams = [_lines(table, reference, segment, rng)]
        for _ in range(systems):
            ids = np.where(rng.random(len(segment)) < 0.3, draw(len(segment)), reference)
            swaps = np.flatnonzero(rng.random(len(ids) - 1) < 0.03)
            ids[swaps], ids[swaps + 1] = ids[swaps + 1], ids[swaps]
            kept = rng.random(len(ids)) < 0.95
            streams.append(_lines(table, ids[kept], segment[kept], rng))
        for lines in zip(*streams, strict=True):
            numbers = set(map(hash, lines))
            if len(numbers) == len(lines) and not numbers & seen:
                seen |= numbers
                yield lines


def _lines(
    table: np.ndarray, ids: np.ndarray, segment: np.ndarray, rng: np.random.Generator
) -> list[str]:
    words = table[ids].tolist()
    bounds = np.searchsorted(segment, np.arange(CHUNK + 1)).tolist()
    ends = rng.choice([".", "?", '."', " (sic)."], CHUNK, p=[0.85, 0.08, 0.05, 0.02]).tolist()
    lines = []
    for first, last, end in zip(bounds[:-1], bounds[1:], ends, strict=True):
        line = " ".join(words[first:last])
        lines.append(line[:1].upper() + line[1:].rstrip(",") + end)
    return lines


def write_texts(folder: Path, size: int, systems: int) -> dict[str, float]:
    names = ["reference", *(f"system-{i}" for i in range(1, systems + 1))]
    words = 0
    with ExitStack() as stack:
        files = [
            stack.enter_context(open(folder / name, "w", encoding="utf-8", newline="\n"))
            for name in names
        ]
        for lines in islice(segments(systems), size):
            words += len(lines[0].split())
            for file, line in zip(files, lines, strict=True):
                file.write(f"{line}\n")
    bytes_ = sum(path.stat().st_size for path in folder.iterdir())
    return {"words": words / size, "megabytes": bytes_ / 1e6}


def read_texts(path: Path) -> list[str]:
    with open(path, encoding="utf-8", newline="\n") as file:
        return [line.removesuffix("\n") for line in file]


if __name__ == "__main__":
    folder, size, systems = sys.argv[1:]
    print(json.dumps(write_texts(Path(folder), int(size), int(systems))))
