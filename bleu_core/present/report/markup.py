"""Escaped HTML elements with control characters as pictures, and self-contained HTML files."""

from __future__ import annotations

import hashlib
from base64 import b64encode
from collections.abc import Iterable, Sequence
from html import escape
from importlib.resources import files

from bleu_core.common import theme
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


def page(title: str, sections: Iterable[Html]) -> str:
    """An HTML document that needs nothing else, with the style of reports and no script."""
    style = theme.CSS + resource("report.css")
    head = element(
        "head",
        Html('<meta charset="utf-8">'),
        content_policy([], [style]),
        Html('<meta name="viewport" content="width=device-width">'),
        element("title", title),
        element("style", Html(style)),
    )
    body = element("body", element("main", *sections))
    return f'<!DOCTYPE html>\n<html lang="en">{head}{body}</html>\n'


def content_policy(scripts: Sequence[str], styles: Sequence[str]) -> Html:
    """A policy that allows our scripts and sheets by their hashes, and loads nothing."""
    policy = (
        f"default-src 'none'; script-src {_hashes(scripts)}; style-src {_hashes(styles)}; "
        "img-src data:; base-uri 'none'; form-action 'none'"
    )
    return Html(f'<meta http-equiv="Content-Security-Policy" content="{policy}">')


def _hashes(texts: Sequence[str]) -> str:
    digests = (b64encode(hashlib.sha256(text.encode()).digest()).decode() for text in texts)
    return " ".join(f"'sha256-{digest}'" for digest in digests) or "'none'"


def resource(name: str) -> str:
    """A file of this folder."""
    return files("bleu_core.present.report").joinpath(name).read_text("utf-8")
