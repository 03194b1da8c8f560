"""Markdown for a pull request. What comes from a text stands in code spans, never in tables:
there a "|" would end its cell, even in code. Names of imported scores, without one, may."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bleu_core.common.escaping import markdown as code
from bleu_core.common.numerals import bare, counted, delta, fine_delta, share, whole
from bleu_core.explain.ngrams.families import SCOPE, Causes
from bleu_core.present.account import LOOK, opinions
from bleu_core.present.account.degenerate import DEGENERATE, degenerate_table
from bleu_core.present.account.found_slices import SLICES, slice_tables, slices_told
from bleu_core.present.account.parts import smoothing_note
from bleu_core.present.account.segments import Segment, told
from bleu_core.present.account.spans import Span
from bleu_core.present.account.spans import text as plain
from bleu_core.present.account.tables import Table, parts_table, tests_table
from bleu_core.present.report.content import Content, serious
from bleu_core.present.report.said import agreed
from bleu_core.present.report.subset import command, only
from bleu_core.readers.health import Finding
from bleu_core.segments.annotations import SEVERITIES, SIGNS, VERDICTS, agreement, label_counts

# Segments each way, n-grams, notes, and characters of a text: more is for the HTML report.
SEGMENTS, PHRASES, NOTES, LENGTH = 5, 10, 10, 300


def to_markdown(content: Content) -> str:
    """The report in GitHub's Markdown."""
    return "\n".join(_lines(content)) + "\n"


def _lines(content: Content) -> Iterator[str]:
    a, b = content.names
    yield from (f"### BLEU {delta(content.comparison.delta)}", "")
    if told := only(content):
        yield from (f"**{told}**" + (f": {code(content.where)}" if content.where else ""), "")
    yield from findings_told(content.findings)
    yield from ("".join(map(in_tone, content.verdict.told)), "")
    yield from (f"A (baseline) is {code(a, 80)}, B (candidate) is {code(b, 80)}; Δ is B − A.", "")
    if content.among:
        yield from (content.among, "")
    yield from table(parts_table(content.parts))
    if note := smoothing_note(content.parts):
        yield from ("", note)
    if content.tests:
        yield from ("", *table(tests_table(content.tests)))
    if content.opinions:
        judged = content.all_opinions
        yield from ("", "**Second opinions**", "", *table(opinions.opinions_table(judged)))
        for said_of in (opinions.agreement, opinions.people):
            if sentences := said_of(judged):
                yield from ("", "".join(map(in_tone, sentences)))
    if (broken := degenerate_table(content.detectors)).rows:
        yield from ("", f"**{DEGENERATE}**", "", *table(broken))
    if content.slices is not None:
        yield from ("", f"**{SLICES}**", "", *slices_told(content.slices))
        for listed in slice_tables(content.slices):
            yield from ("", f"{listed.label}:", "", *table(listed))
    for title, found in content.sides:
        if found:
            yield from ("", f"**{title}**", "")
            for segment in found[:SEGMENTS]:
                yield from segment_lines(segment)
    if content.causes and content.causes.rows:
        yield from ("", f"**Families of n-grams that stand out** ({SCOPE})", "")
        yield from _causes(content.causes)
    if content.phrases:
        yield from ("", "**N-grams with most points, own and with those inside them**", "")
        for phrase in content.phrases[:PHRASES]:
            yield (
                f"- {code(phrase.text, LENGTH)}: {fine_delta(phrase.points)} points, "
                f"{fine_delta(phrase.points_with_folded)} with those inside; matches "
                f"{whole(phrase.matches_a)} → {whole(phrase.matches_b)}, segments won by A "
                f"{whole(phrase.wins_a)}, by B {whole(phrase.wins_b)}, q {bare(phrase.q)}"
            )
        yield _closing(content.closing(content.phrases[:PHRASES]))
    if content.annotations:
        yield from ("", "**Notes and labels**", "", *_annotated(content))
    yield from ("", f"Signature: {code(content.comparison.score_a.signature)}  ")
    for one in content.opinions:
        score = one.opinion.a.corpus()
        yield f"Signature of {code(score.name)}: {code(score.signature)}  "
    if again := command(content):
        yield f"The same again: {code(again)}  "
    yield f"Digest: {code(content.comparison.evalset.whole.digest)}"


