"""Data as CSV and XLSX: all columns of all segments, all systems of a ranking."""

from __future__ import annotations

import io
from collections.abc import Collection, Iterable, Iterator, Sequence
from operator import attrgetter
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from bleu_core.common import escaping
from bleu_core.common.pair import A, B
from bleu_core.explain.comparison import Comparison
from bleu_core.messages import screen
from bleu_core.present.comparison_report import (
    ComparisonReport,
    compare_command,
    origin_facts,
    selection_note,
    settings,
)
from bleu_core.present.ranking_report import RankingReport
from bleu_core.present.tables.segments import slice_sentences
from bleu_core.segments.annotations import Annotation
from bleu_core.segments.columns import FLAG, NUMBER, SegmentTable, table_of
from bleu_core.segments.finder import SliceFindings
from bleu_core.significance.word_recall import FrequencyBand

# Columns that the sheet has under other names, and texts that expressions count.
ELSEWHERE = {"line", "points", "delta", "gain", "a.bleu", "b.bleu", "a.length", "b.length"}
ELSEWHERE |= {f"{side}.matches{n}" for side in "ab" for n in range(1, 20)}
TEXTS = ("script",)


def places(comparison: Comparison) -> dict[str, Any]:
    """The line of each segment, and its document if known."""
    lines, documents = comparison.evalset.lines, comparison.evalset.documents
    return {"line": lines} | ({} if documents is None else {"document": documents.to_pylist()})


def statistics(comparison: Comparison) -> dict[str, NDArray[Any]]:
    """(S,) each: points, sentence scores, lengths, clipped matches and n-grams by order."""
    found: dict[str, NDArray[Any]] = {
        "points": comparison.ledger.segments,
        "delta": comparison.sentence_deltas,
        "bleu_a": comparison.sentences_a,
        "bleu_b": comparison.sentences_b,
    }
    for side, stats in (("a", comparison.stats_a), ("b", comparison.stats_b)):
        found |= {f"sys_len_{side}": stats.sys_len, f"ref_len_{side}": stats.ref_len}
        for name, numbers in (("counts", stats.counts), ("totals", stats.totals)):
            found |= {f"{name}_{side}_{n}": column for n, column in enumerate(numbers.T, 1)}
    return found


def texts(comparison: Comparison) -> dict[str, list[str | None]]:
    """The source, if there is one, the outputs of A and B, the references."""
    evalset = comparison.evalset
    found = {} if evalset.source is None else {"source": evalset.source}
    found |= {"a": evalset.systems[comparison.a], "b": evalset.systems[comparison.b]}
    found |= {f"reference_{n}": column for n, column in enumerate(evalset.references, 1)}
    return {name: column.to_pylist() for name, column in found.items()}


def metadata(comparison: Comparison, taken: Collection[str]) -> dict[str, list[str | None]]:
    """The columns that came with the data, under names that are not taken."""
    return {
        f"{name} (given)" if name in taken else name: column.to_pylist()
        for name, column in comparison.evalset.metadata.items()
    }


def named(
    content: ComparisonReport,
) -> Iterator[tuple[str, NDArray[np.float64] | list[str | None]]]:
    """The columns that expressions name and the sheet has not otherwise: (S,) each."""
    metric_pairs = {one.metric_pair.about.key: one.metric_pair for one in content.metric_pairs}
    table = table_of(content.comparison, content.thresholds, metric_pairs=metric_pairs)
    for name, column in table.columns.items():
        if column.missing or name in ELSEWHERE:
            continue
        if column.kind == NUMBER:
            yield name, table.numbers(name)
        elif column.kind == FLAG:
            yield name, np.where(table.flags(name), "yes", "no").tolist()
        elif name in TEXTS:
            yield name, only_texts(table, name)


def only_texts(table: SegmentTable, name: str) -> list[str | None]:
    """The text of each segment, in a column with at most one."""
    ((texts, _),) = table.texts(name).parts
    found: list[str | None] = texts.to_pylist()
    return found


# Limits of a workbook's sheet (ECMA-376), without its row of titles, and of a cell.
MOST_ROWS = 1_048_575
LONGEST_CELL = 32_767


