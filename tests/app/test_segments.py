"""The Segments screen without a browser: list, filters, links, what the viewer is given."""

from __future__ import annotations

import json
import random
from collections.abc import Callable

import numpy as np
from sacrebleu.metrics import BLEU

from bleu_core import Comparison, EvalSet
from bleu_core.common.rounding import rounded
from bleu_core.metrics import Chrf, MetricComparison, measure
from pages.ui import metric_results, segment_filter, store
from pages.ui.overview import charts
from pages.ui.segments import filter_controls
from pages.ui.store import load_sample
from tests.places import SAMPLE

from .conftest import App


def fractions(app) -> list[tuple[str, str]]:
    orders = app.component("segment")["numbers"]["orders"]
    return [(row["a"]["fraction"], row["b"]["fraction"]) for row in orders]


def opened(a: list[str], b: list[str], *references: list[str], **link: str) -> App:
    data = store.put(EvalSet({"a": a, "b": b}, list(references)))
    return App("segments.py", data=data, **link)


def test_what_was_clipped_and_a_precision_that_there_is_none_of_are_shown() -> None:
    references = ["the cat is on the mat"], ["there is a cat on the mat"]
    app = opened(["the the the the the the the"], ["the"], *references)
    data = app.component("segment")
    assert fractions(app)[:2] == [("2/7", "1/1"), ("0/6", "0/0")]
    assert data["match"]["match_a"]["occurrences"][0].count("clipped") == 5
    the = next(g for g in data["match"]["ngrams"] if g["text"] == "the")
    assert (the["in_a"], the["in_refs"], the["limit"], the["clipped_a"]) == (7, [2, 1], 2, 5)
    a, b = (data["numbers"]["orders"][1][side] for side in "ab")
    assert (a["percent"], b["percent"]) == ("0.0 → 8.3", "–")
    assert data["numbers"]["orders"][1]["delta"] == "–"


def test_the_list_begins_with_what_carries_most_or_without_points_with_what_changed_most() -> None:
    app = App("segments.py")
    first = app.component("worklist")["ids"][0]
    assert app.component("segment")["segment"] == int(first) - 1
    carried = Comparison.of(load_sample()).ledger.segments
    largest = np.argsort(-np.abs(carried), kind="stable")[:50] + 1
    assert app.component("worklist")["ids"] == [str(line) for line in largest]
    a, b = ["x x x x", "the cat sat on"], ["y y y y", "the cat sat here"]
    app = opened(a, b, ["p q r s", "the cat sat here"], smooth="none")
    assert app.component("worklist")["ids"] == ["2", "1"]


def test_a_link_restores_segment_filters_and_order() -> None:
    app = App("segments.py", seg="7", sort="line", where='b contains "the" and document = "news-1"')
    assert app.component("segment")["segment"] == 6
    ids = [int(i) for i in app.component("worklist")["ids"]]
    lines = (SAMPLE / "apertium-pivot.en").read_text().split("\n")
    assert ids == [i for i in range(1, 19) if "the" in lines[i - 1].lower()]


def test_parameters_that_say_nothing_known_are_named() -> None:
    app = App("segments.py", seg="zero", sort="name", vs="bleu", q="x")
    assert app.component("worklist")["ids"]
    told = app.view
    assert (told.segment, told.sort, told.where) == (0, "-carried", "")
    assert app.codes("ignored") == ["link.not_understood"] * 4


def test_a_search_in_a_source_that_there_is_not_leaves_the_other_conditions() -> None:
    where = 'source contains "x" and line >= 2 and line <= 3'
    app = opened(["x", "y", "z"], ["x", "z", "y"], ["x", "y", "w"], sort="line", where=where)
    assert app.component("worklist")["ids"] == ["2", "3"]
    fault = app.component("expression")["fault"]
    assert fault["problem"].endswith("The other conditions still apply.")
    assert fault["text"] == where


def test_the_reference_length_of_a_filter_is_the_mean_of_those_of_a_and_of_b() -> None:
    """A is measured against 2 tokens and B against 5, 3.5 in the mean."""
    a, b = ["u v", "x"], ["u v w x y", "x"]
    app = opened(
        a, b, a, b, sort="line", where="reference.length >= 3.5 and reference.length <= 3.5"
    )
    assert app.component("worklist")["ids"] == ["1"]
    app.set(filters=True)  # the panel of filters is open
    box = app.widget("Reference length, tokens")
    assert (box.max, box.value) == (5.0, (3.5, 3.5))
    assert box.help.startswith("Mean of the reference lengths")


