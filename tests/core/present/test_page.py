"""The document of a page: its numbers are the comparison's, and it tells nothing else."""

import gzip
import json
import re
from base64 import b64decode
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import unquote_plus

import numpy as np
import pytest

from bleu_core import BleuConfig, Comparison, EvalSet
from bleu_core.common.rounding import rounded
from bleu_core.explain.ngrams import evidence
from bleu_core.metrics import Chrf
from bleu_core.present.comparison_report import ComparisonReport, gather
from bleu_core.present.viewer import HERE, packed, render_page
from bleu_core.present.viewer.columns import report_table
from bleu_core.present.viewer.contents import comparison_contents, shown_rows
from bleu_core.segments.annotations import Annotation, Label
from bleu_core.segments.columns import FLAG, NUMBER, SegmentTable, column_partition, table_of
from bleu_core.segments.detectors import Thresholds
from bleu_core.segments.expressions import chosen
from bleu_core.segments.finder import FoundSlice, SliceFindings
from bleu_core.segments.saved_slices import SavedSlice
from bleu_core.segments.slice_criteria import partition_by
from bleu_core.significance import run_tests
from bleu_core.significance.metric_tests import MetricSignificance, compare_with_metric
from tests.core.present.test_report import HOSTILE, NAME, content_of, hostile, plain
from tests.core.sample import DIRECT, PIVOT, REFERENCES
from tests.documents import blocks
from tests.markup import Parsed
from tests.places import ROOT
from tests.saved_pages import saved_document, saved_html

# Computed from statistics in the page: see segment_numbers.js.
COMPUTED = re.compile(
    r"line|source|reference|a|b|text|points|points\.(p\d|bp)|delta|gain|reference\.length"
    r"|[ab]\.(bleu|matches\d|length|ratio)"
)


@cache
def sample() -> ComparisonReport:
    """The sample with another metric, annotations, documents, sources and metadata."""
    size = len(DIRECT)
    documents = [f"text {i // 10}" for i in range(size)]
    kinds = [None if i % 7 == 0 else ["news", "law"][i % 2] for i in range(size)]
    data = EvalSet(
        {"direct": DIRECT, "pivot": PIVOT},
        REFERENCES,
        source=[line.upper() for line in PIVOT],
        documents=documents,
        metadata={"kind": kinds, "points": documents, "id": [str(i) for i in range(size)]},
    )
    comparison = Comparison.of(data)
    labels = Label("A", "Omission", "major"), Label("B", "Style", "minor")
    said = {2: Annotation("A better", labels, "a note"), 5: Annotation("same", labels[:1])}
    other = MetricSignificance(compare_with_metric(comparison, Chrf()))
    return gather(
        comparison, run_tests(comparison, 200),
        evidence(comparison, comparison.ledger.per_match),
        annotations=said, metric_pairs=[other], thresholds=Thresholds(long=1.0),
    )  # fmt: skip


@cache
def sample_set() -> tuple[dict[str, Any], dict[str, Any]]:
    """The test set of the sample's page, read from JSON, and its pair."""
    (made,) = unpacked(packed(comparison_contents(sample())))["sets"]
    return made, made["pairs"][0]


def unpacked(text: str) -> Any:
    return json.loads(gzip.decompress(b64decode(text)))


# The declared form.


def declared(path: Path = HERE / "document.js") -> dict[str, set[str]]:
    """The keys of each type in a script."""
    text = path.read_text("utf-8")
    types = {}
    for comment in re.findall(r"/\*\*(.*?)\*/", text, re.DOTALL):
        if found := re.search(r"@typedef \{object\} (\w+)", comment):
            types[found[1]] = set(re.findall(r"@property \{.*\} (\w+)", comment))
        elif found := re.search(r"(?s)@typedef \{\{(.*)\}\} (\w+)", comment):
            types[found[2]] = set(re.findall(r"(\w+):", found[1]))
    return types


