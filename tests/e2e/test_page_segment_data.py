"""A segment that a page opens is that of the core, to the last field."""

import json
import random
import re
from collections.abc import Callable, Sequence
from dataclasses import asdict
from typing import Any

import numpy as np
import pytest

from bleu_core import BleuConfig, Comparison, EvalSet
from bleu_core.common.escaping import one_line
from bleu_core.common.formatting import (
    format_component,
    format_delta,
    format_score,
    format_small_delta,
)
from bleu_core.common.rounding import rounded
from bleu_core.explain.changed_spans import segment_changes
from bleu_core.explain.matching import HypothesisMatch, match_segment
from bleu_core.metrics import ImportedScores, MetricComparison, compare_imported
from bleu_core.metrics.registry import get_metric
from bleu_core.present.tables.comparison_tables import part_lines
from bleu_core.present.viewer.contents import shown_rows
from bleu_core.segments.columns import table_of
from bleu_core.segments.worklist import searched_lines, searches
from bleu_core.significance.metric_tests import compare_with_metric
from bleu_core.text.spans import find_spans, merge_spans
from tests.core.nasty_texts import PIECES
from tests.core.sample import REFERENCES, SYSTEMS
from tests.core.two_matches import both_clipping_tables, tally
from tests.places import sample_lines

from .hostile import HOSTILE, HOSTILE_NAME
from .page_documents import SEGMENT, set_of

SCRIPTS = SEGMENT


# An opened segment, what is counted of it, and the numbers of its tables as they are drawn.
BODY = """
const meanings = { "+": "credited", "^": "clipped", "-": "unmatched" };
const inReference = { "+": "covered", "-": "missed" };
const statuses = (rows, meaning) => rows.map((row) => Array.from(row, (sign) => meaning[sign]));
const matchOf = ({ tokens, signs, covered }) => ({
  tokens, occurrences: statuses(signs, meanings),
  references: covered.map((rows) => rows && { occurrences: statuses(rows, inReference) }),
});
const cellsOf = (row) => [...row.cells].map((td) => td.textContent);
const cells = (table) => [...table.rows].slice(1).map(cellsOf);
const outcomeOf = ({ a, b, references }) => {
  if (a.credited !== b.credited) return a.credited > b.credited ? "A" : "B";
  return a.credited ? "shared" : Math.max(...references) ? "missed" : "unreferenced";
};
const rowOfNgram = (ngram) => ({
  text: ngram.text, order: ngram.order, in_a: ngram.a.count, in_b: ngram.b.count,
  in_refs: ngram.references, limit: Math.max(...ngram.references),
  credited_a: ngram.a.credited, credited_b: ngram.b.credited,
  clipped_a: ngram.a.clipped, clipped_b: ngram.b.clipped, outcome: outcomeOf(ngram),
});
const hitsOf = (opened, search) => {
  const hits = {};
  for (const [column, text] of search) {
    for (const [name, own] of Object.entries(searchHits(opened, { text, in: column, has: "" }))) {
      const text = name === "source" ? opened.texts.source : linesByName(opened)[name]?.text;
      if (text) hits[name] = mergeSpans([...(hits[name] ?? []), ...own]);
    }
  }
  return hits;
};
const glossary = { link: "", short: {} };
return given.map(({ doc, rows, search }) => rows.map((row) => {
  const [set] = doc.sets, [pair] = set.pairs;
  const opened = openedSegment({ doc, set, pair }, row), { texts } = opened;
  const ngrams = ngramCounts(opened), all = (name) => ngrams.filter(NGRAM_CHOICES[name][2]).length;
  return {
    segment: opened.row, document: opened.document, names: opened.names,
    order: opened.config.max_ngram_order,
    source: texts.source, references: texts.references.map((line) => line && line.text),
    texts: { a: texts.a.text, b: texts.b.text },
    match: {
      match_a: matchOf(texts.a), match_b: matchOf(texts.b), ngrams: ngrams.map(rowOfNgram),
      tally: Object.fromEntries(Object.keys(NGRAM_CHOICES).map((name) => [name, all(name)])),
      references: texts.references.map((line) => line && line.tokens),
    },
    carries: opened.points === null ? "" : formatSmallDelta(opened.points),
    total: ` of Δ ${formatDelta(opened.delta)}`,
    scores: cells(scoreTable(opened, glossary, 3)).map((row) => row.slice(0, 5)),
    formulas: [...formulas(opened).querySelectorAll("b")].map((b) => b.textContent),
    metrics: cells(otherMetrics(opened, glossary).table),
    hits: hitsOf(opened, search),
  };
}));"""


def match_data(match: HypothesisMatch) -> dict[str, Any]:
    return {
        "tokens": [asdict(token) for token in match.tokens],
        "occurrences": match.occurrences,
        "references": [one and {"occurrences": one.occurrences} for one in match.references],
    }


