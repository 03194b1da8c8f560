"""A run of a suite in sentences and tables, and its documents: of all test sets, and of one."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import isnan
from typing import NamedTuple

from bleu_core.common.formatting import (
    NO_VALUE,
    format_count,
    format_datetime,
    format_delta,
    format_int,
    format_interval,
    format_p_cell,
    format_score,
    join_words,
)
from bleu_core.present.document import (
    Bullet,
    Bullets,
    Column,
    Document,
    LengthLimit,
    Medium,
    Section,
    Span,
    Table,
    plain,
    sections_of,
    signed,
)
from bleu_core.suite.results import MetricResult, SetResult, SliceResult, SuiteResult, SystemResult

# How a comparison ended, the worst first.
UNREAD, DOUBTFUL, FAILED, PASSED = "not compared", "no verdict", "failed", "passed"
_SIGNS = {UNREAD: "!", DOUBTFUL: "?", FAILED: "✗", PASSED: "✓"}
_TONES = {UNREAD: "loss", DOUBTFUL: "loss", FAILED: "loss", PASSED: "gain"}
_WORST_FIRST = list(_SIGNS)


class SuiteCell(NamedTuple):
    """A system on a test set; without a system, the problems of the set."""

    of: SetResult
    system: SystemResult | None

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


def cells(result: SuiteResult) -> list[SuiteCell]:
    """All comparisons of the run, in the order of the suite's file."""
    found = []
    for one in result.sets:
        if one.problems:
            found.append(SuiteCell(one, None))
        found += [SuiteCell(one, system) for system in one.systems]
    return found


def worst_first(found: Iterable[SuiteCell]) -> list[SuiteCell]:
    """Failed comparisons before passed ones, by Δ; those without a Δ last."""

    def key(cell: SuiteCell) -> tuple[int, bool, float]:
        missing = math.isnan(cell.delta)
        return _WORST_FIRST.index(cell.state), missing, 0 if missing else cell.delta

    return sorted(found, key=key)


def headline(result: SuiteResult) -> str:
    """The result of the run, in one sentence.

    >>> headline(SuiteResult("Nightly", 0, (SetResult("news", problems=("No such file.",)),)))
    '1 test set could not be compared.'
    """
    found = cells(result)
    made = [cell for cell in found if cell.system is not None]
    told = []
    for could, state in (("compared", UNREAD), ("judged on all slices", DOUBTFUL)):
        if number := sum(cell.system is None and cell.state == state for cell in found):
            told.append(f"{format_count(number, 'test set')} could not be {could}")
    if made:
        on = format_count(len({cell.of.name for cell in made}), "test set")
        words = {FAILED: "failed", DOUBTFUL: "without a verdict", PASSED: "passed"}
        ends = {word: sum(cell.state == state for cell in made) for state, word in words.items()}
        if ends["passed"] == len(made):
            ended = "all passed" if len(made) > 1 else "passed"
        else:
            ended = join_words(f"{format_int(n)} {word}" for word, n in ends.items() if n)
        told.insert(0, f"{format_count(len(made), 'comparison')} on {on}: {ended}")
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


def comparisons_table(found: Iterable[SuiteCell], intervals: bool = True) -> Table:
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


def _row(cell: SuiteCell, metrics: Sequence[str], intervals: bool) -> list[Span]:
    first = [verdict(cell.state), Span(cell.of.name, "name", opens=f"#{anchor(cell.of.name)}")]
    if cell.system is None:
        empty = [Span(NO_VALUE, "muted")] * (5 + intervals + len(metrics))
        return [*first, *empty]
    system = cell.system
    by_key = {said.key: said for said in system.said}
    known = not math.isnan(system.ci_low)
    interval = format_interval(system.ci_low, system.ci_high) if known else NO_VALUE
    return [
        *first,
        Span(system.name, "name"),
        Span(format_score(system.bleu.score), "strong"),
        change(system.bleu),
        *([Span(interval)] if intervals else []),
        Span(format_p_cell(system.bleu.p_holm)),
        *(change(by_key.get(key)) for key in metrics),
        Span(system.baseline, "name") if system.baseline else Span(NO_VALUE, "muted"),
    ]


