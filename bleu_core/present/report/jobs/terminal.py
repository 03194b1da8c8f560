"""A data set for a terminal, and as JSON for a program: under the names of a comparison."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from bleu_core.common.escaping import visible
from bleu_core.common.numerals import counted
from bleu_core.datasets import DataSlice
from bleu_core.present.account.job_ngrams import MOST, TITLE, ngrams_table, ngrams_told
from bleu_core.present.account.jobs import slices_table
from bleu_core.present.account.parts import smoothing_note
from bleu_core.present.account.spans import text as plain
from bleu_core.present.account.tables import parts_table
from bleu_core.present.report.jobs.content import JobContent
from bleu_core.present.report.terminal import (
    LENGTH,
    SEGMENTS,
    as_json,
    score_fields,
    segment_fields,
    segment_lines,
    significance_fields,
    table_lines,
)

# Parts that a table in a terminal has at most; of more it is said how many there are.
PARTS = 12


def to_text(content: JobContent) -> str:
    """What is missing, verdict, parts, tests, where Δ lies, segments that carry most."""
    return "\n".join(_lines(content)) + "\n"


def _lines(content: JobContent) -> Iterator[str]:
    job = content.job
    yield f"A  {visible(job.a, LENGTH)} (baseline)"
    yield f"B  {visible(job.b, LENGTH)} (candidate)"
    yield counted(len(job), "segment")
    if job.missing:
        yield f"! {content.missing_told}"
    yield from ("", visible(plain(content.verdict.told)), "")
    yield from table_lines(parts_table(content.parts))
    if note := smoothing_note(content.parts):
        yield note
    if content.significance is not None:
        yield ""
        for test in content.tests:
            yield f"{test.name}: {test.p}" + (f" ({test.note})" if test.note else "")
        yield content.significance.about_unit
    if content.segments_told:
        yield from ("", content.segments_told)
    for how, slices in content.slices.items():
        if len(slices) > PARTS:
            yield from ("", visible(f"By {how}: {counted(len(slices), 'part')}; {_ALL}"))
        else:
            yield from ("", *table_lines(slices_table(job, how, slices)), *content.about(how))
    for title, found in content.sides:
        if found:
            yield from ("", title)
            for segment in found[:SEGMENTS]:
                yield from segment_lines(segment)
    if content.ngrams is not None:
        rows = content.ngrams.largest(MOST)
        yield from ("", TITLE, *table_lines(ngrams_table(content.ngrams, rows)))
        yield from ngrams_told(content.ngrams, rows)
    yield from ("", job.score_a.signature)


_ALL = "--format json has them all."


def to_json(content: JobContent, **more: Any) -> str:
    """All numbers in full, with the texts of the segments; undefined numbers are null.

    `more` is added.
    """
    job, found = content.job, content.significance
    systems = {"a": (job.a, job.score_a), "b": (job.b, job.score_b)}
    report = {
        **{side: {**score_fields(score), "name": name} for side, (name, score) in systems.items()},
        "delta": job.delta,
        "ledger": {
            "components": job.ledger.components,
            "unattributed": job.ledger.unattributed,
            "sources": content.sources and content.sources._asdict(),
        },
        "significance": None if found is None else significance_fields(found),
        "losses": [segment_fields(segment) for segment in content.losses],
        "gains": [segment_fields(segment) for segment in content.gains],
        "parts": {
            how: [_slice_fields(one) for one in slices] for how, slices in content.slices.items()
        },
        **_ngram_fields(content),
        "segments": len(job),
        "of": content.of,
        "missing": content.missing_fields,
        "digest": job.plan.digest,
        "verdict": plain(content.verdict.told),
        **more,
    }
    return as_json(report)


def _ngram_fields(content: JobContent) -> dict[str, Any]:
    """Those with most points, and what no other exceeds, in points; none where none is counted."""
    found = content.ngrams
    if found is None:
        return {"ngrams": [], "ngrams_bound": None}
    rows = found.largest(MOST)
    listed = [one._asdict() for one in found.listed(rows)]
    return {"ngrams": listed, "ngrams_bound": found.points_beyond(rows)}


def _slice_fields(one: DataSlice) -> dict[str, Any]:
    return {
        "label": one.label,
        "segments": one.n,
        "a": one.score_a,
        "b": one.score_b,
        "delta": one.delta,
        "points": one.points,
        "ci_low": one.ci_low,
        "ci_high": one.ci_high,
        "p_value": one.p_value,
    }
