"""The interactive page as its reader opens it: a file, a browser, no network."""

from collections.abc import Callable
from functools import cache

import pytest
from playwright.sync_api import Page, expect

from bleu_core.present.viewer import render_page
from bleu_core.present.viewer.ranking import render_ranking_page
from tests.core.present.test_page_ranking import OUTPUTS, standings_of

from .hearing import offline
from .hostile import HOSTILE, HOSTILE_NAME, expect_nothing_came_alive, hostile_report
from .looks import PHONE, TWICE, look, violations
from .page_documents import sample_page
from .test_viewer_suites import hostile_suite, suite_page

OpenIt = Callable[..., Page]


def test_hostile_texts_stay_text_on_every_screen(open_it: OpenIt) -> None:
    _, content = hostile_report(HOSTILE_NAME, f"B {HOSTILE_NAME}")
    page = open_it(render_page(content))
    expect(page.locator("section.overview .scorecard bdi").first).to_have_text(HOSTILE_NAME)
    expect(page.locator("section.overview .segments .line").first).to_be_visible()
    for key, name in (("s", "Segments"), ("n", "N-grams"), ("l", "Slices"), ("o", "Overview")):
        page.keyboard.press("g")
        page.keyboard.press(key)
        link = page.get_by_role("link", name=name, exact=True)
        expect(link).to_have_attribute("aria-current", "page")
        page.evaluate(UNFOLD)
        expect_nothing_came_alive(page)
    file = page.url.partition("#")[0]
    page.goto(f"{file}#view=segments&sort=line")
    page.reload()
    expect(page.locator(".system.a .line")).to_have_text(HOSTILE[0])
    page.get_by_label("Find in segments").fill("</style></script>")
    page.keyboard.press("Enter")
    expect(page.locator(".count")).to_have_text("6 of 36")
    expect_nothing_came_alive(page)
    page.goto(f"{file}#view=slices&by=document")
    page.get_by_role("button", name=HOSTILE[0]).press("Enter")
    chip = page.get_by_role("button", name=f"Remove the condition document: {HOSTILE[0]}")
    expect(chip).to_be_visible()
    expect(page.locator(".count")).to_have_text("6 of 36")
    expect_nothing_came_alive(page)


SHIFTS = """() => {
  const shifts = [];
  const take = (entries) => shifts.push(...entries.map(
    ({ value, sources }) => [value, ...sources.map(({ node }) => node?.className ?? "")]));
  const observer = new PerformanceObserver((list) => take(list.getEntries()));
  observer.observe({ type: "layout-shift", buffered: true });
  window.shiftsOfThePage = () => {
    take(observer.takeRecords());
    return shifts;
  };
}"""
# Fonts are there, nothing is left to do, and what was done has been painted.
SETTLED = """async () => {
  await document.fonts.ready;
  await new Promise((resolve) => { requestIdleCallback(resolve); });
  for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
}"""


UNFOLD = "for (const node of document.querySelectorAll('details')) node.open = true"


@cache
def ranking_page() -> bytes:
    return render_ranking_page(standings_of({**OUTPUTS, HOSTILE_NAME: ["none of it"] * 40}))


# The page of a view, its address, and what is opened in it.
VIEWS = {
    "overview": (sample_page, "view=overview", ""),
    "segments": (sample_page, "view=segments&marks=all&delta=..0&part.document=news-1", ""),
    "filter": (sample_page, "view=segments", ".opener"),
    "ngrams": (sample_page, "view=ngrams&find=%22in%22", ""),
    "contexts": (sample_page, "view=ngrams&ngram=in", ""),
    "slices": (sample_page, "view=slices", ""),
    "ranking": (ranking_page, "", ""),
    "suite": (suite_page, "", ""),
    "hostile suite": (hostile_suite, "", ""),
}
# Chromium and Firefox let the keyboard scroll what it can reach no link in; the rule is of Safari.
WITHOUT = {"scrollable-region-focusable": {"enabled": False}}


BY_DEFAULT = ("overview", "segments", "suite")


@pytest.mark.parametrize(
    "name", [pytest.param(n, marks=[] if n in BY_DEFAULT else pytest.mark.slow) for n in VIEWS]
)
def test_a_view_opens_without_a_shift_breaks_no_rule_and_fits(browser, tmp_path, name: str) -> None:
    data, fragment, opens = VIEWS[name]
    path = tmp_path / "page.html"
    path.write_bytes(data())
    page, _ = offline(browser)
    page.add_init_script(f"({SHIFTS})()")
    page.goto(f"{path.as_uri()}#{fragment}")
    expect(page.locator("main > section:not([hidden])")).not_to_be_empty()
    page.evaluate(SETTLED)
    assert page.evaluate("window.shiftsOfThePage()") == []
    page.evaluate(UNFOLD)
    if opens:
        page.locator(opens).click()
    look(page, windows=[TWICE, (1024, 768)], is_app=False)
    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    assert violations(page, rules=WITHOUT) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.context.close()


def test_the_theme_is_chosen_and_kept(open_it: OpenIt) -> None:
    page = open_it(sample_page(), color_scheme="light")
    for scheme in ("light", "dark"):
        page.get_by_role("button", name="Theme:").click()
        paper = {"light": "rgb(255, 255, 255)", "dark": "rgb(17, 21, 28)"}[scheme]
        expect(page.locator("body")).to_have_css("background-color", paper)
    page.reload()
    expect(page.locator("body")).to_have_css("background-color", "rgb(17, 21, 28)")