def of_the_core(
    comparison: Comparison, row: int, where: str, metric_pairs: Sequence[MetricComparison]
) -> dict[str, Any]:
    """A segment with the numbers in the cells of the page's tables."""
    data, ledger = comparison.evalset, comparison.ledger
    a, b = (data.systems[name][row].as_py() for name in (comparison.a, comparison.b))
    references = [stream[row].as_py() for stream in data.references]
    source = None if data.source is None else data.source[row].as_py()
    found_a, found_b = (match_segment(text, references, comparison.config) for text in (a, b))
    ngrams = both_clipping_tables(found_a, found_b)
    stats = (
        one.subset([row]).rescored(effective_order=True)
        for one in (comparison.stats_a, comparison.stats_b)
    )
    lines = part_lines(*stats, percent_digits=1, bp_digits=3)
    *orders, bp, length, score = lines
    scores = [
        [
            format_component(line.name),
            *(part for side in "ab" for part in (getattr(line, side), percent(line, side))),
        ]
        for line in orders
    ]
    scores.append(["BP", length.a, bp.value_a, length.b, bp.value_b])
    texts = {"a": a, "b": b, "source": source}
    texts |= {str(r): text for r, text in enumerate(references)}
    hits: dict[str, list[tuple[int, int]]] = {}
    for column, wanted in searches(where):
        for name in searched_lines(column, len(references)):
            if texts[name]:
                spans = find_spans(texts[name], wanted)
                hits[name] = merge_spans([*hits.get(name, []), *spans])
    return {
        "segment": row,
        "document": None if data.documents is None else data.documents[row].as_py(),
        "names": {"a": one_line(comparison.a), "b": one_line(comparison.b)},
        "order": comparison.config.max_ngram_order,
        "source": source,
        "references": references,
        "texts": {"a": a, "b": b},
        "match": {
            "match_a": match_data(found_a.match),
            "match_b": match_data(found_b.match),
            "ngrams": ngrams,
            "tally": tally(ngrams),
            "references": [
                tokens and [asdict(token) for token in tokens] for tokens in found_a.references
            ],
        },
        "carries": format_small_delta(ledger.segments[row]) if ledger.defined else "",
        "total": f" of Δ {format_delta(comparison.delta)}",
        "scores": scores,
        "formulas": [score.value_a, score.value_b],
        "metrics": [metric_cells(one, row) for one in metric_pairs if one.about.key != "bleu"],
        "hits": hits,
    }


def metric_cells(metric_pair: MetricComparison, row: int) -> list[str]:
    about, label = metric_pair.about, one_line(metric_pair.about.label, 16)
    a, b = metric_pair.sentences_a[row], metric_pair.sentences_b[row]
    if np.isnan(b - a):
        return [label, "–", "–", "–"]
    mark = {-1: " ▼", 0: "", 1: " ▲"}[int(np.sign(rounded(b - a))) * metric_pair.sign]
    scores = [format_score(score, about.decimals) for score in (a, b)]
    return [label, *scores, format_delta(b - a, about.decimals) + mark]


def percent(line: Any, side: str) -> str:
    """A precision as it is taken."""
    return re.sub(".* →", "→", getattr(line, f"value_{side}"))


def compare_segments(
    run: Callable[..., Any],
    comparisons: Sequence[tuple[Comparison, str]],
    metric_pairs: Sequence[MetricComparison] = (),
) -> list[dict[str, Any]]:
    """All segments of these comparisons, which are as in the core; with them what they searched."""
    cases, expected = [], []
    for comparison, where in comparisons:
        rows = list(range(len(comparison)))
        test_set = set_of(table_of(comparison), metric_pairs, has_columns=False)
        doc = {"sets": [test_set], "glossary": None}
        cases.append({"doc": doc, "rows": rows, "search": searches(where)})
        for row in rows:
            data = of_the_core(comparison, row, where, metric_pairs)
            expected.append(json.loads(json.dumps(data)))
    made = [data for case in run(BODY, cases) for data in case]
    assert len(made) == len(expected)
    for data, right in zip(made, expected, strict=True):
        data["scores"].pop()  # the sum of the points
        for name in ("scores", "formulas", "metrics"):
            round_ties_up(data[name], right[name])
    for found, right in zip(made, expected, strict=True):
        different = {key for key in found.keys() | right.keys() if found.get(key) != right.get(key)}
        assert not different, [(key, found.get(key), right.get(key)) for key in different]
    return made


