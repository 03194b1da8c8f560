"""Around the screens: header, settings, controls, progress, and what numbers say they are."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from sacrebleu.metrics import BLEU
from streamlit.testing.v1 import AppTest

from bleu_core.text import glossary
from pages.ui import store
from pages.ui.store import load_sample
from pages.ui.widgets import controls

from .conftest import PATIENCE, App
from .test_pair import test_set

NAMES = ("one", "two", "three", "four")
SCREENS = ["Overview", "Segments", "N-grams", "Slices", "Systems", "Suites"]
SCREENS += ["Judge", "Learn", "Data"]


def test_it_knows_the_pair_and_the_settings_and_its_links_keep_them() -> None:
    digest = store.put(test_set(*NAMES))
    drawn = App(data=digest, a="four", b="one", tok="char", smooth="floor").component("header")
    used = [name for name, _, is_used in drawn["open"]["choices"] if is_used]
    assert used == ["Tokenizer: char", "Ignore case: off", "Smoothing: floor"]
    assert (drawn["open"]["a"], drawn["open"]["b"]) == (3, 0)
    links = [screen["href"] for screen in drawn["screens"]] + [drawn["lesson"], drawn["term"]]
    assert all(f"?data={digest}&a=four&b=one&tok=char" in link for link in links)
    assert [drawn[name].rpartition("&")[2] for name in ("lesson", "term")] == ["lesson=", "term="]


def test_every_screen_has_it_but_those_of_a_class_and_of_a_blind_judge() -> None:
    for screen in ("overview.py", "learn.py", "suites.py"):
        drawn = App(screen).component("header")
        assert [one["label"] for one in drawn["screens"]] == SCREENS
        assert (drawn["open"] is None) == (screen != "overview.py")
    assert App("data.py", data="0" * 64).component("header")["open"] is None
    assert not App("learn.py", wall="yes").shows("header")
    assert not App("judge.py", task="0" * 64).shows("header")


def test_settings_stay_open_while_they_are_changed_and_where_they_cannot_be_used() -> None:
    app = App()
    app.set(settings=True)
    for name, is_drawn in (("char", True), ("ja-mecab", False)):
        app.choose("Tokenizer", name)
        assert app.header["settings"].startswith(f"{name} · cased")
        assert app.shows("view-overview") == is_drawn
        assert "Smoothing" in app.labels
    app.press("Reset to defaults")
    assert app.header["settings"] == "13a · cased · 2 refs"


def test_thresholds_are_settings() -> None:
    app = App(limits="repeat:9")
    app.set(settings=True)
    app.set(thresholds=True)
    assert app.widget("limit-repeat").value == 9
    app.choose("limit-copy_run", 5)
    assert "copy_run:5" in app.link["limits"]
    app.press("Reset thresholds")
    assert "limits" not in app.link


NEW = "nrefs:1|case:lc|eff:no|tok:intl|smooth:exp|version:2.0.0"


def explained(other: str) -> App:
    app = App()
    app.set(settings=True, other_score=other)  # AppTest cannot choose an option that is typed
    return app


def test_each_change_has_the_scores_of_both_systems() -> None:
    rows = explained(NEW).cells("setting-steps")
    sample = load_sample()
    references = [stream.to_pylist() for stream in sample.references]
    for i, output in enumerate(sample.systems.values()):
        expected = [
            BLEU().corpus_score(output.to_pylist(), references),
            BLEU(tokenize="intl", lowercase=True).corpus_score(output.to_pylist(), references[:1]),
        ]
        assert [rows[0][1 + i], rows[-1][1 + i]] == [f"{score.score:.2f}" for score in expected]
    changes = [row[0] for row in rows[1:]]
    assert changes == ["references: 2 → 1", "tokenizer: 13a → intl", "case: mixed → lc"]
    assert explained("NLTK").cells("setting-steps")[1][0] == "tokenizer: 13a → none"


def test_what_cannot_be_read_or_scored_is_told() -> None:
    for text, code in {
        "<b>$x$</b>": "why.no_signature",
        NEW.replace("nrefs:1", "nrefs:3"): "why.too_few_references",
        NEW.replace("intl", "klingon"): "settings.must_be",
    }.items():
        app = explained(text)
        assert app.codes("no-setting-steps") == [code]
        assert not app.shows("setting-steps")


def test_only_what_differs_from_what_a_control_shows_is_a_choice(monkeypatch) -> None:
    taken: list[str] = []
    states: dict[str, object] = {}
    monkeypatch.setattr(controls.st, "session_state", states)

    def report(control: dict, value: str) -> None:
        states[control["key"]] = value
        control["on_change"](*control["args"])

    first = controls.follow_value("order", "line", taken.append)
    report(first, "line")  # the first report of a control, or a late one after its screen was left
    assert taken == []
    report(first, "points")
    assert taken == ["points"]
    assert controls.follow_value("order", "points", taken.append)["key"] == first["key"]
    second = controls.follow_value("order", "delta", taken.append)  # changed elsewhere
    assert second["key"] != first["key"]
    report(first, "line")  # under way when the second was drawn
    assert taken == ["points"]
    report(second, "line")
    assert taken == ["points", "line"]


class Script(App):
    """A page that is a function."""

    def __init__(self, script: Callable[[], None]) -> None:
        self.test = AppTest.from_function(script, default_timeout=PATIENCE)
        self.run()


def script() -> None:
    import streamlit as st

    from pages.ui.widgets.progress_bars import draw_while_running

    def draw() -> None:
        if st.button("open"):
            st.session_state["opened"] = True

    running = st.session_state.setdefault("running", [])
    draw_while_running(lambda: running.pop(0) if running else False, draw)


def test_a_press_is_answered_in_the_run_in_which_work_ends() -> None:
    app = Script(script)
    app.test.session_state["running"] = [True, False]
    app.press("open")
    assert not app.test.session_state["running"]
    assert app.test.session_state["opened"]


def short_work() -> None:
    import streamlit as st

    from pages.ui.cache import CACHE, result
    from pages.ui.widgets.progress_bars import draw_result

    @result(key=lambda: ["short work"])
    def work() -> str:  # and it has ended before anything is drawn
        return "done"

    if "runs" not in st.session_state:
        CACHE.drop(lambda key: "short work" in str(key))
    st.text(work.ready() or "none")
    draw_result(work, (), st.text, what="Working", start="start", key="work")
    st.session_state["runs"] = st.session_state.get("runs", 0) + 1


def test_the_page_is_drawn_again_after_work_that_took_no_time() -> None:
    app = Script(short_work)
    before = app.test.session_state["runs"]
    app.press("start")
    app.until(lambda: app.test.text[0].value == "done")
    assert app.test.session_state["runs"] > before


WITH_NUMBERS: list[tuple[str, dict[str, Any]]] = [
    ("", {"details-charts": True}),
    ("", {"details-metrics": True}),
    ("data.py", {"settings": True}),
]


@pytest.mark.parametrize(("screen", "state"), WITH_NUMBERS)
def test_every_column_of_numbers_says_what_it_is(screen: str, state: dict[str, Any]) -> None:
    app = App(screen)
    app.set(**state)
    for data in app.components.values():
        if not isinstance(data, dict) or "columns" not in data:
            continue
        for column in data["columns"]:
            if column.get("align") == "right" and column["label"]:
                assert column.get("term") or column.get("help"), (data["label"], column)
        told = data["glossary"]["short"]
        assert told == {name: glossary.short_definition(name) for name in told}
        cells = [cell for row in data["rows"] for cell in row if isinstance(cell, dict)]
        for part in (*data["columns"], *cells):
            assert "term" not in part or part["term"] in told


def test_a_page_is_not_drawn_where_the_thread_drew_last() -> None:
    def script() -> None:
        import streamlit as st

        from pages.ui import frame

        with st.container():
            frame.begin_page()
            st.text("On the page")

    place, text = (
        AppTest.from_function(script, default_timeout=PATIENCE).run().main.children.values()
    )
    assert (place.children, text.value) == ({}, "On the page")
