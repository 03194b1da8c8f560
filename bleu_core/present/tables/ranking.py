"""Sentences and tables: a ranking of systems, and its pairs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import accumulate, combinations

import numpy as np

from bleu_core.common.formatting import (
    format_component,
    format_count,
    format_delta,
    format_int,
    format_interval,
    format_length_ratio,
    format_p_below,
    format_p_cell,
    format_percent,
    format_plain,
    format_ranks,
    format_score,
    plural,
)
from bleu_core.common.rounding import ROUNDING
from bleu_core.metrics.bleu import SegmentStatistics
from bleu_core.metrics.facts import MetricInfo
from bleu_core.metrics.precision import format_precision, precisions_of
from bleu_core.present.document import Column, Span, Table, signed
from bleu_core.present.tables.other_metrics import coverage
from bleu_core.present.tables.verdict import GRADES, smallest_p_clause
from bleu_core.significance import LEVEL, MIN_SEGMENTS, describe_unit, documents_of
from bleu_core.significance.grade import Grade
from bleu_core.significance.power import describe_powers
from bleu_core.significance.resampling import smallest_p
from bleu_core.systems import RankedSystem, Ranking, ScoredSystems
from bleu_core.systems.oracle import Oracle
from bleu_core.text.evalset import EvalSet


def headline(ranking: Ranking, segments: int, about: MetricInfo) -> list[Span]:
    """How many pairs differ significantly, the systems tied at the top, and those at the bottom.

    `segments` is the size of the test set; imported scores may be over fewer.
    """
    return [*_differences(ranking, about), *coverage(about, ranking.segments, segments)]


def _differences(ranking: Ranking, about: MetricInfo) -> list[Span]:
    systems = len(ranking.systems)
    spans = [Span(format_count(systems, "system"))]
    if systems < 2:
        return [*spans, Span(": there is no pair to compare.")]
    pairs = len(ranking.pairs)
    spans.append(Span(": "))
    if not ranking.tested:
        if ranking.segments >= MIN_SEGMENTS:
            return [*spans, Span("significance has not been tested.")]
        few = f"fewer than {MIN_SEGMENTS} segments (here: {format_int(ranking.segments)})"
        return [*spans, Span(f"significance is not tested on {few}.")]
    if limit := _limit(ranking):
        spans += [
            Span("no difference could be significant here", "strong"),
            Span(f", however large: {limit}."),
        ]
        return [*spans, *_first(ranking, about)]
    by = f", resampling {format_count(ranking.units, ranking.unit)}"
    family = ranking.family
    corrected = f" after Holm's correction for {format_int(family)} pairs" if family > 1 else ""
    spans += [
        Span(_how_many(ranking.told_apart, pairs), "strong"),
        Span(" ("),
        Span(format_p_below(LEVEL), "", "p-value"),
        Span(f"{corrected}{by})."),
    ]
    return [*spans, *_first(ranking, about), *_last(ranking)]


def _how_many(found: int, pairs: int) -> str:
    if pairs == 1:
        return "the two differ significantly" if found else "the two do not differ significantly"
    number = "none of" if not found else "all" if found == pairs else f"{format_int(found)} of"
    return f"{number} {format_int(pairs)} pairs {plural(found, 'differs', 'differ')} significantly"


def tied_at_top(ranking: Ranking) -> tuple[RankedSystem, ...]:
    """The longest run of systems from the first on without a significant difference."""
    ranked = ranking.systems
    for size in range(len(ranked), 1, -1):
        pairs = combinations(ranked[:size], 2)
        if not any(ranking.pair(a.name, b.name).significant for a, b in pairs):
            return ranked[:size]
    return ranked[:1]


def _first(ranking: Ranking, about: MetricInfo) -> Iterator[Span]:
    """The top of the ranking."""
    group, others = tied_at_top(ranking), len(ranking.systems) - 1
    first, last = group[0], group[-1]
    yield Span(" ")
    if len(group) > others or ranking.told_apart == len(ranking.pairs):
        yield Span("Scores range from ")
        yield from (*_scored(first, about), Span(" to "), *_scored(ranking.systems[-1], about))
    elif len(group) > 1:
        yield Span(f"The top {format_int(len(group))} do not differ significantly", "strong")
        yield from (Span(" from one another ("), *_scored(first, about), Span(" to "))
        yield from (*_scored(last, about), Span(")"))
    else:
        behind = sum(ranking.pair(first.name, x.name).significant for x in ranking.systems[1:])
        worse = f"{format_int(behind)} of {format_int(others)} others"
        worse = "all others" if behind == others else worse
        yield from (*_scored(first, about), Span(f" is significantly better than {worse}"))
    yield Span(".")


def _last(ranking: Ranking) -> Iterator[Span]:
    """How many are significantly better than those at the bottom, unless the first is than all."""
    ranked = ranking.systems
    better = ranked[-1].rank_best - 1
    if not better or ranked[0].rank_worst == 1 or ranking.told_apart == len(ranking.pairs):
        return
    alike = next(
        (n for n, one in enumerate(reversed(ranked)) if one.rank_best - 1 != better), len(ranked)
    )
    if alike == 1:
        yield from (Span(" "), _name(ranked[-1]), Span(" is significantly worse than "))
    else:
        yield Span(f" The bottom {format_int(alike)} are each significantly worse than ")
    yield Span(f"{format_count(better, 'other')}.")


def _scored(one: RankedSystem, about: MetricInfo) -> tuple[Span, ...]:
    return _name(one), Span(f" {format_score(one.score, about.decimals)}")


def _name(one: RankedSystem) -> Span:
    return Span(one.name, "quoted")


# Systems that are named with their share.
MOST_SHARES = 5


def oracle_sentence(scored: ScoredSystems, found: Oracle) -> list[Span]:
    """What choosing the best output in each segment would give, and from which systems."""
    scores = {name: stats.corpus().score for name, stats in scored.statistics.items()}
    best = max(scores, key=scores.__getitem__)
    bound = f" (at most {format_score(found.bound)})" if found.bound < 100 else ""  # 100 is none
    shares = sorted(zip(scored.names, found.shares, strict=True), key=lambda one: -one[1])
    spans = [
        Span("Taking the best output in each segment would give "),
        Span(f"{format_score(found.score)} BLEU", "", "oracle"),
        Span(f"{bound}, "),
        Span(f"{format_score(found.score - scores[best])} above "),
        Span(best, "quoted"),
        Span(". Segments taken: "),
    ]
    for place, (name, share) in enumerate(shares[:MOST_SHARES]):
        comma = Span(", " if place else "")
        spans += [comma, Span(name, "quoted"), Span(f" {format_percent(share)}")]
    if others := [share for _, share in shares[MOST_SHARES:]]:
        spans.append(Span(f", other systems {format_percent(sum(others))}"))
    if found.alike:
        spans.append(Span(f"; all systems have the same counts in {format_percent(found.alike)}"))
    return [*spans, Span(".")]


def about_tests(ranking: Ranking, evalset: EvalSet) -> list[str]:
    """Sentences on the unit of the tests, their power, and the smallest p that they allow."""
    if not ranking.tested:
        return []
    documents = documents_of(evalset)
    number = None if documents is None else len(np.unique(documents))
    unit = describe_unit(ranking.unit, ranking.units, number)
    if smallest_p(ranking.trials, ranking.units) >= LEVEL:
        return [unit]  # the headline says that no difference could be significant
    tested = [pair for pair in ranking.pairs if pair.p_value is not None]
    powers = [pair.power for pair in tested if pair.power is not None]
    about_power = [describe_powers(powers)] if powers else []
    if unknown := len(tested) - len(powers):
        pairs = format_count(unknown, "pair")
        about_power.append(
            f"The power for {pairs} is unknown: hardly any segments differ, or a few account for "
            "most of the difference."
        )
    return [unit, *about_power, *_floor_after_holm(ranking)]


# A limit of p after Holm is mentioned above this.
NOTABLE_FLOOR = 0.001


def _floor_after_holm(ranking: Ranking) -> Iterator[str]:
    """The smallest p after Holm that the trials allow, if a pair has it."""
    floor, pairs = ranking.family / (ranking.trials + 1), ranking.family
    smallest = min((pair.p_holm for pair in ranking.pairs if pair.p_holm is not None), default=1.0)
    if NOTABLE_FLOOR < floor < LEVEL and pairs > 1 and smallest <= floor * (1 + ROUNDING):
        yield (
            f"With {format_int(ranking.trials)} trials and {format_int(pairs)} pairs, no p after "
            f"Holm can be below {format_plain(floor, 2)}; more trials (--trials) lower this limit."
        )


def _limit(ranking: Ranking) -> str:
    """Why no pair could be significant, whatever the systems; '' if one could."""
    if ranking.smallest_p_holm < LEVEL:
        return ""
    clause, pairs = smallest_p_clause(ranking.trials, ranking.units, ranking.unit), ranking.family
    correction = f"after correction for {format_int(pairs)} {plural(pairs, 'pair')}"
    return f"{clause}, too large {correction}"


STAR = "*"


def ranking_table(
    ranking: Ranking, about: MetricInfo, grades: Mapping[str, Grade] | None = None
) -> Table:
    """Each system's ranks and score, and its difference to the baseline; rules part the bands.

    With `grades` there is a column for those that differ from the baseline.
    """
    columns = [
        Column("rank", "", "rank-range", is_text=True),
        Column("system", is_text=True),
        Column(about.label, "", about.glossary_key),
        Column("95% CI", "", "score-interval"),
        Column("Δ to baseline", "", "delta"),
        Column("p", "", "p-value"),
        Column("p, Holm", "", "holm"),
    ]
    graded = {name: grade_words(one) for name, one in (grades or {}).items()}
    if any(graded.values()):
        columns.append(Column("grade", is_text=True))
    score = partial(format_score, digits=about.decimals)
    rows = [
        [
            Span(format_ranks(row.rank_best, row.rank_worst) if ranking.tested else ""),
            _name(row),
            Span(score(row.score), "strong"),
            Span(format_interval(row.ci_low, row.ci_high, score)),
            *_to_baseline(ranking, row.name, about),
            *([Span(graded.get(row.name, ""))] if any(graded.values()) else []),
        ]
        for row in ranking.systems
    ]
    ends = frozenset(end - 1 for end in accumulate(map(len, ranking.bands[:-1])))
    return Table(f"Systems by {about.label}", columns, rows, ends)


def grade_words(found: Grade) -> str:
    """A grade with its reasons: "worse, barely: not with tok:intl"; '' for no difference."""
    if found.grade in ("no_difference", "not_tested"):
        return ""
    return ": ".join(filter(None, [GRADES[found.grade].lower(), "; ".join(found.reasons)]))


def _to_baseline(ranking: Ranking, name: str, about: MetricInfo) -> list[Span]:
    if name == ranking.baseline:
        return [Span("baseline", "muted"), Span(""), Span("")]
    pair = ranking.pair(ranking.baseline, name)
    change = format_delta(pair.delta, about.decimals)
    return [
        signed(change, higher_is_better=about.higher_is_better),
        Span(format_p_cell(pair.p_value)),
        Span(format_p_cell(pair.p_holm), "strong" if pair.significant else ""),
    ]


def score_parts_table(
    ranking: Ranking,
    statistics: Mapping[str, SegmentStatistics],
    others: Sequence[tuple[MetricInfo, Ranking]],
) -> Table:
    """The parts of BLEU for each system, and the scores of other metrics, in the same order."""
    orders = next(iter(statistics.values())).config.max_ngram_order
    precisions = [f"{format_component(f'p{n}')}, %" for n in range(1, orders + 1)]
    columns = [
        *(Column("system", is_text=True), Column("BP", "", "bp"), Column("c / r, %", "", "ratio")),
        *(Column(title, "", "modified-precision") for title in precisions),
        *(Column(about.label, "", about.glossary_key) for about, _ in others),
    ]
    scores = [
        (about.decimals, {row.name: row.score for row in found.systems}) for about, found in others
    ]
    rows = []
    for system in ranking.systems:
        stats = statistics[system.name]
        bleu = stats.corpus()
        cells = [
            *(format_score(bleu.bp, 4), format_length_ratio(bleu.sys_len, bleu.ref_len)),
            *(format_precision(precision, 2) for precision in precisions_of(stats)),
            *(format_score(found[system.name], decimals) for decimals, found in scores),
        ]
        rows.append([_name(system), *map(Span, cells)])
    return Table("Score components", columns, rows)


def pairs_table(ranking: Ranking, about: MetricInfo) -> Table:
    """Every pair, the system of the column minus that of the row; starred where significant."""
    ranked = ranking.systems
    columns = [Column("", is_text=True)]
    columns += [Column(format_int(number), full=one.name) for number, one in enumerate(ranked, 1)]
    rows = []
    for number, one in enumerate(ranked, 1):
        cells = [_pair_cell(ranking, one.name, other.name, about) for other in ranked]
        rows.append([Span(f"{format_int(number)} {one.name}", "quoted"), *cells])
    return Table("All pairs", columns, rows, kind="pairs")


def _pair_cell(ranking: Ranking, a: str, b: str, about: MetricInfo) -> Span:
    if a == b:
        return Span("")
    pair = ranking.pair(a, b)
    cell = signed(
        format_delta(pair.delta, about.decimals - 1), higher_is_better=about.higher_is_better
    )
    if not pair.significant:
        return cell._replace(tone="muted")
    return cell._replace(text=cell.text + STAR, tone=f"{cell.tone} sure")


def about_pairs(ranking: Ranking, about: MetricInfo) -> str:
    """The meaning of a cell of the table of pairs."""
    told = f"Column minus row, in {about.unit} of {about.label}"
    if ranking.tested:
        told += f"; {STAR}: {format_p_below(LEVEL)}"
        if ranking.family > 1:
            told += f" after Holm's correction for {format_int(ranking.family)} pairs"
    return f"{told}."


def about_cells(about: MetricInfo) -> dict[str, str]:
    """The meaning of a cell in each matrix: "delta", "p" or "won"."""
    unit = f"in {about.unit}" if about.unit != "points" else f"in {about.label} points"
    lower = "" if about.higher_is_better else " Lower is better."
    return {
        "delta": f"Row minus column, {unit}.{lower}",
        "p": "Probability of a difference at least this large by chance alone.",
        "won": (
            f"Segments on which the row has the better {about.label}, coloured by the sign of Δ."
        ),
    }


def about_family(ranking: Ranking) -> str:
    """The family of pairs that p is corrected for, and the meaning of strong colour."""
    pairs, systems = len(ranking.pairs), len(ranking.systems)
    if not ranking.tested:
        return ""
    if pairs == 1:
        return f"Bold on a strong colour: {format_p_below(LEVEL)}. One pair, so p is not corrected."
    return (
        f"Bold on a strong colour: {format_p_below(LEVEL)} after Holm’s correction for "
        f"all {format_count(pairs, 'pair')} of these {format_int(systems)} systems."
    )


def not_corrected(ranking: Ranking) -> str:
    """The caveat for uncorrected p-values."""
    pairs = len(ranking.pairs)
    return (
        f"Bold on a strong colour: {format_p_below(LEVEL)}, not corrected for testing "
        f"{format_count(pairs, 'pair')}: {plural(pairs, 'it', 'some')} may be due to chance."
    )
