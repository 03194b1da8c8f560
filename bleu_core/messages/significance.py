"""Systems that cannot be tested or resampled."""

from __future__ import annotations

from collections.abc import Sequence

from bleu_core.common.numerals import counted
from bleu_core.messages import message

# Systems that cannot be tested or resampled.


@message(area="significance")
def no_segments() -> str:
    return "There are no segments to resample."


@message(area="significance")
def no_repetitions(given: int) -> str:
    return f"{given} repetitions were asked for; at least 1 is needed."


@message(area="significance")
def shape_of_clusters(shape: Sequence[int], segments: int) -> str:
    return (
        f"clusters has the shape {tuple(shape)}; it is to have one number a segment, "
        f"the shape {(segments,)}."
    )


@message(area="significance")
def type_of_clusters(kind: str) -> str:
    return (
        f"clusters is of {kind}; it is to be of whole numbers, the same number "
        "for the segments of a document."
    )


@message(area="significance")
def one_cluster() -> str:
    return "All segments are of one cluster: how clusters vary cannot be told."


@message(area="significance")
def one_unit() -> str:
    return "There is one unit to leave out: how units vary cannot be told."


@message(area="significance")
def number_of_blocks(segments: int, blocks: int) -> str:
    return (
        f"{counted(segments, 'segment')} cannot be cut into {blocks} blocks; "
        "there must be 2 blocks at least and no empty one."
    )
