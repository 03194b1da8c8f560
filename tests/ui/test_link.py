"""A link that the library writes is one that the app reads."""

from __future__ import annotations

from urllib.parse import parse_qsl

import pytest

from bleu_core import BleuConfig
from bleu_core.link import query
from pages.ui.view import View, parse, to_params


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
    view = View(data="0f" * 32, config=config)
    params = dict(parse_qsl(query(view.data, config), strict_parsing=True))
    assert params == to_params(view)
    assert parse(params) == (view, [])
