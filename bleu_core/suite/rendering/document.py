"""Sentences, tables and documents of a suite run: of all test sets, and of one."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
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
    LengthLimit,
    Medium,
    Section,
    Span,
    Table,
    build_table,
    plain,
    sections_of,
    signed,
)
from bleu_core.present.tables.gates import (
    DOUBTFUL,
    FAILED,
    PASSED,
    UNREAD,
    WORST_FIRST,
    state_mark,
)
from bleu_core.present.tables.ranking import grade_words
from bleu_core.suite.results import MetricResult, SetResult, SliceResult, SuiteResult, SystemResult


class SuiteCell(NamedTuple):
    """A system on a test set; without a system, the problems of the set."""

    of: SetResult
    system: SystemResult | None

    @property
    def state(self) -> str:
        if self.system is None:
            return DOUBTFUL if self.of.systems else UNREAD
        if self.system.failed:
            return FAILED
        return PASSED if self.system.judged else DOUBTFUL

    @property
    def delta(self) -> float:
        return nan if self.system is None else self.system.bleu.delta

    @property
    def why(self) -> tuple[str, ...]:
        """The reasons why it did not pass."""
        if self.system is None:
            return self.of.problems
        return (*self.system.blocking, *self.system.failures, *self.system.unjudged)


def cells(result: SuiteResult) -> list[SuiteCell]:
    """All comparisons of the run, in the order of the suite file."""
    found = []
    for one in result.sets:
        if one.problems:
            found.append(SuiteCell(one, None))
        found += [SuiteCell(one, system) for system in one.systems]
    return found


def worst_first(found: Iterable[SuiteCell]) -> list[SuiteCell]:
    """Failed comparisons before passed ones, by Δ; those without a Δ last."""

    def key(cell: SuiteCell) -> tuple[int, bool, float]:
        missing = isnan(cell.delta)
        return WORST_FIRST.index(cell.state), missing, 0 if missing else cell.delta

    return sorted(found, key=key)


def headline(result: SuiteResult) -> str:
    """The result of the run, in one sentence."""
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
    """The HTML anchor of a set, or of a system on it; names can contain any characters."""
    return "at-" + hashlib.sha256("\0".join(names).encode()).hexdigest()[:16]


def notes(result: SuiteResult) -> Iterator[tuple[str, str]]:
    """Notes on sets and systems, each with the name of the set or system."""
    for one in result.sets:
        yield from ((one.name, sentence) for sentence in one.notes)
        for system in one.systems:
            yield from ((f"{one.name}, {system.name}", sentence) for sentence in system.notes)


def comparisons_table(found: Sequence[SuiteCell], intervals: bool = True) -> Table:
    """Sets × systems: BLEU, Δ to the baseline, 95% CI, p (Holm over the suite), Δ of metrics."""
    results = [result for cell in found if cell.system for result in cell.system.metrics[1:]]
    of_interval = Column("95% CI", "", "confidence-interval"), _of_system(_interval)
    of_grade = Column("Grade", is_text=True), _of_system(_grade_cell)
    graded = any(_grade_cell(cell.system).text for cell in found if cell.system)
    return build_table(
        "Test sets and systems",
        found,
        (Column("Result", is_text=True), lambda cell: state_mark(cell.state)),
        (Column("Test set", is_text=True), lambda cell: set_link(cell.of)),
        (Column("System", is_text=True), _of_system(lambda system: Span(system.name, "name"))),
        (Column("BLEU", "", "bleu"), _of_system(lambda system: score_cell(system.bleu))),
        (Column("Δ", "", "delta"), _of_system(lambda system: change(system.bleu))),
        *[of_interval][:intervals],
        (
            Column("p (Holm)", "", "p-value"),
            _of_system(lambda system: Span(format_p_cell(system.bleu.p_holm))),
        ),
        *_metric_columns(results, _system_results),
        (Column("Baseline", is_text=True), _of_system(baseline_cell)),
        *[of_grade][:graded],
        kind="suite",
    )


_NONE = Span(NO_VALUE, "muted")


def _grade_cell(system: SystemResult) -> Span:
    return Span(grade_words(system.graded))


def set_link(of: SetResult) -> Span:
    """The name of a test set, linked to its page in the file."""
    return Span(of.name, "name", opens=f"#{anchor(of.name)}")


def score_cell(result: MetricResult) -> Span:
    """A score, in bold."""
    return Span(format_score(result.score), "strong")


def baseline_cell(system: SystemResult) -> Span:
    """The description of the baseline, or a dash."""
    return Span(system.baseline, "name") if system.baseline else _NONE


def _of_system(cell: Callable[[SystemResult], Span]) -> Callable[[SuiteCell], Span]:
    """Cells for a system; a dash if there is none."""
    return lambda of: cell(of.system) if of.system else _NONE


def _interval(system: SystemResult) -> Span:
    known = not isnan(system.ci_low)
    return Span(format_interval(system.ci_low, system.ci_high) if known else NO_VALUE)


def _system_results(cell: SuiteCell) -> Sequence[MetricResult]:
    return cell.system.metrics if cell.system else ()


def _slice_results(row: SuiteSlice) -> Sequence[MetricResult]:
    return row.part.metrics


def _metric_columns(
    results: Iterable[MetricResult], results_of: Callable[[Item], Sequence[MetricResult]]
) -> Iterator[tuple[Column, Callable[[Item], Span]]]:
    """A column with Δ for each metric among the results."""

    def cell(key: str, item: Item) -> Span:
        return change(next((result for result in results_of(item) if result.key == key), None))

    for key, label in {result.key: result.label for result in results}.items():
        yield Column(f"Δ {label}", "", "delta"), partial(cell, key)


def change(said: MetricResult | None) -> Span:
    """Δ of a metric, colored by better and worse; a dash if there is none."""
    if said is None or isnan(said.delta):
        return Span(NO_VALUE, "muted")
    return signed(format_delta(said.delta), higher_is_better=not said.lower_is_better)


class SuiteSlice(NamedTuple):
    """A slice of a system on a test set."""

    cell: SuiteCell
    part: SliceResult

    @property
    def state(self) -> str:
        if self.part.failures:
            return FAILED
        return PASSED if self.part.judged else DOUBTFUL


def suite_slices(found: Iterable[SuiteCell]) -> Iterator[SuiteSlice]:
    """The slices of these comparisons, in their order."""
    for cell in found:
        if cell.system is not None:
            yield from (SuiteSlice(cell, one) for one in cell.system.slices)


def slices_table(found: Sequence[SuiteSlice], of_sets: bool = True) -> Table:
    """BLEU, Δ and p on slices, and Δ of other metrics; `of_sets` adds a column with the test set.

    p is Holm-corrected over all slices of the suite; if none is tested, its column is left out.
    """
    tested = any(row.part.bleu.p_holm is not None for row in found)
    results = [result for row in found for result in row.part.metrics]
    set_name = Column("Test set", is_text=True), lambda row: set_link(row.cell.of)
    p_holm = Column("p (Holm)", "", "p-value"), lambda row: format_p_cell(row.part.bleu.p_holm)
    return build_table(
        "Slices",
        found,
        (Column("Result", is_text=True), lambda row: state_mark(row.state)),
        *[set_name][:of_sets],
        (Column("Slice", is_text=True), lambda row: Span(row.part.name, "name")),
        (
            Column("System", is_text=True),
            lambda row: Span(row.cell.system.name if row.cell.system else "", "name"),
        ),
        (Column("Segments", "", "segment"), lambda row: format_int(row.part.segments)),
        (Column("BLEU", "", "bleu"), lambda row: score_cell(row.part.bleu)),
        (Column("Δ", "", "delta"), lambda row: change(row.part.bleu)),
        *[p_holm][:tested],
        *_metric_columns(results, _slice_results),
        kind="suite",
    )


def signatures(result: SuiteResult) -> dict[str, list[str]]:
    """The BLEU signatures, with the names of their test sets."""
    found: dict[str, list[str]] = {}
    for one in result.sets:
        if one.signature:
            found.setdefault(one.signature, []).append(one.name)
    return found


# The maximum length of each list in a medium of limited length.
ROWS, REASONS = LengthLimit(22_000, "comparison"), LengthLimit(20_000, "comparison")
SLICES = LengthLimit(10_000, "slice")
REMARKS, SIGNATURES = LengthLimit(6_000, "remark"), LengthLimit(4_000, "signature")
# Names of test sets listed with one signature.
MOST_NAMES = 5


@dataclass(frozen=True)
class SuiteSubject:
    """The subject of a report: a run, or one of its test sets."""

    result: SuiteResult
    of: SetResult | None = None
    report: str = ""  # HTML of the set's comparisons, to which the table of scores links

    def cells(self, medium: Medium) -> list[SuiteCell]:
        """Its comparisons; in a medium of limited length, the worst first."""
        found = [cell for cell in cells(self.result) if self.of in (None, cell.of)]
        return worst_first(found) if medium.is_limited else found


def suite_document(result: SuiteResult, medium: Medium) -> Document:
    """The report of a run, with the sections that the medium shows."""
    title = Span(result.title, "name")
    return Document(
        result.title,
        [title],
        sections_of(SuiteSubject(result), SECTIONS, medium),
        [Span("✓ " if result.passed else "✗ "), title],
        f"BLEUscope suite, {format_datetime(result.made)}",
    )


def set_document(result: SuiteResult, of: SetResult, report: str, medium: Medium) -> Document:
    """The report of one test set of a run; `report` is the HTML of its comparisons."""
    shown = SuiteSubject(replace(result, sets=(of,)), of, report)
    sections = sections_of(shown, SECTIONS, medium)
    return Document(of.name, [Span(of.name, "name")], sections, about="")


def static_document(result: SuiteResult, medium: Medium) -> Document:
    """The report of a run, followed by that of each test set, which its tables link to."""
    whole = suite_document(result, medium)
    sections = list(whole.sections)
    for of in result.sets:
        first, *others = set_document(result, of, "", medium).sections
        title = Section(anchor(of.name), "Test set", first.pieces, of.name)
        sections += [title, *(replace(one, id=f"{one.id}-{anchor(of.name)}") for one in others)]
    return replace(whole, sections=sections)


def _summary(shown: SuiteSubject, medium: Medium) -> Iterator[Section]:
    if shown.of is None:
        yield Section("summary", "", [plain(headline(shown.result), "verdict")])
    elif shown.of.segments:
        yield Section("summary", "", [plain(format_count(shown.of.segments, "segment"), "verdict")])


def _comparisons(shown: SuiteSubject, medium: Medium) -> Iterator[Section]:
    if shown.of is not None:
        return
    table = comparisons_table(shown.cells(medium), intervals=not medium.is_brief)
    note = plain(
        "Δ is the score of the system minus that of the baseline, in points of the metric. p is "
        "for BLEU, Holm-corrected for all tests of the suite.",
        "muted",
    )
    yield Section("comparisons", "Comparisons", [replace(table, limit=ROWS), note])


def _reasons(shown: SuiteSubject, medium: Medium) -> Iterator[Section]:
    bullets = [_reason(shown, cell, medium) for cell in shown.cells(medium) if cell.why]
    if bullets:
        yield Section("reasons", "Failures and problems", [Bullets(bullets, REASONS)])


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
    """The scores of each system of a set by each metric; systems link to their reports."""
    of = shown.of
    if of is None or not of.systems:
        return

    def name(system: SystemResult) -> Span:
        place = anchor(of.name, system.name)
        return Span(system.name, "name", opens=f"#{place}" if place in shown.report else "")

    yield Section("scores", "Scores", [scores_table(of.systems, name)])


def scores_table(
    systems: Sequence[SystemResult], name: Callable[[SystemResult], Span] | None = None
) -> Table:
    """The results of systems by each metric, BLEU first; with `name`, they are named."""
    names: list[tuple[Column, Callable[[tuple[SystemResult, MetricResult]], Span]]] = []
    if name:
        names = [
            (Column("System", is_text=True), lambda row: name(row[0])),
            (Column("Baseline", is_text=True), lambda row: baseline_cell(row[0])),
        ]
    return build_table(
        "Scores by system",
        [(system, result) for system in systems for result in system.metrics],
        *names[:1],
        (
            Column("Metric", is_text=True),
            lambda row: Span(row[1].label, "", metric_term(row[1].key)),
        ),
        (Column("Score", "", "score"), lambda row: score_cell(row[1])),
        (Column("Baseline score", "", "score"), lambda row: score_text(row[1].baseline)),
        (Column("Δ", "", "delta"), lambda row: change(row[1])),
        (
            Column("95% CI of Δ", "", "confidence-interval"),
            lambda row: _interval(row[0]) if row[1] is row[0].bleu else _NONE,
        ),
        (Column("p", "", "p-value"), lambda row: format_p_cell(row[1].p)),
        (Column("p (Holm)", "", "p-value"), lambda row: format_p_cell(row[1].p_holm)),
        *names[1:],
        kind="suite",
    )


def metric_term(key: str) -> str:
    """The glossary entry of a metric; "metric" for an unknown one."""
    return get_metric(key).about.glossary_key if is_metric(key) else "metric"


def score_text(score: float) -> str:
    """A score, or a dash."""
    return NO_VALUE if isnan(score) else format_score(score)


def _slices(shown: SuiteSubject, medium: Medium) -> Iterator[Section]:
    found = list(suite_slices(shown.cells(medium)))
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
        yield Section("notes", "Notes", [Bullets(bullets, REMARKS)])


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
