"""The report of a data set and its document: sections of a comparison, and slices."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from bleu_core.common.formatting import format_count, format_delta, format_int, plural
from bleu_core.common.pair import LABEL_A, LABEL_B
from bleu_core.datasets import (
    EDGES,
    BadFragment,
    DatasetPlan,
    DataSlice,
    UnreadableFile,
    criteria_of,
    describe_slices,
    slices_of,
)
from bleu_core.messages import codes
from bleu_core.present.account.datasets import (
    MOST_NGRAMS,
    NGRAMS_TITLE,
    DatasetAccount,
    ngram_notes,
    ngrams_table,
    slices_table,
)
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
from bleu_core.present.document import (
    Document,
    Medium,
    Piece,
    Problems,
    Prose,
    Section,
    Span,
    plain,
    sections_of,
)


@dataclass(frozen=True, eq=False)
class DatasetReport(DatasetAccount):
    """The account of a data set with its slices, and the rows and files that could not be read."""

    missing: Sequence[BadFragment] = ()
    unreadable: Sequence[UnreadableFile] = ()

    @cached_property
    def slices(self) -> Mapping[str, list[DataSlice]]:
        """The parts of the data set, by each column that it can be divided by."""
        if self.survey is None:
            return {}
        return {how: slices_of(self.job, self.survey, how) for how in criteria_of(self.survey)}

    def about(self, how: str) -> list[str]:
        """Notes on the slices by a column."""
        if self.survey is None:
            return []
        return describe_slices(self.job, self.survey, how, self.slices[how])

    @property
    def of(self) -> int | None:
        """The number of segments, with those that could not be counted, if known.

        None for a saved job, which has only the reasons why rows are missing.
        """
        if self.job.missing and not (self.missing or self.unreadable):
            return None
        return len(self.job) + sum(one.fragment.rows for one in self.missing)

    @property
    def missing_fields(self) -> list[dict[str, Any]]:
        """The missing rows as JSON; null for unknown values."""
        groups = [(one.fragment.name, one.fragment.rows, one.why) for one in self.missing]
        files = [(one.path, None, one.why) for one in self.unreadable]
        saved = [(None, None, why) for why in self.job.missing]
        return [
            {"name": name, "segments": segments, "code": codes([why])[0], "why": why}
            for name, segments, why in [*groups, *files] or saved
        ]

    @property
    def missing_sentence(self) -> str:
        """How much is left out, in a sentence; "" where nothing is."""
        if not (self.missing or self.unreadable):
            left = len(self.job.missing)  # of a job that was counted before
            were = plural(left, "part of the data set was", "parts of the data set were")
            return f"{format_int(left)} {were} left out." if left else ""
        fragments = (*self.job.plan.fragments, *(one.fragment for one in self.missing))
        return left_out(replace(self.job.plan, fragments=fragments), self.missing, self.unreadable)


def left_out(
    plan: DatasetPlan, missing: Sequence[BadFragment], unreadable: Sequence[UnreadableFile]
) -> str:
    """How much of a plan could not be counted, and of files that could not be planned."""
    sentences = []
    if missing:
        rows = sum(one.fragment.rows for one in missing)
        groups = format_count(len(plan.fragments), "group")
        segments = format_count(plan.segments, "segment")
        sentences.append(
            f"{format_int(len(missing))} of {groups} of rows could not be counted: "
            f"{format_int(rows)} of {segments} are missing."
        )
    if unreadable:
        has = plural(len(unreadable), "it has", "they have")
        files = format_count(len(unreadable), "file")
        sentences.append(f"{files} could not be read; how many segments {has} is not known.")
    return " ".join(sentences)


def dataset_document(content: DatasetReport, medium: Medium) -> Document:
    """The document of a data set, as much as the medium shows."""
    sections = sections_of(content, SECTIONS, medium)
    return pair_document(content.names, format_delta(content.job.delta), sections)


def _summary(content: DatasetReport, medium: Medium) -> Iterator[Section]:
    pieces: list[Piece] = []
    if missing := content.job.missing:
        pieces.append(Problems(content.missing_sentence, [("serious", why) for why in missing]))
    pieces += [Prose(content.verdict.told, "verdict"), names_prose(content.names)]
    pieces.append(plain(f"{format_count(len(content.job), 'segment')}."))
    yield Section("summary", "", pieces)


def _histogram(content: DatasetReport, medium: Medium) -> Iterator[Section]:
    if survey := content.survey:
        yield figure_section(
            "histogram",
            "How the segments changed",
            "histogram",
            lambda: figures().histogram_bars(survey.histogram, EDGES, survey.equal),
            plain(content.segments_sentence),
        )


def _slices(content: DatasetReport, medium: Medium) -> Iterator[Section]:
    for number, (how, slices) in enumerate(content.slices.items(), 1):
        table = slices_table(content.job, how, slices[: medium.slices])
        notes = content.about(how)
        if len(slices) > len(table.rows):
            first = format_int(len(table.rows))
            notes = [*notes, f"The first {first} of {format_count(len(slices), 'part')}."]
        yield Section(f"by-{number}", "By", [table, *(plain(note, "muted") for note in notes)], how)


def _ngrams(content: DatasetReport, medium: Medium) -> Iterator[Section]:
    if content.ngrams is not None:
        rows = content.ngrams.largest(MOST_NGRAMS)
        notes = [plain(note, "muted") for note in ngram_notes(content.ngrams, rows)]
        yield Section("ngrams", NGRAMS_TITLE, [ngrams_table(content.ngrams, rows), *notes])


def _provenance(content: DatasetReport, medium: Medium) -> Iterator[Section]:
    job = content.job
    signature, digest = job.score_a.signature, job.plan.digest
    if not medium.is_full:
        digest = "" if medium.is_brief else digest
        yield brief_provenance(("Signature", "", signature), ("Digest", "", digest))
        return
    columns = job.plan.columns
    references = {f"reference {n}": name for n, name in enumerate(columns.references, 1)}
    roles = {LABEL_A: job.a, LABEL_B: job.b, **references}
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
