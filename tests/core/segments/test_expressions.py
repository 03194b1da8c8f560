"""Expressions: read and written, against a slow evaluator, and damaged at random."""

import pickle
from collections.abc import Callable, Iterable
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bleu_core import BleuConfig, Comparison, EvalSet
from bleu_core.messages import codes
from bleu_core.metrics import ImportedScores, compare_imported
from bleu_core.segments.columns import SegmentTable, table_of
from bleu_core.segments.expressions import (
    LONGEST,
    ColumnTest,
    ExpressionError,
    Name,
    Node,
    chosen,
    is_symmetric,
    mask,
    parse,
    swap_sides,
    written,
)
from tests.core.random_expressions import anything, fulfils, meaningful, rows_of, table

TABLE = table()
ROWS = rows_of(TABLE)


def refused(text: str, table: SegmentTable | None = None) -> ExpressionError | None:
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


def test_what_is_no_expression_is_told_with_its_place_and_what_was_expected() -> None:
    cases = {
        "": ("ends_early", 0, ["name", "not", "("]),
        "line >": ("ends_early", 6, ["name", "number", "text"]),
        "kind = 'x'": ("wrong_quotes", 7, None), "kind = “x”": ("wrong_quotes", 7, None),
        'kind == "x"': ("doubled_sign", 6, None), 'kind = "x': ("unclosed", 7, None),
        "`kind": ("unclosed", 0, None), "a ~ /x": ("unclosed", 4, None),
        "a && b": ("sign_for_word", 2, None), 'kind in ("x" "y")': ("unexpected", 13, [")", ","]),
        "a is 5": ("unexpected", 5, ["missing", "given"]),
        "and": ("unexpected", 0, ["name", "not", "("]),
        "line > 1e999": ("number_too_large", 7, None),
        "x" * (LONGEST + 1): ("too_long", LONGEST, None),
        "not " * 60 + "a": ("too_long", 240, None),
        "not (a or " * 150 + "a" + ")" * 150: ("too_long", 1255, None),
    }  # fmt: skip
    assert told(cases, parse) == cases
    (bar,) = refused("a | b").problems
    assert bar.values["word"] == "or"


def told(texts: Iterable[str], read: Callable[[str], object]) -> dict[str, Any]:
    """What is wrong with each text: the name of the message, its place, what was expected."""
    found = {}
    for text in texts:
        with pytest.raises(ExpressionError) as error:
            read(text)
        (problem,) = error.value.problems
        assert error.value.at == problem.values["at"]
        area, _, name = problem.code.partition(".")
        assert area == "expression"
        name = problem.values["what"] if name == "malformed" else name
        found[text] = name, error.value.at, problem.values.get("expected")
    return found


def test_what_means_nothing_here_is_told() -> None:
    cases = {
        'knd = "x"': ("unknown_column", 0), "kind = news": ("unknown_column", 7),
        "`delta.chrf` > 0": ("missing_column", 0), 'line = "x"': ("misused", 0),
        "kind = 5": ("misused", 0), 'kind < "x"': ("misused", 0),
        "line": ("misused", 0), "kind = line": ("unlike_columns", 7),
        "kind ~ /(/": ("no_pattern", 0), "kind ~ /(?=x)/": ("no_pattern", 0),
        'a has " "': ("no_tokens", 0), 'a.copy = "x"': ("misused", 0),
        "a.copy is given": ("misused", 0),
    }  # fmt: skip
    # What is there comes before what is missing, such as delta.chrf.
    assert refused("delta.chrff > 0", TABLE).problems[0].values["near"] == ["delta"]
    assert refused("a.meteo > 0", TABLE).problems[0].values["near"] == ["a.ter", "a.meteor-exact"]
    found = told(cases, lambda text: mask(parse(text), TABLE))
    assert {text: (name, at) for text, (name, at, _) in found.items()} == cases


def test_all_that_is_wrong_is_told_at_once() -> None:
    error = refused('sorce = "x" and (kindd is missing or line = "1" or kind = new)', TABLE)
    assert error.places == (0, 17, 37, 58)
    unknown, other, number, text = error.problems
    assert (unknown.values["near"], unknown.values["maybe_text"]) == (["source"], False)
    assert (other.values["near"], text.values["maybe_text"]) == (["kind"], True)
    assert number.code == "expression.misused"
    assert error.problem == " ".join(error.problems)
    copy = pickle.loads(pickle.dumps(error))
    assert (copy.problems, copy.places) == (error.problems, error.places)


