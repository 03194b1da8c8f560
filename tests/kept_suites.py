"""Runs of a suite as the command keeps them, of a sample's outputs and of numbers that are set."""

from dataclasses import replace

from bleu_core import BleuConfig, EvalSet
from bleu_core.suite.results import MetricResult, SetResult, SliceResult, SuiteResult, SystemResult
from bleu_core.suite.running import save_result, save_set
from bleu_core.workspace import Workspace

NAN = float("nan")
SIGNATURE = "nrefs:1|case:mixed|eff:no|tok:13a|smooth:exp|version:2.5.1"
REFERENCE = [f"on day {i} they all came home again, and it was good ." for i in range(40)]
FELL = "Δ of BLEU is −0.80, under −0.50."


def said(score: float, delta: float, key: str = "bleu", label: str = "BLEU") -> MetricResult:
    """A metric; p is 0.01 where Δ is far from 0."""
    p = None if delta != delta else 0.004 if abs(delta) > 0.5 else 0.4
    corrected = p if key == "bleu" else None
    return MetricResult(key, label, key == "ter", score, score - delta, delta, p, corrected)


def of_system(name: str, score: float, delta: float = NAN, **more: object) -> SystemResult:
    metrics = (
        said(score, delta),
        said(score + 25, delta, "chrf", "chrF2"),
        said(60 - score, -delta, "ter", "TER"),
    )
    failures = (FELL,) if delta < -0.5 else ()
    held = "" if delta != delta else "old.en"
    made = SystemResult(name, held, metrics, failures=failures, ci_low=delta - 1, ci_high=delta + 1)
    return replace(made, **more)  # type: ignore[arg-type]


def of_set(name: str, *systems: SystemResult, **more: object) -> SetResult:
    made = SetResult(name, len(REFERENCE), SIGNATURE, systems)
    return replace(made, **more)  # type: ignore[arg-type]


def texts(name: str, *systems: str) -> EvalSet:
    """The texts of a set: the systems, and what they are held against."""
    outputs = {"old.en": [f"{line} {name}" for line in REFERENCE]}
    for number, system in enumerate(systems):
        outputs[system] = [line.replace("home", f"back {number}") for line in REFERENCE]
    return EvalSet(outputs, [REFERENCE])


def kept(space: Workspace, title: str, made: float, *sets: SetResult) -> SuiteResult:
    found = []
    for one in sets:
        names = [system.name for system in one.systems]
        data = texts(one.name, *names)
        held = dict.fromkeys(names, "old.en")
        found.append(save_set(space, one, data, BleuConfig(), held) if names else one)
    result = SuiteResult(title, made, tuple(found))
    save_result(space, result)
    return result


def nightly(space: Workspace) -> SuiteResult:
    """Three runs of two systems on three sets: at the end one failed, one set was not read."""
    bad = "new/talk.en has 39 lines, the references have 40."
    slices = (SliceResult("digits", "digits", 12, said(24.0, -0.9), ("Δ on digits is −0.90.",)),)
    for day, (score, delta) in enumerate([(30.0, NAN), (30.5, 0.5)]):
        news = of_set("news", of_system("new", score, delta), of_system("small", 20.0, 0.1))
        talk = of_set("talk", of_system("new", 40.0 + day, 0.3))
        kept(space, "Nightly", 1.7e9 + 86_400 * day, news, talk)
    news = of_set(
        "news",
        of_system("new", 29.7, -0.8, slices=slices),
        of_system("small", 20.3, 0.2, findings=("Half of it is empty.",)),
    )
    web = of_set("web", of_system("new", 35.0))
    talk = SetResult("talk", problems=(bad,))
    return kept(space, "Nightly", 1.7e9 + 2 * 86_400, news, talk, web)
