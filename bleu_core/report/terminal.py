"""The report for a terminal, and as JSON for a program."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from typing import Any

from bleu_core.bleu import BleuScore
from bleu_core.parts import smoothing_note
from bleu_core.report.content import Content, Segment
from bleu_core.report.inert import visible
from bleu_core.verdict import text as plain
from bleu_core.words import delta, fine_delta, p_value, points, whole

# Characters of a text, segments each way, and n-grams.
LENGTH, SEGMENTS, PHRASES = 200, 5, 5


def to_text(content: Content) -> str:
    """Verdict, parts, tests, the segments and n-grams that carry most."""
    return "\n".join(_lines(content)) + "\n"


def _lines(content: Content) -> Iterator[str]:
    a, b = content.names
    yield f"A  {visible(a, LENGTH)} (baseline)"
    yield f"B  {visible(b, LENGTH)} (candidate)"
    yield from ("", plain(content.verdict), "")
    yield from _table(["", "A", "%", "B", "%", "B − A", "points"], content.parts)
    if told := smoothing_note(content.parts):
        yield told
    if content.tests:
        yield ""
        yield from (f"{test.name}: {test.p} ({test.note})" for test in content.tests[:2])
    for title, found in content.sides:
        if found:
            yield from ("", title)
            for segment in found[:SEGMENTS]:
                yield from _segment(segment)
    if content.phrases:
        yield from ("", "N-grams that carry most")
        rows = [
            [
                visible(phrase.text, LENGTH),
                f"{whole(phrase.matches_a)} → {whole(phrase.matches_b)}",
                p_value(phrase.p),
                fine_delta(phrase.points),
            ]
            for phrase in content.phrases[:PHRASES]
        ]
        yield from _table(["  n-gram", "matches A → B", "p", "points"], rows)
    yield from ("", content.comparison.score_a.signature)


def _segment(segment: Segment) -> Iterator[str]:
    document = f" ({visible(segment.document, 80)})" if segment.document else ""
    yield (
        f"  segment {whole(segment.row + 1)}{document}: {segment.carried} points, "
        f"sentence BLEU {points(segment.score_a)} → {points(segment.score_b)} "
        f"({delta(segment.delta)})"
    )
    yield f"    A  {visible(segment.a, LENGTH)}"
    yield f"    B  {visible(segment.b, LENGTH)}"
    for reference in segment.references:
        if reference is not None:
            yield f"    r  {visible(reference, LENGTH)}"


def _table(titles: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """Columns as wide as their cells, the first to the left and the others to the right."""
    table = [list(titles), *(["  " + row[0], *row[1:]] for row in rows)]
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    for first, *others in table:
        cells = [first.ljust(widths[0])]
        cells += [cell.rjust(width) for cell, width in zip(others, widths[1:], strict=True)]
        yield "  ".join(cells).rstrip()


def to_json(content: Content, **more: Any) -> str:
    """All numbers in full, with the texts of the segments; undefined numbers are null."""
    comparison, found = content.comparison, content.significance
    systems = {"a": (comparison.a, comparison.score_a), "b": (comparison.b, comparison.score_b)}
    report = {
        **{side: {**score_fields(score), "name": name} for side, (name, score) in systems.items()},
        "delta": comparison.delta,
        "ledger": {
            "components": comparison.ledger.components,
            "unattributed": comparison.ledger.unattributed,
        },
        "significance": None
        if found is None
        else {
            "randomization": asdict(found.randomization),
            "bootstrap": {
                name: getattr(found.bootstrap, name)
                for name in ("ci_low", "ci_high", "p_value", "sacrebleu_p_value", "seed")
            }
            | {"samples": len(found.bootstrap.deltas)},
        },
        "losses": [_segment_fields(segment) for segment in content.losses],
        "gains": [_segment_fields(segment) for segment in content.gains],
        "ngrams": [phrase._asdict() for phrase in content.phrases],
        "segments": len(comparison),
        "inputs": [one._asdict() for one in content.inputs],
        "digest": comparison.evalset.digest,
        "verdict": plain(content.verdict),
        **more,
    }
    return json.dumps(_defined(report), indent=1, allow_nan=False) + "\n"


def score_fields(score: BleuScore) -> dict[str, Any]:
    """A score as JSON, under sacreBLEU's names."""
    return {"name": "BLEU", **asdict(score), "verbose_score": str(score).partition(" = ")[2]}


def _segment_fields(segment: Segment) -> dict[str, Any]:
    fields = segment._asdict()
    return {"line": fields.pop("row") + 1, **fields}


def _defined(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _defined(inner) for name, inner in value.items()}
    if isinstance(value, list):
        return [_defined(inner) for inner in value]
    return None if isinstance(value, float) and math.isnan(value) else value
