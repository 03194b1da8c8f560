"""HTML that is always escaped: any string that is not `Html` is text."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape


class Html(str):
    """Markup, which is not escaped; any other string is."""

    __slots__ = ()


def element(name: str, *content: str, **attributes: str) -> Html:
    """An element; `class_` is written "class", `data_x` "data-x".

    >>> element("p", "1 < 2", element("b", "so"), class_="note")
    '<p class="note">1 &lt; 2<b>so</b></p>'
    """
    given = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{escape(value)}"'
        for key, value in attributes.items()
        if value
    )
    return Html(f"<{name}{given}>{join(content)}</{name}>")


def join(content: Iterable[str]) -> Html:
    """Pieces one after another, text escaped."""
    return Html("".join(c if isinstance(c, Html) else escape(c) for c in content))
