"""Lines and slices of a page, beside those of one segment or slice at a time."""

import random
from typing import Any

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from bleu_core import BleuConfig, Comparison, EvalSet
from bleu_core.explain.matching import match_segment
from bleu_core.present.comparison_report import gather
from bleu_core.present.viewer import slices as page_slices
from bleu_core.present.viewer.contents import comparison_contents, pair_data, set_data
from bleu_core.present.viewer.lines import line_tokens, set_lines
from bleu_core.segments.columns import column_partition, has_intervals, table_of
from bleu_core.segments.slice_criteria import DESCRIPTIVE, NO_VALUE, criteria
from bleu_core.segments.slices import score_partition, slice_by
from bleu_core.significance import documents_of
from bleu_core.text.spans import TokenSpan, align_tokens
from tests.core.nasty_texts import corpora, files
from tests.core.sample import DIRECT, PIVOT, REFERENCES

SIGNS = {"credited": "+", "clipped": "^", "unmatched": "-", "covered": "+", "missed": "-"}
configs = st.builds(
    BleuConfig,
    tokenize=st.sampled_from(["13a", "none", "char", "zh", "intl"]),
    lowercase=st.booleans(),
    max_ngram_order=st.sampled_from([1, 2, 4, 9]),
)


class SlowLines:
    """The `Lines` of document.js, a line at a time."""

    def __init__(self) -> None:
        self.data: dict[str, Any] = {"texts": [], "tokens": [], "scored": {}}

    def add(self, text: str | None, tokens: tuple[TokenSpan, ...] | None) -> None:
        place = str(len(self.data["texts"]))
        self.data["texts"].append(text)
        if text is None or tokens is None:
            self.data["tokens"].append(None)
            return
        ends = [0, *(token.end for token in tokens)]
        numbers = [
            (token.start - end, token.end - token.start)
            for token, end in zip(tokens, ends, strict=False)
        ]
        self.data["tokens"].append([number for pair in numbers for number in pair])
        scored = {
            str(t): token.text
            for t, token in enumerate(tokens)
            if text[token.start : token.end] != token.text
        }
        if scored:
            self.data["scored"][place] = scored


def signs(occurrences: Any) -> list[str]:
    return ["".join(SIGNS[status] for status in order) for order in occurrences]


def slow_lines(evalset: EvalSet, config: BleuConfig, rows: list[int]) -> tuple[Any, Any]:
    references = [SlowLines() for _ in evalset.references]
    systems = {name: (SlowLines(), [], [[] for _ in references]) for name in evalset.systems}
    for row in rows:
        texts = [column[row].as_py() for column in evalset.references]
        for name, (lines, occurrences, covered) in systems.items():
            text = evalset.systems[name][row].as_py()
            found = match_segment(text, texts, config)
            lines.add(text, found.match.tokens)
            occurrences.append(signs(found.match.occurrences))
            for r, one in enumerate(found.match.references):
                covered[r].append(None if one is None else signs(one.occurrences))
        for r, tokens in enumerate(found.references):
            references[r].add(texts[r], tokens)
    made = [(lines.data, *signs) for lines, *signs in systems.values()]
    return [lines.data for lines in references], made


@st.composite
def two_systems(draw: st.DrawFn) -> EvalSet:
    """Two systems with one to three references, some of which are missing."""
    output, references = draw(corpora(files))
    other = draw(st.permutations(output))
    return EvalSet({"one": output, "two": list(other)}, references)


CLIPPED = EvalSet({"one": ["x s z w s y"], "two": ["İ x <skipped>s"]}, [["x s y"], [None], ["s"]])


@given(evalset=two_systems(), config=configs)
@example(evalset=CLIPPED, config=BleuConfig(max_ngram_order=2))
@example(evalset=CLIPPED, config=BleuConfig(tokenize="char", lowercase=True))
def test_the_lines_are_those_of_single_segments(evalset: EvalSet, config: BleuConfig) -> None:
    found = set_lines(evalset, list(evalset.systems), config)
    assert found[:2] == slow_lines(evalset, config, list(range(len(evalset))))


@given(evalset=two_systems(), config=configs, data=st.data())
def test_the_lines_of_some_segments(
    evalset: EvalSet, config: BleuConfig, data: st.DataObject
) -> None:
    rows = data.draw(st.sets(st.integers(0, len(evalset) - 1)).map(sorted))
    found = set_lines(evalset, list(evalset.systems), config, np.array(rows, np.int64))
    assert found[:2] == slow_lines(evalset, config, rows)


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("Ａ b", ["A", "b"]),  # as a tokenizer that normalizes has it
        ("a b", ["ab"]),
        ("the cat", ["▁the", "▁cat"]),
        ("b", ["▁", "b"]),
    ],
)
def test_tokens_that_are_not_in_the_text(text: str, tokens: list[str]) -> None:
    config = BleuConfig(tokenize="spm")
    assert line_tokens(tokens, text, config) == align_tokens(tokens, text, config)