@pytest.mark.parametrize("content", [sample, plain, hostile])
def test_a_document_has_the_keys_that_its_reader_declares(content) -> None:
    types, page = declared(), comparison_contents(content())
    (test_set,) = page["sets"]
    (pair,) = test_set["pairs"]
    ngrams = [pair["ngrams"]] if pair["ngrams"] else []
    found = {
        "PageDocument": [page],
        "TestSet": [test_set],
        "Config": [test_set["config"]],
        "Pair": [pair],
        "System": test_set["systems"],
        "Lines": [*test_set["references"], *(one["lines"] for one in test_set["systems"])],
        "Metric": pair["metrics"],
        "Changes": [pair["changes"]],
        "PairNgrams": ngrams,
        "NgramFamily": [family for own in ngrams for family in own["families"]],
        "Slicing": [pair["slicing"]],
        "Criterion": pair["slicing"]["criteria"],
    }
    assert set(types) == {*found, "Finder", "FoundSlice", "Saved", "SavedSlice"}
    assert all(set(each) == types[name] for name, every in found.items() for each in every)
    for column in [*test_set["columns"], *pair["columns"], *pair["bands"], *pair["slices"]]:
        keys = {"name", "about", "kind", "values"}
        keys |= {"words"} if column["kind"] == "text" else set()
        keys |= set() if column in pair["slices"] else {"exchangeable"}
        assert set(column) == keys
        assert len(column["values"]) == test_set["size"]
    assert {len(row) for own in ngrams for row in own["rows"]} <= {10}
    assert {one["kind"] for one in pair["bands"]} <= {"text"}
    assert {one["kind"] for one in pair["slices"]} <= {"flag"}
    assert (page["format"], page["version"]) == ("bleuscope-page", 1)


FORMAT = (ROOT / "docs/reference/page-format.md").read_text("utf-8")


def test_the_reference_explains_every_field() -> None:
    explained = set(re.findall(r"`(\w+)`", FORMAT)) - {"null", "html"}
    keys = set().union(*declared().values())
    assert keys | {"words", "values", "kind", "about"} <= explained


