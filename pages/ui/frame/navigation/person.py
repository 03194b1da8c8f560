"""Who is logged in, at the end of the names of the screens, and the way out."""

from __future__ import annotations

from bleu_core.workspace.team.person import Person
from pages.ui.widgets.mounting import component

_mount = component(__file__, '<div class="person"></div>')


def person(who: Person) -> None:
    """Draw what somebody goes by here, which is what all that they say carries."""
    _mount(data={"name": who.name, "email": who.email}, key="person")
