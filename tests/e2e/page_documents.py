"""Documents of pages that several tests open, and the functions of their scripts."""

import json
import random
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from playwright.sync_api import Page

from bleu_core import BleuConfig, Comparison, EvalSet
from bleu_core.explain.ngrams import evidence
from bleu_core.metrics import Chrf, MetricComparison, Ter, measure
from bleu_core.present.browser import BROWSER, link_files
from bleu_core.present.comparison_report import ComparisonReport, gather
from bleu_core.present.viewer import to_page
from bleu_core.present.viewer.columns import band_columns, input_columns, pair_columns
from bleu_core.present.viewer.contents import comparison_contents, metrics_data, pair_data, set_data
from bleu_core.segments.columns import SegmentTable, table_of
from bleu_core.segments.finder import find_slices
from bleu_core.segments.saved_slices import SavedSlice
from bleu_core.significance import run_tests
from bleu_core.significance.metric_tests import MetricSignificance
from tests.core.sample import REFERENCES, SYSTEMS
from tests.places import sample_lines

PAGE = BROWSER.parent / "viewer"
SEGMENT = [
    PAGE / name
    for name in ("segments/embedded_segment.js", "segments/opened.js", "segment_numbers.js")
]
# All repeat, so that they match and are clipped; some are scored otherwise than they are written.
WORDS = ["a", "a", "b", "c", "The", "&amp;", "b,", "😀", "x-y", "3.5"]


def page_functions(page: Page, files: Sequence[Path]) -> Callable[[str, object], Any]:
    """run(body, given): what a function of the scripts' names makes of `given`, both as JSON."""
    start = f"async (text) => {{ {link_files(*files)}\nconst given = JSON.parse(text);\n"

    def run(body: str, given: object) -> Any:
        call = f"return JSON.stringify(await (async () => {{ {body} }})()); }}"
        # A large number is written without an exponent, and is no integer for that.
        return json.loads(page.evaluate(start + call, json.dumps(given)), parse_int=float)

    return run


def number_in(text: str) -> float:
    return float(text.replace("−", "-").replace(",", ""))


@cache
def sample_report() -> ComparisonReport:
    documents, kinds = sample_lines("documents.txt"), sample_lines("kinds.txt")
    systems = dict(zip(("direct", "pivot"), SYSTEMS, strict=True))
    source, metadata = sample_lines("source.es"), {"kind": kinds}
    sample = Comparison.of(EvalSet(systems, REFERENCES, source, documents, metadata=metadata))
    return gather(
        sample,
        run_tests(sample, 500, 200),
        evidence(sample, sample.ledger.per_match),
        metric_pairs=[MetricSignificance(one) for one in metric_comparisons()],
        slices=find_slices(table_of(sample)),
        saved_slices=[SavedSlice("With digits", "digits"), SavedSlice("Beginning", "line < 9")],
    )


@cache
def metric_comparisons() -> list[MetricComparison]:
    return [MetricComparison(*measure(one, SYSTEMS, REFERENCES)) for one in (Chrf(), Ter())]


@cache
def sample_text() -> str:
    return json.dumps(comparison_contents(sample_report()))


def sample_contents() -> dict[str, Any]:
    """The document of the sample's page, to be changed as one likes."""
    contents: dict[str, Any] = json.loads(sample_text())
    return contents


@cache
def sample_page() -> bytes:
    return to_page(comparison_contents(sample_report())).encode()


def set_of(
    table: SegmentTable,
    metric_pairs: Sequence[MetricComparison] = (),
    shown: np.ndarray | None = None,
    has_columns: bool = True,
) -> dict[str, Any]:
    """The test set of a page; with the columns that tell of A and B, or faster without them."""
    comparison = table.comparison
    columns = {"columns": pair_columns(table), "bands": band_columns(table)} if has_columns else {}
    pair = pair_data(comparison, metrics=metrics_data(metric_pairs), **columns)
    statistics = {comparison.a: comparison.stats_a, comparison.b: comparison.stats_b}
    return set_data(
        comparison.evalset, statistics, [pair], columns=input_columns(table), shown=shown
    )


def random_comparison(
    seed: int, config: BleuConfig, size: int, longest: int, kinds: Sequence[str | None] = ("x",)
) -> Comparison:
    """Two systems and three references, some of which lack texts."""
    draw = random.Random(seed)

    def texts(missing: float = 0) -> list[Any]:
        lines = [" ".join(draw.choices(WORDS, k=draw.randrange(longest))) for _ in range(size)]
        return [None if draw.random() < missing else line for line in lines]

    def changed(line: str) -> str:
        return " ".join(w if draw.random() < 0.8 else draw.choice(WORDS) for w in line.split())

    a = texts()
    data = EvalSet(
        {"A": a, "B": [*map(changed, a)]},
        [[*map(changed, a)], texts(0.3), texts(0.6)],
        documents=draw.choices(["d", "e", None, "(none)"], k=size),
        metadata={"a kind": draw.choices(kinds, k=size)},
    )
    return Comparison.of(data, config)
