"""The document of a data set: the sections of a comparison that it has, and its slices."""

from __future__ import annotations

from collections.abc import Iterator

from bleu_core.common.numerals import counted, delta, whole
from bleu_core.datasets import EDGES
from bleu_core.present.account.job_ngrams import MOST, TITLE, ngrams_table, ngrams_told
from bleu_core.present.account.jobs import slices_table
from bleu_core.present.account.spans import Span
from bleu_core.present.comparison_document import (
    figure_section,
    figures,
    made_of_section,
    names_prose,
    pair_document,
    parts_section,
    provenance_bullets,
    provenance_section,
    provenance_table,
    side_sections,
    tests_sections,
)
from bleu_core.present.dataset_report import JobContent
from bleu_core.present.document import (
    Document,
    Medium,
    Piece,
    Problems,
    Prose,
    Section,
    plain,
    sections_of,
)
from bleu_core.present.report.content import settings


def dataset_document(content: JobContent, medium: Medium) -> Document:
    """Everything that a report of a data set says, as much as the medium shows."""
    sections = sections_of(content, SECTIONS, medium)
    return pair_document(content.names, delta(content.job.delta), sections)


def _summary(content: JobContent, medium: Medium) -> Iterator[Section]:
    pieces: list[Piece] = []
    if missing := content.job.missing:
        pieces.append(Problems(content.missing_told, [("serious", why) for why in missing]))
    pieces += [Prose(content.verdict.told, "verdict"), names_prose(content.names)]
    pieces.append(plain(f"{counted(len(content.job), 'segment')}."))
    yield Section("summary", "", pieces)


def _made_of(content: JobContent, medium: Medium) -> Iterator[Section]:
    yield made_of_section(content.job)


def _parts(content: JobContent, medium: Medium) -> Iterator[Section]:
    yield parts_section(content.parts)


def _tests(content: JobContent, medium: Medium) -> Iterator[Section]:
    yield from tests_sections(content.tests, content.significance)


def _histogram(content: JobContent, medium: Medium) -> Iterator[Section]:
    if survey := content.survey:
        yield figure_section(
            "histogram",
            "How the segments changed",
            "histogram",
            lambda: figures().histogram_bars(survey.histogram, EDGES, survey.equal),
            plain(content.segments_told),
        )


def _slices(content: JobContent, medium: Medium) -> Iterator[Section]:
    for number, (how, slices) in enumerate(content.slices.items(), 1):
        table = slices_table(content.job, how, slices[: medium.slices])
        notes = content.about(how)
        if len(slices) > len(table.rows):
            first = whole(len(table.rows))
            notes = [*notes, f"The first {first} of {counted(len(slices), 'part')}."]
        yield Section(f"by-{number}", "By", [table, *(plain(note, "muted") for note in notes)], how)


def _sides(content: JobContent, medium: Medium) -> Iterator[Section]:
    return side_sections(content.sides, content.job.plan.config, medium)


def _ngrams(content: JobContent, medium: Medium) -> Iterator[Section]:
    if content.ngrams is not None:
        rows = content.ngrams.largest(MOST)
        notes = [plain(note, "muted") for note in ngrams_told(content.ngrams, rows)]
        yield Section("ngrams", TITLE, [ngrams_table(content.ngrams, rows), *notes])


def _provenance(content: JobContent, medium: Medium) -> Iterator[Section]:
    job = content.job
    signature, digest = job.score_a.signature, job.plan.digest
    if not medium.is_full:
        facts = [("Signature", "", signature), ("Digest", "", "" if medium.is_brief else digest)]
        yield provenance_section([provenance_bullets(facts)])
        return
    columns = job.plan.columns
    rows = [[Span(name), Span(text)] for name, text in settings(job.plan.config).items()]
    rows.append([Span("signature"), Span(signature, "signature")])
    rows.append([Span("segments"), Span(whole(len(job)))])
    references = {f"reference {n}": name for n, name in enumerate(columns.references, 1)}
    roles = {"A": job.a, "B": job.b, **references}
    roles |= {"document": columns.document, "source": columns.source}
    rows += [
        [Span(f"column of {role}"), Span(name, "quoted")] for role, name in roles.items() if name
    ]
    rows.append([Span("digest of the data set"), Span(digest, "signature")])
    yield provenance_section([provenance_table(rows)])


SECTIONS = {
    "summary": _summary,
    "made-of": _made_of,
    "parts": _parts,
    "tests": _tests,
    "histogram": _histogram,
    "slices": _slices,
    "segments": _sides,
    "ngrams": _ngrams,
    "provenance": _provenance,
}
