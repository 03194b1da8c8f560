"""The report of a suite run as sentences, tables and sections."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from math import isnan, nan
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
from bleu_core.metrics.registry import get_metric, is_metric
from bleu_core.present.document import (
    Bullet,
    Bullets,
    Column,
    Document,
    Item,
    Medium,
    Piece,
    Section,
    Span,
    Table,
    build_table,
    plain,
    sections_of,
    signed,
)
from bleu_core.present.tables.gates import WORST_FIRST, state_mark
from bleu_core.present.tables.ranking import grade_words
from bleu_core.suite.results import MetricResult, SetResult, SliceResult, SuiteResult, SystemResult
from bleu_core.systems.gates import DOUBTFUL, FAILED, PASSED, UNREAD


class SuiteCell(NamedTuple):
    """A system on a test set; without a system, the problems of the set."""

    of: SetResult
    system: SystemResult | None

    @property
    def state(self) -> str:
        if self.system is None:
            return DOUBTFUL if self.of.systems else UNREAD
        return self.system.state

    @property
    def delta(self) -> float:
        return nan if self.system is None else self.system.bleu.delta

    @property
    def reasons(self) -> tuple[str, ...]:
        """The reasons why it did not pass."""
        if self.system is None:
            return self.of.problems
        system = self.system
        return (*system.blocking, *system.failures, *system.unjudged, *system.notes)


def cells(result: SuiteResult) -> list[SuiteCell]:
    """All comparisons of the run, in the order of the suite file."""
    every = []
    for test_set in result.sets:
        if test_set.problems:
            every.append(SuiteCell(test_set, None))
        every += [SuiteCell(test_set, system) for system in test_set.systems]
    return every


def worst_first(unordered: Iterable[SuiteCell]) -> list[SuiteCell]:
    """Failed comparisons before passed ones, by Δ; those without a Δ last."""

    def key(cell: SuiteCell) -> tuple[int, bool, float]:
        missing = isnan(cell.delta)
        return WORST_FIRST.index(cell.state), missing, 0 if missing else cell.delta

    return sorted(unordered, key=key)


def headline(result: SuiteResult) -> str:
    """The result of the run, in one sentence."""
    every = cells(result)
    compared = [cell for cell in every if cell.system is not None]
    clauses = []
    for verb, state in (("compared", UNREAD), ("judged on all slices", DOUBTFUL)):
        if number := sum(cell.system is None and cell.state == state for cell in every):
            clauses.append(f"{format_count(number, 'test set')} could not be {verb}")
    if compared:
        on = format_count(len({cell.of.name for cell in compared}), "test set")
        words = {FAILED: "failed", DOUBTFUL: "without a verdict", PASSED: "passed"}
        counts = {w: sum(cell.state == state for cell in compared) for state, w in words.items()}
        if counts["passed"] == len(compared):
            results = "all passed" if len(compared) > 1 else "passed"
        else:
            results = join_words(f"{format_int(n)} {word}" for word, n in counts.items() if n)
        clauses.insert(0, f"{format_count(len(compared), 'comparison')} on {on}: {results}")
    return f"{'; '.join(clauses) or 'There was nothing to compare'}."


def anchor(*names: str) -> str:
    """The HTML anchor of a set, or of a system on it; names can contain any characters."""
    return "at-" + hashlib.sha256("\0".join(names).encode()).hexdigest()[:16]


class SuiteSlice(NamedTuple):
    """A slice of a system on a test set."""

    cell: SuiteCell
    part: SliceResult

    @property
    def state(self) -> str:
        if self.part.failures:
            return FAILED
        is_judged = self.part.judged and not (self.cell.system and self.cell.system.notes)
        return PASSED if is_judged else DOUBTFUL


def suite_slices(cells: Iterable[SuiteCell]) -> Iterator[SuiteSlice]:
    """The slices of these comparisons, in their order."""
    for cell in cells:
        if cell.system is not None:
            yield from (SuiteSlice(cell, part) for part in cell.system.slices)


# Cells of tables, and columns that several tables have.
_NONE = Span(NO_VALUE, "muted")
_RESULT = Column("Result", is_text=True)
_SET, _SYSTEM = Column("Test set", is_text=True), Column("System", is_text=True)
_BLEU, _DELTA = Column("BLEU", "", "bleu"), Column("Δ", "", "delta")
_P_HOLM = Column("p (Holm)", "", "p-value")
_BASELINE = Column("Baseline", is_text=True)


def change(metric: MetricResult | None) -> Span:
    """Δ of a metric, colored by better and worse; a dash if there is none."""
    if metric is None or isnan(metric.delta):
        return _NONE
    return signed(format_delta(metric.delta), higher_is_better=not metric.lower_is_better)


def _set_link(of: SetResult) -> Span:
    return Span(of.name, "name", opens=f"#{anchor(of.name)}")


def _score(metric: MetricResult) -> Span:
    return Span(format_score(metric.score), "strong")


def _baseline(system: SystemResult) -> Span:
    return Span(system.baseline, "name") if system.baseline else _NONE


def _interval(system: SystemResult) -> Span:
    if isnan(system.ci_low):
        return Span(NO_VALUE)
    return Span(format_interval(system.ci_low, system.ci_high))


def _of_system(cell: Callable[[SystemResult], Span]) -> Callable[[SuiteCell], Span]:
    """Cells for a system; a dash if there is none."""
    return lambda of: cell(of.system) if of.system else _NONE


def _metric_columns(
    items: Iterable[Item], metrics_of: Callable[[Item], Sequence[MetricResult]]
) -> Iterator[tuple[Column, Callable[[Item], Span]]]:
    """A column with Δ for each metric besides BLEU."""

    def cell(key: str, item: Item) -> Span:
        return change(next((metric for metric in metrics_of(item) if metric.key == key), None))

    labels = {metric.key: metric.label for item in items for metric in metrics_of(item)}
    for key, label in labels.items():
        yield Column(f"Δ {label}", "", "delta"), partial(cell, key)


def _comparisons_table(cells: Sequence[SuiteCell], intervals: bool) -> Table:
    """Sets × systems: BLEU, Δ to the baseline, 95% CI, p (Holm over the suite), Δ of metrics."""
    grades = _of_system(lambda system: Span(grade_words(system.graded)))
    graded = any(grades(cell).text for cell in cells if cell.system)
    interval = Column("95% CI", "", "confidence-interval"), _of_system(_interval)
    return build_table(
        "Test sets and systems",
        cells,
        (_RESULT, lambda cell: state_mark(cell.state)),
        (_SET, lambda cell: _set_link(cell.of)),
        (_SYSTEM, _of_system(lambda system: Span(system.name, "name"))),
        (_BLEU, _of_system(lambda system: _score(system.bleu))),
        (_DELTA, _of_system(lambda system: change(system.bleu))),
        *[interval][:intervals],
        (_P_HOLM, _of_system(lambda system: Span(format_p_cell(system.bleu.p_holm)))),
        *_metric_columns(cells, lambda cell: cell.system.metrics[1:] if cell.system else ()),
        (_BASELINE, _of_system(_baseline)),
        *[(Column("Grade", is_text=True), grades)][:graded],
        kind="suite",
    )


def _slices_table(slices: Sequence[SuiteSlice]) -> Table:
    """BLEU, Δ, p (Holm over all slices of the suite, if any is tested), and Δ of other metrics."""
    tested = any(row.part.bleu.p_holm is not None for row in slices)
    p_holm = _P_HOLM, lambda row: format_p_cell(row.part.bleu.p_holm)
    return build_table(
        "Slices",
        slices,
        (_RESULT, lambda row: state_mark(row.state)),
        (_SET, lambda row: _set_link(row.cell.of)),
        (Column("Slice", is_text=True), lambda row: Span(row.part.name, "name")),
        (_SYSTEM, lambda row: Span(row.cell.system.name if row.cell.system else "", "name")),
        (Column("Segments", "", "segment"), lambda row: format_int(row.part.segments)),
        (_BLEU, lambda row: _score(row.part.bleu)),
        (_DELTA, lambda row: change(row.part.bleu)),
        *[p_holm][:tested],
        *_metric_columns(slices, lambda row: row.part.metrics),
        kind="suite",
    )


def _scores_table(of: SetResult, opens: Collection[str]) -> Table:
    """The results of systems on a test set by each metric, BLEU first."""

    def name(system: SystemResult) -> Span:
        at = anchor(of.name, system.name)
        return Span(system.name, "name", opens=f"#{at}" if at in opens else "")

    def term(key: str) -> str:
        return get_metric(key).about.glossary_key if is_metric(key) else "metric"

    return build_table(
        "Scores by system",
        [(system, metric) for system in of.systems for metric in system.metrics],
        (_SYSTEM, lambda row: name(row[0])),
        (Column("Metric", is_text=True), lambda row: Span(row[1].label, "", term(row[1].key))),
        (Column("Score", "", "score"), lambda row: _score(row[1])),
        (
            Column("Baseline score", "", "score"),
            lambda row: NO_VALUE if isnan(row[1].baseline) else format_score(row[1].baseline),
        ),
        (_DELTA, lambda row: change(row[1])),
        (
            Column("95% CI of Δ", "", "confidence-interval"),
            lambda row: _interval(row[0]) if row[1] is row[0].bleu else _NONE,
        ),
        (Column("p", "", "p-value"), lambda row: format_p_cell(row[1].p)),
        (_P_HOLM, lambda row: format_p_cell(row[1].p_holm)),
        (_BASELINE, lambda row: _baseline(row[0])),
        kind="suite",
    )


# The maximum length of each list in a medium of limited length.
ROWS, REASONS = (22_000, "comparison"), (20_000, "comparison")
SLICES = 10_000, "slice"
REMARKS, SIGNATURES = (6_000, "remark"), (4_000, "signature")
# Names of test sets listed with one signature.
MOST_NAMES = 5


def suite_document(
    result: SuiteResult, medium: Medium, opens: Collection[str] = frozenset()
) -> Document:
    """The report of a run; `opens` are the anchors of comparisons that the file contains."""
    title = Span(result.title, "name")
    sections = sections_of(result, _SECTIONS, medium)
    if medium.is_full:
        sections += [_set_section(of, opens) for of in result.sets]
    return Document(
        result.title,
        [title],
        sections,
        [Span(f"{result.sign} "), title],
        f"BLEUscope suite, {format_datetime(result.made)}",
    )


def _summary(result: SuiteResult, _: Medium) -> Iterator[Section]:
    yield Section("summary", "", [plain(headline(result), "verdict")])


def _cells(result: SuiteResult, medium: Medium) -> list[SuiteCell]:
    """The comparisons; in a medium of limited length, the worst first."""
    return worst_first(cells(result)) if medium.is_limited else cells(result)


def _comparisons(result: SuiteResult, medium: Medium) -> Iterator[Section]:
    table = _comparisons_table(_cells(result, medium), intervals=not medium.is_brief)
    note = plain(
        "Δ is the score of the system minus that of the baseline, in points of the metric. p is "
        "for BLEU, Holm-corrected for all tests of the suite.",
        "muted",
    )
    yield Section("comparisons", "Comparisons", [replace(table, limit=ROWS), note])


def _reasons(result: SuiteResult, medium: Medium) -> Iterator[Section]:
    bullets = []
    for cell in _cells(result, medium):
        if not cell.reasons:
            continue
        names = [_set_link(cell.of)]
        names += [Span(", "), Span(cell.system.name, "name")] if cell.system else []
        inner = [[Span(sentence, "name")] for sentence in cell.reasons[: medium.reasons]]
        if left := len(cell.reasons) - len(inner):
            inner.append([Span(f"and {left} more")])
        bullets.append(Bullet(names, inner))
    if bullets:
        yield Section("reasons", "Failures and problems", [Bullets(bullets, REASONS)])


def _slices(result: SuiteResult, medium: Medium) -> Iterator[Section]:
    slices = list(suite_slices(_cells(result, medium)))
    if medium.is_limited:
        slices.sort(key=lambda part: part.state == PASSED)
    if slices:
        yield Section("slices", "Slices", [replace(_slices_table(slices), limit=SLICES)])


def _notes(result: SuiteResult, _: Medium) -> Iterator[Section]:
    if notes := [(of.name, note) for of in result.sets for note in of.notes]:
        bullets = [Bullet([Span(name, "name"), Span(": "), Span(n, "name")]) for name, n in notes]
        yield Section("notes", "Notes", [Bullets(bullets, REMARKS)])


def _signatures(result: SuiteResult, medium: Medium) -> Iterator[Section]:
    names: dict[str, list[str]] = {}
    for of in result.sets:
        if of.signature:
            names.setdefault(of.signature, []).append(of.name)
    most = MOST_NAMES if medium.is_limited else None
    bullets = [
        Bullet([Span(join_words(of, most), "name"), Span(": "), Span(signature, "signature")])
        for signature, of in names.items()
    ]
    if bullets:
        yield Section("signatures", "Signatures", [Bullets(bullets, SIGNATURES)])


_SECTIONS = {
    "summary": _summary,
    "comparisons": _comparisons,
    "reasons": _reasons,
    "slices": _slices,
    "notes": _notes,
    "signatures": _signatures,
}


def _set_section(of: SetResult, opens: Collection[str]) -> Section:
    """The scores on a test set, which the tables link to."""
    pieces: list[Piece] = [plain(format_count(of.segments, "segment"))]
    if of.systems:
        pieces.append(_scores_table(of, opens))
    if of.problems:
        pieces.append(Bullets([Bullet([Span(problem, "name")]) for problem in of.problems]))
    return Section(anchor(of.name), "Test set", pieces, of.name)
