"""Other metrics: their table, which agree with BLEU, and whether people would notice."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import partial

from bleu_core.common.numerals import NONE, bare, bounds, delta, percent, plural, points, whole
from bleu_core.metrics.imported import PREFIX
from bleu_core.metrics.metric import About
from bleu_core.metrics.people import agreement as people_agreement
from bleu_core.metrics.people import is_known, least
from bleu_core.present.account.spans import Span
from bleu_core.present.document import Column, Table
from bleu_core.significance import MIN_SEGMENTS
from bleu_core.significance.agreement import Stand, by_stand, verdict_of
from bleu_core.significance.opinions import Judged

_WORDS = {1: "better", -1: "worse", 0: "alike"}
_TONES = {1: "gain", -1: "loss", 0: "muted"}
_CHANCE = "no difference that is more than chance"

_WHAT_SHARE_IS = (
    "of the pairs of systems with such a Δ (Kocmi et al. 2024). That is a share of many pairs of "
    "similar systems: no property of this pair, and less is to be expected of unlike systems."
)


def label(about: About) -> Span:
    """The name of a metric; that of an imported one was given by a user."""
    is_given = about.key.startswith(PREFIX)
    return Span(about.label, "quoted" if is_given else "", about.glossary_key)


def opinions_table(judged: Sequence[Judged]) -> Table:
    """Each metric's scores of A and B, Δ, the better output, p and interval."""
    columns = [
        Column("Metric", is_text=True),
        Column("A", "a", "metric"),
        Column("B", "b", "metric"),
        Column("B − A", "", "delta"),
        Column("B is", "", "better"),
        Column("p", "", "p-value"),
        Column("95 % interval of Δ", "", "confidence-interval"),
    ]
    return Table("Second opinions", columns, [_row(one) for one in judged], kind="opinions")


def _row(judged: Judged) -> list[Span]:
    opinion, interval = judged.opinion, judged.bootstrap
    digits = opinion.about.decimals
    low, high = (interval.ci_low, interval.ci_high) if interval else (None, None)
    return [
        label(opinion.about)._replace(opens=f"metric:{opinion.about.key}"),
        Span(points(opinion.score_a, digits)),
        Span(points(opinion.score_b, digits)),
        Span(delta(opinion.delta, digits), _TONES[opinion.better]),
        _better(judged),
        Span(bare(judged.p)),
        Span(bounds(low, high, partial(delta, digits=digits))),
    ]


def _better(judged: Judged) -> Span:
    """Whether B is better, with a question mark where it may be chance."""
    better = judged.opinion.better
    if math.isnan(judged.opinion.delta):
        return Span(NONE, "muted")
    if better and not judged.significant:
        return Span(f"{_WORDS[better]}?", "muted")
    return Span(_WORDS[better], _TONES[better])


def metrics_table(judged: Sequence[Judged]) -> Table:
    """Direction, unit and signature of each metric."""
    columns = [
        Column("Metric", is_text=True),
        Column("better is", is_text=True),
        Column("unit", is_text=True),
        Column("signature", "", "signature", is_text=True),
    ]
    rows = [
        [
            label(one.opinion.about),
            Span("higher" if one.opinion.about.higher_is_better else "lower"),
            Span(one.opinion.about.unit),
            Span(one.opinion.a.corpus().signature, "signature"),
        ]
        for one in judged
    ]
    return Table("What these metrics are", columns, rows, kind="metrics")


def agreement(judged: Sequence[Judged]) -> list[Span]:
    """Which metrics agree with the first, BLEU, and which do not; no spans for BLEU alone."""
    bleu, *others = judged
    if not others:
        return []
    tested = [one for one in others if one.randomization is not None]
    if bleu.randomization is None:
        return _directions(judged)
    clauses: list[list[Span]] = []
    if verdict_of(bleu) == 0:
        clauses.append([Span(f"BLEU finds {_CHANCE}")])
    clauses += [_clause(bleu, kind, ones) for kind, ones in _in_order(by_stand(bleu, tested))]
    # An imported score may have numbers for some segments only.
    few = [one for one in others if one.randomization is None]
    if few:
        what = (
            f" {plural(len(few), 'was', 'were')} not tested, on fewer than {MIN_SEGMENTS} segments"
        )
        clauses.append([*_names(few), Span(what)])
    end = "."
    if tested:
        end += f" p are not corrected for looking at {whole(len(tested) + 1)} metrics."
    return [*_joined(clauses, "; "), Span(end)]