def test_keywords_are_words_of_any_case_and_names_may_begin_with_one() -> None:
    words = ["notes", "order", "inside", "android", "island", "in.x", "hash", "given2", "Größe"]
    for word in words:
        assert parse(f"NOT {word} AND {word} Is Missing") == parse(
            f"not `{word}` and `{word}` is missing"
        )
    assert written(parse("`and` = `Not`")) == "`and` = `Not`"
    assert written(parse("a=-.5 or b=+1e3 or c=5.")) == "a = -0.5 or b = 1000 or c = 5"
    assert parse(r'a = "\"\\"') == ColumnTest(Name("a"), "=", ('"\\',))
    assert parse("(" * 900 + "a" + ")" * 900) == parse("a")


def test_tokens_are_those_of_the_score_and_case_is_its_own() -> None:
    def lines(text: str, **settings: Any) -> list[int]:
        data = EvalSet({"A": ["The cat, sat.", "the cats", "a cat ,sat", "cat"]}, [["x"] * 4])
        return chosen(text, table_of(Comparison.of(data, BleuConfig(**settings)))).tolist()

    assert lines('a has "cat , sat"') == [0, 2]
    assert lines('a has "the"') == [1]
    assert lines('a has "the"', lowercase=True) == [0, 1]
    assert lines('a has "cat"', tokenize="char") == [0, 1, 2, 3]
    assert lines('a has "cat"', tokenize="none") == [2, 3]
    data = EvalSet({"A": ["the", "cat", "a the", "", "cat the cat"]}, [["x"] * 5])
    assert chosen('a has "the cat"', table_of(Comparison.of(data))).tolist() == [4]


def test_a_number_that_is_missing_fulfils_no_comparison() -> None:
    marks = {"A": np.array([1, np.nan, 3, 4, 5, 6]), "B": np.array([1.0, 2, 4, 3, 5, np.nan])}
    said = {"imported:m": compare_imported(ImportedScores("m", True, marks), "A", "B")}
    known = table_of(TABLE.comparison, metric_pairs=said)
    name = "`delta.imported:m`"
    assert chosen(f"{name} != 0", known).tolist() == [2, 3]
    assert chosen(f"{name} = {name} or {name} <= 99", known).tolist() == [0, 2, 3, 4]
    assert chosen(f"line != {name}", known).tolist() == [0, 2, 3, 4]
    assert chosen(f"{name} is missing", known).tolist() == [1, 5]


def test_what_stays_when_a_and_b_change_places() -> None:
    cases = {
        'kind = "news" and line > 2': True, "same": True, "a.empty or b.empty": True,
        "a.empty and not b.empty": False, "b.empty": False, "a = b": True, "a != b": True,
        "a.length < b.length": False, "delta > 0": False, "delta < 0 or delta > 0": True,
        "delta >= 5 or delta <= -5": True, "delta = delta": True,
        "delta != line": False, "points < 0 or points > 0": False,
        'a contains "the" and b contains "the"': True,
    }  # fmt: skip
    assert {text: is_symmetric(parse(text), TABLE) for text in cases} == cases


@given(meaningful(TABLE))
def test_what_is_exchangeable_is_chosen_by_the_exchanged_comparison_too(tree: Node) -> None:
    assert swap_sides(swap_sides(tree, TABLE), TABLE) == tree
    if is_symmetric(tree, TABLE):
        turned = table_of(Comparison.of(TABLE.comparison.evalset, a="B", b="A"))
        assert np.array_equal(mask(tree, TABLE), mask(tree, turned))


def test_no_pattern_takes_longer_than_its_text_is() -> None:
    long = table_of(Comparison.of(EvalSet({"A": ["a" * 100_000 + "!"]}, [["x"]])))
    for pattern in ("(a+)+$", "(a|a)*b", "(.*)*x", "(a{0,99}){0,9}c", "(a?){500}b"):
        # Backtracking would take longer than the sun burns. RE2 bounds how large a pattern
        # may become, too.
        error = refused(f"a ~ /{pattern}/", long)
        assert error is None or codes(error.problems) == ["expression.no_pattern"]
