"""The scorecard at the top of the Overview."""

from __future__ import annotations

from dataclasses import asdict

from bleu_core.common.escaping import one_line
from bleu_core.present.account import ComparisonAccount
from bleu_core.present.account.scorecard import scorecard
from pages.ui.widgets.components import component
from pages.ui.widgets.rich_text import glossary_tips

_mount_scorecard = component(__file__, '<section class="scorecard"></section>')
_TERMS = ("bleu", "delta", "p-value", "confidence-interval")


def draw_scorecard(account: ComparisonAccount) -> None:
    """Draw both scores, Δ, its interval on an axis, p and the badge."""
    comparison = account.comparison
    card = scorecard(comparison, account.significance, account.grade)
    _mount_scorecard(
        data={
            **asdict(card),
            "badge": card.badge,
            "name_a": one_line(comparison.a),
            "name_b": one_line(comparison.b),
            "glossary": glossary_tips(_TERMS),
        },
        key="scorecard",
    )
