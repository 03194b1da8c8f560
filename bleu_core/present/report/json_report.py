"""Results as JSON for programs, in full precision, undefined numbers null. Names never change."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from bleu_core.common.formatting import format_score
from bleu_core.explain.changed_spans import segment_changes
from bleu_core.messages import codes
from bleu_core.metrics import MetricScore
from bleu_core.metrics.bleu import BleuScore
from bleu_core.present.document import text
from bleu_core.present.tables.segments import segment_headline
from bleu_core.significance.power import SIZES

if TYPE_CHECKING:
    from bleu_core.explain.comparison import Comparison
    from bleu_core.present.comparison_report import ComparisonReport
    from bleu_core.present.document import Segment
    from bleu_core.present.ranking_report import RankingReport
    from bleu_core.present.tables.gates import GateReport
    from bleu_core.readers.input_checks import Finding
    from bleu_core.segments.finder import SliceFindings
    from bleu_core.significance import Randomization, Significance
    from bleu_core.significance.metric_tests import MetricSignificance
    from bleu_core.significance.power import Power
    from bleu_core.systems.references import ReferencePoints
    from bleu_core.text.evalset import EvalSet

# Line numbers of a finding.
LINES = 10
PAIR_FIELDS = ("a", "b", "delta", "p_value", "p_holm", "ci_low", "ci_high", "significant")


def comparison_json(
    content: ComparisonReport, metrics: Sequence[str] | None = None, **more: Any
) -> str:
    """A result, with the texts of segments, `more` fields, and `metrics` by these names."""
    keys = metrics or [judged.metric_pair.about.key for judged in content.all_metric_pairs]
    comparison = content.comparison
    report = {
        "findings": [finding_fields(finding) for finding in content.findings],
        "a": {**score_fields(comparison.score_a), "name": comparison.a},
        "b": {**score_fields(comparison.score_b), "name": comparison.b},
        "delta": comparison.delta,
        "ledger": {
            **_fields(comparison.ledger, "components", "unattributed"),
            "sources": content.sources and content.sources._asdict(),
        },
        "significance": content.significance
        and significance_fields(content.significance, comparison.evalset),
        "metrics": {
            key: _metric_fields(judged)
            for key, judged in zip(keys, content.all_metric_pairs, strict=True)
        },
        "reference_points": reference_point_fields(content.reference_points),
        "reference_shares": content.reference_shares
        and {
            **_fields(content.reference_shares, "segments", "matches_a", "matches_b", "delta"),
            "shares": [share._asdict() for share in content.reference_shares.shares],
        },
        "frequencies": None
        if content.frequencies is None
        else [band._asdict() for band in content.frequencies],
        "losses": [segment_fields(segment, comparison) for segment in content.losses],
        "gains": [segment_fields(segment, comparison) for segment in content.gains],
        "causes": None
        if content.families is None
        else {
            "families": [_with_substitute(family._asdict()) for family in content.families.rows],
            "others": content.families.others,
        },
        "ngrams": [_with_substitute(phrase._asdict()) for phrase in content.phrases],
        "segments": len(comparison),
        "of": content.of,
        "where": content.where,
        "detectors": [asdict(one) for one in content.detectors],
        "slices": None if content.slices is None else slice_fields(content.slices),
        "thresholds": asdict(content.thresholds),
        "systems": len(comparison.evalset.systems),
        "inputs": [one._asdict() for one in content.inputs],
        "test_set": content.test_set
        and dict(zip(("name", "language_pair"), content.test_set, strict=True)),
        "origin": _origin(comparison.evalset.whole),
        "digest": comparison.evalset.whole.digest,
        "verdict": text(content.verdict),
        "sentence": content.difference,
        "grade": content.grade and content.grade.grade,
        "grade_reasons": list(content.grade.reasons) if content.grade else [],
        "pairs": content.grade and content.grade.pairs,
        "other_settings": [other._asdict() for other in content.other_settings or ()],
        **more,
    }
    return as_json(report)


def _with_substitute(row: dict[str, Any]) -> dict[str, Any]:
    found = row["substitute"]
    return {**row, "substitute": None if found is None else asdict(found)}


def _origin(evalset: EvalSet) -> dict[str, str]:
    """Where the texts of a data set come from; empty for files."""
    return dict(evalset.origin.facts) if evalset.origin else {}


def _fields(result: object, *names: str) -> dict[str, Any]:
    return {name: getattr(result, name) for name in names}


def as_json(report: dict[str, Any]) -> str:
    """JSON for a program; undefined numbers are null."""
    return json.dumps(_defined(report), indent=1, allow_nan=False) + "\n"


def score_fields(score: BleuScore | MetricScore) -> dict[str, Any]:
    """A score as JSON, under sacreBLEU's names."""
    if isinstance(score, MetricScore):
        return {"name": score.name, "score": score.score, "signature": score.signature}
    return {"name": "BLEU", **asdict(score), "verbose_score": str(score).partition(" = ")[2]}