def segment_frame(content: ComparisonReport) -> pd.DataFrame:
    """One row per segment: statistics, columns of expressions, annotations, texts, metadata."""
    comparison = content.comparison
    columns = places(comparison)
    if content.findings:
        columns["findings"] = _findings_by_line(content)
    columns |= statistics(comparison) | dict(named(content))
    if content.annotations:
        rows = [content.annotations.get(i, Annotation()) for i in range(len(comparison))]
        columns["verdict"] = [row.verdict for row in rows]
        columns["labels"] = ["; ".join(map(str, row.labels)) for row in rows]
        columns["note"] = [row.note for row in rows]
    columns |= texts(comparison)
    return pd.DataFrame(columns | metadata(comparison, columns))


def _findings_by_line(content: ComparisonReport) -> list[str]:
    """The findings of each line, as text."""
    data = content.comparison.evalset
    found: list[list[str]] = [[] for _ in range(len(data.whole))]
    for finding in content.findings:
        told = f"{finding.severity}: {finding.kind}"
        told += f" ({finding.stream})" if finding.stream else ""
        for line in finding.lines.tolist():
            found[line].append(told)
    return ["; ".join(found[line - 1]) for line in data.lines.tolist()]


def to_csv(content: ComparisonReport) -> bytes:
    """All segments; text that a spreadsheet would take for a formula is marked as text."""
    return escaping.to_csv(segment_frame(content))


def to_xlsx(content: ComparisonReport) -> bytes:
    """A workbook without formulas; ImportError without openpyxl, ValueError for too many rows."""
    if (size := len(content.comparison)) > MOST_ROWS:
        raise ValueError(screen.too_many(size, MOST_ROWS, "a sheet"))
    return workbook(_sheets(content))


def workbook(sheets: Iterable[tuple[str, Iterable[Sequence[Any]]]]) -> bytes:
    """Sheets by their titles, rows of text and numbers; no cell is a formula, NaN is empty."""
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
                cell = WriteOnlyCell(sheet, escaping.one_line(value, LONGEST_CELL))
                cell.data_type = "s"  # openpyxl takes "=…" for a formula, "#N/A" for an error
                cells.append(cell)
            sheet.append(cells)
    found = io.BytesIO()
    book.save(found)
    return found.getvalue()


def _sheets(content: ComparisonReport) -> Iterator[tuple[str, Iterable[Sequence[Any]]]]:
    comparison = content.comparison
    if note := selection_note(content.comparison.evalset):
        again = ("where", content.where), ("command", compare_command(content))
        yield "selection", [("segments", note), *(row for row in again if row[1])]
    if content.findings:
        rows = [(f.severity, f.kind, f.sentence, f.stream, f.count) for f in content.findings]
        yield "findings", [("severity", "kind", "finding", "in", "lines"), *rows]
    yield "parts", _part_rows(comparison)
    yield "segments", _rows(segment_frame(content))
    heads = ("n-gram", "order", f"matches {A}", f"matches {B}", f"wins {A}", f"wins {B}", "p", "q")
    closing = [(name, *[""] * 8, carried) for name, carried in content.closing(content.phrases)]
    points = ("own points", "points with nested", "nested")
    yield "n-grams", [(*heads, *points), *(row[:-1] for row in content.phrases), *closing]
    if bands := content.frequencies:
        names = ("occurrences", "words", *bands[0].counts, *FrequencyBand._fields[3:])
        words = [(*band[:2], *band.counts.values(), *band[3:]) for band in bands]
        yield "words by frequency", [[name.replace("_", " ") for name in names], *words]
    if content.detectors:
        heads = ("detector", f"in {A}", f"in {B}", f"only {A}", f"only {B}", "p", "points", "rule")
        counts = [
            (d.label, d.a, d.b, d.only_a, d.only_b, d.p, d.points, d.missing or d.about)
            for d in content.detectors
        ]
        yield "degenerate", [heads, *counts]
    if content.slices is not None:
        yield "slices", _slice_rows(content.slices)
    if content.families is not None:
        titles = (
            "n-grams containing", "points", "share of matches", f"wins {A}", f"wins {B}", "p", "q",
        )  # fmt: skip
        yield "families", [titles, *((c.text, *c[2:8]) for c in content.families.rows)]
    origin = [*settings(comparison.config).items(), ("signature", comparison.score_a.signature)]
    others = [one.metric_pair for one in content.metric_pairs]
    origin += [(f"signature of {one.about.key}", one.a.corpus().signature) for one in others]
    origin += origin_facts(comparison.evalset.whole, content.inputs)
    if content.among:
        origin.append(("systems", content.among))
    yield "provenance", [*origin, ("digest", comparison.evalset.whole.digest)]


