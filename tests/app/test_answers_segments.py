"""Answers about segments: the list with its filter and order, the open segment, and edits of it."""

from __future__ import annotations

import random
from typing import Any
from urllib.parse import urlencode

import numpy as np
import pytest
from sacrebleu.metrics import BLEU

from bleu_core import Comparison, EvalSet
from bleu_core.common.rounding import rounded
from bleu_core.metrics import get_metric, rank_disagreement
from bleu_core.segments.columns import table_of
from bleu_core.segments.worklist import step_along
from bleu_core.significance.metric_tests import compare_with_metric
from pages.ui import store
from pages.ui.store import load_sample
from tests.places import sample_lines

from .asking import ask

SAMPLE = Comparison.of(load_sample())
WER = compare_with_metric(SAMPLE, get_metric("wer"))
CHRF = compare_with_metric(SAMPLE, get_metric("chrf"))
BLEU_SCORES = compare_with_metric(SAMPLE, get_metric("bleu"))
SENTENCE_BLEU = BLEU(effective_order=True)
PAGE = 80


def told(name: str, view: dict[str, str] | None = None, **asked: str) -> Any:
    """The answer about a view, once it is computed."""
    while (answer := ask(name, urlencode(view or {}), **asked))[0] == 202:
        pass
    assert answer[0] == 200
    return answer[1]


def listed(start: int = 0, **view: str) -> dict[str, Any]:
    return told("rows", view, **{"from": str(start), "count": str(PAGE)})


def lines(answer: dict[str, Any]) -> list[int]:
    return [row["number"] for row in answer["rows"]]


def typed(text: str, search: str = "", **view: str) -> dict[str, Any]:
    return told("filter", view, text=text, search=search)


def saved(a: list[str], b: list[str], *references: list[str], **more: Any) -> str:
    return store.put(EvalSet({"a": a, "b": b}, list(references), **more))


def in_order(values: np.ndarray) -> list[int]:
    return (np.argsort(values, kind="stable")[:PAGE] + 1).tolist()


# ---- The list.


def test_the_list_begins_with_most_of_the_change_by_points_or_without_points_by_delta() -> None:
    answer = listed()
    assert SAMPLE.delta < 0
    assert lines(answer) == in_order(SAMPLE.ledger.segments)
    assert (answer["total"], answer["size"]) == (252, 252)
    first = answer["rows"][0]
    assert first["value"] == SAMPLE.ledger.segments[89]
    assert (first["document"], first["bar"]) == ("travel-2", -1)
    assert first["lead"] == [-1, "coast and be back in the square for the first"]
    a, b = ["x x x x", "the cat sat on"], ["y y y y", "the cat sat here"]
    data = saved(a, b, ["p q r s", "the cat sat here"])
    assert lines(listed(data=data, smooth="none")) == [2, 1]


def test_a_filter_is_summed_up() -> None:
    answer = listed(sort="line", where='b contains "the" and document = "news-1"')
    texts = sample_lines("apertium-pivot.en")
    assert lines(answer) == [i for i in range(1, 19) if "the" in texts[i - 1].lower()]
    rows = np.array(lines(answer)) - 1
    part = SAMPLE.part(rows)
    summary = answer["summary"]
    assert (summary["a"], summary["b"]) == (part.score_a.score, part.score_b.score)
    assert summary["points"] == pytest.approx(SAMPLE.ledger.segments[rows].sum())
    assert listed(where="line > 252")["summary"]["a"] is None


def test_a_step_is_that_of_the_core() -> None:
    view = {"sort": "points", "where": 'text has "in"'}
    order = np.argsort(SAMPLE.ledger.segments, kind="stable")
    mask = np.zeros(252, bool)
    mask[[number - 1 for start in (0, 80) for number in lines(listed(start, **view))]] = True
    wanted = order[mask[order]]
    draw = random.Random(4)
    for _ in range(60):
        row, by = draw.randrange(252), draw.choice([-300, -7, -1, 1, 2, 90])
        to, _ = step_along(wanted, order, row, by)
        places = np.flatnonzero(wanted == to).tolist()
        found = told("step", view, row=str(row), by=str(by))
        assert found == {"row": to, "number": to + 1, "place": places[0] if places else -1}
    first = {"row": wanted[0], "number": wanted[0] + 1, "place": 0}
    assert told("step", view, row="-1", by="0") == first
    assert told("step", view, row="252", by="0") == first  # there is no such segment
    assert told("step", {"where": "line < 0"}, row="-1", by="0")["row"] == -1
    for row in (0, 80, 251):  # what is open stays open, whether it is listed or not
        assert told("step", view, row=str(row), by="0")["row"] == row


