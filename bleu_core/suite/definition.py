"""What a suite's file says: test sets, their systems, what these are held against, and gates."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from bleu_core.systems.gates.conditions import conditions
from bleu_core.text.config import BleuConfig

LAST_PASSED = "last passed"


@dataclass(frozen=True)
class Gates:
    """When a system fails on a set, or on a slice of it; the same words as `compare` has.

    Attributes
    ----------
    fail_under : float or None
        Δ of BLEU, B − A in points, under which it fails.
    fail_if_significant : bool
        Whether it fails where it is below its baseline and p, after Holm over the suite, is under
        `level`.
    level : float
    fail_if : tuple of str
        Conditions as `--fail-if` has them, each of Δ or p of metrics: "bleu<-0.5 and chrf<0".
    accept_findings : bool
        Whether input with a serious finding is taken as it is.
    """

    fail_under: float | None = None
    fail_if_significant: bool = False
    level: float = 0.05
    fail_if: tuple[str, ...] = ()
    accept_findings: bool = False

    @property
    def need_p(self) -> bool:
        """Whether any of them asks for p."""
        asked = [one for text in self.fail_if for one in conditions(text)]
        return self.fail_if_significant or any(one.of_p for one in asked)

    @property
    def hold_against(self) -> bool:
        """Whether any of them asks for a baseline."""
        return self.fail_under is not None or self.fail_if_significant or bool(self.fail_if)


@dataclass(frozen=True)
class Slice:
    """Some segments of a set, by an expression or by the name of a saved slice, and their gates.

    `line` is where it begins in the file, from 1; the gates are as those of a set.
    """

    name: str
    where: str
    fail_under: float | None = None
    line: int = 1
    fail_if_significant: bool = False
    fail_if: tuple[str, ...] = ()

    def gates(self, of_set: Gates = Gates()) -> Gates:
        """Its own gates, at the level of its set."""
        return Gates(self.fail_under, self.fail_if_significant, of_set.level, self.fail_if)


@dataclass(frozen=True)
class Baseline:
    """What the systems of a set are held against; at most one of the three is said.

    Attributes
    ----------
    file : Path or None
        An output.
    run : str
        The name of a system whose latest kept run on this test set is meant.
    last_passed : bool
        For each system its own output in the last kept run of this suite in which it passed here.
    """

    file: Path | None = None
    run: str = ""
    last_passed: bool = False

    @property
    def said(self) -> bool:
        """Whether there is any."""
        return self.file is not None or bool(self.run) or self.last_passed


@dataclass(frozen=True)
class TestSet:
    """One test set of a suite. All paths are absolute.

    Attributes
    ----------
    name : str
    line : int
        Where it begins in the file, from 1.
    references : tuple of Path
    systems : mapping of str to Path
        The outputs to be judged, by the name of the system, in the order of the file.
    source, documents : Path or None
    baseline : Baseline
    config : BleuConfig
    metrics : tuple of str
        Those beside BLEU, by the names of the command line.
    slices : tuple of Slice
    gates : Gates
    encoding : str
        Of its files that are not UTF-8; '' where that is not said.
    format : str
        Of all its files, one of `readers.FORMATS`; '' where it is guessed.
    """

    __test__ = False  # pytest takes it for a class of tests

    name: str
    line: int
    references: tuple[Path, ...]
    systems: Mapping[str, Path]
    source: Path | None = None
    documents: Path | None = None
    baseline: Baseline = field(default_factory=Baseline)
    config: BleuConfig = field(default_factory=BleuConfig)
    metrics: tuple[str, ...] = ()
    slices: tuple[Slice, ...] = ()
    gates: Gates = field(default_factory=Gates)
    encoding: str = ""
    format: str = ""


@dataclass(frozen=True)
class Suite:
    """All of a file: the title is what its runs are kept under."""

    title: str
    sets: tuple[TestSet, ...]
    trials: int = 10_000
    seed: int = 12345
