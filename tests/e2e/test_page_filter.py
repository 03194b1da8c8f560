"""The filter of a saved page selects the segments that the core's expressions select."""

import random
from functools import cache
from typing import Any

import numpy as np
import pytest

from bleu_core import BleuConfig, Comparison, EvalSet
from bleu_core.metrics import ImportedScores, compare_imported
from bleu_core.present.comparison_report import gather
from bleu_core.present.viewer.columns import report_table
from bleu_core.segments.columns import (
    NUMBER,
    SegmentAnnotations,
    SegmentTable,
    column_partition,
    table_of,
)
from bleu_core.segments.expressions import chosen, conjoin
from bleu_core.segments.worklist import bin_expression

from .page_documents import PAGE, set_of

SCRIPTS = [PAGE / "filter.js", PAGE / "segment_numbers.js"]
SELECT = """const [set, states] = given, [pair] = set.pairs;
return states.map((state) => selectedRows(set, filterConditions(set, pair, state)));"""
COLUMNS = """return [...numberColumns(given, given.pairs[0])]
  .map(([name, numbers]) => [name, [...numbers()]]);"""


SIZE = 60
# Letters whose case differs among programs, signs of regular expressions, and other scripts.
WORDS = [
    "the", "The", "THE", "cat", "cats", "sat", "don't", "5", "5,000.5", "²", "/", "a.b", "(x)", "[",
    "\\", '"', "ß", "ẞ", "ſ", "s", "\u212a", "k", "İ", "i", "ı", "µ", "μ", "Σ", "ς", "ﬁ", "😀",
    "e\u0301", "&quot;", "x\u2028y", "\u00a0", "-", "—", "?", "^", "Ωmega", "漢字",
]  # fmt: skip
VALUES = [None, "", "news", "chat", "the cat", "k", "(none)", "((none))", 'so "said"']
NOTHING = {"text": "", "in": "", "delta": "", "parts": [], "slice": "", "has": ""}
PLACES = {
    "": "text contains {0}",
    "source": "source contains {0}",
    "reference": "reference contains {0}",
    "a": "a contains {0}",
    "b": "b contains {0}",
    "a-b": "a contains {0} and not b contains {0}",
    "b-a": "b contains {0} and not a contains {0}",
}


@cache
def data() -> EvalSet:
    """A test set with texts, references, documents and values that are missing here and there."""
    draw = random.Random(32)

    def texts(missing: float = 0) -> list[Any]:
        every = [" ".join(draw.choices(WORDS, k=draw.randrange(7))) for _ in range(SIZE)]
        return [None if draw.random() < missing else text for text in every]

    a, first = texts(), texts()
    b = [one if draw.random() < 0.3 else other for one, other in zip(a, texts(), strict=True)]
    first = [one if draw.random() < 0.4 else other for one, other in zip(a, first, strict=True)]
    return EvalSet(
        {"A": a, "B": b},
        [first, texts(0.4), texts(0.8)],
        source=texts(),
        documents=draw.choices(["d", "e", None, "f"], k=SIZE),
        metadata={name: draw.choices(VALUES, k=SIZE) for name in ("kind", "and", "delta", "same")},
    )


def whole() -> SegmentTable:
    """All segments, with scores that are missing and several error annotations."""
    draw = np.random.default_rng(1)
    scores = {name: np.where(draw.random(SIZE) < 0.2, np.nan, draw.random(SIZE)) for name in "AB"}
    imported = {"imported:m": compare_imported(ImportedScores("m", True, scores), "A", "B")}
    marks = [
        (i % 40, ("Mistranslation", "Style")[i % 5 % 2], ("major", "minor")[i % 3 % 2])
        for i in range(70)
    ]
    annotations = SegmentAnnotations(marks=tuple(marks))
    return table_of(Comparison.of(data()), None, annotations, imported)


def part() -> SegmentTable:
    """A part of the test set under other settings, where a BLEU is 0."""
    config = BleuConfig(max_ngram_order=3, smooth_method="none")
    comparison = Comparison.of(data(), config).part(np.arange(3, 12))
    assert not comparison.ledger.defined
    return report_table(gather(comparison))


TABLES = {"whole": (whole, None), "some shown": (whole, np.arange(0, 60, 3)), "part": (part, None)}


def quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def part_conditions(page_set: dict[str, Any], table: SegmentTable) -> list[tuple[str, str, str]]:
    """Each value of each column, with the expression that it stands for."""
    (pair,) = page_set["pairs"]
    found = []
    for column in [*page_set["columns"], *pair["columns"]]:
        name = f"`{column['name']}`"
        if column["kind"] == "flag":
            found += [(column["name"], "yes", name), (column["name"], "no", f"not {name}")]
        elif column["kind"] == "text":
            values = [word for word in column["words"] if word]
            found += [(column["name"], value, f"{name} = {quoted(value)}") for value in values]
            found.append((column["name"], "", f"{name} is missing or {name} = {quoted('')}"))
    for column in pair["bands"]:
        cut = column_partition(table, column["name"])
        for label in column["words"]:
            expression = bin_expression(table, column["name"], cut, label)
            found.append((column["name"], label, expression))
        if cut.nothing in cut.bands.part:
            found.append((column["name"], "", f"`{column['name']}` is missing"))
    return found


@pytest.mark.parametrize("which", TABLES)
def test_the_filter_selects_what_the_expressions_of_the_core_select(run, which: str) -> None:
    make, shown = TABLES[which]
    table, draw = make(), random.Random(which)
    page_set = set_of(table, shown=shown)
    parts = part_conditions(page_set, table)
    assert len({name for name, *_ in parts}) > 30
    ends = [0, *np.round(table.numbers("delta"), 1).tolist()]
    cases: list[tuple[dict[str, Any], str]] = [
        ({"parts": [[name, value]]}, expression) for name, value, expression in parts
    ]
    for word in [*WORDS, "the cat", "SS", ".", "C"]:
        cases += [
            ({"text": word, "in": place}, expression.format(quoted(word)))
            for place, expression in PLACES.items()
        ]
    for _ in range(400):
        state, expressions = {}, []
        if draw.random() < 0.5:
            low, high = sorted(draw.choices(ends, k=2))
            state["delta"] = f"{low}..{high}"
            expressions.append(f"delta >= {low} and delta <= {high} and delta != 0")
        if draw.random() < 0.5:
            word, place = draw.choice(WORDS), draw.choice(list(PLACES))
            state |= {"text": word, "in": place}
            expressions.append(PLACES[place].format(quoted(word)))
        some = draw.sample(parts, draw.randrange(3))
        state["parts"] = [[name, value] for name, value, _ in some]
        expressions += [expression for *_, expression in some]
        cases.append((state, conjoin(expressions)))
    cases += [
        ({"delta": "..0"}, "delta < 0"),
        ({"delta": "0.."}, "delta > 0"),
        ({"delta": ".."}, "delta != 0"),
    ]
    found = run(SELECT, [page_set, [NOTHING | state for state, _ in cases]])
    sizes = []
    for (state, expression), rows in zip(cases, found, strict=True):
        if not expression:
            assert rows is None
            continue
        expected = chosen(expression, table)
        if shown is not None and state.get("text"):
            expected = np.intersect1d(expected, shown)
        assert rows == expected.tolist(), (state, expression)
        sizes.append(len(rows))
    assert sum(0 < size < len(table) for size in sizes) > 150


def test_what_a_comparison_lacks_selects_nothing_and_no_filter_is_no_list(run) -> None:
    states = [
        {},
        {"parts": [["constructor", "x"]]},
        {"slice": "__proto__"},
        {"delta": "x..y"},
        {"delta": "5"},
        {"in": "toString"},
        {"parts": [["constructor", "x"], ["a.empty", "yes"]]},
    ]
    table = whole()
    found = run(SELECT, [set_of(table), [NOTHING | state for state in states]])
    assert found == [*[None] * 6, chosen("a.empty", table).tolist()]


@pytest.mark.parametrize("which", ["whole", "part"])
def test_computed_columns_have_the_numbers_of_the_core(run, which: str) -> None:
    table = TABLES[which][0]()
    made = run(COLUMNS, set_of(table))
    for name, numbers in made:
        values = np.array([np.nan if x is None else x for x in numbers], np.float64)
        np.testing.assert_allclose(values, table.numbers(name), atol=1e-9, err_msg=name)
    known = {name for name, column in table.columns.items() if column.kind == NUMBER}
    known -= {name for name in known if table.column(name).missing}
    # The others have orders of their own.
    others = {"line", "points", "a.bleu", "b.bleu", "delta", "gain", "reference.length"}
    assert {name for name, *_ in made} == known - others
