"""The panels of lessons on other metrics: hidden until a prediction, and of the bench as it is."""

from __future__ import annotations

import pytest


def taught(open_app, **link: str):
    app = open_app("learn.py", **link)
    app.test.toggle(key="teacher").set_value(True)
    app.run()
    return app


@pytest.mark.parametrize(
    ("lesson", "panel"),
    [
        ("nist", "information"),
        ("chrf", "characters"),
        ("five-systems", "systems"),
        ("after-bleu", "systems"),
    ],
)
def test_a_panel_waits_for_the_prediction(open_app, lesson: str, panel: str) -> None:
    app = open_app("learn.py", lesson=lesson)
    assert not app.shows(panel)
    assert taught(open_app, lesson=lesson).shows(panel)


def test_bits_and_matches_are_told(open_app) -> None:
    app = taught(open_app, lesson="nist")
    rows = app.cells("information")
    assert rows[1] == ["1", "2", "the", "3", "4"]
    assert [row[3:] for row in rows] == [["12", "11"], ["3", "4"], ["3", "3"], ["10", "10"]]
    assert app.cells("other-scores")[0] == [
        "A",
        "92.06",
        "3.80",
        "54/16 + 6/14 + 0/12 + 0/10 + 0/8",
    ]


def test_a_panel_is_of_the_texts_on_the_bench(open_app) -> None:
    app = taught(open_app, lesson="nist", cand="a b", ref="a b")
    assert app.cells("information") == [
        ["1", "1", "a · b", "2"],
        ["2", "0", "a b", "1"],
    ]


def test_systems_stand_as_the_lesson_states_them(open_app) -> None:
    rows = taught(open_app, lesson="five-systems").cells("systems")
    assert [row[0] for row in rows] == ["S1", "S2", "S3", "H1", "H2"]
    assert [row[1] for row in rows] == ["5.27", "8.29", "9.30", "19.34", "25.71"]
    assert [row[3] for row in rows] == ["9.30", "8.29", "5.27", "19.34", "25.71"]


def test_characters_in_common_are_told_by_order(open_app) -> None:
    app = taught(open_app, lesson="chrf", cand="ab c", ref="abd")
    assert app.cells("characters")[:2] == [["1", "2/3", "2/3"], ["2", "1/2", "1/2"]]
    (scores,) = app.cells("other-scores")
    assert scores[0] == "A"


def test_errors_stand_as_a_penalty_and_fewer_are_better(open_app) -> None:
    rows = taught(open_app, lesson="after-bleu").cells("systems")
    assert rows[0][:2] == ["HuaweiTSC", "30.42"]
    assert rows[0][3] == "−1.50"
