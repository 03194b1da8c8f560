"""A run of a suite in sentences and tables: result, comparisons, failures, slices."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from bleu_core.common.numerals import NONE, bare, bounds, counted, delta, points, whole
from bleu_core.common.wording import listed
from bleu_core.present.account.spans import Span, signed
from bleu_core.present.document import Column, Table
from bleu_core.suite.results import OfSet, OfSlice, OfSystem, Said, SuiteResult

# How a comparison ended, the worst first.
UNREAD, DOUBTFUL, FAILED, PASSED = "not compared", "no verdict", "failed", "passed"
_SIGNS = {UNREAD: "!", DOUBTFUL: "?", FAILED: "✗", PASSED: "✓"}
_TONES = {UNREAD: "loss", DOUBTFUL: "loss", FAILED: "loss", PASSED: "gain"}
_WORST_FIRST = list(_SIGNS)


class Cell(NamedTuple):
    """A system on a test set; without a system, the problems of the set."""

    of: OfSet
    system: OfSystem | None

    @property
    def state(self) -> str:
        if self.system is None:
            return DOUBTFUL if self.of.systems else UNREAD
        if not self.system.judged:
            return DOUBTFUL
        return FAILED if self.system.failures else PASSED

    @property
    def delta(self) -> float:
        return math.nan if self.system is None else self.system.bleu.delta

    @property
    def why(self) -> tuple[str, ...]:
        """The reasons why it did not pass."""
        if self.system is None:
            return self.of.problems
        return (*self.system.doubts, *self.system.failures)


def cells(result: SuiteResult) -> list[Cell]:
    """All comparisons of the run, in the order of the suite's file."""
    found = []
    for one in result.sets:
        if one.problems:
            found.append(Cell(one, None))
        found += [Cell(one, system) for system in one.systems]
    return found


def worst_first(found: Iterable[Cell]) -> list[Cell]:
    """Failed comparisons before passed ones, by Δ; those without a Δ last."""

    def key(cell: Cell) -> tuple[int, bool, float]:
        missing = math.isnan(cell.delta)
        return _WORST_FIRST.index(cell.state), missing, 0 if missing else cell.delta

    return sorted(found, key=key)


def headline(result: SuiteResult) -> str:
    """The result of the run, in one sentence.

    >>> headline(SuiteResult("Nightly", 0, (OfSet("news", problems=("No such file.",)),)))
    '1 test set could not be compared.'
    """
    found = cells(result)
    made = [cell for cell in found if cell.system is not None]
    told = []
    for could, state in (("compared", UNREAD), ("judged on all slices", DOUBTFUL)):
        if number := sum(cell.system is None and cell.state == state for cell in found):
            told.append(f"{counted(number, 'test set')} could not be {could}")
    if made:
        on = counted(len({cell.of.name for cell in made}), "test set")
        words = {FAILED: "failed", DOUBTFUL: "without a verdict", PASSED: "passed"}
        ends = {word: sum(cell.state == state for cell in made) for state, word in words.items()}
        if ends["passed"] == len(made):
            ended = "all passed" if len(made) > 1 else "passed"
        else:
            ended = listed(f"{whole(n)} {word}" for word, n in ends.items() if n)
        told.insert(0, f"{counted(len(made), 'comparison')} on {on}: {ended}")
    return f"{'; '.join(told) or 'There was nothing to compare'}."


def anchor(*names: str) -> str:
    """Where in the file a set is, or a system on it, by their names, which may be anything."""
    return "at-" + hashlib.sha256("\0".join(names).encode()).hexdigest()[:16]


def notes(result: SuiteResult) -> Iterator[tuple[str, str]]:
    """Notes on sets and on systems, each with the name of its subject."""
    for one in result.sets:
        yield from ((one.name, sentence) for sentence in one.notes)
        for system in one.systems:
            yield from ((f"{one.name}, {system.name}", sentence) for sentence in system.notes)


def verdict(state: str) -> Span:
    """The result of a comparison as a sign and a word."""
    return Span(f"{_SIGNS[state]} {state}", _TONES[state])