def change(said: MetricResult | None) -> Span:
    """Δ of a metric, toned by better and worse; a dash if there is none."""
    if said is None or math.isnan(said.delta):
        return Span(NO_VALUE, "muted")
    return signed(format_delta(said.delta), higher_is_better=not said.lower_is_better)


class SuiteSlice(NamedTuple):
    """A slice of a system on a test set."""

    cell: SuiteCell
    part: SliceResult

    @property
    def state(self) -> str:
        if not self.part.judged:
            return DOUBTFUL
        return FAILED if self.part.failures else PASSED


def suite_slices(found: Iterable[SuiteCell]) -> Iterator[SuiteSlice]:
    """The slices of all of these, in their order."""
    for cell in found:
        if cell.system is not None:
            yield from (SuiteSlice(cell, one) for one in cell.system.slices)


def slices_table(found: Iterable[SuiteSlice], of_sets: bool = True) -> Table:
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
    rows = [_slice_row(one, list(metrics), of_sets, tested) for one in found]
    return Table("Slices", columns, rows, kind="suite")


def _slice_row(one: SuiteSlice, metrics: Sequence[str], of_sets: bool, tested: bool) -> list[Span]:
    by_key, name = {said.key: said for said in one.part.said}, one.cell.of.name
    return [
        verdict(one.state),
        *([Span(name, "name", opens=f"#{anchor(name)}")] if of_sets else []),
        Span(one.part.name, "name"),
        Span(one.cell.system.name if one.cell.system else "", "name"),
        Span(format_int(one.part.segments)),
        Span(format_score(one.part.bleu.score), "strong"),
        change(one.part.bleu),
        *([Span(format_p_cell(one.part.bleu.p_holm))] if tested else []),
        *(change(by_key.get(key)) for key in metrics),
    ]


def signatures(result: SuiteResult) -> dict[str, list[str]]:
    """The signatures of BLEU with the names of their test sets."""
    found: dict[str, list[str]] = {}
    for one in result.sets:
        if one.signature:
            found.setdefault(one.signature, []).append(one.name)
    return found


# The room of each list in a medium of limited length.
ROWS, REASONS, SLICES = (
    LengthLimit(22_000, "comparison"),
    LengthLimit(20_000, "comparison"),
    LengthLimit(10_000, "slice"),
)
REMARKS, SIGNATURES = LengthLimit(6_000, "remark"), LengthLimit(4_000, "signature")
# Names of test sets that have one signature.
MOST_NAMES = 5


@dataclass(frozen=True)
class SuiteSubject:
    """The subject of a document: a run, or one of its test sets.

    `report` is the HTML of the comparisons of the set, to whose parts its scores lead.
    """

    result: SuiteResult
    of: SetResult | None = None
    report: str = ""

    @property
    def cells(self) -> list[SuiteCell]:
        return [cell for cell in cells(self.result) if self.of in (None, cell.of)]


def suite_document(result: SuiteResult, medium: Medium) -> Document:
    """The document of a run, as much as the medium shows."""
    title = Span(result.title, "name")
    return Document(
        result.title,
        [title],
        sections_of(SuiteSubject(result), SECTIONS, medium),
        [Span("✓ " if result.passed else "✗ "), title],
        f"BLEUscope suite, {format_datetime(result.made)}",
    )


def set_document(result: SuiteResult, of: SetResult, report: str, medium: Medium) -> Document:
    """A test set of a run; `report` is the HTML of its comparisons."""
    shown = SuiteSubject(replace(result, sets=(of,)), of, report)
    sections = sections_of(shown, SECTIONS, medium)
    return Document(of.name, [Span(of.name, "name")], sections, about="")


def _summary(shown: SuiteSubject, medium: Medium) -> Iterator[Section]:
    if shown.of is None:
        yield Section("summary", "", [plain(headline(shown.result), "verdict")])
    elif shown.of.segments:
        yield Section("summary", "", [plain(format_count(shown.of.segments, "segment"), "verdict")])


