"""More systems under A and B in the open segment, without a browser."""

from __future__ import annotations

import json
import random

from sacrebleu.metrics import BLEU

from bleu_core import EvalSet
from bleu_core.common.formatting import format_delta
from pages.ui import store
from pages.ui.query import to_params
from pages.ui.view import View

from .conftest import App

REFERENCES = ["the cat sat on the mat", "a dog ran in the park today", "it rained all day long"]
WORDS = " ".join(REFERENCES).split()


def outputs(number: int) -> dict[str, list[str]]:
    """The texts of so many systems, "one" to … by their numbers."""
    draw = random.Random(7)
    return {
        f"s{k}": [
            " ".join(word if draw.random() < 0.8 else draw.choice(WORDS) for word in line.split())
            for line in REFERENCES
        ]
        for k in range(number)
    }


def open_systems(systems: int | dict[str, list[str]], seg: int = 1, **view: object) -> App:
    """A test set of so many systems, opened by such a link."""
    texts = outputs(systems) if isinstance(systems, int) else systems
    data = EvalSet(texts, [REFERENCES])
    return App(
        "segments.py", **to_params(View(data=store.put(data), segment=seg, sort="line", **view))
    )


def shown(app) -> list[str]:
    return [one["system"] for one in app.component("segment").get("others", [])]


def choose(app, names: list[str]) -> None:
    app.test.multiselect[0].set_value(names)
    app.run()


def test_two_systems_have_no_more_to_choose_and_nothing_is_sent_of_them() -> None:
    app = open_systems(2)
    assert not app.test.multiselect
    assert "others" not in app.component("segment")
    more = open_systems(5)
    assert more.test.multiselect[0].options == ["s2", "s3", "s4"]
    assert "others" not in more.component("segment")


def test_chosen_systems_are_shown_and_scored_under_a_and_b() -> None:
    texts = outputs(6)
    app = open_systems(texts)
    choose(app, ["s4", "s2"])
    assert app.link["more"] == "s4,s2"
    data = app.component("segment")
    metric = BLEU(effective_order=True)
    of_a = metric.sentence_score(texts["s0"][0], [REFERENCES[0]]).score
    for one in data["others"]:
        expected = metric.sentence_score(texts[one["system"]][0], [REFERENCES[0]])
        assert one["text"] == texts[one["system"]][0]
        assert one["score"] == f"{expected.score:.2f}"
        assert one["delta"] == format_delta(expected.score - of_a)
        assert [row.count("credited") for row in one["occurrences"]] == expected.counts
    choose(app, [])
    assert "more" not in app.link
    assert shown(app) == []


def test_a_link_shows_those_that_there_are_and_the_rest_is_told() -> None:
    app = open_systems(4, more=("s3", "s9", "s2"))
    assert shown(app) == app.test.multiselect[0].value == ["s3", "s2"]
    assert app.codes("systems-left-out") == ["link.unknown_systems"]
    assert not open_systems(4, more=("s3",)).shows("systems-left-out")
    app = open_systems(9, more=("s3", "s4", "s5", "s6", "s7", "s8"))
    assert shown(app) == ["s3", "s4", "s5", "s6"]
    assert app.codes("systems-left-out") == ["link.too_many_systems"]
    assert "s7 and s8" in app.message("systems-left-out")
    choose(app, ["s8"])
    assert shown(app) == ["s8"]
    assert not app.shows("systems-left-out")


def test_who_is_a_or_b_is_not_shown_twice() -> None:
    app = open_systems(5, a="s3", b="s1", more=("s1", "s2", "s3", "s4"))
    assert shown(app) == ["s2", "s4"]
    assert not app.shows("systems-left-out")
    assert app.component("segment")["names"] == {"a": "s3", "b": "s1"}


def test_hostile_names_stay_text_and_survive_the_link() -> None:
    names = ["<b>x</b>", "*a*, $b$", "%2C", ":red[r]"]
    named = dict(zip(["s0", "s1", *names], outputs(6).values(), strict=True))
    app = open_systems(named)
    choose(app, names)
    again = open_systems(named, more=app.view.more)
    assert shown(app) == shown(again) == names
    cut = open_systems(named, more=("\x1b[31m" + "x" * 400,))
    assert "␛[31m" in cut.message("systems-left-out")


def test_the_most_that_is_sent_of_six_long_texts_is_bounded() -> None:
    draw = random.Random(3)
    words = [f"word{i}" for i in range(2_000)]
    reference = draw.choices(words, k=5_000)
    texts = {
        f"s{k}": [" ".join(w if draw.random() < 0.8 else "other" for w in reference)]
        for k in range(6)
    }
    data = EvalSet(texts, [[" ".join(reference)]])
    more = ("s2", "s3", "s4", "s5")
    app = App("segments.py", **to_params(View(data=store.put(data), more=more)))
    drawn = app.component("segment")
    assert len(json.dumps(drawn)) < 3_000_000
    for one in drawn["others"]:
        assert (len(one["tokens"]), one["more"]) == (1_000, "4,000")
        assert texts[one["system"]][0].startswith(one["text"])
