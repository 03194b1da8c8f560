"""N-grams of a page: sums, counts and contexts as in the core."""

from itertools import product
from typing import Any

import numpy as np
import pytest

from bleu_core import BleuConfig, EvalSet
from bleu_core.explain.concordance import concordance
from bleu_core.explain.ngram_corpus import Corpus
from bleu_core.segments.columns import table_of
from bleu_core.text.spans import tokens_with_spans

from .page_documents import PAGE, random_comparison, sample_contents, set_of

SCRIPTS = [PAGE / "ngrams" / "embedded_ngrams.js"]


# ---- The same numbers and contexts as in the core.

FIND = """const [set, ngrams] = given, embedded = { doc: { kind: "" }, set, pair: set.pairs[0] };
return ngrams.map((ngram) => {
  const pages = (group, from, rows) => {
    const { rows: more } = embeddedConcordance(embedded, ngram, group, from);
    return more.length ? pages(group, from + more.length, [...rows, ...more]) : rows;
  };
  const { groups, matches, segments } = embeddedConcordance(embedded, ngram, "", 0);
  return [matches, segments, groups.map(([name, number]) => [name, number, pages(name, 0, [])])];
});"""


def test_the_concordance_has_the_segments_matches_and_contexts_of_the_core(run) -> None:
    comparison = random_comparison(7, BleuConfig(), 90, 30)
    shown, evalset = np.arange(3, 88, 2), comparison.evalset
    given = set_of(table_of(comparison), shown=shown)
    ngrams = ["a", "a a", "b ,", "& a", "😀", "The b", "x-y a a", "3.5 b , a", "none", "b , &"]
    corpus, contexts = Corpus.of(comparison), 0
    found = run(FIND, [given, ngrams])
    for ngram, (matches, number, groups) in zip(ngrams, found, strict=True):
        known = concordance(corpus, ngram)
        there = np.isin(known.segments, shown)
        a, b, limit = known.matches_a[there], known.matches_b[there], known.limit[there]
        segments = known.segments[there]
        assert matches == [a.sum(), b.sum()]
        assert number == len(segments)
        expected = {
            "A more": a > b,
            "B more": b > a,
            "equal": (a == b) & (a > 0),
            "in a reference only": (limit > 0) & (a + b == 0),
            "in no reference": limit == 0,
        }
        assert [name for name, *_ in groups] == list(expected)
        for name, count, rows in groups:
            assert [row["number"] - 1 for row in rows] == segments[expected[name]].tolist()
            assert count == len(rows)
            for row in rows:
                for line in row["lines"]:
                    contexts += line["hit"]
                    check_line(line, text_of(evalset, line["label"], row["number"] - 1), ngram)
    assert contexts > 300


def text_of(evalset: EvalSet, label: str, row: int) -> str:
    if label in "AB":
        return evalset.systems[label][int(row)].as_py()
    return evalset.references[int(label.removeprefix("ref ")) - 1][int(row)].as_py()


def check_line(line: dict[str, Any], text: str, ngram: str) -> None:
    """It is a passage of its text; what is marked is an occurrence, where the text has it."""
    before, key, after = line["before"].removeprefix("…"), line["key"], line["after"]
    passage = before + key + after.removesuffix("…")
    assert passage in text
    assert len(line["before"]) <= 60 >= len(after)
    if not line["hit"]:
        return
    tokens, words = tokens_with_spans(text, BleuConfig()), ngram.split()
    places = set()
    for i in range(len(tokens) - len(words) + 1):
        some = tokens[i : i + len(words)]
        if [token.text for token in some] == words:
            end = some[-1].end
            places.add((text[some[0].start : end], text[:end][-len(before + key) :]))
    assert (key, before + key) in places


LIST = """const [doc, view, from, count] = given, [set] = doc.sets, pair = set.pairs[0];
return embeddedNgrams({ doc, set, pair }, view, from, count);"""
ALL = {"side": "", "order": 0, "find": ""}


def test_the_list_adds_up_to_delta_however_much_of_it_is_shown(run, content) -> None:
    contents, texts = sample_contents(), [row.text for row in content.ngrams]
    for count in (0, 10, 10_000):
        found = run(LIST, [contents, ALL, 0, count])
        assert len(found["rows"]) == min(count, found["total"])
        *closing, (name, delta) = found["closing"]
        points = [one["points"] for one in [*found["families"], *found["rows"]]]
        assert name == "Δ"
        assert delta == pytest.approx(content.comparison.delta)
        assert sum(points) + sum(own for _, own in closing) == pytest.approx(delta, abs=1e-6)
        for family in found["families"]:
            members = sum(one["points"] for one in family["members"]) + family["others"]["points"]
            assert members == pytest.approx(family["points"], abs=1e-6)
        listed = [row["text"] for row in found["rows"]]
        assert sorted(listed, key=texts.index) == listed  # in the order of the core


def test_a_view_selects_the_ngrams_that_the_core_selects(run, content) -> None:
    contents = sample_contents()
    members = [row[9] for row in contents["sets"][0]["pairs"][0]["ngrams"]["rows"]]
    signs = {"": 0, "lost": -1, "gained": 1}
    for side, order, find in product(signs, (0, 2), ("", "THE", '"the"', '"to"')):
        view, sign = {"side": side, "order": order, "find": find}, signs[side]
        found = run(LIST, [contents, view, 0, 10_000])
        families = [c for c in content.families.rows if not order and find in ("", c.search)]
        assert [one["text"] for one in found["families"]] == [
            family.text for family in families if family.points * sign >= 0
        ]
        own = {content.families.rows.index(family) for family in families}
        wanted = []
        for row, of in zip(content.ngrams, members, strict=True):
            if of in own or (not order and not find and of >= 0):
                continue
            quoted, tokens = find.startswith('"'), f" {row.text} "
            is_found = f" {find[1:-1]} " in tokens if quoted else find.lower() in row.text.lower()
            is_of_order = not order or len(row.text.split()) == order
            if is_found and is_of_order and row.points_with_folded * sign >= 0:
                wanted.append(row.text)
        assert [row["text"] for row in found["rows"]] == wanted, view
        assert bool(found["closing"]) == (view == ALL)
