"""What detectors look at: the outputs of A and B, and what they are held against."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from bleu_core.arrow import as_arrow, as_numpy, filled, mask
from bleu_core.comparison import Comparison
from bleu_core.config import BleuConfig
from bleu_core.encoding import EncodedStream, encode
from bleu_core.evalset import EvalSet, Part

Mask = NDArray[np.bool_]

# Words in lower case, whatever BLEU is counted with: those of 13a, Chinese characters apart.
WORDS = BleuConfig(tokenize="zh", lowercase=True)


@dataclass(frozen=True, eq=False)
class Words:
    """The words of texts, numbered by one dictionary of V.

    Attributes
    ----------
    streams : mapping
        Those of "a", "b", "source" if there is one, "reference 0", "reference 1" and so on.
    plain : (V,) bool array
        Which have a letter or a digit: the others are punctuation.
    letters : (V,) bool array
        Which have a letter.
    """

    streams: Mapping[str, EncodedStream]
    plain: Mask
    letters: Mask

    @cached_property
    def _offsets(self) -> dict[str, NDArray[np.int64]]:
        return {name: stream.offsets for name, stream in self.streams.items()}

    def of(self, name: str, segment: int) -> list[int]:
        """The words of one text."""
        first, last = self._offsets[name][segment : segment + 2]
        found: list[int] = self.streams[name].ids[first:last].tolist()
        return found

    def spoken(self, text: list[int]) -> list[int]:
        """A text without punctuation."""
        return [word for word in text if self.plain[word]]

    def references(self, segment: int) -> list[list[int]]:
        """The words of each reference that the segment has."""
        names = (name for name in self.streams if name.startswith("reference"))
        return [self.of(name, segment) for name in names if self.streams[name].present[segment]]


@dataclass(frozen=True, eq=False)
class Material:
    """The texts of S segments.

    Attributes
    ----------
    a, b : (S,) pyarrow arrays
        The outputs.
    source : (S,) pyarrow array or None
    references : tuple of (S,) pyarrow arrays
        null where one is missing.
    whole : EvalSet
        The test set that they are of: what is usual in it says its references.
    """

    a: pa.Array
    b: pa.Array
    source: pa.Array | None
    references: tuple[pa.Array, ...]
    whole: EvalSet

    @classmethod
    def of(cls, comparison: Comparison) -> Material:
        """That of a comparison; of part of a test set, what is usual is that of the whole."""
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
        """The source, if there is one, and the references."""
        return [*([] if self.source is None else [self.source]), *self.references]

    @cached_property
    def words(self) -> Words:
        """`WORDS` of all texts."""
        streams = {"a": self.a, "b": self.b}
        if self.source is not None:
            streams["source"] = self.source
        names = [*streams, *(f"reference {i}" for i in range(len(self.references)))]
        encoded, dictionary = encode([*streams.values(), *self.references], WORDS)
        texts = [word.decode() for word in dictionary.to_pylist()]
        return Words(
            dict(zip(names, encoded, strict=True)),
            np.array([any(map(str.isalnum, text)) for text in texts], bool),
            np.array([any(map(str.isalpha, text)) for text in texts], bool),
        )

    @cached_property
    def characters_per_source(self) -> float:
        """Of the references of the test set, for one character of their sources; NaN for none."""
        if self.whole.source is None:
            return float("nan")
        source, total, sources = characters(self.whole.source), 0.0, 0.0
        for reference in self.whole.references:
            both = as_numpy(reference.is_valid()) & (source > 0)
            total += characters(reference)[both].sum()
            sources += source[both].sum()
        return total / sources if sources else float("nan")

    def rows(self, wanted: Mask, side: str) -> Iterator[tuple[int, str, list[str]]]:
        """The wanted segments: index, output, and what others there are of it, source first."""
        rows = np.flatnonzero(wanted)
        indices = as_arrow(rows)
        outputs = self.output(side).take(indices).to_pylist()
        columns = [column.take(indices).to_pylist() for column in self.others]
        for i, output, *others in zip(rows.tolist(), outputs, *columns, strict=True):
            yield i, output or "", [text for text in others if text is not None]


def characters(texts: pa.Array) -> NDArray[np.float64]:
    """(S,) Unicode characters of each text; 0 for none."""
    return filled(pc.utf8_length(pc.utf8_trim_whitespace(texts)), np.float64)


def fits(texts: Sequence[pa.Array], pattern: str) -> Mask:
    """(S,) whether RE2's pattern fits any of the texts of a segment."""
    found: Mask = np.any([mask(pc.match_substring_regex(one, pattern)) for one in texts], axis=0)
    return found
