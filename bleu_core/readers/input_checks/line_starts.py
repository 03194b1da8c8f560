"""Lines that begin with the same sign in one column and not in others, such as “English:”."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from bleu_core.common.arrays import mask, string_array
from bleu_core.messages import text as messages
from bleu_core.readers.input_checks.findings import (
    FEW_LINES,
    Finding,
    TextColumn,
    example_texts,
)

# Punctuation, a number, or a word with a mark: "['The", "12. The", "English: The".
# Translations begin with words. Other checks find ▁, <s>, __en__ and >>eng<<.
_START = r"^\s*(?P<start>[^\pL\pN\s▁<>_]+|\d+(?:[^\pL\pN\s]+|\s)|[\pL\pN_]+[:=(\[])"
# The share of lines with the same start, and how much more than in another column.
_SHARE, _MORE = 0.5, 0.4
# CSV may have quotation marks only where a line has a comma or a quotation mark.
_NO_CSV, _CSV_MORE = '^[^"].*[,"]', 0.1


def check_line_starts(columns: Sequence[TextColumn]) -> Iterator[Finding]:
    """Find systems and references of which most lines begin with the same sign, unlike others."""
    scored = [column for column in columns if column.role != "source"]
    starts = [_starts(column.texts) for column in scored]
    shares = [_shares(own) for own in starts]
    for column, own, share in zip(scored, starts, shares, strict=True):
        best = max(share, key=lambda start: share[start], default="")
        more = share.get(best, 0) - min(other.get(best, 0) for other in shares)
        is_csv = best == '"' and not mask(pc.match_substring_regex(column.texts, _NO_CSV)).any()
        lines = np.flatnonzero(mask(pc.equal(own, string_array([best])[0])) if best else False)
        if len(lines) < FEW_LINES or not (
            (share[best] >= _SHARE and more >= _MORE) or (is_csv and more >= _CSV_MORE)
        ):
            continue
        sentence = messages.same_start(len(lines), len(own), column.name, best)
        shown = example_texts(column.texts, lines)
        yield Finding("line starts", "serious", sentence, lines, shown, column.name)


def _shares(starts: pa.Array) -> dict[str, float]:
    """The share of the lines that have each start."""
    counted = zip(*(each.to_pylist() for each in starts.value_counts().flatten()), strict=True)
    return {start: number / len(starts) for start, number in counted if start}


def _starts(texts: pa.Array) -> pa.Array:
    """(S,) the sign at the beginning of each line, with 0 for each number; empty without one."""
    found = pc.extract_regex(texts, _START).field("start")
    return pc.utf8_trim_whitespace(pc.replace_substring_regex(found, r"\d+", "0"))