def round_ties_up(found: Any, right: dict[str, Any] | list[Any]) -> None:
    """Write numbers as the page does that are just between two: 6.25 as 6.3, not 6.2."""
    for key, value in right.items() if isinstance(right, dict) else enumerate(right):
        if isinstance(value, dict | list):
            round_ties_up(found[key], value)
        elif isinstance(value, str) and value != found[key] and is_up(value, found[key]):
            right[key] = found[key]


def is_up(value: str, other: str) -> bool:
    """Whether texts differ only in numbers that are ties, rounded up in the other."""
    numbers, others = re.findall(r"[\d.]+", value), re.findall(r"[\d.]+", other)
    if re.sub(r"[\d.]+", "#", value) != re.sub(r"[\d.]+", "#", other):
        return False
    return all(one == two or is_tie_up(one, two) for one, two in zip(numbers, others, strict=True))


def is_tie_up(number: str, other: str) -> bool:
    """Whether the middle between two numbers is a binary fraction: then it can be a tie."""
    low, high = (int(text.replace(".", "")) for text in (number, other))
    decimals = len(number.partition(".")[2])
    return high - low == 1 and (10 * low + 5) % 5 ** (decimals + 1) == 0


def sample(config: BleuConfig) -> Comparison:
    systems = {"direct": SYSTEMS[0], HOSTILE_NAME + "\n": SYSTEMS[1]}
    documents = [name or None for name in sample_lines("documents.txt")]
    return Comparison.of(
        EvalSet(systems, REFERENCES, sample_lines("source.es"), documents=documents), config
    )


def test_segments_of_the_sample_are_those_of_the_core(run) -> None:
    comparison = sample(BleuConfig())
    numbers = np.random.default_rng(1).normal(50, 9, (2, len(comparison))).round(2)
    numbers[0, ::3], numbers[1, ::7] = numbers[1, ::3], np.nan
    names = comparison.a, comparison.b
    values = dict(zip(names, numbers, strict=True))
    metric_pairs = [
        *(compare_with_metric(comparison, get_metric(key)) for key in ("bleu", "chrf", "ter")),
        compare_imported(ImportedScores("a name of 17 signs", False, values), *names),
    ]
    where = 'text contains "LA" and (source contains "os" or reference contains "The")'
    segments = compare_segments(run, [(comparison, where)], metric_pairs)
    assert len(segments) > 250
    assert sum(len(data["hits"]) > 2 for data in segments) > 50
    assert {metric[-1][-1:] for data in segments for metric in data["metrics"]} >= {"▼", "▲", "0"}


CONFIGS = [
    BleuConfig(tokenize="intl", lowercase=True, smooth_method="floor"),
    BleuConfig(tokenize="char", smooth_method="add-k", max_ngram_order=6, effective_order=True),
    BleuConfig(tokenize="zh", smooth_method="none", reference_length="average"),
    BleuConfig(tokenize="13a", lowercase=True, weights=(0.4, 0.3, 0.2, 0.1), smooth_value=None),
    BleuConfig(tokenize="none", smooth_method="add-k", smooth_value=0.3, max_ngram_order=2),
    BleuConfig(tokenize="13a", smooth_method="floor", smooth_value=2.5, max_ngram_order=9),
    BleuConfig(max_ngram_order=1, reference_length="shortest"),
]
SEARCHES = [
    'text contains "A"', 'a contains "💩" and b contains "."', 'reference contains "the"',
    'text contains "É" and a contains "ß" and text contains "."', "points > 0",
]  # fmt: skip


def random_comparison(draw: random.Random, config: BleuConfig) -> Comparison:
    """Of all that breaks tokenizers; of few words, which repeat; and of nothing."""

    def text() -> str:
        pieces = draw.choice(
            [PIECES, ["a ", "b ", "the ", "The ", "1.5 "], ["x", "y", "z "], HOSTILE]
        )
        return "".join(draw.choices(pieces, k=draw.randrange(1, 12))) if draw.random() < 0.9 else ""

    size, number = draw.randrange(1, 7), draw.randrange(1, 4)
    a = [text() for _ in range(size)]
    b = [draw.choice([line, text()]) for line in a]
    references: list[list[str | None]] = [[] for _ in range(number)]
    for line in a:
        there = draw.randrange(number)
        for r, stream in enumerate(references):
            is_missing = r != there and draw.random() < 0.4
            stream.append(None if is_missing else draw.choice([line, text(), ""]))
    documents = draw.choice([None, [draw.choice(["d", None, ""]) for _ in a]])
    return Comparison.of(
        EvalSet({"A": a, "B": b}, references, draw.choice([None, b]), documents=documents), config
    )


def test_segments_of_any_texts_are_those_of_the_core(run) -> None:
    draw = random.Random(20)
    comparisons = [
        (random_comparison(draw, config), draw.choice(SEARCHES))
        for config in CONFIGS
        for _ in range(15)
    ]
    segments = compare_segments(run, comparisons)
    assert len(segments) > 300
    text = json.dumps(segments, ensure_ascii=False)
    for part in ("clipped", "missed", "💩", "→", '"carries": ""', '"references": [null'):
        assert part in text, part


