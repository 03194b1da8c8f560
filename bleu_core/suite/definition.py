"""The content of a suite's file: test sets, their systems and baselines, and gates."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from bleu_core.systems.gates.conditions import conditions
from bleu_core.text.config import BleuConfig

LAST_PASSED = "last passed"


@dataclass(frozen=True)
class Gates:
    """When a system fails on a set or slice, with the names of `compare`'s options.

    Attributes
    ----------
    fail_under : float or None
        It fails if Δ of BLEU, B − A in points, is below this.
    fail_if_significant : bool
        Whether it fails if it is worse than its baseline and p, after Holm over the suite, is
        below `level`.
    level : float
    fail_if : tuple of str
        Conditions on Δ or p of metrics, as in `--fail-if`: "bleu<-0.5 and chrf<0".
    accept_findings : bool
        Whether input with serious problems is judged.
    """

    fail_under: float | None = None
    fail_if_significant: bool = False
    level: float = 0.05
    fail_if: tuple[str, ...] = ()
    accept_findings: bool = False

    @property
    def need_p(self) -> bool:
        """Whether any of them needs p."""
        needed = [each for text in self.fail_if for each in conditions(text)]
        return self.fail_if_significant or any(each.of_p for each in needed)

    @property
    def need_baseline(self) -> bool:
        """Whether any of them needs a baseline."""
        return self.fail_under is not None or self.fail_if_significant or bool(self.fail_if)


@dataclass(frozen=True)
class Slice:
    """A slice of a set, by an expression or the name of a saved slice, with gates of its own.

    `line` is its first line in the file, from 1; the gates are as in `Gates`.
    """

    name: str
    where: str
    fail_under: float | None = None
    line: int = 1
    fail_if_significant: bool = False
    fail_if: tuple[str, ...] = ()

    def gates(self, of_set: Gates = Gates()) -> Gates:
        """Its own gates, with the level of its set."""
        return Gates(self.fail_under, self.fail_if_significant, of_set.level, self.fail_if)


@dataclass(frozen=True)
class Baseline:
    """The baseline of the systems of a set; at most one attribute is set.

    Attributes
    ----------
    file : Path or None
        An output.
    run : str
        The name of a system: its latest saved output on this test set.
    last_passed : bool
        For each system, its own output in the last saved run of this suite in which it passed.
    """

    file: Path | None = None
    run: str = ""
    last_passed: bool = False

    @property
    def is_named(self) -> bool:
        """Whether there is one."""
        return self.file is not None or bool(self.run) or self.last_passed


@dataclass(frozen=True)
class TestSet:
    """One test set of a suite. All paths are absolute.

    Attributes
    ----------
    name : str
    line : int
        Its first line in the file, from 1.
    references : tuple of Path
    systems : mapping of str to Path
        The outputs to judge, by the name of the system, in the order of the file.
    source, documents : Path or None
    baseline : Baseline
    config : BleuConfig
    metrics : tuple of str
        Metrics other than BLEU, by the names of the command line.
    slices : tuple of Slice
    gates : Gates
    encoding : str
        The encoding of its files that are not UTF-8; '' if not set.
    format : str
        The format of all its files, one of `readers.FORMATS`; '' to detect it.
    """

    __test__ = False  # no class of tests for pytest

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
    """A suite; its runs are saved under its title."""

    title: str
    sets: tuple[TestSet, ...]
    trials: int = 10_000
    seed: int = 12345
