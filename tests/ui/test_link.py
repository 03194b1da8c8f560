"""A link that the library writes is one that the app reads."""

from __future__ import annotations

from urllib.parse import parse_qsl

import pytest

from bleu_core import BleuConfig, Comparison, EvalSet
from bleu_core.link import query
from pages.ui.query import parse, to_params
from pages.ui.view import View


@pytest.mark.parametrize(
    "config",
    [
        BleuConfig(),
        BleuConfig(tokenize="intl", lowercase=True, effective_order=True),
        BleuConfig(smooth_method="add-k", smooth_value=0.5, reference_length="shortest"),
        BleuConfig(max_ngram_order=2, weights=(0.7, 0.3)),
    ],
)
def test_a_query_of_the_library_opens_its_comparison_and_settings(config: BleuConfig) -> None:
    data = EvalSet({"x": ["one"], "y": ["two"]}, [["three"]])
    opens(Comparison.of(data, config), View(data=data.digest, config=config))


@pytest.mark.parametrize("name", ["z", "0~50", "=z", "==", "a&b=c", "ü 😀"])
def test_a_query_names_the_two_systems_that_are_not_the_first_two(name: str) -> None:
    data = EvalSet({"x": ["one"], "y": ["two"], name: ["one"]}, [["three"]])
    opens(Comparison.of(data, a="x", b=name), View(data=data.digest, a="x", b=name))
    opens(Comparison.of(data, a="y", b="x"), View(data=data.digest, a="y", b="x"))
    alone = EvalSet({name: ["one"]}, [["three"]])
    opens(Comparison.of(alone), View(data=alone.digest))


def opens(comparison: Comparison, view: View) -> None:
    names = comparison.a, comparison.b
    written = query(comparison.evalset, comparison.config, names)
    params = dict(parse_qsl(written, strict_parsing=True))
    assert params == to_params(view)
    assert parse(params) == (view, [])
