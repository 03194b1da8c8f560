"""The sentence of the verdict about the best confirmed slice."""

from __future__ import annotations

from bleu_core.common.numerals import p_value, share
from bleu_core.present.account.spans import Span
from bleu_core.segments.finder import FoundSlice, SliceFindings


def best_slice(found: SliceFindings, change: float) -> FoundSlice | None:
    """The first confirmed slice in the direction of Δ, else the first confirmed, or None."""
    confirmed = [one for one in found.slices if one.confirmed]
    with_it = [one for one in confirmed if one.points * change > 0]
    return next(iter(with_it or confirmed), None)


def best_slice_told(found: SliceFindings | None, change: float) -> list[Span]:
    """Its share of the test set and of the change; no spans if no slice is confirmed."""
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
