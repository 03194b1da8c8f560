"""Surface features of the text to translate: question, digits, markup, script."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from bleu_core.common import scripts
from bleu_core.common.arrow import mask
from bleu_core.explain.comparison import Comparison
from bleu_core.segments.columns.table import FLAG, INPUT, TEXT, Column, Table, Texts

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


def columns(comparison: Comparison) -> Iterator[Column]:
    """Features of the source, or of the first reference without a source."""
    whose = "The reference" if comparison.evalset.source is None else "The source"
    for name, (pattern, has) in PATTERNS.items():
        yield Column(name, FLAG, f"{whose} {has}.", INPUT, partial(_fits, pattern))
    yield Column(
        "script",
        TEXT,
        f"The script that most letters of {whose.lower()} are of; missing where it has no letter.",
        INPUT,
        _scripts,
    )


def translated(table: Table) -> pa.Array:
    """(S,) the source; without one, the first reference that a segment has."""
    evalset = table.comparison.evalset
    return pc.coalesce(*evalset.references) if evalset.source is None else evalset.source


def _fits(pattern: str, table: Table) -> NDArray[Any]:
    return mask(pc.match_substring_regex(translated(table), pattern))


def _scripts(table: Table) -> Texts:
    return Texts(len(table), ((scripts.of_most_letters(translated(table)), None),))
