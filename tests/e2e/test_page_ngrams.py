"""N-grams and slices of a saved page: the same numbers as in the core, and a page that is safe."""

import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from playwright.sync_api import Page, expect

from bleu_core import BleuConfig, Comparison, EvalSet, present
from bleu_core.explain.concordance import concordance, in_context
from bleu_core.explain.ngram_corpus import Corpus
from bleu_core.explain.ngrams import evidence
from bleu_core.present.browser import link_files
from bleu_core.present.comparison_report import gather
from bleu_core.present.page import to_page
from bleu_core.present.page.columns import input_columns, pair_columns, slices_data
from bleu_core.present.page.contents import comparison_contents, pair_data, set_data
from bleu_core.segments.columns import column_partition, table_of
from bleu_core.segments.expressions import chosen
from bleu_core.segments.slices import score_partition, slice_by
from bleu_core.segments.worklist import bin_expression, part_expression

from .hostile import HOSTILE, HOSTILE_NAME, expect_nothing_came_alive

PAGE = Path(present.__file__).parent / "page"
SCRIPT = link_files(PAGE / "concordance.js", PAGE / "slice_parts.js", PAGE / "ngram_counts.js")
# All repeat, so that they match and are clipped; some are scored otherwise than they are written.
WORDS = ["a", "a", "b", "c", "The", "&amp;", "b,", "😀", "x-y", "3.5"]
KINDS = [None, "", "news", 'so "said"', "back\\slash", "chat"]
CONFIGS = [
    BleuConfig(),
    BleuConfig(max_ngram_order=6, lowercase=True, effective_order=True),
    BleuConfig(max_ngram_order=2, smooth_method="floor", weights=(0.3, 0.7)),
]


def random_comparison(seed: int, config: BleuConfig, size: int = 90) -> Comparison:
    """Two systems and three references, some of which lack texts."""
    draw = random.Random(seed)

    def texts(missing: float = 0) -> list[Any]:
        lines = [" ".join(draw.choices(WORDS, k=draw.randrange(12))) for _ in range(size)]
        return [None if draw.random() < missing else line for line in lines]

    data = EvalSet(
        {"A": texts(), "B": texts()},
        [texts(), texts(0.3), texts(0.6)],
        documents=draw.choices(["d", "e", None, "(none)"], k=size),
        metadata={"a kind": draw.choices(KINDS, k=size)},
    )
    return Comparison.of(data, config)


def set_of(
    comparison: Comparison, shown: np.ndarray | None = None, slices: bool = False
) -> dict[str, Any]:
    """A test set of the page whose n-grams, and without `slices` whose parts, it computes."""
    table = table_of(comparison)
    pair = pair_data(
        comparison,
        columns=pair_columns(table),
        slices=slices_data(comparison, table) if slices else [],
    )
    statistics = {comparison.a: comparison.stats_a, comparison.b: comparison.stats_b}
    columns = input_columns(table)
    return set_data(comparison.evalset, statistics, [pair], columns=columns, shown=shown)


def run(page: Page, body: str, given: object) -> Any:
    """What a function of the scripts' names returns of `given`."""
    return page.evaluate(f"(given) => {{ {SCRIPT}\n{body} }}", given)


COUNT = """return given.map(([set, places]) => {
  const counting = countNgrams(set, set.pairs[0], places);
  for (;;) { const step = counting.next(); if (step.done) return step.value; }
});"""


def test_counted_ngrams_are_those_of_the_core(open_page) -> None:
    cases = [random_comparison(seed, config) for seed, config in enumerate(CONFIGS)]
    given, parts = [], []
    for comparison in cases:
        rows = np.arange(10, 80, 3)  # shown are more than are selected, as with a filter
        shown = np.arange(5, 90)
        given += [[set_of(comparison), list(range(len(comparison)))]]
        given += [[set_of(comparison, shown), (rows - 5).tolist()]]
        parts += [(comparison, comparison), (comparison, comparison.part(rows))]
    found = run(open_page("about:blank"), COUNT, given)
    for (whole, part), rows in zip(parts, found, strict=True):
        table = evidence(part, whole.ledger.per_match, min_count=1)
        expected = {
            text: (*numbers, pytest.approx(points))
            for text, points, *numbers in zip(
                table.texts(np.arange(len(table))).to_pylist(),
                table.points.tolist(),
                *(table.column(name).tolist() for name in COLUMNS),
                strict=True,
            )
            if numbers[3] or numbers[4]
        }
        assert {row[0]: (*row[1:6], row[7]) for row in rows} == expected
        sizes = [abs(row[7]) for row in rows]
        assert sizes == sorted(sizes, reverse=True)
        assert len(expected) > 30