def test_the_list_is_ordered_by_a_metric_and_shows_its_numbers() -> None:
    answer = listed(sort="-metric:wer")
    assert lines(answer) == in_order(rounded(WER.sentence_deltas))
    row, first = answer["rows"][0], lines(answer)[0] - 1
    assert answer["by"]["scores"] == "WER"
    assert (row["a"], row["b"]) == (WER.sentences_a[first], WER.sentences_b[first])
    # Fewer errors: the number keeps its sign, and is a gain all the same.
    assert row["value"] == WER.sentence_deltas[first] < 0 < row["bar"]
    apart = rank_disagreement(BLEU_SCORES, WER)
    answer = listed(sort="-disagree:wer")
    assert lines(answer) == in_order(-np.abs(apart))
    assert answer["rows"][0]["value"] == apart[lines(answer)[0] - 1]


def test_the_list_is_ordered_by_a_column_and_shows_its_numbers() -> None:
    values = table_of(SAMPLE).numbers("similarity")
    answer = listed(sort="-column:similarity")
    assert lines(answer) == in_order(-rounded(values))
    assert lines(listed(sort="column:similarity")) == in_order(rounded(values))
    assert [row["value"] for row in answer["rows"]] == [values[i - 1] for i in lines(answer)]
    assert lines(listed(sort="column:gain.wer")) == in_order(rounded(WER.gains))


def test_a_metric_or_column_that_is_no_order_leaves_the_usual_one() -> None:
    usual = lines(listed())
    names = ("colour", "same", "source", "source.length2")
    for sort in ("-metric:imported:*x*", *(f"column:{name}" for name in names)):
        answer = listed(sort=sort)
        assert (answer["sort"], lines(answer)) == ("-carried", usual)


def test_choices_are_the_orders_and_the_bins_of_all_segments() -> None:
    choices = told("choices")
    deltas = rounded(SAMPLE.sentence_deltas)
    assert sum(number for *_, number in choices["bins"]) == np.count_nonzero(deltas)
    assert choices["unchanged"] == np.count_nonzero(deltas == 0)
    assert [one["key"] for one in choices["metrics"]][:2] == ["chrf", "chrf++"]
    assert {"similarity", "a.ratio"} < set(choices["numbers"])
    names = {one["name"]: one for one in choices["names"]}
    assert names["document"]["values"][:1] == ["news-1"]


# ---- The filter.


def test_what_means_nothing_here_is_told_with_its_place_and_the_rest_holds() -> None:
    everything = lines(listed(sort="line"))
    for where, problem in (
        ('colour = "x"', "colour"),
        ("delta < 0 or colour = 1", "colour"),
        ("`delta.imported:*x*` >= 0", "`delta.imported:*x*`"),
        ("delta <", ""),
        ("text ~ /(/", ""),
    ):
        answer = listed(sort="line", where=where)
        fault = answer["filter"]["fault"]
        assert problem.strip("`") in fault["problem"]
        assert fault["text"][fault["at"] :].startswith(problem)
        assert lines(answer) == everything
        assert "still apply" not in fault["problem"]
    answer = listed(sort="line", where="line < 4 and colour = 1 and delta.x > 0")
    assert lines(answer) == [1, 2, 3]
    assert answer["filter"]["fault"]["problem"].endswith("still apply.")
    # A source that there is not leaves the other conditions.
    data = saved(["x", "y", "z"], ["x", "z", "y"], ["x", "y", "w"])
    where = 'source contains "x" and line >= 2 and line <= 3'
    assert lines(listed(data=data, sort="line", where=where)) == [2, 3]


def test_what_is_typed_is_a_filter_once_it_can_be_used() -> None:
    assert typed("delta < 0 and delta.wer > 1") == {"where": "delta < 0 and delta.wer > 1"}
    fault = typed("delta < 0 and nowhere", where="delta < 0")["fault"]
    assert (fault["text"], fault["at"]) == ("delta < 0 and nowhere", 14)
    # A text to search for is the whole filter.
    assert typed("the", "yes", where="delta < 0") == {"where": 'text contains "the"'}
    assert typed("/c.t/", "yes") == {"where": "text ~ /c.t/"}
    fault = typed("/[/", "yes")["fault"]
    assert (fault["text"], fault["at"]) == ("/[/", 0)
    assert typed("") == {"where": ""}


