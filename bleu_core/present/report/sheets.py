"""Data as CSV and workbooks: every column of every segment, every system of a ranking."""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import pandas as pd

from bleu_core.common import escaping
from bleu_core.messages import report
from bleu_core.present.account.found_slices import slices_told
from bleu_core.present.account.parts import lines
from bleu_core.present.ranking_report import Standings
from bleu_core.present.report.content import Content, settings
from bleu_core.present.report.segment_columns import metadata, named, places, statistics, texts
from bleu_core.present.report.subset import command, only
from bleu_core.segments.annotations import Annotation
from bleu_core.segments.detectors import Counts
from bleu_core.segments.finder import SliceFindings

# Limits of a workbook's sheet (ECMA-376), without its row of titles, and of a cell.
MOST_ROWS = 1_048_575
LONGEST_CELL = 32_767


def segment_frame(content: Content) -> pd.DataFrame:
    """One row a segment: line, scores, points, lengths, counts, totals, the other columns that
    expressions name, annotations, texts, and columns of the input."""
    comparison = content.comparison
    columns = places(comparison)
    if content.findings:
        columns["findings"] = _findings_by_line(content)
    columns |= statistics(comparison) | dict(named(content))
    if content.annotations:
        said = [content.annotations.get(i, Annotation()) for i in range(len(comparison))]
        columns |= {
            "verdict": [one.verdict for one in said],
            "labels": ["; ".join(map(str, one.labels)) for one in said],
            "note": [one.note for one in said],
        }
    columns |= texts(comparison)
    columns |= metadata(comparison, columns)
    return pd.DataFrame(columns)


def _findings_by_line(content: Content) -> list[str]:
    """The findings of each line, as text."""
    data = content.comparison.evalset
    found: list[list[str]] = [[] for _ in range(len(data.whole))]
    for finding in content.findings:
        told = f"{finding.severity}: {finding.kind}"
        told += f" ({finding.stream})" if finding.stream else ""
        for line in finding.lines.tolist():
            found[line].append(told)
    return ["; ".join(found[line - 1]) for line in data.lines.tolist()]


def to_csv(content: Content) -> bytes:
    """All segments; text that a spreadsheet would take for a formula is marked as text."""
    return escaping.to_csv(segment_frame(content))


def to_xlsx(content: Content) -> bytes:
    """A workbook: findings, if any, parts, segments, n-grams, provenance. No cell is a formula.

    Raises
    ------
    ImportError
        Where openpyxl is not installed.
    ValueError
        For more segments than a sheet has rows.
    """
    comparison = content.comparison
    if len(comparison) > MOST_ROWS:
        raise ValueError(report.too_many_rows(len(comparison), MOST_ROWS))
    return workbook(_sheets(content))


def workbook(sheets: Iterable[tuple[str, Iterable[Sequence[Any]]]]) -> bytes:
    """Sheets by their titles, rows of text and numbers; no cell is a formula, NaN is empty.

    Raises
    ------
    ImportError
        Where openpyxl is not installed.
    """
    from openpyxl import Workbook
    from openpyxl.cell import WriteOnlyCell

    # Write-only, so that a long test set is not held as objects a second time.
    book = Workbook(write_only=True)
    for title, rows in sheets:
        sheet = book.create_sheet(title)
        for row in rows:
            cells = []
            for value in row:
                if not isinstance(value, str):
                    cells.append(None if value != value else value)
                    continue
                cell = WriteOnlyCell(sheet, escaping.visible(value, LONGEST_CELL))
                cell.data_type = "s"  # openpyxl takes "=…" for a formula, "#N/A" for an error
                cells.append(cell)
            sheet.append(cells)
    found = io.BytesIO()
    book.save(found)
    return found.getvalue()


def _sheets(content: Content) -> Iterator[tuple[str, Iterator[Sequence[Any]]]]:
    comparison = content.comparison
    chosen = [("segments", only(content)), ("where", content.where), ("again", command(content))]
    if only(content):
        yield "only these", iter([row for row in chosen if row[1]])
    if content.findings:
        yield "findings", _finding_rows(content)
    titles = ("", "A", "A, %", "B", "B, %", "B - A", "points")
    yield "parts", iter([titles, *lines(content.parts)])
    yield "segments", _rows(segment_frame(content))
    heads = ("n-gram", "order", "matches A", "matches B", "wins A", "wins B", "p", "q")
    closing = [(name, *[""] * 8, carried) for name, carried in content.closing(content.phrases)]
    points = ("own points", "points with inside")
    yield "n-grams", iter([(*heads, *points), *content.phrases, *closing])
    if content.detectors:
        yield "degenerate", _degenerate_rows(content.detectors)
    if content.slices is not None:
        yield "slices", _slice_rows(content.slices)
    if content.causes is not None:
        titles = ("n-grams with", "points", "part of all matches", "wins A", "wins B", "p", "q")
        yield "families", iter([titles, *((c.text, *c[2:]) for c in content.causes.rows)])
    origin = [*settings(comparison.config).items(), ("signature", comparison.score_a.signature)]
    origin += [(f"SHA-256 of {one.role} {one.name}", one.sha256) for one in content.inputs]
    if content.among:
        origin.append(("systems", content.among))
    yield "provenance", iter([*origin, ("digest", comparison.evalset.whole.digest)])


