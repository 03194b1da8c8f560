"""A printable worksheet of lessons, without or with answers, as one HTML file.

Its numbers are the facts of the lessons, as in Learn. The sheet for a class has no answers.
"""

from __future__ import annotations

from collections.abc import Iterator

from bleu_core.common.formatting import format_component, format_int
from bleu_core.metrics.signature import signature
from bleu_core.present.report.markup import Html, element, page
from bleu_core.teaching.lessons import Lesson, LessonSet, PreparedBench, answers
from bleu_core.teaching.lessons.prediction import rules_of
from bleu_core.text.config import MAX_ORDER
from bleu_core.text.evalset import EvalSet

TITLE = "BLEU, lesson by lesson"
# The parts to work out by hand, after the precisions.
WORKED = {"c": "c", "r": "r", "bp": "BP", "bleu": "BLEU"}


def worksheet(lessons: LessonSet, sample: EvalSet, key: bool) -> bytes:
    """The sheet, or its key: with the answers, why they are right, and everything worked out.

    `sample` is the test set that the lesson on chance draws from.
    """
    title = lessons.title or TITLE
    head = element(
        "header",
        element("h1", title, dir="auto"),
        element("p", "Answer key" if key else "Name: ", class_="name"),
    )
    body = (_lesson(lesson, sample, key) for lesson in lessons.lessons.values())
    named = f"{title}: {'answer key' if key else 'worksheet'}"
    return page(named, [head, *body], sheets=("report.css", "worksheet.css")).encode()


def file_name(key: bool) -> str:
    return "bleuscope-key.html" if key else "bleuscope-worksheet.html"


def _lesson(lesson: Lesson, sample: EvalSet, key: bool) -> Html:
    known = answers.facts(lesson, sample)
    parts = [
        *_paragraphs(answers.filled(lesson.text, known)),
        *_texts(lesson.prepared),
        *_variants(lesson, known, key),
        element("p", answers.filled(lesson.question, known), class_="question", dir="auto"),
        *(_key(lesson, known) if key else _blanks(lesson)),
        _worked(lesson.prepared, known, key),
        *([element("p", lesson.source, class_="muted", dir="auto")] if lesson.source else []),
    ]
    heading = element("h2", f"{format_int(lesson.number)}. {lesson.title}")
    return element("section", heading, *parts)


def _paragraphs(text: str) -> Iterator[Html]:
    for paragraph in filter(None, map(str.strip, text.split("\n\n"))):
        yield element("p", paragraph, dir="auto")


def _texts(bench: PreparedBench, besides: PreparedBench | None = None) -> Iterator[Html]:
    """The texts of an example and its settings; for a variant only what differs from `besides`."""
    named = [("AB"[i], text) for i, text in enumerate(bench.candidates)]
    named += [(f"Reference {i}", text) for i, text in enumerate(bench.references, 1)]
    if besides and (bench.candidates, bench.references) == (besides.candidates, besides.references):
        named = []
    rows = [
        element("tr", element("th", name, scope="row"), element("td", text, dir="auto"))
        for name, text in named
    ]
    if rows:
        yield element("table", element("tbody", *rows), class_="texts")
    if not besides or besides.config != bench.config:
        settings = signature(bench.config, len(bench.references))
        yield element("p", f"Settings: {settings}", class_="muted signature")


def _variants(lesson: Lesson, known: dict[str, str], key: bool) -> Iterator[Html]:
    for name, (label, bench) in lesson.variants.items():
        if bench != lesson.prepared:
            scored = [f": BLEU of A {known[f'{name}:A.bleu']}"] if key else []
            yield element("h3", label, *scored, dir="auto")
            yield from _texts(bench, lesson.prepared)


def _blanks(lesson: Lesson) -> Iterator[Html]:
    blanks = rules_of(lesson).blanks(lesson)
    if blanks.choices:
        choices = [element("li", text, dir="auto") for text in blanks.choices]
        yield element("ul", *choices, class_="choices")
    for label in (*blanks.lines, "Because: "):
        yield element("p", label, class_="line")


def _key(lesson: Lesson, known: dict[str, str]) -> Iterator[Html]:
    answer = lesson.answer_text(known[lesson.answer])
    yield element("p", "Answer: ", element("strong", answer), class_="answer", dir="auto")
    yield from _paragraphs(answers.filled(lesson.why, known))


def _worked(bench: PreparedBench, known: dict[str, str], key: bool) -> Html:
    """The parts of BLEU, a row for each candidate; empty cells unless it is the key."""
    names = {f"p{n}": format_component(f"p{n}") for n in range(1, MAX_ORDER + 1)} | WORKED
    names = {name: label for name, label in names.items() if f"A.{name}" in known}
    heads = [element("th", label, scope="col") for label in ("", *names.values())]
    rows = []
    for letter in "AB"[: len(bench.candidates)]:
        figures = [known[f"{letter}.{name}"] if key else "" for name in names]
        cells = [element("td", figure) for figure in figures]
        rows.append(element("tr", element("th", letter, scope="row"), *cells))
    table = element("table", element("thead", element("tr", *heads)), element("tbody", *rows))
    return element("div", table, class_="worked")
