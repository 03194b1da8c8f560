"""Input of the detectors: the outputs of A and B, and the texts they are compared with."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from bleu_core.common.arrow import as_arrow, as_numpy, filled, mask
from bleu_core.explain.comparison import Comparison
from bleu_core.segments.detectors.scripts_seen import Bits, scripts_seen
from bleu_core.segments.detectors.written import Written
from bleu_core.text.config import BleuConfig
from bleu_core.text.encoding import EncodedStream, encode
from bleu_core.text.evalset import EvalSet, Part

Mask = NDArray[np.bool_]

# Lower-case words, independent of BLEU's settings: those of 13a, Chinese characters separate.
WORDS = BleuConfig(tokenize="zh", lowercase=True)


@dataclass(frozen=True, eq=False)
class Words:
    """The words of texts, numbered by one dictionary of V words.

    Attributes
    ----------
    streams : mapping
        By name as in `Material.texts`.
    plain : (V,) bool array
        Which words have a letter or a digit; the others are punctuation.
    letters : (V,) bool array
        Which words have a letter.
    """

    streams: Mapping[str, EncodedStream]
    plain: Mask
    letters: Mask

    @classmethod
    def of(cls, texts: Mapping[str, pa.Array]) -> Words:
        """Words of texts by name."""
        encoded, dictionary = encode(list(texts.values()), WORDS)
        words = [word.decode() for word in dictionary.to_pylist()]
        return cls(
            dict(zip(texts, encoded, strict=True)),
            np.array([word.isalnum() or any(map(str.isalnum, word)) for word in words], bool),
            np.array([word.isalpha() or any(map(str.isalpha, word)) for word in words], bool),
        )

    @cached_property
    def _offsets(self) -> dict[str, NDArray[np.int64]]:
        return {name: stream.offsets for name, stream in self.streams.items()}

    def text(self, name: str, segment: int) -> list[int]:
        """The words of one text."""
        first, last = self._offsets[name][segment : segment + 2]
        result: list[int] = self.streams[name].ids[first:last].tolist()
        return result

    def without_punctuation(self, text: list[int]) -> list[int]:
        """A text without punctuation."""
        return [word for word in text if self.plain[word]]

    def references(self, segment: int) -> list[list[int]]:
        """The words of each reference of a segment."""
        names = (name for name in self.streams if name.startswith("reference"))
        return [self.text(name, segment) for name in names if self.streams[name].present[segment]]


@dataclass(frozen=True, eq=False)
class Material:
    """The texts of S segments.

    Attributes
    ----------
    a, b : (S,) pyarrow arrays
        The outputs.
    source : (S,) pyarrow array or None
    references : tuple of (S,) pyarrow arrays
        null if missing.
    whole : EvalSet
        The test set that they belong to; its references define what is usual.
    """

    a: pa.Array
    b: pa.Array
    source: pa.Array | None
    references: tuple[pa.Array, ...]
    whole: EvalSet

    @classmethod
    def of(cls, comparison: Comparison) -> Material:
        """Input of a comparison; for a part of a test set, usual values come from the whole."""
        data = comparison.evalset
        a, b = (data.systems[name] for name in (comparison.a, comparison.b))
        whole = data.whole if isinstance(data, Part) else data
        return cls(a, b, data.source, tuple(data.references), whole)

    def __len__(self) -> int:
        return len(self.a)

    def output(self, side: str) -> pa.Array:
        """The outputs of "a" or "b"."""
        return {"a": self.a, "b": self.b}[side]

    @property
    def others(self) -> list[pa.Array]:
        """The source, if any, and the references."""
        return [*([] if self.source is None else [self.source]), *self.references]

    @property
    def texts(self) -> dict[str, pa.Array]:
        """All texts by name: "a", "b", "source" if any, "reference 0", "reference 1" …"""
        source = {} if self.source is None else {"source": self.source}
        references = {f"reference {i}": one for i, one in enumerate(self.references)}
        return {"a": self.a, "b": self.b, **source, **references}

    def compared_texts(self, side: str) -> list[str]:
        """Names of an output's texts and of the texts it is compared with."""
        return [side, *(name for name in self.texts if name not in ("a", "b"))]

    @cached_property
    def scripts(self) -> Bits:
        """(S,) scripts with a letter in any reference: see `scripts_seen`."""
        result: Bits = np.bitwise_or.reduce(
            [scripts_seen(reference, 1) for reference in self.references]
        )
        return result

    @cached_property
    def numbers(self) -> dict[str, Written]:
        """Numbers in all texts, by text name."""
        return {name: Written.of(texts) for name, texts in self.texts.items()}

    @cached_property
    def words(self) -> Words:
        """`WORDS` of the outputs and the source; references are only needed for `part`."""
        return Words.of({n: t for n, t in self.texts.items() if not n.startswith("reference")})

    def part(self, rows: NDArray[np.int64]) -> Material:
        """Some segments, by index."""
        chosen = as_arrow(rows)
        a, b, *others = (texts.take(chosen) for texts in self.texts.values())
        source = None if self.source is None else others.pop(0)
        return Material(a, b, source, tuple(others), self.whole)

    @cached_property
    def characters_per_source(self) -> float:
        """Reference characters per source character, over the test set; NaN without a source."""
        if self.whole.source is None:
            return float("nan")
        source, total, sources = characters(self.whole.source), 0.0, 0.0
        for reference in self.whole.references:
            both = as_numpy(reference.is_valid()) & (source > 0)
            total += characters(reference)[both].sum()
            sources += source[both].sum()
        return total / sources if sources else float("nan")

    def rows(self, wanted: Mask, side: str) -> Iterator[tuple[int, str, list[str]]]:
        """Selected segments: index, output, and its other texts, source first."""
        rows = np.flatnonzero(wanted)
        indices = as_arrow(rows)
        outputs = self.output(side).take(indices).to_pylist()
        columns = [column.take(indices).to_pylist() for column in self.others]
        for i, output, *others in zip(rows.tolist(), outputs, *columns, strict=True):
            yield i, output or "", [text for text in others if text is not None]


def characters(texts: pa.Array) -> NDArray[np.float64]:
    """(S,) Unicode characters of each text; 0 for null."""
    return filled(pc.utf8_length(pc.utf8_trim_whitespace(texts)), np.float64)


def fits(texts: Sequence[pa.Array], pattern: str) -> Mask:
    """(S,) whether an RE2 pattern matches any text of a segment."""
    result: Mask = np.any([mask(pc.match_substring_regex(text, pattern)) for text in texts], axis=0)
    return result
