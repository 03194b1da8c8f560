"""The documents of a run of a suite: of all its test sets, and of one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from math import isnan

from bleu_core.common.numerals import NONE, bare, counted, moment, points
from bleu_core.common.wording import listed
from bleu_core.present.account.spans import Span
from bleu_core.present.document import (
    Bullet,
    Bullets,
    Column,
    Document,
    LengthLimit,
    Medium,
    Section,
    Table,
    plain,
    sections_of,
)
from bleu_core.suite.rendering.told import (
    PASSED,
    Cell,
    Part,
    anchor,
    cells,
    change,
    headline,
    notes,
    parts,
    parts_table,
    signatures,
    table,
    worst_first,
)
from bleu_core.suite.results import OfSet, SuiteResult

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
class Shown:
    """The subject of a document: a run, or one of its test sets.

    `report` is the HTML of the comparisons of the set, to whose parts its scores lead.
    """

    result: SuiteResult
    of: OfSet | None = None
    report: str = ""

    @property
    def cells(self) -> list[Cell]:
        return [cell for cell in cells(self.result) if self.of in (None, cell.of)]


def suite_document(result: SuiteResult, medium: Medium) -> Document:
    """The document of a run, as much as the medium shows."""
    title = Span(result.title, "name")
    return Document(
        result.title,
        [title],
        sections_of(Shown(result), SECTIONS, medium),
        [Span("✓ " if result.passed else "✗ "), title],
        f"BLEUscope suite, {moment(result.made)}",
    )


def set_document(result: SuiteResult, of: OfSet, report: str, medium: Medium) -> Document:
    """A test set of a run; `report` is the HTML of its comparisons."""
    shown = Shown(replace(result, sets=(of,)), of, report)
    sections = sections_of(shown, SECTIONS, medium)
    return Document(of.name, [Span(of.name, "name")], sections, about="")


def _summary(shown: Shown, medium: Medium) -> Iterator[Section]:
    if shown.of is None:
        yield Section("summary", "", [plain(headline(shown.result), "verdict")])
    elif shown.of.segments:
        yield Section("summary", "", [plain(counted(shown.of.segments, "segment"), "verdict")])


def _comparisons(shown: Shown, medium: Medium) -> Iterator[Section]:
    if shown.of is not None:
        return
    found = worst_first(shown.cells) if medium.is_limited else shown.cells
    compared = replace(table(found, intervals=not medium.is_brief), limit=ROWS)
    note = plain(
        "Δ is the system's score minus the baseline's, in points of the metric; p is that of BLEU, "
        "after Holm over all tests of the suite.",
        "muted",
    )
    yield Section("comparisons", "Comparisons", [compared, note])


def _reasons(shown: Shown, medium: Medium) -> Iterator[Section]:
    found = worst_first(shown.cells) if medium.is_limited else shown.cells
    bullets = [_reason(shown, cell, medium) for cell in found if cell.why]
    if bullets:
        pieces = [Bullets(bullets, REASONS)]
        yield Section("reasons", "What did not pass, and why", pieces)


def _reason(shown: Shown, cell: Cell, medium: Medium) -> Bullet:
    names = []
    if shown.of is None:
        names.append(Span(cell.of.name, "name", opens=f"#{anchor(cell.of.name)}"))
    if cell.system:
        names += [*([Span(", ")] if names else []), Span(cell.system.name, "name")]
    inner = [[Span(sentence, "name")] for sentence in cell.why[: medium.reasons]]
    if left := len(cell.why) - len(inner):
        inner.append([Span(f"and {left} more")])
    return Bullet(names, inner)


def _scores(shown: Shown, medium: Medium) -> Iterator[Section]:
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
                Span(points(said.score), "strong"),
                Span(NONE if isnan(said.baseline) else points(said.baseline)),
                change(said),
                Span(bare(said.p)),
                Span(bare(said.p_holm)),
                Span(system.baseline, "name") if system.baseline else Span(NONE, "muted"),
            ]
            rows.append(row)
    yield Section("scores", "Scores", [Table("Scores of each system", columns, rows, kind="suite")])


def _slices(shown: Shown, medium: Medium) -> Iterator[Section]:
    found: list[Part] = list(parts(worst_first(shown.cells) if medium.is_limited else shown.cells))
    if medium.is_limited:
        found.sort(key=lambda one: one.state == PASSED)
    if found:
        slices = replace(parts_table(found, shown.of is None), limit=SLICES)
        yield Section("slices", "Slices", [slices])


def _notes(shown: Shown, medium: Medium) -> Iterator[Section]:
    bullets = [
        Bullet([Span(name, "name"), Span(": "), Span(sentence, "name")])
        for name, sentence in notes(shown.result)
    ]
    if bullets:
        yield Section("notes", "Also to be known", [Bullets(bullets, REMARKS)])


def _signatures(shown: Shown, medium: Medium) -> Iterator[Section]:
    most = MOST_NAMES if medium.is_limited else None
    bullets = []
    for signature, names in signatures(shown.result).items():
        of = [Span(listed(names, most), "name"), Span(": ")] if shown.of is None else []
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
