"""Texts and a name that come alive anywhere but as text, and how one sees that they do not."""

from playwright.sync_api import Page, expect

from bleu_core import Comparison, EvalSet
from bleu_core.explain.ngrams import evidence
from bleu_core.present.comparison_report import ComparisonReport, gather
from bleu_core.significance import run_tests

HOSTILE = [
    "<script>window.hacked = 1</script>",
    '<img src="x" onerror="window.hacked = 2">',
    "</style></script><b id=injected>bold</b>",
    "**bold** [link](javascript:window.hacked=3) # heading | `code`",
    "$\\latex{x^2}$ :red[red] :material/home:",
    "\u202eمرحبا بالعالم\u202c <svg onload='window.hacked = 4'>",
]
HOSTILE_NAME = "<img src=x onerror=window.hacked=5> **b** $x$"


def hostile_report(*names: str) -> tuple[Comparison, ComparisonReport]:
    """Two systems of which every text and document is hostile, and what a report says of them."""
    a = HOSTILE * 6
    texts = a, [f"{line} more words" for line in a]
    references = [[f"{line} more" for line in a]]
    data = EvalSet(dict(zip(names, texts, strict=True)), references, a, documents=a)
    comparison = Comparison.of(data)
    table = evidence(comparison, comparison.ledger.per_match)
    return comparison, gather(comparison, run_tests(comparison, 100, 100), table)


def expect_nothing_came_alive(page: Page) -> None:
    alive = "#injected, img[src=x], svg[onload], a[href^='javascript:'], .katex"
    expect(page.locator(alive)).to_have_count(0)
    assert page.evaluate("window.hacked") is None
