"""N-grams and slices of a saved page: the same numbers as in the core, and a page that is safe."""

import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from playwright.sync_api import Page, expect

from bleu_core import BleuConfig, Comparison, EvalSet, present
from bleu_core.common.formatting import truncate
from bleu_core.explain.concordance import concordance, in_context
from bleu_core.explain.ngram_corpus import Corpus
from bleu_core.explain.ngrams import evidence
from bleu_core.present.browser import link_files
from bleu_core.present.comparison_report import gather
from bleu_core.present.viewer import to_page
from bleu_core.present.viewer.columns import band_columns, input_columns, pair_columns
from bleu_core.present.viewer.contents import comparison_contents, pair_data, set_data
from bleu_core.segments.columns import column_partition, table_of
from bleu_core.segments.slices import score_partition, slice_by

from .hostile import HOSTILE, HOSTILE_NAME, expect_nothing_came_alive

PAGE = Path(present.__file__).parent / "viewer"
SCRIPT = link_files(PAGE / "concordance.js", PAGE / "slice_parts.js")
# All repeat, so that they match and are clipped; some are scored otherwise than they are written.
WORDS = ["a", "a", "b", "c", "The", "&amp;", "b,", "😀", "x-y", "3.5"]
KINDS = [None, "", "news", 'so "said"', "back\\slash", "chat"]
CONFIGS = [
    BleuConfig(),
    BleuConfig(max_ngram_order=6, lowercase=True, effective_order=True),
    BleuConfig(max_ngram_order=2, smooth_method="floor", weights=(0.3, 0.7)),
]


def random_comparison(
    seed: int, config: BleuConfig, size: int = 90, longest: int = 12
) -> Comparison:
    """Two systems and three references, some of which lack texts."""
    draw = random.Random(seed)

    def texts(missing: float = 0) -> list[Any]:
        lines = [" ".join(draw.choices(WORDS, k=draw.randrange(longest))) for _ in range(size)]
        return [None if draw.random() < missing else line for line in lines]

    def changed(lines: list[str]) -> list[str]:
        pairs = [(word, draw.choice(WORDS)) for line in lines for word in line.split()]
        words = iter([pair[draw.random() < 0.2] for pair in pairs])
        return [" ".join(next(words) for _ in line.split()) for line in lines]

    a = texts()
    data = EvalSet(
        {"A": a, "B": changed(a)},
        [changed(a), texts(0.3), texts(0.6)],
        documents=draw.choices(["d", "e", None, "(none)"], k=size),
        metadata={"a kind": draw.choices(KINDS, k=size)},
    )
    return Comparison.of(data, config)


def set_of(comparison: Comparison, shown: np.ndarray | None = None) -> dict[str, Any]:
    table = table_of(comparison)
    pair = pair_data(comparison, columns=pair_columns(table), bands=band_columns(table))
    statistics = {comparison.a: comparison.stats_a, comparison.b: comparison.stats_b}
    columns = input_columns(table)
    return set_data(comparison.evalset, statistics, [pair], columns=columns, shown=shown)


def run(page: Page, body: str, given: object) -> Any:
    """What a function of the scripts' names returns of `given`."""
    return page.evaluate(f"(given) => {{ {SCRIPT}\n{body} }}", given)


FIND = """const [set, ngrams] = given, pair = set.pairs[0];
return ngrams.map((ngram) => {
  const found = findConcordance(set, pair, ngram);
  const groups = concordanceGroups(found);
  const lines = [...set.systems.map((one) => one.lines), ...set.references];
  return [
    found.map((one) => [set.shown[one.place], one.a, one.b, one.creditedA, one.creditedB]),
    Object.entries(groups).map(([name, some]) => [name, some.map(({ place }) => set.shown[place])]),
    found.map(({ place }) => lines.map((own) => ngramInContext(own, place, ngram))),
  ];
});"""


