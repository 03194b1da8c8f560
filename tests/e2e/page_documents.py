"""The document of a page as document.js declares it, made segment by segment, and its functions."""

import json
from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise
from typing import Any

import numpy as np
from playwright.sync_api import Page

from bleu_core import BleuConfig, Comparison
from bleu_core.explain.matching import compare_segment
from bleu_core.metrics import MetricComparison
from bleu_core.present.browser import BROWSER, link_files
from bleu_core.text.spans import TokenSpan

SIGNS = {"credited": "+", "clipped": "^", "unmatched": "-", "covered": "+", "missed": "-"}

PAGE = BROWSER.parent / "viewer"
SCRIPT = link_files(
    PAGE / "segments" / "embedded_segment.js",
    PAGE / "segments" / "opened.js",
    PAGE / "segment_numbers.js",
)


def page_functions(page: Page) -> Callable[[str, object], Any]:
    """run(body, given): what a function of the scripts' names makes of `given`, both as JSON."""
    start = f"(text) => {{ {SCRIPT}\nconst given = JSON.parse(text);\n"

    def run(body: str, given: object) -> Any:
        call = f"return JSON.stringify((() => {{ {body} }})()); }}"
        # A large number is written without an exponent, and is no integer for that.
        return json.loads(page.evaluate(start + call, json.dumps(given)), parse_int=float)

    return run


def plain_document(
    comparison: Comparison,
    opinions: Iterable[MetricComparison] = (),
    glossary: object = None,
    shown: Sequence[int] | None = None,
) -> dict[str, Any]:
    """What the page computes with: the statistics, texts and tokens of A and B."""
    data = comparison.evalset
    rows = range(len(data)) if shown is None else shown
    pick = [[column[row].as_py() for row in rows] for column in data.references]
    compared = [_matched(comparison, row) for row in rows]
    ledger = comparison.ledger
    pair = {
        "a": 0,
        "b": 1,
        "delta": comparison.delta,
        "prices": ledger.prices.tolist() if ledger.defined else None,
        "metrics": [_metric(one) for one in opinions if one.about.key != "bleu"],
        "columns": [],
    }
    test_set = {
        "size": len(data),
        "shown": None if shown is None else list(shown),
        "config": plain_config(comparison.config),
        "source": None if data.source is None else [data.source[row].as_py() for row in rows],
        "references": [
            _lines(texts, [match.references[r] for match in compared])
            for r, texts in enumerate(pick)
        ],
        "systems": [
            {
                "name": name,
                "statistics": stats.matrix.T.tolist(),
                "lines": _lines(
                    [data.systems[name][row].as_py() for row in rows],
                    [getattr(match, side).tokens for match in compared],
                ),
                "occurrences": [_signs(getattr(match, side)) for match in compared],
                "covered": [
                    [_signs(getattr(match, side).references[r]) for match in compared]
                    for r in range(len(pick))
                ],
            }
            for name, stats, side in (
                (comparison.a, comparison.stats_a, "match_a"),
                (comparison.b, comparison.stats_b, "match_b"),
            )
        ],
        "columns": [] if data.documents is None else [_words("document", data.documents)],
        "pairs": [pair],
    }
    return {"sets": [test_set], "glossary": glossary}


def plain_config(config: BleuConfig) -> dict[str, Any]:
    names = ["max_ngram_order", "smooth_method", "smooth_value", "weights", "effective_order"]
    return {name: getattr(config, name) for name in names}


def _matched(comparison: Comparison, row: int) -> Any:
    data = comparison.evalset
    texts = [data.systems[name][row].as_py() for name in (comparison.a, comparison.b)]
    references = [column[row].as_py() for column in data.references]
    return compare_segment(*texts, references, comparison.config)


def _lines(texts: list[str | None], tokens: Sequence[Sequence[TokenSpan] | None]) -> dict[str, Any]:
    scored = [
        {} if text is None else {
            str(t): token.text
            for t, token in enumerate(own or ())
            if text[token.start : token.end] != token.text
        }
        for text, own in zip(texts, tokens, strict=True)
    ]  # fmt: skip
    return {
        "texts": texts,
        "tokens": [None if own is None else _widths(own) for own in tokens],
        "scored": {str(place): own for place, own in enumerate(scored) if own},
    }


def _widths(tokens: Sequence[TokenSpan]) -> list[int]:
    places = [0, *(place for token in tokens for place in (token.start, token.end))]
    return [end - start for start, end in pairwise(places)]


def _signs(match: Any) -> list[str] | None:
    """A sign for each n-gram, by order; None without that reference."""
    if match is None:
        return None
    return ["".join(SIGNS[status] for status in row) for row in match.occurrences]


def _metric(opinion: MetricComparison) -> dict[str, Any]:
    about = opinion.about
    sides = {"a": opinion.sentences_a, "b": opinion.sentences_b}
    return {
        "label": about.label,
        "term": about.glossary_key,
        "decimals": about.decimals,
        "lower": not about.higher_is_better,
        **{side: np.where(np.isnan(x), None, x).tolist() for side, x in sides.items()},
    }


def _words(name: str, texts: Any) -> dict[str, Any]:
    coded = texts.dictionary_encode()
    values = coded.indices.fill_null(-1).to_pylist()
    return {"name": name, "kind": "text", "words": coded.dictionary.to_pylist(), "values": values}
