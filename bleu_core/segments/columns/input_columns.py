"""Columns of the input: texts, metadata, surface features, lengths and slice labels."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from bleu_core.common import scripts
from bleu_core.common.arrays import as_arrow, mask
from bleu_core.explain.comparison import Comparison
from bleu_core.messages import slice as messages
from bleu_core.metrics.bleu import SegmentStatistics
from bleu_core.segments.columns.table import (
    BOTH,
    FLAG,
    INPUT,
    NUMBER,
    ONE,
    TEXT,
    SegmentColumn,
    SegmentTable,
    SegmentTexts,
)
from bleu_core.segments.slice_criteria import CRITERIA, DESCRIPTIVE
from bleu_core.text.encoding import encode


def data_columns(comparison: Comparison) -> Iterator[SegmentColumn]:
    """Columns of every comparison."""
    data = comparison.evalset
    yield SegmentColumn("line", NUMBER, "The number of the line, from 1.", INPUT, _lines)
    yield SegmentColumn(
        "document",
        TEXT,
        "The document that a segment belongs to.",
        INPUT,
        lambda table: _single_texts(table.comparison.evalset.documents),
        "" if data.documents is not None else messages.no_documents(),
    )
    yield SegmentColumn(
        "source",
        TEXT,
        "The source text.",
        INPUT,
        lambda table: _single_texts(table.comparison.evalset.source),
        "" if data.source is not None else messages.no_source(),
    )
    yield SegmentColumn("reference", TEXT, "Any of the reference texts.", INPUT, _references)
    for side in "ab":
        yield SegmentColumn(
            side, TEXT, f"The output of {side.upper()}.", ONE, partial(_output, side)
        )
    yield SegmentColumn(
        "text", TEXT, "Any text: the source, a reference, A’s or B’s output.", BOTH, _any_text
    )


def metadata_columns(comparison: Comparison) -> Iterator[SegmentColumn]:
    """The columns of metadata."""
    for name in comparison.evalset.metadata:
        yield SegmentColumn(name, TEXT, "A column of the data.", INPUT, partial(_metadata, name))


def _lines(table: SegmentTable) -> NDArray[np.float64]:
    """Line numbers in the whole test set, also for a part of it."""
    return table.comparison.evalset.lines.astype(np.float64)


def _single_texts(column: pa.Array) -> SegmentTexts:
    return SegmentTexts(len(column), ((column, None),))


def _references(table: SegmentTable) -> SegmentTexts:
    return SegmentTexts(
        len(table), tuple((reference, None) for reference in table.comparison.evalset.references)
    )


def _output(side: str, table: SegmentTable) -> SegmentTexts:
    comparison = table.comparison
    return _single_texts(comparison.evalset.systems[comparison.a if side == "a" else comparison.b])


def _any_text(table: SegmentTable) -> SegmentTexts:
    names = ["source", "reference", "a", "b"]
    there = [table.texts(name) for name in names if not table.column(name).missing]
    return SegmentTexts(len(table), tuple(part for texts in there for part in texts.parts))


def _metadata(name: str, table: SegmentTable) -> SegmentTexts:
    return _single_texts(table.comparison.evalset.metadata[name])


_CLOSING = r"""[\p{Pe}\p{Pf}"'!?.…*]*"""
# RE2 patterns; RE2's \s matches ASCII white space only.
_SPACE = r"[\s\p{Z}]"
PATTERNS = {
    # A question mark within a word or an address does not count.
    "question": (
        rf"[？؟;፧⸮՞]|\?{_CLOSING}(?:{_SPACE}|$)",
        "has a question mark at the end of a word",
    ),
    "quotation": (
        r'["“”„‟«»‹›「」『』〝〞〟＂]',
        "has a quotation mark; single ones, which may be apostrophes, do not count",
    ),
    "digits": (r"\p{Nd}", "has a digit"),
    "brackets": (r"[()\[\]{}（）［］｛｝【】〔〕]", "has a round, square or curly bracket"),
    "url": (
        r"(?i)(?:https?|ftp)://\S|www\.\S|[\p{L}\p{N}_%+-]@[\p{L}\p{N}.-]*[\p{L}\p{N}]\.\p{L}",
        "has a web address (http://, https://, ftp:// or www.) or an e-mail address",
    ),
    "markup": (
        r"</?\p{L}[^<>]*>|<!--|&(?:#[0-9]+|#[xX][0-9A-Fa-f]+|[A-Za-z][A-Za-z0-9]*);",
        "has a tag, such as <b>, a comment <!-- or an entity, such as &amp;",
    ),
    # Capitals after the end of a sentence, a colon or a dash do not count; "I" is not a name.
    "capitals": (
        rf"""[\p{{L}}\p{{M}}\p{{Nd}},;][\p{{Pe}}\p{{Pf}}"']*{_SPACE}+[\p{{Ps}}\p{{Pi}}"']*"""
        r"[\p{Lu}\p{Lt}]\p{M}*\p{L}",
        "has a capitalised word of two letters or more inside a sentence: after a word, a number, "
        "a comma or a semicolon",
    ),
}


def surface_columns(comparison: Comparison) -> Iterator[SegmentColumn]:
    """Features of the source, or of the first reference without a source."""
    whose = "The reference" if comparison.evalset.source is None else "The source"
    for name, (pattern, has) in PATTERNS.items():
        yield SegmentColumn(
            name, FLAG, f"{whose} {has}.", INPUT, partial(_matches_pattern, pattern)
        )
    yield SegmentColumn(
        "script",
        TEXT,
        f"The script that most letters of {whose.lower()} are of; missing where it has no letter.",
        INPUT,
        _scripts,
    )


def translated_texts(table: SegmentTable) -> pa.Array:
    """(S,) the source; without one, the first reference that a segment has."""
    evalset = table.comparison.evalset
    return pc.coalesce(*evalset.references) if evalset.source is None else evalset.source


def _matches_pattern(pattern: str, table: SegmentTable) -> NDArray[Any]:
    return mask(pc.match_substring_regex(translated_texts(table), pattern))


def _scripts(table: SegmentTable) -> SegmentTexts:
    return SegmentTexts(len(table), ((scripts.main_script(translated_texts(table)), None),))


def length_columns(comparison: Comparison) -> Iterator[SegmentColumn]:
    """Lengths of source, reference and outputs, and length ratios."""
    yield SegmentColumn(
        "source.length",
        NUMBER,
        "Tokens of the source, by the tokenizer of the outputs.",
        INPUT,
        _source_lengths,
        "" if comparison.evalset.source is not None else messages.no_source(),
    )
    # The closest reference depends on the output, so only the mean is symmetric in A and B.
    yield SegmentColumn(
        "reference.length",
        NUMBER,
        "Tokens of the reference: the mean of those that A and that B are measured against.",
        BOTH,
        lambda table: (table.comparison.stats_a.ref_len + table.comparison.stats_b.ref_len) / 2,
    )
    for side in "ab":
        name = side.upper()
        yield SegmentColumn(
            f"{side}.length",
            NUMBER,
            f"Tokens of the output of {name}.",
            ONE,
            partial(_output_lengths, side),
        )
        yield SegmentColumn(
            f"{side}.ratio",
            NUMBER,
            f"Tokens of the output of {name} for each token of the reference that it is measured "
            "against; missing where the reference is empty.",
            ONE,
            partial(_ratio, side),
        )


def _source_lengths(table: SegmentTable) -> NDArray[np.float64]:
    comparison = table.comparison
    texts: Any = comparison.evalset.source
    (source,), _ = encode([texts], comparison.config)
    return source.lengths.astype(np.float64)


def _stats(side: str, table: SegmentTable) -> SegmentStatistics:
    return table.comparison.stats_a if side == "a" else table.comparison.stats_b


def _output_lengths(side: str, table: SegmentTable) -> NDArray[np.float64]:
    return _stats(side, table).sys_len.astype(np.float64)


def _ratio(side: str, table: SegmentTable) -> NDArray[np.float64]:
    stats = _stats(side, table)
    nothing = np.full(len(table), np.nan)
    return np.divide(stats.sys_len, stats.ref_len, out=nothing, where=stats.ref_len > 0)


def slice_columns(comparison: Comparison) -> Iterator[SegmentColumn]:
    """One column per computed criterion."""
    for name, (_, about) in CRITERIA.items():
        of = ONE if name in DESCRIPTIVE else BOTH
        yield SegmentColumn(name, TEXT, about, of, partial(_slice_labels, name))


def _slice_labels(name: str, table: SegmentTable) -> SegmentTexts:
    bands = CRITERIA[name][0](table.comparison)
    labels = pa.array(bands.labels, pa.large_string()).take(as_arrow(bands.part))
    return SegmentTexts(len(table), ((labels, None),))
