"""Learn: lessons, the bench and panels by a link, lesson files, and what was predicted."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from bleu_core.teaching.lessons import Lesson, all_lessons, answers, lesson_set, set_text
from bleu_core.teaching.lessons.prediction import DONT_KNOW
from bleu_core.text import glossary
from pages.ui.learn import predictions
from pages.ui.store import load_sample
from tests.core.teaching.test_lesson_files import ONE, SEVERAL

from .conftest import App

L = all_lessons()
NAMES = list(L)
# What a covered bench may send: the texts, the settings and what explains them.
DESK = {
    "lesson", "opens", "own", "address", "serial", "problem", "changes", "covered", "notes",
    "candidates", "texts", "settings", "options", "terms", "longest", "glossary",
}  # fmt: skip
CLAIMED = re.compile(r"\{([^{}]+)\}")


def taught(**link: str) -> App:
    """Learn in teacher's mode: all may be seen."""
    app = App("learn.py", **link)
    app.choose("teacher", True)
    return app


# A lesson before and after its question is answered.


def told_only_after(lesson: Lesson) -> set[str]:
    """Figures of the reveal that are told by nothing else: fractions, and those with decimals."""
    known = answers.facts(lesson, load_sample())
    asked = " ".join((lesson.text, lesson.question, *(text for _, text in lesson.choices)))
    before = answers.filled(asked, known) + " ".join(known[name] for name in CLAIMED.findall(asked))
    figures = {known[name] for name in CLAIMED.findall(lesson.why)}
    return {f for f in figures if re.search(r"\d[./]\d", f) and f not in before}


def has(text: str, figure: str) -> bool:
    return re.search(rf"(?<![\d.]){re.escape(figure)}(?![\d])", text) is not None


@pytest.mark.parametrize("names", [NAMES[::6], pytest.param(NAMES, marks=pytest.mark.slow)])
def test_a_lesson_is_sent_without_its_answer_until_it_is_predicted(names: list[str]) -> None:
    """What is not there can be found by nobody: also what is sent and not shown."""
    for name in names:
        lesson = L[name]
        app, figures = App("learn.py", lesson=name), told_only_after(lesson)
        bench = app.component("bench")
        assert app.link == {"lesson": name}
        assert app.component("lesson")["title"] == lesson.title
        assert (bench["covered"], bench.keys(), bench["changes"]) == (True, DESK, None), name
        texts = list(lesson.prepared.candidates), list(lesson.prepared.references)
        assert (bench["candidates"], bench["texts"]) == texts
        assert not app.shows("correlation"), name
        assert not [one for one in app.test.caption if "trials" in one.value], name
        assert not [figure for figure in figures if has(app.sent, figure)], name
        app.set(predictions={predictions.lesson_key(lesson): DONT_KNOW})
        assert all(has(app.sent, figure) for figure in figures), name
    assert sum(bool(told_only_after(L[name])) for name in names) > 0.7 * len(names)


def test_teachers_mode_shows_the_answers_and_the_panels() -> None:
    for name, panel in (
        ("judgement", "correlation"),
        ("nist", "information"),
        ("chrf", "characters"),
    ):
        assert not App("learn.py", lesson=name).shows(panel)
        app = taught(lesson=name)
        reveal = app.component("lesson")["reveal"]
        assert reveal["right"] is None
        answer = answers.facts(L[name], load_sample())[L[name].answer]
        assert reveal["answer"] == dict(L[name].choices).get(answer, answer)
        assert app.shows(panel)


# The bench.


def test_a_link_carries_an_exercise() -> None:
    link = {
        "lesson": "zero",
        "cand": "<b>the</b> cat",
        "ref": "the cat\nsat",
        "ref2": "$x$",
        "bench-tok": "char",
        "bench-order": "2",
        "bench-weights": "0.75,0.25",
    }
    app = taught(**link)
    bench = app.component("bench")
    assert bench["candidates"] == ["<b>the</b> cat"]
    assert bench["texts"] == ["the cat\nsat", "$x$"]
    assert {"tok:char", "weights:0.75,0.25"} < set(bench["signature"].split("|"))
    assert bench["notes"]
    assert app.link == link
    # One that lessons do not have is ignored: it might be downloaded where a class is.
    foreign = taught(**(link | {"bench-tok": "flores200"}))
    assert "tok:13a" in foreign.component("bench")["signature"]
    assert foreign.link == {name: value for name, value in link.items() if name != "bench-tok"}
    # A tokenizer that is not installed leaves the bench working.
    bench = taught(cand="猫がいる", ref="猫がいる", **{"bench-tok": "ja-mecab"}).component("bench")
    assert bench["sides"]
    if bench["problem"]:  # without MeCab
        assert "tok:13a" in bench["signature"]


# The list of lessons, the wall, and lessons of one's own.


def test_what_was_predicted_is_marked_and_counted(cookies) -> None:
    given = {"the-the-the": "2/7", "of-the": "50", "zero": "?"}
    cookies[predictions.COOKIE] = "&".join(
        f"{predictions.lesson_key(L[n])}={a}" for n, a in given.items()
    )
    data = App("learn.py").component("lessons")
    marks = {each["name"]: each["mark"] for track in data["tracks"] for each in track["lessons"]}
    marked = {"the-the-the": "right", "of-the": "wrong", "zero": "unknown"}
    assert {name: mark for name, mark in marks.items() if mark} == marked
    assert data["told"].startswith(f"1 of {len(L)} ")


