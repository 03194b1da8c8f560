"""A run of a suite, made by hand: one of every way in which a comparison ends."""

import math

from bleu_core.suite.results import MetricResult, SetResult, SliceResult, SuiteResult, SystemResult

NAN = math.nan
SIGNATURE = "nrefs:2|case:mixed|eff:no|tok:13a|smooth:exp|version:2.6.0"
BELOW = "Regression: Δ −1.2000 is below −0.5000."
ON_DIGITS = "Regression: on 84 segments with digits, Δ −2.0000 is below −0.3000."
LATE = "Lines 4 to 90 of new seem to be one line too late."
GONE = "chat/new.en cannot be read: No such file or directory."
SHORT = "chat/ref.en has 3 lines, but chat/old.en has 4."
FIRST = "first has no baseline, so its gates are not evaluated: no run is saved yet."
WHY = (BELOW, ON_DIGITS, LATE, GONE, SHORT, FIRST)
# Names and sentences that come alive anywhere but as text, and characters that XML cannot hold.
HOSTILE = (
    "<img src=x onerror=window.hacked=5>|`q` **b** @all closes #1 ]]> &amp; \x1b[2J\x00\ufffe\n|"
)


def bleu(
    score: float, baseline: float, p: float | None = None, holm: float | None = None
) -> MetricResult:
    return MetricResult("bleu", "BLEU", False, score, baseline, score - baseline, p, holm)


def ter(score: float, baseline: float) -> MetricResult:
    return MetricResult("ter", "TER", True, score, baseline, score - baseline, 0.5)


def run() -> SuiteResult:
    """Four comparisons on three sets: one fails, one has no verdict, and a set cannot be read."""
    digits = SliceResult(
        "digits", "digits", 84, bleu(28.0, 30.0, 0.001, 0.002), (ON_DIGITS,), (ter(60.0, 58.0),)
    )
    long = SliceResult("long ones", "reference.length >= 30", 30, bleu(31.0, 30.0))
    worse = SystemResult(
        "new", "old.en", (bleu(30.0, 31.2, 0.0002, 0.0004), ter(58.0, 57.0)), (digits, long),
        failures=(BELOW, ON_DIGITS), ci_low=-1.8, ci_high=-0.6,
    )  # fmt: skip
    better = SystemResult("other", "old.en", (bleu(32.0, 31.2, 0.02, 0.04), ter(56.0, 57.0)))
    doubtful = SystemResult("new", "old.en", (bleu(20.0, 20.5, 1.0, 1.0),), findings=(LATE,))
    first = SystemResult("first", "", (bleu(21.3, NAN),), notes=(FIRST,))
    return SuiteResult(
        "Nightly",
        1_793_000_000.0,
        (
            SetResult("news", 252, SIGNATURE, (worse, better), seconds=1.25),
            SetResult("talks", 1108, SIGNATURE.replace("13a", "intl"), (doubtful, first)),
            SetResult("chat", problems=(GONE, SHORT)),
        ),
    )


def hostile() -> SuiteResult:
    part = SliceResult(HOSTILE, HOSTILE, 3, bleu(1.0, 2.0), (f"slice {HOSTILE}",))
    system = SystemResult(
        HOSTILE, HOSTILE, (bleu(1.0, 2.0),), (part,), (f"finding {HOSTILE}",), True,
        (f"gate {HOSTILE}", f"slice {HOSTILE}"), notes=(HOSTILE,),
    )  # fmt: skip
    sets = (
        SetResult(HOSTILE, 3, HOSTILE, (system,), notes=(HOSTILE,)),
        SetResult(f"unread {HOSTILE}", problems=(HOSTILE,)),
    )
    return SuiteResult(HOSTILE, 0.0, sets)


def large(sets: int, systems: int) -> SuiteResult:
    slices = (SliceResult("digits", "digits", 40, bleu(30.0, 31.0), (ON_DIGITS * 5,)),)
    failures = (BELOW * 5, ON_DIGITS * 5)

    def system(i: int, j: int) -> SystemResult:
        said = (bleu(30.0, 31.0 + i + j, 0.001, 0.02), ter(50.0, 49.0))
        name = f"a system with a rather long name, number {j}"
        return SystemResult(name, "the run of 1 November 2026", said, slices, failures=failures)

    name = "a test set with a rather long name, number"
    return SuiteResult("Large", 0.0, tuple(
        SetResult(f"{name} {i}", 1000, SIGNATURE, tuple(system(i, j) for j in range(systems)))
        for i in range(sets)
    ))  # fmt: skip
