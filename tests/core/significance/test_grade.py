"""The grade of a difference, and whether it depends on a setting."""

import random

import numpy as np
import pytest

from bleu_core import BleuConfig, Comparison, EvalSet
from bleu_core.explain.ngram_families import find_families
from bleu_core.explain.ngrams import evidence
from bleu_core.significance import other_settings
from bleu_core.significance.grade import grade_difference
from bleu_core.significance.other_settings import try_other_settings
from bleu_core.significance.stability import Stability
from tests.core.explain.test_ngram_families import damaged


def stability(insignificant: int | None, units: int = 500) -> Stability:
    return Stability(units, insignificant, None, np.arange(0))


@pytest.mark.parametrize(
    ("gain", "p", "more", "grade", "reasons"),
    [
        (-1.0, None, {}, "not_tested", ()),
        (-1.0, 0.05, {}, "no_difference", ()),
        (-1.0, 0.0499, {}, "worse", ()),
        (1.0, 0.0499, {}, "better", ()),
        (-1.0, 0.2, {"not_with": ["tok:intl"]}, "no_difference", ()),
        (-1.0, 0.01, {"not_with": ["tok:intl"]}, "worse_barely", ("not with tok:intl",)),
        (1.0, 0.01, {"not_with": ["case:lc"]}, "better_barely", ("not with case:lc",)),
        (1.0, 0.02, {"p_holm": 0.06, "systems": 3},
         "better_barely", ("not significant among 3 systems (p = 0.060)",)),
        (1.0, 0.01, {"p_holm": 0.03, "systems": 3}, "better", ()),
        # No part makes it vanish; 1% of 500 units are 5.
        (1.0, 0.01, {"stability": stability(None)}, "better", ()),
        (1.0, 0.01, {"stability": stability(6)}, "better", ()),
        (1.0, 0.01, {"stability": stability(5)},
         "better_barely", ("rests on 5 segments by a t-test",)),
        (1.0, 0.01, {"stability": stability(0)}, "better_barely", ("not significant by a t-test",)),
        (1.0, 0.01, {"stability": stability(3, 40)}, "better", ()),
        (-1.0, 0.01, {"stability": stability(1, 40), "unit": "document"},
         "worse_barely", ("rests on 1 document by a t-test",)),
    ],
)  # fmt: skip
def test_each_grade(gain, p, more, grade, reasons) -> None:
    found = grade_difference(gain, p, **more)
    assert (found.grade, found.reasons) == (grade, reasons)
    assert found.pairs == (3 if more.get("systems") else 1)


WORDS = ["some", "plain", "words", "that", "come", "in", "any", "order", "with", "others"]


def lines(seed: int, size: int) -> list[str]:
    rng = random.Random(seed)
    return [" ".join(rng.choices(WORDS, k=9)) + " - and so on" for _ in range(size)]


def compared(b: list[str], a: list[str], config: BleuConfig = BleuConfig()) -> Comparison:
    return Comparison.of(EvalSet({"a": a, "b": b}, [a]), config)


def found(comparison: Comparison) -> dict[str, tuple[bool, bool]]:
    families = find_families(comparison, evidence(comparison, comparison.ledger.per_match))
    family = families.rows[0] if families.rows else None
    return {
        other.setting: (other.is_less, other.family_is_less)
        for other in try_other_settings(comparison, family)
    }


def test_a_difference_that_is_only_in_case_or_in_spaces() -> None:
    a = lines(1, 60)
    title = [line.replace("and so", "And so") for line in a]
    assert found(compared(title, a)) == {"case:lc": (True, True), "tok:intl": (False, False)}
    closed = [line.replace(" - ", "-") for line in a]
    assert found(compared(closed, a)) == {"case:lc": (False, False), "tok:intl": (True, True)}
    # Other words are wrong, too, and more of them: then only the family depends on it.
    worse = [line.replace("plain", "?").replace("order", "!!") for line in closed]
    comparison = compared(worse, a)
    families = find_families(comparison, evidence(comparison, comparison.ledger.per_match))
    family = next(row for row in families.rows if row.text == "-")
    others = {one.setting: one for one in try_other_settings(comparison, family)}
    assert (others["tok:intl"].is_less, others["tok:intl"].family_is_less) == (False, True)


def test_deltas_are_those_of_the_settings() -> None:
    comparison = damaged(3, 50)
    for other in try_other_settings(comparison):
        name, value = other.setting.split(":")
        setting = {"tokenize": value} if name == "tok" else {"lowercase": value == "lc"}
        config = BleuConfig(**{"tokenize": "none"} | setting)
        assert other.delta == Comparison.of(comparison.evalset, config).delta


def test_which_settings_are_tried() -> None:
    def settings(texts: list[str], config: BleuConfig = BleuConfig()) -> list[str]:
        others = try_other_settings(compared([f"{line}x" for line in texts], texts, config))
        return [other.setting for other in others]

    assert settings(["a b c d e"] * 3) == ["case:lc", "tok:intl"]
    assert settings(["a b c d e"] * 3, BleuConfig("intl", lowercase=True)) == ["case:mixed"]
    assert settings(["你好,世界和平"] * 3, BleuConfig("zh")) == ["case:lc", "tok:char"]


def test_nothing_is_tried_without_a_difference_or_on_many_segments(monkeypatch) -> None:
    a = lines(2, 40)
    assert try_other_settings(compared(a, a)) == []
    monkeypatch.setattr(other_settings, "MOST_TRIED", 39)
    assert try_other_settings(compared([line[1:] for line in a], a)) == []
