"""Facts of a lesson, computed by `bleu_core`.

A built-in lesson may give BLEU and human scores of systems as numbers, in [stated]: `systems`,
their names; `bleu`; `people` (higher is better) or `penalty` (lower is better); and optionally
`left_out`, names. Each is a list in a text, "S1, S2, S3".
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache, lru_cache

import numpy as np
from numpy.typing import NDArray

from bleu_core import teaching
from bleu_core.common.formatting import (
    format_delta,
    format_int,
    format_p,
    format_plain,
    format_score,
)
from bleu_core.explain.comparison import Comparison
from bleu_core.people.meta_evaluation.metric_vs_human import pair_signs, r_without
from bleu_core.significance import MIN_SEGMENTS
from bleu_core.teaching import Workings
from bleu_core.teaching.facts import Figure, larger
from bleu_core.teaching.lessons.files import all_lessons
from bleu_core.teaching.lessons.lesson import Lesson, PreparedBench
from bleu_core.teaching.panels import bits_of_ngrams, metric_facts
from bleu_core.text.evalset import EvalSet


def stated_facts(stated: Mapping[str, str]) -> dict[str, str]:
    """Facts of the stated systems.

    "systems.number"; "systems.pairs", and "systems.agreed", how many of them BLEU and people rank
    alike; "systems.half", half of the pairs; "systems.r"; "systems.first", the system with the
    highest BLEU, and "systems.place", its rank by people; "systems.left.r", r without `left_out`.
    """
    names = _stated_list(stated, "systems")
    bleu = np.array([float(text) for text in _stated_list(stated, "bleu")])
    points = [float(text) for text in _stated_list(stated, "people")]
    people = np.array(points or [-float(text) for text in _stated_list(stated, "penalty")])
    first = int(bleu.argmax())
    agreed = (pair_signs(bleu[None]) == pair_signs(people[None]))[0]
    left_out = [names.index(name) for name in _stated_list(stated, "left_out")]
    return {
        "systems.number": format_int(len(names)),
        "systems.pairs": format_int(agreed.size),
        "systems.agreed": format_int(agreed.sum()),
        "systems.half": format_int(agreed.size / 2),
        "systems.r": format_score(r_without(bleu, people, np.array([], np.intp))),
        "systems.first": names[first],
        "systems.place": format_int(1 + int((people > people[first]).sum())),
        "systems.left.r": format_score(r_without(bleu, people, np.array(left_out, np.intp))),
    }


def _stated_list(stated: Mapping[str, str], key: str) -> list[str]:
    return [part.strip() for part in stated.get(key, "").split(",") if part.strip()]


TRIALS = 1_000


def work_out(bench: PreparedBench) -> dict[str, Workings]:
    """The workings of the candidates of a bench, "A" and perhaps "B"."""
    sides, references = teaching.as_lines(bench.candidates, bench.references)
    return {
        letter: teaching.work_out(lines, references, bench.config)
        for letter, lines in zip("AB", sides, strict=False)
    }


@lru_cache(maxsize=512)  # lessons come in links too
def bench_facts(lesson: Lesson) -> dict[str, str]:
    """Facts of a lesson's prepared bench, of its variants ("char:A.bleu"), and stated ones.

    "highest" is the variant with the highest BLEU of A, or "equal" if several have it; "together"
    says whether the prepared bench is "above" the best of the variants that differ from it, "below"
    it or "equal". ValueError if a tokenizer is not installed.
    """
    facts, own = _facts_of_bench(lesson.prepared)
    scores: dict[str, float] = {}
    for variant, (_, bench) in lesson.variants.items():
        others, scores[variant] = _facts_of_bench(bench)
        facts |= {f"{variant}:{fact}": text for fact, text in others.items()}
        change = larger(scores[variant], own, ("rises", "falls"))
        facts[f"{variant}.change"] = "stays" if change == "equal" else change
    if scores:
        best = [name for name in scores if larger(scores[name], max(scores.values())) == "equal"]
        facts["highest"] = best[0] if len(best) == 1 else "equal"
    # A variant may be the prepared bench itself.
    variants = lesson.variants.items()
    apart = [scores[name] for name, (_, bench) in variants if bench != lesson.prepared]
    if apart:
        facts["together"] = larger(own, max(apart), ("above", "below"))
    if lesson.panel == "information":
        bench = lesson.prepared
        bits = bits_of_ngrams(bench.candidates, bench.references, bench.config)
        facts |= {f"bits.{n}": Figure(format_plain(worth, 3), worth) for n, worth in bits.items()}
    return facts | {f"stated.{key}": text for key, text in lesson.stated.items()}


@lru_cache(maxsize=512)
def facts(lesson: Lesson, sample: EvalSet) -> dict[str, str]:
    """Every fact of a lesson: `bench_facts`, those of its panel, and of the systems it states.

    `sample` is the test set of the lesson on chance.
    """
    known = dict(bench_facts(lesson))
    if "systems" in lesson.stated and lesson.name in all_lessons():
        known |= stated_facts(lesson.stated)
    if lesson.panel == "chance":
        known |= _facts_of_chance(sample)
    if lesson.panel == "correlation":
        for key, text in lesson.stated.items():
            known[f"fisher.{key}"] = format_score(teaching.correlation_interval(float(text), 5)[0])
    return known


def _facts_of_bench(bench: PreparedBench) -> tuple[dict[str, str], float]:
    """The facts of a bench, and BLEU of its candidate A."""
    sides = work_out(bench)
    others = metric_facts(bench.candidates, bench.references, bench.config)
    return teaching.facts(sides) | others, sides["A"].score.score


def filled(text: str, known: dict[str, str]) -> str:
    """A text with the values of the facts that it names in braces."""
    return re.sub(r"\{([^{}]+)\}", lambda match: known[match[1]], text)


@cache
def trials(sample: EvalSet, segments: int | None) -> tuple[float, int, NDArray[np.float64]]:
    """Δ of the sample's first segments, their number, and Δ of each randomized trial."""
    comparison = Comparison.of(sample, all_lessons()["chance"].prepared.config)
    stats = [s.subset(range(segments or len(s))) for s in (comparison.stats_a, comparison.stats_b)]
    change = stats[1].corpus().score - stats[0].corpus().score
    deltas = teaching.randomized_deltas(stats[0], stats[1], TRIALS)
    return change, len(stats[0]), deltas


def _facts_of_chance(sample: EvalSet) -> dict[str, str]:
    known = {f"chance.{letter}": name for letter, name in zip("AB", sample.systems, strict=True)}
    for name, size in (("chance", None), ("few", MIN_SEGMENTS)):
        change, segments, deltas = trials(sample, size)
        extreme = int(teaching.is_extreme(deltas, change).sum())
        known |= {
            f"{name}.segments": format_int(segments),
            f"{name}.delta": format_delta(change),
            f"{name}.extreme": format_int(extreme),
            f"{name}.p": format_p((extreme + 1) / (TRIALS + 1)),
            f"{name}.often": "yes" if extreme > 0.05 * TRIALS else "no",
        }
    return known
