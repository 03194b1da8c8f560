"""Texts and a name that come alive anywhere but as text, and how one sees that they do not."""

from __future__ import annotations

from playwright.sync_api import Page, expect

HOSTILE = [
    "<script>window.hacked = 1</script>",
    '<img src="x" onerror="window.hacked = 2">',
    "</style></script><b id=injected>bold</b>",
    "**bold** [link](javascript:window.hacked=3) # heading | `code`",
    "$\\latex{x^2}$ :red[red] :material/home:",
    "\u202eمرحبا بالعالم\u202c <svg onload='window.hacked = 4'>",
]
HOSTILE_NAME = "<img src=x onerror=window.hacked=5> **b** $x$"


def expect_nothing_came_alive(page: Page) -> None:
    alive = "#injected, img[src=x], svg[onload], a[href^='javascript:'], .katex"
    expect(page.locator(alive)).to_have_count(0)
    assert page.evaluate("window.hacked") is None
