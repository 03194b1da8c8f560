"""Runs one after the other: what each says of a system, and the figure of them."""

from dataclasses import replace

from bleu_core.suite.results import HistoryPoint, SuiteResult, history
from tests.kept_suites import NAN, SIGNATURE, of_set, of_system

GROUND = f"40 {SIGNATURE.rpartition('|')[0]}"


def test_each_metric_of_each_system_on_each_set_has_a_point_a_run() -> None:
    first = of_set("news", of_system("new", 30.0))
    fell = of_set("news", of_system("new", 28.0, -1.0), of_system("small", 20.0, 0.1))
    other = of_set("talk", of_system("new", 40.0, 0.2))
    found = history([SuiteResult("x", 1.0, (first,)), SuiteResult("x", 2.0, (fell, other))])
    assert set(found) == {
        (of, system, key)
        for of, system in (("news", "new"), ("news", "small"), ("talk", "new"))
        for key in ("bleu", "chrf", "ter")
    }
    # repr: a baseline that is none equals no other.
    assert repr(found["news", "new", "bleu"]) == repr(
        [HistoryPoint(1.0, 30.0, NAN, True, GROUND), HistoryPoint(2.0, 28.0, 29.0, False, GROUND)]
    )
    assert [(one.score, one.passed) for one in found["news", "small", "ter"]] == [(40.0, True)]


def test_a_version_leaves_the_ground_and_settings_and_size_do_not() -> None:
    base = of_set("news", of_system("new", 30.0))
    others = [
        replace(base, signature=SIGNATURE.replace("2.5.1", "2.6.0")),
        replace(base, signature=SIGNATURE.replace("13a", "zh")),
        replace(base, segments=41),
    ]
    found = history(SuiteResult("x", 1.0, (one,)) for one in (base, *others))
    first, version, tokenizer, size = (one.ground for one in found["news", "new", "bleu"])
    assert (first, len({first, tokenizer, size})) == (version, 3)
