"""Expressions in a saved page: the same segments, problems and conditions as in the core."""

import random
import re
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from bleu_core import BleuConfig, Comparison, EvalSet, present
from bleu_core.metrics import ImportedScores, compare_imported
from bleu_core.present.browser import link_files
from bleu_core.present.page.columns import input_columns, pair_columns
from bleu_core.present.page.contents import pair_data, set_data
from bleu_core.segments.columns import (
    FLAG,
    NUMBER,
    TEXT,
    SegmentAnnotations,
    SegmentTable,
    table_of,
)
from bleu_core.segments.expressions import (
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
    chosen,
    names,
    parse,
    written,
)
from bleu_core.segments.marks import MarkedSegment
from bleu_core.segments.worklist import filter_conditions, searches

PAGE = Path(present.__file__).parent / "page"
SCRIPT = link_files(PAGE / "filter.js")
RUN = f"""([set, texts]) => {{
  {SCRIPT}
  const columns = columnsOf(set, set.pairs[0]);
  const found = (text) => {{
    try {{
      return {{ rows: rowsOf(text, columns, set.size) }};
    }} catch (error) {{
      if (!(error instanceof ExpressionProblem)) throw error;
      return {{ problem: error.message, places: error.places }};
    }}
  }};
  return {{
    columns: Array.from(columns.values(), ({{ name, kind, about }}) => [name, kind, about]),
    found: texts.map(found),
    conditions: texts.map((text) => filterConditions(text).map((one) => [one.text, one.rest])),
    searches: texts.map(searchesOf),
    texts: texts.map(usesTexts),
  }};
}}"""

SIZE = 60
# Letters whose case, and spaces and ends of lines whose meaning, differs among programs.
WORDS = [
    "the", "The", "THE", "cat", "cats", "sat", "don't", "5", "5,000.5", "²", "/", "a.b", "(x)", "[",
    "\\", '"', "ß", "ẞ", "ſ", "s", "\u212a", "k", "İ", "i", "ı", "µ", "μ", "Σ", "ς", "ﬁ", "😀",
    "e\u0301", "&quot;", "x\u2028y", "\u0085", "\u00a0", "-", "—", "?", "^", "Ωmega", "漢字",
]  # fmt: skip
PATTERNS = [
    r"\d", "^the", "at$", "", "[aeiou]{2}", r"\s", r"\S\s\S", ".", r"^.*$", "(?i)THE", "(?i)[k-l]s",
    r"\bcat\b", "[[:punct:]]", r"\pL\pN?", r"[^\PL]", r"\p{Greek}", "(?P<x>c)at", r"\-", "]", "{",
    r"[]\[]", r"\x41|\x{1F600}", "(?s)x.y", "(?m)^y", "cat|sat|", r"\.$", r"[\w-]+'", "(?:the )+c",
    r"\?", r"[^\n]\z", "ß|ſ", "(?i)ß", "(?i)σ", r"\Q(x)\E", "[[:^alpha:]]",
    # Nobody reads these.
    "(", ")", "[", "*", "a**", "(?=x)", r"(a)\1", r"\y", "[z-a]", r"\u0041", "(?<!a)b", r"\p{Foo}",
    "[[:the:]]", "a{1001}", "(?i", "\\Qa",
]  # fmt: skip
READABLE = PATTERNS.index("(")
# Beyond these, expressions are made at random, and damaged.
BROKEN = [
    "not " * 48 + "same", "not " * 49 + "same", "not " * 50 + "same",
    "(" * 900 + "same" + ")" * 900,
    "not (same or " * 150 + "same" + ")" * 150, "line > 1" + " " * 1_992, "line > 1" + " " * 1_993,
    "line > 1e999", "line == 1", "kind = 'x'", "kind = “x”", 'kind = "x', "`kind", "a ~ /x",
    "a && b", "a | b", "!same", "is", "in (1)", 'kind in ("k" "x")', 'kind in ("k",', "line is 5",
    "line > -",
    "Same AND Not same", "NOT same oR LINE IS GIVEN", 'kind = "\\k\\""', "`kind`` = 1", "line > 5.",
    "line > .5e1", "same.", "same.x", "not.x", "\x85same\ufeff",
]  # fmt: skip
VALUES = [None, "", "news", "chat", "the cat", "k", "(none)"]
RUNNING = {"source", "reference", "a", "b", "text"}
TOKENIZED = ("reference", "a", "b")


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
    names = ("kind", "my `kind`", "and", "delta")
    return EvalSet(
        {"A": a, "B": b},
        [first, texts(0.4), texts(0.8)],
        source=texts(),
        documents=draw.choices(["d", "e", None, "f"], k=SIZE),
        metadata={name: draw.choices(VALUES, k=SIZE) for name in names},
    )


