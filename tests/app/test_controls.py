"""Controls show what a link says by themselves: nothing that a browser may miss tells them to."""

from __future__ import annotations

from pages.ui.widgets import controls


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