def test_a_document_named_none_is_none_of_those_without_a_document() -> None:
    texts, documents = ["x", "y", "z"], ["(none)", None, "d"]
    data = store.put(EvalSet({"a": texts, "b": texts[::-1]}, [texts], documents=documents))
    app = App("segments.py", data=data, sort="line", where='document = "(none)"')
    assert app.component("worklist")["ids"] == ["1"]
    app.set(filters=True)  # the panel of filters is open
    box = app.widget("Document")
    assert (box.options, box.value) == (["all", "(none)", "((none))", "d"], "(none)")
    box.set_value("((none))")
    app.run()
    assert app.component("worklist")["ids"] == ["2"]
    assert app.link["where"] == "document is missing"
    box = app.widget("Document")
    assert box.value == "((none))"


def test_what_means_nothing_here_is_told_with_its_place_and_the_rest_holds() -> None:
    everything = App("segments.py", sort="line").component("worklist")["ids"]
    for link, problem in (
        ({"where": 'colour = "x"'}, "colour"),
        ({"where": "delta < 0 or colour = 1"}, "colour"),
        ({"where": "delta <"}, ""),
        ({"where": "text ~ /(/"}, ""),
    ):
        app = App("segments.py", sort="line", **link)
        fault = app.component("expression")["fault"]
        assert problem in fault["problem"]
        assert fault["text"][fault["at"] :].startswith(problem)
        assert app.component("worklist")["ids"] == everything
        assert "hold" not in fault["problem"]
    app = App("segments.py", sort="line", where="line < 4 and colour = 1 and delta.x > 0")
    assert app.component("worklist")["ids"] == ["1", "2", "3"]
    assert app.component("expression")["fault"]["problem"].endswith("still apply.")
    assert App("segments.py", colour="x").codes("ignored") == ["link.not_understood"]
    app = App("segments.py", where='document = "x"')
    assert app.shows("none-left")
    assert app.component("worklist")["rows"] == []


