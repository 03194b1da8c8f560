"""Invalid orders of a worklist. Invalid filters are in the area "expression"."""

from __future__ import annotations

from bleu_core.messages import message

# Invalid orders of a worklist. Invalid filters are in the area "expression".


@message(area="filter")
def unknown_order(key: str) -> str:
    return f"{key!r} is no order of segments."
