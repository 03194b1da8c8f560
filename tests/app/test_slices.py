"""The Slices screen without a browser."""

from __future__ import annotations

import time
from collections.abc import Callable

from sacrebleu.metrics import BLEU

from pages.ui import store


def test_each_part_is_scored_as_a_corpus_of_its_own(open_app: Callable) -> None:
    app = open_app("slices.py", by="kind")
    sample = store.sample()
    kinds = sample.metadata["kind"].to_pylist()
    rows = app.cells("slices-table")
    assert {row[0] for row in rows} == set(kinds)
    for row in rows:
        label, n, score_a = row[0], int(row[1]), row[2]
        lines = [i for i, kind in enumerate(kinds) if kind == label]
        system = next(iter(sample.systems.values())).to_pylist()
        references = [[column[i].as_py() for i in lines] for column in sample.references]
        expected = BLEU().corpus_score([system[i] for i in lines], references)
        assert (len(lines), f"{expected.score:.2f}") == (n, score_a)


def test_small_parts_are_marked_and_not_judged(open_app: Callable) -> None:
    app = open_app("slices.py", by="document")
    assert {row[5] for row in app.cells("slices-table")} == {"too few segments"}


def test_it_opens_on_a_criterion_that_can_say_something(open_app: Callable) -> None:
    app = open_app("slices.py")
    assert app.test.selectbox(key="slice-by").value == "kind"
    assert sum("…" in row[5] for row in app.cells("slices-table")) >= 2
    assert not app.shows("no-such-criterion")


def test_an_unknown_criterion_is_told_and_left_out(open_app: Callable) -> None:
    app = open_app("slices.py", by="colour")
    assert "by 'colour'" in app.message("no-such-criterion")
    assert app.cells("slices-table") == open_app("slices.py").cells("slices-table") != []


def test_the_tab_is_in_the_link(open_app: Callable) -> None:
    assert not open_app("slices.py", tab="settings").shows("slices-table")
    assert open_app("slices.py", tab="parts").shows("slices-table")
    assert open_app("slices.py", tab="colour").shows("slices-table")


def test_the_part_of_a_link_filters_the_worklist(open_app: Callable) -> None:
    app = open_app("segments.py", sort="line", **{"part-by": "kind", "part": "recipe"})
    kinds = store.sample().metadata["kind"].to_pylist()
    expected = [i for i, kind in enumerate(kinds, 1) if kind == "recipe"]
    assert [int(i) for i in app.component("worklist")["ids"]] == expected


def test_the_grid_of_settings_is_computed_in_the_background(
    compare: Callable, open_app: Callable
) -> None:
    a = b"".join(b"the cat %d sat on the mat\n" % i for i in range(40))
    b = a.replace(b"sat on", b"was at")
    link = compare(a=a, b=b, references=a).test.session_state["view"].data
    app = open_app("slices.py", data=link, tab="settings")
    button = next(b for b in app.test.button if b.label.startswith("Compute all"))
    button.click()
    app.run()
    deadline = time.monotonic() + 60
    while not app.shows("holds-table") or len(app.cells("holds-table")) < 32:
        assert time.monotonic() < deadline
        time.sleep(0.3)
        app.run()
    assert app.cells("holds-table")[0][-1] == "present setting"
    assert app.component("holds")["sentences"]
