"""The results of a suite: plain values that are equal after a round trip through JSON.

JSON has the names of their fields, which therefore cannot change. NaN is null there.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Said:
    """The result of one metric for a system on a set or slice.

    Attributes
    ----------
    key, label : str
        Of the metric: "bleu", "BLEU".
    lower_is_better : bool
    score : float
    baseline : float
        The baseline's score; NaN without a baseline.
    delta : float
        score − baseline, in points of the metric; NaN without a baseline.
    p : float or None
        p of paired approximate randomization; None if not tested.
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
    """The results on a slice; `failures` as for a system.

    `said` has the results of metrics other than BLEU. `untested` is a sentence on why nothing is
    tested; '' if something is, or for too few segments or no trials. `judged` is false if a gate
    cannot judge it, for example without segments.
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
        Its baseline, in words: "old.en", "the run of 1 November 2026"; '' for none.
    said : tuple of Said
        BLEU first.
    slices : tuple of OfSlice
    findings : tuple of str
        Serious input problems, a sentence each.
    accepts_findings : bool
        Whether the suite accepts such input; if not, the system has no verdict.
    failures : tuple of str
        A sentence for each failed gate, including those of slices.
    ci_low, ci_high : float
        95 % interval of Δ of BLEU; NaN if there is none.
    digest : str
        Digest of the comparison in the workspace, with the baseline as A; '' if not saved.
    query : str
        The query string that opens it in the app; '' if not saved.
    output : str
        Hash of the output (`evalset.column_digest`); '' if not saved.
    notes : tuple of str
        Other notes, a sentence each, such as why there is no baseline yet.
    unjudged : tuple of str
        Why a gate of the set or a slice cannot judge it, a sentence each.
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
        """Why it has no verdict: serious input problems that are not accepted, or `unjudged`."""
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
        The signature of BLEU.
    systems : tuple of OfSystem
        Empty if the set could not be compared.
    problems : tuple of str
        Why it, or a slice of it, could not be compared, a sentence each.
    notes : tuple of str
        Changes made while reading its files, a sentence each.
    seconds : float
        Time of reading, counting and testing; 0 if not known.
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
        """Whether all its systems have a verdict."""
        return not self.problems and all(system.judged for system in self.systems)

    @property
    def passed(self) -> bool:
        return not self.problems and all(system.passed for system in self.systems)


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
        """Whether all systems on all sets have a verdict."""
        return all(each.judged for each in self.sets)

    @property
    def passed(self) -> bool:
        return all(each.passed for each in self.sets)
