"""BLEU's n-grams against error marks: sentences and tables."""

from __future__ import annotations

from bleu_core.common.numerals import NONE, bounds, counted, percent, share, whole
from bleu_core.people.inside.counts import AGREED, CAUGHT, NOT_SEEN, Inside, Interval, OrderCounts
from bleu_core.people.inside.ngrams import Ints, PartedNgrams
from bleu_core.present.account.spans import Span
from bleu_core.present.document import Column, Table
from bleu_core.significance import MIN_SEGMENTS


def headline(inside: Inside) -> list[Span]:
    """The shares of uncredited words without a mark, and of credited words with one."""
    words = inside.orders[0]
    spans = []
    if words.false_alarms is not None:
        spans += [
            Span(_percent(words.false_alarms), "strong", "false-alarms"),
            Span(" of the words that BLEU does not credit were marked by nobody", "strong"),
        ]
    if words.not_seen is not None:
        it = "it" if spans else "BLEU"
        spans += [
            Span("; " if spans else ""),
            Span(share(words.not_seen), "", "not-seen"),
            Span(f" of the words that {it} credits lie in an error that people marked"),
        ]
    return [*spans, Span(".")] if spans else []


def _percent(part: float) -> str:
    """A share without decimals, unless that would read 0% or 100%."""
    rounded = percent(part)
    return share(part) if rounded in ("0 %", "100 %") else rounded


def order_name(order: int) -> str:
    """The name of n-grams of an order.

    >>> order_name(1), order_name(2)
    ('words', '2-grams')
    """
    return "words" if order == 1 else f"{order}-grams"


def orders_tables(inside: Inside) -> tuple[Table, Table]:
    """By order: uncredited n-grams and those that nobody marked; credited ones and those marked.

    The fourth column of both is the share, which `OrderCounts` has as a number.
    """
    interval = Column("95 % interval", "", "confidence-interval")
    refused = [
        Column("", is_text=True),
        Column("not credited", "", "credited"),
        Column("marked by nobody", "", "false-alarms"),
        Column("false alarms", "", "false-alarms"),
        interval,
    ]
    credited = [
        Column("", is_text=True),
        Column("credited", "", "credited"),
        Column("in a marked error", "", "not-seen"),
        Column("not seen", "", "not-seen"),
        interval,
    ]
    return (
        Table("What BLEU does not credit", refused, [_refused(one) for one in inside.orders]),
        Table("What BLEU credits", credited, [_credited(one) for one in inside.orders]),
    )


def _refused(counts: OrderCounts) -> list[Span]:
    numbers = counts.not_credited, counts.not_credited_unmarked
    return _row(counts.order, numbers, counts.false_alarms, counts.false_alarms_interval)


def _credited(counts: OrderCounts) -> list[Span]:
    numbers = counts.credited, counts.credited_marked
    return _row(counts.order, numbers, counts.not_seen, counts.not_seen_interval)


def _row(
    order: int, numbers: tuple[int, int], part: float | None, interval: Interval | None
) -> list[Span]:
    low, high = interval or (None, None)
    return [
        Span(order_name(order)),
        *(Span(whole(number)) for number in numbers),
        Span(NONE if part is None else share(part), "strong"),
        Span(bounds(low, high, share)),
    ]


def about(inside: Inside) -> list[str]:
    """What was counted, and the limits of these numbers."""
    outputs = counted(len(inside.systems), "system")
    said = [
        f"The rated outputs of {outputs} on {counted(inside.segments, 'segment')}. An n-gram is "
        "marked where any of its words shares a character with a marked span; words are tokens, "
        "signs of punctuation among them.",
        "A word that nobody marked is not proven right: annotators mark the errors that they "
        "notice. And BLEU does not call wrong what it does not credit.",
    ]
    if any(one.false_alarms_interval or one.not_seen_interval for one in inside.orders):
        said.append("Intervals are over resamples of segments.")
    elif inside.segments < MIN_SEGMENTS:
        said.append(f"On fewer than {MIN_SEGMENTS} segments no interval is given.")
    return said


def ngrams_table(found: PartedNgrams, rows: Ints) -> Table:
    """Some rows of a list of n-grams; each opens its n-gram."""
    not_seen = found.became == NOT_SEEN
    columns = [
        Column("n-gram", "code", is_text=True),
        Column("in a marked error", "", "not-seen")
        if not_seen
        else Column("marked by nobody", "", "false-alarms"),
        Column("all credited" if not_seen else "all not credited", "", "credited"),
        Column("share", "", "not-seen" if not_seen else "false-alarms"),
        Column("systems", "", "false-alarms"),
        Column("segments", "", "false-alarms"),
    ]
    other = AGREED if not_seen else CAUGHT
    made = []
    for row, ngram in zip(rows.tolist(), found.texts.take(rows).to_pylist(), strict=True):
        listed = int(found.counts[row, found.became])
        every = listed + int(found.counts[row, other])
        numbers = [whole(listed), whole(every), share(listed / every)]
        spread = [whole(int(found.systems[row])), whole(int(found.segments[row]))]
        made.append([Span(ngram, opens=ngram), *map(Span, numbers + spread)])
    return Table("N-grams over which BLEU and people part", columns, made)