def test_a_chosen_set_is_one_list_in_its_own_order() -> None:
    [only] = App("learn.py", lessons="zero,chance,the-the-the").component("lessons")["tracks"]
    assert only["title"] == ""
    assert [each["name"] for each in only["lessons"]] == ["zero", "chance", "the-the-the"]


def test_the_wall_has_the_question_and_the_bench_alone_and_a_term_the_glossary() -> None:
    app = App("learn.py", wall="yes", lesson="of-the")
    assert app.component("lesson")["wall"]
    assert app.shows("bench")
    assert not any(map(app.shows, ("lessons", "header")))
    assert not app.test.get("tab")
    # A term opens the glossary.
    app = App("learn.py", term="bp")
    shown = app.component("glossary")
    assert (shown["term"], len(shown["entries"])) == ("bp", len(glossary.entries()))
    assert not app.shows("bench")


SET = set_text(SEVERAL.encode())


def choose(name: str, data: bytes) -> App:
    app = App("data.py")
    app.choose("file-any", [(name, data, "text/plain")])
    return app


def lesson_file(app: App) -> str:
    """The key of its notice, or ""."""
    return next((key for key in app.components if key.startswith("lesson-file-")), "")


@pytest.mark.parametrize("name", ["my.txt", "my.toml"])
def test_a_lesson_file_is_recognised_and_opens_on_learn(name: str) -> None:
    app = choose(name, SEVERAL.encode())
    told = app.component(lesson_file(app))
    assert not app.shows("file-roles")
    assert name in told["title"]
    titles = [lesson.title for lesson in lesson_set(SET).lessons.values()]
    assert told["sentences"] == titles
    app.press("Open in Learn")
    assert app.link == {"lessons": SET}
    lesson = app.component("lesson")
    assert (lesson["number"], lesson["of"]) == (1, 3)


def test_its_faults_are_told_and_nothing_is_opened() -> None:
    text = ONE.replace("A.m1", "A.m9").replace("{A.t1}", "{A.<b>}")
    app = choose("**my**.toml", text.encode())
    assert app.codes(lesson_file(app)) == ["toml.fault"] * 2
    for place in ("**my**.toml, line 3: ", "A.<b>", "**my**.toml, line 5: ", "A.m9"):
        assert place in app.message(lesson_file(app))
    assert "Open in Learn" not in app.labels
    assert not lesson_file(choose("a.txt", b"[bench] is a word here\n"))


Predict = Callable[[App, str], dict]


@pytest.fixture
def predict(monkeypatch) -> Predict:
    """predict(app, "2"): the open lesson is answered, as by its component, which is answered."""

    def send(app: App, text: str) -> dict:
        may_see = predictions.may_see

        def make_and_see(lesson) -> bool:
            predictions.make_prediction(lesson, text)
            return may_see(lesson)

        with monkeypatch.context() as patched:
            patched.setattr(predictions, "may_see", make_and_see)
            app.run()
        return app.component("lesson")

    return send


@pytest.fixture
def app() -> App:
    return App("learn.py", lesson="the-the-the")


def kept(**answers: str) -> str:
    """The cookie of a browser in which these lessons were answered."""
    pairs = (
        f"{predictions.lesson_key(L[name.replace('_', '-')])}={a}" for name, a in answers.items()
    )
    return "&".join(pairs)


def test_the_first_prediction_that_can_be_read_counts(app: App, predict: Predict) -> None:
    lesson = predict(app, "two of them")
    assert (lesson["unreadable"], lesson["prediction"]) == ("two of them", None)
    assert (lesson["reveal"], lesson["keep"]) == (None, None)
    assert app.component("bench")["covered"]
    lesson = predict(app, "7")
    assert (lesson["unreadable"], lesson["reveal"]["right"]) == ("", False)
    assert lesson["keep"] == [predictions.lesson_key(L["the-the-the"]), "7"]
    assert not app.component("bench")["covered"]
    lesson = predict(app, "2")
    assert (lesson["prediction"], lesson["reveal"]["right"]) == ("7", False)


def test_the_browser_brings_what_was_predicted_with_its_first_request(cookies) -> None:
    cookies[predictions.COOKIE] = kept(the_the_the="2", of_the="50", more_references="?")
    app = App("learn.py", lesson="the-the-the")
    assert app.component("lesson")["reveal"]["right"]
    assert not app.component("bench")["covered"]
    app.link["lesson"] = "two-candidates"
    app.run()
    assert app.component("lesson")["reveal"] is None
    assert app.component("bench")["covered"]


def test_a_cookie_may_hold_anything(cookies) -> None:
    for text in ("=", "&&&", "%ff=%00&a", "x=" + "9" * 9000, "a=1&" * 5000):
        cookies[predictions.COOKIE] = text
        assert App("learn.py").component("lesson")["reveal"] is None
    # Predictions that can no longer be read.
    cookies[predictions.COOKIE] = kept(the_the_the="two", more_references="sideways")
    for name in ("the-the-the", "more-references"):
        assert App("learn.py", lesson=name).component("lesson")["reveal"] is None
