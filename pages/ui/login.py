"""Who is logged in, on a server that asks for a login."""

from __future__ import annotations

from bleu_core.team.person import Person


def is_asked() -> bool:
    """Whether this server asks for a login."""
    return False


def person() -> Person | None:
    """Who is logged in; None on a server that asks nobody, and before somebody is."""
    return None