def sample(**more: Any) -> Comparison:
    draw = random.Random(1)
    size = len(DIRECT)
    given: dict[str, Any] = {
        "documents": [f"text {i // 10}" for i in range(size)],
        "metadata": {
            "kind": draw.choices(["news", "law", None, ""], k=size),
            "id": [str(i) for i in range(size)],
            "all": ["x"] * size,
        },
    }
    data = EvalSet({"direct": DIRECT, "pivot": PIVOT}, REFERENCES, **(given | more))
    return Comparison.of(data)


def slicing_of(comparison: Comparison) -> dict[str, Any]:
    (pair,) = comparison_contents(gather(comparison))["sets"][0]["pairs"]
    slicing: dict[str, Any] = pair["slicing"]
    return slicing


def intervals_of(criterion: dict[str, Any]) -> dict[str, list[float]]:
    return {value: ends for value, *ends in criterion["intervals"]}


def test_intervals_are_those_of_the_core_and_others_say_why_they_have_none() -> None:
    comparison = sample()
    table, found = table_of(comparison), slicing_of(comparison)["criteria"]
    documents, tested = documents_of(comparison.evalset), 0
    for criterion in found:
        name = criterion["column"]
        if name in criteria(comparison):
            slices, is_fair = slice_by(comparison, name), name not in DESCRIPTIVE
        else:
            is_fair = has_intervals(table.columns[name])
            bands = column_partition(table, name).bands
            slices = score_partition(comparison, bands, documents, is_fair)
        expected = {
            "" if one.label == NO_VALUE else one.label: pytest.approx([one.ci_low, one.ci_high])
            for one in slices
            if one.ci_low is not None
        }
        assert intervals_of(criterion) == expected, name
        (start, *_) = criterion["note"][0]
        assert start.startswith("Intervals by" if expected else "No intervals"), name
        tested += bool(expected)
    assert tested > 8
    names = [criterion["column"] for criterion in found]
    assert names[:2] == ["kind", "reference length"]
    assert not {"id", "all"} & set(names)  # a slice for each segment, and one for all
    ordered = {criterion["column"] for criterion in found if criterion["ordered"]}
    assert {"reference length", "rarity", "a.length"} <= ordered
    assert not ordered & {"kind", "document", "digits"}


def test_the_first_criterion_has_two_slices_with_enough_segments() -> None:
    size = len(DIRECT)
    documents = [f"text {i // 40}" for i in range(size)]
    assert slicing_of(sample(documents=documents))["first"] == ["document", "reference length"]
    small = [f"text {i // 20}" for i in range(size)]
    bare = slicing_of(sample(documents=small, metadata={}))
    assert bare["first"] == ["reference length"]
    assert bare["sentence"]


def test_segments_that_were_chosen_by_the_outputs_have_no_intervals() -> None:
    comparison = sample()
    rows = np.arange(120)
    part = comparison.part(rows, no_test_reason="Chosen by B.")
    slicing = slicing_of(part)
    assert all(not criterion["intervals"] for criterion in slicing["criteria"])
    assert slicing["criteria"][0]["note"] == [["Chosen by B."]]


def test_many_segments_have_intervals_of_the_first_criteria_only(monkeypatch) -> None:
    comparison = sample()
    monkeypatch.setattr(page_slices, "MOST_TESTED", 4 * len(comparison))
    tested = [one["column"] for one in slicing_of(comparison)["criteria"] if one["intervals"]]
    # One is spent on documents, which are too small.
    assert tested == ["kind", "reference length", "sentence BLEU"]
    monkeypatch.setattr(page_slices, "MOST_TESTED", 0)
    found = slicing_of(comparison)["criteria"]
    tested = [one["column"] for one in found if one["intervals"]]
    assert tested == ["kind", "reference length"]
    assert ["No intervals: they are not computed for this many segments."] in [
        span for one in found for span in one["note"]
    ]


def test_columns_with_several_values_in_a_segment_make_no_slices() -> None:
    comparison = sample()
    values = [[0, 1], *[i % 2 for i in range(1, len(comparison))]]
    column = {"name": "error", "about": "", "kind": "text", "exchangeable": True}
    column |= {"words": ["x", "y"], "values": values}
    statistics = {"direct": comparison.stats_a, "pivot": comparison.stats_b}
    pair = pair_data(comparison, columns=[column])
    set_data(comparison.evalset, statistics, [pair])
    assert pair["slicing"]["criteria"] == []
    assert pair["slicing"]["sentence"] == []
