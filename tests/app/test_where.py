"""Where systems disagree: the tab without a browser, and the ways from it to Segments."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from bleu_core import EvalSet, ScoredSystems
from bleu_core.numerals import delta, points
from bleu_core.systems import score_documents, spread_of
from pages.ui import store
from pages.ui.systems.where_segments import CHOSEN
from tests.app.conftest import App
from tests.core.test_spread import texts

HOSTILE = "<b>$x$</b> [a](http://b)"


@pytest.fixture
def put() -> Iterator[Callable[..., EvalSet]]:
    """put(systems=3): a test set in the store, in this test alone."""
    digests = []

    def made(systems: int, segments: int = 60, documents: bool = True) -> EvalSet:
        names = [["one", "two", HOSTILE][i % 3] for i in range(segments)]
        data = texts(5, systems, segments, names if documents else None)
        digests.append(store.put(data))
        return data

    yield made
    for digest in digests:
        store.forget(digest)


def opened(data: EvalSet, **params: str) -> App:
    return App("systems.py", data=data.digest, shows="where", **params)


def test_segments_come_by_their_spread_with_a_dot_a_system(put) -> None:
    data = put(5)
    app = opened(data)
    spread = spread_of(ScoredSystems.of(data))
    rows = app.component("spread")["rows"]
    assert len(rows) == 20
    assert app.component("spread")["ids"] == [str(i + 1) for i in spread.order[:20]]
    for i, row in zip(spread.order.tolist(), rows, strict=False):
        assert row[-1] == points(spread.spreads[i])
        dots = row[2]["dots"]
        assert [score for score, *_ in dots] == spread.scores[:, i].tolist()
        assert [tone for *_, tone in dots] == ["a", "b", "", "", ""]
        assert dots[3][1] == f"s3 {points(spread.scores[3, i])}"


def test_documents_have_each_system_less_the_mean(put) -> None:
    data = put(4)
    told = opened(data, b="s3").component("documents-map")
    found = score_documents(ScoredSystems.of(data))
    assert found is not None
    assert (told["systems"], told["a"], told["b"]) == (["s0", "s1", "s2", "s3"], "s0", "s3")
    assert sorted(one["name"] for one in told["documents"]) == sorted(found.names)
    for one in told["documents"]:
        gaps = found.gaps[:, one["id"]].tolist()
        assert [cell["text"] for cell in one["cells"]] == [delta(gap, 1) for gap in gaps]
        assert one["about"].startswith("20 segments, mean BLEU ")


def test_a_name_cannot_turn_what_stands_around_it() -> None:
    plain = texts(5, 3, 60, ["one", "two", "three"] * 20)
    turned = dict(zip(["\u202eeno", "b", "c"], plain.systems.values(), strict=True))
    data = EvalSet(turned, plain.references, documents=plain.documents)
    store.put(data)
    app = opened(data)
    store.forget(data.digest)
    told = str(app.component("spread")["rows"]) + str(app.component("documents-map"))
    assert "<U+202E>eno" in told
    assert "\\u202e" not in told


def test_a_segment_opens_with_its_worst_and_its_best_system(put) -> None:
    data = put(5)
    spread = spread_of(ScoredSystems.of(data))
    app = opened(data)
    row = spread.order[1].item()
    app.send("spread", open=str(row + 1))
    worst, best = (f"s{k}" for k in spread.extremes(row))
    assert app.pair == (worst, best)
    assert app.link["seg"] == str(row + 1)


def test_a_segment_opens_with_the_chosen_two_where_that_is_asked_for(put) -> None:
    data = put(5)
    app = opened(data, a="s2", b="s0")
    app.test.session_state["spread-opens"] = CHOSEN
    app.send("spread", open="7")
    assert app.pair == ("s2", "s0")
    assert app.link["seg"] == "7"


@pytest.mark.parametrize(("system", "pair"), [(3, ("s0", "s3")), (0, ("s1", "s0"))])
def test_a_cell_opens_its_document_with_its_system_as_b(
    put, system: int, pair: tuple[str, str]
) -> None:
    app = opened(put(4))
    app.send("documents-map", open=[2, system])
    assert app.pair == pair
    assert app.link["where"] == f'document = "{HOSTILE}"'


def test_no_documents_no_spread_and_no_second_system_are_said(put) -> None:
    assert opened(put(3, documents=False)).shows("no-documents")
    lines = ["a b c d"] * 4
    same = EvalSet({"x": lines, "y": lines}, [lines])
    digest = store.put(same)
    assert opened(same).shows("no-spread")
    store.forget(digest)
    alone = EvalSet({"x": lines}, [lines])
    digest = store.put(alone)
    assert opened(alone).shows("one-system")
    store.forget(digest)
