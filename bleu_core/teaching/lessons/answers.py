"""What is true in a lesson: facts from `bleu_core`, and whether a prediction is right."""

from __future__ import annotations

import re
from functools import cache
from math import isclose

from bleu_core import Comparison, EvalSet, teaching
from bleu_core.numerals import delta, p_value, points, whole
from bleu_core.significance import MIN_SEGMENTS
from bleu_core.teaching import Filling, Workings
from bleu_core.teaching.lessons import Lesson, Prepared, all_lessons

TRIALS, SEED = 1_000, 12345


def work_out(bench: Prepared) -> dict[str, Workings]:
    """The candidates of a bench, "A" and perhaps "B", worked out."""
    sides, references = teaching.as_lines(bench.candidates, bench.references)
    return {
        letter: teaching.work_out(lines, references, bench.config)
        for letter, lines in zip("AB", sides, strict=False)
    }


@cache
def facts(name: str, sample: EvalSet) -> dict[str, str]:
    """Every fact of a lesson's prepared bench, of its variants ("char:A.bleu") and its panel.

    `sample` is the test set that the lesson on chance draws from.
    """
    lesson = all_lessons()[name]
    found = teaching.facts(work_out(lesson.prepared))
    scores: dict[str, float] = {}
    own = float(found["A.bleu"])
    for variant, (_, bench) in lesson.variants.items():
        others = teaching.facts(work_out(bench))
        found |= {f"{variant}:{fact}": text for fact, text in others.items()}
        scores[variant] = float(others["A.bleu"])
        change = scores[variant] - own
        found[f"{variant}.change"] = "rises" if change > 0 else "falls" if change else "stays"
    if scores:
        found["highest"] = max(scores, key=scores.__getitem__)
    found |= {f"stated.{key}": text for key, text in lesson.stated.items()}
    if lesson.panel == "chance":
        found |= _chance(sample)
    if lesson.panel == "correlation":
        for key, text in lesson.stated.items():
            found[f"fisher.{key}"] = points(teaching.correlation_interval(float(text), 5)[0])
    return found


def filled(text: str, known: dict[str, str]) -> str:
    """A lesson's text with its figures."""
    return re.sub(r"\{([^{}]+)\}", lambda match: known[match[1]], text)


def is_right(lesson: Lesson, prediction: str, right: str) -> bool:
    """Whether a prediction is the answer: the choice, or the number however it is written."""
    if lesson.choices:
        return prediction == right
    given, wanted = number(prediction), number(right)
    return given is not None and wanted is not None and isclose(given, wanted, abs_tol=0.005)


def number(text: str) -> float | None:
    """The number that was typed: 720, "40 320", "0,5"; None where it is none."""
    text = re.sub(r"[\s%]", "", text).replace(",", ".")
    return float(text) if re.fullmatch(r"-?\d{1,15}(\.\d{0,15})?", text) else None


@cache
def trials(sample: EvalSet, segments: int | None) -> tuple[float, int, Filling]:
    """Δ of the sample's first segments, their number, and the randomization trials as they fall."""
    comparison = Comparison.of(sample, all_lessons()["chance"].prepared.config)
    stats = [s.subset(range(segments or len(s))) for s in (comparison.stats_a, comparison.stats_b)]
    change = stats[1].corpus().score - stats[0].corpus().score
    deltas = teaching.randomized_deltas(stats[0], stats[1], TRIALS, SEED)
    return change, len(stats[0]), teaching.filling(deltas, change)


def few() -> int:
    """So few segments that a test just says something."""
    return MIN_SEGMENTS


def _chance(sample: EvalSet) -> dict[str, str]:
    found = {f"chance.{letter}": name for letter, name in zip("AB", sample.systems, strict=True)}
    for name, size in (("chance", None), ("few", few())):
        change, segments, filling = trials(sample, size)
        extreme = int(filling.extreme[-1])
        found |= {
            f"{name}.segments": whole(segments),
            f"{name}.delta": delta(change),
            f"{name}.extreme": whole(extreme),
            f"{name}.p": p_value((extreme + 1) / (TRIALS + 1)),
            f"{name}.often": "yes" if extreme > 0.05 * TRIALS else "no",
        }
    return found
