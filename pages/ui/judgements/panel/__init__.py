"""What a person says of the segment that is open: verdict, labels, note, saved as it is said.

It is drawn above the segment's texts, as a part of their component. An item that is said goes to
Python as an op (see widgets/mounting.py); the browser keeps it until Python has answered for it, so
that nothing is lost where presses come faster than answers.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from bleu_core.segments.annotations import SEVERITIES, VERDICTS, Annotation
from bleu_core.workspace import Kind

# By key, for the hand that is not on the arrows.
VERDICT_KEYS = dict(zip(VERDICTS, "absx", strict=True))


def panel_data(
    said: Annotation, kinds: Sequence[Kind], others: Sequence[str], closed: bool = False
) -> dict[str, Any]:
    """What is drawn of what is said of a segment, and of the means to say more.

    `others` is what other people say of it, in short; `closed` that nothing can be said here.
    """
    return {
        "said": asdict(said),
        "kinds": [asdict(kind) for kind in kinds],
        "verdicts": list(VERDICT_KEYS.items()),
        "severities": list(SEVERITIES),
        "others": list(others),
        "closed": closed,
    }