def test_the_concordance_finds_all_occurrences_and_no_others(open_page) -> None:
    comparison = random_comparison(7, BleuConfig(), longest=60)
    shown = np.arange(3, 88, 2)
    ngrams = ["a", "a a", "b ,", "& a", "😀", "The b", "x-y a a", "3.5 b , a", "none", "", "b , &"]
    corpus = Corpus.of(comparison)
    evalset = comparison.evalset
    columns = [evalset.systems["A"], evalset.systems["B"], *evalset.references]
    found = run(open_page("about:blank"), FIND, [set_of(comparison, shown), ngrams])
    occurrences = 0
    for ngram, (rows, groups, contexts) in zip(ngrams, found, strict=True):
        if not ngram:
            assert rows == []
            continue
        known = concordance(corpus, ngram)
        credited = (np.minimum(count, known.limit) for count in (known.count_a, known.count_b))
        numbers = (known.segments, known.count_a, known.count_b, *credited)
        expected = [[*row] for row in zip(*(x.tolist() for x in numbers), strict=True)]
        assert rows == [row for row in expected if row[0] in shown]
        assert groups == [
            [name, [row for row in some.tolist() if row in shown]]
            for name, some in known.groups().items()
        ]
        occurrences += len(rows)
        for (row, *_), texts in zip(rows, contexts, strict=True):
            for column, context in zip(columns, texts, strict=True):
                text = column[row].as_py()
                if text is None:
                    assert context is None
                elif there := in_context(text, ngram, comparison.config):
                    assert [*context.values()] == [*there]
                else:
                    assert context == {"before": truncate(text, 120), "ngram": "", "after": ""}
    assert occurrences > 100


SLICE = """const [set, cases] = given, [pair] = set.pairs, columns = sliceColumns(set, pair);
return cases.map(([name, rows]) => {
  const column = columns.find((one) => one.name === name);
  return slicePartsOf(set, pair, column, rows).map((part) => Object.values(part));
});"""
CRITERIA = ["document", "a kind", "reference length", "length difference", "sentence BLEU"]


def test_slices_have_the_scores_of_the_core(open_page) -> None:
    page = open_page("about:blank")
    for config in CONFIGS:
        comparison = random_comparison(11, config)
        selections = [None, np.arange(4, 70)]
        cases = [(name, some) for name in [*CRITERIA, "digits", "a.length"] for some in selections]
        given = [[name, None if some is None else some.tolist()] for name, some in cases]
        found = run(page, SLICE, [set_of(comparison), given])
        for (name, some), parts in zip(cases, found, strict=True):
            there = np.arange(len(comparison)) if some is None else some
            expected = {}
            for label, rows in parts_of(comparison, name):
                own = np.intersect1d(rows, there)
                if len(own):
                    scores = [
                        stats.with_rows(stats.matrix[own]).corpus().score
                        for stats in (comparison.stats_a, comparison.stats_b)
                    ]
                    expected[label] = [len(own), *scores, comparison.ledger.of(own)]
            assert {label: numbers for label, _, *numbers in parts} == {
                label: pytest.approx(numbers, abs=1e-8) for label, numbers in expected.items()
            }, name
            if name not in ("document", "a kind"):  # bands are in their order
                assert [part[0] for part in parts] == list(expected)


def parts_of(comparison: Comparison, name: str) -> list[tuple[str, np.ndarray]]:
    """Each part by a criterion or a column: its label and its segments."""
    if name in CRITERIA:
        return [(one.label, one.rows) for one in slice_by(comparison, name)]
    cut = column_partition(table_of(comparison), name)
    parts = score_partition(comparison, cut.bands, None, intervals=False)
    return [(one.label, one.rows) for one in parts]


def opened_page(page: Page, path: Path, document: dict[str, Any], hash: str) -> Page:
    path.write_text(to_page(document), encoding="utf-8")
    page.goto(f"{path.as_uri()}#{hash}")
    return page


def count_of(number: int) -> str:
    return f"1 of {number} segments (36 in total)"


def state_of(page: Page) -> dict[str, str]:
    """What is open, as the address has it."""
    return page.evaluate("Object.fromEntries(new URLSearchParams(location.hash.slice(1)))")