def test_the_function_of_the_reference_reads_a_page(tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    page.write_bytes(render_page(plain()))
    there: dict[str, Any] = {}
    (code,) = blocks(FORMAT, "python")
    exec(code, there)
    assert there["read_page"](page) == unpacked(packed(comparison_contents(plain())))


# Its numbers.


def test_statistics_and_prices_are_those_of_the_comparison() -> None:
    comparison, (made, pair) = sample().comparison, sample_set()
    both = comparison.stats_a, comparison.stats_b
    for system, stats in zip(made["systems"], both, strict=True):
        assert np.array_equal(np.array(system["statistics"]).T, stats.matrix)
    assert [system["name"] for system in made["systems"]] == ["direct", "pivot"]
    assert (pair["a"], pair["b"], pair["delta"]) == (0, 1, comparison.delta)
    assert pair["prices"] == comparison.ledger.prices.tolist()
    assert made["signature"] == comparison.score_a.signature
    assert made["source"] == comparison.evalset.source.to_pylist()
    assert (made["numbers"], made["shown"]) == (None, None)


def column_values(column: dict[str, Any]) -> list[Any]:
    if column["kind"] != "text":
        return column["values"]
    words = [*column["words"], None]
    return [
        [words[i] for i in place] if isinstance(place, list) else words[place]
        for place in column["values"]
    ]


def expected_values(table: SegmentTable, name: str) -> list[Any]:
    if table.column(name).kind == NUMBER:
        numbers = rounded(table.numbers(name)).tolist()
        return [None if number != number else number for number in numbers]
    if table.column(name).kind == FLAG:
        return table.flags(name).tolist()
    ((texts, segments),) = table.texts(name).parts
    if segments is None:
        return texts.to_pylist()
    values: list[Any] = [[] for _ in range(len(table))]
    for text, segment in zip(texts.to_pylist(), segments.tolist(), strict=True):
        values[segment].append(text)
    return [each[0] if len(each) == 1 else each or None for each in values]


def test_all_columns_are_there_that_the_page_does_not_compute() -> None:
    table, (made, pair) = report_table(sample()), sample_set()
    columns = {one["name"]: one for one in [*made["columns"], *pair["columns"]]}
    known = {name for name, column in table.columns.items() if not column.missing}
    assert set(columns) == {name for name in known if not COMPUTED.fullmatch(name)}
    assert {"document", "kind", "data.points", "delta.chrf", "label", "source.length"} <= {*columns}
    assert "kind" in {one["name"] for one in made["columns"]}
    assert "a.runaway" in {one["name"] for one in pair["columns"]}
    for name, column in columns.items():
        for field in ("kind", "about"):
            assert column[field] == getattr(table.column(name), field)
        assert column_values(column) == expected_values(table, name)
    # With the thresholds of the report.
    usual = table_of(sample().comparison)
    assert sum(columns["a.runaway"]["values"]) > usual.flags("a.runaway").sum()
    assert column_values(columns["label"])[2:6] == [["Omission", "Style"], None, None, "Omission"]


def test_bands_are_those_by_which_the_app_slices() -> None:
    table, pair = report_table(sample()), sample_set()[1]
    bands = {one["name"]: one for one in pair["bands"]}
    assert {"a.length", "points", "delta", "delta.chrf", "source.length"} <= set(bands)
    for name, column in bands.items():
        cut = column_partition(table, name)
        labels = [None if i == cut.nothing else cut.bands.labels[i] for i in cut.bands.part]
        assert column_values(column) == labels, name
        assert len(set(labels)) > 1, name
    (lengths,) = [one for one in pair["columns"] if one["name"] == "reference length"]
    assert lengths["words"] == partition_by(sample().comparison, "reference length").labels


def test_slices_with_names_are_saved_found_or_opened_by_the_report() -> None:
    kinds = ["a" if i < 100 else None for i in range(len(DIRECT))]
    data = EvalSet({"direct": DIRECT, "pivot": PIVOT}, REFERENCES, documents=kinds)
    comparison = Comparison.of(data)
    table = table_of(comparison)
    saved = [
        SavedSlice("long", "reference.length > 20"),
        SavedSlice("of other data", "topic = 1"),
        SavedSlice("runaway", "b.runaway", Thresholds(long=1.0)),
    ]
    found = FoundSlice(
        "a.length < 9", np.array([1, 5]), 0.1, 0.2, 0.3, 20, 21, 1, None, None, None, False, True
    )
    slices = SliceFindings([], [found], 1, 1, 126, 126, "segment", 1)
    content = gather(comparison, run_tests(comparison, 200), saved_slices=saved, slices=slices)
    document = comparison_contents(content)
    (pair,) = document["sets"][0]["pairs"]
    for kind, name in (("FoundSlice", "finder"), ("SavedSlice", "saved")):
        assert all(set(each) == declared()[kind] for each in pair[name]["slices"])
    masks = {one["name"]: np.flatnonzero(one["values"]).tolist() for one in pair["slices"]}
    assert masks["long"] == chosen("reference.length > 20", table).tolist()
    assert "of other data" not in masks
    assert len(masks["runaway"]) > table.flags("b.runaway").sum()
    assert masks["a.length < 9"] == [1, 5]
    links = re.findall(r'href="#view=segments&amp;slice=([^"]*)"', saved_html(document))
    opened = {unquote_plus(link) for link in links}
    assert opened
    assert opened <= set(masks)
    assert set(masks) == {"long", "runaway", "a.length < 9", *opened}
    for expression in opened:
        assert masks[expression] == chosen(expression, table).tolist()


def test_a_page_of_some_segments() -> None:
    rows = np.arange(3, 90, 2)
    part = sample().comparison.part(rows, "line > 3")
    (made,) = comparison_contents(gather(part))["sets"]
    assert (made["size"], made["numbers"]) == (len(rows), (rows + 1).tolist())
    (pair,) = made["pairs"]
    assert pair["ngrams"] is None
    whole, (_, all_pair) = report_table(sample()), sample_set()
    columns = {one["name"]: one for one in [*made["columns"], *pair["columns"]]}
    # Frequencies and bands stay those of the whole test set.
    assert columns["rarest"]["values"] == whole.numbers("rarest")[rows].tolist()
    bands = next(one for one in all_pair["columns"] if one["name"] == "rarity")
    assert column_values(columns["rarity"]) == [column_values(bands)[row] for row in rows]


def test_missing_numbers_are_null() -> None:
    """Nothing matches: BLEU is 0, and nothing can be attributed."""
    data = EvalSet({"a": ["x", ""], "b": ["y", "z"]}, [["u", ""]])
    comparison = Comparison.of(data, BleuConfig(smooth_method="none"))
    document = comparison_contents(content_of(comparison))
    (pair,) = unpacked(packed(document))["sets"][0]["pairs"]
    assert (pair["prices"], pair["ngrams"]) == (None, None)
    unseen = next(one for one in pair["columns"] if one["name"] == "a.unseen")
    assert unseen["values"] == [1, None]
    with pytest.raises(ValueError, match="not JSON compliant"):
        packed({"number": float("nan")})


@pytest.mark.parametrize(
    ("config", "value"),
    [(BleuConfig(), None), (BleuConfig(smooth_method="floor"), 0.1),
     (BleuConfig(smooth_method="add-k", smooth_value=2), 2.0)],
)  # fmt: skip
def test_the_smoothing_value_is_the_one_in_use(config: BleuConfig, value: float | None) -> None:
    data = EvalSet({"a": ["x y"], "b": ["x"]}, [["x y"]])
    (made,) = comparison_contents(gather(Comparison.of(data, config)))["sets"]
    assert made["config"]["smooth_value"] == value


# Which segments have texts.


def lines(*texts: str) -> EvalSet:
    return EvalSet({"a": list(texts)}, [["r"] * len(texts)], source=["s"] * len(texts))


@pytest.mark.parametrize(("text", "is_shown"), [
    ("a " * 1000, True), ("a " * 1001, False), ("a" * 20_000, True), ("a" * 20_001, False),
])  # fmt: skip
def test_long_lines_have_no_texts(text: str, is_shown: bool) -> None:
    short = ["x", "y", "z"]
    long = ["x", text, "z"]
    texts = [(long, short), (short, long)]
    for output, reference in texts:
        data = EvalSet({"a": output}, [reference])
        rows = shown_rows(data, ["a"], BleuConfig(), np.ones(3))
        assert (rows is None) == is_shown
        assert rows is None or rows.tolist() == [0, 2]


def test_lines_are_of_the_shown_segments(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bleu_core.present.viewer.contents.MOST_SHOWN", 7)
    (made,) = comparison_contents(sample())["sets"]
    points = np.abs(sample().comparison.ledger.segments)
    assert made["shown"] == sorted(np.argsort(-points, kind="stable")[:7].tolist())
    assert made["systems"][0]["lines"]["texts"] == [DIRECT[row] for row in made["shown"]]
    assert len(made["source"]) == len(made["systems"][1]["occurrences"]) == 7
    assert len(made["systems"][0]["statistics"][0]) == made["size"] == len(DIRECT)


# The file.


def test_nothing_of_a_user_is_in_the_file_but_as_text() -> None:
    page = render_page(hostile()).decode()
    parsed = Parsed(page)
    assert [name for name, _ in parsed.elements] == [
        "html", "head", "meta", "meta", "meta", "title", "style",
        "body", "main", "noscript", "script", "script",
    ]  # fmt: skip
    outside = re.sub(r"<(style|script)\b.*?</\1>", "", page, flags=re.DOTALL)
    assert "window.hacked" not in re.sub(r"<title>.*?</title>", "", outside)
    system = saved_document(page)["sets"][0]["systems"][0]
    assert system["name"] == NAME
    assert system["lines"]["texts"][:8] == HOSTILE
