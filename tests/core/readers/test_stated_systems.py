"""Systems that a lesson states: its lists are those of the sources, and what they tell is so."""

import json
from itertools import combinations

from bleu_core.teaching.lessons import all_lessons
from bleu_core.teaching.lessons.answers import stated_facts
from tests.places import SAMPLE_DATA


def numbers(text: str) -> list[float]:
    return [float(part) for part in text.split(",")]


def test_the_five_systems_are_the_papers() -> None:
    judged = json.loads((SAMPLE_DATA / "papineni2002.json").read_text("utf-8"))["human_judgement"]
    stated = all_lessons()["five-systems"].stated
    bleu = [round(100 * one["bleu"], 2) for one in judged["systems"]]
    assert stated["systems"] == ", ".join(one["name"] for one in judged["systems"])
    assert numbers(stated["bleu"]) == bleu
    assert numbers(stated["people"]) == bleu[2::-1] + bleu[3:]
    people = [one["name"] for one in judged["systems"] if one["is"] == "person"]
    assert stated["left_out"] == ", ".join(people)


def test_the_thirteen_systems_are_the_files() -> None:
    path = SAMPLE_DATA / "mqm-ted-2021.json"
    systems = json.loads(path.read_text("utf-8"))["systems"]
    stated = all_lessons()["after-bleu"].stated
    by_name = {one["name"]: one for one in systems}
    names = stated["systems"].split(", ")
    assert by_name.keys() == set(names)
    for key in ("bleu", "penalty"):
        assert numbers(stated[key]) == [round(by_name[name][key], 2) for name in names]
    # Rounded, they stand in the same order, and no two are equal.
    rounded = stated_facts(stated)
    pairs = combinations(systems, 2)
    agreed = sum((a["bleu"] > b["bleu"]) == (a["penalty"] < b["penalty"]) for a, b in pairs)
    assert rounded["systems.agreed"] == str(agreed)
    assert all(len(set(stated[key].split(", "))) == len(names) for key in ("bleu", "penalty"))
    assert numbers(stated["bleu"]) == sorted(numbers(stated["bleu"]), reverse=True)


def test_a_penalty_is_better_the_lower_it_is() -> None:
    told = {"systems": "a, b, c", "bleu": "1, 2, 3"}
    up = stated_facts(told | {"people": "1, 2, 4"})
    down = stated_facts(told | {"penalty": "4, 2, 1"})
    assert up["systems.agreed"] == down["systems.agreed"] == "3"
    assert (up["systems.first"], up["systems.place"]) == ("c", "1")
    worst = stated_facts(told | {"people": "4, 2, 1"})
    assert (worst["systems.agreed"], worst["systems.place"]) == ("0", "3")
    assert worst["systems.half"] == "1.5"
