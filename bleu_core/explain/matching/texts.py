"""The texts of a segment for matching: tokens, n-grams, counts, clip limits."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain

from bleu_core.messages import comparison
from bleu_core.text.config import BleuConfig
from bleu_core.text.spans import Token, tokens_with_spans

# A token of a language with spaces has five or six characters; one in a damaged file, millions.
CHARACTERS_PER_TOKEN = 20


@dataclass(frozen=True, slots=True)
class Text:
    """A text's tokens, its n-grams (ngrams[n - 1][i] begins at token i) and their counts."""

    tokens: tuple[Token, ...]
    ngrams: list[list[str]]
    counts: dict[str, int]

    @classmethod
    def read(cls, text: str, config: BleuConfig) -> Text:
        tokens = tuple(tokens_with_spans(text, config))
        words = [token.text for token in tokens]
        ngrams = [
            [" ".join(words[i : i + order]) for i in range(len(words) - order + 1)]
            for order in range(1, config.max_ngram_order + 1)
        ]
        return cls(tokens, ngrams, dict(Counter(chain.from_iterable(ngrams))))

    def opened(self, most: int | None) -> int:
        """How many of the first tokens are opened: at most `most`, and of limited length."""
        if most is None:
            return len(self.tokens)
        first = self.tokens[:most]
        return sum(token.end <= CHARACTERS_PER_TOKEN * most for token in first)

    def opened_ngrams(self, order: int, most: int | None) -> list[str]:
        """The n-grams of an order within the opened tokens."""
        return self.ngrams[order - 1][: max(0, self.opened(most) - order + 1)]


@dataclass(frozen=True, slots=True)
class References:
    """The references of a segment, None for a missing one, and their clip limits."""

    texts: tuple[Text | None, ...]
    limits: dict[str, int]

    @classmethod
    def read(cls, references: Sequence[str | None], config: BleuConfig) -> References:
        if isinstance(references, str):
            raise ValueError(comparison.references_one_string())
        if all(reference is None for reference in references):
            raise ValueError(comparison.no_reference())
        texts = tuple(None if text is None else Text.read(text, config) for text in references)
        limits: dict[str, int] = {}
        for text in filter(None, texts):
            for ngram, count in text.counts.items():
                limits[ngram] = max(count, limits.get(ngram, 0))
        return cls(texts, limits)

    def tokens(self, most: int | None = None) -> tuple[tuple[Token, ...] | None, ...]:
        """The opened tokens of each reference."""
        return tuple(
            None if text is None else text.tokens[: text.opened(most)] for text in self.texts
        )

    @property
    def lengths(self) -> tuple[int | None, ...]:
        return tuple(None if text is None else len(text.tokens) for text in self.texts)

    def counts(self, ngrams: Sequence[str]) -> list[tuple[int, ...]]:
        """Occurrences of each n-gram in each reference."""
        columns = [
            [0] * len(ngrams) if text is None else [text.counts.get(ngram, 0) for ngram in ngrams]
            for text in self.texts
        ]
        return list(zip(*columns, strict=True))
