"""The classroom: the list of lessons, the open one, its panel, and the bench below."""

from __future__ import annotations

from dataclasses import replace

import streamlit as st

from bleu_core import teaching
from bleu_core.numerals import NONE, bounds, points, whole
from bleu_core.teaching import exercise
from bleu_core.teaching.lessons import Lesson, all_lessons, answers
from pages.ui import state
from pages.ui.learn.bench import bench
from pages.ui.learn.glossary_view import glossary_view
from pages.ui.learn.lesson_view import lesson_data, lesson_view
from pages.ui.learn.trials import trials
from pages.ui.sample import load_sample
from pages.ui.widgets.table import Cell, table

# On paper there is the lesson and the bench: no navigation, and the page as long as it is.
PRINT = """<style>@media print {
  .stAppHeader, [data-testid="stColumn"]:has(.st-key-rail), [data-testid="stToolbar"],
  [role="tablist"], .st-key-masthead { display: none !important; }
  .stApp, .stApp *:has([data-testid="stMainBlockContainer"]), [data-testid="stMain"] {
    position: static !important; overflow: visible !important; height: auto !important;
    display: block !important; background: #fff !important;
  }
  [data-testid="stMainBlockContainer"] { padding: 0 !important; max-width: none !important; }
  [data-testid="stColumn"] { width: 100% !important; flex: 1 1 100% !important; }
}</style>"""


def lessons() -> None:
    """The list of lessons at the left; the open one, its panel and the bench."""
    st.html(PRINT)
    left, right = st.columns([1, 4], gap="large")
    lesson = exercise.lesson(state.current().bench)
    with left, st.container(key="rail"):
        teacher = _rail(lesson)
    with right:
        shown = exercise.contents(state.current().bench)
        prediction = _predictions().get(lesson.name)
        lesson_view(
            lesson_data(lesson, prediction, teacher, shown),
            on_predict=_take_prediction,
            on_variant=_take_variant,
            on_go=lambda: _open(st.session_state["lesson"]["go"]),
        )
        # What a panel shows would answer the question.
        panel = lesson.panel if teacher or prediction is not None else ""
        # A place of its own: the bench below stays the same element, whatever is in it.
        with st.container():
            if panel == "chance":
                _chance()
            elif panel == "correlation":
                _correlation(lesson)
        _bench(panel)


def glossary() -> None:
    """Every term, searchable; a link opens one."""
    glossary_view(state.current().bench.term, on_open=_take_term)


def _rail(lesson: Lesson) -> bool:
    """The lessons, those done marked, and the teacher's switch; answers how that is set."""
    done = {}
    for name, said in _predictions().items():
        each = all_lessons()[name]
        right = answers.facts(name, load_sample())[each.answer]
        done[name] = answers.is_right(each, said, right)
    marks = {True: "✓", False: "·", None: ""}
    rows: list[list[Cell]] = [
        [
            {"t": str(each.number), "tone": "muted"},
            each.title,
            {
                "t": marks[done.get(name)],
                "tone": "gain",
                "title": "Predicted right" if done.get(name) else "",
            },
        ]
        for name, each in all_lessons().items()
    ]
    table(
        [
            {"label": "", "align": "right", "narrow": True},
            {"label": "Lesson"},
            {"label": "", "narrow": True},
        ],
        rows,
        key="rail-table",
        label="Lessons",
        ids=list(all_lessons()),
        selected=lesson.name,
        on_open=lambda: _open(st.session_state["rail-table"]["open"]),
    )
    st.caption(
        f"{whole(sum(done.values()))} of {whole(len(all_lessons()))} predicted right in this "
        "session."
    )
    return st.toggle(
        "Teacher's mode",
        key="teacher",
        persist_state="session",
        help="Shows the answers without a prediction.",
    )


@st.fragment
def _bench(panel: str) -> None:
    """The bench, and what a lesson counts on it: only this runs after an edit."""
    above = st.container()
    sides = bench()
    if panel == "permutations":
        with above:
            _permutations(sides["A"])


def _permutations(workings: teaching.Workings) -> None:
    counted = teaching.census(workings.lines[0], workings.stats.config)
    st.subheader(
        "The orders of A's pieces, scored",
        anchor=False,
        help="Callison-Burch, Osborne and Koehn (2006): k words, b of whose bigrams are in a "
        "reference, have (k − b)! orders in which no match is lost.",
    )
    done = "all of them" if counted.is_complete else f"a random sample of {whole(counted.tried)}"
    rows: list[list[Cell]] = [
        ["Pieces", " | ".join(counted.chunks) or NONE],
        [
            "Orders",
            f"{whole(len(counted.chunks))}! = {teaching.many(counted.orders)}; scored: {done}",
        ],
        ["The same BLEU", whole(counted.same)],
        ["A higher BLEU", whole(counted.higher)],
        ["A lower BLEU", whole(counted.lower)],
        ["For example", counted.example],
    ]
    columns = [{"label": "", "tone": "muted"}, {"label": ""}]
    table(columns, rows, key="permutations", label="Orders of the pieces of A and their BLEU")


def _chance() -> None:
    for column, size in zip(st.columns(2, gap="large"), (None, answers.few()), strict=True):
        with column:
            change, segments, filling = answers.trials(load_sample(), size)
            title = (
                f"{'All' if size is None else 'The first'} {whole(segments)} segments of the sample"
            )
            trials(title, change, filling, key=f"trials-{segments}")


def _correlation(lesson: Lesson) -> None:
    rows: list[list[Cell]] = []
    for judges, r in lesson.stated.items():
        low, high = teaching.correlation_interval(float(r), 5)
        rows.append([f"{judges.capitalize()} judges", r, "5", bounds(low, high, points)])
    table(
        [
            {"label": "BLEU against"},
            {"label": "r", "align": "right", "term": "human-judgement"},
            {"label": "systems", "align": "right", "help": "Systems that were judged."},
            {"label": "95 % interval", "align": "right", "help": "By Fisher's z."},
        ],
        rows,
        key="correlation",
        label="Correlation of BLEU with human judgement in 2002",
    )


def _predictions() -> dict[str, str]:
    """What this session predicted, by lesson."""
    said: dict[str, str] = st.session_state.setdefault("predictions", {})
    return said


def _take_prediction() -> None:
    said = st.session_state["lesson"]["predict"]
    if said is not None:
        _predictions()[exercise.lesson(state.current().bench).name] = str(said)[:20]


def _take_variant() -> None:
    shown = state.current().bench
    wanted = exercise.lesson(shown).variants.get(st.session_state["lesson"]["variant"])
    if wanted:
        state.change(bench=exercise.own(shown, wanted[1]))


def _open(name: str | None) -> None:
    if name in all_lessons():
        state.change(bench=exercise.Bench(lesson=str(name)))


def _take_term() -> None:
    opened = st.session_state["glossary"]["open"]
    if opened:
        state.change(bench=replace(state.current().bench, term=str(opened)))
