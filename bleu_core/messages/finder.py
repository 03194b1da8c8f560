"""Why the slice finder does not search, or does not test."""

from __future__ import annotations

from bleu_core.common.numerals import counted
from bleu_core.messages import message

# Why the slice finder does not search, or does not test.


@message("note", area="finder")
def too_few_segments(needed: int, segments: int) -> str:
    return (
        f"{counted(needed, 'segment is', 'segments are')} needed, to search half of them and test "
        f"on the rest; here: {counted(segments, 'segment')}."
    )


@message("note", area="finder")
def alike() -> str:
    return "A and B score the same in every segment."


@message("note", area="finder")
def no_ledger() -> str:
    return "A BLEU is 0, which has no ledger: no segment can be said to carry Δ."


@message("note", area="finder")
def one_output() -> str:
    return (
        "It has a condition on what one system wrote, which other segments fulfil once A and B are "
        "exchanged; so no test by exchanging them is made."
    )


@message("note", area="finder")
def one_document() -> str:
    return (
        "It lies in one document. Segments of one document are not independent, so that it was "
        "seen once and there is nothing to confirm it on."
    )
