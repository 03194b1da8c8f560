"""Tables of a ranking: systems, score parts, pairs; and what their cells mean."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from itertools import accumulate

from bleu_core.common.formatting import (
    format_component,
    format_count,
    format_delta,
    format_int,
    format_interval,
    format_length_ratio,
    format_p_below,
    format_p_cell,
    format_ranks,
    format_score,
    plural,
)
from bleu_core.metrics.bleu import SegmentStatistics
from bleu_core.metrics.facts import MetricInfo
from bleu_core.metrics.precision import format_precision, precisions_of
from bleu_core.present.document import Column, Span, Table, signed
from bleu_core.present.tables.verdict import GRADES
from bleu_core.significance import LEVEL
from bleu_core.significance.grade import Grade
from bleu_core.systems import Ranking

STAR = "*"


def ranking_table(
    ranking: Ranking, about: MetricInfo, grades: Mapping[str, Grade] | None = None
) -> Table:
    """Ranks, score and difference to the baseline of each system; rules part the bands."""
    columns = [
        Column("rank", is_text=True),
        Column("system", is_text=True),
        Column(about.label),
        Column("95% CI"),
        Column("Δ to baseline"),
        Column("p"),
        Column("p, Holm"),
    ]
    graded = {name: grade_words(one) for name, one in (grades or {}).items()}
    if any(graded.values()):
        columns.append(Column("grade", is_text=True))
    score = partial(format_score, digits=about.decimals)
    rows = [
        [
            Span(format_ranks(row.rank_best, row.rank_worst) if ranking.tested else ""),
            Span(row.name, "name"),
            Span(score(row.score), "strong"),
            Span(format_interval(row.ci_low, row.ci_high, score)),
            *_to_baseline(ranking, row.name, about),
            *([Span(graded.get(row.name, ""))] if any(graded.values()) else []),
        ]
        for row in ranking.systems
    ]
    ends = frozenset(end - 1 for end in accumulate(map(len, ranking.bands[:-1])))
    return Table(f"Systems by {about.label}", columns, rows, ends, kind="ranking")


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
        *(Column("system", is_text=True), Column("BP"), Column("c / r, %")),
        *(Column(title) for title in precisions),
        *(Column(about.label) for about, _ in others),
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
        rows.append([Span(system.name, "name"), *map(Span, cells)])
    return Table("Score components", columns, rows, kind="made-of")


def pairs_table(ranking: Ranking, about: MetricInfo) -> Table:
    """Every pair, the system of the column minus that of the row; starred where significant."""
    ranked = ranking.systems
    columns = [Column("", is_text=True)]
    columns += [Column(format_int(number), full=one.name) for number, one in enumerate(ranked, 1)]
    decimals = about.decimals - any(abs(pair.delta) >= 1 for pair in ranking.pairs)
    rows = []
    for number, one in enumerate(ranked, 1):
        cells = [_pair_cell(ranking, one.name, other.name, about, decimals) for other in ranked]
        rows.append([Span(f"{format_int(number)} {one.name}", "name"), *cells])
    return Table("All pairs", columns, rows, kind="pairs")


def _pair_cell(ranking: Ranking, a: str, b: str, about: MetricInfo, decimals: int) -> Span:
    if a == b:
        return Span("")
    pair = ranking.pair(a, b)
    change = format_delta(pair.delta, decimals)
    cell = signed(change, higher_is_better=about.higher_is_better)
    hover = f"{b} minus {a}: {format_delta(pair.delta, about.decimals)}"
    if pair.p_value is not None:
        hover += f"; p {format_p_cell(pair.p_value)}, after Holm {format_p_cell(pair.p_holm)}"
    if not pair.significant:
        return cell._replace(tone="muted", hover=hover)
    return cell._replace(text=cell.text + STAR, tone=f"{cell.tone} sure", hover=hover)


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
