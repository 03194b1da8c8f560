"""Escaped HTML elements with control characters as pictures, and self-contained HTML files."""

from __future__ import annotations

import hashlib
from base64 import b64encode
from collections.abc import Iterable
from html import escape
from importlib.resources import files

from bleu_core.common.escaping import visible


class Html(str):
    """Markup, which is not escaped; any other string is."""

    __slots__ = ()


def element(name: str, *content: str, **attributes: str) -> Html:
    """An element; `class_` is written "class", `data_x` "data-x".

    >>> element("p", "1 < 2", element("b", "so"), class_="note")
    '<p class="note">1 &lt; 2<b>so</b></p>'
    """
    given = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{_escaped(value)}"'
        for key, value in attributes.items()
        if value
    )
    return Html(f"<{name}{given}>{join(content)}</{name}>")


def join(content: Iterable[str]) -> Html:
    """Pieces one after another, text escaped."""
    return Html("".join(c if isinstance(c, Html) else _escaped(c) for c in content))


def _escaped(text: str) -> str:
    return escape(visible(text))


def page(title: str, *body: Html, style: str, script: str = "") -> str:
    """An HTML document that needs nothing else; `script` is the text of a module in it."""
    if script:
        body = (*body, element("script", Html(script), type="module"))
    # Nothing but our script and our sheet is allowed, and nothing is loaded.
    policy = (
        f"default-src 'none'; script-src {_hash(script)}; style-src {_hash(style)}; "
        "img-src data:; base-uri 'none'; form-action 'none'"
    )
    head = element(
        "head",
        Html('<meta charset="utf-8">'),
        Html(f'<meta http-equiv="Content-Security-Policy" content="{policy}">'),
        Html('<meta name="viewport" content="width=device-width">'),
        element("title", title),
        element("style", Html(style)),
    )
    return f'<!DOCTYPE html>\n<html lang="en">{head}{element("body", *body)}</html>\n'


def _hash(text: str) -> str:
    """What allows a text in a policy; '' allows none."""
    digest = b64encode(hashlib.sha256(text.encode()).digest()).decode()
    return f"'sha256-{digest}'" if text else "'none'"


def resource(name: str) -> str:
    """A file of this folder."""
    return files("bleu_core.present.report").joinpath(name).read_text("utf-8")
