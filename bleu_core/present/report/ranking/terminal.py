"""A ranking for a terminal, and as JSON for a program."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from bleu_core.common.escaping import visible
from bleu_core.messages import Message
from bleu_core.present.account.ranking_tables import about_pairs, beside, pairs_table
from bleu_core.present.account.spans import text as plain
from bleu_core.present.report.ranking.content import BLEU, Standings
from bleu_core.present.report.terminal import (
    as_json,
    finding_fields,
    finding_lines,
    regression_fields,
    table_lines,
)


def to_text(standings: Standings, width: int) -> str:
    """Findings, ranking, what it says, and the pairs where they fit into `width` characters."""
    return "\n".join(_lines(standings, width)) + "\n"


def _lines(standings: Standings, width: int) -> Iterator[str]:
    if standings.findings:
        yield from (*finding_lines(standings.findings_told), "")
    ranked, made_of = standings.ranked, standings.made_of
    # The second table begins with the system, as the first has it after the rank.
    whole = list(table_lines(beside(ranked, made_of)))
    if _fits(whole, width):
        yield from whole
    else:
        yield from (*table_lines(ranked), "", *table_lines(made_of))
    if note := standings.smoothing_note:
        yield note
    yield ""
    yield visible(plain(standings.headline))
    yield from standings.about_tests
    pairs = list(table_lines(pairs_table(standings.ranking, standings.about)))
    if _fits(pairs, width):
        yield from ("", *pairs, about_pairs(standings.ranking, standings.about))
    yield ""
    yield standings.signatures[standings.by]
    for key, signature in standings.signatures.items():
        if key != standings.by:
            yield f"{standings.metrics[key].label}  {signature}"


def _fits(lines: list[str], width: int) -> bool:
    return max(map(len, lines)) <= width


def to_json(standings: Standings, regressions: Sequence[Message] = ()) -> str:
    """All numbers in full, undefined ones and those that were not tested as null.

    The names of `systems` (name, bleu, ci_low, ci_high, rank_best, rank_worst), of `pairs` (a, b,
    delta, p_value, p_holm), baseline, signature, seed and trials never change. Interval, ranks
    and pairs are of `metric`.
    """
    ranking = standings.ranking
    report = {
        "systems": [_system_fields(standings, one.name) for one in ranking.systems],
        "pairs": [
            {
                "a": pair.a,
                "b": pair.b,
                "delta": pair.delta,
                "p_value": pair.p_value,
                "p_holm": pair.p_holm,
                "ci_low": pair.ci_low,
                "ci_high": pair.ci_high,
                "significant": pair.significant,
            }
            for pair in ranking.pairs
        ],
        "baseline": ranking.baseline,
        "signature": standings.signatures[BLEU],
        "seed": ranking.seed,
        "trials": ranking.trials,
        "metric": standings.by,
        "higher_is_better": ranking.higher_is_better,
        "unit": ranking.unit,
        "units": ranking.units,
        "samples": ranking.samples,
        "told_apart": ranking.told_apart,
        "bands": [[one.name for one in band] for band in ranking.bands],
        "summary": plain(standings.headline),
        "notes": standings.about_tests,
        "metrics": {
            key: {
                "signature": standings.signatures[key],
                "higher_is_better": standings.metrics[key].higher_is_better,
            }
            for key in standings.metrics
        },
        "findings": [finding_fields(finding) for finding in standings.findings],
        "segments": standings.segments,
        "inputs": [one._asdict() for one in standings.inputs],
        "digest": standings.scored.evalset.digest,
        **regression_fields(regressions),
    }
    return as_json(report)


def _system_fields(standings: Standings, name: str) -> dict[str, Any]:
    ranked = {
        key: next(one for one in ranking.systems if one.name == name)
        for key, ranking in standings.rankings.items()
    }
    one, bleu = ranked[standings.by], standings.scored.statistics[name].corpus()
    return {
        "name": name,
        "bleu": bleu.score,
        "ci_low": one.ci_low,
        "ci_high": one.ci_high,
        "rank_best": one.rank_best,
        "rank_worst": one.rank_worst,
        "counts": bleu.counts,
        "totals": bleu.totals,
        "precisions": bleu.precisions,
        "bp": bleu.bp,
        "sys_len": bleu.sys_len,
        "ref_len": bleu.ref_len,
        "metrics": {key: found.score for key, found in ranked.items()},
    }
