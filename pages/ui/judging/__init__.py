"""What a person says of the segment that is open: verdict, labels, note, saved as it is said.

The browser keeps what it has sent until Python has answered for it, so nothing
is lost where presses come faster than answers. To Python goes "said": a list of
{"id", "comparison", "segment", "kind", "system", "label", "text", "seen"}; back comes "done",
what became of each id.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

import streamlit as st

from bleu_core.annotations import SEVERITIES, VERDICTS, Annotation
from bleu_core.workspace import Kind

_HERE = Path(__file__).parent
_mount = st.components.v2.component(
    "bleuscope_judging",
    html='<div class="judging"></div>',
    js=(_HERE / "judging.js").read_text(encoding="utf-8"),
    css=(_HERE / "judging.css").read_text(encoding="utf-8"),
)
# By key, for the hand that is not on the arrows.
VERDICT_KEYS = dict(zip(VERDICTS, "absx", strict=True))


def judging(
    comparison: str,
    segment: int,
    said: Annotation,
    kinds: Sequence[Kind],
    done: dict[str, Any],
    walked: dict[str, Any],
    *,
    key: str,
    on_say: Callable[[], None],
) -> None:
    """Draw what is said of a segment of the comparison of that digest, and means to say more.

    `walked` is the last step to another segment that was answered.
    """
    _mount(
        data={
            "comparison": comparison,
            "segment": segment,
            "said": asdict(said),
            "kinds": [asdict(kind) for kind in kinds],
            "verdicts": list(VERDICT_KEYS.items()),
            "severities": list(SEVERITIES),
            "done": done,
            "walked": walked,
        },
        key=key,
        on_said_change=on_say,
    )