def test_hostile_ngrams_and_slices_are_texts(open_page, tmp_path) -> None:
    lines = HOSTILE * 6
    texts = {HOSTILE_NAME: lines, "new": [*lines[:18], *["no more"] * 18]}
    data = EvalSet(texts, [[f"{line} more" for line in lines]], documents=lines)
    comparison = Comparison.of(data, BleuConfig(tokenize="none"))  # keeps the words as they are
    content = gather(comparison, None, evidence(comparison, comparison.ledger.per_match))
    document = comparison_contents(content)
    page = open_page("about:blank")
    opened_page(page, tmp_path / "page.html", document, "view=ngrams")
    listed = page.get_by_role("table", name="N-grams", exact=True)
    ngrams = [row[0] for row in document["sets"][0]["pairs"][0]["ngrams"]]
    expect(listed.locator("tbody tr")).to_have_count(min(50, len(ngrams)))
    # Each opens its segments.
    search = page.get_by_role("searchbox", name="Search n-grams")
    for text in ("<svg onload=", "window.hacked", "\\latex", "</style>"):
        search.fill(text)
        row = listed.locator("tbody tr").first
        expect(row).to_contain_text(text.split()[0])
        ngram = row.get_attribute("data-id")
        row.click()
        expect(page.get_by_role("heading", name=ngram, exact=True)).to_be_visible()
        assert state_of(page)["ngram"] == ngram
        number = len(concordance(Corpus.of(comparison), ngram).segments)
        page.get_by_role("button", name=f"List {number} segments").click()
        assert state_of(page)["has"] == ngram
        expect(page.locator(".summary .count")).to_have_text(count_of(number))
        page.evaluate("location.hash = 'view=ngrams'")
    page.evaluate("location.hash = 'view=ngrams&ngram=no+more'")  # B alone has it
    page.get_by_role("button", name="List 18 segments").click()
    expect(page.locator(".summary .count")).to_have_text(count_of(18))
    expect(page.locator(".opened mark").first).to_have_text("no")
    expect_nothing_came_alive(page)

    page.evaluate("location.hash = 'view=slices'")
    slices = page.get_by_role("table", name="Slices")
    first = slices.get_by_role("row", name=HOSTILE[0])
    expect(first).to_contain_text("6 few")
    expect(slices.locator("tbody tr")).to_have_count(len(HOSTILE) + 1)
    first.press("Enter")
    assert state_of(page)["part.document"] == HOSTILE[0]
    expect(page.locator(".summary .count")).to_have_text(count_of(6))
    expect_nothing_came_alive(page)


def test_slices_are_of_the_filtered_segments_and_ngrams_of_all(open_page, tmp_path) -> None:
    comparison = random_comparison(5, BleuConfig())
    counts = evidence(comparison, comparison.ledger.per_match)
    document = comparison_contents(gather(comparison, None, counts))
    page = opened_page(
        open_page("about:blank"), tmp_path / "page.html", document, "view=ngrams&part.document=d"
    )
    number = comparison.evalset.documents.to_pylist().count("d")
    expect(page.get_by_role("status")).to_contain_text(f"of all 90 segments, not of the {number}")
    page.get_by_label("N-gram order").select_option("2-grams")
    page.get_by_role("button", name="Lost by B").click()
    rows = document["sets"][0]["pairs"][0]["ngrams"]
    lost = [text for text, order, a, b, *_ in rows if order == 2 and b < a]
    shown = page.get_by_role("table", name="N-grams", exact=True).locator("tbody tr")
    expect(shown).to_have_count(len(lost))

    page.evaluate("location.hash = 'view=slices&by=a+kind&part.document=d'")
    slices = page.get_by_role("table", name="Slices").locator("tbody tr")
    expect(slices.last).to_contain_text("All filtered")
    expect(slices.last).to_contain_text(str(number))
    page.get_by_role("button", name="Remove the condition document: d").click()
    expect(slices.last).to_contain_text("90")


def test_without_ngrams_the_screen_says_so(open_page, tmp_path) -> None:
    document = comparison_contents(gather(random_comparison(5, BleuConfig())))
    page = opened_page(open_page("about:blank"), tmp_path / "page.html", document, "view=ngrams")
    expect(page.get_by_role("status")).to_have_text("This page has no n-grams.")
    expect(page.get_by_role("table")).to_have_count(0)
