"""The N-grams screen without a browser."""

from __future__ import annotations

import re

import numpy as np
import pyarrow as pa
import pytest
from sacrebleu.tokenizers import tokenizer_13a
from scipy.stats import binomtest

from bleu_core import Comparison, EvalSet, corpus_bleu
from bleu_core.ngrams import KINDS, evidence
from bleu_core.numerals import bare, fine_delta, whole
from pages.ui import store
from pages.ui.sample import load_sample

from .conftest import App


def test_the_evidence_is_sorted_by_points() -> None:
    rows = App("ngrams.py").cells("ngrams")
    sizes = [abs(float(row[-1].replace("\u2212", "-"))) for row in rows]
    assert len(sizes) > 20
    assert sizes == sorted(sizes, reverse=True)


def test_matches_are_the_sums_over_the_corpus() -> None:
    rows = App("ngrams.py", gq="the").cells("ngrams")
    sample = load_sample()
    a, b = (column.to_pylist() for column in sample.systems.values())
    references = [column.to_pylist() for column in sample.references]
    # The clipped matches of a word are those of a corpus that has no other word.
    row = next(row for row in rows if row[0] == "the")
    for shown, system in zip(row[1:3], (a, b), strict=True):
        only = [" ".join(w for w in line.split() if w == "the") for line in system]
        wanted = [[" ".join(w for w in r.split() if w == "the") for r in s] for s in references]
        assert int(shown) == corpus_bleu(only, wanted).counts[0]


@pytest.mark.parametrize("kind", KINDS)
def test_every_number_of_a_row_is_as_counted_by_hand(kind: str) -> None:
    """The points, too, of rows that are folded under another one as evidence of another kind."""
    app = App("ngrams.py", kind=kind)
    labels = [column["label"] for column in app.component("ngrams")["columns"]]
    rows = [dict(zip(labels, cells, strict=True)) for cells in app.cells("ngrams")]
    cut = tokenizer_13a.Tokenizer13a()
    sample = load_sample()
    a, b, *references = (
        [cut(line).split() for line in column.to_pylist()]
        for column in (*sample.systems.values(), *sample.references)
    )

    def occurrences(gram: list[str], texts: list[list[str]]) -> np.ndarray:
        n = len(gram)
        return np.array([sum(t[i : i + n] == gram for i in range(len(t))) for t in texts])

    for row in rows[:12]:
        gram = row["n-gram"].split()
        in_a, in_b = occurrences(gram, a), occurrences(gram, b)
        limit = np.max([occurrences(gram, texts) for texts in references], axis=0)
        x, y = np.minimum(in_a, limit), np.minimum(in_b, limit)
        wins = int((x > y).sum()), int((y > x).sum())
        documents = sample.documents.filter(pa.array(x != y))
        counted = {
            "A": x.sum(), "B": y.sum(), "A wins": wins[0], "B wins": wins[1],
            "A over": (in_a - x).sum(), "B over": (in_b - y).sum(),
            "in A": in_a.sum(), "in B": in_b.sum(), "in refs": limit.sum(),
            "A missed": (limit - x).sum(), "B missed": (limit - y).sum(),
            "docs": len(documents.unique()),
        }  # fmt: skip
        for label in counted.keys() & row.keys():
            assert row[label] == whole(int(counted[label])), (label, gram)
        if "p" in row:
            assert row["p"] == bare(binomtest(wins[0], sum(wins)).pvalue)
    comparison = Comparison.of(sample)
    table = evidence(comparison, comparison.ledger.per_match)
    texts = table.texts(np.arange(len(table))).to_pylist()
    own = dict(zip(texts, table.points.tolist(), strict=True))
    assert len(rows) > 20
    assert {cells[0]: cells[-2] for cells in app.cells("ngrams")} == {
        row["n-gram"]: fine_delta(own[row["n-gram"]]) for row in rows
    }
    assert kind == "matched" or any(points_of(cells) for cells in app.cells("ngrams"))


def points_of(cells: list[str]) -> float:
    return float(cells[-2].replace("\u2212", "-"))


def test_the_list_closes_to_delta() -> None:
    (told,) = (c.value for c in App("ngrams.py").test.caption if "together Δ" in c.value)
    *parts, total = (
        float(n.replace("\u2212", "-")) for n in re.findall(r"[+\u2212]?\d+\.\d+", told)
    )
    assert sum(parts) == pytest.approx(total, abs=0.003)
    assert total == pytest.approx(Comparison.of(load_sample()).delta, abs=0.001)


def test_whole_tokens_and_expressions_are_searched_for() -> None:
    whole = App("ngrams.py", gq='"in"').cells("ngrams")
    assert whole
    assert all("in" in row[0].split() for row in whole)
    assert all(re.search("[0-9]", row[0]) for row in App("ngrams.py", gq="/[0-9]/").cells("ngrams"))
    assert App("ngrams.py", gq="/(/").shows("gram-search-error")


def test_a_search_and_a_chosen_ngram_are_restored_by_a_link() -> None:
    app = App("ngrams.py", gq="train", gram="the")
    texts = [row[0] for row in app.cells("ngrams")]
    assert texts
    assert all("train" in text.lower() for text in texts)
    lines = app.component("concordance")["rows"][0][1]["lines"]
    assert {line["tag"] for line in lines} == {"A", "B", "r1", "r2"}
    assert any(line.get("hit", "").lower() == "the" for line in lines)


def test_an_ngram_that_nobody_has_is_an_empty_concordance() -> None:
    app = App("ngrams.py", gram="no such words")
    assert app.component("concordance")["rows"] == []


def test_without_a_score_counts_are_shown_and_no_points() -> None:
    lines, others = ["x y", "z"] * 3, ["p q", "r"] * 3
    app = App("ngrams.py", data=store.put(EvalSet({"a": lines, "b": others}, [lines])))
    assert app.shows("zero")


def test_the_first_ngram_is_open_until_another_is_chosen() -> None:
    app = App("ngrams.py")
    first, second = (row[0] for row in app.cells("ngrams")[:2])
    assert app.component("ngrams")["selected"] == first
    assert app.message("the-ngram").strip() == f"‹{first}›"
    assert app.component("concordance")["rows"]
    assert App("ngrams.py", gram=second).message("the-ngram").strip() == f"‹{second}›"
    assert not App("ngrams.py", gq="no such words").shows("the-ngram")


@pytest.mark.parametrize(("a", "b", "group"), [("z", "x", "only B"), ("x", "z", "only A")])
def test_a_concordance_opens_on_the_side_that_wins_more(a: str, b: str, group: str) -> None:
    """One segment where the other side alone has it, and three where this one has."""
    lines = {"a": [a, a, a, b], "b": [b, b, b, a], "reference": ["x"] * 4}
    made = {name: [f"the {w} y" for w in words] for name, words in lines.items()}
    reference = made.pop("reference")
    app = App("ngrams.py", data=store.put(EvalSet(made, [reference])), gram="x")
    assert app.widget("group-x").value == group


@pytest.mark.parametrize(
    ("kind", "group"), [("missed by A", "neither"), ("over-produced by A", "unreferenced")]
)
def test_a_concordance_opens_on_what_its_kind_is_evidence_of(kind: str, group: str) -> None:
    data = EvalSet({"a": ["x p"] * 3, "b": ["x q"] * 3}, [["y p"] * 3])
    gram = "y" if kind.startswith("missed") else "x"
    app = App("ngrams.py", data=store.put(data), kind=kind, gram=gram)
    assert app.test.segmented_control(key=f"group-{gram}").value == group
