"""What is always in sight: the two systems, their colours, the signature."""

from __future__ import annotations

from bleu_core import Comparison
from bleu_core.escaping import visible
from bleu_core.numerals import counted
from bleu_core.signature import sacrebleu_command
from pages.ui.sample import SAMPLE_IS, is_sample
from pages.ui.widgets import glossary_tip
from pages.ui.widgets.mounting import component

_mount = component(__file__, '<header class="masthead"></header>')


def masthead(comparison: Comparison) -> None:
    """Draw the line under the navigation."""
    references = [f"reference-{i}" for i in range(1, len(comparison.evalset.references) + 1)]
    _mount(
        data={
            "a": visible(comparison.a),
            "b": visible(comparison.b),
            "sample": SAMPLE_IS if is_sample(comparison.evalset) else "",
            "segments": counted(len(comparison), "segment"),
            "signature": comparison.score_a.signature,
            "command": sacrebleu_command(
                comparison.config, references, [comparison.a, comparison.b]
            ),
            "glossary": glossary_tip.tips(("delta", "signature")),
        },
        key="masthead",
    )
