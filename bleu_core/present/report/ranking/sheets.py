"""A ranking as CSV, one row a system, and as a workbook, with every pair."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import pandas as pd

from bleu_core.common import escaping
from bleu_core.present.report.content import settings
from bleu_core.present.report.ranking.content import Standings
from bleu_core.present.report.sheets import workbook


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


def to_csv(standings: Standings) -> bytes:
    """The ranking; a name that a spreadsheet would take for a formula is marked as text."""
    return escaping.to_csv(ranking_frame(standings))


def to_xlsx(standings: Standings) -> bytes:
    """A workbook: findings, if any, the ranking, every pair, provenance.

    Raises
    ------
    ImportError
        Where openpyxl is not installed.
    """
    return workbook(_sheets(standings))


def _sheets(standings: Standings) -> Iterator[tuple[str, Iterator[Sequence[Any]]]]:
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