def _degenerate_rows(found: Sequence[Counts]) -> Iterator[Sequence[Any]]:
    yield "found", "in A", "in B", "only A", "only B", "p", "points", "rule"
    for one in found:
        counts = (one.a, one.b, one.only_a, one.only_b, one.p, one.points)
        yield one.label, *counts, one.missing or one.about


def _slice_rows(found: SliceFindings) -> Iterator[Sequence[Any]]:
    yield from ((sentence,) for sentence in slices_told(found))
    yield (
        "expression", "segments", "part of all", "points", "part of the change", "BLEU A", "BLEU B",
        "delta", "interval from", "interval to", "p", "confirmed",
    )  # fmt: skip
    for one in [*found.slices, *found.described]:
        yield (
            one.expression, len(one.rows), one.share, one.points, one.share_of_change, one.score_a,
            one.score_b, one.delta, one.ci_low, one.ci_high, one.p_value,
            "yes" if one.confirmed else "no" if one.exchangeable else "not tested",
        )  # fmt: skip


def _finding_rows(content: Content) -> Iterator[Sequence[Any]]:
    yield "severity", "kind", "finding", "in", "lines"
    for one in content.findings:
        yield one.severity, one.kind, one.sentence, one.stream, one.count


def _rows(frame: pd.DataFrame) -> Iterator[Sequence[Any]]:
    yield [str(name) for name in frame.columns]
    # As Python's own numbers, by columns: a row of a frame would make all of one kind.
    yield from zip(*(frame[name].tolist() for name in frame.columns), strict=True)


def ranking_frame(standings: Standings) -> pd.DataFrame:
    """One row a system, the best first: ranks, scores, Δ to the baseline with its p, parts."""
    ranking = standings.ranking
    others = [
        {one.name: one.score for one in found.systems}
        for key, found in standings.rankings.items() if key != standings.by
    ]  # fmt: skip
    names = [key for key in standings.rankings if key != standings.by]
    rows = []
    for one in ranking.systems:
        bleu = standings.scored.statistics[one.name].corpus()
        is_baseline = one.name == ranking.baseline
        pair = None if is_baseline else ranking.pair(ranking.baseline, one.name)
        rows.append(
            {
                "rank_best": one.rank_best,
                "rank_worst": one.rank_worst,
                "system": one.name,
                standings.by: one.score,
                "ci_low": one.ci_low,
                "ci_high": one.ci_high,
                "delta": pair and pair.delta,
                "p_value": pair and pair.p_value,
                "p_holm": pair and pair.p_holm,
                "bp": bleu.bp,
                "sys_len": bleu.sys_len,
                "ref_len": bleu.ref_len,
                **{f"p{n}": precision for n, precision in enumerate(bleu.precisions, 1)},
                **{key: scores[one.name] for key, scores in zip(names, others, strict=True)},
            }
        )
    return pd.DataFrame(rows)


def ranking_csv(standings: Standings) -> bytes:
    """The ranking; a name that a spreadsheet would take for a formula is marked as text."""
    return escaping.to_csv(ranking_frame(standings))


def ranking_xlsx(standings: Standings) -> bytes:
    """A workbook: findings, if any, the ranking, every pair, provenance.

    Raises
    ------
    ImportError
        Where openpyxl is not installed.
    """
    return workbook(_ranking_sheets(standings))


def _ranking_sheets(standings: Standings) -> Iterator[tuple[str, Iterator[Sequence[Any]]]]:
    if standings.findings:
        told = [(one.severity, one.kind, one.sentence) for one in standings.findings]
        yield "findings", iter([("severity", "kind", "finding"), *told])
    frame = ranking_frame(standings).astype(object)
    rows = frame.where(frame.notna(), None).itertuples(index=False, name=None)
    yield "ranking", iter([tuple(map(str, frame.columns)), *rows])
    heads = ("a", "b", "delta", "p_value", "p_holm", "ci_low", "ci_high")
    pairs = [tuple(getattr(pair, head) for head in heads) for pair in standings.ranking.pairs]
    yield "pairs", iter([heads, *pairs])
    origin = [*settings(standings.scored.config).items()]
    origin += [(f"signature of {key}", text) for key, text in standings.signatures.items()]
    origin += [(f"SHA-256 of {one.role} {one.name}", one.sha256) for one in standings.inputs]
    yield "provenance", iter([*origin, ("digest", standings.scored.evalset.digest)])