def _in_order(found: dict[Stand, list[Judged]]) -> list[tuple[Stand, list[Judged]]]:
    """The groups in order; metrics that find a difference are split by the better output."""
    ordered: list[tuple[Stand, list[Judged]]] = []
    for kind in ("agrees", "silent", "opposite"):
        if kind in found:
            ordered.append((kind, found[kind]))
    for way in (1, -1):
        ones = [one for one in found.get("finds", []) if verdict_of(one) == way]
        if ones:
            ordered.append(("finds", ones))
    return ordered


def _clause(bleu: Judged, kind: Stand, ones: Sequence[Judged]) -> list[Span]:
    names = _names(ones)
    better = _output(verdict_of(ones[0]))
    verb = partial(plural, len(ones))
    match kind:
        case "agrees" if verdict_of(bleu) == 0:
            return [*names, Span(f" {verb('agrees', 'agree')}")]
        case "agrees":
            return [*names, Span(f" {verb('agrees', 'agree')} with BLEU that "), better,
                    Span(" is better")]  # fmt: skip
        case "silent":
            return [*names, Span(f" {verb('finds', 'find')} {_CHANCE}")]
        case "opposite":
            return [*names, Span(f" {verb('says', 'say')} the opposite: "), better,
                    Span(" is better")]  # fmt: skip
    return [*names, Span(f" {verb('finds', 'find')} "), better, Span(" better")]


def _directions(judged: Sequence[Judged]) -> list[Span]:
    """Which output is better by which metric, where nothing was tested."""
    clauses = []
    for way in (1, -1):
        ones = [one for one in judged if one.opinion.better == way]
        if ones:
            clauses.append([_output(way), Span(" is better by "), *_names(ones)])
    alike = [one for one in judged if one.opinion.better == 0]
    if alike:
        verb = plural(len(alike), "finds", "find")
        clauses.append([*_names(alike), Span(f" {verb} them alike")])
    few = len(judged[0].opinion.a) < MIN_SEGMENTS
    why = (
        f"On fewer than {MIN_SEGMENTS} segments it cannot be said whether that is chance."
        if few
        else "Whether that is chance has not been tested."
    )
    return [*_joined(clauses, "; "), Span(f". {why}")]


def people(judged: Sequence[Judged]) -> list[Span]:
    """Whether people would notice, for metrics with known agreement and enough segments."""
    known = [one.opinion for one in judged if is_known(one.opinion)]
    if not known or len(known[0].a) < MIN_SEGMENTS:
        return []
    parts = [(one.about, people_agreement(one.about.key, one.delta)) for one in known]
    told = [Span("Would people notice?", "strong", "would-people-notice")]
    shares = [
        [Span(f"with {about.label} on "), Span(percent(part, 1), "strong")]
        for about, part in parts
        if part is not None
    ]
    if shares:
        told += [Span(" People agreed "), *_joined(shares, " and "), Span(f" {_WHAT_SHARE_IS}")]
    if len(shares) > 1 and len({one.better for one in known}) > 1:
        told.append(Span(" Here these metrics prefer different outputs.", "strong"))
    for about, part in parts:
        if part is None:
            smallest = points(least(about.key))
            told.append(
                Span(f" A Δ of {about.label} under {smallest} is no evidence that they do.")
            )
    return told


def _names(judged: Sequence[Judged]) -> list[Span]:
    # Their entries of the glossary open from the table: each would be a stop for the keyboard.
    names = [[label(one.opinion.about)._replace(term="")] for one in judged]
    if len(names) == 1:
        return names[0]
    return [*_joined(names[:-1], ", "), Span(" and "), *names[-1]]


def _output(way: int) -> Span:
    return Span("B", "b") if way > 0 else Span("A", "a")


def _joined(clauses: Sequence[Sequence[Span]], between: str) -> list[Span]:
    spans: list[Span] = []
    for i, clause in enumerate(clauses):
        spans += [Span(between)] if i else []
        spans += clause
    return spans
