"""The tables of a ranking: ranks with intervals, what each score is made of, and every pair."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from bleu_core.common.numerals import (
    bare,
    bounds,
    component_name,
    delta,
    length_ratio,
    p_below,
    points,
    ranks,
    whole,
)
from bleu_core.metrics.bleu_score import SegmentStatistics
from bleu_core.metrics.metric import About
from bleu_core.metrics.precision import precisions_of, written
from bleu_core.present.account.spans import Span, signed
from bleu_core.present.document import Column, Table
from bleu_core.significance import LEVEL
from bleu_core.systems import Ranking

STAR = "*"


def ranking_table(ranking: Ranking, about: About) -> Table:
    """Each system's ranks and score, and its difference to the baseline; rules part the bands."""
    columns = [
        Column("rank", "", "rank-range", is_text=True),
        Column("system", is_text=True),
        Column(about.label, "", about.glossary_key),
        Column("95 % interval", "", "score-interval"),
        Column("Δ to baseline", "", "delta"),
        Column("p", "", "p-value"),
        Column("p, Holm", "", "holm"),
    ]
    ends, last = set(), 0
    for band in ranking.bands[:-1]:
        last += len(band)
        ends.add(last - 1)
    rows = []
    for one in ranking.systems:
        is_tested = ranking.tested
        rows.append(
            [
                Span(ranks(one.rank_best, one.rank_worst) if is_tested else ""),
                Span(one.name, "quoted"),
                Span(points(one.score, about.decimals), "strong"),
                Span(bounds(one.ci_low, one.ci_high, partial(points, digits=about.decimals))),
                *_to_baseline(ranking, one.name, about),
            ]
        )
    return Table(f"Systems by {about.label}", columns, rows, frozenset(ends))


def _to_baseline(ranking: Ranking, name: str, about: About) -> list[Span]:
    if name == ranking.baseline:
        return [Span("baseline", "muted"), Span(""), Span("")]
    pair = ranking.pair(ranking.baseline, name)
    change = delta(pair.delta, about.decimals)
    return [
        signed(change, higher_is_better=about.higher_is_better),
        Span(bare(pair.p_value)),
        Span(bare(pair.p_holm), "strong" if pair.significant else ""),
    ]


def made_of(
    ranking: Ranking,
    statistics: Mapping[str, SegmentStatistics],
    others: Sequence[tuple[About, Ranking]],
) -> Table:
    """The parts of BLEU for each system, and the scores of other metrics, in the same order."""
    order = len(next(iter(statistics.values())).corpus().precisions)
    columns = [
        Column("system", is_text=True),
        Column("BP", "", "bp"),
        Column("c / r, %", "", "ratio"),
        *(
            Column(f"{component_name(f'p{n}')}, %", "", "modified-precision")
            for n in range(1, order + 1)
        ),
        *(Column(about.label, "", about.glossary_key) for about, _ in others),
    ]
    scores = [{one.name: one.score for one in found.systems} for _, found in others]
    rows = []
    for one in ranking.systems:
        stats = statistics[one.name]
        bleu = stats.corpus()
        rows.append(
            [
                Span(one.name, "quoted"),
                Span(points(bleu.bp, 4)),
                Span(length_ratio(bleu.sys_len, bleu.ref_len)),
                *(Span(written(of, 2)) for of in precisions_of(stats)),
                *(
                    Span(points(found[one.name], about.decimals))
                    for found, (about, _) in zip(scores, others, strict=True)
                ),
            ]
        )
    return Table("What the scores are made of", columns, rows)


def beside(left: Table, right: Table) -> Table:
    """Two tables of the same systems side by side, without the first column of the right one."""
    rows = [[*a, *b[1:]] for a, b in zip(left.rows, right.rows, strict=True)]
    return Table(left.label, [*left.columns, *right.columns[1:]], rows, left.rules)


def pairs_table(ranking: Ranking, about: About) -> Table:
    """Every pair, the system of the column minus that of the row; starred where significant."""
    ranked = ranking.systems
    columns = [Column("", is_text=True)]
    columns += [Column(whole(number), full=one.name) for number, one in enumerate(ranked, 1)]
    rows = []
    for number, one in enumerate(ranked, 1):
        cells = [_cell(ranking, one.name, other.name, about) for other in ranked]
        rows.append([Span(f"{whole(number)} {one.name}", "quoted"), *cells])
    return Table("Every pair", columns, rows, kind="pairs")


def _cell(ranking: Ranking, a: str, b: str, about: About) -> Span:
    if a == b:
        return Span("")
    pair = ranking.pair(a, b)
    cell = signed(delta(pair.delta, about.decimals - 1), higher_is_better=about.higher_is_better)
    if not pair.significant:
        return cell._replace(tone="muted")
    return cell._replace(text=cell.text + STAR, tone=f"{cell.tone} sure")


def about_pairs(ranking: Ranking, about: About) -> str:
    """The meaning of a cell of the table of pairs."""
    told = f"The system of the column minus that of the row, in {about.unit} of {about.label}"
    if ranking.tested:
        told += f"; {STAR}: {p_below(LEVEL)}"
        if ranking.family > 1:
            told += f" after Holm's correction for {whole(ranking.family)} pairs"
    return f"{told}."
