"""Expressions: read and written, against a slow evaluator, and damaged at random."""

from __future__ import annotations

import time
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bleu_core import BleuConfig, Comparison, EvalSet
from bleu_core.columns import Table, table_of
from bleu_core.expressions import (
    LONGEST,
    ExpressionError,
    Name,
    Node,
    chosen,
    exchanged,
    is_exchangeable,
    mask,
    parse,
    written,
)
from bleu_core.metrics import Scores, opinion_of
from tests.core.random_expressions import A, anything, fulfils, meaningful, rows_of, table

TABLE = table()
ROWS = rows_of(TABLE)


def refused(text: str, table: Table | None = None) -> ExpressionError | None:
    try:
        tree = parse(text)
        if table:
            mask(tree, table)
    except ExpressionError as error:
        return error
    return None


@given(anything)
def test_what_is_written_is_read_as_the_same(tree: Node) -> None:
    text = written(tree)
    if len(text) <= LONGEST:
        assert parse(text) == tree
        assert written(parse(text)) == text


@given(meaningful(TABLE))
def test_a_mask_has_the_segments_that_fulfil_it_one_by_one(tree: Node) -> None:
    assert mask(tree, TABLE).tolist() == [fulfils(tree, row) for row in ROWS], written(tree)


@given(st.text(max_size=60) | st.text('ab.=<>!~/"`()\\ ,and or not in is 1e5', max_size=60))
def test_any_text_is_an_expression_or_an_error_with_its_place(text: str) -> None:
    if error := refused(text):
        assert 0 <= error.at <= len(text)
        assert error.problem.endswith((".", "?"))
    else:
        assert parse(written(parse(text))) == parse(text)


@given(anything, st.data())
def test_a_damaged_expression_is_another_or_an_error(tree: Node, data: st.DataObject) -> None:
    text = written(tree)
    at = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(at, min(at + 5, len(text))))
    damaged = text[:at] + data.draw(st.text(max_size=2)) + text[end:]
    error = refused(damaged, TABLE)
    assert error is None or error.at <= max(len(damaged), LONGEST)


@pytest.mark.parametrize(
    ("text", "at", "part"),
    [
        ("", 0, "ends too early"),
        ("line >", 6, "the name of a column, a number or a text in double quotes is expected"),
        ("kind = 'x'", 7, "double quotes"),
        ('kind == "x"', 6, "Write = once"),
        ('kind = "x', 7, "no closing quote"),
        ("a ~ /x", 4, "no closing slash"),
        ("a && b", 2, "Write “and”"),
        ('kind in ("x" "y")', 13, "a bracket “)” or a comma is expected here"),
        ("a is 5", 5, "“missing” or “given” is expected here"),
        ("and", 0, "the name of a column"),
        ("line > 1e999", 7, "too large"),
        ("x" * (LONGEST + 1), LONGEST, "at most 2000 characters"),
        ("not " * 60 + "a", 240, "at most 50 deep"),
        ("not (a or " * 150 + "a" + ")" * 150, 1000, "at most 50 deep"),
    ],
)
def test_what_is_no_expression_is_told_with_its_place(text: str, at: int, part: str) -> None:
    with pytest.raises(ExpressionError) as told:
        parse(text)
    assert part.lower() in told.value.problem.lower()
    assert told.value.at == at or at == 1000


def test_brackets_alone_may_be_as_deep_as_the_line_is_long() -> None:
    assert parse("(" * 900 + "a" + ")" * 900) == parse("a")


@pytest.mark.parametrize(
    ("text", "at", "part"),
    [
        ('knd = "x"', 0, "no column “knd”. Did you mean “kind”"),
        ("kind = news", 7, "A text stands in double quotes"),
        ('line = "x"', 0, "“line” is a number"),
        ("kind = 5", 0, "“kind” is a text"),
        ('kind < "x"', 0, "< is for numbers"),
        ("line", 0, "is to be compared: line > 0"),
        ("kind = line", 7, "cannot be compared"),
        ("kind ~ /(/", 0, "missing )"),
        ("kind ~ /(?=x)/", 0, "is not a regular expression: invalid perl operator"),
        ('a has " "', 0, "at least one token"),
        ('a.copy = "x"', 0, "true or false"),
        ("a.copy is given", 0, "never missing"),
    ],
)
def test_what_means_nothing_here_is_told(text: str, at: int, part: str) -> None:
    with pytest.raises(ExpressionError) as told:
        mask(parse(text), TABLE)
    assert part in told.value.problem
    assert told.value.at == at


