"""Both sources of the viewer, the page's document and the app's answers, give the same JSON."""

from typing import Any
from urllib.parse import urlencode

import pytest

from bleu_core import Comparison
from bleu_core.metrics import get_metric
from bleu_core.segments.columns import table_of
from bleu_core.significance.metric_tests import compare_with_metric
from pages.ui.store import load_sample
from tests.app.asking import ask
from tests.places import ROOT

from .page_documents import PAGE, set_of

SCRIPTS = [
    PAGE / "embedded.js",
    ROOT / "pages" / "ui" / "viewer" / "segment_source.js",
]
SAMPLE = Comparison.of(load_sample())
METRICS = {key: compare_with_metric(SAMPLE, get_metric(key)) for key in ("chrf", "ter")}

pytestmark = pytest.mark.slow  # every list and segment, twice


def told(name: str, view: dict[str, str], **asked: str) -> Any:
    while (answer := ask(name, urlencode(view), **asked))[0] == 202:
        pass
    assert answer[0] == 200
    return answer[1]


def expect_equal(found: Any, right: Any) -> None:
    """Equal but for rounding."""
    if isinstance(right, dict):
        assert found.keys() == right.keys()
        for name, value in right.items():
            expect_equal(found[name], value)
    elif isinstance(right, list):
        assert len(found) == len(right)
        for pair in zip(found, right, strict=True):
            expect_equal(*pair)
    else:
        near = isinstance(right, float | int) and not isinstance(right, bool)
        assert found == (pytest.approx(right, abs=1e-9) if near else right)


ORDERS = [
    "-carried", "points", "-points", "-size", "size", "delta", "-delta", "line", "-line", "a", "-b",
    "length", "-ratio", "p3", "-bp", "p9", "metric:ter", "-metric:chrf", "-disagree:ter",
    "-disagree:ter,chrf", "-column:similarity", "column:a.ratio", "column:colour",
]  # fmt: skip
LISTS = """const { set, orders } = given, pair = set.pairs[0];
const { rows } = embeddedRows({ set, pair });
const query = { text: "", in: "", delta: "", parts: [], slice: "", has: "" };
return Promise.all(orders.map((sort) => rows({ ...query, sort }, 0, 80)));"""


def test_lists_are_those_of_a_page_in_every_order(run) -> None:
    test_set = set_of(table_of(SAMPLE, metric_pairs=METRICS), [*METRICS.values()])
    made = run(LISTS, {"set": test_set, "orders": ORDERS})
    for sort, found in zip(ORDERS, made, strict=True):
        right = told("rows", {"sort": sort}, **{"from": "0", "count": "80"})
        del right["filter"]
        # Only the app tells of annotations, and here are none.
        assert {row.pop("said") for row in right["rows"]} == {""}
        expect_equal(found, right)


SEGMENTS = """const { set, parts } = given, pair = set.pairs[0];
return parts.map(({ rows, answer }) => rows.map((row, place) => {
  const { others, hits, ...own } = openedOf(answer, place, row);
  return [own, openedSegment({ set, pair }, row), others.length + Object.keys(hits).length];
}));"""


def test_segments_are_those_of_a_page(run) -> None:
    told("rows", {"sort": "metric:ter"}, **{"from": "0", "count": "1"})  # they are computed
    told("rows", {"sort": "metric:chrf"}, **{"from": "0", "count": "1"})
    parts = []
    for start in range(0, 252, 3):
        rows = [start + 1, start, start + 2]
        answer = told("segment", {}, rows=",".join(map(str, rows)))
        labels = {one.about.label for one in METRICS.values()}
        pair = answer["pair"]
        pair["metrics"] = [one for one in pair["metrics"] if one["label"] in labels]
        parts.append({"rows": rows, "answer": answer})
    test_set = set_of(table_of(SAMPLE), [*METRICS.values()])
    made = [each for part in run(SEGMENTS, {"set": test_set, "parts": parts}) for each in part]
    assert len(made) == 252
    for own, of_page, more in made:
        expect_equal(own, of_page)
        assert more == 0
