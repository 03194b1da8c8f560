"""Metrics vs. people without annotations: what to do, and published results."""

from __future__ import annotations

from pages.ui import user_workspace
from pages.ui.judge import people_examples
from pages.ui.widgets.notice import notice


def show() -> None:
    """Draw it."""
    ways = [
        "Import numbers that people gave outputs, under Data: a column of a file for each system.",
    ]
    if closed := user_workspace.why_only_read():
        ways = [closed]
    elif user_workspace.current() is None:
        ways += [
            "Marks on the text and blind sessions live in a workspace.",
            user_workspace.why_nothing(),
        ]
    else:
        ways += [
            "Import what people marked on the text, under Data, as Google's MQM tables have it.",
            "Judge blind: a session under Sessions counts here once it is unblinded.",
        ]
    notice("info", "Nobody has said anything of these outputs yet.", ways, key="no-people")
    people_examples.show()
