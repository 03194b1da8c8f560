"""The annotation panel of the open segment: verdict, labels, note, saved immediately.

It is drawn above the segment's texts, as a part of their component. A change goes to Python as an
op (see widgets/components.py); the browser keeps it until Python has answered, so that nothing is
lost if presses come faster than answers.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from bleu_core.segments.annotations import SEVERITIES, VERDICTS, Annotation
from bleu_core.workspace import Kind

# Keys for the hand that is not on the arrow keys.
VERDICT_KEYS = dict(zip(VERDICTS, "absx", strict=True))


def panel_data(
    annotation: Annotation, kinds: Sequence[Kind], others: Sequence[str], closed: bool = False
) -> dict[str, Any]:
    """The annotations of a segment and the controls to change them, as JSON.

    `others` are summaries of other people's annotations; `closed` disables the controls.
    """
    return {
        "said": asdict(annotation),
        "kinds": [asdict(kind) for kind in kinds],
        "verdicts": list(VERDICT_KEYS.items()),
        "severities": list(SEVERITIES),
        "others": list(others),
        "closed": closed,
    }
