"""Where systems disagree: the tab without a browser, and the ways from it to Segments."""

from __future__ import annotations

from bleu_core import EvalSet, ScoredSystems
from bleu_core.common.formatting import format_delta, format_score
from bleu_core.systems import score_documents, score_spread
from pages.ui import store
from pages.ui.systems.disagreement import CHOSEN
from tests.app.conftest import App
from tests.core.systems.test_references import texts

HOSTILE = "<b>$x$</b> [a](http://b)"


DOCUMENTS = ["one", "two", HOSTILE] * 20


def opened(data: EvalSet, **params: str) -> App:
    return App("systems.py", data=store.put(data), shows="where", **params)


def test_segments_come_by_their_spread_and_open_with_the_worst_and_best_system() -> None:
    data = texts(5, 5, 60, DOCUMENTS)
    app = opened(data)
    spread = score_spread(ScoredSystems.of(data))
    rows = app.component("spread")["rows"]
    assert len(rows) == 20
    assert app.component("spread")["ids"] == [str(i + 1) for i in spread.order[:20]]
    for i, row in zip(spread.order.tolist(), rows, strict=False):
        assert row[-1] == format_score(spread.spreads[i])
        dots = row[2]["dots"]
        assert [score for score, *_ in dots] == spread.scores[:, i].tolist()
        assert [tone for *_, tone in dots] == ["a", "b", "", "", ""]
        assert dots[3][1] == f"s3 {format_score(spread.scores[3, i])}"
    row = spread.order[1].item()
    app.send("spread", open=str(row + 1))
    assert app.pair == tuple(f"s{k}" for k in spread.extremes(row))
    assert app.link["seg"] == str(row + 1)
    # Or with the chosen two where that is asked for.
    app = opened(data, a="s2", b="s0")
    app.test.session_state["spread-opens"] = CHOSEN
    app.send("spread", open="7")
    assert (app.pair, app.link["seg"]) == (("s2", "s0"), "7")


def test_documents_have_each_system_less_the_mean_and_a_cell_opens_its_own() -> None:
    data = texts(5, 4, 60, DOCUMENTS)
    told = opened(data, b="s3").component("documents-map")
    found = score_documents(ScoredSystems.of(data))
    assert found is not None
    assert (told["systems"], told["a"], told["b"]) == (["s0", "s1", "s2", "s3"], "s0", "s3")
    assert sorted(one["name"] for one in told["documents"]) == sorted(found.names)
    for one in told["documents"]:
        gaps = found.gaps[:, one["id"]].tolist()
        assert [cell["text"] for cell in one["cells"]] == [format_delta(gap, 1) for gap in gaps]
        assert one["about"].startswith("20 segments, mean BLEU ")
    for system, pair in ((3, ("s0", "s3")), (0, ("s1", "s0"))):
        app = opened(data)
        app.send("documents-map", open=[2, system])
        assert app.pair == pair
        assert app.link["where"] == f'document = "{HOSTILE}"'


def test_no_documents_no_spread_and_no_second_system_are_said() -> None:
    assert opened(texts(5, 3, 60, None)).shows("no-documents")
    lines = ["a b c d"] * 4
    assert opened(EvalSet({"x": lines, "y": lines}, [lines])).shows("no-spread")
    assert opened(EvalSet({"x": lines}, [lines])).shows("one-system")
