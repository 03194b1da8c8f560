"""Randomization trials as an animated histogram in the browser.

All trials are computed at once and sent as a few dozen frames, so that thirty watching students
cost the server nothing.
"""

from __future__ import annotations

from bleu_core.common.numerals import delta, p_value, whole
from bleu_core.teaching import Filling
from pages.ui.widgets.mounting import component

_mount = component("learn/trials/trials.js", '<figure class="trials"></figure>')


def trials(title: str, change: float, filling: Filling, *, key: str) -> None:
    """Draw the trials for a difference of `change` points."""
    extreme = int(filling.extreme[-1])
    _mount(
        data={
            "title": title,
            "delta": change,
            "deltaText": delta(change),
            "reach": float(filling.edges[-1]),
            "frames": filling.counts.tolist(),
            "trials": filling.trials.tolist(),
            "extreme": filling.extreme.tolist(),
            "total": whole(int(filling.trials[-1])),
            "p": p_value((extreme + 1) / (int(filling.trials[-1]) + 1)),
        },
        key=key,
    )
