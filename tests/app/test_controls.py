"""Controls show what a link says by themselves: nothing that a browser may miss tells them to."""

from __future__ import annotations

from urllib.parse import parse_qsl

import pytest

from pages.ui.widgets import controls

from .conftest import App

LINKS = [
    ("data.py", "tok=char&lc=yes&smooth=floor&value=0.3&order=3"),
]


def defaults(app: App) -> dict[str, tuple[object, object]]:
    """Of each control: what a browser shows that knows the default only, and what it is to show."""
    plain = [*app.test.text_input, *app.test.toggle, *app.test.number_input]
    found = {w.label: (w.proto.default, w.value) for w in plain}
    for box in app.test.selectbox:
        default = box.proto.default if box.proto.HasField("default") else None
        found[box.label] = default, box.index
    for w in app.test.slider:
        value = w.value if isinstance(w.value, tuple) else (w.value,)
        found[w.label] = tuple(w.proto.default), value
    return found


@pytest.mark.parametrize(("screen", "link"), LINKS)
def test_what_a_link_says_is_the_default_of_its_control(screen: str, link: str) -> None:
    app = App(screen, **dict(parse_qsl(link)))
    for panel in ("filters", "settings"):
        app.test.session_state[panel] = True  # it is open
    for _ in range(2):
        app.run()
        found = defaults(app)
        assert found
        assert all(default == value for default, value in found.values()), found


def test_only_what_differs_from_what_a_control_shows_is_a_choice(monkeypatch) -> None:
    taken: list[str] = []
    states: dict[str, object] = {}
    monkeypatch.setattr(controls.st, "session_state", states)

    def report(control: dict, value: str) -> None:
        states[control["key"]] = value
        control["on_change"](*control["args"])

    first = controls.follow_value("order", "line", taken.append)
    report(first, "line")  # the first report of a control, or a late one after its screen was left
    assert taken == []
    report(first, "points")
    assert taken == ["points"]
    assert controls.follow_value("order", "points", taken.append)["key"] == first["key"]
    second = controls.follow_value("order", "delta", taken.append)  # changed elsewhere
    assert second["key"] != first["key"]
    report(first, "line")  # under way when the second was drawn
    assert taken == ["points"]
    report(second, "line")
    assert taken == ["points", "line"]
