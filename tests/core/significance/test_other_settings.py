"""Whether a difference depends on a setting."""

import random

from bleu_core import BleuConfig, Comparison, EvalSet
from bleu_core.explain.ngram_families import find_families
from bleu_core.explain.ngrams import evidence
from bleu_core.significance import other_settings
from bleu_core.significance.other_settings import try_other_settings
from tests.core.explain.test_ngram_families import damaged

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
