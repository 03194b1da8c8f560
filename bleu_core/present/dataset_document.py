"""The document of a data set: the sections of a comparison that it has, and its slices."""

from __future__ import annotations

from collections.abc import Iterator

from bleu_core.common.numerals import counted, delta, whole
from bleu_core.datasets import EDGES
from bleu_core.present.account.job_ngrams import MOST, TITLE, ngrams_table, ngrams_told
from bleu_core.present.account.jobs import slices_table
from bleu_core.present.account.spans import Span
from bleu_core.present.comparison_document import (
    brief_provenance,
    figure_section,
    figures,
    made_of,
    names_prose,
    origin_rows,
    pair_document,
    parts,
    provenance,
    sides,
    tests,
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


def dataset_document(content: JobContent, medium: Medium) -> Document:
    """The document of a data set, as much as the medium shows."""
    sections = sections_of(content, SECTIONS, medium)
    return pair_document(content.names, delta(content.job.delta), sections)


def _summary(content: JobContent, medium: Medium) -> Iterator[Section]:
    pieces: list[Piece] = []
    if missing := content.job.missing:
        pieces.append(Problems(content.missing_told, [("serious", why) for why in missing]))
    pieces += [Prose(content.verdict.told, "verdict"), names_prose(content.names)]
    pieces.append(plain(f"{counted(len(content.job), 'segment')}."))
    yield Section("summary", "", pieces)


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


def _ngrams(content: JobContent, medium: Medium) -> Iterator[Section]:
    if content.ngrams is not None:
        rows = content.ngrams.largest(MOST)
        notes = [plain(note, "muted") for note in ngrams_told(content.ngrams, rows)]
        yield Section("ngrams", TITLE, [ngrams_table(content.ngrams, rows), *notes])


def _provenance(content: JobContent, medium: Medium) -> Iterator[Section]:
    job = content.job
    signature, digest = job.score_a.signature, job.plan.digest
    if not medium.is_full:
        digest = "" if medium.is_brief else digest
        yield brief_provenance(("Signature", "", signature), ("Digest", "", digest))
        return
    columns = job.plan.columns
    references = {f"reference {n}": name for n, name in enumerate(columns.references, 1)}
    roles = {"A": job.a, "B": job.b, **references}
    roles |= {"document": columns.document, "source": columns.source}
    rows = [
        *origin_rows(signature, "", len(job), []),
        *((f"column of {role}", Span(name, "quoted")) for role, name in roles.items()),
        ("digest of the data set", Span(digest, "signature")),
    ]
    yield provenance(job.plan.config, rows)


SECTIONS = {
    "summary": _summary,
    "made-of": made_of,
    "parts": parts,
    "tests": tests,
    "histogram": _histogram,
    "slices": _slices,
    "segments": sides,
    "ngrams": _ngrams,
    "provenance": _provenance,
}
