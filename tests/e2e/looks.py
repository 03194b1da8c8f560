"""What is looked at on every screen: the rules of WCAG 2 A and AA (axe-core), and its width."""

from collections.abc import Sequence
from typing import Literal

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from .runs import settle

Scheme = Literal["light", "dark"]
# With them also what 2.1 and 2.2 added.
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
ALL = {"type": "tag", "values": TAGS}
# Themes differ in colours alone.
COLOURS = {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}
PAPER = {"light": "rgb(255, 255, 255)", "dark": "rgb(17, 21, 28)"}
# A colour on its way to another has a contrast of its own. (An animation out of sight never ends.)
STILL = """() => document.getAnimations().filter(
  one => Number.isFinite(one.effect.getComputedTiming().endTime)).forEach(one => one.finish())"""
# How much does not fit into the window? The page scrolls in an element of Streamlit's.
WIDER = """() => Math.max(0, ...[document.scrollingElement,
  document.querySelector('[data-testid="stMain"]')].filter(Boolean)
  .map(node => node.scrollWidth - node.clientWidth))"""
PHONE, PROJECTOR, TWICE, DESK = (390, 844), (683, 512), (720, 450), (1440, 900)
# A browser on a phone, for `visitor`.
TOUCHED = {"viewport": {"width": 390, "height": 844}, "has_touch": True}


def violations(page: Page, run: dict[str, object] = ALL, **more: object) -> list[str]:
    """What axe-core finds, each with its rule, its place and the beginning of the element."""
    options = {"runOnly": run, "resultTypes": ["violations"], **more}
    found = Axe().run(page, options=options).response["violations"]
    return [
        f"{rule['id']} {node['target']} {node['html'][:160]} {node['failureSummary']}"
        for rule in found
        for node in rule["nodes"]
    ]


def look(
    page: Page,
    schemes: Sequence[Scheme] = ("light", "dark"),
    windows: Sequence[tuple[int, int]] = (),
    is_app: bool = True,
) -> None:
    """No rule is broken in these themes, and nothing runs off the side of these windows."""
    size = page.viewport_size
    for number, scheme in enumerate(schemes):
        page.emulate_media(color_scheme=scheme)
        if is_app:
            expect(page.locator(".stApp")).to_have_css("background-color", PAPER[scheme])
            settle(page)
        page.evaluate(STILL)
        assert violations(page, COLOURS if number else ALL) == [], scheme
    for width, height in windows:
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_function(f"({WIDER})() <= 0")
    page.set_viewport_size(size)