COLUMNS = ("order", "matches_a", "matches_b", "wins_a", "wins_b")
FIND = """const [set, ngrams] = given, pair = set.pairs[0];
return ngrams.map((ngram) => {
  const found = findConcordance(set, pair, set.shown.map((_, place) => place), ngram);
  const groups = concordanceGroups(found);
  const lines = [...set.systems.map((one) => one.lines), ...set.references];
  return [
    found.map(({ place, a, b, limit }) => [set.shown[place], a, b, limit]),
    Object.entries(groups).map(([name, some]) => [name, some.map(({ place }) => set.shown[place])]),
    found.map(({ place }) => lines.map((own) => ngramInContext(own, place, ngram))),
  ];
});"""


def test_the_concordance_finds_all_occurrences_and_no_others(open_page) -> None:
    comparison = random_comparison(7, BleuConfig())
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
        numbers = (known.segments, known.count_a, known.count_b, known.limit)
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
                    assert context == {"before": text, "ngram": "", "after": ""}
    assert occurrences > 100


# Of the whole, the parts of the core are drawn as they are; those of columns are computed.
SLICE = """const [sets, cases] = given;
return cases.map(([which, name, rows]) => {
  const set = sets[which];
  return slicePartsOf(set, set.pairs[0], name, rows);
});"""
CRITERIA = ["document", "a kind", "reference length", "length difference", "sentence BLEU"]


def test_slices_have_the_scores_of_the_core(open_page) -> None:
    page = open_page("about:blank")
    for config in CONFIGS:
        comparison = random_comparison(11, config)
        table, rows = table_of(comparison), np.arange(4, 70)
        sets = [set_of(comparison), set_of(comparison, slices=True)]
        cases: list[tuple[int, str, np.ndarray | None]] = [
            (0, "document", None),
            (0, "a kind", None),
        ]
        cases += [(0, "document", rows), (0, "digits", None), (0, "digits", rows)]
        cases += [(1, name, some) for name in [*CRITERIA, "digits"] for some in (None, rows)]
        given = [[n, name, None if some is None else some.tolist()] for n, name, some in cases]
        found = run(page, SLICE, [sets, given])
        for (_, name, some), parts in zip(cases, found, strict=True):
            there = np.arange(len(comparison)) if some is None else some
            expected = []
            for label, expression, own in parts_of(comparison, name):
                own = np.intersect1d(own, there)
                if len(own):
                    scores = [
                        stats.with_rows(stats.matrix[own]).corpus().score
                        for stats in (comparison.stats_a, comparison.stats_b)
                    ]
                    expected.append(
                        [label, expression, len(own), *scores, comparison.ledger.of(own)]
                    )
            told = [list(part.values()) for part in parts]
            assert [row[:3] for row in told] == [row[:3] for row in expected], name
            np.testing.assert_allclose(
                [row[3:] for row in told], [row[3:] for row in expected], atol=1e-8
            )
            for label, expression, *_ in told:
                assert len(chosen(expression, table)), label


def parts_of(comparison: Comparison, name: str) -> list[tuple[str, str, np.ndarray]]:
    """Each part by a criterion or a column: its label, its expression and its segments."""
    if name in CRITERIA:
        found = slice_by(comparison, name)
        return [
            (one.label, part_expression(comparison, name, one.label), one.rows) for one in found
        ]
    table = table_of(comparison)
    cut = column_partition(table, name)
    return [
        (one.label, bin_expression(table, name, cut, one.label), one.rows)
        for one in score_partition(comparison, cut.bands, None, intervals=False)
    ]


def opened_page(page: Page, path: Path, document: dict[str, Any], hash: str) -> Page:
    path.write_text(to_page(document), encoding="utf-8")
    page.goto(f"{path.as_uri()}#{hash}")
    return page


