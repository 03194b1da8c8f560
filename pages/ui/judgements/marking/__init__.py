"""Errors marked in texts by mouse and keyboard, with everybody's marks drawn.

The scripts are mounted by a component over its own lines; marking.js describes how. They know no
screen and save nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from bleu_core.segments.annotations import SEVERITIES
from bleu_core.workspace import Kind
from bleu_core.workspace.kinds import TOP_CATEGORIES


def top_categories(kinds: Sequence[Kind]) -> list[str]:
    """MQM's categories that are not label types."""
    names = [kind.name.casefold() for kind in kinds]
    return [name for name in TOP_CATEGORIES if name.casefold() not in names]


def typology_data(kinds: Sequence[Kind]) -> dict[str, Any]:
    """Label types, MQM's categories, and severities, for the form of a mark."""
    return {
        "categories": [asdict(kind) for kind in (*kinds, *map(Kind, top_categories(kinds)))],
        "severities": list(SEVERITIES),
    }
