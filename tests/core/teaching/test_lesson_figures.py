"""Every figure that a lesson shows or asks for, against somebody else's implementation.

A fact of a bench is recomputed by its name (`lesson_oracle`); a fact that a lesson has besides, by
its line in `OWN`. The numbers that are typed into a lesson's words are told in `TYPED`, with what
they count or where they stand. A figure that nothing recomputes fails.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable
from functools import cache
from itertools import combinations

import pytest
import sacrebleu
from sacrebleu.significance import PairedTest
from scipy.stats import pearsonr

from bleu_core.significance import MIN_SEGMENTS
from bleu_core.teaching.lessons import Lesson, all_lessons, answers, prediction
from pages.ui.store import load_sample
from tests.core.lesson_oracle import Figure, NoOracleError, agrees, interval_of_r, recomputed
from tests.places import SAMPLE_DATA, sample_lines

LESSONS = all_lessons()
SYSTEMS = ("apertium-direct", "apertium-pivot")
CLAIMED = re.compile(r"\{([^{}]+)\}")
# Of more than one digit, and no year, nor part of a name such as 13a.
NUMBER = re.compile(r"(?<![\w.])(?!(?:19|20)\d\d\b)(?:\d{1,3}(?:,\d{3})+|\d+\.\d+|\d{2,})(?!\w)")


@cache
def shuffled(segments: int) -> tuple[float, float, int]:
    """Δ of the sample's first segments, p of sacreBLEU's randomization, trials that reach Δ."""
    references = [sample_lines(f"reference-{i}.en")[:segments] for i in (1, 2)]
    systems = [(name, sample_lines(f"{name}.en")[:segments]) for name in SYSTEMS]
    metrics = {"BLEU": sacrebleu.BLEU()}
    _, scores = PairedTest(systems, metrics, references, "ar", n_samples=answers.TRIALS)()
    first, second = scores["BLEU"]
    reached = round(second.p_value * (answers.TRIALS + 1)) - 1
    return second.score - first.score, second.p_value, reached


def chance(name: str) -> Figure:
    panel, _, fact = name.partition(".")
    if name in ("chance.A", "chance.B"):
        return SYSTEMS["AB".index(fact)]
    size = len(sample_lines("source.es")) if panel == "chance" else 30
    change, p, extreme = shuffled(size)
    often = "yes" if extreme > 50 else "no"
    facts = {"segments": size, "delta": change, "extreme": extreme, "p": p, "often": often}
    return facts[fact]


def judgement(name: str) -> Figure:
    what, _, group = name.partition(".")
    quoted = {"monolingual": 0.99, "bilingual": 0.96}[group]  # figures 6 and 7 of the paper
    return quoted if what == "stated" else interval_of_r(quoted, 5)[0]


def quoted(figures: dict[str, float]) -> Callable[[str], Figure]:
    """Figures that a lesson quotes from a paper: {stated.name}."""
    return lambda name: figures[name.removeprefix("stated.")]


def of_systems(bleu: list[float], said: list[float], left: int) -> dict[str, Figure]:
    """What goes together by SciPy and a loop; `left` are the first systems."""
    pairs = list(combinations(zip(bleu, said, strict=True), 2))
    first = bleu.index(max(bleu))
    return {
        "systems.number": len(bleu),
        "systems.pairs": len(pairs),
        "systems.half": len(pairs) / 2,
        "systems.agreed": sum((a[0] - b[0]) * (a[1] - b[1]) > 0 for a, b in pairs),
        "systems.r": float(pearsonr(bleu, said).statistic),
        "systems.left.r": float(pearsonr(bleu[:left], said[:left]).statistic),
        "systems.place": sorted(said, reverse=True).index(said[first]) + 1,
    }


def five_systems(name: str) -> Figure:
    """The paper's table 1; H1 and H2 as they are, the machines in the opposite order."""
    judged = json.loads((SAMPLE_DATA / "papineni2002.json").read_text("utf-8"))["human_judgement"]
    bleu = [100 * one["bleu"] for one in judged["systems"]]
    differences = {f"{one['better']}_above_{one['worse']}": one for one in judged["differences"]}
    what, _, key = name.partition(".")
    if what == "stated":
        return judged["correlation"].get(key) or differences[key]["points"]
    return of_systems(bleu, bleu[2::-1] + bleu[3:], 3)[name]


def after_bleu(name: str) -> Figure:
    """13 systems of 2021, their numbers not rounded."""
    systems = json.loads((SAMPLE_DATA / "mqm-ted-2021.json").read_text("utf-8"))["systems"]
    if name == "systems.first":
        return str(max(systems, key=lambda one: one["bleu"])["name"])
    bleu, penalties = ([one[key] for one in systems] for key in ("bleu", "penalty"))
    return of_systems(bleu, [-penalty for penalty in penalties], len(systems))[name]