def test_a_segment_that_is_too_long_is_not_said_to_contribute_little(run) -> None:
    outputs = {"A": ["a b " * 501, "c d"], "B": ["e f", "c d e"]}
    comparison = Comparison.of(EvalSet(outputs, [["a b " * 501, "c d"]]), BleuConfig())
    shown = shown_rows(comparison.evalset, ["A", "B"], comparison.config, np.ones(2))
    test_set = set_of(table_of(comparison), shown=shown, has_columns=False)
    body = "const [pair] = given.pairs, open = (row) => openedSegment({ set: given, pair }, row);"
    too_long, included = run(body + "return [0, 1].map((row) => open(row).missing);", test_set)
    assert "1,000 tokens" in too_long
    assert not included


# Signs of patterns, and letters whose case differs among programs.
WANTED = [
    "the", "THE", "ß", "ẞ", "K", "ſ", "İ", "ı", "σ", ".", "a.b", "[x]", "\\d", "💩", "/", "a b",
    "a{,2}", "(?i)", "^", "$", "é", "-", "]", "|", "*",
]  # fmt: skip


def test_texts_are_found_where_the_core_finds_them(run) -> None:
    draw = random.Random(2)
    texts = [
        "The cat, the CAT; a.b A B\nxaab 0 7",
        "",
        "ΑΣ é É ß ẞ K k \u212a S \u017f i I \u0130 \u0131 💩💩é",
        "a{,2} {}]] \\ /x/ (?i)^$ | * [x] \\d",
    ]
    texts += ["".join(draw.choices(PIECES, k=12)) for _ in range(40)]
    cases = [(text, wanted) for text in texts for wanted in WANTED]
    made = run("return given.map(([text, wanted]) => findSpans(text, wanted));", cases)
    expected = [[list(span) for span in find_spans(*case)] for case in cases]
    wrong = [each for each in zip(cases, made, expected, strict=True) if each[1] != each[2]]
    assert wrong == []
    assert sum(map(bool, made)) > 100


SPANS = """return given.sets.map((set) => Array.from({ length: set.size }, (_, row) => {
  const opened = openedSegment({ set, pair: set.pairs[0] }, row), parts = pointParts(opened);
  const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);
  const spans = changedSpans(opened).map((span) => ({
    side: span.side, first: span.first, last: span.last, points: span.points, matches: span.matches,
    inNgrams: sum(span.ngrams.map(({ points }) => points)),
    ngrams: sum(span.ngrams.map(({ times }) => times)),
  }));
  return {
    spans, totals: sum(parts.totals), lengths: parts.lengths, points: opened.points,
    components: sum(parts.matches) + sum(parts.totals) + parts.lengths,
  };
}));"""


def expect_spans_of_the_core(run: Callable[..., Any], comparison: Comparison) -> int:
    """What a page shows as lost and gained is that of the core, and adds up; how many there are."""
    (segments,) = run(SPANS, {"sets": [set_of(table_of(comparison), has_columns=False)]})
    count = 0
    for row, found in enumerate(segments):
        right = segment_changes(comparison, row)
        spans = {(span["side"], span["first"], span["last"]): span for span in found["spans"]}
        assert len(spans) == len(found["spans"])
        assert spans.keys() == {(span.side, span.first, span.last) for span in right.spans}
        for span in right.spans:
            drawn = spans[span.side, span.first, span.last]
            assert drawn["points"] == pytest.approx(span.points, abs=1e-12)
            assert drawn["inNgrams"] == pytest.approx(span.points, abs=1e-12)
            assert drawn["matches"] == drawn["ngrams"] == sum(span.matches)
        sizes = [abs(span["points"]) for span in found["spans"]]
        assert sizes == sorted(sizes, reverse=True)
        assert found["totals"] == pytest.approx(right.totals_points, abs=1e-12)
        assert found["lengths"] == pytest.approx(right.length_points, abs=1e-12)
        total = sum(span["points"] for span in found["spans"]) + found["totals"] + found["lengths"]
        exact = comparison.ledger.segments[row]
        for sum_of_parts in (total, found["components"], found["points"]):
            assert sum_of_parts == pytest.approx(exact, abs=1e-9)
        count += len(spans)
    return count


@pytest.mark.parametrize(
    "config",
    [BleuConfig(), BleuConfig(tokenize="char", max_ngram_order=6), BleuConfig(lowercase=True)],
)
def test_spans_and_their_points_are_those_of_the_core(run, config) -> None:
    assert expect_spans_of_the_core(run, sample(config)) > 400