def state_of(page: Page) -> dict[str, str]:
    """What is open, as the address has it."""
    return page.evaluate("Object.fromEntries(new URLSearchParams(location.hash.slice(1)))")


def test_hostile_ngrams_and_slices_are_texts(open_page, tmp_path) -> None:
    lines = HOSTILE * 6
    texts = {HOSTILE_NAME: lines, "new": [*lines[:18], *["no more"] * 18]}
    data = EvalSet(texts, [[f"{line} more" for line in lines]], documents=lines)
    comparison = Comparison.of(data, BleuConfig(tokenize="none"))  # keeps the words as they are
    content = gather(comparison, None, evidence(comparison, comparison.ledger.per_match))
    document, table = comparison_contents(content), table_of(comparison)
    page = open_page("about:blank")
    opened_page(page, tmp_path / "page.html", document, "view=ngrams")
    listed = page.get_by_role("table", name="N-grams", exact=True)
    ngrams = [row[0] for row in document["sets"][0]["pairs"][0]["ngrams"]]
    expect(listed.locator("tbody tr")).to_have_count(min(50, len(ngrams)))
    # Rows of the core, then all; each opens its segments.
    page.get_by_role("button", name="Count all n-grams").click()
    search = page.get_by_role("searchbox", name="Search n-grams")
    for text in ("<svg onload=", "window.hacked", "\\latex", "</style>"):
        search.fill(text)
        row = listed.locator("tbody tr").first
        expect(row).to_contain_text(text.split()[0])
        ngram = row.get_attribute("data-id")
        row.click()
        expect(page.get_by_role("heading", name=ngram, exact=True)).to_be_visible()
        assert state_of(page)["ngram"] == ngram
        found = concordance(Corpus.of(comparison), ngram)
        page.get_by_role("button", name=f"List {len(found.segments)} segments").click()
        assert chosen(state_of(page)["where"], table).tolist() == found.segments.tolist()
        page.evaluate("location.hash = 'view=ngrams'")
    search.fill("/(/")
    expect(page.get_by_role("status")).to_contain_text("This is not a regular expression")
    expect_nothing_came_alive(page)

    page.evaluate("location.hash = 'view=slices'")
    slices = page.get_by_role("table", name="Slices")
    first = slices.get_by_role("row", name=HOSTILE[0])
    expect(first).to_contain_text("6 few")
    expect(slices.locator("tbody tr")).to_have_count(len(HOSTILE) + 1)
    first.press("Enter")
    assert chosen(state_of(page)["where"], table).tolist() == [*range(0, 36, len(HOSTILE))]
    expect_nothing_came_alive(page)


def test_a_filter_is_told_and_counts_only_its_segments(open_page, tmp_path) -> None:
    comparison = random_comparison(5, BleuConfig())
    document = comparison_contents(gather(comparison))
    page = opened_page(
        open_page("about:blank"), tmp_path / "page.html", document, "view=ngrams&where=line+<+41"
    )
    page.get_by_label("N-gram order").select_option("2-grams")
    page.get_by_role("button", name="Lost by B").click()
    expect(page.get_by_role("status")).to_contain_text("Counted in 40 segments")
    table = evidence(comparison.part(np.arange(40)), comparison.ledger.per_match, min_count=1)
    lost = (table.counts.order == 2) & (table.counts.matches_b < table.counts.matches_a)
    rows = page.get_by_role("table", name="N-grams", exact=True).locator("tbody tr")
    expect(rows).to_have_count(int(lost.sum()))
    page.get_by_role("button", name="Remove the condition line < 41").click()
    expect(page.get_by_role("status")).to_contain_text("Counted in 90 segments")

    page.evaluate("location.hash = 'view=slices&slice=document&where=line+<+41'")
    slices = page.get_by_role("table", name="Slices").locator("tbody tr")
    expect(slices.last).to_contain_text("All filtered")
    expect(slices.last).to_contain_text("40")
    page.evaluate("location.hash = 'view=slices&where=lines+<+41'")
    expect(page.get_by_role("alert")).to_contain_text("This filter is not applied.")
