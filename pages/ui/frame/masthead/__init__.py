"""The masthead: the two systems, which can be changed, and the signature."""

from __future__ import annotations

from typing import Any

import streamlit as st

from bleu_core import Comparison
from bleu_core.common.escaping import visible
from bleu_core.common.numerals import counted, whole
from bleu_core.datasets import Job
from bleu_core.datasets.titles import folder_of, size_of
from bleu_core.metrics.signature import sacrebleu_command
from pages.ui import pair, state, store
from pages.ui.frame import share_dialog
from pages.ui.sample import SAMPLE_IS, is_sample
from pages.ui.widgets import glossary_tip
from pages.ui.widgets.mounting import component

# Characters of a data set's path.
LONGEST_PATH = 300

_mount = component("frame/masthead/masthead.js", '<header class="masthead"></header>')


def masthead(comparison: Comparison) -> None:
    """Draw the line below the navigation."""
    data = comparison.evalset
    names = list(data.systems)
    references = counted(len(data.references), "reference")
    files = [f"reference-{i}" for i in range(1, len(data.references) + 1)]
    _draw(
        {
            "systems": [visible(name) for name in names],
            "a": names.index(comparison.a),
            "b": names.index(comparison.b),
            "badge": ["Sample", SAMPLE_IS] if is_sample(data) else [],
            "segments": counted(len(data), "segment"),
            # The number is worth a mention only above two.
            "size": f"{whole(len(names))} systems" if len(names) > 2 else "",
            "references": references if len(names) > 2 else "",
            "signature": comparison.score_a.signature,
            "command": sacrebleu_command(comparison.config, files, [comparison.a, comparison.b]),
            "share": share_dialog.button(),
        }
    )


def masthead_of_job(job: Job) -> None:
    """Draw the line of a data set, whose two systems are fixed."""
    where = f"{size_of(job.plan)}: {folder_of(job.plan)}"
    _draw(
        {
            "systems": [visible(job.a), visible(job.b)],
            "a": 0,
            "b": 1,
            "fixed": True,
            "badge": ["Data set", visible(where, LONGEST_PATH)],
            "segments": counted(len(job), "segment"),
            "size": "",
            "references": counted(len(job.plan.columns.references), "reference"),
            "signature": job.score_a.signature,
            "command": "",
            "share": None,
        }
    )


def _draw(data: dict[str, Any]) -> None:
    data["answered"] = st.session_state.get("pair-answered", "")
    data["glossary"] = glossary_tip.tips(("delta", "signature"))
    _mount(data=data, key="masthead", on_pair_change=_take, on_share_change=share_dialog.ask)


def _take() -> None:
    """Compare the chosen systems; a choice for a deleted test set is ignored."""
    chosen: dict[str, Any] | None = st.session_state["masthead"]["pair"]
    data = store.evalset(state.current().data)
    if not chosen or data is None:
        return
    st.session_state["pair-answered"] = chosen["id"]
    names = dict(enumerate(data.systems))
    a, b = names.get(chosen["a"]), names.get(chosen["b"])
    if a is not None and b is not None and a != b:
        pair.choose(data, a, b)
