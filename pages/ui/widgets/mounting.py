"""Components of the browser: a script, a style sheet and a little HTML, in files of one name.

The protocol. Python gives a component `data`, plain JSON, whenever it changes, and the script draws
it. Interactions stay in the browser if possible (hovering, orders, filters, steps along tokens);
these messages go to Python, each as the component's result of that name:

==================  ===========  ==================================================================
component           message      what it carries, and when
==================  ===========  ==================================================================
table               open         the id of a row: a click, Enter or Space on it
prose               open         what a pressed span names as what it opens
board               open, choose [set, system] of a cell, by their numbers from 0, whose comparison
                                 is to be opened, or that is to be told more of; the system is -1
                                 where it is the set
where_documents     open         [document, system] of a cell, by their numbers from 0
expression_box      apply        {"text", "id"}: an expression that is to hold instead of the one
                                 before; the id is fresh
subset_line         only         true: the switch between some segments and all was pressed
masthead            pair         {"id", "a", "b"}: the numbers, from 0, of the systems that are to
                                 be compared; `data.answered` says which one is answered
..                  share        true: who else may open what is open is to be shown
recent              open, all    the id of a comparison that is gone on with; true for all of them
glossary_view       open         the name of an entry that was opened, for the link
lesson_view         predict      the prediction: a choice, or the number as it was typed
..                  variant, go  the name of a variant for the bench; of another lesson
..                  wall         to the view for the wall, or back
lesson_list         open         the name of a lesson
..                  forget       true: all predictions are to be made anew
bench               edit         {"lesson", "candidates", "references", "settings", "typed",
                                 "serial"}: all that is on the desk, 200 ms after the last key
                                 ("typed") or at once; `data.serial` says which one is answered
..                  reset        true: back to the texts and settings of the lesson
strip               answer       {"lesson", "activity", "answer"}: a student's answer
..                  alone        "yes" to lessons of one's own, "no" back to the class
desk, wall          lead         {"lesson", "activity", "phase"}: what the class is to be shown that
                                 is another than now
strip, desk, wall   behind       the version of the room whose stage is another than is drawn
segment_view        presses      {"sending", "presses"}: all that is not answered yet, in order
..                  edit         {"id", "comparison", "segment", "texts"}: the texts that "a" or "b"
                                 is tried with, 200 ms after the last key
..                  make_b       {"comparison", "segment", "system"}: the name of a system that is
                                 to be B; that segment stays open
blind               presses      {"sending", "session", "annotator", "at", "wants", "presses"}: all
                                 that is not answered yet, in order, the place that is shown, and
                                 the places whose items are wanted; `data.answered` says which
                                 message is answered
..                  leave        true: to the other screens
==================  ===========  ==================================================================

A press is an op or a step, and has a fresh "id". An op, {"id", "comparison", "segment", "kind",
"system", "label", "number", "text", "seen"}, changes the text of a verdict, label, note or mark
from the one "seen": immediately, for a note 300 ms after the last key or when its field loses
focus. The text of a mark is a list in JSON, its system a place (judgements/marked.py). A step,
{"id", "kind": "step", "comparison", "list", "segment", "by"}, goes that many segments along the
list of that name. They are sent on every press, when the server session has changed, and every 5 s
while something could not be saved; "sending" is unique, so that a restarted server reads it too.

Python answers all of them, every time, in `data.answers`, by id: for an op, {} if saved, {"there":
text} if refused because another window wrote that text, {"problem": sentence} if not possible now;
for a step, {"segment"} or a problem. Answered presses are not sent again
(judgements/panel/outbox.js, segments/segment_view/walk.js); unanswered ones stay in the tab's
sessionStorage under "bleuscope-unsaved", and in the localStorage when the tab is closed.

A press of `blind` is an op of {"session", "annotator", "at", "kind", "side"}, answered in the same
way. One message is in flight at a time, and sent again every 5 s without an answer; unanswered
presses are saved under "bleuscope-judging".

Only `presses` and both `edit`s are state, which Streamlit keeps for the next run; all other
messages are triggers, which exist for the run that they start.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import streamlit as st

from pages.ui.widgets.linking import linked

UI = Path(__file__).parents[1]


def component(module: str, html: str = "") -> Callable[..., Any]:
    """Return the mount function of a component.

    Parameters
    ----------
    module : str
        The path of its script below pages/ui; or the `__file__` of a module or package, whose
        script beside it has the same name. A style sheet of that name is optional.
    html : str
        The HTML that the script finds in its element.
    """
    path = UI / module
    base = path.with_name(path.parent.name) if path.stem == "__init__" else path.with_suffix("")
    script, sheet = base.with_suffix(".js"), base.with_suffix(".css")
    return st.components.v2.component(
        f"bleuscope_{base.name}",
        html=html or None,
        js=linked(script),
        css=linked(sheet) if sheet.exists() else None,
    )
