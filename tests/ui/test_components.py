"""What a component's data say of their age, so that a browser can tell old from new."""

import json

from streamlit.testing.v1 import AppTest

from tests.servers import PATIENCE


def _screen() -> None:
    import streamlit as st

    from pages.ui.widgets.components import component

    text = st.text_input("state", "computing", key="state")
    component("widgets/notice.js")(data={"state": text}, key="metrics")


def test_changed_data_are_newer_and_unchanged_data_are_the_same() -> None:
    app = AppTest.from_function(_screen, default_timeout=PATIENCE)

    def changed() -> float:
        return json.loads(app.run().get_by_key("metrics").proto.json)["changed"]

    first = changed()
    assert changed() == first
    app.text_input(key="state").set_value("42.0")
    second = changed()
    assert second > first
    assert changed() == second
