"""A component that is called with old data last, as happens while a browser loads its script."""

import json

import pytest

from pages.ui.widgets.components import UI, component_script

TABLE = component_script(UI / "widgets" / "table" / "table.js")


def told(changed: float, text: str) -> dict[str, object]:
    nothing = {"ids": None, "selected": None, "shows": ""}
    lists = {"rules": [], "glossary": {"link": "", "short": {}}}
    words = {"label": "Metrics", "how": "", "empty": ""}
    rows = {"columns": [{"label": "state"}], "rows": [[text]]}
    return {"changed": changed, "content": json.dumps({**nothing, **lists, **words, **rows})}


@pytest.mark.parametrize("order", [(0, 1, 2), (2, 0, 1)])
def test_a_component_shows_the_newest_data(open_page, order) -> None:
    page = open_page("about:blank")
    states = [told(5.25, "waiting"), told(6.5, "computing"), told(6.75, "42.0")]
    shown = page.evaluate(
        """async ([script, given]) => {
  const url = URL.createObjectURL(new Blob([script], {type: "text/javascript"}));
  const { default: draw } = await import(url);
  const parentElement = document.createElement("div");
  parentElement.append(document.createElement("div"));
  parentElement.firstChild.className = "frame";
  document.body.append(parentElement);
  for (const data of given) draw({ data, parentElement, setTriggerValue: () => {} });
  return parentElement.querySelector("tbody").textContent;
}""",
        [TABLE, [states[i] for i in order]],
    )
    assert shown == "42.0"
