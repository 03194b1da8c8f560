"""Expressions that select segments: `points < -0.05 and kind = "news" and source ~ /\\d/`.

`grammar.lark` is the language; `syntax.py` parses and writes it, `checking.py` checks names and
types against a comparison, `evaluation.py` selects segments. Nothing is ever executed; patterns are
RE2's, which takes time linear in the text.
"""

from bleu_core.segments.expressions.checking import check, lacking
from bleu_core.segments.expressions.choosing import chosen
from bleu_core.segments.expressions.describing import Described, described, in_writing
from bleu_core.segments.expressions.exchange import exchanged, is_exchangeable
from bleu_core.segments.expressions.faults import ExpressionError
from bleu_core.segments.expressions.masks import mask
from bleu_core.segments.expressions.parsing import LONGEST, parse
from bleu_core.segments.expressions.tree import (
    And,
    Compared,
    Flag,
    Given,
    Name,
    Node,
    Not,
    Or,
    Pattern,
    conjunction,
    conjuncts,
    names,
)
from bleu_core.segments.expressions.writing import conjoined, written

__all__ = [
    "LONGEST",
    "And",
    "Compared",
    "Described",
    "ExpressionError",
    "Flag",
    "Given",
    "Name",
    "Node",
    "Not",
    "Or",
    "Pattern",
    "check",
    "chosen",
    "conjoined",
    "conjunction",
    "conjuncts",
    "described",
    "exchanged",
    "in_writing",
    "is_exchangeable",
    "lacking",
    "mask",
    "names",
    "parse",
    "written",
]
