"""An output in a notebook's page: accessible, in the theme of the notebook, all inert."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page

import bleuscope
from bleu_core.common import theme

from .hearing import offline
from .hostile import HOSTILE, HOSTILE_NAME, expect_nothing_came_alive
from .looks import violations

UNFOLD = "document.querySelectorAll('details').forEach(one => { one.open = true; })"


@pytest.fixture(scope="module")
def output() -> str:
    a = HOSTILE * 6
    comparison = bleuscope.compare(
        a,
        [f"{line} more words" for line in a],
        [f"{line} more" for line in a],
        source=a,
        documents=a,
        names=(HOSTILE_NAME, f"B {HOSTILE_NAME}"),
    )
    return comparison._repr_html_() + comparison.score_a._repr_html_()


@pytest.fixture
def page(browser) -> Iterator[Page]:
    page, complaints = offline(browser)
    yield page
    page.context.close()
    assert set(complaints) <= {"about:blank"}


def draw(page: Page, output: str, light: bool = True) -> None:
    """A notebook's page: an output is put into it as JupyterLab does, by a script."""
    page.set_content(
        "<!DOCTYPE html><html lang=en><title>Notebook</title><style>body { margin: 0 }</style>"
        f'<body data-jp-theme-light="{str(light).lower()}"><main><h1>Of the notebook</h1>'
        "<div style='width: 900px' id=cell></div></main>"
    )
    page.evaluate("html => { document.getElementById('cell').innerHTML = html; }", output)


# How notebooks say that they are dark, and light: JupyterLab and its exports, VS Code, Colab; and
# a page that says it to the browser alone, or says nothing.
THEMES = {
    "jupyter": ("document.body.dataset.jpThemeLight = 'false'", "dark"),
    "jupyter light": ("document.body.dataset.jpThemeLight = 'true'", "light"),
    "code": ("document.body.className = 'vscode-body vscode-dark'", "dark"),
    "code light": ("document.body.className = 'vscode-body vscode-light'", "light"),
    "colab": ("document.documentElement.setAttribute('theme', 'dark')", "dark"),
    "scheme": ("document.documentElement.style.colorScheme = 'dark'", "dark"),
    "nothing": ("0", "light"),
}


def test_it_follows_the_theme_of_the_notebook(page, output) -> None:
    for host, (says, scheme) in THEMES.items():
        draw(page, output)
        page.evaluate("document.body.removeAttribute('data-jp-theme-light')")
        page.evaluate(says)
        found = page.locator(".bleuscope").evaluate_all(
            "all => all.map(getComputedStyle).map(one => [one.backgroundColor, one.color])"
        )
        expected = [rgb(theme.colour(name, scheme == "dark")) for name in ("page", "text")]
        assert found == [expected] * 2, host
        page.goto("about:blank")  # what the page says of itself goes with it


def rgb(colour: str) -> str:
    return f"rgb({', '.join(map(str, bytes.fromhex(colour[1:])))})"


def test_it_is_accessible_and_its_texts_stay_texts(page, output) -> None:
    draw(page, output, light=False)
    page.evaluate(UNFOLD)
    expect_nothing_came_alive(page)
    assert page.locator(".bleuscope").first.inner_text().count(HOSTILE[0]) > 3
    assert violations(page) == []
