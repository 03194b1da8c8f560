"""The report for a terminal, and as JSON for a program."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from typing import Any

from bleu_core.common.escaping import visible
from bleu_core.common.numerals import counted, whole
from bleu_core.explain.ngrams.families import SCOPE
from bleu_core.messages import Message
from bleu_core.metrics import MetricScore
from bleu_core.metrics.bleu_score import BleuScore
from bleu_core.present.account import LOOK, opinions
from bleu_core.present.account.degenerate import DEGENERATE, degenerate_table
from bleu_core.present.account.found_slices import SLICES, slice_tables, slices_told
from bleu_core.present.account.parts import smoothing_note
from bleu_core.present.account.segments import Segment, told
from bleu_core.present.account.spans import text as plain
from bleu_core.present.account.tables import Table, families_table, parts_table
from bleu_core.present.report.content import Content, phrases_table, serious
from bleu_core.present.report.subset import only
from bleu_core.readers.health import Finding
from bleu_core.segments.finder import SliceFindings
from bleu_core.significance import Randomization, Significance
from bleu_core.significance.opinions import Judged

# Characters of a text, segments each way, and n-grams.
LENGTH, SEGMENTS, PHRASES = 200, 5, 5
# Notices on the input; what is serious is told in any case. Line numbers of a finding, in JSON.
NOTICES, LINES = 3, 10
RULE = "─"


def to_text(content: Content) -> str:
    """Findings, verdict, parts, tests, other metrics, segments that carry most, n-grams."""
    return "\n".join(_lines(content)) + "\n"


def _lines(content: Content) -> Iterator[str]:
    a, b = content.names
    yield f"A  {visible(a, LENGTH)} (baseline)"
    yield f"B  {visible(b, LENGTH)} (candidate)"
    if content.among:
        yield content.among
    if some := only(content):
        yield f"{some}: {visible(content.where)}" if content.where else some
    if content.findings:
        yield from ("", *finding_lines(content.findings))
    yield from ("", visible(plain(content.verdict.told)), "")
    yield from table_lines(parts_table(content.parts))
    if note := smoothing_note(content.parts):
        yield note
    if content.tests:
        yield ""
        for test in content.tests:
            yield f"{test.name}: {test.p}" + (f" ({test.note})" if test.note else "")
        if content.significance is not None:
            yield content.significance.about_unit
    if content.opinions:
        yield ""
        yield from table_lines(opinions.opinions_table(content.all_opinions))
        yield ""
        for told in (opinions.agreement, opinions.people):
            if sentences := plain(told(content.all_opinions)):
                yield visible(sentences)
    if (broken := degenerate_table(content.detectors)).rows:
        yield from ("", DEGENERATE, *table_lines(broken))
    if content.slices is not None:
        yield from ("", SLICES)
        yield from _slices(content.slices)
    for title, found in content.sides:
        if found:
            yield from ("", title)
            for segment in found[:SEGMENTS]:
                yield from segment_lines(segment)
    if content.causes and content.causes.rows:
        yield from ("", f"Families of n-grams that stand out ({SCOPE})")
        yield from table_lines(families_table(content.causes))
    if content.phrases:
        yield from ("", "N-grams with most points, with those inside that stand and fall with them")
        yield from table_lines(phrases_table(content, PHRASES))
    yield from ("", content.comparison.score_a.signature)
    for judged in content.opinions:
        score = judged.opinion.a.corpus()
        yield f"{visible(score.name)}  {score.signature}"


def _slices(found: SliceFindings) -> Iterator[str]:
    for sentence in slices_told(found):
        yield visible(sentence)
    for table in slice_tables(found):
        yield from ("", table.label, *table_lines(table))


def finding_lines(findings: Sequence[Finding]) -> Iterator[str]:
    """All that is serious about the input, and the first notices."""
    grave = len(serious(findings))
    if grave:
        yield LOOK
    for finding in findings[: grave + NOTICES]:
        yield f"{'!' if finding.severity == 'serious' else '-'} {visible(finding.sentence)}"
    left = len(findings) - grave - NOTICES
    if left > 0:
        yield f"- and {counted(left, 'more notice')}; --format json has them all."


def segment_lines(segment: Segment) -> Iterator[str]:
    """A segment that carries much, with its texts."""
    document = f" ({visible(segment.document, 80)})" if segment.document else ""
    yield f"  segment {whole(segment.line)}{document}: {plain(told(segment))}"
    yield f"    A  {visible(segment.a, LENGTH)}"
    yield f"    B  {visible(segment.b, LENGTH)}"
    for reference in segment.references:
        if reference is not None:
            yield f"    r  {visible(reference, LENGTH)}"


def table_lines(found: Table) -> Iterator[str]:
    """Columns as wide as their cells, text to the left and numbers to the right."""
    rows = [[visible(text, LENGTH) for text in row] for row in [found.titles, *found.texts]]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for number, row in enumerate(rows, -1):
        cells = [
            cell.ljust(width) if column.is_text else cell.rjust(width)
            for cell, width, column in zip(row, widths, found.columns, strict=True)
        ]
        yield "  ".join(["", *cells]).rstrip()
        if number in found.rules:
            yield f"  {RULE * (sum(widths) + 2 * len(widths) - 2)}"


def to_json(content: Content, metrics: Sequence[str] | None = None, **more: Any) -> str:
    """All numbers in full, with the texts of the segments; undefined numbers are null.

    `metrics` are names for `content.all_opinions`, if not their keys; `more` is added.
    """
    keys = metrics or [judged.opinion.about.key for judged in content.all_opinions]
    comparison, found = content.comparison, content.significance
    systems = {"a": (comparison.a, comparison.score_a), "b": (comparison.b, comparison.score_b)}
    report = {
        "findings": [finding_fields(finding) for finding in content.findings],
        **{side: {**score_fields(score), "name": name} for side, (name, score) in systems.items()},
        "delta": comparison.delta,
        "ledger": {
            "components": comparison.ledger.components,
            "unattributed": comparison.ledger.unattributed,
            "sources": content.sources and content.sources._asdict(),
        },
        "significance": None if found is None else significance_fields(found),
        "metrics": {
            key: _opinion_fields(judged)
            for key, judged in zip(keys, content.all_opinions, strict=True)
        },
        "losses": [segment_fields(segment) for segment in content.losses],
        "gains": [segment_fields(segment) for segment in content.gains],
        "causes": None
        if content.causes is None
        else {
            "families": [cause._asdict() for cause in content.causes.rows],
            "others": content.causes.others,
        },
        "ngrams": [phrase._asdict() for phrase in content.phrases],
        "segments": len(comparison),
        "of": content.of,
        "where": content.where,
        "detectors": [asdict(one) for one in content.detectors],
        "slices": None if content.slices is None else slice_fields(content.slices),
        "thresholds": asdict(content.thresholds),
        "systems": len(comparison.evalset.systems),
        "inputs": [one._asdict() for one in content.inputs],
        "digest": comparison.evalset.whole.digest,
        "verdict": plain(content.verdict.told),
        **more,
    }
    return as_json(report)


def as_json(report: dict[str, Any]) -> str:
    """JSON for a program; undefined numbers are null."""
    return json.dumps(_defined(report), indent=1, allow_nan=False) + "\n"


def score_fields(score: BleuScore | MetricScore) -> dict[str, Any]:
    """A score as JSON, under sacreBLEU's names."""
    if isinstance(score, MetricScore):
        return {"name": score.name, "score": score.score, "signature": score.signature}
    return {"name": "BLEU", **asdict(score), "verbose_score": str(score).partition(" = ")[2]}


