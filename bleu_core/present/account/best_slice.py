"""The sentence of the verdict on the slice that stands out most, where one is confirmed."""

from __future__ import annotations

from bleu_core.common.numerals import p_value, share
from bleu_core.present.account.spans import Span
from bleu_core.segments.finder import FoundSlice, SliceFindings


def best_slice(found: SliceFindings, change: float) -> FoundSlice | None:
    """The first confirmed slice that goes with Δ; else the first confirmed; None without any."""
    confirmed = [one for one in found.slices if one.confirmed]
    with_it = [one for one in confirmed if one.points * change > 0]
    return next(iter(with_it or confirmed), None)


def best_slice_told(found: SliceFindings | None, change: float) -> list[Span]:
    """What part of the set it is, and what part of the change; nothing where none is confirmed."""
    best = None if found is None else best_slice(found, change)
    if best is None or best.p_value is None:
        return []
    what, tone = ("gained", "gain") if best.points > 0 else ("lost", "loss")
    return [
        Span(" Segments with "),
        Span(f"‹{best.expression}›", "quoted"),
        Span(f" are {share(best.share)} of the set and carry "),
        Span(
            f"{share(best.share_of_change)} of what is {what}",
            tone,
            "found-slice",
            f"slice:{best.expression}",
        ),
        Span(", confirmed on the half that was not searched ("),
        Span(p_value(best.p_value), "", "p-value"),
        Span(")."),
    ]