def test_an_expression_that_is_typed_holds_once_it_can_be_used(monkeypatch) -> None:
    draw, typed, searches = segment_filter.expression_box, [], []

    def box(*arguments: object, take: Callable[[str, bool], None], **more: object) -> None:
        if typed:
            take(typed.pop(), bool(searches))
        draw(*arguments, take=take, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(segment_filter, "expression_box", box)

    def type_expression(text: str) -> None:
        typed.append(text)
        app.run()  # as the component reports it
        app.run()

    app = App("segments.py", where="delta < 0", sort="line")
    losses = app.component("worklist")["ids"]
    type_expression("delta < 0 and nowhere")
    drawn = app.component("expression")
    assert drawn["text"] == "delta < 0"
    assert (drawn["fault"]["text"], drawn["fault"]["at"]) == ("delta < 0 and nowhere", 14)
    assert app.component("worklist")["ids"] == losses
    type_expression('b contains "the" and delta < 0')
    assert app.component("expression")["fault"] is None
    sample = Comparison.of(load_sample())
    texts = sample.evalset.systems[sample.b].to_pylist()
    wanted = [i for i, text in enumerate(texts) if "the" in text.lower()]
    wanted = [i for i in wanted if sample.sentence_deltas[i] < 0]
    assert app.component("worklist")["ids"] == [str(i + 1) for i in wanted][:50]
    assert app.link["where"] == 'b contains "the" and delta < 0'
    app.press('b contains "the" ✕')
    assert app.component("worklist")["ids"] == losses
    assert app.component("expression")["text"] == "delta < 0"
    # A text to search for is the whole filter.
    searches.append(True)
    type_expression("the")
    assert app.link["where"] == 'text contains "the"'
    assert app.component("expression")["search"] == "the"
    type_expression("/[/")
    drawn = app.component("expression")
    assert drawn["search"] == "the"
    assert (drawn["fault"]["text"], drawn["fault"]["at"]) == ("/[/", 0)


def test_segments_without_a_document_are_opened_by_their_bar(monkeypatch) -> None:
    texts = ["a b c d", "e f g h", "i j k l", "m n o p"]
    worse = ["a b c x", "e f g y", "i j z l", "m n o p"]
    data = EvalSet({"a": texts, "b": worse}, [texts], documents=["", None, "(none)", "d"])
    link = {"data": store.put(data), "sort": "line"}
    drawn: list[list[str]] = []

    def choose(figure: object, title: str, *arguments: object, **more: object) -> list[dict]:
        if title != "By document":
            return []
        drawn.append(list(figure.data[0].customdata))  # type: ignore[attr-defined]
        return [{"x": drawn[-1].index(wanted)}]

    monkeypatch.setattr(charts, "figure", choose)
    for wanted, lines in {"((none))": ["1", "2"], "(none)": ["3"], "d": ["4"]}.items():
        app = App(**link)
        app.set(overview_tabs="By document")
        assert set(drawn[-1]) == {"((none))", "(none)", "d"} >= {wanted}
        app.press(f"Open {len(lines)} segment{'' if len(lines) == 1 else 's'}")
        app = App("segments.py", **link, where=app.view.where)
        assert app.component("worklist")["ids"] == lines


def test_the_score_beside_the_text_is_sacrebleus_and_an_edit_is_tried() -> None:
    app = App("segments.py", seg="31")
    data = app.component("segment")
    metric = BLEU(effective_order=True)
    expected = metric.sentence_score(data["own"]["b"], data["references"])
    assert data["numbers"]["score"]["b"] == f"{expected.score:.2f}"
    # An edit is tried on its own segment only.
    own = data["own"]["b"]
    for segment, is_own in ((29, False), (30, True)):
        place = {"comparison": f"{load_sample().digest}~", "segment": segment}
        app.send("segment", edit=place | {"texts": {"b": "New."}}, presses=None)
        data = app.component("segment")
        assert data["texts"]["b"] == ("New." if is_own else own)
        assert (bool(data["notes"]), data["own"]["b"]) == (is_own, own)


def test_other_metrics_beside_an_edit_are_said_to_be_of_the_output(monkeypatch) -> None:
    data = load_sample()
    outputs = list(data.systems.values())
    opinions = [MetricComparison(*measure(Chrf(), outputs[:2], data.references))]
    monkeypatch.setattr(metric_results, "ready_opinions", lambda comparison: opinions)
    app = App("segments.py", seg="31")
    for texts, label in (({}, "chrF2"), ({"b": "New."}, "chrF2, unedited")):
        edit = {"comparison": f"{data.digest}~", "segment": 30, "texts": texts}
        app.send("segment", edit=edit, presses=None)
        numbers = app.component("segment")["numbers"]
        assert [metric["label"] for metric in numbers["metrics"]] == [label]


def test_a_segment_or_an_order_that_is_not_there_is_told() -> None:
    app = App("segments.py", seg="253", sort="line")
    assert app.codes("no-such-segment") == ["link.unknown_segment"]
    assert app.component("segment")["segment"] == 0
    assert app.link == {"sort": "line"}
    app.run()
    assert app.shows("no-such-segment")  # until something is done
    app.choose("Order", "-line")
    assert not app.shows("no-such-segment")
    assert not App("segments.py", seg="252").shows("no-such-segment")
    assert App("segments.py", sort="p9").shows("idle")
    assert not App("segments.py", sort="p9", order="9").shows("idle")


def test_a_very_long_segment_is_opened_in_part_and_counted_whole() -> None:
    draw = random.Random(3)
    reference = draw.choices([f"word{i}" for i in range(2_000)], k=15_000)
    noisy = [[w if draw.random() < 0.8 else "other" for w in reference] for _ in range(2)]
    lines = [" ".join(words) for words in (*noisy, reference)]
    app = opened(*([line] for line in lines))
    data = app.component("segment")
    assert len(json.dumps(data)) < 3_000_000
    assert len(data["match"]["match_a"]["tokens"]) == 1_000
    assert lines[0].startswith(data["texts"]["a"])
    assert data["more"] == {"a": "14,000", "b": "14,000", "0": "14,000"}
    metric = BLEU(tokenize="none", effective_order=True)
    expected = metric.sentence_score(lines[0], [lines[2]])
    counted = zip(expected.counts, expected.totals, strict=True)
    whole = [f"{count:,}/{total:,}" for count, total in counted]
    assert [row[0] for row in fractions(app)] == whole


def test_what_the_search_finds_is_marked_where_it_was_searched() -> None:
    app = App("segments.py", where='b contains "The"')
    data = app.component("segment")
    assert list(data["hits"]) == ["b"]
    assert data["hits"]["b"]
    for start, end in data["hits"]["b"]:
        assert data["texts"]["b"][start:end].lower() == "the"
    everywhere = App("segments.py", where="text ~ /[.,]/").component("segment")
    assert set(everywhere["hits"]) == {"source", "0", "1", "a", "b"}
    assert App("segments.py").component("segment")["hits"] == {}


def test_a_range_of_the_strip_is_a_filter(monkeypatch) -> None:
    draw, chosen = filter_controls.draw_delta_strip, []

    def strip_of(*arguments: object, take: Callable, **more: object) -> None:
        if chosen:
            take(chosen.pop())
        draw(*arguments, take=take, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(filter_controls, "draw_delta_strip", strip_of)
    app = App("segments.py", sort="line")
    strip = app.component("delta-strip")
    assert strip["selected"] is None
    deltas = rounded(Comparison.of(load_sample()).sentence_deltas)
    assert sum(count for _, _, count, _ in strip["bins"]) == np.count_nonzero(deltas)
    (low, *_), (_, high, *_) = strip["bins"][10], strip["bins"][14]
    chosen.append((low, high))
    app.run()  # as the component reports it
    app.run()
    inside = np.flatnonzero((deltas >= low) & (deltas <= high) & (deltas != 0))
    assert app.component("worklist")["ids"] == [str(i + 1) for i in inside]
    assert app.component("delta-strip")["selected"] == [low, high]
    chosen.append(None)
    app.run()
    app.run()
    assert "where" not in app.link
