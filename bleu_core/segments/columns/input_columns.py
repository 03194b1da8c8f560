"""Columns of the input: texts, metadata, surface features, lengths and slice labels."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache, partial
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from bleu_core.common import scripts
from bleu_core.common.arrays import as_arrow, mask, string_array
from bleu_core.common.pair import SIDES, A, B
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
    of_stats,
)
from bleu_core.segments.slice_criteria import CRITERIA, DESCRIPTIVE, partition_by
from bleu_core.text.encoding import encode_columns


def data_columns(comparison: Comparison) -> Iterator[SegmentColumn]:
    """Columns of every comparison; `line` is the number in the whole test set, also for a part."""
    data = comparison.evalset
    yield SegmentColumn(
        "line", NUMBER, "Line number, from 1.", INPUT, lambda _: data.lines.astype(float)
    )
    a, b = data.systems[comparison.a], data.systems[comparison.b]
    source = [] if data.source is None else [data.source]
    documents = [] if data.documents is None else [data.documents]
    for name, about, depends_on, columns, missing in (
        (
            "document",
            "Document of the segment.",
            INPUT,
            documents,
            messages.unavailable("documents"),
        ),
        ("source", "Source text.", INPUT, source, messages.unavailable("source")),
        ("reference", "Any reference text.", INPUT, data.references, ""),
        ("a", f"Output of {A}.", ONE, [a], ""),
        ("b", f"Output of {B}.", ONE, [b], ""),
        (
            "text",
            f"Any text: source, reference, or output of {A} or {B}.",
            BOTH,
            [*source, *data.references, a, b],
            "",
        ),
    ):
        yield text_column(name, about, depends_on, columns, "" if columns else missing)


def text_column(
    name: str, about: str, depends_on: str, columns: Sequence[pa.Array], missing: str = ""
) -> SegmentColumn:
    """A column of columns with a text for each segment."""
    return SegmentColumn(
        name, TEXT, about, depends_on, lambda table: _one_each(table, *columns), missing
    )


def _one_each(table: SegmentTable, *columns: pa.Array) -> SegmentTexts:
    return SegmentTexts(len(table), tuple((column, None) for column in columns))


_CLOSING = r"""[\p{Pe}\p{Pf}"'!?.…*]*"""
# RE2 patterns; RE2's \s matches ASCII white space only.
_SPACE = r"[\s\p{Z}]"
PATTERNS = {
    # A question mark within a word or an address does not count. The Greek one has a code of its
    # own, U+037E, but is usually typed as a semicolon; elsewhere a semicolon is none.
    "question": (
        rf"[？؟\x{{37E}}፧⸮՞]|(?:\?|\p{{Greek}};){_CLOSING}(?:{_SPACE}|$)",
        "has a question mark at the end of a word (after a Greek letter, also a semicolon)",
    ),
    "quotation": (
        r'["“”„‟«»‹›「」『』〝〞〟＂]',
        "has a quotation mark, not counting single ones (possible apostrophes)",
    ),
    "digits": (r"\p{Nd}", "has a digit"),
    "brackets": (r"[()\[\]{}（）［］｛｝【】〔〕]", "has a round, square or curly bracket"),
    "url": (
        r"(?i)(?:https?|ftp)://\S|www\.\S|[\p{L}\p{N}_%+-]@[\p{L}\p{N}.-]*[\p{L}\p{N}]\.\p{L}",
        "has a web address (http://, https://, ftp:// or www.) or an email address",
    ),
    "markup": (
        r"</?\p{L}[^<>]*>|<!--|&(?:#[0-9]+|#[xX][0-9A-Fa-f]+|[A-Za-z][A-Za-z0-9]*);",
        "has a tag, such as <b>, a comment <!-- or an entity, such as &amp;",
    ),
    # Capitals after the end of a sentence, a colon or a dash do not count; "I" is not a name.
    "capitals": (
        rf"""[\p{{L}}\p{{M}}\p{{Nd}},;][\p{{Pe}}\p{{Pf}}"']*{_SPACE}+[\p{{Ps}}\p{{Pi}}"']*"""
        r"[\p{Lu}\p{Lt}]\p{M}*\p{L}",
        "has a capitalized word of two letters or more inside a sentence: after a word, a number, "
        "a comma or a semicolon",
    ),
}


def surface_columns(comparison: Comparison) -> Iterator[SegmentColumn]:
    """Features of the source; without one, of the first reference that a segment has."""
    source, references = comparison.evalset.source, comparison.evalset.references
    whose = "The reference" if source is None else "The source"
    texts = cache(lambda: pc.coalesce(*references) if source is None else source)
    for name, (pattern, has) in PATTERNS.items():
        make = partial(_matches_pattern, texts, pattern)
        yield SegmentColumn(name, FLAG, f"{whose} {has}.", INPUT, make)
    about = f"Script of most letters of {whose.lower()}; missing if it has no letters."
    yield SegmentColumn(
        "script", TEXT, about, INPUT, lambda table: _one_each(table, scripts.main_script(texts()))
    )


def _matches_pattern(
    texts: Callable[[], pa.Array], pattern: str, _: SegmentTable
) -> NDArray[np.bool_]:
    return mask(pc.match_substring_regex(texts(), pattern))


def length_columns(comparison: Comparison) -> Iterator[SegmentColumn]:
    """Lengths of source, reference and outputs, and length ratios."""
    about = "Number of source tokens, with the tokenizer of the outputs."
    missing = "" if comparison.evalset.source is not None else messages.unavailable("source")
    yield SegmentColumn("source.length", NUMBER, about, INPUT, _source_lengths, missing)
    # The closest reference depends on the output, so only the mean is symmetric in A and B.
    yield SegmentColumn(
        "reference.length",
        NUMBER,
        f"Reference length in tokens: the mean of the lengths used for {A} and for {B}.",
        BOTH,
        lambda table: (table.stats("a").ref_len + table.stats("b").ref_len) / 2,
    )
    for side in "ab":
        yield SegmentColumn(
            f"{side}.length",
            NUMBER,
            f"Number of tokens in the output of {SIDES[side]}.",
            ONE,
            of_stats(side, lambda stats: stats.sys_len.astype(np.float64)),
        )
        about = (
            f"Length ratio of {SIDES[side]}: output tokens per reference token; missing if the "
            "reference is empty."
        )
        yield SegmentColumn(f"{side}.ratio", NUMBER, about, ONE, of_stats(side, _ratio))


def _source_lengths(table: SegmentTable) -> NDArray[np.float64]:
    evalset: Any = table.comparison.evalset
    (source,), _ = encode_columns(evalset, [evalset.source], table.comparison.config)
    return source.lengths.astype(np.float64)


def _ratio(stats: SegmentStatistics) -> NDArray[np.float64]:
    nothing = np.full(len(stats), np.nan)
    return np.divide(stats.sys_len, stats.ref_len, out=nothing, where=stats.ref_len > 0)


def slice_columns(comparison: Comparison) -> Iterator[SegmentColumn]:
    """One column per computed criterion."""
    for name, (_, about) in CRITERIA.items():
        depends_on = ONE if name in DESCRIPTIVE else BOTH
        yield SegmentColumn(name, TEXT, about, depends_on, partial(_slice_labels, name))


def _slice_labels(name: str, table: SegmentTable) -> SegmentTexts:
    bands = partition_by(table.comparison, name)
    labels = string_array(bands.labels)
    return _one_each(table, labels.take(as_arrow(bands.part)))
