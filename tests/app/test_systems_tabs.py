"""Tabs of Systems: where systems disagree, and systems as runs in their order."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator

import pytest

from bleu_core import EvalSet, ScoredSystems
from bleu_core.common.formatting import format_delta, format_score
from bleu_core.systems import score_documents, score_spread
from pages.ui import store
from pages.ui.systems.disagreement import CHOSEN
from tests.app.conftest import App
from tests.core.systems.test_references import texts

HOSTILE = "<b>$x$</b> [a](http://b)"


DOCUMENTS = ["one", "two", HOSTILE] * 20


def opened_where(data: EvalSet, **params: str) -> App:
    return App("systems.py", data=store.put(data), shows="where", **params)


def test_segments_come_by_their_spread_and_open_with_the_worst_and_best_system() -> None:
    data = texts(5, 5, 60, DOCUMENTS)
    app = opened_where(data)
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
    app = opened_where(data, a="s2", b="s0")
    app.test.session_state["spread-opens"] = CHOSEN
    app.send("spread", open="7")
    assert (app.pair, app.link["seg"]) == (("s2", "s0"), "7")


def test_documents_have_each_system_less_the_mean_and_a_cell_opens_its_own() -> None:
    data = texts(5, 4, 60, DOCUMENTS)
    told = opened_where(data, b="s3").component("documents-map")
    found = score_documents(ScoredSystems.of(data))
    assert found is not None
    assert (told["systems"], told["a"], told["b"]) == (["s0", "s1", "s2", "s3"], "s0", "s3")
    assert sorted(one["name"] for one in told["documents"]) == sorted(found.names)
    for one in told["documents"]:
        gaps = found.gaps[:, one["id"]].tolist()
        assert [cell["text"] for cell in one["cells"]] == [format_delta(gap, 1) for gap in gaps]
        assert one["about"].startswith("20 segments, mean BLEU ")
    for system, pair in ((3, ("s0", "s3")), (0, ("s1", "s0"))):
        app = opened_where(data)
        app.send("documents-map", open=[2, system])
        assert app.pair == pair
        assert app.link["where"] == f'document = "{HOSTILE}"'


def test_no_documents_no_spread_and_no_second_system_are_said() -> None:
    assert opened_where(texts(5, 3, 60, None)).shows("no-documents")
    lines = ["a b c d"] * 4
    assert opened_where(EvalSet({"x": lines, "y": lines}, [lines])).shows("no-spread")
    assert opened_where(EvalSet({"x": lines}, [lines])).shows("one-system")


WORDS = [f"w{i}" for i in range(97)]
REFERENCE = [" ".join(WORDS[(7 * i + j) % 97] for j in range(12)) for i in range(60)]
BAD, LOST = 7, range(0, 60, 6)


def output(run: int, bad: int) -> list[str]:
    """A run with a wrong word somewhere else in each; from `bad` on ten lines are garbled."""
    lines = [line.split() for line in REFERENCE]
    for i, line in enumerate(lines):
        if (i + run) % 5 == 0:
            line[(i + run) % 12] = "wrong"
        if run >= bad and i in LOST:
            line.reverse()
    return [" ".join(line) for line in lines]


@pytest.fixture
def put() -> Iterator[Callable[..., EvalSet]]:
    """put(12): so many runs in the store, in this test alone."""
    digests = []

    def made(runs: int, segments: int = 60, bad: int = BAD) -> EvalSet:
        systems = {f"night {k}": output(k, bad)[:segments] for k in range(1, runs + 1)}
        data = EvalSet(systems, [REFERENCE[:segments]])
        digests.append(store.put(data))
        return data

    yield made
    for digest in digests:
        store.forget(digest)


def opened(data: EvalSet) -> App:
    """The tab, with the tests of the steps if there are to be any."""
    app = App("systems.py", data=data.digest, shows="time")
    app.until(lambda: "has not been tested" not in told(app))
    return app


def told(app: App) -> str:
    return app.says("sequence-told")


def test_of_twelve_runs_the_one_that_broke_it_is_named_and_opened(put) -> None:
    data = put(12)
    app = opened(data)
    assert told(app).startswith("Run 7 (night 7) caused a lasting regression: 1")
    rows = app.cells("steps")
    assert [row[0] for row in rows] == [str(k) for k in range(1, 13)]
    assert rows[0][3:] == ["–"] * 10
    assert app.component("steps")["columns"][5]["label"] == "p, 11 steps"
    listed = {int(row[0]) - 1 for row in app.cells("broken")}
    assert set(LOST) <= listed
    assert "These segments contribute −" in app.says("broken-sums")
    drawn = json.loads(app.test.get_by_key("run-steps").proto.spec)
    bars = [trace for trace in drawn["data"] if trace["type"] == "bar" and trace["x"] != [None]]
    assert [bar["name"] for bar in bars] == [*(f"p<sub>{n}</sub>" for n in range(1, 5)), "BP"]
    assert drawn["layout"]["shapes"][0]["x0"] == 6.5
    # Its segments and its step are opened, and those of another step are listed.
    line = app.component("broken")["ids"][0]
    app.send("broken", open=line)
    assert (app.pair, app.link["seg"]) == (("night 6", "night 7"), line)
    assert app.shows("view-segments")
    app = opened(data)
    app.send("steps", open="step:7")
    assert app.pair == ("night 6", "night 7")
    assert app.shows("view-overview")
    app = opened(data)
    chooser = app.widget("Step to run")
    assert chooser.value.number == 7
    last = chooser.options[-1]
    chooser.set_value(last)
    app.run()
    number = last.split(" · ")[2].split(" ")[0]
    assert len(app.cells("broken")) == int(number)
