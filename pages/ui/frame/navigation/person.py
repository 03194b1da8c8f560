"""Who is logged in, at the end of the navigation, with the way out."""

from __future__ import annotations

from bleu_core.workspace.team.person import Person
from pages.ui.widgets.mounting import component

_mount = component("frame/navigation/person.js", '<div class="person"></div>')


def person(who: Person) -> None:
    """Draw the name of the visitor, which all their annotations carry."""
    _mount(data={"name": who.name, "email": who.email}, key="person")