def _part_rows(comparison: Comparison) -> Iterator[Sequence[Any]]:
    """The parts of both scores, those of each system with their counts, and the points."""
    a, b, points = comparison.score_a, comparison.score_b, comparison.ledger.components
    yield "", *(f"{what} {s}" for s in (A, B) for what in ("matches", "n-grams", "value")), "points"
    for n in range(1, len(a.counts) + 1):
        own = [(one.counts[n - 1], one.totals[n - 1], one.precisions[n - 1]) for one in (a, b)]
        yield f"p{n}", *own[0], *own[1], points.get(f"p{n}")
    yield "BP", None, None, a.bp, None, None, b.bp, points.get("bp")
    yield "output length", None, None, a.sys_len, None, None, b.sys_len
    yield "reference length", None, None, a.ref_len, None, None, b.ref_len
    yield "BLEU", None, None, a.score, None, None, b.score, comparison.delta


def _slice_rows(found: SliceFindings) -> Iterator[Sequence[Any]]:
    yield from ((sentence,) for sentence in slice_sentences(found))
    yield (
        "expression", "segments", "share of reference tokens", "points", "share of gain or loss",
        "tested on", f"BLEU {A}", f"BLEU {B}", "delta", "CI low", "CI high",
        "points beyond share", "beyond low", "beyond high", "p", "confirmed",
    )  # fmt: skip
    for one in [*found.slices, *found.described]:
        yield (
            one.expression, len(one.rows), one.share, one.points, one.share_of_change,
            one.tested or len(one.rows), one.score_a, one.score_b, one.delta, one.ci_low,
            one.ci_high, one.surplus, one.surplus_low, one.surplus_high, one.p_value,
            "yes" if one.confirmed else "no" if one.exchangeable else "not tested",
        )  # fmt: skip


def _rows(frame: pd.DataFrame) -> Iterator[Sequence[Any]]:
    yield [str(name) for name in frame.columns]
    # As Python's own numbers, by columns: a row of a frame would make all of one kind.
    yield from zip(*(frame[name].tolist() for name in frame.columns), strict=True)


def ranking_frame(standings: RankingReport) -> pd.DataFrame:
    """One row a system, the best first: ranks, scores, Δ to the baseline with its p, parts."""
    ranking = standings.ranking
    others = {
        key: {one.name: one.score for one in found.systems}
        for key, found in standings.rankings.items()
        if key != standings.by
    }
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
                **{name: pair and getattr(pair, name) for name in ("delta", "p_value", "p_holm")},
                **{name: getattr(bleu, name) for name in ("bp", "sys_len", "ref_len")},
                **{f"p{n}": precision for n, precision in enumerate(bleu.precisions, 1)},
                **{key: scores[one.name] for key, scores in others.items()},
            }
        )
    return pd.DataFrame(rows)


def ranking_sheets(standings: RankingReport) -> Iterator[tuple[str, Iterable[Sequence[Any]]]]:
    """The sheets of a workbook: findings, if any, the ranking, every pair, provenance."""
    if standings.findings:
        rows = [(one.severity, one.kind, one.sentence) for one in standings.findings]
        yield "findings", [("severity", "kind", "finding"), *rows]
    frame = ranking_frame(standings).astype(object)
    systems = frame.where(frame.notna(), None).itertuples(index=False, name=None)
    yield "ranking", [tuple(map(str, frame.columns)), *systems]
    heads = ("a", "b", "delta", "p_value", "p_holm", "ci_low", "ci_high")
    yield "pairs", [heads, *map(attrgetter(*heads), standings.ranking.pairs)]
    origin = [*settings(standings.scored.config).items()]
    origin += [(f"signature of {key}", text) for key, text in standings.signatures.items()]
    origin += origin_facts(standings.scored.evalset, standings.inputs)
    yield "provenance", [*origin, ("digest", standings.scored.evalset.digest)]
