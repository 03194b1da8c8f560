"""A data set as GitHub's Markdown."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from bleu_core.common.escaping import markdown as code
from bleu_core.common.numerals import bare, counted, delta, fine_delta, plural, whole
from bleu_core.datasets.ngram_evidence import Moved, NgramEvidence
from bleu_core.present.account.job_ngrams import MOST, TITLE, ngrams_told
from bleu_core.present.account.jobs import slices_table
from bleu_core.present.account.parts import smoothing_note
from bleu_core.present.account.tables import parts_table, tests_table
from bleu_core.present.report.jobs.content import JobContent
from bleu_core.present.report.markdown import LENGTH, SEGMENTS, in_tone, segment_lines, table

# Parts that a table has at most; of more it is said how many there are.
PARTS = 20


def to_markdown(content: JobContent) -> str:
    """What is missing, verdict, parts, tests, where Δ lies, segments that carry most."""
    return "\n".join(_lines(content)) + "\n"


def _lines(content: JobContent) -> Iterator[str]:
    job = content.job
    yield from (f"### BLEU {delta(job.delta)}", "")
    if job.missing:
        yield from (f"**{content.missing_told}**", "")
        yield from (*(f"- {code(why)}" for why in job.missing), "")
    yield from ("".join(map(in_tone, content.verdict.told)), "")
    a, b = (code(name, 80) for name in content.names)
    size = counted(len(job), "segment")
    yield from (f"A (baseline) is {a}, B (candidate) is {b}; Δ is B − A. {size}.", "")
    yield from table(parts_table(content.parts))
    if note := smoothing_note(content.parts):
        yield from ("", note)
    if content.significance is not None:
        yield from ("", *table(tests_table(content.tests)), "", content.significance.about_unit)
    if content.segments_told:
        yield from ("", content.segments_told)
    for how, slices in content.slices.items():
        found = slices_table(job, how, slices[:PARTS])
        # A heading is no place for what is called by somebody else.
        found = replace(found, columns=[found.columns[0]._replace(label=""), *found.columns[1:]])
        more = f", the first of {counted(len(slices), 'part')}" if len(slices) > PARTS else ""
        yield from ("", f"**By {code(how, 80)}**{more}", "", *table(found), "")
        yield from content.about(how)
    for title, segments in content.sides:
        if segments:
            yield from ("", f"**{title}**", "")
            for segment in segments[:SEGMENTS]:
                yield from segment_lines(segment)
    if content.ngrams is not None:
        yield from ("", f"**{TITLE}**", "", *_ngrams(content.ngrams))
    yield from ("", f"Signature: {code(job.score_a.signature)}  ")
    yield f"Digest: {code(job.plan.digest)}"


def _ngrams(found: NgramEvidence) -> Iterator[str]:
    """A list: what comes from a text stands in no table."""
    rows = found.largest(MOST)
    yield from map(_ngram, found.listed(rows))
    yield from ("", *ngrams_told(found, rows))


def _ngram(one: Moved) -> str:
    matches = plural(one.gained, "match", "matches")
    told = (
        f"- {code(one.text, LENGTH)}: {fine_delta(one.points)} points, {delta(one.gained, 0)} "
        f"{matches}; segments won by A {whole(one.wins_a)}, by B {whole(one.wins_b)}; "
        f"p {bare(one.p)}, q {bare(one.q)}"
    )
    return told + (f"; at most left out {whole(one.left_out)}" if one.left_out else "")
