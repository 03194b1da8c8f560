"""Sentences about a ranking of systems."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

import numpy as np

from bleu_core.common.numerals import bare, counted, p_below, plural, points, whole
from bleu_core.metrics.metric import About
from bleu_core.present.account.spans import Span
from bleu_core.significance import LEVEL, MIN_SEGMENTS, about_unit, documents_of
from bleu_core.systems import Ranked, Ranking
from bleu_core.text.evalset import EvalSet


def headline(ranking: Ranking, segments: int, about: About) -> list[Span]:
    """How many pairs differ significantly, the systems tied at the top, and those at the bottom.

    Parameters
    ----------
    ranking : Ranking
    segments : int
        Segments of the test set.
    about : About
        The metric that ranks.
    """
    systems = len(ranking.systems)
    spans = [Span(counted(systems, "system"))]
    if systems < 2:
        return [*spans, Span(": there is no pair to tell apart.")]
    pairs = len(ranking.pairs)
    spans.append(Span(f", {counted(pairs, 'pair')}: "))
    if not ranking.tested:
        if segments >= MIN_SEGMENTS:
            return [*spans, Span("which can be told apart has not been tested.")]
        here = f"here {plural(segments, 'is', 'are')} {whole(segments)}"
        return [
            *spans,
            Span(f"on {MIN_SEGMENTS} segments or more it could be said which can be told "),
            Span(f"apart; {here}."),
        ]
    if limit := _limit(ranking):
        return [
            *spans,
            Span("none could be told apart here", "strong"),
            Span(f", however different: {limit}."),
            *_first(ranking, about),
        ]
    by = f"by randomization of {counted(ranking.units, ranking.unit)}"
    family = ranking.family
    corrected = f", corrected for {whole(family)} pairs by Holm" if family > 1 else ""
    spans += [
        Span(_how_many(ranking.told_apart, pairs), "strong"),
        Span(" ("),
        Span(p_below(LEVEL), "", "p-value"),
        Span(f" {by}{corrected})."),
    ]
    return [*spans, *_first(ranking, about), *_last(ranking)]


def _how_many(found: int, pairs: int) -> str:
    if pairs == 1:
        return "the two can be told apart" if found else "the two cannot be told apart"
    number = "none" if not found else "all" if found == pairs else whole(found)
    return f"{number} can be told apart"


def leading(ranking: Ranking) -> tuple[Ranked, ...]:
    """The longest run of systems from the first on without a significant pair."""
    ranked = ranking.systems
    for size in range(len(ranked), 1, -1):
        pairs = combinations(ranked[:size], 2)
        if not any(ranking.pair(a.name, b.name).significant for a, b in pairs):
            return ranked[:size]
    return ranked[:1]


def _first(ranking: Ranking, about: About) -> Iterator[Span]:
    """The top of the ranking."""
    group, others = leading(ranking), len(ranking.systems) - 1
    first, last = group[0], group[-1]
    yield Span(" ")
    if len(group) > others or ranking.told_apart == len(ranking.pairs):
        yield from (*_scored(first, about), Span(" to "), *_scored(ranking.systems[-1], about))
    elif len(group) > 1:
        yield Span(f"The first {whole(len(group))} cannot", "strong")
        yield from (Span(": "), *_scored(first, about), Span(" to "), *_scored(last, about))
    else:
        behind = sum(ranking.pair(first.name, x.name).significant for x in ranking.systems[1:])
        apart = "every other" if behind == others else f"{whole(behind)} of {whole(others)} others"
        yield from (*_scored(first, about), Span(f" is told apart from {apart}"))
    yield Span(".")


def _last(ranking: Ranking) -> Iterator[Span]:
    """How many are significantly better than those at the bottom, where that is not the first."""
    ranked = ranking.systems
    better = ranked[-1].rank_best - 1
    if not better or ranking.told_apart == len(ranking.pairs):
        return
    alike = next(
        (n for n, one in enumerate(reversed(ranked)) if one.rank_best - 1 != better), len(ranked)
    )
    if alike == 1:
        yield from (Span(" The last, "), _name(ranked[-1]), Span(", loses to "))
    else:
        yield Span(f" The last {whole(alike)} lose to ")
    yield Span(f"{counted(better, 'other')}{' each' if alike > 1 else ''}.")


def _scored(one: Ranked, about: About) -> tuple[Span, ...]:
    return _name(one), Span(f" {points(one.score, about.decimals)}")


def _name(one: Ranked) -> Span:
    return Span(one.name, "quoted")


def about_tests(ranking: Ranking, evalset: EvalSet) -> list[str]:
    """A sentence on the unit of the tests, where there are any."""
    if not ranking.tested:
        return []
    documents = documents_of(evalset)
    number = None if documents is None else len(np.unique(documents))
    return [about_unit(ranking.unit, ranking.units, number)]


def _limit(ranking: Ranking) -> str:
    """Why no pair could be significant, whatever the systems; '' if one could."""
    # n units have 2^n exchanges; two of them give the observed distance.
    smallest, pairs = max(1 / (ranking.trials + 1), 2.0 ** (1 - ranking.units)), ranking.family
    if smallest * pairs < LEVEL:
        return ""
    few = (
        f"{whole(ranking.trials)} random trials"
        if smallest * (ranking.trials + 1) <= 1
        else counted(ranking.units, ranking.unit)
    )
    return (
        f"the smallest p that {few} can give is about {bare(smallest)}, too large to be corrected "
        f"for {whole(pairs)} {plural(pairs, 'pair')}"
    )
