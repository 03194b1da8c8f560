"""Properties of the texts for detectors, computed once: words, numbers, scripts, lengths."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from bleu_core.common.arrays import as_arrow, as_numpy, fill_nulls, mask, nulls_as_empty
from bleu_core.common.scripts import SCRIPTS, script_numbers
from bleu_core.explain.comparison import Comparison
from bleu_core.segments.detectors.names import Hashes, likely_names
from bleu_core.segments.detectors.placeholders import placeholder_items
from bleu_core.segments.detectors.words import WordIndex, characters_of
from bleu_core.segments.detectors.written_numbers import (
    NumberIndex,
    NumberValues,
    digit_groups,
    number_values,
)
from bleu_core.text.evalset import EvalSet

# Texts processed together; characters take four bytes each.
SCRIPT_BLOCK = 4_000
ScriptBits = NDArray[np.uint32]
# By number of a script; characters of no script, or of one without a name, have none.
_BITS = np.append(np.uint32(1) << np.arange(len(SCRIPTS) - 1, dtype=np.uint32), [0, 0])


def scripts_seen(texts: pa.Array, in_a_row: int) -> ScriptBits:
    """(S,) bit i: the text has `in_a_row` letters (1 or 2) of script i of SCRIPTS in a row.

    >>> found = scripts_seen(pa.array(["α cat", "αβ", "12", None], pa.large_string()), 2)
    >>> [[name for i, name in enumerate(SCRIPTS) if bits >> i & 1] for bits in found.tolist()]
    [['Latin'], ['Greek'], [], []]
    """
    texts = nulls_as_empty(texts)
    # The first script, Latin, is the only one in ASCII.
    result = mask(pc.match_substring_regex(texts, f"[A-Za-z]{{{in_a_row}}}")).astype(np.uint32)
    others = np.flatnonzero(~mask(pc.string_is_ascii(texts)))
    for first in range(0, len(others), SCRIPT_BLOCK):
        rows = others[first : first + SCRIPT_BLOCK]
        characters, starts = characters_of(texts.take(as_arrow(rows)))
        script = script_numbers(characters)
        if in_a_row == 2:
            alone = script != np.append(np.uint8(255), script[:-1])
            alone[starts] = True
            script = np.where(alone, len(SCRIPTS), script)
        result[rows] = np.bitwise_or.reduceat(_BITS[script], starts)
    return result


Mask = NDArray[np.bool_]
Ints = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class DetectorInput:
    """The texts of S segments: pyarrow arrays (S,), null for a missing reference."""

    a: pa.Array
    b: pa.Array
    source: pa.Array | None
    references: tuple[pa.Array, ...]
    evalset: EvalSet  # their test set; the references of its `whole` define what is usual

    @classmethod
    def of(cls, comparison: Comparison) -> DetectorInput:
        """Input of a comparison; for a part of a test set, usual values come from the whole."""
        data = comparison.evalset
        a, b = (data.systems[name] for name in (comparison.a, comparison.b))
        return cls(a, b, data.source, tuple(data.references), data)

    def __len__(self) -> int:
        return len(self.a)

    @property
    def whole(self) -> EvalSet:
        """The test set that these segments are a part of, or all of."""
        return self.evalset.whole

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
    def scripts(self) -> ScriptBits:
        """(S,) scripts with a letter in any reference: see `scripts_seen`."""
        bits: ScriptBits = np.bitwise_or.reduce([scripts_seen(r, 1) for r in self.references])
        return bits

    @cached_property
    def numbers(self) -> list[NumberValues]:
        """Numbers in all texts, by value and as groups of digits: see `NumberIndex.read`."""
        index = NumberIndex.of(self.texts)
        return [index.read(reading) for reading in (number_values, digit_groups)]

    @cached_property
    def placeholders(self) -> dict[str, tuple[Ints, Ints]]:
        """Placeholders in all texts: see `placeholder_items`."""
        return placeholder_items(self.texts)

    @cached_property
    def likely_names(self) -> tuple[Ints, Hashes]:
        """Words that may be names, of source and references: see `names.likely_names`."""
        assert self.source is not None
        return likely_names(self.source, self.references)

    @cached_property
    def lengths(self) -> dict[str, NDArray[np.float64]]:
        """(S,) characters of each text, by text name: see `character_counts`."""
        return {name: character_counts(texts) for name, texts in self.texts.items()}

    @cached_property
    def words(self) -> WordIndex:
        """Words of all texts."""
        return WordIndex.of(self.evalset, self.texts)

    @cached_property
    def characters_per_source(self) -> float:
        """Reference characters per source character, over the test set; NaN without a source."""
        if self.whole.source is None:
            return float("nan")
        source, total, sources = character_counts(self.whole.source), 0.0, 0.0
        for reference in self.whole.references:
            both = as_numpy(reference.is_valid()) & (source > 0)
            total += character_counts(reference)[both].sum()
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


def character_counts(texts: pa.Array) -> NDArray[np.float64]:
    """(S,) Unicode characters of each text; 0 for null."""
    return fill_nulls(pc.utf8_length(pc.utf8_trim_whitespace(texts)), np.float64)


def matches_any(texts: Sequence[pa.Array], pattern: str) -> Mask:
    """(S,) whether an RE2 pattern matches any text of a segment."""
    result: Mask = np.any([mask(pc.match_substring_regex(text, pattern)) for text in texts], axis=0)
    return result
