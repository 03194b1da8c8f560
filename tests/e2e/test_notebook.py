"""An output in a notebook's page: neither's style reaches the other, in both themes, all inert."""

import json
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page

import bleuscope
from bleu_core.common import theme

from .hearing import offline
from .hostile import HOSTILE, HOSTILE_NAME, expect_nothing_came_alive
from .looks import violations

# As JupyterLab styles what is shown in a cell, and with what else a notebook's page may have.
HOST = """
body { margin: 0; background: var(--ground); color: var(--ink); font: 14px/1.7 serif;
  letter-spacing: 1px; text-transform: uppercase; --a: red; --text: lime; }
body[data-jp-theme-light="true"] { --ground: white; --ink: #222; }
body[data-jp-theme-light="false"] { --ground: #111; --ink: #eee; }
.out { width: 900px; color: green; text-align: center; white-space: pre; }
.out table { table-layout: fixed; margin: auto; border: 3px solid red; font-size: 9px; }
.out tbody tr:nth-child(odd) { background: yellow; } .out tr:hover { background: orange; }
.out td, .out th, .out tr { vertical-align: middle; padding: 1em; max-width: none; border: none; }
.out p, .out h1, .out h3, .out ul { margin: 2em; font-size: 2em; color: red; }
.out code { background: #ddd; color: #000; border-bottom: 2px solid; } .row { display: flex; }
.label, .text, .a, .b, .score, .more, .figure { color: red; font-size: 30px; float: right; }
details, summary { border: 5px solid red; display: inline; list-style: square; } b { color: red; }
"""
OTHERS = """<h1>Of the notebook</h1><p class="a">text <code>code</code> <b>bold</b></p>
<table class="parts"><thead><tr><th>h</th></tr></thead>
<tbody><tr><td class="loss">1</td></tr></tbody></table>
<details class="side"><summary>more</summary><div class="row text">x</div></details>
<article class="segment"><span class="d4 clipped">y</span></article><header><p>z</p></header>"""
STILL = "html { overflow-y: scroll; }"  # as wide with an output as without
UNFOLD = "document.querySelectorAll('details').forEach(one => { one.open = true; })"
# How the elements and those below them are drawn, one of each name and class, as one text.
STYLES = """(roots) => JSON.stringify(
  roots.flatMap((root) => [root, ...root.querySelectorAll("*")])
    .filter((one) => one.localName !== "style")
    .filter((one, i, all) => all.findIndex(
      (other) => other.localName === one.localName && other.className === one.className) === i)
    .map((one) => {
      const drawn = getComputedStyle(one);
      const names = [...drawn].filter((name) => !name.startsWith("--"));
      return [one.localName, names.map((name) => [name, drawn.getPropertyValue(name)])];
    }))"""


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


def draw(page: Page, output: str, host: str = HOST, light: bool = True) -> None:
    """A notebook's page: an output is put into it as JupyterLab does, by a script."""
    is_light = "true" if light else "false"
    page.set_content(
        f"<!DOCTYPE html><html lang=en><title>Notebook</title><style>{STILL}{host}</style>"
        f'<body data-jp-theme-light="{is_light}"><main><div id=others class=out>{OTHERS}</div>'
        "<div style='width: 900px' id=cell class=out></div></main>"
    )
    page.evaluate("html => { document.getElementById('cell').innerHTML = html; }", output)


def styles(page: Page, selector: str) -> list[tuple[str, list[list[str]]]]:
    found = json.loads(page.locator(selector).evaluate_all(STYLES))
    return [(name, drawn) for name, drawn in found]


def test_neither_style_reaches_the_other(page, output) -> None:
    draw(page, "")
    before = styles(page, "#others")
    draw(page, output)
    assert len(before) > 15
    assert styles(page, "#others") == before
    among = styles(page, ".bleuscope")
    draw(page, output, host="")
    alone = styles(page, ".bleuscope")
    assert len(alone) > 40
    assert among == alone


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
        # What the page says of itself goes with it.
        page.goto("about:blank")


def rgb(colour: str) -> str:
    return f"rgb({', '.join(map(str, bytes.fromhex(colour[1:])))})"


def test_it_is_accessible_and_its_texts_stay_texts(page, output) -> None:
    draw(page, output, host="body { margin: 0 }", light=False)
    page.evaluate(UNFOLD)
    expect_nothing_came_alive(page)
    assert page.locator(".bleuscope").first.inner_text().count(HOSTILE[0]) > 3
    page.evaluate("document.getElementById('others').remove()")
    assert violations(page) == []
