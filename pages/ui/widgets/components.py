"""Components of the browser: a script, a style sheet and a little HTML, in files of one name.

The protocol. Python gives a component `data`, plain JSON, whenever it changes, and the script draws
it. Interactions stay in the browser if possible (hovering, orders, filters, steps along tokens);
these messages go to Python, each as the component's result of that name:

==================  ===========  ==================================================================
component           message      value, and when it is sent
==================  ===========  ==================================================================
table               open         the id of a row: on click, Enter or Space
prose               open         the `opens` of the pressed span
where_documents     open         [document, system], indices of a cell
viewer/*.js         moved        the parameters of the address that the view has written, and its
                                 serial number
..                  command      what a control of the view asks for, such as "save-slice"
subset_line         only         true: the switch between some segments and all was pressed
..                  filter       true: to change the filter, on Segments
header              screen       the index of a screen to open
..                  segment      the number of a segment to open
..                  term         the name of an entry to open in the glossary
..                  pair         {"id", "a", "b"}: indices of the systems to compare;
                                 `data.open.answered` is the id answered
..                  settings     true: open the settings
..                  setting      the index of a setting to use
..                  annotator    the name that was set in another tab, as the cookie has it
file_roles          set          {"id"} of a row with its new "role", its new "name" ("" for that in
                                 the file), or "baseline": true
recent              open, all    the id of a comparison to open; true for all of them
glossary_view       open         the name of an entry that was opened, for the link
lesson_view         predict      the prediction: a choice, or the number as typed
..                  variant, go  the name of a variant for the bench; of another lesson
..                  wall         to the view for the wall, or back
lesson_list         open         the name of a lesson
bench               edit         {"lesson", "candidates", "references", "settings", "typed",
                                 "serial"}: the whole bench, 200 ms after the last key ("typed")
                                 or immediately; `data.serial` is the edit answered
..                  reset        true: restore the texts and settings of the lesson
blind               end          the session and the annotator at the end of its items, or ""
..                  failed       true: a judgment could not be saved
..                  leave        true: to the other screens
==================  ===========  ==================================================================

Judgments of a blind session and annotations of segments are sent over HTTP (judgements/panel/
saving.js); what is not saved yet is in the browser's localStorage (outbox.js).

Only `end` and `edit` are state, which Streamlit keeps for the next run; all other messages are
triggers, which exist for the run that they start.

Streamlit is given a component's data as JSON, "content", with "changed", the time when Python
changed it, in seconds: the script is not called with older data after newer data (newest_only.js).
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import streamlit as st

from bleu_core.present.browser import link_files

UI = Path(__file__).parents[1]


def component(module: str, html: str = "", style: str = "") -> Callable[..., Any]:
    """Return the mount function of a component with the given HTML, and more style.

    `module` is the path of its script below pages/ui, or the `__file__` of a module or package that
    has a script of its name beside it. A style sheet of that name is optional.
    """
    path = UI / module
    base = path.with_name(path.parent.name) if path.stem == "__init__" else path.with_suffix("")
    script, sheet = base.with_suffix(".js"), base.with_suffix(".css")
    mount = st.components.v2.component(
        f"bleuscope_{base.name}",
        html=html or None,
        js=component_script(script),
        css=style + link_files(sheet) if sheet.exists() else None,
    )

    def mount_changed(*, data: dict[str, Any], key: str, **options: Any) -> Any:
        # As one text: in other values Streamlit looks for data frames, and loads pandas for that.
        content = json.dumps(data)
        sent = {"changed": _time_of_change(key, content), "content": content}
        return mount(data=sent, key=key, **options)

    return mount_changed


def component_script(path: Path) -> str:
    """Return the script of a component with its imports; it draws the newest data only."""
    linked = link_files(UI / "widgets" / "newest_only.js", path)
    drawing = linked.replace("export default ", "const drawData = ")
    return f"{drawing};\nexport default newestData(drawData);\n"


def _time_of_change(key: str, content: str) -> float:
    """Return when this session drew the component of a key with these data first."""
    changes: dict[str, tuple[int, float]] = st.session_state.setdefault("component-changes", {})
    drawn = hash(content)
    if changes.get(key, (None,))[0] != drawn:
        changes[key] = drawn, time.time()
    return changes[key][1]