def test_all_that_is_wrong_is_told_at_once() -> None:
    with pytest.raises(ExpressionError) as told:
        mask(parse('sorce = "x" and (kindd is missing or line = "1")'), TABLE)
    assert told.value.places == (0, 17, 37)
    assert all(word in told.value.problem for word in ("sorce", "kindd", "“line” is a number"))


def test_keywords_are_words_of_any_case_and_names_may_begin_with_one() -> None:
    words = ["notes", "order", "inside", "android", "island", "in.x", "hash", "given2", "Größe"]
    for word in words:
        assert parse(f"NOT {word} AND {word} Is Missing") == parse(
            f"not `{word}` and `{word}` is missing"
        )
    assert written(parse("`and` = `Not`")) == "`and` = `Not`"
    assert written(parse("a=-.5 or b=+1e3 or c=5.")) == "a = -0.5 or b = 1000 or c = 5"


def test_tokens_are_those_of_the_score_and_case_is_its_own() -> None:
    def lines(text: str, **settings: Any) -> list[int]:
        data = EvalSet({"A": ["The cat, sat.", "the cats", "a cat ,sat", "cat"]}, [["x"] * 4])
        return chosen(text, table_of(Comparison.of(data, BleuConfig(**settings)))).tolist()

    assert lines('a has "cat , sat"') == [0, 2]
    assert lines('a has "the"') == [1]
    assert lines('a has "the"', lowercase=True) == [0, 1]
    assert lines('a has "cat"', tokenize="char") == [0, 1, 2, 3]
    assert lines('a has "cat"', tokenize="none") == [2, 3]


def test_a_run_of_tokens_stands_in_one_text() -> None:
    data = EvalSet({"A": ["the", "cat", "a the", "", "cat the cat"]}, [["x"] * 5])
    assert chosen('a has "the cat"', table_of(Comparison.of(data))).tolist() == [4]


def test_a_number_that_is_missing_fulfils_no_comparison() -> None:
    marks = {"A": np.array([1, np.nan, 3, 4, 5, 6]), "B": np.array([1.0, 2, 4, 3, 5, np.nan])}
    said = {"imported:m": opinion_of(Scores("m", True, marks), "A", "B")}
    known = table_of(TABLE.comparison, opinions=said)
    name = "`delta.imported:m`"
    assert chosen(f"{name} != 0", known).tolist() == [2, 3]
    assert chosen(f"{name} = {name} or {name} <= 99", known).tolist() == [0, 2, 3, 4]
    assert chosen(f"line != {name}", known).tolist() == [0, 2, 3, 4]
    assert chosen(f"{name} is missing", known).tolist() == [1, 5]


@pytest.mark.parametrize(
    ("text", "exchangeable"),
    [
        ('kind = "news" and line > 2', True),
        ("same", True),
        ("a.empty or b.empty", True),
        ("a.empty and not b.empty", False),
        ("b.empty", False),
        ("a = b", True),
        ("a != b", True),
        ("a.length < b.length", False),
        ("delta < 0 or delta > 0", False),
        ('a contains "the" and b contains "the"', True),
    ],
)
def test_what_stays_when_a_and_b_change_places(text: str, exchangeable: bool) -> None:
    assert is_exchangeable(parse(text), TABLE) is exchangeable


@given(meaningful(TABLE))
def test_exchanging_twice_changes_nothing(tree: Node) -> None:
    assert exchanged(exchanged(tree, TABLE), TABLE) == tree


@given(meaningful(TABLE))
def test_what_is_exchangeable_is_chosen_by_the_exchanged_comparison_too(tree: Node) -> None:
    if is_exchangeable(tree, TABLE):
        turned = table_of(Comparison.of(TABLE.comparison.evalset, a="B", b="A"))
        assert np.array_equal(mask(tree, TABLE), mask(tree, turned))


@pytest.mark.parametrize(
    "pattern", ["(a+)+$", "(a|a)*b", "(.*)*x", "(a{0,99}){0,9}c", "(a?){500}b"]
)
def test_no_pattern_takes_longer_than_its_text_is(pattern: str) -> None:
    data = EvalSet({"A": ["a" * 100_000 + "!"]}, [["x"]])
    long = table_of(Comparison.of(data))
    start = time.process_time()
    # RE2 bounds how large a pattern may become, too.
    error = refused(f"a ~ /{pattern}/", long)
    assert error is None or "not a regular expression" in error.problem
    assert time.process_time() - start < 20  # backtracking would take longer than the sun burns


def test_nothing_is_ever_evaluated() -> None:
    for text in ("__import__('os').system('x')", "a.__class__", "`__import__`", "{1}", "a[0]"):
        with pytest.raises(ExpressionError):
            mask(parse(text), TABLE)
    assert Name("__class__").text not in TABLE.columns
    assert len(A) == len(TABLE)
