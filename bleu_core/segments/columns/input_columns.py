"""Columns of the input: texts, metadata, surface features, lengths and slice labels."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
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
from bleu_core.text.encoding import encode_columns


def data_columns(comparison: Comparison) -> Iterator[SegmentColumn]:
    """Columns of every comparison; `line` is the number in the whole test set, also for a part."""
    data = comparison.evalset
    yield SegmentColumn(
        "line", NUMBER, "Line number, from 1.", INPUT, lambda _: data.lines.astype(float)
    )
    for name, about, texts, reason in (
        ("document", "Document of the segment.", data.documents,
         messages.no_documents()),
        ("source", "Source text.", data.source, messages.no_source()),
    ):  # fmt: skip
        missing = reason if texts is None else ""
        yield SegmentColumn(name, TEXT, about, INPUT, partial(_same_texts, [texts]), missing)
    references = partial(_same_texts, data.references)
    yield SegmentColumn("reference", TEXT, "Any reference text.", INPUT, references)
    for side, system in (("a", comparison.a), ("b", comparison.b)):
        output = partial(_same_texts, [data.systems[system]])
        yield SegmentColumn(side, TEXT, f"Output of {side.upper()}.", ONE, output)
    about = "Any text: source, reference, or output of A or B."
    yield SegmentColumn("text", TEXT, about, BOTH, _any_text)


def metadata_columns(comparison: Comparison) -> Iterator[SegmentColumn]:
    """The columns of metadata."""
    for name, texts in comparison.evalset.metadata.items():
        make = partial(_same_texts, [texts])
        yield SegmentColumn(name, TEXT, "Column of the input data.", INPUT, make)


def _same_texts(columns: Sequence[pa.Array], table: SegmentTable) -> SegmentTexts:
    """Columns with a text for each segment."""
    return SegmentTexts(len(table), tuple((column, None) for column in columns))


def _any_text(table: SegmentTable) -> SegmentTexts:
    names = ("source", "reference", "a", "b")
    there = [table.texts(name) for name in names if not table.column(name).missing]
    return SegmentTexts(len(table), tuple(part for texts in there for part in texts.parts))


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
    """Features of the source, or of the first reference without a source."""
    whose = "The reference" if comparison.evalset.source is None else "The source"
    for name, (pattern, has) in PATTERNS.items():
        make = partial(_matches_pattern, pattern)
        yield SegmentColumn(name, FLAG, f"{whose} {has}.", INPUT, make)
    about = f"Script of most letters of {whose.lower()}; missing if it has no letters."
    yield SegmentColumn("script", TEXT, about, INPUT, _scripts)


def translated_texts(table: SegmentTable) -> pa.Array:
    """(S,) the source; without one, the first reference that a segment has."""
    evalset = table.comparison.evalset
    return pc.coalesce(*evalset.references) if evalset.source is None else evalset.source


def _matches_pattern(pattern: str, table: SegmentTable) -> NDArray[Any]:
    return mask(pc.match_substring_regex(translated_texts(table), pattern))


def _scripts(table: SegmentTable) -> SegmentTexts:
    return _same_texts([scripts.main_script(translated_texts(table))], table)


def length_columns(comparison: Comparison) -> Iterator[SegmentColumn]:
    """Lengths of source, reference and outputs, and length ratios."""
    about = "Number of source tokens, with the tokenizer of the outputs."
    missing = "" if comparison.evalset.source is not None else messages.no_source()
    yield SegmentColumn("source.length", NUMBER, about, INPUT, _source_lengths, missing)
    # The closest reference depends on the output, so only the mean is symmetric in A and B.
    yield SegmentColumn(
        "reference.length",
        NUMBER,
        "Reference length in tokens: the mean of the lengths used for A and for B.",
        BOTH,
        lambda table: (table.comparison.stats_a.ref_len + table.comparison.stats_b.ref_len) / 2,
    )
    for side in "ab":
        output = f"Number of tokens in the output of {side.upper()}"
        make = partial(_output_lengths, side)
        yield SegmentColumn(f"{side}.length", NUMBER, f"{output}.", ONE, make)
        about = (
            f"Length ratio of {side.upper()}: output tokens per reference token; missing if the "
            "reference is empty."
        )
        yield SegmentColumn(f"{side}.ratio", NUMBER, about, ONE, partial(_ratio, side))


def _source_lengths(table: SegmentTable) -> NDArray[np.float64]:
    evalset: Any = table.comparison.evalset
    (source,), _ = encode_columns(evalset, [evalset.source], table.comparison.config)
    return source.lengths.astype(np.float64)


def _output_lengths(side: str, table: SegmentTable) -> NDArray[np.float64]:
    return table.stats(side).sys_len.astype(np.float64)


def _ratio(side: str, table: SegmentTable) -> NDArray[np.float64]:
    stats = table.stats(side)
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
    return _same_texts([labels], table)