def _comparisons(shown: SuiteSubject, medium: Medium) -> Iterator[Section]:
    if shown.of is not None:
        return
    found = worst_first(shown.cells) if medium.is_limited else shown.cells
    compared = replace(comparisons_table(found, intervals=not medium.is_brief), limit=ROWS)
    note = plain(
        "Δ is the system's score minus the baseline's, in points of the metric; p is that of BLEU, "
        "after Holm over all tests of the suite.",
        "muted",
    )
    yield Section("comparisons", "Comparisons", [compared, note])


def _reasons(shown: SuiteSubject, medium: Medium) -> Iterator[Section]:
    found = worst_first(shown.cells) if medium.is_limited else shown.cells
    bullets = [_reason(shown, cell, medium) for cell in found if cell.why]
    if bullets:
        pieces = [Bullets(bullets, REASONS)]
        yield Section("reasons", "What did not pass, and why", pieces)


def _reason(shown: SuiteSubject, cell: SuiteCell, medium: Medium) -> Bullet:
    names = []
    if shown.of is None:
        names.append(Span(cell.of.name, "name", opens=f"#{anchor(cell.of.name)}"))
    if cell.system:
        names += [*([Span(", ")] if names else []), Span(cell.system.name, "name")]
    inner = [[Span(sentence, "name")] for sentence in cell.why[: medium.reasons]]
    if left := len(cell.why) - len(inner):
        inner.append([Span(f"and {left} more")])
    return Bullet(names, inner)


def _scores(shown: SuiteSubject, medium: Medium) -> Iterator[Section]:
    """The scores of each system of a set by each metric; a system links to its report."""
    if shown.of is None or not shown.of.systems:
        return
    columns = [
        Column("System", is_text=True),
        Column("Metric", is_text=True),
        Column("Score", "", "score"),
        Column("Baseline's", "", "score"),
        Column("Δ", "", "delta"),
        Column("p", "", "p-value"),
        Column("p (Holm)", "", "p-value"),
        Column("Baseline", is_text=True),
    ]
    rows = []
    for system in shown.of.systems:
        place = anchor(shown.of.name, system.name)
        link = f"#{place}" if place in shown.report else ""
        for said in system.said:
            row = [
                Span(system.name, "name", opens=link),
                Span(said.label),
                Span(format_score(said.score), "strong"),
                Span(NO_VALUE if isnan(said.baseline) else format_score(said.baseline)),
                change(said),
                Span(format_p_cell(said.p)),
                Span(format_p_cell(said.p_holm)),
                Span(system.baseline, "name") if system.baseline else Span(NO_VALUE, "muted"),
            ]
            rows.append(row)
    yield Section("scores", "Scores", [Table("Scores of each system", columns, rows, kind="suite")])


def _slices(shown: SuiteSubject, medium: Medium) -> Iterator[Section]:
    found: list[SuiteSlice] = list(
        suite_slices(worst_first(shown.cells) if medium.is_limited else shown.cells)
    )
    if medium.is_limited:
        found.sort(key=lambda one: one.state == PASSED)
    if found:
        slices = replace(slices_table(found, shown.of is None), limit=SLICES)
        yield Section("slices", "Slices", [slices])


def _notes(shown: SuiteSubject, medium: Medium) -> Iterator[Section]:
    bullets = [
        Bullet([Span(name, "name"), Span(": "), Span(sentence, "name")])
        for name, sentence in notes(shown.result)
    ]
    if bullets:
        yield Section("notes", "Also to be known", [Bullets(bullets, REMARKS)])


def _signatures(shown: SuiteSubject, medium: Medium) -> Iterator[Section]:
    most = MOST_NAMES if medium.is_limited else None
    bullets = []
    for signature, names in signatures(shown.result).items():
        of = [Span(join_words(names, most), "name"), Span(": ")] if shown.of is None else []
        bullets.append(Bullet([*of, Span(signature, "signature")]))
    if bullets:
        yield Section("signatures", "Signatures", [Bullets(bullets, SIGNATURES)])


SECTIONS = {
    "summary": _summary,
    "comparisons": _comparisons,
    "reasons": _reasons,
    "scores": _scores,
    "slices": _slices,
    "notes": _notes,
    "signatures": _signatures,
}