def whole() -> SegmentTable:
    """All segments, with scores that are missing and several error annotations."""
    draw = np.random.default_rng(1)
    scores = {name: np.where(draw.random(SIZE) < 0.2, np.nan, draw.random(SIZE)) for name in "AB"}
    imported = {"imported:m": compare_imported(ImportedScores("m", True, scores), "A", "B")}
    marks = [
        MarkedSegment(i % 40, "Mistranslation", ("major", "minor")[i % 3 % 2]) for i in range(70)
    ]
    annotations = SegmentAnnotations(marks=tuple(marks))
    return table_of(Comparison.of(data()), None, annotations, imported)


def part() -> SegmentTable:
    """A part of the test set under other settings, where a BLEU is 0."""
    config = BleuConfig(max_ngram_order=3, smooth_method="none")
    comparison = Comparison.of(data(), config).part(np.arange(3, 12))
    assert not comparison.ledger.defined
    return table_of(comparison)


def set_of(table: SegmentTable, shown: np.ndarray | None = None) -> dict[str, Any]:
    comparison = table.comparison
    statistics = {comparison.a: comparison.stats_a, comparison.b: comparison.stats_b}
    pair = pair_data(comparison, columns=pair_columns(table))
    columns = input_columns(table)
    return set_data(comparison.evalset, statistics, [pair], columns=columns, shown=shown)


def random_tree(table: SegmentTable, draw: random.Random, depth: int = 3) -> Node:
    """A tree of conditions, nearly all of which apply to the table."""
    kind = draw.choice(["and", "or", "not", "test", "test"]) if depth else "test"
    if kind == "not":
        return Not(random_tree(table, draw, depth - 1))
    if kind != "test":
        parts = [random_tree(table, draw, depth - 1) for _ in range(draw.randrange(2, 4))]
        return And(tuple(parts)) if kind == "and" else Or(tuple(parts))
    return random_condition(table, draw)


def random_condition(table: SegmentTable, draw: random.Random) -> Node:
    def name(*kinds: str) -> Name:
        known = [c.name for c in table.columns.values() if c.kind in kinds and not c.missing]
        return Name(draw.choice(known))

    def number(column: Name) -> float:
        values = table.numbers(column.text)
        value = draw.choice([*values[np.isfinite(values)].tolist(), 0.0, 1.0, -3.0, 1e-9, 1e308])
        return draw.choice([value, round(value, 2), round(value, 9), value + 4e-10])

    def compared(column: Name) -> Node:
        other = draw.choice([number(column), name(NUMBER)])
        return draw.choice(
            [
                test(column, draw.choice(signs), other),
                test(column, "in", number(column), number(column)),
            ]
        )

    def text() -> str:
        return draw.choice([*WORDS, *filter(None, VALUES), "d", "the cat", "major"])

    def phrase() -> str:
        tokens = [word for word in WORDS if word.strip() and word != "&quot;"]  # scored as a quote
        return " ".join(draw.choices(tokens, k=draw.randrange(1, 3)))

    def test(column: Name, sign: str, *values: Any) -> ColumnTest:
        return ColumnTest(column, sign, values)

    signs = ("=", "!=", "<", "<=", ">", ">=")
    conditions: list[Callable[[], Node]] = [
        lambda: Flag(name(FLAG)),
        lambda: HasValue(name(NUMBER, TEXT)),
        lambda: compared(name(NUMBER)),
        lambda: compared(name(NUMBER)),
        lambda: test(name(TEXT), draw.choice(signs[:2]), draw.choice([text, lambda: name(TEXT)])()),
        lambda: test(name(FLAG), draw.choice(signs[:2]), name(FLAG)),
        lambda: test(name(TEXT), "contains", text()),
        lambda: test(Name(draw.choice(TOKENIZED)), "has", phrase()),
        lambda: test(Name(draw.choice(TOKENIZED)), "has", phrase()),
        lambda: test(name(TEXT), "~", Pattern(draw.choice(PATTERNS[:READABLE]))),
        lambda: test(name(TEXT), "in", *(text() for _ in range(draw.randrange(1, 4)))),
    ]
    return draw.choice(conditions)()


def damaged(text: str, draw: random.Random) -> str:
    """The text without some characters, or with others."""
    at = draw.randrange(len(text) + 1)
    more = draw.choice(
        ["", *'"`/()=<!&,~@.5ax“', " and ", " = ", " not", " 'x'", "😀", " in (", " is "]
    )
    return text[:at] + more + text[at + draw.randrange(3) :]