def table(found: Iterable[Cell], intervals: bool = True) -> Table:
    """Sets × systems: BLEU, Δ to the baseline, p, Δ of the other metrics.

    p is after Holm over the suite; without `intervals` there is no column for that of Δ.
    """
    found = list(found)
    metrics = {
        said.key: said.label for cell in found if cell.system for said in cell.system.said[1:]
    }
    columns = [
        Column("Verdict", is_text=True),
        Column("Test set", is_text=True),
        Column("System", is_text=True),
        Column("BLEU", "", "bleu"),
        Column("Δ", "", "delta"),
        *([Column("95 % interval", "", "confidence-interval")] if intervals else []),
        Column("p (Holm)", "", "p-value"),
        *(Column(f"Δ {label}", "", "delta") for label in metrics.values()),
        Column("Baseline", is_text=True),
    ]
    rows = [_row(cell, list(metrics), intervals) for cell in found]
    return Table("Test sets and systems", columns, rows, kind="suite")


def _row(cell: Cell, metrics: Sequence[str], intervals: bool) -> list[Span]:
    first = [verdict(cell.state), Span(cell.of.name, "name", opens=f"#{anchor(cell.of.name)}")]
    if cell.system is None:
        empty = [Span(NONE, "muted")] * (5 + intervals + len(metrics))
        return [*first, *empty]
    system = cell.system
    by_key = {said.key: said for said in system.said}
    known = not math.isnan(system.ci_low)
    interval = bounds(system.ci_low, system.ci_high) if known else NONE
    return [
        *first,
        Span(system.name, "name"),
        Span(points(system.bleu.score), "strong"),
        change(system.bleu),
        *([Span(interval)] if intervals else []),
        Span(bare(system.bleu.p_holm)),
        *(change(by_key.get(key)) for key in metrics),
        Span(system.baseline, "name") if system.baseline else Span(NONE, "muted"),
    ]


def change(said: Said | None) -> Span:
    """Δ of a metric, toned by better and worse; a dash if there is none."""
    if said is None or math.isnan(said.delta):
        return Span(NONE, "muted")
    return signed(delta(said.delta), higher_is_better=not said.lower_is_better)


class Part(NamedTuple):
    """A slice of a system on a test set."""

    cell: Cell
    part: OfSlice

    @property
    def state(self) -> str:
        if not self.part.judged:
            return DOUBTFUL
        return FAILED if self.part.failures else PASSED


def parts(found: Iterable[Cell]) -> Iterator[Part]:
    """The slices of all of these, in their order."""
    for cell in found:
        if cell.system is not None:
            yield from (Part(cell, one) for one in cell.system.slices)


def parts_table(found: Iterable[Part], of_sets: bool = True) -> Table:
    """BLEU, Δ and p on slices, and Δ of other metrics; `of_sets` adds the column of the test set.

    p is after Holm over all slices of the suite; where none is tested there is no column for it.
    """
    found = list(found)
    metrics = {said.key: said.label for one in found for said in one.part.said}
    tested = any(one.part.bleu.p_holm is not None for one in found)
    columns = [
        Column("Verdict", is_text=True),
        *([Column("Test set", is_text=True)] if of_sets else []),
        Column("Slice", is_text=True),
        Column("System", is_text=True),
        Column("Segments", "", "segment"),
        Column("BLEU", "", "bleu"),
        Column("Δ", "", "delta"),
        *([Column("p (Holm)", "", "p-value")] if tested else []),
        *(Column(f"Δ {label}", "", "delta") for label in metrics.values()),
    ]
    rows = [_part_row(one, list(metrics), of_sets, tested) for one in found]
    return Table("Slices", columns, rows, kind="suite")


def _part_row(one: Part, metrics: Sequence[str], of_sets: bool, tested: bool) -> list[Span]:
    by_key, name = {said.key: said for said in one.part.said}, one.cell.of.name
    return [
        verdict(one.state),
        *([Span(name, "name", opens=f"#{anchor(name)}")] if of_sets else []),
        Span(one.part.name, "name"),
        Span(one.cell.system.name if one.cell.system else "", "name"),
        Span(whole(one.part.segments)),
        Span(points(one.part.bleu.score), "strong"),
        change(one.part.bleu),
        *([Span(bare(one.part.bleu.p_holm))] if tested else []),
        *(change(by_key.get(key)) for key in metrics),
    ]


def signatures(result: SuiteResult) -> dict[str, list[str]]:
    """The signatures of BLEU with the names of their test sets."""
    found: dict[str, list[str]] = {}
    for one in result.sets:
        if one.signature:
            found.setdefault(one.signature, []).append(one.name)
    return found
