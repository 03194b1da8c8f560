"""Requests of a link to the app that cannot be met."""

from __future__ import annotations

from collections.abc import Sequence

from bleu_core.common.numerals import whole
from bleu_core.common.wording import cut, listed
from bleu_core.messages import message

# Requests of a link to the app that cannot be met.


@message("warning", area="link")
def not_understood(parameter: str, value: str) -> str:
    return cut(f"{parameter}={value}")


@message("warning", area="link")
def unknown_criterion(criterion: str, of_data_set: bool = False) -> str:
    return f"{'A data set' if of_data_set else 'Segments'} cannot be sliced by {criterion!r} here."


@message("warning", area="link")
def unknown_metric(metric: str) -> str:
    return f"There is no metric {metric!r} here."


@message("warning", area="link")
def unknown_ranking(metric: str) -> str:
    return f"There is no metric {metric!r} here that all systems have scores by."


@message("warning", area="link")
def unknown_order(metric: str) -> str:
    return f"There is no metric “{metric}” here. Orders by it are left out."


@message("warning", area="link")
def unknown_column(column: str) -> str:
    return f"There is no column of numbers “{column}” here. The order by it is left out."


@message("warning", area="link")
def refused_order(why: str) -> str:
    return f"{why} The order by it is left out."


@message("warning", area="link")
def idle_order() -> str:
    return "These settings have no such n-grams: the list is in file order."


@message("warning", area="link")
def unknown_annotations(name: str) -> str:
    return f"{name!r} is nothing that people said here."


@message("warning", area="link")
def unknown_session() -> str:
    return "The session of the link is not one of this test set; this is another."


@message("warning", area="link")
def unknown_segment(segment: int, size: int, of: str) -> str:
    return f"There is no segment {whole(segment)}: this {of} has {whole(size)}."


@message("warning", area="link")
def unknown_systems(names: Sequence[str]) -> str:
    return f"None of the systems here: {listed(names)}."


@message("warning", area="link")
def too_many_systems(names: Sequence[str], most: int) -> str:
    return f"Left out, as {whole(most)} are shown at most: {listed(names)}."
