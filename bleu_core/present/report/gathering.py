"""Collect the report of a comparison."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence

import pyarrow as pa

from bleu_core.explain.comparison import Comparison
from bleu_core.explain.ngrams import NgramTable
from bleu_core.explain.ngrams.families import find_causes
from bleu_core.present.account import MOVERS
from bleu_core.present.report.content import Content, Input, Phrase
from bleu_core.readers.health import Finding, apart, examine
from bleu_core.segments.annotations import Annotations
from bleu_core.segments.detectors import Counts, Thresholds
from bleu_core.segments.finder import SliceFindings
from bleu_core.significance import Significance
from bleu_core.significance.opinions import Judged
from bleu_core.text.evalset import EvalSet

# Lines hashed at a time.
CHUNK = 50_000


def gather(
    comparison: Comparison,
    significance: Significance | None = None,
    evidence: NgramTable | None = None,
    segments: int = MOVERS,
    phrases: int = 20,
    annotations: Annotations | None = None,
    findings: Sequence[Finding] | None = None,
    files: Mapping[str, str] | None = None,
    opinions: Sequence[Judged] = (),
    slices: SliceFindings | None = None,
    thresholds: Thresholds | None = None,
    detectors: Sequence[Counts] = (),
) -> Content:
    """Collect the report of a comparison.

    For a part of a test set, findings and digests are those of the whole.

    Parameters
    ----------
    comparison : Comparison
    significance : optional
        From `significance.judge`.
    evidence : optional
        From `ngrams.evidence`; without it the report has no n-grams.
    segments, phrases : int
        The most segments each way, and the most n-grams.
    annotations : optional
    findings : optional
        From `health.examine`; computed if missing.
    files : optional
        Paths by the SHA-256 of the files' contents.
    opinions : optional
        Other metrics than BLEU.
    slices : optional
        From `finder.find_slices`.
    thresholds : optional
        The thresholds of the expression that selected the segments.
    detectors : optional
        From `detectors.summary`.
    """
    whole = comparison.evalset.whole
    examined = examine(whole, comparison.config) if findings is None else findings
    own, others = apart(examined, whole, (comparison.a, comparison.b))
    return Content(
        comparison=comparison,
        significance=significance,
        causes=None if evidence is None else find_causes(comparison, evidence),
        most=segments,
        findings=own,
        findings_on_others=len(others),
        phrases=[] if evidence is None else _phrases(evidence, phrases),
        inputs=[
            one._replace(file=(files or {}).get(one.sha256, ""))
            for one in inputs_of(whole, [("A", comparison.a), ("B", comparison.b)])
        ],
        annotations=annotations or {},
        opinions=opinions,
        slices=slices,
        thresholds=thresholds or Thresholds(),
        detectors=detectors,
    )


def _phrases(table: NgramTable, most: int) -> list[Phrase]:
    rows = table.order_by("size", descending=True, rows=table.rows("matched"))
    rows = rows[table.column("size")[rows] > 0][:most]
    numbers = (table.column(name)[rows].tolist() for name in Phrase._fields[1:])
    columns = [table.texts(rows).to_pylist(), *numbers]
    return [Phrase(*values) for values in zip(*columns, strict=True)]


def inputs_of(evalset: EvalSet, systems: Iterable[tuple[str, str]]) -> Iterator[Input]:
    """The texts that are scored; `systems` are roles with names, in their order."""
    for role, name in systems:
        yield Input(role, name, _sha256(evalset.systems[name]))
    for number, column in enumerate(evalset.references, 1):
        yield Input("reference", str(number), _sha256(column))
    for role, extra in (("source", evalset.source), ("documents", evalset.documents)):
        if extra is not None:
            yield Input(role, "", _sha256(extra))


def _sha256(column: pa.Array) -> str:
    """SHA-256 of a text file with these lines; a missing line counts as empty."""
    found = hashlib.sha256()
    for start in range(0, len(column), CHUNK):
        lines = column[start : start + CHUNK].to_pylist()
        found.update("".join(f"{line or ''}\n" for line in lines).encode())
    return found.hexdigest()
