"""A metric against human scores, by system, by segment, and by n-gram of error annotations."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from math import isnan, nan

import numpy as np

from bleu_core.common.escaping import one_line
from bleu_core.common.formatting import (
    ELLIPSIS,
    NO_VALUE,
    format_count,
    format_fraction,
    format_int,
    format_interval,
    format_p_cell,
    format_percent,
    format_plain,
    format_score,
    format_share,
    join_words,
    plural,
)
from bleu_core.metrics.additive import FloatArray
from bleu_core.people.meta_evaluation.human_scores import SCORES, HumanScores
from bleu_core.people.meta_evaluation.metric_vs_human import MIN_SYSTEMS, MetricVsHuman, index_pairs
from bleu_core.people.meta_evaluation.segment_level import DiscordantSegment
from bleu_core.people.meta_evaluation.system_level import (
    SOFT_PAIRWISE_TRIALS,
    EstimatedMeasure,
    Interval,
    SystemLevelResult,
)
from bleu_core.people.ngram_vs_marks import NgramVsMarks
from bleu_core.present.document import Column, Span, Table, build_table
from bleu_core.significance import MIN_SEGMENTS

# Decimals of a correlation, and of human means.
FINE_DECIMALS = 3


def correlation(value: float) -> str:
    """A correlation, or a dash where there is none."""
    return NO_VALUE if isnan(value) else format_score(value, FINE_DECIMALS)


def share(value: float) -> str:
    """A share in percent, or a dash where there is none."""
    return NO_VALUE if isnan(value) else format_percent(value, 1)


def interval(one: Interval | None, write: Callable[[float], str]) -> str:
    """The bounds of an interval, or a dash if there is none."""
    return NO_VALUE if one is None else format_interval(*one, write)


def headline(versus: MetricVsHuman) -> list[Span]:
    """How many pairs of systems the metric ranks as people do."""
    label = versus.about.label
    if not versus.compared:
        start = "No segment was annotated for two systems, so there is no pair on which to compare "
        return [Span(f"{start}{label} with annotators.")]
    if versus.pairs == 1 and versus.alike:
        end = f", so {label} can only be compared with them by segment."
        return [Span("Annotators rate the two systems "), Span("equal", "strong"), Span(end)]
    if versus.pairs == 1:
        end = " on which system is better. One pair says little; see the segments."
        agree = "agree" if versus.agreed else "disagree"
        return [Span(f"{label} and annotators "), Span(agree, "strong"), Span(end)]
    pairs = f"{format_int(versus.agreed)} of {format_int(versus.compared)} system pairs"
    equal = f"; annotators rate {format_count(versus.alike, 'pair')} equal"
    shared, every = " on shared segments", " on all annotated segments"
    if versus.is_complete:
        shared = every = ""
    return [
        Span(f"{label} ranks "),
        Span(pairs, "strong", "pairwise-accuracy"),
        Span(f" as annotators do{shared} ("),
        Span(f"r {format_score(versus.r)}", "", "pearson"),
        Span(f"{every}, {format_count(len(versus), 'system')})"),
        Span(f"{equal if versus.alike else ''}."),
    ]


def measures_table(versus: MetricVsHuman, found: SystemLevelResult | None) -> Table:
    """The measures over systems with their intervals; a dash for intervals not computed yet."""
    columns = [
        Column(f"{format_count(len(versus), 'system')}", is_text=True),
        Column(versus.about.label, "", "human-judgement"),
        Column("95% CI over systems", "", "confidence-interval"),
        Column(f"95% CI over {found.unit if found else 'segment'}s", "", "confidence-interval"),
    ]
    if found is None:
        agreed_part = versus.agreed / versus.compared if versus.compared else nan
        values = versus.r, versus.tau, agreed_part, nan
        r, tau, accuracy, soft = map(EstimatedMeasure, values)
    else:
        r, tau, accuracy, soft = found.r, found.tau, found.accuracy, found.soft
    agreed = format_fraction(versus.agreed, versus.compared)
    rows = [
        _measure("Pearson's r", "pearson", r),
        _measure("Kendall's τ-b", "kendall", tau),
        _measure("pairwise accuracy", "pairwise-accuracy", accuracy, agreed),
        _measure("soft pairwise accuracy", "soft-pairwise-accuracy", soft, share(soft.value)),
    ]
    return Table(f"{versus.about.label} vs. people, by system", columns, rows)


def _measure(name: str, term: str, measure: EstimatedMeasure, value: str = "") -> list[Span]:
    """A row: a correlation, or the share `value`."""
    write = share if value else format_score
    return [
        Span(name, "", term),
        Span(value or correlation(measure.value)),
        *(Span(interval(one, write)) for one in (measure.over_systems, measure.over_segments)),
    ]


def about_systems(versus: MetricVsHuman, found: SystemLevelResult | None) -> list[str]:
    """Caveats about the measures over systems."""
    judged, systems = len(versus.segments), len(versus)
    segments = format_count(judged, "segment")
    notes = [f"{versus.about.label} is computed on the {segments} with annotations."]
    if not versus.is_complete:
        notes.append(
            "Not every system was annotated on all of them: human means are over the segments "
            "annotated for that system; a pair is compared on the segments annotated for both."
        )
    if systems < MIN_SYSTEMS:
        few = f"Correlations and accuracies over systems need at least {MIN_SYSTEMS} systems."
        return [*notes, few]
    if found is None:
        return notes
    if systems < 30:
        notes.append(f"{systems} systems are few: intervals over systems are wide.")
    if judged < MIN_SEGMENTS:
        notes.append(f"Intervals over segments need at least {MIN_SEGMENTS} segments.")
    return notes


def about_outliers(versus: MetricVsHuman, found: SystemLevelResult) -> list[Span]:
    """Outliers by human means, and r without them; empty for none."""
    if not found.outliers or isnan(versus.r):
        return []
    number = partial(plural, len(found.outliers))
    return [
        Span(join_words([versus.names[k] for k in found.outliers], 5), "quoted"),
        Span(f" {number('is', 'are')} "),
        Span(number("an outlier", "outliers"), "", "outlier"),
        Span(f" by human means; without {number('it', 'them')}, r = "),
        Span(correlation(found.r_without_outliers), "strong"),
        Span("."),
    ]


def metrics_table(rows: Sequence[tuple[MetricVsHuman, SystemLevelResult | None]]) -> Table:
    """The metrics side by side, the selected one first; of two systems, by segment only."""

    def name(row: tuple[MetricVsHuman, SystemLevelResult | None]) -> Span:
        about = row[0].about
        return Span(about.label, "strong" if row is rows[0] else "", opens=about.key)

    by_system: list[tuple[Column, Callable[..., str]]] = [
        (Column("r", "", "pearson"), lambda row: correlation(row[0].r)),
        (Column("τ-b", "", "kendall"), lambda row: correlation(row[0].tau)),
        (
            Column("pairs", "", "pairwise-accuracy"),
            lambda row: format_fraction(row[0].agreed, row[0].compared),
        ),
        (
            Column("soft", "", "soft-pairwise-accuracy"),
            lambda row: share(row[1].soft.value) if row[1] else ELLIPSIS,
        ),
    ]
    return build_table(
        "Metrics vs. people",
        rows,
        (Column("metric", is_text=True), name),
        *(by_system if len(rows[0][0]) >= MIN_SYSTEMS else ()),
        (
            Column("acc_eq", "", "acc-eq"),
            lambda row: share(row[1].acc_eq.value) if row[1] else ELLIPSIS,
        ),
    )


# The first cell of a row of `reordered_pairs_table` opens "pair:" and its number among all pairs.
PAIR = "pair:"


def reordered_pairs(versus: MetricVsHuman, found: SystemLevelResult) -> list[int]:
    """Pairs of systems (by `index_pairs`) ranked differently, the most confident first."""
    differ = np.flatnonzero(versus.is_compared & ~versus.is_agreed)
    far = np.nan_to_num(np.abs(np.subtract(*found.confidence))[differ])
    return differ[np.argsort(-far, kind="stable")].tolist()


def reordered_pairs_table(
    versus: MetricVsHuman, found: SystemLevelResult, pairs: Sequence[int]
) -> Table:
    """Pairs of systems: which one annotators prefer and which the metric, each with its p."""
    label = versus.about.label
    columns = [
        Column("annotators prefer", is_text=True),
        Column("by", "", "people-said"),
        Column("one-sided p", "", "soft-pairwise-accuracy"),
        Column(f"{label} prefers", is_text=True),
        Column("by", "", versus.about.glossary_key),
        Column("one-sided p", "", "soft-pairwise-accuracy"),
    ]
    first, second = index_pairs(len(versus))

    def preferred(pair: int, differences: FloatArray, p: FloatArray, digits: int) -> list[Span]:
        """The better of two, by how much, and the one-sided p of that."""
        i, j = int(first[pair]), int(second[pair])
        by, p_value = float(differences[pair]), float(p[pair])
        better = (
            Span(versus.names[i if by > 0 else j], "quoted") if by else Span("neither", "muted")
        )
        p_value = p_value if by >= 0 else 1 - p_value
        # It is a share of permutations: none of them does not mean never.
        least = 1 / SOFT_PAIRWISE_TRIALS
        p_text = f"< {format_plain(least)}" if p_value < least else format_p_cell(p_value)
        return [better, Span(format_score(abs(by), digits)), Span(p_text)]

    rows = []
    for pair in pairs:
        of_metric, of_people = versus.differences
        name, *people = preferred(pair, of_people, found.confidence[1], FINE_DECIMALS)
        metric = preferred(pair, of_metric, found.confidence[0], versus.about.decimals)
        rows.append([name._replace(opens=f"{PAIR}{pair}"), *people, *metric])
    return Table(f"Pairs that {label} and annotators rank differently", columns, rows)


def about_segments(versus: MetricVsHuman, found: SystemLevelResult) -> list[Span]:
    """Agreement of the metric with annotators on segments."""
    segments = found.by_segment
    if segments is None or segments.calibrated is None:
        return [Span("No segment has two annotated outputs.", "muted")]
    calibrated, label = segments.calibrated, versus.about.label
    counted, judged = len(segments.segments), segments.judged
    if counted < 2:
        why = "Only one segment has two annotated outputs: too few for a statement by segment."
        return [Span(why, "muted")]
    drawn = f" sampled from {format_int(judged)}" if counted < judged else ""
    ties = format_score(calibrated.epsilon, versus.about.decimals)
    equal = f"Annotators rate {share(calibrated.tied)} of a segment's pairs equal"
    spans = [
        Span(f"On average over {format_count(counted, 'segment')}{drawn}, {label} orders "),
        Span(share(calibrated.accuracy), "strong", "acc-eq"),
        Span(" of a segment's output pairs as annotators do"),
        Span(_over(found.acc_eq, share)),
        Span(f", counting differences up to {ties} as ties. {equal}"),
    ]
    if calibrated.accuracy - calibrated.tied < 0.0005:
        spans.append(Span(f", so {label} is no better here than calling every pair a tie"))
    spans.append(Span(". "))
    if not isnan(segments.tau):
        have_tau = format_count(
            int((~np.isnan(segments.taus)).sum()), "segment has", "segments have"
        )
        spans += [
            Span("Kendall's τ-b", "", "kendall"),
            Span(f" over the systems of a segment averages {correlation(segments.tau)}"),
            Span(_over(found.tau_of_segments, format_score)),
            Span(f"; {have_tau} one."),
        ]
    return spans


def _over(measure: EstimatedMeasure, write: Callable[[float], str]) -> str:
    over = measure.over_segments
    return "" if over is None else f" (95% CI {interval(over, write)})"


def disagreement_table(
    versus: MetricVsHuman, discordant: Sequence[DiscordantSegment], first: int
) -> Table:
    """Segments where the metric and annotators prefer different outputs; a row opens its number."""
    about, names = versus.about, versus.names
    return build_table(
        f"Segments where {about.label} and annotators disagree most",
        list(enumerate(discordant, first)),
        (
            Column("segment", "", "segment"),
            lambda row: Span(format_int(row[1].segment + 1), opens=str(row[0])),
        ),
        (
            Column("annotators prefer", is_text=True),
            lambda row: Span(names[row[1].people], "quoted"),
        ),
        (Column("by", "", "people-said"), lambda row: format_score(row[1].by_people)),
        (
            Column(f"{about.label} prefers", is_text=True),
            lambda row: Span(names[row[1].metric], "quoted"),
        ),
        (
            Column("by", "", "sentence-bleu" if about.key == "bleu" else about.glossary_key),
            lambda row: format_score(row[1].by_metric, about.decimals),
        ),
    )


# Severities that are named, and characters of each.
MOST_SEVERITIES, LONGEST = 5, 40


def about_origin(people: HumanScores) -> str:
    """The caveat that imported scores may not be human; '' for other scores."""
    if not people.key.startswith(SCORES):
        return ""
    return (
        f"“{one_line(people.label, LONGEST)}” was imported as segment scores. Statements about "
        "people here hold only if people gave these scores, not another metric."
    )


def about_unweighted(people: HumanScores) -> str:
    """How many ratings have no penalty, and for which severities; '' for none."""
    number, severities = people.unweighted
    if not number:
        return ""
    names = join_words((f"“{one_line(name, LONGEST)}”" for name in severities), MOST_SEVERITIES)
    ratings, word = format_count(len(people.ratings), "rating"), partial(plural, number)
    return (
        f"{format_int(number)} of {ratings} {word('has', 'have')} no penalty and "
        f"{word('is', 'are')} excluded from human means: no weight is known for the "
        f"{plural(len(severities), 'severity', 'severities')} {names}."
    )


def orders_table(counts: NgramVsMarks) -> Table:
    """By order: n-grams that BLEU penalizes, not marked; n-grams that it credits, marked."""

    def share(part: int, rest: int) -> Span:
        return Span(format_share(part / (part + rest)) if part + rest else NO_VALUE, "strong")

    columns = [
        *(Column("order"), Column("penalized by BLEU", "", "credited")),
        Column("of these, not marked", "", "ngrams-vs-marks"),
        Column("credited by BLEU", "", "credited"),
        Column("of these, marked", "", "ngrams-vs-marks"),
    ]
    rows = [
        [
            Span(format_int(order)),
            Span(format_int(unmarked + marked)),
            share(unmarked, marked),
            Span(format_int(credited + credited_marked)),
            share(credited_marked, credited),
        ]
        for order, unmarked, marked, credited, credited_marked in counts.orders
    ]
    return Table("N-grams vs. error annotations", columns, rows)


def about_orders(counts: NgramVsMarks) -> list[str]:
    """The limits of these numbers, and what was counted."""
    outputs = format_count(counts.systems, "system")
    segments = format_count(counts.segments, "segment")
    unplaced = ""
    if counts.unplaced:
        errors = format_count(counts.unplaced, "error has", "errors have")
        is_not = plural(counts.unplaced, "is not", "are not")
        unplaced = f" {errors} no span in the output and {is_not} counted."
    return [
        "A word without an annotation is not proven right: annotators report the errors that they "
        f"notice. And BLEU does not call a penalized word wrong.{unplaced}",
        f"Annotated outputs of {outputs} on {segments}. An n-gram is marked if one of its words "
        "shares a character with an error span; words are tokens, including punctuation.",
    ]
