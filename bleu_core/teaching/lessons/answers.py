"""The facts of a lesson, computed by `bleu_core`."""

from __future__ import annotations

import re
from functools import cache, lru_cache

from bleu_core import teaching
from bleu_core.common.numerals import delta, p_value, points, whole
from bleu_core.explain.comparison import Comparison
from bleu_core.significance import MIN_SEGMENTS
from bleu_core.teaching import Filling, Workings
from bleu_core.teaching.lessons.built_in import all_lessons
from bleu_core.teaching.lessons.lesson import Lesson, Prepared
from bleu_core.teaching.second_opinions import bits_of_ngrams, information_facts, metric_facts
from bleu_core.teaching.stated_systems import stated_facts
from bleu_core.text.evalset import EvalSet

TRIALS, SEED = 1_000, 12345


def work_out(bench: Prepared) -> dict[str, Workings]:
    """The workings of the candidates of a bench, "A" and perhaps "B"."""
    sides, references = teaching.as_lines(bench.candidates, bench.references)
    return {
        letter: teaching.work_out(lines, references, bench.config)
        for letter, lines in zip("AB", sides, strict=False)
    }


@lru_cache(maxsize=512)  # lessons come in links too
def bench_facts(lesson: Lesson) -> dict[str, str]:
    """Facts of a lesson's prepared bench, of its variants ("char:A.bleu"), and stated ones.

    "highest" is the variant with the highest BLEU of A; "together" says whether the prepared
    bench is "above" the best of the variants that differ from it, "below" it or "equal".

    Raises
    ------
    ValueError
        If a tokenizer is not installed.
    """
    facts = _facts(lesson.prepared)
    scores: dict[str, float] = {}
    own = float(facts["A.bleu"])
    for variant, (_, bench) in lesson.variants.items():
        others = _facts(bench)
        facts |= {f"{variant}:{fact}": text for fact, text in others.items()}
        scores[variant] = float(others["A.bleu"])
        change = scores[variant] - own
        facts[f"{variant}.change"] = "rises" if change > 0 else "falls" if change else "stays"
    if scores:
        facts["highest"] = max(scores, key=scores.__getitem__)
    # A variant may be the prepared bench itself.
    apart = [
        scores[name] for name, (_, bench) in lesson.variants.items() if bench != lesson.prepared
    ]
    if apart:
        best = max(apart)
        facts["together"] = "above" if own > best else "below" if own < best else "equal"
    if lesson.panel == "information":
        prepared = lesson.prepared
        facts |= information_facts(
            bits_of_ngrams(prepared.candidates, prepared.references, prepared.config)
        )
    return facts | {f"stated.{key}": text for key, text in lesson.stated.items()}


@lru_cache(maxsize=512)
def facts(lesson: Lesson, sample: EvalSet) -> dict[str, str]:
    """Every fact of a lesson: `bench_facts`, and those of its panel.

    Parameters
    ----------
    lesson : Lesson
    sample : EvalSet
        The test set of the lesson on chance.
    """
    known = dict(bench_facts(lesson))
    if lesson.panel == "systems":
        known |= stated_facts(lesson.stated)
    if lesson.panel == "chance":
        known |= _chance(sample)
    if lesson.panel == "correlation":
        for key, text in lesson.stated.items():
            known[f"fisher.{key}"] = points(teaching.correlation_interval(float(text), 5)[0])
    return known


def _facts(bench: Prepared) -> dict[str, str]:
    others = metric_facts(bench.candidates, bench.references, bench.config)
    return teaching.facts(work_out(bench)) | others


def filled(text: str, known: dict[str, str]) -> str:
    """A text with the values of the facts that it names in braces."""
    return re.sub(r"\{([^{}]+)\}", lambda match: known[match[1]], text)


@cache
def trials(sample: EvalSet, segments: int | None) -> tuple[float, int, Filling]:
    """Δ of the sample's first segments, their number, and the histogram of randomized Δ."""
    comparison = Comparison.of(sample, all_lessons()["chance"].prepared.config)
    stats = [s.subset(range(segments or len(s))) for s in (comparison.stats_a, comparison.stats_b)]
    change = stats[1].corpus().score - stats[0].corpus().score
    deltas = teaching.randomized_deltas(stats[0], stats[1], TRIALS, SEED)
    return change, len(stats[0]), teaching.filling(deltas, change)


def few() -> int:
    """The fewest segments that are tested."""
    return MIN_SEGMENTS


def _chance(sample: EvalSet) -> dict[str, str]:
    known = {f"chance.{letter}": name for letter, name in zip("AB", sample.systems, strict=True)}
    for name, size in (("chance", None), ("few", few())):
        change, segments, filling = trials(sample, size)
        extreme = int(filling.extreme[-1])
        known |= {
            f"{name}.segments": whole(segments),
            f"{name}.delta": delta(change),
            f"{name}.extreme": whole(extreme),
            f"{name}.p": p_value((extreme + 1) / (TRIALS + 1)),
            f"{name}.often": "yes" if extreme > 0.05 * TRIALS else "no",
        }
    return known
