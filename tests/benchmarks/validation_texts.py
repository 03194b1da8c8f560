"""What validation.py compares on: real texts, texts meant to break things, and settings."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from bleu_core import BleuConfig, Comparison, EvalSet
from bleu_core.text.config import SMOOTHING
from tests.core import reference_exact as exact
from tests.core.reference_exact import Counts
from tests.places import SAMPLE

TOKENIZERS = ("13a", "intl", "char", "zh", "none")


@dataclass(frozen=True)
class Texts:
    """Two outputs, references by streams, and perhaps documents."""

    name: str
    a: list[str]
    b: list[str]
    references: list[list[str | None]]
    documents: list[str] | None = None

    def comparison(self, config: BleuConfig) -> Comparison:
        systems = {"A": self.a, "B": self.b}
        return Comparison.of(EvalSet(systems, self.references, documents=self.documents), config)

    def of(self, rows: Sequence[int]) -> Texts:
        return Texts(
            self.name,
            [self.a[i] for i in rows],
            [self.b[i] for i in rows],
            [[stream[i] for i in rows] for stream in self.references],
            self.documents and [self.documents[i] for i in rows],
        )

    def counted(self, side: list[str], config: BleuConfig) -> list[Counts]:
        rows = []
        for i, line in enumerate(side):
            there = [text for stream in self.references if (text := stream[i]) is not None]
            references = [exact.tokens(text, config) for text in there]
            rows.append(exact.count(exact.tokens(line, config), references, config))
        return rows


def sample() -> Texts:
    names = ("apertium-direct", "apertium-pivot", "reference-1", "reference-2")
    a, b, *references = (lines(SAMPLE / f"{name}.en") for name in names)
    documents = lines(SAMPLE / "documents.txt")
    return Texts(f"sample, {len(a):,} segments", a, b, list(map(list, references)), documents)


def folder(path: Path) -> Texts:
    files = sorted(file for file in path.iterdir() if file.is_file())
    references = [file for file in files if file.name.startswith("reference")]
    left_out = ("reference", "source", "document")
    a, b, *_ = (lines(file) for file in files if not file.name.startswith(left_out))
    # Runs of lines stand for documents.
    documents = [str(i // 23) for i in range(len(a))]
    streams = [list(lines(file)) for file in references]
    return Texts(f"{path.name}, {len(a):,} segments", a, b, streams, documents)


def lines(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").removesuffix("\n").split("\n")


# The escapes: an emoji of three, a combining accent, a direction override, a byte order
# mark, a soft hyphen.
WORDS = [
    "the", "The", "a", "cat", "cats", "3.5%", "1,000", "U.S.", "don't", "e-mail", "naïve", "Straße",
    "İstanbul", "ﬁn", "x²", "ＡＢＣ", "猫がいる。", "今天，天气", "한국어", "مرحبا", "नमस्ते",
    "👩\u200d👩\u200d👧", "e\u0301", "\u202eabc\u202c", "&quot;", "&amp;lt;", "<skipped>", "@-@",
    "“q”", "’s", "–", "…", "$5", "a/b", "[1]", "{}", "\\n", "--", "\ufeff", "\xad",
]  # fmt: skip
SPACES = [*[" "] * 12, *"\t\u00a0\u3000\u2009\x0b\x0c\x1c\x85\u2028\r\x00", "  ", "", ""]


def nasty(rng: random.Random, segments: int, name: str = "nasty") -> Texts:
    """Few words, so that much matches and much is clipped; odd characters and spaces; gaps."""
    words = rng.choices(WORDS, k=rng.randint(2, 8))

    def line() -> str:
        size = rng.choice((0, 1, 2, 3, 4, 5, 8, 13, 30))
        return "".join(rng.choice(words) + rng.choice(SPACES) for _ in range(size))

    def near(text: str) -> str:
        parts = text.split(" ")
        return " ".join(w if rng.random() < 0.8 else rng.choice(WORDS) for w in parts)

    first = [line() for _ in range(segments)]
    streams: list[list[str | None]] = [list(first)]
    for _ in range(rng.choice((0, 0, 1, 2, 3))):
        streams.append([None if rng.random() < 0.1 else near(line()) for _ in range(segments)])
    a, b = ([near(text) if rng.random() < 0.8 else line() for text in first] for _ in "ab")
    return Texts(name, a, b, streams, [f"d{rng.randint(0, 5)}" for _ in range(segments)])


def known(rng: random.Random) -> BleuConfig:
    """Settings that sacreBLEU has."""
    method = rng.choice(list(SMOOTHING))
    value = rng.choice((None, 0.01, 0.5, 1, 2.5)) if SMOOTHING[method] is not None else None
    return BleuConfig(
        tokenize=rng.choice(TOKENIZERS),
        lowercase=rng.random() < 0.4,
        smooth_method=method,
        smooth_value=value,
        max_ngram_order=rng.choice((1, 2, 3, 4, 4, 4, 4, 6, 9)),
        effective_order=rng.random() < 0.4,
    )


def beyond(rng: random.Random) -> BleuConfig:
    """Settings that sacreBLEU lacks: weights, length rules."""
    config = known(rng)
    parts = [rng.randint(1, 9) for _ in range(config.max_ngram_order)]
    weights = tuple(part / sum(parts) for part in parts) if rng.random() < 0.7 else None
    return replace(config, weights=weights, reference_length=rng.choice(("shortest", "average")))