def significance_fields(found: Significance) -> dict[str, Any]:
    """What resampling says, as JSON."""
    bootstrap = found.bootstrap
    return {
        "unit": found.unit,
        "units": found.units,
        "randomization": _randomization_fields(found.randomization),
        "bootstrap": {
            name: getattr(bootstrap, name)
            for name in ("ci_low", "ci_high", "p_value", "seed", "units")
        }
        | {"samples": len(bootstrap.deltas), "sacrebleu_p_value": found.sacrebleu_bootstrap_p},
        "by_segment": found.by_segment and _randomization_fields(found.by_segment),
        "sacrebleu_p": found.sacrebleu_p,
    }


def slice_fields(found: SliceFindings) -> list[dict[str, Any]]:
    """What the slice finder found, as JSON: the tested ones, then those only described."""
    return [
        {
            "expression": one.expression,
            "segments": len(one.rows),
            "delta": one.delta,
            "points": one.points,
            "p_value": one.p_value,
            "confirmed": one.confirmed,
            "share": one.share,
            "share_of_change": one.share_of_change,
            "a": one.score_a,
            "b": one.score_b,
            "ci_low": one.ci_low,
            "ci_high": one.ci_high,
            "exchangeable": one.exchangeable,
            "beyond": one.excess_points,
            "tested": one.tested,
            "untested": one.skip_reason,
            "variants": list(one.variants),
        }
        for one in [*found.slices, *found.described]
    ]


def _randomization_fields(found: Randomization) -> dict[str, Any]:
    return {**asdict(found), "error": found.error, "near_level": found.near_level}


def _opinion_fields(judged: Judged) -> dict[str, Any]:
    found, interval = judged.opinion, judged.bootstrap
    return {
        "a": found.score_a,
        "b": found.score_b,
        "delta": found.delta,
        "p_value": judged.p,
        "ci_low": interval and interval.ci_low,
        "ci_high": interval and interval.ci_high,
        "signature": found.a.corpus().signature,
        "higher_is_better": found.about.higher_is_better,
    }


def finding_fields(finding: Finding) -> dict[str, Any]:
    """A finding as JSON."""
    first = [line + 1 for line in finding.lines[:LINES].tolist()]
    return {
        "severity": finding.severity,
        "kind": finding.kind,
        "code": finding.code,
        "text": finding.sentence,
        "stream": finding.stream,
        "lines": {"count": finding.count, "first": first},
    }


def regression_fields(regressions: Sequence[Message]) -> dict[str, list[str]]:
    """The gates that failed, as sentences; and the code of what failed in each."""
    failed = [one.values["failure"].code for one in regressions]
    return {"regressions": list(regressions), "regression_codes": failed}


def segment_fields(segment: Segment) -> dict[str, Any]:
    """A segment as JSON."""
    fields = segment._asdict()
    del fields["row"]
    return fields


def _defined(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _defined(inner) for name, inner in value.items()}
    if isinstance(value, list):
        return [_defined(inner) for inner in value]
    return None if isinstance(value, float) and math.isnan(value) else value
