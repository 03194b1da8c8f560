"""What is drawn anew while a pointer is pressed on it gets its click."""

import pytest
from playwright.sync_api import Page

from bleu_core.present.browser import link_files
from pages.ui.widgets.components import component_script
from tests.places import ROOT

UI, VIEWER = ROOT / "pages" / "ui" / "viewer", ROOT / "bleu_core" / "present" / "viewer"
SCRIPT = link_files(UI / "progress.js", VIEWER / "source.js")
# `draw` draws a button in a node, which is drawn again, or reported again, by `again()`.
DRAWN = {
    "Stop": """
const line = newProgress();
line.show("computing", 0.1);
document.body.append(line.root);
globalThis.again = () => line.show("computing", 0.2);
globalThis.clicks = () => Number(line.stopped);""",
    "an answer": """
const node = document.body, newest = newestOnly(node);
let clicked = 0;
const draw = () => node.replaceChildren(button("Open", "", () => { clicked++; }));
draw();
globalThis.again = () => newest(Promise.resolve(), draw);
globalThis.clicks = () => clicked;""",
}


@pytest.fixture
def page(open_page) -> Page:
    page: Page = open_page("about:blank")
    return page


@pytest.mark.parametrize("name", DRAWN)
def test_what_is_pressed_is_clicked_though_it_is_drawn_again(page: Page, name: str) -> None:
    page.evaluate(f"() => {{ {SCRIPT}\n{DRAWN[name]} }}")
    page.get_by_role("button").hover()
    page.mouse.down()
    page.evaluate("again()")
    page.mouse.up()
    page.wait_for_function("clicks() === 1")


ITEM = {"id": "3", "href": "?data=3", "title": "Friday", "a": "x", "b": "y", "more": ""}
ROW = {
    "id": "3",
    "name": "old",
    "file": "old.txt",
    "format": "",
    "roles": ["system"],
    "role": "system",
}
COMPONENTS = {
    "recent": (
        UI.parent / "widgets" / "recent.js",
        {"items": [{**ITEM, "delta": None}], "title": "Recent", "line": False},
        "Friday",
    ),
    "file-roles": (
        UI.parent / "data" / "file_roles" / "file_roles.js",
        {
            "rows": [{**ROW, "baseline": False, "lines": "3", "odd": False, "preview": []}] * 2,
            "headings": [{"class": "", "label": ""}] * 6,
            "labels": {"system": "Output"},
            "longest": 60,
            "choosing": True,
        },
        "Baseline: old",
    ),
}


@pytest.mark.parametrize("name", COMPONENTS)
def test_a_component_drawn_again_keeps_what_is_pressed(page: Page, name: str) -> None:
    script, data, label = COMPONENTS[name]
    page.evaluate(
        """async ([script, name, data]) => {
  const url = URL.createObjectURL(new Blob([script], {type: "text/javascript"}));
  const { default: draw } = await import(url), parentElement = document.createElement("div");
  parentElement.append(document.createElement("div"));
  parentElement.firstChild.className = name;
  document.body.append(parentElement);
  let sent = 0, changed = 0;
  const setTriggerValue = () => { sent++; };
  globalThis.again = () => {
    const content = JSON.stringify(data);
    draw({ data: { changed: ++changed, content }, parentElement, setTriggerValue });
  };
  globalThis.clicks = () => sent;
  again();
}""",
        [component_script(script), name, data],
    )
    role = "radio" if label.startswith("Baseline") else "link"
    page.get_by_role(role, name=label).first.hover()
    page.mouse.down()
    page.evaluate("again()")
    page.mouse.up()
    page.wait_for_function("clicks() === 1")
