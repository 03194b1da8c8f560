"""What is true in a lesson: facts from `bleu_core`."""

from __future__ import annotations

import re
from functools import cache, lru_cache

from bleu_core import teaching
from bleu_core.common.numerals import delta, p_value, points, whole
from bleu_core.explain.comparison import Comparison
from bleu_core.significance import MIN_SEGMENTS
from bleu_core.teaching import Filling, Workings, second_opinions, stated_systems
from bleu_core.teaching.lessons.built_in import all_lessons
from bleu_core.teaching.lessons.lesson import Lesson, Prepared
from bleu_core.text.evalset import EvalSet

TRIALS, SEED = 1_000, 12345


def work_out(bench: Prepared) -> dict[str, Workings]:
    """The candidates of a bench, "A" and perhaps "B", worked out."""
    sides, references = teaching.as_lines(bench.candidates, bench.references)
    return {
        letter: teaching.work_out(lines, references, bench.config)
        for letter, lines in zip("AB", sides, strict=False)
    }


@lru_cache(maxsize=512)  # lessons come in links too
def bench_facts(lesson: Lesson) -> dict[str, str]:
    """Every fact of a lesson's prepared bench, of its variants ("char:A.bleu"), what it states.

    Over all variants "highest" names the one with the highest BLEU of A, and "together" says
    whether the prepared bench is "above" the best of those that differ from it, "below" or
    "equal".

    Raises
    ------
    ValueError
        A tokenizer is not installed.
    """
    found = _facts(lesson.prepared)
    scores: dict[str, float] = {}
    own = float(found["A.bleu"])
    for variant, (_, bench) in lesson.variants.items():
        others = _facts(bench)
        found |= {f"{variant}:{fact}": text for fact, text in others.items()}
        scores[variant] = float(others["A.bleu"])
        change = scores[variant] - own
        found[f"{variant}.change"] = "rises" if change > 0 else "falls" if change else "stays"
    if scores:
        found["highest"] = max(scores, key=scores.__getitem__)
    # A variant may lead back to the bench as it was.
    apart = [
        scores[name] for name, (_, bench) in lesson.variants.items() if bench != lesson.prepared
    ]
    if apart:
        best = max(apart)
        found["together"] = "above" if own > best else "below" if own < best else "equal"
    if lesson.panel == "information":
        prepared = lesson.prepared
        found |= second_opinions.information_facts(
            second_opinions.bits_of_ngrams(
                prepared.candidates, prepared.references, prepared.config
            )
        )
    return found | {f"stated.{key}": text for key, text in lesson.stated.items()}


@lru_cache(maxsize=512)
def facts(lesson: Lesson, sample: EvalSet) -> dict[str, str]:
    """Every fact of a lesson: `bench_facts`, and those of its panel.

    `sample` is the test set that the lesson on chance draws from.
    """
    found = dict(bench_facts(lesson))
    if lesson.panel == "systems":
        found |= stated_systems.facts(lesson.stated)
    if lesson.panel == "chance":
        found |= _chance(sample)
    if lesson.panel == "correlation":
        for key, text in lesson.stated.items():
            found[f"fisher.{key}"] = points(teaching.correlation_interval(float(text), 5)[0])
    return found


def _facts(bench: Prepared) -> dict[str, str]:
    others = second_opinions.facts(bench.candidates, bench.references, bench.config)
    return teaching.facts(work_out(bench)) | others


def filled(text: str, known: dict[str, str]) -> str:
    """A lesson's text with its figures."""
    return re.sub(r"\{([^{}]+)\}", lambda match: known[match[1]], text)


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