def significance_fields(found: Significance, evalset: EvalSet) -> dict[str, Any]:
    """The significance tests of a test set, or of a part of it, as JSON."""
    return {
        **_fields(found, "unit", "units"),
        "randomization": _randomization_fields(found.randomization),
        "bootstrap": {
            **_fields(found.bootstrap, "ci_low", "ci_high", "p_value", "seed", "units"),
            "samples": len(found.bootstrap.deltas),
            "sacrebleu_p_value": found.sacrebleu_bootstrap_p,
        },
        "by_segment": found.by_segment and _randomization_fields(found.by_segment),
        "sacrebleu_p": found.sacrebleu_p,
        "power": found.power and power_fields(found.power, found.randomization.delta),
        "stability": found.stability
        and {
            **_fields(found.stability, "units", "insignificant", "reversed"),
            "lines": evalset.lines[found.stability.rows].tolist(),
        },
    }


def reference_point_fields(found: ReferencePoints | None) -> dict[str, Any] | None:
    """References as outputs, and systems under the same number of references, as JSON."""
    if found is None:
        return None
    return {"segments": found.segments, "points": [point._asdict() for point in found.points]}


def power_fields(power: Power, delta: float) -> dict[str, Any]:
    """Which differences a test set would detect, as JSON; `delta` is the observed one."""
    smaller = SIZES[0]
    return {
        **_fields(power, "standard_error", "detectable_delta"),
        "power_at": {
            **{format_score(size, 1): power.for_size(size) for size in SIZES},
            "delta": power.at(delta),
        },
        f"segments_for_{smaller}": power.segments_for(smaller),
        f"units_for_{smaller}": power.units_for(smaller),
    }


def slice_fields(found: SliceFindings) -> list[dict[str, Any]]:
    """Slices of the slice finder: the tested ones, then those only described."""
    return [
        {
            "expression": one.expression,
            "segments": len(one.rows),
            **_fields(one, "delta", "points", "p_value", "confirmed", "share", "share_of_change"),
            "a": one.score_a,
            "b": one.score_b,
            **_fields(one, "ci_low", "ci_high", "exchangeable"),
            "beyond": one.excess_points,
            **_fields(one, "surplus", "surplus_low", "surplus_high"),
            "tested": one.tested,
            "untested": one.skip_reason,
            "variants": list(one.variants),
        }
        for one in [*found.slices, *found.described]
    ]


def _randomization_fields(found: Randomization) -> dict[str, Any]:
    return {**asdict(found), "error": found.error, "near_level": found.near_level}


def _metric_fields(judged: MetricSignificance) -> dict[str, Any]:
    found, interval = judged.metric_pair, judged.bootstrap
    return {
        "a": found.score_a,
        "b": found.score_b,
        "delta": found.delta,
        "p_value": judged.p,
        "ci_low": interval and interval.ci_low,
        "ci_high": interval and interval.ci_high,
        "signature": found.a.corpus().signature,
        "higher_is_better": found.about.higher_is_better,
        "segments": found.counted,
    }