# Facts that are no bench's.
OWN: dict[str, Callable[[str], Figure]] = {
    "chance": chance,
    "double-tokenization": quoted({"most": 1.8}),  # Post 2018, abstract
    "judgement": judgement,
    "one-or-four": quoted({"four": 0.3468, "two": 0.2571}),  # Papineni et al. 2002, section 3
    "five-systems": five_systems,
    # Callison-Burch et al. 2006, section 4
    "people-like-less": quoted({"place": 6, "all": 0.14, "without": 0.87}),
    "after-bleu": after_bleu,
}


class Quoted(str):
    """Where a typed number stands: nothing here can compute it."""


TABLE_1 = Quoted("Papineni et al. 2002, table 1")


def words(text: str) -> int:
    """Words of a text of the bench of "best-match-length": "A", "R1"."""
    bench = LESSONS["best-match-length"].prepared
    texts = bench.candidates if text in "AB" else bench.references
    return len(texts["AB".index(text) if text in "AB" else int(text[1:]) - 1].split())


TYPED: dict[str, dict[str, float | Quoted]] = {
    "best-match-length": {
        "12": words("R1"), "15": words("R2"), "16": words("B"), "17": words("R3"),
    },
    "one-or-four": {"500": Quoted("Papineni et al. 2002, section 3")},
    "permutations": {
        "18": Quoted("Callison-Burch et al. 2006, section 3.1"),
        "10": Quoted("Callison-Burch et al. 2006, section 3.1"),
        "40,320": math.factorial(18 - 10),
    },
    "tokenization": {"3.5": Quoted("candidate A")},
    "nist": {"16": 9 + 7},
    "chance": {"1,000": answers.TRIALS, "50": 0.05 * answers.TRIALS, "30": MIN_SEGMENTS},
    "five-systems": dict.fromkeys(["5.27", "8.29", "9.30", "19.34", "25.71"], TABLE_1),
    "judgement": {
        "95": Quoted("the interval's level"),
        "0.96": Quoted("Papineni et al. 2002, figure 6"),
        "0.99": Quoted("Papineni et al. 2002, figure 5"),
        "284": Quoted("Reiter 2018, abstract"),
        "0.969": Quoted("Ma et al. 2019, table 4"),
    },
}  # fmt: skip


def said(lesson: Lesson) -> str:
    goal = lesson.challenge.goal if lesson.challenge else ""
    return "\n".join((lesson.text, lesson.question, lesson.why, goal))


@pytest.mark.parametrize("lesson", LESSONS.values(), ids=list(LESSONS))
def test_every_figure_of_a_lesson_is_what_somebody_else_computes(lesson: Lesson) -> None:
    known, own = answers.facts(lesson, load_sample()), OWN.get(lesson.name)
    for name in sorted({lesson.answer, *CLAIMED.findall(said(lesson))}):
        try:
            figure = recomputed(lesson, name)
        except NoOracleError:
            assert own, f"Nothing recomputes {{{name}}}: see lesson_oracle.py and OWN."
            figure = own(name)
        assert agrees(known[name], figure), (name, known[name], figure)
    for text in (lesson.text, lesson.question, lesson.why):
        assert "{" not in answers.filled(text, known)
    assert lesson.source
    assert set(lesson.opens) <= set(range(1, 6))


@pytest.mark.parametrize("lesson", LESSONS.values(), ids=list(LESSONS))
def test_the_answer_is_right_however_it_is_rounded_and_nothing_else(lesson: Lesson) -> None:
    known = answers.facts(lesson, load_sample())
    answer = known[lesson.answer]
    assert prediction.is_right(lesson, answer, known)
    assert not prediction.is_right(lesson, "nothing at all", known)
    if lesson.choices:
        values = [value for value, _ in lesson.choices]
        assert answer in values
        assert len(set(values)) == len(values) > 1
        return
    try:
        exact = recomputed(lesson, lesson.answer)
    except NoOracleError:
        exact = OWN[lesson.name](lesson.answer)
    assert isinstance(exact, float | int)
    for decimals in (2, 3, 5):
        assert prediction.is_right(lesson, f"{exact:.{decimals}f}", known)
        for wrong in (exact + 1.1 * 10**-decimals, exact - 1.1 * 10**-decimals, exact + 1):
            assert not prediction.is_right(lesson, f"{wrong:.{decimals}f}", known)


def test_typed_numbers_are_counted_or_quoted() -> None:
    for lesson in LESSONS.values():
        row = TYPED.get(lesson.name, {})
        found = NUMBER.findall(CLAIMED.sub("", said(lesson)))
        assert set(found) == row.keys(), lesson.name
        for text, figure in row.items():
            assert isinstance(figure, Quoted) or agrees(text, figure)
