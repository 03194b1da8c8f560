r"""Expressions that select segments: `points < -0.05 and kind = "news" and source ~ /\d/`.

Nothing is ever executed; patterns are RE2's, which takes time linear in the text.

- `grammar.lark`: the language
- `syntax`: parses and writes expressions
- `checking`: checks names and types against a comparison
- `evaluation`: selects segments
"""

from bleu_core.segments.expressions.checking import (
    DescribedColumn,
    check,
    describe_columns,
    missing_column,
    name_in_expression,
)
from bleu_core.segments.expressions.evaluation import (
    asymmetry_reason,
    chosen,
    is_symmetric,
    mask,
    swap_sides,
)
from bleu_core.segments.expressions.syntax import (
    LONGEST,
    And,
    ColumnTest,
    ExpressionError,
    Flag,
    HasValue,
    Name,
    Node,
    Not,
    Or,
    Pattern,
    conjoin,
    conjunction,
    conjuncts,
    equals_or_missing,
    names,
    parse,
    parse_conjuncts,
    written,
    written_conjuncts,
)

__all__ = [
    "LONGEST",
    "And",
    "ColumnTest",
    "DescribedColumn",
    "ExpressionError",
    "Flag",
    "HasValue",
    "Name",
    "Node",
    "Not",
    "Or",
    "Pattern",
    "asymmetry_reason",
    "check",
    "chosen",
    "conjoin",
    "conjunction",
    "conjuncts",
    "describe_columns",
    "equals_or_missing",
    "is_symmetric",
    "mask",
    "missing_column",
    "name_in_expression",
    "names",
    "parse",
    "parse_conjuncts",
    "swap_sides",
    "written",
    "written_conjuncts",
]