def _causes(causes: Causes) -> Iterator[str]:
    for cause in causes.rows:
        name = cause.text if cause.is_sign else code(cause.text, LENGTH)
        yield (
            f"- n-grams with {name}: {fine_delta(cause.points)} points, {share(cause.share)} of "
            f"all matches, segments won by A {whole(cause.wins_a)}, by B {whole(cause.wins_b)}, "
            f"q {bare(cause.q)}"
        )
    yield _closing(causes.sources.closing(causes.listed))


def _closing(rows: Sequence[tuple[str, float]]) -> str:
    return "- " + "; ".join(f"{name} {fine_delta(carried)}" for name, carried in rows)


def findings_told(findings: Sequence[Finding]) -> Iterator[str]:
    """A finding names a system, which a user called something: it stands in a code span."""
    if findings:
        yield from (f"**{LOOK}**" if serious(findings) else "To know of the input:", "")
        for finding in findings:
            yield f"- {finding.severity}: {code(finding.sentence)}"
        yield ""


def _annotated(content: Content) -> Iterator[str]:
    said = content.annotations
    found = agreement(content.comparison, said)
    yield f"- segments with a verdict, labels or a note: {whole(len(said))}"
    given = ((verdict, sum(found.table[verdict, sign] for sign in SIGNS)) for verdict in VERDICTS)
    verdicts = ", ".join(f"{verdict} {whole(number)}" for verdict, number in given if number)
    if verdicts:
        yield f"- verdicts: {verdicts}. {agreed(found)}"
    for count in label_counts(said):
        if count.total:
            per = ", ".join(f"{whole(getattr(count, s))} {s}" for s in SEVERITIES)
            yield f"- {code(count.name)} in {count.system}: {whole(count.total)} ({per})"
    noted = [segment for segment in content.annotated if said[segment.row].note]
    for segment in noted[:NOTES]:
        one = said[segment.row]
        about = "".join(
            f", {text}" for text in (one.verdict, *map(code, map(str, one.labels))) if text
        )
        yield f"- segment {whole(segment.line)}{about}: {code(one.note, LENGTH)}"
    left = sum(bool(one.note) for one in said.values()) - len(noted[:NOTES])
    if left:
        yield f"- and {counted(left, 'more note')}, not shown here"


def segment_lines(segment: Segment) -> Iterator[str]:
    """A segment that carries much, with its texts."""
    document = f" ({code(segment.document, 80)})" if segment.document else ""
    yield f"- segment {whole(segment.line)}{document}: {plain(told(segment))}"
    for letter, text in (("A", segment.a), ("B", segment.b)):
        yield f"  - {letter} {code(text, LENGTH)}"
    for reference in segment.references:
        if reference is not None:
            yield f"  - reference {code(reference, LENGTH)}"


def in_tone(span: Span) -> str:
    """A piece of a sentence."""
    if span.tone == "quoted":
        return code(span.text, LENGTH)
    return f"**{span.text}**" if span.tone in ("strong", "gain", "loss") else span.text


def table(found: Table) -> Iterator[str]:
    """Lines of a table."""
    yield f"| {' | '.join(found.titles)} |"
    yield f"|{'|'.join('---' if column.is_text else '---:' for column in found.columns)}|"
    for row in found.rows:
        yield f"| {' | '.join(map(_cell, row))} |"


def _cell(cell: Span) -> str:
    """A "|" would end the cell, even in a code span."""
    return code(cell.text.replace("|", "¦"), LENGTH) if cell.tone == "quoted" else cell.text
