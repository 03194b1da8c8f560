"""Trees of expressions over a made-up comparison, and what they say of it, segment by segment."""

import re
from collections.abc import Callable
from typing import Any

from hypothesis import strategies as st

from bleu_core import Comparison, EvalSet
from bleu_core.segments.columns import FLAG, NUMBER, TEXT, SegmentTable, table_of
from bleu_core.segments.expressions import (
    And,
    ColumnTest,
    Flag,
    HasValue,
    Name,
    Node,
    Not,
    Or,
    Pattern,
)

A = ["the cat sat", "a Dog?", "", "the cat", 'it is "5"', "x y z"]
B = ["the cat sat", "a dog?", "on it", "cat the", "it is /5/", "x y"]
DATA = EvalSet(
    {"A": A, "B": B},
    [["the cat sat", "a dog?", "on it", "the cat", None, ""], ["The Cat", None, None, "x", "", ""]],
    source=["eins", "zwei", "on it", "", "5", "x y z"],
    documents=["d", "d", None, "e", "", "e"],
    metadata={"kind": ["news", None, "chat", "", "news", "news"], "my `kind`": list("abcabc")},
)
WORDS = ["the cat", "cat", "THE", "news", "d", "", "5", "x y", "it is /5/", "a\\", "?"]
PATTERNS = [r"\d", "^x", "/", r"a\\", "", "(the|on) ", "[aeiou]{2}"]

numbers = st.sampled_from([0.0, 1.0, 2.5, -3.0, 6.0, 1e-9, 100.0]) | st.floats(
    allow_nan=False, allow_infinity=False
)
strings = st.sampled_from(WORDS) | st.text(max_size=8)
patterns = st.sampled_from(PATTERNS).map(Pattern)
any_names = st.one_of(
    st.text(min_size=1, max_size=8),
    st.sampled_from(
        ["and", "NOT", "in.x", "not.", "a.copy", "a..b", "delta.chrf++", "größe", "1a"]
    ),
).map(Name)


def table() -> SegmentTable:
    return table_of(Comparison.of(DATA))


def over(leaves: st.SearchStrategy[Node]) -> st.SearchStrategy[Node]:
    """Trees of conditions."""

    def joined(parts: st.SearchStrategy[Node]) -> st.SearchStrategy[Node]:
        several = st.lists(parts, min_size=2, max_size=4).map(tuple)
        return parts.map(Not) | several.map(And) | several.map(Or)

    return st.recursive(leaves, joined, max_leaves=12)


def _compared(
    name: st.SearchStrategy[Name], signs: list[str], value: st.SearchStrategy[Any]
) -> st.SearchStrategy[ColumnTest]:
    one = value.map(lambda found: (found,))
    return st.builds(ColumnTest, name, st.sampled_from(signs), one)


ORDERS = ["=", "!=", "<", "<=", ">", ">="]
# Anything that can be written, whether it means something or not.
anything = over(
    st.one_of(
        any_names.map(Flag),
        any_names.map(HasValue),
        _compared(any_names, ORDERS, numbers | strings | any_names),
        _compared(any_names, ["contains", "has"], strings),
        _compared(any_names, ["~"], patterns),
        st.builds(
            ColumnTest,
            any_names,
            st.just("in"),
            st.lists(numbers | strings, min_size=1, max_size=3).map(tuple),
        ),
    )
)


def meaningful(table: SegmentTable) -> st.SearchStrategy[Node]:
    """What means something for a table."""

    def of(kind: str) -> st.SearchStrategy[Name]:
        known = [one.name for one in table.columns.values() if one.kind == kind and not one.missing]
        return st.sampled_from(sorted(known)).map(Name)

    several = st.lists(strings, min_size=1, max_size=3).map(tuple)
    leaves: list[st.SearchStrategy[Any]] = [
        of(FLAG).map(Flag), (of(NUMBER) | of(TEXT)).map(HasValue),
        _compared(of(NUMBER), ORDERS, numbers | of(NUMBER)),
        _compared(of(TEXT), ["=", "!="], strings | of(TEXT)),
        _compared(of(FLAG), ["=", "!="], of(FLAG)),
        _compared(of(TEXT), ["contains", "has"], strings.filter(str.strip)),
        _compared(of(TEXT), ["~"], patterns),
        st.builds(ColumnTest, of(TEXT), st.just("in"), several),
        st.builds(ColumnTest, of(NUMBER), st.just("in"), st.lists(numbers, min_size=1).map(tuple)),
    ]  # fmt: skip
    return over(st.one_of(leaves))


def rows_of(table: SegmentTable) -> list[dict[str, Any]]:
    """What each segment has: a number or None, true or false, a list of texts."""
    rows: list[dict[str, Any]] = [{} for _ in range(len(table))]
    for name, column in table.columns.items():
        if column.missing:
            continue
        if column.kind == TEXT:
            for row in rows:
                row[name] = []
            for texts, segments in table.texts(name).parts:
                where = range(len(rows)) if segments is None else segments.tolist()
                for i, text in zip(where, texts.to_pylist(), strict=True):
                    rows[i][name] += [] if text is None else [text]
        else:
            values: Any = table.numbers(name) if column.kind == NUMBER else table.flags(name)
            for row, value in zip(rows, values.tolist(), strict=True):
                row[name] = None if value != value else value
    return rows


def fulfils(node: Node, row: dict[str, Any]) -> bool:
    """Whether a segment fulfils a tree, by the words of docs/reference/expressions.md."""
    match node:
        case And(parts):
            return all(fulfils(part, row) for part in parts)
        case Or(parts):
            return any(fulfils(part, row) for part in parts)
        case Not(part):
            return not fulfils(part, row)
        case Flag(name):
            return bool(row[name.text])
        case HasValue(name):
            value = row[name.text]
            return any(value) if isinstance(value, list) else value is not None
        case ColumnTest(name, sign, values):
            return _holds(row[name.text], sign, [_value(one, row) for one in values])
    raise TypeError(node)


def _value(value: Any, row: dict[str, Any]) -> Any:
    return row[value.text] if isinstance(value, Name) else value


def _holds(left: Any, sign: str, values: list[Any]) -> bool:
    if isinstance(left, list):
        if sign == "!=":
            return not _holds(left, "=", values)
        wanted = values[0] if isinstance(values[0], list) else values
        if sign in ("=", "in"):
            return any(one == other for one in left for other in wanted)
        tests: dict[str, Callable[[str, Any], bool]] = {
            "~": lambda text, pattern: re.search(pattern.text, text) is not None,
            "contains": lambda text, other: other.casefold() in text.casefold(),
            "has": _has,
        }
        return any(tests[sign](text, values[0]) for text in left)
    if isinstance(left, bool):
        return (left == values[0]) == (sign == "=")
    if left is None or values[0] is None:
        return False
    one, *others = (round(value, 9) for value in [left, *values])
    signs: dict[str, bool] = {
        "=": one == others[0], "!=": one != others[0], "<": one < others[0], "<=": one <= others[0],
        ">": one > others[0], ">=": one >= others[0], "in": one in others,
    }  # fmt: skip
    return signs[sign]


def _has(text: str, phrase: str) -> bool:
    from sacrebleu.tokenizers.tokenizer_13a import Tokenizer13a

    tokens, wanted = (Tokenizer13a()(one).split() for one in (text, phrase))
    runs = [tokens[i : i + len(wanted)] for i in range(len(tokens))]
    return bool(wanted) and wanted in runs
