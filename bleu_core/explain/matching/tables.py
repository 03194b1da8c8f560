"""The clipping tables: every n-gram with its counts, its limit, and its credit."""

from __future__ import annotations

from collections.abc import Iterable

from bleu_core.explain.matching.results import ComparedNgram, Ngram, Outcome, Tally
from bleu_core.explain.matching.texts import References, Text


def table(hypothesis: Text, references: References) -> tuple[Ngram, ...]:
    """The n-grams of a hypothesis and of its references."""
    ngrams = _by_order([hypothesis, *references.texts])
    rows = []
    for (ngram, order), in_refs in zip(
        ngrams.items(), references.counts(list(ngrams)), strict=True
    ):
        in_hyp, limit = hypothesis.counts.get(ngram, 0), references.limits.get(ngram, 0)
        credited = min(in_hyp, limit)
        over = in_hyp - credited
        rows.append(
            Ngram(
                text=ngram,
                order=order,
                in_hyp=in_hyp,
                in_refs=in_refs,
                limit=limit,
                credited=credited,
                clipped=over if limit else 0,
                unmatched=0 if limit else over,
                missed=limit - credited,
            )
        )
    return tuple(rows)


def merged_table(
    a: Text, b: Text, references: References, most: int | None
) -> tuple[ComparedNgram, ...]:
    """The n-grams of both hypotheses and of the references, in their opened parts."""
    ngrams = _by_order([a, b, *references.texts], most)
    rows = []
    for (ngram, order), in_refs in zip(
        ngrams.items(), references.counts(list(ngrams)), strict=True
    ):
        in_a, in_b = a.counts.get(ngram, 0), b.counts.get(ngram, 0)
        limit = references.limits.get(ngram, 0)
        credited_a, credited_b = min(in_a, limit), min(in_b, limit)
        rows.append(
            ComparedNgram(
                text=ngram,
                order=order,
                in_a=in_a,
                in_b=in_b,
                in_refs=in_refs,
                limit=limit,
                credited_a=credited_a,
                credited_b=credited_b,
                clipped_a=in_a - credited_a if limit else 0,
                clipped_b=in_b - credited_b if limit else 0,
                outcome=_outcome(credited_a, credited_b, limit),
            )
        )
    return tuple(rows)


def tally(a: Text, b: Text, references: References) -> Tally:
    """Numbers of n-grams of each kind in the whole texts."""
    differ = clipped = missed = 0
    for ngram, limit in references.limits.items():
        in_a, in_b = a.counts.get(ngram, 0), b.counts.get(ngram, 0)
        differ += min(in_a, limit) != min(in_b, limit)
        clipped += max(in_a, in_b) > limit
        missed += not (in_a or in_b)
    distinct = a.counts.keys() | b.counts.keys() | references.limits.keys()
    return Tally(differ=differ, clipped=clipped, missed=missed, all=len(distinct))


def apart(
    baseline: Text, other: Text, references: References, most: int | None
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The n-grams credited more often to the other text, and those to the baseline."""
    more = {
        ngram: min(other.counts.get(ngram, 0), limit) - min(baseline.counts.get(ngram, 0), limit)
        for ngram in _by_order([baseline, other], most)
        if (limit := references.limits.get(ngram, 0))
    }
    gained = tuple(ngram for ngram, by in more.items() if by > 0)
    return gained, tuple(ngram for ngram, by in more.items() if by < 0)


def _by_order(texts: Iterable[Text | None], most: int | None = None) -> dict[str, int]:
    """The n-grams of the opened texts with their orders, by order, then as they appear."""
    present = [text for text in texts if text is not None]
    orders = range(1, len(present[0].ngrams) + 1)
    return {
        ngram: order
        for order in orders
        for text in present
        for ngram in text.opened_ngrams(order, most)
    }


def _outcome(credited_a: int, credited_b: int, limit: int) -> Outcome:
    if credited_a != credited_b:
        return "A" if credited_a > credited_b else "B"
    if credited_a:
        return "shared"
    return "missed" if limit else "unreferenced"