def finding_fields(finding: Finding) -> dict[str, Any]:
    """A finding as JSON."""
    first = [line + 1 for line in finding.lines[:LINES].tolist()]
    return {
        **_fields(finding, "severity", "kind", "code"),
        "text": finding.sentence,
        "stream": finding.stream,
        "lines": {"count": finding.count, "first": first},
    }


def gate_fields(gates: GateReport) -> dict[str, list[str]]:
    """The sentences and codes of gates that failed, and of those that cannot be decided."""
    regressions, undecided = gates.regressions, gates.undecided
    failed = [one.values["failure"].code for one in regressions]
    return {
        "regressions": list(regressions), "regression_codes": failed,
        "undecided": list(undecided), "undecided_codes": codes(undecided),
    }  # fmt: skip


def segment_fields(segment: Segment, comparison: Comparison) -> dict[str, Any]:
    """A segment as JSON, with what it lost and gained."""
    changes = segment_changes(comparison, segment.row)
    return {
        **{name: value for name, value in segment._asdict().items() if name != "row"},
        "spans": None if changes.spans is None else [span._asdict() for span in changes.spans],
        **_fields(changes, "totals_points", "length_points"),
        "sentence": text(segment_headline(segment, changes)),
    }


def _defined(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _defined(inner) for name, inner in value.items()}
    if isinstance(value, list):
        return [_defined(inner) for inner in value]
    return None if isinstance(value, float) and math.isnan(value) else value


def ranking_json(standings: RankingReport) -> str:
    """A ranking; interval, ranks and pairs are of `metric`, null where they are not tested."""
    ranking, signatures = standings.ranking, standings.signatures
    report = {
        "systems": [_system_fields(standings, one.name) for one in ranking.systems],
        "pairs": [
            _fields(pair, *PAIR_FIELDS)
            | {"power": pair.power and power_fields(pair.power, pair.delta)}
            for pair in ranking.pairs
        ],
        "baseline": ranking.baseline,
        "signature": signatures["bleu"],
        **_fields(ranking, "seed", "trials"),
        "metric": standings.by,
        **_fields(ranking, "higher_is_better", "unit", "units", "samples", "told_apart"),
        "bands": [[one.name for one in band] for band in ranking.bands],
        "summary": text(standings.headline),
        "notes": standings.about_tests,
        "metrics": {
            key: {
                "signature": signatures[key],
                "higher_is_better": about.higher_is_better,
                "segments": standings.rankings[key].segments,
            }
            for key, about in standings.metrics.items()
        },
        "oracle": standings.oracle
        and {
            **_fields(standings.oracle, "score", "bound", "alike"),
            "shares": dict(zip(standings.scored.names, standings.oracle.shares, strict=True)),
        },
        "reference_points": reference_point_fields(standings.reference_points),
        "findings": [finding_fields(finding) for finding in standings.findings],
        "segments": standings.segments,
        "of": len(standings.scored.evalset.whole),
        "where": standings.scored.evalset.where,
        "inputs": [one._asdict() for one in standings.inputs],
        "origin": _origin(standings.scored.evalset),
        "digest": standings.scored.evalset.digest,
        **gate_fields(standings.gates),
    }
    return as_json(report)


def _system_fields(standings: RankingReport, name: str) -> dict[str, Any]:
    ranked = {
        key: next(one for one in ranking.systems if one.name == name)
        for key, ranking in standings.rankings.items()
    }
    bleu, grade = standings.scored.statistics[name].corpus(), standings.grades.get(name)
    return {
        "name": name,
        "bleu": bleu.score,
        **_fields(ranked[standings.by], "ci_low", "ci_high", "rank_best", "rank_worst"),
        **_fields(bleu, "counts", "totals", "precisions", "bp", "sys_len", "ref_len"),
        "metrics": {key: found.score for key, found in ranked.items()},
        "grade": grade and grade.grade,
        "grade_reasons": list(grade.reasons) if grade else [],
    }