def expected(text: str, table: SegmentTable, shown: np.ndarray | None) -> dict[str, Any]:
    """What the page should find: rows, or the problem with its places in a string of UTF-16."""
    try:
        rows = chosen(text, table)
    except ExpressionError as error:
        units = [len(text[:at].encode("utf-16-le")) // 2 for at in error.places]
        return {"problem": error.problem, "places": units}
    if shown is not None and RUNNING.intersection(name.text for name in names(parse(text))):
        rows = np.intersect1d(rows, shown)
    return {"rows": rows.tolist()}


def differences(
    texts: list[str],
    found: list[dict[str, Any]],
    table: SegmentTable,
    shown: np.ndarray | None = None,
) -> list[Any]:
    wanted = [expected(text, table, shown) for text in texts]
    pairs = zip(texts, map(comparable, texts, found), map(comparable, texts, wanted), strict=True)
    return [pair for pair in pairs if pair[1] != pair[2]]


def comparable(text: str, found: dict[str, Any]) -> dict[str, Any]:
    """Without what a page words in its own way."""
    problem = found.get("problem")
    if problem is None:
        return found
    # Why a pattern is none: the page says it in the browser's words.
    problem = re.sub("is not a regular expression: .*", "is none", problem, flags=re.DOTALL)
    first = text.encode("utf-16-le")[2 * found["places"][0] :].decode("utf-16-le")[:1]
    if first and not re.match(r"[\w\"(),=<>~]", first):
        problem = re.sub("^Expected .* here", "Expected", problem)
    return {"problem": problem, "places": found["places"]}


TABLES = {"whole": (whole, None), "part": (part, np.array([0, 2, 3, 5, 8]))}


@pytest.mark.parametrize("which", TABLES)
def test_an_expression_selects_the_segments_that_the_core_selects(open_page, which: str) -> None:
    make, shown = TABLES[which]
    table, draw = make(), random.Random(which)
    texts = [written(random_tree(table, draw)) for _ in range(2_000)]
    texts += [
        f'{c} contains "{w}"' for c in ("a", "text") for w in [*WORDS, "SS", "FI", "."] if w != '"'
    ]
    texts += [f"source ~ /{p}/".replace("~ ///", "~ /\\//") for p in PATTERNS]
    broken = [damaged(text, draw) for text in texts if "~" not in text] + BROKEN
    told = open_page("about:blank").evaluate(RUN, [set_of(table, shown), [*texts, *broken]])
    assert differences([*texts, *broken], told["found"], table, shown)[:5] == []
    sizes = [len(one.get("rows", ())) for one in told["found"][:2_000]]
    assert sum(0 < size < len(table) for size in sizes) > 600
    assert sum("problem" in one for one in told["found"]) > 1_000
    for text, conditions, found in zip(
        texts + broken, told["conditions"], told["searches"], strict=True
    ):
        assert conditions == [[*one] for one in filter_conditions(text)], text
        assert [tuple(one) for one in found] == searches(text), text
    by_kind = {c.name: [c.name, c.kind, c.about] for c in table.columns.values() if not c.missing}
    assert {one[0]: one for one in told["columns"]} == by_kind


@pytest.mark.parametrize("which", TABLES)
def test_what_does_not_apply_is_refused_in_the_words_of_the_core(open_page, which: str) -> None:
    make, shown = TABLES[which]
    table, draw = make(), random.Random(which)
    texts = []
    for name in table.columns:
        at = draw.randrange(len(name))  # a letter is left out, or added
        for wrong in (name, name[:at] + name[at + 1 :], name[:at] + "x" + name[at:], name.upper()):
            column = f"`{wrong.replace('`', '``')}`"
            signs = (
                '= "x"',
                "> 1",
                "is given",
                "~ /x/",
                "in (1)",
                '< "x"',
                f"= {column}",
                "= line",
                "",
            )
            texts += [f"{column} {draw.choice(signs)}" for _ in range(2)] if wrong else []
            texts += [f"kind = {column} or not {column} = kind and same < same"] if wrong else []
    told = open_page("about:blank").evaluate(RUN, [set_of(table, shown), texts])
    assert differences(texts, told["found"], table, shown)[:5] == []
    assert sum("Did you mean" in one.get("problem", "") for one in told["found"]) > 300


@pytest.mark.parametrize("lowercase", [False, True])
def test_has_finds_the_tokens_as_they_are_scored(open_page, lowercase: bool) -> None:
    config = BleuConfig(lowercase=lowercase)
    texts = [
        "The cat, sat.",
        "the cats",
        "a cat ,sat",
        "&quot;cat&quot; the",
        "",
        "the cat the cat",
    ]
    data = EvalSet({"A": texts, "B": texts}, [["x"] * 6], source=texts)
    table = table_of(Comparison.of(data, config))
    phrases = [
        "cat , sat",
        "sat.",
        "the",
        "cat the cat",
        '\\"cat',
        '\\"cat\\" the',
        "at",
        ".",
        "cat,",
    ]
    wanted = [f'a has "{phrase}"' for phrase in phrases]
    told = open_page("about:blank").evaluate(RUN, [set_of(table), [*wanted, 'text has "cat"']])
    *found, here_only, refused = told["found"]
    assert differences(wanted[:-1], found, table) == []
    assert here_only["rows"] == [0]  # not "cat ,": there is no tokenizer for the phrase
    assert refused["problem"] == "This page has no tokens of “text”. Use “contains”."
    assert all(told["texts"])
