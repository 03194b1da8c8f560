"""Sentences above and below a ranking: who leads, who differs from the baseline, what p means."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

import numpy as np

from bleu_core.common.formatting import (
    MAX_LISTED,
    format_count,
    format_delta,
    format_int,
    format_p,
    format_p_cell,
    format_percent,
    format_score,
    plural,
)
from bleu_core.common.rounding import ROUNDING
from bleu_core.metrics.facts import MetricInfo
from bleu_core.present.document import SPAN_A, SPAN_B, Span, joined, signed, text
from bleu_core.present.tables.other_metrics import coverage
from bleu_core.present.tables.verdict import few_differ, not_tested, smallest_p_clause
from bleu_core.significance import LEVEL, describe_unit, documents_of
from bleu_core.significance.grade import Grade, GradeName
from bleu_core.significance.power import describe_powers
from bleu_core.systems import RankedSystem, Ranking, ScoredSystems, SystemPair
from bleu_core.systems.oracle import Oracle
from bleu_core.text.evalset import EvalSet

# The verbs of grades, in the order of the sentence.
_VERBS: dict[GradeName, str] = {
    "better": "better",
    "better_barely": "barely better",
    "worse": "worse",
    "worse_barely": "barely worse",
}


def ranking_sentence(
    ranking: Ranking, segments: int, about: MetricInfo, grades: Mapping[str, Grade]
) -> list[Span]:
    """Which systems the tests separate; `segments` are those of the test set, not of scores."""
    if why := _no_claim(ranking):
        spans = [Span(f"{format_count(len(ranking.systems), 'system')}. {why}")]
    elif len(ranking.systems) == 2:
        spans = _two(ranking, grades)
    else:
        spans = [*_top(ranking), *_against_baseline(ranking, grades)]
        if 0 < ranking.told_apart < ranking.family:
            found, family = format_int(ranking.told_apart), format_int(ranking.family)
            verb = plural(ranking.told_apart, "differs", "differ")
            spans.append(Span(f" {found} of {family} pairs {verb} significantly."))
    return [*spans, *coverage(about, ranking.segments, segments)]


def _no_claim(ranking: Ranking) -> str:
    """Why nothing can be said of differences; '' if something can."""
    if len(ranking.systems) < 2:
        return "There is no pair to compare."
    if not ranking.tested:
        return not_tested(ranking.segments)
    if ranking.smallest_p_holm < LEVEL:
        return ""
    clause, pairs = smallest_p_clause(ranking.trials, ranking.units, ranking.unit), ranking.family
    correction = f"after correction for {format_int(pairs)} {plural(pairs, 'pair')}"
    start = "No difference could be significant here, however large"
    return f"{start}: {clause}, too large {correction}."


def _name(name: str) -> Span:
    return Span(name, "name")


def _names(names: Sequence[str]) -> list[Span]:
    """Names in a sentence; of many only their number."""
    if len(names) > MAX_LISTED:
        return [Span(format_count(len(names), "system"))]
    return joined([[_name(name)] for name in names], last=" and ")


def _baseline(ranking: Ranking) -> list[Span]:
    return [SPAN_A, Span(" "), _name(ranking.baseline)]


def tied_at_top(ranking: Ranking) -> tuple[RankedSystem, ...]:
    """The longest run of systems from the first on without a significant difference."""
    ranked = ranking.systems
    for size in range(len(ranked), 1, -1):
        pairs = combinations(ranked[:size], 2)
        if not any(ranking.pair(a.name, b.name).significant for a, b in pairs):
            return ranked[:size]
    return ranked[:1]


def _two(ranking: Ranking, grades: Mapping[str, Grade]) -> list[Span]:
    """The grade of B against A, with its reasons."""
    [(b, found)] = grades.items()
    candidate = [SPAN_B, Span(" "), _name(b)]
    if found.grade not in _VERBS:
        both = [*candidate, Span(" and "), *_baseline(ranking)]
        differing = ranking.pair(ranking.baseline, b).differing
        few = few_differ(ranking.trials, differing, ranking.units, ranking.unit)
        return [*both, Span(f" do not differ significantly.{few and f' {few}'}")]
    reasons = f": {'; '.join(found.reasons)}" if found.reasons else ""
    verb = Span(f" is {_VERBS[found.grade]} than ")
    return [*candidate, verb, *_baseline(ranking), Span(f"{reasons}.")]


def _top(ranking: Ranking) -> Iterator[Span]:
    """Which systems at the top do not differ significantly, or how many the first one beats."""
    group, systems = tied_at_top(ranking), len(ranking.systems)
    every, others = format_int(systems), systems - 1
    if not ranking.told_apart:
        yield Span(f"The {every} systems do not differ significantly from one another.")
    elif ranking.told_apart == len(ranking.pairs):
        yield Span(f"All {every} systems differ significantly from one another.")
    elif len(group) > 1:
        yield Span(
            f"The top {format_int(len(group))} of {every} systems do not differ significantly "
            "from one another."
        )
    else:
        first = ranking.systems[0].name
        behind = sum(ranking.pair(first, one.name).significant for one in ranking.systems[1:])
        some = f"{format_int(behind)} of the {format_int(others)}"
        if behind == others:
            some = "both" if others == 2 else f"all {format_int(others)}"
        yield from (_name(first), Span(f" is significantly better than {some} others."))


def _against_baseline(ranking: Ranking, grades: Mapping[str, Grade]) -> Iterator[Span]:
    """The systems that are better or worse than the baseline."""
    by_verb: dict[str, list[str]] = {}
    for grade, verb in _VERBS.items():
        for name in (one.name for one in ranking.systems):
            if name not in grades or grades[name].grade != grade:
                continue
            told = verb
            if not ranking.pair(ranking.baseline, name).significant:
                told = f"{verb.removeprefix('barely ')} only without correction for all pairs"
            by_verb.setdefault(told, []).append(name)
    if not by_verb:
        if ranking.told_apart:
            yield from (Span(" None differs significantly from the baseline "),)
            yield from (*_baseline(ranking), Span("."))
        return
    for place, (verb, names) in enumerate(by_verb.items()):
        yield Span("; " if place else " ")
        yield from (*_names(names), Span(f" {plural(len(names), 'is', 'are')} {verb}"))
        if not place:
            yield from (Span(" than the baseline "), *_baseline(ranking))
    yield Span(".")


def bracket_sentence(ranking: Ranking) -> list[Span]:
    """The meaning of the brackets, and the pairs without a difference that no bracket can join."""
    outside, inside = ranking.outside_brackets, bool(ranking.brackets)
    spans = [Span("No pair inside a bracket differs significantly.")] if inside else []
    if not outside:
        return spans
    pairs = format_count(len(outside), "more pair" if inside else "pair")
    verb = plural(len(outside), "does", "do")
    lead = f" Outside the brackets, this holds for {pairs}: "
    spans.append(Span(lead if inside else f"{pairs} {verb} not differ significantly: "))
    for place, pair in enumerate(outside[:MAX_LISTED]):
        spans += [Span("; ")] if place else []
        spans += [_name(pair.a), Span(" and "), _name(pair.b)]
        spans.append(Span(f" ({format_p(pair.p_holm)})" if pair.p_holm is not None else ""))
    left = len(outside) - MAX_LISTED
    return [*spans, Span(f"; and {format_int(left)} more." if left > 0 else ".")]


def at_floor(ranking: Ranking, pair: SystemPair) -> bool:
    """Whether more trials could only lower the p of this pair."""
    limit = holm_floor(ranking) * (1 + ROUNDING)
    return ranking.family > 1 and pair.p_holm is not None and pair.p_holm <= limit


def holm_floor(ranking: Ranking) -> float:
    """The smallest p after Holm that these trials can give."""
    return ranking.family / (ranking.trials + 1)


def correction_sentence(ranking: Ranking) -> list[Span]:
    """For how many pairs p is corrected; the smallest p that the trials allow, if one has it."""
    if ranking.family < 2:
        return []
    pairs = f"p is corrected for {format_int(ranking.family)} pairs"
    if not any(at_floor(ranking, pair) for pair in ranking.pairs):
        return [Span(f"{pairs}.", "", "holm")]
    least, trials = format_p_cell(holm_floor(ranking)), format_int(ranking.trials)
    floor = f"; {least} is the smallest value that {trials} trials can give"
    return [Span(pairs, "", "holm"), Span(f"{floor}.")]


def pairs_summary(ranking: Ranking, about: MetricInfo) -> list[Span]:
    """How many of all pairs differ significantly, and the largest difference."""
    found = ranking.told_apart
    told = (
        f"{format_int(found)} {plural(found, 'differs', 'differ')} significantly. "
        if ranking.tested
        else ""
    )
    scored = [one.name for one in ranking.systems if not math.isnan(one.score)]
    if len(scored) < 2:
        return [Span(told)]
    best, last = scored[0], scored[-1]
    change = format_delta(ranking.pair(best, last).delta, about.decimals)
    names = [_name(last), Span(" − "), _name(best), Span(" = ")]
    tone = signed(change, higher_is_better=about.higher_is_better)
    return [Span(f"{told}The largest difference: "), *names, tone]


# Systems that are named with their share.
MOST_SHARES = 5


def oracle_sentence(scored: ScoredSystems, found: Oracle) -> list[Span]:
    """What choosing the best output in each segment would give, and from which systems."""
    scores = {name: stats.corpus().score for name, stats in scored.statistics.items()}
    best = max(scores, key=scores.__getitem__)
    bound = f" (at most {format_score(found.bound)})" if found.bound < 100 else ""  # 100 is none
    shares = sorted(zip(scored.names, found.shares, strict=True), key=lambda pair: -pair[1])
    spans = [
        Span("Taking the best output in each segment would give "),
        Span(f"{format_score(found.score)} BLEU", "", "oracle"),
        Span(f"{bound}, "),
        Span(f"{format_score(found.score - scores[best])} above "),
        _name(best),
        Span(". Segments taken: "),
    ]
    for place, (name, share) in enumerate(shares[:MOST_SHARES]):
        comma = Span(", " if place else "")
        spans += [comma, _name(name), Span(f" {format_percent(share)}")]
    if others := [share for _, share in shares[MOST_SHARES:]]:
        spans.append(Span(f", other systems {format_percent(sum(others))}"))
    if found.alike:
        spans.append(Span(f"; all systems have the same counts in {format_percent(found.alike)}"))
    return [*spans, Span(".")]


def about_tests(ranking: Ranking, evalset: EvalSet, about: MetricInfo) -> list[str]:
    """Sentences on the unit of the tests, their power, and the smallest p that they allow."""
    if not ranking.tested:
        return []
    documents = documents_of(evalset)
    number = None if documents is None else len(np.unique(documents))
    unit = describe_unit(ranking.unit, ranking.units, number)
    if ranking.smallest_p_holm >= LEVEL:
        return [unit]  # the headline says that no difference could be significant
    tested = [pair for pair in ranking.pairs if pair.p_value is not None]
    powers = [pair.power for pair in tested if pair.power is not None]
    about_power = [describe_powers(powers, about)] if powers else []
    if unknown := len(tested) - len(powers):
        pairs = format_count(unknown, "pair")
        about_power.append(
            f"The power for {pairs} is unknown: hardly any segments differ, or a few account for "
            "most of the difference."
        )
    return [*filter(None, [unit, *about_power, text(correction_sentence(ranking))])]