# ---- The open segment.


def test_a_segment_has_its_number_points_and_metrics() -> None:
    answer = told("segment", rows="89,3")
    test_set, pair = answer["set"], answer["pair"]
    assert test_set["numbers"] == [90, 4]
    assert pair["delta"] == SAMPLE.delta
    assert pair["prices"] == SAMPLE.ledger.prices.tolist()
    told("rows", {"sort": "metric:chrf"}, **{"from": "0", "count": "1"})  # it is computed
    metrics = {one["label"]: one for one in told("segment", rows="89,3")["pair"]["metrics"]}
    assert metrics["chrF2"]["a"] == CHRF.sentences_a[[89, 3]].tolist()


def test_what_a_filter_searches_for_is_found_where_it_was_searched() -> None:
    def hits(where: str) -> dict[str, list[list[int]]]:
        return told("segment", {"where": where}, rows="0")["hits"][0]

    text = SAMPLE.evalset.systems[SAMPLE.b][0].as_py()
    found = hits('b contains "The"')
    assert list(found) == ["b"]
    assert found["b"]
    assert {text[start:end].lower() for start, end in found["b"]} == {"the"}
    assert set(hits("text ~ /[.,]/")) == {"source", "0", "1", "a", "b"}
    assert hits("") == {}
    answer = told("segment", {"where": 'reference has "in the"'}, rows="0")
    assert (answer["hits"], answer["ngrams"]) == ([{}], [[["0", "1"], "in the"]])


def test_an_edit_is_tried_on_its_segment() -> None:
    text, before = "Halfway along you find the old house.", SAMPLE.score_b.score
    answer = told("edited", row="62", b=text)
    systems = answer["document"]["set"]["systems"]
    own = SAMPLE.evalset.systems[SAMPLE.a][62].as_py()
    assert [one["lines"]["texts"] for one in systems] == [[own], [text]]
    references = [stream[62].as_py() for stream in SAMPLE.evalset.references]
    expected = SENTENCE_BLEU.sentence_score(text, references)
    counted = [column[0] for column in systems[1]["statistics"]]
    assert counted[2:] == [*expected.counts, *expected.totals]
    outputs = SAMPLE.evalset.systems[SAMPLE.b].to_pylist()
    outputs[62] = text
    streams = [stream.to_pylist() for stream in SAMPLE.evalset.references]
    after = BLEU().corpus_score(outputs, streams).score
    named = {SAMPLE.a: SAMPLE.evalset.systems[SAMPLE.a], SAMPLE.b: outputs}
    ledger = Comparison.of(EvalSet(named, streams), SAMPLE.config).ledger
    assert answer["document"]["pair"]["prices"] == pytest.approx(ledger.prices.tolist())
    assert answer["corpus"]["b"] == [before, pytest.approx(after)]
    assert answer["corpus"]["a"] == [SAMPLE.score_a.score, pytest.approx(SAMPLE.score_a.score)]


# ---- More systems.

REFERENCES = ["the cat sat on the mat", "a dog ran in the park today", "it rained all day long"]
WORDS = " ".join(REFERENCES).split()


def outputs_of(number: int) -> dict[str, list[str]]:
    draw = random.Random(7)
    return {
        f"s{k}": [
            " ".join(word if draw.random() < 0.8 else draw.choice(WORDS) for word in line.split())
            for line in REFERENCES
        ]
        for k in range(number)
    }


def names_in(answer: dict[str, Any]) -> list[str]:
    return [system["name"] for system in answer["set"]["systems"]]


def test_further_systems_are_scored_as_a_and_b() -> None:
    texts = outputs_of(6)
    data = store.put(EvalSet(texts, [REFERENCES]))
    answer = told("segment", {"data": data, "more": "s4,s2"}, rows="1,0")
    assert names_in(answer) == ["s0", "s1", "s4", "s2"]
    for system in answer["set"]["systems"]:
        for place, row in enumerate((1, 0)):
            text = texts[system["name"]][row]
            expected = SENTENCE_BLEU.sentence_score(text, [REFERENCES[row]])
            counted = [column[place] for column in system["statistics"]]
            assert counted[2:] == [*expected.counts, *expected.totals]
            signs = system["occurrences"][place]
            assert [order.count("+") for order in signs] == expected.counts
