"""Columns of segments that do not exist, and why."""

from __future__ import annotations

from bleu_core.common.numerals import whole
from bleu_core.messages import message

# Columns of segments that do not exist, and why.


@message(area="column")
def no_source() -> str:
    return "There is no source."


@message(area="column")
def no_documents() -> str:
    return "The documents are not known."


@message(area="column")
def one_reference() -> str:
    return "There is only one reference."


@message(area="column")
def no_ledger() -> str:
    return "A BLEU is 0, which has no logarithm, so no ledger."


@message(area="column")
def order_not_counted(highest: int) -> str:
    return f"These settings count n-grams up to order {whole(highest)}."


@message(area="column")
def metric_not_counted(metric: str) -> str:
    return f"{metric} has not been counted here."


@message(area="column")
def annotations_not_read() -> str:
    return "What people say stands in the workspace of the app, which is not read here."


@message(area="column")
def no_parts(name: str) -> str:
    return f"Segments cannot be sliced by {name!r}: nearly each would be a part."


@message(area="column")
def other_kind(name: str, kind: str, expected: str) -> str:
    return f"The column {name!r} is of {kind}s, and not of {expected}s."
