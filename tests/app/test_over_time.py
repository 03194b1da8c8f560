"""Systems as runs in their order: the run that broke it, and its segments."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator

import pytest

from bleu_core import EvalSet
from pages.ui import store
from tests.app.conftest import App

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
