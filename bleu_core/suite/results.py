"""What comes out of a suite: plain values, which go to JSON and come back equal.

In JSON a number that is none (NaN) is null.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Said:
    """What one metric says of a system on a set, or on a slice of it.

    Attributes
    ----------
    key, label : str
        Of the metric: "bleu", "BLEU".
    lower_is_better : bool
    score : float
    baseline : float
        The baseline's score; NaN where there is no baseline.
    delta : float
        score − baseline, in points of the metric; NaN where there is none.
    p : float or None
        Of paired approximate randomization; None where it was not tested.
    p_holm : float or None
        After Holm over all tests of this metric in the suite, on whole sets or on slices.
    """

    key: str
    label: str
    lower_is_better: bool
    score: float
    baseline: float
    delta: float
    p: float | None = None
    p_holm: float | None = None


@dataclass(frozen=True)
class OfSlice:
    """What is said of a slice; `failures` as of a system.

    `said` is what the other metrics say. `untested` is why nothing is tested, a sentence; '' where
    something is, and where too few segments or no trials are the reason.
    `judged` is false where a gate on it cannot judge, as where no segment fulfils it.
    """

    name: str
    where: str
    segments: int
    bleu: Said
    failures: tuple[str, ...] = ()
    said: tuple[Said, ...] = ()
    untested: str = ""
    judged: bool = True


@dataclass(frozen=True)
class OfSystem:
    """A system on a test set.

    Attributes
    ----------
    name : str
    baseline : str
        What it was held against, in words: "old.en", "the run of 1 November 2026"; '' for nothing.
    said : tuple of Said
        BLEU first.
    slices : tuple of OfSlice
    findings : tuple of str
        The serious ones on the input, a sentence each.
    accepts_findings : bool
        Whether the suite takes such input as it is; where it does not, the system has no verdict.
    failures : tuple of str
        A sentence for each gate that it fails, those of slices too.
    ci_low, ci_high : float
        The 95 % interval of Δ of BLEU; NaN where there is none.
    digest : str
        Of the comparison in the workspace, with the baseline as A; '' where it is not kept.
    query : str
        The query string that opens it in the app; '' where it is not kept.
    output : str
        Hash of the output (`evalset.column_digest`); '' where it is not kept.
    notes : tuple of str
        What else is to be known of it, a sentence each: why there is no baseline yet.
    unjudged : tuple of str
        Why a gate, or one of a slice, cannot judge it, a sentence each: it has no verdict then.
    """

    name: str
    baseline: str
    said: tuple[Said, ...]
    slices: tuple[OfSlice, ...] = ()
    findings: tuple[str, ...] = ()
    accepts_findings: bool = False
    failures: tuple[str, ...] = ()
    ci_low: float = float("nan")
    ci_high: float = float("nan")
    digest: str = ""
    query: str = ""
    output: str = ""
    notes: tuple[str, ...] = ()
    unjudged: tuple[str, ...] = ()

    @property
    def bleu(self) -> Said:
        return self.said[0]

    @property
    def doubts(self) -> tuple[str, ...]:
        """Why it has no verdict: numbers of input with a serious finding may mean nothing."""
        return (() if self.accepts_findings else self.findings) + self.unjudged

    @property
    def judged(self) -> bool:
        """Whether it has a verdict."""
        return not self.doubts

    @property
    def passed(self) -> bool:
        """Whether it has a verdict, and fails no gate."""
        return self.judged and not self.failures


@dataclass(frozen=True)
class OfSet:
    """A test set.

    Attributes
    ----------
    name : str
    segments : int
    signature : str
        Of BLEU.
    systems : tuple of OfSystem
        None where the set could not be compared.
    problems : tuple of str
        Why it, or a slice of it, could not be compared, a sentence each.
    notes : tuple of str
        What was mended or left out in reading its files, a sentence each.
    seconds : float
        How long reading, counting and testing took; 0 where it is not known.
    """

    name: str
    segments: int = 0
    signature: str = ""
    systems: tuple[OfSystem, ...] = ()
    problems: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    seconds: float = 0.0

    @property
    def judged(self) -> bool:
        """Whether every system of it has a verdict."""
        return not self.problems and all(one.judged for one in self.systems)

    @property
    def passed(self) -> bool:
        return not self.problems and all(one.passed for one in self.systems)


@dataclass(frozen=True)
class SuiteResult:
    """A run of a suite; `made` in seconds since 1970.

    >>> from bleu_core.suite.results import OfSet, OfSystem, Said
    >>> bleu = Said("bleu", "BLEU", lower_is_better=False, score=30.2, baseline=31.0, delta=-0.8)
    >>> news = OfSystem("new", "old.en", (bleu,), failures=("Δ is under −0.5.",))
    >>> result = SuiteResult("Nightly", 0.0, (OfSet("news", 500, systems=(news,)),))
    >>> result.judged, result.passed
    (True, False)
    """

    title: str
    made: float
    sets: tuple[OfSet, ...]

    @property
    def judged(self) -> bool:
        """Whether every system on every set has a verdict."""
        return all(one.judged for one in self.sets)

    @property
    def passed(self) -> bool:
        return all(one.passed for one in self.sets)
