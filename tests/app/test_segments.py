"""The Segments screen without a browser: list, filters, links, what the viewer is given."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from sacrebleu.metrics import BLEU

SAMPLE = Path(__file__).parents[2] / "sample_data"
PAPER = {e["id"]: e for e in json.loads((SAMPLE / "papineni2002.json").read_text())["examples"]}


def plain(text: str) -> str:
    """As the paper counts: lower-cased, without the final full stop."""
    return text.lower().removesuffix(".")


def fractions(app) -> list[tuple[str, str]]:
    orders = app.component("segment")["numbers"]["orders"]
    return [(row["a"]["fraction"], row["b"]["fraction"]) for row in orders]


def paper_example(compare: Callable, name: str):
    example = PAPER[name]
    candidates = [plain(c).encode() for c in example["candidates"]]
    references = [plain(r).encode() for r in example["references"]]
    app = compare(a=candidates[0], b=candidates[-1], references=references)
    app.test.switch_page("segments.py")
    app.run()
    return app


def test_the_papers_first_example(compare: Callable) -> None:
    app = paper_example(compare, "example-1")
    assert fractions(app)[:2] == [("17/18", "8/14"), ("10/17", "1/13")]


def test_the_the_the(compare: Callable) -> None:
    app = paper_example(compare, "example-2")
    data = app.component("segment")
    assert fractions(app)[:2] == [("2/7", "2/7"), ("0/6", "0/6")]
    assert data["match"]["match_a"]["occurrences"][0].count("clipped") == 5
    the = next(g for g in data["match"]["ngrams"] if g["text"] == "the")
    assert (the["in_a"], the["in_refs"], the["limit"], the["clipped_a"]) == (7, [2, 1], 2, 5)


def test_the_list_begins_with_what_changed_most_and_the_viewer_shows_it(open_app: Callable) -> None:
    app = open_app("segments.py")
    first = app.component("worklist")["ids"][0]
    assert app.component("segment")["segment"] == int(first) - 1
    sizes = [abs(float(row[3].replace("\u2212", "-"))) for row in app.cells("worklist")]
    assert sizes == sorted(sizes, reverse=True)
    assert len(sizes) == 50


def test_a_link_restores_segment_filters_and_order(open_app: Callable) -> None:
    app = open_app("segments.py", seg="7", sort="line", doc="news-1", q="the", **{"in": "B"})
    assert app.component("segment")["segment"] == 6
    ids = [int(i) for i in app.component("worklist")["ids"]]
    lines = (SAMPLE / "apertium" / "apertium-pivot.en").read_text().split("\n")
    assert ids == [i for i in range(1, 19) if "the" in lines[i - 1].lower()]


def test_parameters_that_say_nothing_known_are_named(open_app: Callable) -> None:
    app = open_app("segments.py", seg="zero", sort="name", delta="5~1", a="x~y")
    assert app.component("worklist")["ids"]
    told = app.test.session_state["view"]
    assert (told.segment, told.sort, told.filters.active()) == (0, "-size", [])


def test_a_broken_pattern_says_so_and_keeps_the_list(open_app: Callable) -> None:
    app = open_app("segments.py", q="/(/")
    assert "is not a regular expression" in app.message("search-error")
    assert app.component("worklist")["ids"]


def test_no_segment_left_is_said(open_app: Callable) -> None:
    app = open_app("segments.py", q="no such words anywhere")
    assert app.shows("none-left")
    assert app.component("worklist")["rows"] == []


def test_a_segment_beyond_the_end_is_the_first_of_the_list(open_app: Callable) -> None:
    app = open_app("segments.py", seg="99999", sort="line")
    assert app.component("segment")["segment"] == 0


def test_the_score_beside_the_text_is_sacrebleus(open_app: Callable) -> None:
    app = open_app("segments.py", seg="31")
    data = app.component("segment")
    metric = BLEU(effective_order=True)
    expected = metric.sentence_score(data["own"]["b"], data["references"])
    assert data["numbers"]["score"]["b"] == f"{expected.score:.2f}"


@pytest.mark.parametrize(
    ("edit", "shown"),
    [
        ({"segment": 30, "texts": {"b": "A new line."}}, "A new line."),
        ({"segment": 29, "texts": {"b": "Of another segment."}}, None),
    ],
)
def test_an_edit_is_tried_on_its_own_segment_only(
    open_app: Callable, edit: dict, shown: str | None
) -> None:
    app = open_app("segments.py", seg="31")
    own = app.component("segment")["own"]["b"]
    app.test.session_state["segment"] = {"edit": edit}
    app.run()
    data = app.component("segment")
    assert data["texts"]["b"] == (shown or own)
    assert bool(data["notes"]) == (shown is not None)
    assert data["own"]["b"] == own


def test_a_segment_that_is_not_there_is_told(open_app: Callable) -> None:
    app = open_app("segments.py", seg="253", sort="line")
    assert "There is no segment 253: this comparison has 252." in app.message("no-such-segment")
    assert app.component("segment")["segment"] == 0
    assert not open_app("segments.py", seg="252").shows("no-such-segment")


def test_an_order_by_ngrams_that_are_not_counted_is_told(open_app: Callable) -> None:
    assert open_app("segments.py", sort="p9").shows("idle")
    assert not open_app("segments.py", sort="p9", order="9").shows("idle")


def test_a_precision_that_there_is_none_of_has_no_difference(compare: Callable) -> None:
    app = compare(a=b"a b c\n", b=b"a b c x\n", references=[b"a b c d\n"])
    app.test.switch_page("segments.py")
    app.run()
    last = app.component("segment")["numbers"]["orders"][3]
    assert (last["a"]["fraction"], last["a"]["percent"]) == ("0/0", "–")
    assert (last["b"]["fraction"], last["b"]["percent"]) == ("0/1", "0.0 → 50.0")
    assert last["delta"] == "–"
